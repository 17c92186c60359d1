//! Costs as people enter them: who paid, for whom, and what is left to share.

use std::collections::HashMap;

use rust_decimal::Decimal;
use wayfare_domain::trip::budget::Split;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId};
use wayfare_domain::trip::budget_entry::{CostEntry, MemberEntry, Payers};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::{Budget, MemberShare};
use wayfare_domain::{Instant, People, SignedAmount, Violations};

use crate::fixture::{TripFixture, amount, currency, items, short, signed, stay_of};

/// A member with their part and payment; `-` in place of a part: does not share.
fn member((name, part, paid): &(&str, &str, &str)) -> MemberEntry {
    let typed = |text: &str| (!["", "-"].contains(&text)).then(|| signed(text));
    MemberEntry {
        member: MemberId::new(name).unwrap(),
        name: short(&format!("{name}'s name")),
        shares: *part != "-",
        part: typed(part),
        paid: typed(paid),
    }
}

fn cost(total: &str, payers: Payers, split: Split, members: &[(&str, &str, &str)]) -> CostEntry {
    CostEntry {
        total: (!total.is_empty()).then(|| signed(total)),
        payers,
        unpaid: SignedAmount::ZERO,
        split,
        members: members.iter().map(member).collect(),
    }
}

fn ada() -> Payers {
    Payers::One(MemberId::new("ada").unwrap())
}

fn over(entry: CostEntry, present: &Budget) -> Result<BudgetPatch, Violations> {
    over_in(entry, present, "EUR")
}

fn over_in(entry: CostEntry, present: &Budget, code: &str) -> Result<BudgetPatch, Violations> {
    let (trip, people, currency) = (TripFixture::new().trip, People::default(), currency(code));
    let borne = trip.odd_units(currency, currency, present, &people);
    entry.over(present, currency, &borne)
}

/// What each member bears and has paid.
fn sums(entry: CostEntry) -> Vec<String> {
    let patch = over(entry, &Budget::default()).unwrap();
    assert_eq!(patch.total, None, "the sum of the shares");
    let shares = patch.shares.unwrap().into_iter();
    let shares = shares.map(|share| {
        let (cost, paid) = (share.cost.value(), share.paid.value());
        format!("{} {cost} {paid}", share.member.as_str())
    });
    shares.collect()
}

fn refusal(entry: CostEntry) -> String {
    over(entry, &Budget::default()).unwrap_err().to_string()
}

#[test]
fn a_dinner_of_five_with_one_who_does_not_share() {
    let five = [
        ("ada", "", ""),
        ("ben", "", ""),
        ("cy", "", ""),
        ("dee", "", ""),
        ("eve", "-", ""),
    ];
    let dinner = sums(cost("100.01", ada(), Split::Equally, &five));
    assert_eq!(
        dinner,
        ["ada 25.01 100.01", "ben 25 0", "cy 25 0", "dee 25 0"]
    );
    let taxi = [("ada", "-", ""), ("ben", "", ""), ("cy", "", "")];
    let taxi = sums(cost("9", ada(), Split::Equally, &taxi));
    assert_eq!(taxi, ["ada 0 9", "ben 4.5 0", "cy 4.5 0"]);
}

#[test]
fn costs_are_split_by_parts_and_zero_means_not_this_one() {
    let parts = [("ada", "2", ""), ("ben", "", ""), ("cy", "0", "")];
    let split = sums(cost("30", ada(), Split::ByParts, &parts));
    assert_eq!(split, ["ada 20 30", "ben 10 0"]);
    let amounts = [
        ("ada", "12.5", ""),
        ("ben", "", ""),
        ("cy", "0", ""),
        ("dee", "", ""),
    ];
    let split = sums(cost("30", Payers::Nobody, Split::ByAmounts, &amounts));
    assert_eq!(split, ["ada 12.5 0", "ben 8.75 0", "dee 8.75 0"]);
    let nobody = [("ada", "0", ""), ("ben", "-", "")];
    let refused = refusal(cost("30", ada(), Split::ByParts, &nobody));
    assert!(
        refused.contains("for must be at least one person"),
        "{refused}"
    );
    let nobody = [("ada", "-", ""), ("ben", "-", "")];
    let refused = refusal(cost("30", ada(), Split::Equally, &nobody));
    assert!(
        refused.contains("for must be at least one person"),
        "{refused}"
    );
}

#[test]
fn sums_that_do_not_agree_are_refused_at_their_field() {
    for (split, members, reason) in [
        (
            Split::ByAmounts,
            [("ada", "10", ""), ("ben", "15", "")],
            "for must add up to 30.00: 5.00 is left",
        ),
        (
            Split::ByAmounts,
            [("ada", "31", ""), ("ben", "", "")],
            "for must add up to 30.00: 1.00 is too much",
        ),
        (
            Split::ByAmounts,
            [("ada", "", ""), ("ben", "", "")],
            "for must have a number for somebody",
        ),
        (
            Split::ByParts,
            [("ada", "", ""), ("ben", "", "")],
            "for must have a number for somebody",
        ),
    ] {
        let refused = refusal(cost("30", ada(), split, &members));
        assert!(refused.contains(reason), "{refused}");
    }
    let paid = [("ada", "", "10"), ("ben", "", "15")];
    let mut entry = cost("30", Payers::Several, Split::Equally, &paid);
    let refused = refusal(entry.clone());
    assert!(
        refused.contains("payer must add up to 30.00: 5.00 is left"),
        "{refused}"
    );
    entry.unpaid = signed("5");
    assert_eq!(sums(entry), ["ada 15 10", "ben 15 15"]);
    let both = [("ada", "1", "2"), ("ben", "1", "3")];
    let refused = over(
        cost("30", Payers::Several, Split::ByAmounts, &both),
        &Budget::default(),
    );
    assert_eq!(refused.unwrap_err().count(), 2);
}

#[test]
fn a_total_is_not_finer_than_the_minor_unit() {
    let entry = |total| {
        cost(
            total,
            ada(),
            Split::Equally,
            &[("ada", "", ""), ("ben", "", "")],
        )
    };
    assert_eq!(
        refusal(entry("12.345")),
        "/total must have at most 2 decimal places"
    );
    let refused = over_in(entry("39.9"), &Budget::default(), "ISK");
    assert_eq!(
        refused.unwrap_err().to_string(),
        "/total must be a whole number, as this currency has no decimals"
    );
    // One that is stored stays.
    let present = stored(Some("12.345"), &[("ada", "12.345", "0")]);
    assert!(over(entry("12.345"), &present).is_ok());
    assert!(over(entry("12.346"), &present).is_err());
}

#[test]
fn a_total_left_out_is_the_sum_of_what_was_entered() {
    let members = [("ada", "10", ""), ("ben", "5.5", "")];
    let split = sums(cost("", ada(), Split::ByAmounts, &members));
    assert_eq!(split, ["ada 10 15.5", "ben 5.5 0"]);
    assert!(sums(cost("", ada(), Split::Equally, &members)).is_empty());
    let paid = [("ada", "", "1"), ("ben", "", "2")];
    let split = sums(cost("", Payers::Several, Split::Equally, &paid));
    assert_eq!(split, ["ada 1.5 1", "ben 1.5 2"]);
}

fn share(member: &str, cost: &str, paid: &str) -> MemberShare {
    MemberShare {
        member: MemberId::new(member).unwrap(),
        user: None,
        name: short("Somebody"),
        estimated: amount("7"),
        cost: signed(cost),
        paid: signed(paid),
        paid_at: Some(Instant::parse("2026-05-01T00:00:00Z").unwrap()),
        payment: None,
    }
}

fn stored(total: Option<&str>, shares: &[(&str, &str, &str)]) -> Budget {
    let shares = shares.iter();
    Budget {
        total: total.map(signed),
        shares: shares
            .map(|(member, cost, paid)| share(member, cost, paid))
            .collect(),
        ..Budget::default()
    }
}

#[test]
fn what_nobody_enters_stays() {
    let present = stored(Some("12"), &[("cy", "12", "12"), ("ada", "0", "0")]);
    let members = [("ada", "", ""), ("cy", "-", "")];
    let patch = over(cost("8", ada(), Split::Equally, &members), &present).unwrap();
    assert_eq!(
        patch.total,
        Some(amount("8").value()),
        "a total of its own stays one"
    );
    assert_eq!((patch.paid, patch.estimated), (None, None));
    let shares = patch.shares.unwrap();
    let of = |place: usize| {
        (
            shares[place].member.as_str(),
            shares[place].cost,
            shares[place].paid,
        )
    };
    assert_eq!(
        of(0),
        ("cy", SignedAmount::ZERO, SignedAmount::ZERO),
        "in the order that they had"
    );
    assert_eq!(of(1), ("ada", signed("8"), signed("8")));
    assert!(
        shares
            .iter()
            .all(|share| share.estimated == amount("7") && share.paid_at.is_some())
    );
    assert!(shares.iter().all(|share| &*share.name == "Somebody"));
}

#[test]
fn a_stored_budget_is_recognised_as_it_would_be_entered() {
    let eur = currency("EUR");
    for (total, shares, split, payers) in [
        (
            None,
            vec![
                ("ada", "3.34", "10"),
                ("ben", "3.33", "0"),
                ("cy", "3.33", "0"),
            ],
            Split::Equally,
            ada(),
        ),
        (
            Some("10"),
            vec![
                ("ada", "3.33", "10"),
                ("ben", "3.33", "0"),
                ("cy", "3.33", "0"),
            ],
            Split::Equally,
            ada(),
        ),
        (
            None,
            vec![("ada", "5", "10"), ("ben", "0", "0"), ("cy", "5", "0")],
            Split::Equally,
            ada(),
        ),
        (
            None,
            vec![("ada", "6.67", "4"), ("ben", "3.33", "6")],
            Split::ByAmounts,
            Payers::Several,
        ),
        (
            Some("10"),
            vec![("ada", "3", "0")],
            Split::ByAmounts,
            Payers::Nobody,
        ),
        (
            Some("10"),
            vec![("ada", "10", "4")],
            Split::Equally,
            Payers::Several,
        ),
        (Some("10"), vec![], Split::Equally, Payers::Nobody),
    ] {
        let budget = stored(total, &shares);
        assert_eq!(
            (budget.split(eur), budget.payers()),
            (split, payers),
            "{shares:?}"
        );
    }
}

#[test]
fn the_odd_cents_move_on() {
    let mut fixture = TripFixture::new();
    let (people, eur) = (People::default(), currency("EUR"));
    let three = [("ada", "", ""), ("ben", "", ""), ("cy", "", "")];
    let mut dinners: Vec<ItemDraft> = Vec::new();
    for number in 0..30 {
        let present = Budget::default();
        let borne = fixture.trip.odd_units(eur, eur, &present, &people);
        let dinner = cost("10", ada(), Split::Equally, &three);
        dinners.push(ItemDraft {
            budget: dinner.over(&present, eur, &borne).unwrap(),
            ..stay_of(&format!("dinner-{number}"))
        });
        fixture.apply(items(dinners.clone())).unwrap();
    }
    let mut sums: HashMap<&str, Decimal> = HashMap::new();
    for share in fixture.trip.budgets().flat_map(|budget| &budget.shares) {
        *sums.entry(share.member.as_str()).or_default() += share.cost.value();
    }
    for name in ["ada", "ben", "cy"] {
        assert_eq!(sums[name], Decimal::from(100));
    }
    // One that is opened and saved again keeps its cents where they are.
    let present = &fixture.trip.itinerary[4].budget;
    let borne = fixture.trip.odd_units(eur, eur, present, &people);
    let again = cost("10", ada(), Split::Equally, &three);
    let again = again.over(present, eur, &borne).unwrap().shares.unwrap();
    let costs = |shares: &[MemberShare]| shares.iter().map(|it| it.cost).collect::<Vec<_>>();
    let stored = costs(&present.shares);
    assert_eq!(again.iter().map(|it| it.cost).collect::<Vec<_>>(), stored);
}

#[test]
fn a_refund_is_shared_as_a_cost_is() {
    let three = [("ada", "", ""), ("ben", "", ""), ("cy", "-", "")];
    let split = sums(cost("-15.01", ada(), Split::Equally, &three));
    assert_eq!(
        split,
        ["ada -7.51 -15.01", "ben -7.50 0"].map(|it| it.replace("7.50", "7.5"))
    );
    let amounts = [("ada", "-5", ""), ("ben", "", "")];
    let split = sums(cost("-15", ada(), Split::ByAmounts, &amounts));
    assert_eq!(split, ["ada -5 -15", "ben -10 0"]);
    let wrong = [("ada", "5", ""), ("ben", "-20", "")];
    let refused = refusal(cost("-15", ada(), Split::ByAmounts, &wrong));
    assert!(
        refused.contains("must not be above 0 in a refund"),
        "{refused}"
    );
}

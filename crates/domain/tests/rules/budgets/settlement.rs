//! Settling up: balances, the fewest payments, and recorded settlements.

mod explained;
mod figures;
mod groups;
mod recorded;
mod unpaid;

use proptest::prelude::*;
use rust_decimal::Decimal;
use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::settlement::Settlement;
use wayfare_domain::trip::settlement::plan::{MAX_EXACT_PARTIES, Transfer, is_exact, plan};
use wayfare_domain::{Currency, People, ReferenceRates};

use crate::fixture::{TripFixture, base, currency, dec, items, share, stay_of};

/// Adds an outside party that balances the others.
fn closed(mut balances: Vec<i128>) -> Vec<i128> {
    balances.push(-balances.iter().sum::<i128>());
    balances
}

fn pay(balances: &[i128], transfer: &Transfer) -> Vec<i128> {
    let mut balances = balances.to_vec();
    balances[transfer.from] += transfer.amount;
    balances[transfer.to] -= transfer.amount;
    balances
}

/// The fewest payments, by trying all in which somebody pays off a debt or a credit.
fn fewest(balances: &[i128]) -> usize {
    let Some(debtor) = balances.iter().position(|balance| *balance < 0) else {
        return 0;
    };
    let creditors = (0..balances.len()).filter(|place| balances[*place] > 0);
    let after = creditors.map(|to| {
        let amount = balances[to].min(-balances[debtor]);
        let from = debtor;
        1 + fewest(&pay(balances, &Transfer { from, to, amount }))
    });
    after.min().unwrap()
}

fn amounts(transfers: &[Transfer]) -> Vec<(usize, usize, i128)> {
    let transfers = transfers.iter();
    transfers.map(|t| (t.from, t.to, t.amount)).collect()
}

/// How many payments it takes if the largest debtor always pays the largest creditor.
fn greedy(balances: &[i128]) -> usize {
    let mut balances = balances.to_vec();
    let mut payments = 0;
    while balances.iter().any(|balance| *balance != 0) {
        let places = 0..balances.len();
        let from = places.clone().min_by_key(|place| balances[*place]).unwrap();
        let to = places.max_by_key(|place| balances[*place]).unwrap();
        let amount = balances[to].min(-balances[from]);
        balances = pay(&balances, &Transfer { from, to, amount });
        payments += 1;
    }
    payments
}

#[test]
fn greedy_needs_one_payment_more() {
    let balances = [-5, -2, -4, -4, 7, 8];
    assert_eq!(greedy(&balances), 5);
    assert_eq!(
        amounts(&plan(&balances)),
        [(0, 4, 5), (1, 4, 2), (2, 5, 4), (3, 5, 4)]
    );
    // Three people: the middle one has paid exactly their part of what the others share.
    assert_eq!(amounts(&plan(&[-10, 0, 10])), [(0, 2, 10)]);
}

#[test]
fn a_payment_does_not_reshuffle_the_rest() {
    let balances = [-300, 100, -200, 250, 150];
    let transfers = plan(&balances);
    for paid in &transfers {
        let rest: Vec<Transfer> = transfers.iter().filter(|t| *t != paid).copied().collect();
        assert_eq!(plan(&pay(&balances, paid)), rest);
    }
}

#[test]
fn above_sixteen_parties_a_plan_is_not_promised_to_be_exact() {
    let mut balances: Vec<i128> = (1..=8).chain((1..=8).map(|n| -n)).collect();
    assert!(is_exact(&balances));
    balances.extend([0, 0]);
    assert!(is_exact(&balances), "who is even does not count");
    balances.extend([30, -20, -10]);
    assert!(!is_exact(&balances));
    let transfers = amounts(&plan(&balances));
    let (pairs, rest) = transfers.split_at(8);
    assert!(pairs.iter().all(|(from, to, amount)| {
        from - to == 8 && *amount == i128::try_from(*to).unwrap() + 1
    }));
    assert_eq!(rest, [(19, 18, 20), (20, 18, 10)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_balance_ends_at_zero(balances in prop::collection::vec(-1_000_i128..1_000, 0..30)) {
        let balances = closed(balances);
        let mut left = balances.clone();
        for transfer in plan(&balances) {
            prop_assert!(transfer.amount > 0);
            prop_assert!(left[transfer.from] < 0, "only debtors pay");
            prop_assert!(left[transfer.to] > 0, "only creditors receive");
            left = pay(&left, &transfer);
        }
        prop_assert!(left.iter().all(|balance| *balance == 0));
    }
}

proptest! {
    #[test]
    fn no_plan_has_fewer_payments(balances in prop::collection::vec(-12_i128..12, 0..8)) {
        let balances = closed(balances);
        prop_assert_eq!(plan(&balances).len(), fewest(&balances));
    }

    #[test]
    fn a_payment_made_takes_only_itself_out_of_the_plan(
        balances in prop::collection::vec(-9_i128..9, 0..10),
        which: prop::sample::Index,
    ) {
        let balances = closed(balances);
        let transfers = plan(&balances);
        prop_assume!(!transfers.is_empty());
        let paid = which.get(&transfers);
        let rest: Vec<Transfer> = transfers.iter().filter(|t| *t != paid).copied().collect();
        prop_assert_eq!(plan(&pay(&balances, paid)), rest);
    }

    #[test]
    fn the_first_debtor_pays_the_first_creditor_that_is_optimal(
        balances in prop::collection::vec(-6_i128..6, 1..7),
    ) {
        let mut balances = closed(balances);
        for transfer in plan(&balances) {
            let from = balances.iter().position(|balance| *balance < 0).unwrap();
            let best = fewest(&balances);
            let options = (0..balances.len()).filter(|to| balances[*to] > 0).map(|to| {
                let amount = balances[to].min(-balances[from]);
                Transfer { from, to, amount }
            });
            let first = options
                .into_iter()
                .find(|option| fewest(&pay(&balances, option)) + 1 == best);
            prop_assert_eq!(Some(transfer), first);
            balances = pay(&balances, &transfer);
        }
    }
}

#[test]
fn sixteen_parties_are_settled_exactly() {
    // Eight pairs that are found only by looking at all subsets.
    let balances: Vec<i128> = (0..8).flat_map(|n| [1 << n, -(1 << n)]).collect();
    assert_eq!(balances.len(), MAX_EXACT_PARTIES);
    assert_eq!(plan(&balances).len(), 8);
}

/// A fixture whose items have those shares: member, cost, paid amount.
pub(crate) fn trip(code: &str, entries: &[&[(&str, &str, &str)]]) -> TripFixture {
    let mut fixture = TripFixture::new();
    // CAD is the default, and no items are none.
    fixture.apply(base(code)).unwrap();
    fixture.apply(items(drafts(entries))).unwrap();
    fixture
}

fn drafts(entries: &[&[(&str, &str, &str)]]) -> Vec<ItemDraft> {
    let entries = entries.iter().enumerate().map(|(place, shares)| {
        let shares = shares.iter();
        let shares = shares.map(|(member, cost, paid)| share(member, cost, paid));
        ItemDraft {
            budget: BudgetPatch {
                shares: Some(shares.collect()),
                ..BudgetPatch::default()
            },
            ..stay_of(&format!("item-{place}"))
        }
    });
    entries.collect()
}

pub(crate) fn settle(fixture: &TripFixture) -> Settlement {
    fixture.trip.settlement(
        Currency::CAD,
        &ReferenceRates::default(),
        &People::default(),
    )
}

pub(crate) fn balances(settlement: &Settlement) -> Vec<String> {
    let balances = settlement.balances.iter();
    balances
        .map(|b| format!("{} {} - {} = {}", b.member, b.paid, b.owed, b.balance))
        .collect()
}

pub(crate) fn transfers(settlement: &Settlement) -> Vec<String> {
    let transfers = settlement.transfers.iter();
    let transfers = transfers.map(|t| format!("{} to {}: {}", t.from, t.to, t.amount));
    let outside = settlement.outside.iter();
    let outside = outside.map(|o| format!("{} to outside: {}", o.member, o.amount));
    transfers.chain(outside).collect()
}

#[test]
fn three_people_share_a_hundred() {
    let third = "33.3333333333333";
    let fixture = trip(
        "CAD",
        &[&[
            ("ada", third, "100"),
            ("bob", third, "0"),
            ("cy", third, "0"),
        ]],
    );
    let settlement = settle(&fixture);
    assert_eq!(
        balances(&settlement),
        [
            "ada 100 - 33.34 = 66.66",
            "bob 0 - 33.33 = -33.33",
            "cy 0 - 33.33 = -33.33"
        ]
    );
    assert_eq!(
        transfers(&settlement),
        ["bob to ada: 33.33", "cy to ada: 33.33"]
    );
    assert!(settlement.is_exact && settlement.is_complete());
}

#[test]
fn the_minor_unit_is_that_of_the_base_currency() {
    for (code, expected) in [
        ("JPY", ["ada to cy: 1", "bob to cy: 0"]),
        ("CAD", ["ada to cy: 0.63", "bob to cy: 0.62"]),
        ("KWD", ["ada to cy: 0.625", "bob to cy: 0.625"]),
        ("CLF", ["ada to cy: 0.625", "bob to cy: 0.625"]),
    ] {
        let fixture = trip(
            code,
            &[&[
                ("ada", "0.625", "0"),
                ("bob", "0.625", "0"),
                ("cy", "0", "1.25"),
            ]],
        );
        let expected: Vec<&str> = expected
            .into_iter()
            .filter(|t| !t.ends_with(" 0"))
            .collect();
        assert_eq!(transfers(&settle(&fixture)), expected, "{code}");
    }
}

#[test]
fn what_nobody_took_on_is_settled_with_the_outside() {
    let overpaid = trip("CAD", &[&[("ada", "10", "0"), ("bob", "0", "25")]]);
    assert_eq!(
        transfers(&settle(&overpaid)),
        ["ada to bob: 10", "bob to outside: -15"]
    );
}

#[test]
fn an_amount_without_a_rate_makes_the_settlement_incomplete() {
    let mut fixture = trip("CAD", &[]);
    let mut drafts = drafts(&[
        &[("ada", "10", "20"), ("bob", "10", "0")],
        &[("ada", "7", "0"), ("bob", "0", "7")],
    ]);
    drafts[1].budget.currency = Some(currency("USD"));
    fixture.assert_changes(items(drafts));
    let settlement = settle(&fixture);
    assert!(!settlement.is_complete());
    assert_eq!(settlement.unconverted.len(), 1);
    assert_eq!(settlement.unconverted[0].value, dec("7"));
    assert_eq!(
        transfers(&settlement),
        ["bob to ada: 10"],
        "never one to one"
    );
}

fn entry() -> impl Strategy<Value = Vec<(usize, i64, i64)>> {
    prop::collection::vec((0_usize..6, 0_i64..2_000, 0_i64..2_000), 0..4)
}

proptest! {
    #[test]
    fn sums_agree_to_the_minor_unit(
        entries in prop::collection::vec(entry(), 0..6),
        code in prop::sample::select(vec!["JPY", "CAD", "KWD", "CLF"]),
        shift in 0_usize..6,
    ) {
        let names = ["ada", "bob", "cy", "dee", "eve", "fay"];
        // Three decimal places: finer than some minor units, so that sums are rounded.
        let text = |value: i64| Decimal::new(value, 3).to_string();
        let written: Vec<Vec<(&str, String, String)>> = entries
            .iter()
            .map(|shares| {
                let shares = shares.iter();
                shares.map(|(who, cost, paid)| (names[*who], text(*cost), text(*paid))).collect()
            })
            .collect();
        let borrowed: Vec<Vec<(&str, &str, &str)>> = written
            .iter()
            .map(|shares| {
                let shares = shares.iter();
                shares.map(|(who, cost, paid)| (*who, cost.as_str(), paid.as_str())).collect()
            })
            .collect();
        let mut rows: Vec<&[(&str, &str, &str)]> = borrowed.iter().map(Vec::as_slice).collect();
        // Everybody first appears in the first entry, so that the order of the others is free.
        let first: Vec<(&str, &str, &str)> = names.iter().map(|name| (*name, "1", "1")).collect();
        rows.insert(0, &first);
        let settlement = settle(&trip(code, &rows));
        let places = settlement.base;
        let (mut paid, mut owed) = (Decimal::ZERO, Decimal::ZERO);
        for balance in &settlement.balances {
            prop_assert_eq!(balance.paid - balance.owed, balance.balance);
            prop_assert_eq!(places.round(balance.paid), balance.paid);
            paid += balance.paid;
            owed += balance.owed;
        }
        let unpaid: Decimal = settlement.unpaid.iter().map(|it| it.amount).sum();
        let sum = |entry: &[(usize, i64, i64)], which: fn(&(usize, i64, i64)) -> i64| {
            entry.iter().map(which).sum::<i64>()
        };
        let [mut all_paid, mut all_owed, mut all_unpaid] = [6_000, 6_000, 0];
        for entry in &entries {
            let (cost, paid) = (sum(entry, |(_, cost, _)| *cost), sum(entry, |(.., paid)| *paid));
            all_paid += paid;
            all_owed += cost.min(paid);
            all_unpaid += (cost - paid).max(0);
        }
        prop_assert_eq!(paid, places.round(Decimal::new(all_paid, 3)));
        prop_assert_eq!(owed, places.round(Decimal::new(all_owed, 3)));
        prop_assert_eq!(unpaid, places.round(Decimal::new(all_unpaid, 3)));
        let last = rows.len() - 1;
        if last > 0 {
            rows[1..].rotate_left(shift % last);
            prop_assert_eq!(settle(&trip(code, &rows)), settlement);
        }
    }
}

//! Recorded settlements: what is refused, what they change, and that they outlive their entries.

use std::sync::Arc;

use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::edit::PatchError;
use wayfare_domain::trip::settlement::{SettlementDraft, SettlementPatch};
use wayfare_domain::trip::{Edit, PeoplePatch};
use wayfare_domain::{Currency, People, ShortText, Trip};

use super::{balances, drafts, settle, transfers, trip};
use crate::fixture::{ADA, BOB, CY, TripFixture, amount, at, base, currency, import, items, names};

pub(super) fn draft(from: &str, to: &str, value: &str) -> SettlementDraft {
    SettlementDraft {
        from: MemberId::new(from).unwrap(),
        to: MemberId::new(to).unwrap(),
        amount: amount(value),
        currency: None,
        date: None,
        note: ShortText::EMPTY,
    }
}

pub(super) fn record(draft: SettlementDraft) -> Edit {
    Edit::Settlement(SettlementPatch::Record(draft))
}

fn dinner() -> TripFixture {
    trip(
        "CAD",
        &[&[("x", "10", "40"), ("y", "15", "0"), ("z", "15", "0")]],
    )
}

#[test]
fn a_recorded_transfer_leaves_the_others_as_they_were() {
    let mut fixture = dinner();
    assert_eq!(transfers(&settle(&fixture)), ["y to x: 15", "z to x: 15"]);
    fixture.assert_changes(record(draft("y", "x", "15")));
    let settlement = settle(&fixture);
    assert_eq!(
        balances(&settlement),
        ["x 40 - 25 = 15", "y 15 - 15 = 0", "z 0 - 15 = -15"]
    );
    assert_eq!(transfers(&settlement), ["z to x: 15"]);
    let summary = fixture
        .trip
        .budget_summary(Currency::CAD, &fixture.rates, &People::default());
    assert_eq!(summary.total_payments, amount("40").value());
}

#[test]
fn username_and_id_of_a_member_mean_one_party() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let bob = BOB.to_string();
    fixture.assert_changes(items(drafts(&[&[(&bob, "10", "0"), ("ada", "10", "20")]])));
    let refused = fixture.apply(record(draft(&bob, "BOB", "10")));
    assert!(matches!(refused, Err(PatchError::Invalid(_))));
    fixture.assert_changes(record(draft("BOB", "ada", "10")));
    let recorded = &fixture.trip.plan.settlements[0];
    assert_eq!(
        (recorded.from_user, recorded.to_user),
        (Some(BOB), Some(ADA))
    );
    let settlement = settle(&fixture);
    let expected = [format!("{bob} 10 - 10 = 0"), "ada 20 - 20 = 0".to_owned()];
    assert_eq!(balances(&settlement), expected);
    assert_eq!(transfers(&settlement), Vec::<String>::new());
}

#[test]
fn it_outlives_its_entries_and_can_be_removed() {
    let mut fixture = dinner();
    fixture.assert_changes(record(draft("y", "x", "15")));
    fixture.assert_changes(items(Vec::new()));
    assert_eq!(transfers(&settle(&fixture)), ["x to y: 15"]);
    fixture.assert_changes(record(draft("x", "y", "15")));
    assert_eq!(transfers(&settle(&fixture)), Vec::<String>::new());
    let recorded = fixture.trip.plan.settlements.clone();
    assert_eq!((recorded[0].recorded_by, recorded.len()), (ADA, 2));
    let remove = |id| Edit::Settlement(SettlementPatch::Remove(id));
    fixture.assert_changes(remove(recorded[0].id));
    assert_eq!(fixture.trip.plan.settlements, recorded[1..]);
    assert_eq!(
        fixture.apply(remove(recorded[0].id)),
        Err(PatchError::NoItem)
    );
}

#[test]
fn people_of_the_trip_are_known_and_one_party_by_name_and_id() {
    let mut fixture = dinner();
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["bob"]),
        ..PeoplePatch::default()
    }));
    fixture.assert_changes(record(draft("ada", "x", "1")));
    fixture.assert_changes(record(draft("bob", "ada", "1")));
    let id = ADA.to_string();
    assert_eq!(fixture.violations(record(draft("ada", &id, "1"))), ["/to"]);
    assert_eq!(fixture.violations(record(draft("cy", "x", "1"))), ["/from"]);
}

#[test]
fn a_name_means_whom_the_answers_mean_though_a_new_member_has_it() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    // Bob was called cy then.
    fixture.assert_changes(items(drafts(&[&[("bob", "10", "0"), ("ada", "10", "20")]])));
    let items = Arc::make_mut(&mut fixture.trip.itinerary);
    let share = &mut items[0].budget.shares[0];
    share.member = MemberId::new("cy").unwrap();
    for members in [&["ada"][..], &["cy"]] {
        fixture.assert_changes(Edit::People(PeoplePatch {
            members: names(members),
            ..PeoplePatch::default()
        }));
    }
    // As the settlement proposes.
    fixture.assert_changes(record(draft("cy", "ada", "10")));
    fixture.assert_changes(record(draft(&CY.to_string(), "ada", "10")));
    let users = fixture.trip.plan.settlements.iter();
    let users: Vec<_> = users.map(|recorded| recorded.from_user).collect();
    assert_eq!(users, [Some(BOB), Some(CY)]);
}

#[test]
fn what_is_wrong_is_refused() {
    let mut fixture = dinner();
    let mut refused = |draft| fixture.violations(record(draft));
    assert_eq!(
        refused(draft("nobody", "nowhere", "0")),
        ["/from", "/to", "/amount"]
    );
    assert_eq!(refused(draft("x", "x", "1")), ["/to"]);
    assert_eq!(refused(draft("x", "y", "0.001")), ["/amount"]);
    let in_yen = |value| SettlementDraft {
        currency: Some(currency("JPY")),
        ..draft("x", "y", value)
    };
    assert_eq!(refused(in_yen("0.1")), ["/amount", "/currency"]);
    assert_eq!(refused(in_yen("1")), ["/currency"]);
}

#[test]
fn another_currency_is_converted_at_the_rate_of_its_date() {
    let mut fixture = dinner();
    import(&mut fixture.rates, "2026-05-01", &[("CAD", "1.5")]);
    import(&mut fixture.rates, "2026-05-02", &[("CAD", "2")]);
    let euros = SettlementDraft {
        currency: Some(currency("EUR")),
        date: Some(at("2026-05-01T23:00:00Z")),
        ..draft("y", "x", "6")
    };
    fixture.assert_changes(record(euros));
    assert_eq!(transfers(&settle(&fixture)), ["y to x: 6", "z to x: 15"]);
    import(&mut fixture.rates, "2026-05-01", &[("CAD", "9")]);
    assert_eq!(transfers(&settle(&fixture)), ["y to x: 6", "z to x: 15"]);
    fixture.assert_changes(base("EUR"));
    assert_eq!(
        balances(&settle(&fixture))[1],
        "y 6 - 15 = -9",
        "in its own currency, beside items that follow the base currency"
    );
}

#[test]
fn a_trip_has_at_most_two_thousand() {
    let mut fixture = dinner();
    fixture.assert_changes(record(draft("y", "x", "0.01")));
    let one = fixture.trip.plan.settlements[0].clone();
    fixture.trip.plan.settlements = vec![one; Trip::MAX_SETTLEMENTS];
    assert_eq!(fixture.violations(record(draft("y", "x", "1"))), [""]);
}

#[test]
fn a_document_without_settlements_is_read() {
    let plan: wayfare_domain::Plan = serde_json::from_str("{}").unwrap();
    assert!(plan.settlements.is_empty());
    let mut fixture = dinner();
    fixture.assert_changes(record(draft("y", "x", "0.5")));
    let plan = &fixture.trip.plan;
    let stored = serde_json::to_string(plan).unwrap();
    assert_eq!(
        &serde_json::from_str::<wayfare_domain::Plan>(&stored).unwrap(),
        plan
    );
}

#[test]
fn who_has_left_is_one_party_by_name_and_id() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let by_id = BOB.to_string();
    let costs = [("bob", "10", "0"), ("ada", "0", "10")];
    fixture.assert_changes(items(drafts(&[&costs])));
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["ada"]),
        ..PeoplePatch::default()
    }));
    let later = [(by_id.as_str(), "5", "0"), ("ada", "0", "5")];
    fixture.assert_changes(items(drafts(&[&costs, &later])));
    assert_eq!(
        fixture.trip.parties(&People::default()).names(),
        ["bob", "ada"]
    );
}

//! People without an account, and people who join a trip by an invitation as one of them.

use proptest::prelude::*;
use uuid::Uuid;
use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::settlement::{SettlementDraft, SettlementPatch};
use wayfare_domain::trip::{
    Edit, Invitation, JoinError, PartyPatch, PatchError, PeoplePatch, Plan,
};
use wayfare_domain::{
    Currency, Dates, GrantId, GrantPatch, Instant, MemberRole, Name, People, Person,
    ReferenceRates, Trip, UserId, Username,
};

use crate::fixture::{
    ADA, BOB, CY, DEE, TripFixture, amount, budget, items, names, pointers, share, short, stay,
};
use crate::strategies::edit;

const NOW: Instant = Instant::EPOCH;

/// People with their usernames and display names.
pub(super) fn people(people: &[(UserId, &str, &str)]) -> People {
    let person = |(id, username, name): &(UserId, &str, &str)| Person {
        id: *id,
        username: Username::new(username).unwrap(),
        name: Name::new(name).unwrap(),
        email: None,
        share_email: false,
        has_edited: false,
        imposed_by: None,
    };
    People::new(people.iter().map(person).collect())
}

fn ada() -> People {
    people(&[(ADA, "ada", "Ada")])
}

fn ada_and_cy() -> People {
    people(&[(ADA, "ada", "Ada"), (CY, "cy", "Cyrus")])
}

fn party(patch: PartyPatch) -> Edit {
    Edit::Party(patch)
}

/// Adds a party. Returns its member id.
pub(super) fn add(fixture: &mut TripFixture, name: &str) -> String {
    fixture.assert_changes(party(PartyPatch::Add(Name::new(name).unwrap())));
    let parties = &fixture.trip.plan.parties;
    parties.last().unwrap().member.as_str().to_owned()
}

fn remove(member: &str) -> Edit {
    party(PartyPatch::Remove(member.to_owned()))
}

pub(super) fn cost(member: &str, cost: &str, paid: &str) -> Edit {
    let shares = Some(vec![share("ada", "1", "0"), share(member, cost, paid)]);
    budget(BudgetPatch {
        shares,
        ..BudgetPatch::default()
    })
}

fn pays(from: &str, to: &str) -> Edit {
    Edit::Settlement(SettlementPatch::Record(SettlementDraft {
        from: wayfare_domain::trip::budget::MemberId::new(from).unwrap(),
        to: wayfare_domain::trip::budget::MemberId::new(to).unwrap(),
        amount: amount("3"),
        currency: None,
        date: None,
        note: short(""),
    }))
}

/// The member ids and names of the parties that are nobody's account.
fn open(trip: &Trip, people: &People) -> Vec<(String, String)> {
    let parties = trip.open_parties(people, &[]).into_iter();
    parties.map(|party| (party.member, party.name)).collect()
}

fn balances(trip: &Trip, people: &People) -> Vec<String> {
    let rates = ReferenceRates::default();
    let settlement = trip.settlement(Currency::CAD, &rates, people);
    let balances = settlement.balances.iter();
    balances
        .map(|it| format!("{} {} {}", it.member, it.paid, it.owed))
        .collect()
}

/// An invitation of Ada's that was made at this time.
fn to(role: MemberRole, made: Instant) -> Invitation {
    let request = GrantPatch {
        scope: Some(role),
        ..GrantPatch::default()
    };
    let (id, trip) = (GrantId(Uuid::nil()), TripFixture::new().trip.id);
    Invitation::of_trip(id, trip, ADA, Dates::default(), request, made).unwrap()
}

fn to_edit() -> Invitation {
    to(MemberRole::Editor, NOW)
}

fn join_as(trip: &Trip, user: UserId, party: &str, people: &People) -> Result<Trip, JoinError> {
    let joined = trip.join(user, &to_edit(), Some(party), people, &[], NOW);
    joined.map(|joined| joined.unwrap_or_else(|| trip.clone()))
}

#[test]
fn a_party_is_added_by_name_can_pay_at_once_and_goes_while_nothing_names_it() {
    let mut fixture = TripFixture::new();
    let mia = add(&mut fixture, "Aunt Mia");
    assert_eq!(
        open(&fixture.trip, &ada()),
        [(mia.clone(), "Aunt Mia".to_owned())]
    );
    assert_eq!(fixture.apply(pays(&mia, "ada")), Ok(true));
    assert_eq!(fixture.apply(remove(&mia)), Err(PatchError::PartyInUse));
    let recorded = &fixture.trip.plan.settlements[0];
    assert_eq!((recorded.from_user, recorded.to_user), (None, Some(ADA)));
    let recorded = recorded.id;
    fixture.assert_changes(Edit::Settlement(SettlementPatch::Remove(recorded)));
    fixture.assert_changes(cost(&mia, "5", "0"));
    let names = fixture.trip.member_names(&ada()).get(&mia).to_owned();
    assert_eq!(names, "Aunt Mia");
    assert_eq!(fixture.apply(remove(&mia)), Err(PatchError::PartyInUse));
    fixture.assert_changes(cost("ada", "0", "0"));
    fixture.assert_changes(remove(&mia));
    assert_eq!(fixture.apply(remove(&mia)), Err(PatchError::NoItem));
    assert_eq!(open(&fixture.trip, &ada()), []);
}

#[test]
fn a_rename_is_of_every_cost_payment_and_list_and_only_of_who_has_no_account() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let mia = add(&mut fixture, "Aunt Mia");
    let rename = |member: &str, name: &str| {
        let name = Name::new(name).unwrap();
        party(PartyPatch::Rename(member.to_owned(), name))
    };
    fixture.assert_changes(rename(&mia, "Mia"));
    assert_eq!(open(&fixture.trip, &ada()), [(mia, "Mia".to_owned())]);
    // A name that a cost or a payment brought is renamed as well, and stays the same person.
    let mut named = share("ned", "4", "0");
    named.name = short("Ned");
    let shares = Some(vec![named, share("bob", "1", "0")]);
    fixture.assert_changes(budget(BudgetPatch {
        shares,
        ..BudgetPatch::default()
    }));
    fixture.assert_changes(pays("ned", "bob"));
    let before = balances(&fixture.trip, &ada());
    fixture.assert_changes(rename("ned", "Edmund"));
    let (trip, ada) = (&fixture.trip, ada());
    let names = trip.member_names(&ada);
    assert_eq!(names.get("ned"), "Edmund");
    assert_eq!(trip.plan.budget.shares[0].name.as_str(), "Edmund");
    assert_eq!(balances(trip, &ada), before);
    let taken = |name, except| trip.is_name_taken(name, &ada, except);
    assert!(taken("mia", Some("ned")) && taken("ADA", None) && taken("edmund", Some("bob")));
    assert!(!taken("EDMUND", Some("ned")) && !taken("Ned", Some("ned")));
    // The name stays where no cost has it any more.
    fixture.assert_changes(cost("bob", "1", "0"));
    let ada = self::ada();
    assert_eq!(fixture.trip.member_names(&ada).get("ned"), "Edmund");
    for member in ["bob", "nobody"] {
        assert_eq!(fixture.apply(rename(member, "X")), Err(PatchError::NoItem));
    }
    let by_bob = fixture.apply_by(BOB, rename("ned", "X"));
    assert_eq!(by_bob, Err(PatchError::NotPermitted));
}

#[test]
fn only_the_owner_changes_parties_and_learns_of_them() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let mia = add(&mut fixture, "Mia");
    let new = party(PartyPatch::Add(Name::new("Ned").unwrap()));
    for patch in [new, remove(&mia), remove("nobody")] {
        assert_eq!(fixture.apply_by(BOB, patch), Err(PatchError::NotPermitted));
    }
    // Nor is somebody's account a party to remove.
    fixture.assert_changes(cost("bob", "1", "0"));
    assert_eq!(fixture.apply(remove("bob")), Err(PatchError::NoItem));
}

#[test]
fn there_are_at_most_a_hundred() {
    let mut fixture = TripFixture::new();
    for number in 0..Trip::MAX_PARTIES {
        add(&mut fixture, &format!("{number}"));
    }
    let more = party(PartyPatch::Add(Name::new("More").unwrap()));
    assert_eq!(fixture.violations(more), [""]);
}

#[test]
fn who_joins_as_a_party_is_it_in_every_sum_from_then_on() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(cost("mia", "4", "9"));
    fixture.assert_changes(pays("ada", "mia"));
    let before = balances(&fixture.trip, &ada());
    fixture.trip = join_as(&fixture.trip, CY, "mia", &ada()).unwrap();
    assert_eq!(balances(&fixture.trip, &ada_and_cy()), before);
    assert_eq!(open(&fixture.trip, &ada_and_cy()), []);
    // By the username, too, and by the first member id where budgets no longer name it.
    let own = ItemDraft {
        budget: BudgetPatch {
            shares: Some(vec![share("cy", "2", "0")]),
            ..BudgetPatch::default()
        },
        ..stay()
    };
    fixture.assert_changes(items(vec![own]));
    let sums = balances(&fixture.trip, &ada_and_cy());
    assert_eq!(sums, ["ada 3 1", "mia 9 7"]);
    fixture.assert_changes(cost("ada", "0", "0"));
    fixture.assert_changes(cost("mia", "6", "0"));
    let both = ada_and_cy();
    assert_eq!(fixture.trip.member_names(&both).get("mia"), "Cyrus");
    assert_eq!(
        balances(&fixture.trip, &ada_and_cy()),
        ["ada 3 0", "mia 0 3"]
    );
}

#[test]
fn an_account_of_the_partys_name_does_not_take_it_over() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(cost("bob", "4", "0"));
    fixture.trip = join_as(&fixture.trip, CY, "bob", &ada()).unwrap();
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["cy", "bob"]),
        ..PeoplePatch::default()
    }));
    fixture.assert_changes(cost("bob", "7", "0"));
    let all = people(&[(ADA, "ada", "A"), (CY, "cy", "C"), (BOB, "bob", "B")]);
    assert_eq!(fixture.trip.member_names(&all).get("bob"), "C");
}

#[test]
fn parties_of_accounts_and_unknown_ones_are_refused() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_changes(cost("bob", "4", "0"));
    let both = people(&[(ADA, "ada", "Ada"), (BOB, "bob", "Bob")]);
    for taken in ["bob", "ada", "BOB"] {
        let joined = join_as(&fixture.trip, CY, taken, &both);
        assert_eq!(joined, Err(JoinError::PartyTaken), "{taken}");
    }
    match join_as(&fixture.trip, CY, "nobody", &both) {
        Err(JoinError::Invalid(violations)) => assert_eq!(pointers(&violations), ["/as"]),
        other => panic!("{other:?}"),
    }
    // Their own party is theirs.
    assert_eq!(join_as(&fixture.trip, BOB, "bob", &both), Ok(fixture.trip));
}

#[test]
fn a_member_keeps_the_higher_role() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    fixture.assert_changes(Edit::People(PeoplePatch {
        roles: Some(vec![("bob".to_owned(), MemberRole::Viewer)]),
        ..PeoplePatch::default()
    }));
    let made = Instant::from_millis(fixture.now).unwrap();
    let join = |user, role| {
        let joined = fixture
            .trip
            .join(user, &to(role, made), None, &People::default(), &[], NOW);
        joined.unwrap().map(|trip| trip.member_role(user).unwrap())
    };
    assert_eq!(join(BOB, MemberRole::Viewer), None);
    assert_eq!(join(BOB, MemberRole::Editor), Some(MemberRole::Editor));
    assert_eq!(join(CY, MemberRole::Viewer), None);
    assert_eq!(join(ADA, MemberRole::Viewer), None);
    assert_eq!(join(DEE, MemberRole::Viewer), Some(MemberRole::Viewer));
}

#[test]
fn a_later_decision_of_the_owner_prevails_over_an_invitation() {
    let mut fixture = TripFixture::with_members(&["bob", "cy", "dee"]);
    let invited = Instant::from_millis(fixture.now).unwrap();
    fixture.now += 1_000;
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["cy", "dee"]),
        roles: Some(vec![("cy".to_owned(), MemberRole::Viewer)]),
        ..PeoplePatch::default()
    }));
    // Dee leaves by herself.
    let leave = Edit::People(PeoplePatch {
        members: names(&["cy"]),
        ..PeoplePatch::default()
    });
    assert_eq!(fixture.apply_by(DEE, leave), Ok(true));
    let decided = Instant::from_millis(fixture.now).unwrap();
    let join = |user, made| {
        let invitation = to(MemberRole::Editor, made);
        let joined = fixture
            .trip
            .join(user, &invitation, None, &People::default(), &[], NOW);
        joined.map(|trip| trip.map(|trip| trip.member_role(user).unwrap()))
    };
    assert_eq!(join(BOB, invited), Err(JoinError::Withdrawn));
    assert_eq!(join(CY, invited), Ok(None));
    for (user, made) in [(DEE, invited), (BOB, decided), (CY, decided)] {
        assert_eq!(join(user, made), Ok(Some(MemberRole::Editor)), "{user}");
    }
    // Whoever is an editor again is one until the next decision.
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["bob"]),
        ..PeoplePatch::default()
    }));
    let withdrawn = fixture.trip.plan.withdrawals.iter();
    let withdrawn: Vec<_> = withdrawn.map(|it| (it.user, it.at.millis())).collect();
    assert_eq!(withdrawn, [(CY, fixture.now)]);
    // Documents of earlier versions have no such field.
    let without: Plan = serde_json::from_str("{}").unwrap();
    assert_eq!(without.withdrawals, []);
}

#[test]
fn a_full_trip_takes_nobody_else() {
    let mut fixture = TripFixture::new();
    let guests: Vec<String> = (1..Trip::MAX_MEMBERS)
        .map(|number| format!("guest-{number}"))
        .collect();
    let guests: Vec<&str> = guests.iter().map(String::as_str).collect();
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&guests),
        ..PeoplePatch::default()
    }));
    let joined = fixture.trip.join(CY, &to_edit(), None, &ada(), &[], NOW);
    assert!(matches!(joined, Err(JoinError::Invalid(_))));
}

#[test]
fn the_party_of_a_deleted_account_is_nobodys_and_can_be_claimed() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_changes(cost("bob", "4", "9"));
    fixture.assert_changes(pays("bob", "ada"));
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&[]),
        ..PeoplePatch::default()
    }));
    let trip = &fixture.trip;
    assert_eq!(trip.former_people(&ada()), [BOB]);
    // Bob has left; his account is still his.
    assert_eq!(open(trip, &ada()), []);
    assert_eq!(join_as(trip, CY, "bob", &ada()), Err(JoinError::PartyTaken));
    let parties = trip.open_parties(&ada(), &[BOB]);
    assert_eq!((parties.len(), parties[0].member.as_str()), (1, "bob"));
    let before = balances(trip, &ada());
    let joined = trip.join(CY, &to_edit(), Some("bob"), &ada(), &[BOB], NOW);
    let joined = joined.unwrap().unwrap();
    assert_eq!(balances(&joined, &ada_and_cy()), before);
    assert_eq!(joined.former_people(&ada_and_cy()), []);
    assert_eq!(joined.member_names(&ada_and_cy()).get("bob"), "Cyrus");
}

#[test]
fn an_invitation_has_a_role_an_end_and_a_number_of_uses() {
    let new = |request| {
        let (id, trip) = (GrantId(Uuid::from_u128(1)), TripFixture::new().trip.id);
        Invitation::of_trip(id, trip, ADA, Dates::default(), request, NOW)
    };
    let invitation = new(GrantPatch::default()).unwrap();
    assert_eq!(invitation.scope, MemberRole::Editor);
    assert_eq!(invitation.expires_at, Some(NOW.plus_days(14)));
    assert!(invitation.is_open(NOW.plus_days(13)) && !invitation.is_open(NOW.plus_days(14)));
    assert!(!invitation.is_used_up());
    let past = new(GrantPatch {
        expires_at: Some(Some(NOW)),
        ..GrantPatch::default()
    });
    assert_eq!(pointers(&past.unwrap_err()), ["/expires_at"]);
    let used = Invitation {
        uses: Some(2),
        used: 2,
        ..invitation
    };
    assert!(used.is_used_up());
    assert!(Invitation::parse_role("owner").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn joining_as_a_party_changes_no_sum_and_no_other_party(
        edits in prop::collection::vec(edit(), 1..4),
        chosen in any::<prop::sample::Index>(),
    ) {
        let mut fixture = TripFixture::with_members(&["bob"]);
        let _ = add(&mut fixture, "Mia");
        for edit in edits {
            let _ = fixture.apply(edit);
        }
        let people = people(&[(ADA, "ada", "Ada"), (BOB, "bob", "Bob")]);
        let stranger = UserId(Uuid::from_u128(0xF0));
        let with_stranger = self::people(&[
            (ADA, "ada", "Ada"), (BOB, "bob", "Bob"), (stranger, "some-stranger", "Stranger"),
        ]);
        let before = open(&fixture.trip, &people);
        let (party, _) = &before[chosen.index(before.len())];
        let joined = join_as(&fixture.trip, stranger, party, &people).unwrap();
        prop_assert_eq!(joined.version, fixture.trip.version + 1);
        prop_assert_eq!(balances(&joined, &with_stranger), balances(&fixture.trip, &people));
        let rates = ReferenceRates::default();
        let summary = |trip: &Trip, people: &People| trip.budget_summary(
            Currency::CAD, &rates, people
        );
        prop_assert_eq!(summary(&joined, &with_stranger), summary(&fixture.trip, &people));
        let others: Vec<_> = before.iter().filter(|(member, _)| member != party).cloned().collect();
        prop_assert_eq!(open(&joined, &with_stranger), others);
        let names = joined.member_names(&with_stranger);
        prop_assert_eq!(names.get(party), "Stranger");
        prop_assert_eq!(join_as(&joined, DEE, party, &with_stranger), Err(JoinError::PartyTaken));
        let again = joined.join(
            stranger, &to(MemberRole::Viewer, NOW), Some(party), &with_stranger, &[], NOW
        );
        prop_assert_eq!(again, Ok(None));
        let plan = serde_json::to_string(&joined.plan).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Plan>(&plan).unwrap(), &joined.plan);
    }
}

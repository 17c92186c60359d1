//! The parties of budgets: which member ids mean the same person.

use wayfare_domain::trip::budget::{BudgetPatch, ShareDraft};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::summary::MemberTotal;
use wayfare_domain::trip::{Edit, Mention, PeoplePatch};
use wayfare_domain::{Currency, Name, People, Person, ReferenceRates, ShortText, UserId, Username};

use crate::fixture::{
    ADA, BOB, CY, TripFixture, budget, currency, items, names, share, stay, stay_of,
};

pub(crate) fn people(names: &[(UserId, &str)]) -> People {
    let person = |(id, username): &(UserId, &str)| Person {
        id: *id,
        username: Username::new(username).unwrap(),
        name: Name::new(username).unwrap(),
        email: None,
        share_email: false,
        has_edited: false,
        imposed_by: None,
    };
    People::new(names.iter().map(person).collect())
}

fn shares(shares: Vec<ShareDraft>) -> BudgetPatch {
    BudgetPatch {
        shares: Some(shares),
        ..BudgetPatch::default()
    }
}

/// The members' costs and payments in the summary.
fn sums(fixture: &TripFixture, people: &People) -> Vec<String> {
    let rates = ReferenceRates::default();
    let summary = fixture.trip.budget_summary(Currency::CAD, &rates, people);
    let sum = |total: MemberTotal| format!("{} {} {}", total.member, total.cost, total.payment);
    summary.members.into_iter().map(sum).collect()
}

#[test]
fn username_and_id_of_a_member_mean_one_person() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let bob = BOB.to_string();
    fixture.assert_changes(budget(shares(vec![
        share("BOB", "1", "0"),
        share(&bob.to_uppercase(), "2", "0.5"),
        share("ada", "4", "0"),
    ])));
    let item = shares(vec![share("bob", "8", "0"), share("carol", "1", "0")]);
    fixture.assert_changes(items(vec![ItemDraft {
        budget: item,
        ..stay()
    }]));
    let people = people(&[(ADA, "ada"), (BOB, "bob")]);
    assert_eq!(
        sums(&fixture, &people),
        ["BOB 11 0.5", "ada 4 0", "carol 1 0"]
    );
}

#[test]
fn a_person_stays_one_party_after_a_rename() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let cost = |member| budget(shares(vec![share(member, "1", "0")]));
    fixture.assert_changes(cost("bob"));
    let renamed = people(&[(ADA, "ada"), (BOB, "robert")]);
    // The fixture resolves user ids whatever the name is.
    let of = |member: &str| ItemDraft {
        budget: shares(vec![share(member, "2", "0")]),
        ..stay()
    };
    fixture.assert_changes(items(vec![of(&BOB.to_string()), of("bob")]));
    assert_eq!(sums(&fixture, &renamed), ["bob 5 0"]);
    // The same body again keeps its meaning.
    fixture.assert_unchanged(cost("bob"));
    // Somebody else has the old name now.
    let taken = people(&[(ADA, "bob"), (BOB, "robert")]);
    assert_eq!(sums(&fixture, &taken), ["bob 5 0"]);
    let parties = fixture.trip.parties(&taken);
    assert_eq!(parties.user(0), Some(BOB));
}

#[test]
fn members_are_named_by_whom_they_mean() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let named = |member, name: &str| ShareDraft {
        name: ShortText::new(name).unwrap(),
        ..share(member, "1", "0")
    };
    let sent = vec![
        named("BOB", "Bobby"),
        named("carol", ""),
        named("dora", "Dora D."),
    ];
    fixture.assert_changes(budget(shares(sent)));
    let named = |people: &People| {
        let names = fixture.trip.member_names(people);
        let members = ["BOB", "bob", "carol", "dora", "eve"];
        members.map(|member| names.get(member).to_owned())
    };
    let present = people(&[(ADA, "ada"), (BOB, "bob")]);
    assert_eq!(named(&present), ["bob", "bob", "carol", "Dora D.", "eve"]);
    // Another person has the old name now.
    let taken = people(&[(ADA, "bob"), (BOB, "robert")]);
    assert_eq!(named(&taken)[0], "robert");
    let left = people(&[(ADA, "ada")]);
    assert_eq!(named(&left)[0], "Bobby");
}

#[test]
fn two_people_who_exchange_their_names_stay_two_parties() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_changes(budget(shares(vec![share("bob", "1", "0")])));
    let swapped = people(&[(ADA, "bob"), (BOB, "ada")]);
    let mut mentions: Vec<Mention<'_>> = fixture.trip.mentions().collect();
    for member in ["bob", "ada"] {
        let user = if member == "bob" { ADA } else { BOB };
        mentions.push(Mention {
            member,
            user: Some(user),
        });
    }
    let parties = wayfare_domain::trip::Parties::new(mentions.into_iter(), &swapped);
    assert_eq!(parties.names(), ["bob".to_owned(), ADA.to_string()]);
    assert_eq!(parties.find("ada"), Some(0));
    assert_eq!(parties.find(&ADA.to_string()), Some(1));
    assert_eq!(parties.find("nobody"), None);
}

#[test]
fn a_name_written_before_its_holder_joined_means_them_from_then_on() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(budget(shares(vec![share("cy", "1", "0")])));
    assert_eq!(fixture.trip.plan.budget.shares[0].user, None);
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["cy"]),
        ..PeoplePatch::default()
    }));
    assert_eq!(fixture.trip.plan.budget.shares[0].user, Some(CY));
    // Who leaves is still the same party.
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["ada"]),
        ..PeoplePatch::default()
    }));
    assert_eq!(fixture.trip.plan.budget.shares[0].user, Some(CY));
    let people = people(&[(ADA, "ada")]);
    assert_eq!(sums(&fixture, &people), ["cy 1 0"]);
}

#[test]
fn another_base_currency_keeps_the_people() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_changes(budget(shares(vec![share("bob", "1", "0")])));
    let renamed = people(&[(ADA, "ada"), (BOB, "robert")]);
    fixture.assert_changes(budget(BudgetPatch {
        currency: Some(currency("EUR")),
        ..shares(vec![share("bob", "2", "0")])
    }));
    assert_eq!(fixture.trip.parties(&renamed).user(0), Some(BOB));
}

#[test]
fn unknown_members_are_those_who_are_on_the_trip_under_no_name() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    fixture.assert_changes(budget(shares(vec![
        share("bob", "1", "0"),
        share("bbo", "1", "0"),
        share("cy", "1", "0"),
        share("bbo", "2", "0"),
        share("dee", "2", "0"),
    ])));
    fixture.assert_changes(items(vec![ItemDraft {
        budget: shares(vec![share("x", "1", "0")]),
        ..stay_of("i")
    }]));
    let all = people(&[(ADA, "ada"), (BOB, "robert"), (CY, "cy")]);
    let trip = &fixture.trip;
    let own = std::iter::once(&trip.plan.budget);
    assert_eq!(trip.unknown_members(own, &all), ["bbo", "dee"]);
    assert_eq!(
        trip.unknown_members(trip.budgets(), &all),
        ["bbo", "dee", "x"]
    );
    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&["bob"]),
        ..PeoplePatch::default()
    }));
    let rest = people(&[(ADA, "ada"), (BOB, "robert")]);
    let own = std::iter::once(&fixture.trip.plan.budget);
    assert_eq!(
        fixture.trip.unknown_members(own, &rest),
        ["bbo", "cy", "dee"]
    );
}

#[test]
fn a_share_without_its_user_is_read_and_written_as_before() {
    let stored = r#"{"member": "bob"}"#;
    let share: wayfare_domain::trip::MemberShare = serde_json::from_str(stored).unwrap();
    assert_eq!(share.user, None);
    assert!(!serde_json::to_string(&share).unwrap().contains("user"));
}

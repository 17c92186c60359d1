//! The people of a trip: who is meant, and whose e-mail address is shown to whom.

#[cfg(test)]
mod joining;
#[cfg(test)]
mod members;
#[cfg(test)]
mod names;
#[cfg(test)]
pub(super) mod parties;
#[cfg(test)]
mod roles;
#[cfg(test)]
mod suggested;
#[cfg(test)]
mod users;

use wayfare_domain::{Name, People, Person, ShortText, UserId, Username};

use crate::fixture::{ADA, BOB, CY, DEE, short};

/// Somebody who has not edited the trip.
fn person(id: UserId, username: &str, email: Option<&str>, share_email: bool) -> Person {
    Person {
        id,
        username: Username::new(username).unwrap(),
        name: Name::new(username).unwrap(),
        email: email.map(short),
        share_email,
        has_edited: false,
        imposed_by: None,
    }
}

fn people() -> People {
    People::new(vec![
        person(ADA, "Ada", Some("ada@a.example"), false),
        person(BOB, "bob", Some("bob@a.example"), true),
        person(CY, "cy", None::<&str>, true),
    ])
}

/// The e-mail addresses that a reader sees.
fn shown(people: &People, reader: UserId) -> Vec<String> {
    people
        .iter()
        .map(|person| people.email_for(reader, person).to_owned())
        .collect()
}

#[test]
fn an_email_is_visible_to_its_holder_and_if_shared_to_the_trips_people() {
    let mut people = people();
    people.record_edit(BOB, false);
    let shown = |reader| shown(&people, reader);
    assert_eq!(shown(ADA), ["ada@a.example", "bob@a.example", ""]);
    assert_eq!(
        shown(BOB),
        ["", "bob@a.example", ""],
        "ada shares hers with nobody"
    );
    assert_eq!(shown(CY), ["", "bob@a.example", ""]);
    assert_eq!(
        shown(DEE),
        ["", "", ""],
        "a stranger who reads a public trip sees none"
    );
}

#[test]
fn a_member_shares_an_email_from_the_first_edit_on() {
    let mut people = people();
    assert_eq!(shown(&people, ADA), ["ada@a.example", "", ""]);
    people.record_edit(BOB, false);
    people.record_edit(DEE, false);
    assert_eq!(shown(&people, ADA), ["ada@a.example", "bob@a.example", ""]);
}

/// Who has imposed their place on each of these people.
fn makers(people: &People) -> Vec<Option<UserId>> {
    people.iter().map(|person| person.imposed_by).collect()
}

#[test]
fn members_and_a_handed_over_trip_are_imposed_until_they_are_accepted() {
    let before = People::new(people().iter().take(1).cloned().collect());
    let mut people = people();
    people.impose(ADA, &before, ADA, ADA);
    assert_eq!(makers(&people), [None, Some(ADA), Some(ADA)]);
    people.record_edit(BOB, false);
    assert_eq!(people.accountable(BOB), ADA, "bob has no room for it");
    people.record_edit(BOB, true);
    assert_eq!(people.accountable(BOB), BOB);
    // A trip that is handed over to somebody who has accepted to be a member.
    let before = people.clone();
    people.impose(ADA, &before, ADA, BOB);
    assert_eq!(makers(&people), [None, Some(ADA), Some(ADA)]);
    // Bob gives it back, or on.
    let (before, mut on) = (people.clone(), people.clone());
    people.impose(BOB, &before, BOB, ADA);
    assert_eq!(makers(&people)[0], None);
    on.impose(BOB, &before, BOB, CY);
    assert_eq!(on.accountable(CY), BOB);
    // Who has left gets back nothing without an act of theirs.
    let left = People::new(
        before
            .iter()
            .filter(|person| person.id != ADA)
            .cloned()
            .collect(),
    );
    let mut again = before.clone();
    again.impose(BOB, &left, BOB, ADA);
    assert_eq!(again.accountable(ADA), BOB);
}

#[test]
fn people_are_named_by_username_in_any_case_or_by_id() {
    let people = people();
    assert_eq!(people.resolve("ADA"), Some(ADA));
    assert_eq!(people.resolve(&BOB.to_string().to_uppercase()), Some(BOB));
    assert_eq!(people.resolve("dee"), None);
    assert_eq!(people.resolve(""), None);
    assert_eq!(people.username(ADA), "Ada");
    assert_eq!(people.username(DEE), "");
    assert_eq!(
        people.get(CY).map(|person| person.email.clone()),
        Some(None::<ShortText>)
    );
}

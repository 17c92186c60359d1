//! The people of a trip who share costs, by the ids that tools take and tell.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;
use wayfare_domain::trip::Parties;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::budget_entry::MemberEntry;
use wayfare_domain::{Reason, ShortText, UserId, Violations};
use wayfare_service::TripView;

/// One of the people of a trip.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct Person {
    /// Id, as paid_by, shared_by, from and to take it
    id: String,
    /// Name
    name: String,
    /// owner, editor or viewer; left out for somebody without an account
    role: Option<String>,
    /// True for the account that asks
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    you: bool,
    /// Whether they share a cost for all
    #[serde(skip)]
    shares_all: bool,
}

impl Person {
    /// Its id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }
}

/// The people of a trip: those with an account, then those whom its budgets or its owner name.
pub(crate) fn people_of(view: &TripView) -> Vec<Person> {
    let (trip, names) = (&view.trip, view.member_names());
    let parties = Parties::new(trip.all_mentions(), &view.people);
    let role = |user: UserId| trip.member_role(user).map(|role| role.as_str().to_owned());
    let members = view.people.iter().map(|person| Person {
        id: parties.reference(person),
        name: names.person(person.id).to_owned(),
        role: role(person.id),
        you: person.id == view.reader,
        shares_all: true,
    });
    let former = trip.former_people(&view.people);
    let others = trip.open_parties(&view.people, &former);
    let others = others.into_iter().map(|party| Person {
        name: names.get(&party.member).to_owned(),
        role: None,
        you: false,
        shares_all: trip.open_party(&party.member).is_some(),
        id: party.member,
    });
    members.chain(others).collect()
}

/// The people of a trip as those of a cost that these share; all, if none are named.
pub(crate) fn sharing(
    people: &[Person],
    shared_by: Option<&[String]>,
    paid_by: Option<&str>,
    path: &wayfare_domain::Path,
    violations: &mut Violations,
) -> Vec<MemberEntry> {
    let known: HashSet<&str> = people.iter().map(|person| person.id.as_str()).collect();
    let stranger = || Reason::new("must be the id of one of the people of the trip: see get_trip");
    for (place, id) in shared_by.unwrap_or_default().iter().enumerate() {
        if !known.contains(id.as_str()) {
            violations.add(path.unknown("shared_by").index(place), stranger());
        }
    }
    if paid_by.is_some_and(|payer| !known.contains(payer)) {
        violations.add(path.unknown("paid_by"), stranger());
    }
    let named: Option<HashSet<&str>> =
        shared_by.map(|ids| ids.iter().map(String::as_str).collect());
    let entries = people.iter().filter_map(|person| {
        let shares = match &named {
            Some(named) => named.contains(person.id.as_str()),
            None => person.shares_all,
        };
        Some(MemberEntry {
            member: MemberId::new(&person.id).ok()?,
            name: ShortText::cut(if person.name == person.id {
                ""
            } else {
                &person.name
            }),
            shares,
            part: None,
            paid: None,
        })
    });
    entries.collect()
}

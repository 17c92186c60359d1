//! Lists of the trips that those who ask own or are a member of.

use std::collections::{HashMap, HashSet};

use wayfare_domain::{People, Person, TripId};

use super::super::lists;
use super::lookups::{ATTEMPTS, RESTLESS};
use super::{Connection, Outcome};
use crate::{ListAsked, Listing};

/// All lists: the trips of all who ask, and then the people of those where they are wanted.
pub(super) fn list_all(connection: &mut Connection, asked: &[ListAsked]) -> Outcome<Vec<Listing>> {
    let unique: Vec<ListAsked> = asked
        .iter()
        .copied()
        .collect::<HashSet<_>>()
        .into_iter()
        .collect();
    for _ in 0..ATTEMPTS {
        let read = lists::read(connection, &unique)?;
        let mut listings: HashMap<ListAsked, Listing> = unique.iter().copied().zip(read).collect();
        if add_people(connection, &mut listings)? {
            return Ok(asked
                .iter()
                .map(|asked| listings.get(asked).cloned().unwrap_or_default())
                .collect());
        }
    }
    Err(RESTLESS)
}

/// Gives the trips of lists their people, where these are wanted. False where a trip is not any
/// more what its list says.
fn add_people(
    connection: &mut Connection,
    listings: &mut HashMap<ListAsked, Listing>,
) -> Outcome<bool> {
    let mut wanting: Vec<(&ListAsked, &mut Listing)> = listings
        .iter_mut()
        .filter(|(asked, listing)| asked.with_people && !listing.trips.is_empty())
        .collect();
    if wanting.is_empty() {
        return Ok(true);
    }
    let mut people: HashMap<(TripId, i64), Vec<Person>> = HashMap::new();
    for (trip, version, person) in lists::people(connection, &wanting)? {
        people
            .entry((TripId(trip.0), version))
            .or_default()
            .push(person.into_person()?);
    }
    let people: HashMap<(TripId, i64), People> = people
        .into_iter()
        .map(|(trip, people)| (trip, People::new(people)))
        .collect();
    for head in wanting
        .iter_mut()
        .flat_map(|(_, listing)| &mut listing.trips)
    {
        let Some(of_head) = people.get(&(head.id, head.version)) else {
            return Ok(false);
        };
        head.people.clone_from(of_head);
    }
    Ok(true)
}

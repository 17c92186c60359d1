//! Rows of trips and of their members.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use serde::Serialize;
use wayfare_domain::trip::{
    Budget, Destination, Estimate, Expenditure, ItineraryItem, Plan, TripMap,
};
use wayfare_domain::{Dates, Gallery, People, ShortText, Trip, TripId, UserId};

use super::{name, text};
use crate::TripHead;
use crate::cache::{Lengths, Stamp};
use crate::columns::{At, Key, Read, Written};
use crate::schema::{trip_members, trips};

/// A whole trip, save its members.
#[derive(Queryable, Selectable)]
#[diesel(table_name = trips)]
pub(crate) struct TripRow {
    id: Key,
    owner_id: Key,
    private: bool,
    name: String,
    description: String,
    version: i64,
    created_at: At,
    updated_at: At,
    dates: Read<Dates>,
    estimate: Read<Estimate>,
    gallery: Read<Gallery>,
    budget: Read<Budget>,
    todo: Read<Vec<ShortText>>,
    destinations: Read<Vec<Destination>>,
    expenditures: Read<Vec<Expenditure>>,
    map: Read<TripMap>,
    itinerary: Read<Vec<ItineraryItem>>,
}

impl TripRow {
    pub(crate) fn id(&self) -> TripId {
        TripId(self.id.0)
    }

    pub(crate) fn stamp(&self) -> Stamp {
        Stamp {
            version: self.version,
            updated_at: self.updated_at.0,
        }
    }

    /// How long its documents are.
    pub(crate) fn lengths(&self) -> Lengths {
        let Self {
            dates,
            estimate,
            gallery,
            budget,
            todo,
            destinations,
            expenditures,
            map,
            itinerary,
            ..
        } = self;
        [
            dates.bytes,
            estimate.bytes,
            gallery.bytes,
            budget.bytes,
            todo.bytes,
            destinations.bytes,
            expenditures.bytes,
            map.bytes,
            itinerary.bytes,
        ]
    }

    /// The trip, with the members that `people` are.
    pub(crate) fn into_trip(self, people: &People) -> QueryResult<Trip> {
        let Self {
            id,
            owner_id,
            private,
            name: trip_name,
            description,
            version,
            created_at,
            updated_at,
            dates,
            estimate,
            gallery,
            budget,
            todo,
            destinations,
            expenditures,
            map,
            itinerary,
        } = self;
        Ok(Trip {
            id: TripId(id.0),
            version,
            created_at: created_at.0,
            updated_at: updated_at.0,
            owner: UserId(owner_id.0),
            members: people.iter().map(|person| person.id).collect(),
            private,
            name: name(&trip_name)?,
            description: text("description", description)?,
            plan: Plan {
                destinations: destinations.value,
                estimate: estimate.value,
                budget: budget.value,
                expenditures: expenditures.value,
                dates: dates.value,
                todo: todo.value,
            },
            itinerary: itinerary.value,
            map: map.value,
            gallery: gallery.value,
        })
    }
}

/// Those of a trip's documents that are to be written, in the order of their columns.
pub(crate) type Documents = [Option<Written>; 9];

/// The documents of `after` that differ from those of `before`.
pub(crate) fn documents(before: &Trip, after: &Trip) -> QueryResult<Documents> {
    Ok([
        changed(&before.plan.dates, &after.plan.dates)?,
        changed(&before.plan.estimate, &after.plan.estimate)?,
        changed(&before.gallery, &after.gallery)?,
        changed(&before.plan.budget, &after.plan.budget)?,
        changed(&before.plan.todo, &after.plan.todo)?,
        changed(&before.plan.destinations, &after.plan.destinations)?,
        changed(&before.plan.expenditures, &after.plan.expenditures)?,
        changed(&before.map, &after.map)?,
        changed(&before.itinerary, &after.itinerary)?,
    ])
}

/// How long those of a trip's documents are that are to be written.
pub(crate) fn lengths(documents: &Documents) -> [Option<usize>; 9] {
    documents
        .each_ref()
        .map(|document| document.as_ref().map(Written::len))
}

fn changed<T: PartialEq + Serialize>(before: &T, after: &T) -> QueryResult<Option<Written>> {
    (before != after).then(|| Written::new(after)).transpose()
}

/// A new trip, save its members.
#[derive(Insertable)]
#[diesel(table_name = trips, treat_none_as_default_value = false)]
pub(crate) struct NewTrip<'a> {
    pub(crate) id: Key,
    pub(crate) owner_id: Key,
    pub(crate) private: bool,
    pub(crate) name: &'a str,
    pub(crate) description: &'a str,
    pub(crate) version: i64,
    pub(crate) created_at: At,
    pub(crate) updated_at: At,
    pub(crate) dates: Written,
    pub(crate) estimate: Written,
    pub(crate) gallery: Written,
    pub(crate) budget: Written,
    pub(crate) todo: Written,
    pub(crate) destinations: Written,
    pub(crate) expenditures: Written,
    pub(crate) map: Written,
    pub(crate) itinerary: Written,
}

impl<'a> NewTrip<'a> {
    /// The row of a trip.
    pub(crate) fn new(trip: &'a Trip) -> QueryResult<Self> {
        let Trip {
            id,
            version,
            created_at,
            updated_at,
            owner,
            members: _,
            private,
            name,
            description,
            plan:
                Plan {
                    destinations,
                    estimate,
                    budget,
                    expenditures,
                    dates,
                    todo,
                },
            itinerary,
            map,
            gallery,
        } = trip;
        Ok(Self {
            id: Key::from(*id),
            owner_id: Key::from(*owner),
            private: *private,
            name: name.as_str(),
            description: description.as_str(),
            version: *version,
            created_at: At(*created_at),
            updated_at: At(*updated_at),
            dates: Written::new(dates)?,
            estimate: Written::new(estimate)?,
            gallery: Written::new(gallery)?,
            budget: Written::new(budget)?,
            todo: Written::new(todo)?,
            destinations: Written::new(destinations)?,
            expenditures: Written::new(expenditures)?,
            map: Written::new(map)?,
            itinerary: Written::new(itinerary)?,
        })
    }
}

/// A member of a trip.
#[derive(Insertable)]
#[diesel(table_name = trip_members, treat_none_as_default_value = false)]
pub(crate) struct MemberRow {
    trip_id: Key,
    user_id: Key,
    position: i32,
    trip_created_at: At,
}

impl MemberRow {
    /// The rows of a trip's members from the place `from` on.
    pub(crate) fn of(trip: &Trip, from: i32) -> Vec<Self> {
        let places = (0_i32..)
            .zip(&trip.members)
            .filter(|(place, _)| *place >= from);
        places
            .map(|(position, user)| Self {
                trip_id: Key::from(trip.id),
                user_id: Key::from(*user),
                position,
                trip_created_at: At(trip.created_at),
            })
            .collect()
    }
}

/// What a list shows of a trip.
#[derive(Queryable, Selectable)]
#[diesel(table_name = trips)]
pub(crate) struct HeadRow {
    id: Key,
    version: i64,
    owner_id: Key,
    private: bool,
    name: String,
    description: String,
    gallery: Read<Gallery>,
}

impl HeadRow {
    /// The entry of a list, without people.
    pub(crate) fn into_head(self, viewer_is_member: bool) -> QueryResult<TripHead> {
        let Self {
            id,
            version,
            owner_id,
            private,
            name: trip_name,
            description,
            gallery,
        } = self;
        Ok(TripHead {
            id: TripId(id.0),
            version,
            owner: UserId(owner_id.0),
            private,
            name: name(&trip_name)?,
            description: text("description", description)?,
            gallery: gallery.value,
            people: People::default(),
            viewer_is_member,
        })
    }
}

//! Rows of trips and members.

use std::sync::Arc;

use diesel::result::Error::DeserializationError;
use diesel::{Insertable, QueryResult, Queryable, Selectable};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wayfare_domain::trip::{ItineraryItem, TripMap};
use wayfare_domain::{
    Dates, Description, Gallery, Instant, Moment, Name, People, Plan, Trip, TripId, TripOverview,
    UserId,
};

use super::{description, name};
use crate::broken::{BrokenValue, log, parse_document};
use crate::cache::Stamp;
use crate::columns::{JsonColumn, JsonText, Key, Timestamp};
use crate::schema::{trip_members, trips};
use crate::{DocumentSizes, TripHead};

/// The overview of a trip without its members. Its documents are not parsed yet.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = trips)]
pub(crate) struct OverviewRow {
    id: Key,
    owner_id: Key,
    private: bool,
    name: String,
    description: String,
    version: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
    gallery: String,
    plan: String,
}

/// The rest of a trip. Its documents are not parsed yet.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = trips)]
pub(crate) struct RestRow {
    map: String,
    itinerary: String,
}

impl OverviewRow {
    pub(crate) fn id(&self) -> TripId {
        TripId(self.id.0)
    }

    pub(crate) fn stamp(&self) -> Stamp {
        Stamp {
            version: self.version,
            updated_at: self.updated_at.0,
        }
    }

    /// The sizes of its documents, and of those of `rest`.
    pub(crate) fn document_sizes(&self, rest: Option<&RestRow>) -> DocumentSizes {
        DocumentSizes {
            gallery: self.gallery.len(),
            plan: self.plan.len(),
            map: rest.map_or(0, |rest| rest.map.len()),
            itinerary: rest.map_or(0, |rest| rest.itinerary.len()),
        }
    }

    pub(crate) fn description_len(&self) -> usize {
        self.description.len()
    }

    /// Builds the overview with `people` as the members, of whom `viewers` may only read.
    pub(crate) fn into_overview(
        self,
        people: &People,
        viewers: Vec<UserId>,
    ) -> QueryResult<TripOverview> {
        let id = self.id();
        let mut tell = |value| log(id, &value);
        Ok(TripOverview {
            id,
            version: self.version,
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
            owner: UserId(self.owner_id.0),
            members: people.iter().map(|person| person.id).collect(),
            viewers,
            private: self.private,
            name: name(&self.name)?,
            description: description(&self.description),
            plan: parse::<Plan>("plan", &self.plan, &mut tell)?,
            gallery: parse::<Gallery>("gallery", &self.gallery, &mut tell)?,
        })
    }

    /// The values of the trip that break a rule.
    pub(crate) fn broken_values(&self, rest: &RestRow) -> Vec<BrokenValue> {
        let mut found = Vec::new();
        let mut tell = |value| found.push(value);
        let texts = [
            ("name", Name::new(&self.name).err()),
            (
                "description",
                Description::new(self.description.as_str()).err(),
            ),
        ];
        for (place, reason) in texts {
            if let Some(reason) = reason {
                tell(BrokenValue::new(place, &reason.to_string()));
            }
        }
        // Written by a clock, they are never the first or last instant, but for being read so.
        let ends = [i64::MIN, i64::MAX].map(Instant::nearest);
        for (place, at) in [
            ("created_at", self.created_at),
            ("updated_at", self.updated_at),
        ] {
            if ends.contains(&at.0) {
                tell(BrokenValue::new(place, "must be in the years 1 to 9999"));
            }
        }
        let documents = [
            ("plan", parse::<Plan>("plan", &self.plan, &mut tell).err()),
            (
                "gallery",
                parse::<Gallery>("gallery", &self.gallery, &mut tell).err(),
            ),
            ("itinerary", parse_items(&rest.itinerary, &mut tell).err()),
            ("map", parse::<TripMap>("map", &rest.map, &mut tell).err()),
        ];
        for (place, _) in documents.iter().filter(|(_, error)| error.is_some()) {
            tell(BrokenValue::new(place, "is no document of its kind"));
        }
        found
    }
}

impl RestRow {
    /// Builds the trip of this overview.
    pub(crate) fn into_trip(self, overview: Arc<TripOverview>) -> QueryResult<Trip> {
        let id = overview.id;
        let mut tell = |value| log(id, &value);
        let mut trip = Trip {
            overview,
            itinerary: Arc::new(parse_items(&self.itinerary, &mut tell)?),
            map: Arc::new(parse("map", &self.map, &mut tell)?),
        };
        trip.upgrade_places();
        Ok(trip)
    }
}

/// Parses a document. What of it breaks a rule is left out, and told to `tell`.
fn parse<T: DeserializeOwned>(
    name: &str,
    text: &str,
    tell: &mut dyn FnMut(BrokenValue),
) -> QueryResult<T> {
    parse_document(name, text, tell).map_err(|error| DeserializationError(Box::new(error)))
}

fn parse_items(text: &str, tell: &mut dyn FnMut(BrokenValue)) -> QueryResult<Vec<ItineraryItem>> {
    parse("itinerary", text, tell)
}

/// The documents of a trip to write; `None` for those that stay the same.
#[derive(Debug, Clone)]
pub(crate) struct ChangedDocuments {
    pub(crate) gallery: Option<JsonText>,
    pub(crate) plan: Option<JsonText>,
    pub(crate) map: Option<JsonText>,
    pub(crate) itinerary: Option<JsonText>,
}

impl ChangedDocuments {
    /// Serialises the documents of `after` that differ from those of `before`.
    pub(crate) fn new(before: &Trip, after: &Trip) -> QueryResult<Self> {
        Ok(Self {
            gallery: written_if(before.gallery != after.gallery, &after.gallery)?,
            plan: written_if(before.plan != after.plan, &after.plan)?,
            map: written_if(before.map != after.map, &*after.map)?,
            itinerary: written_if(before.itinerary != after.itinerary, &*after.itinerary)?,
        })
    }

    /// The sizes of a trip's documents after the write.
    pub(crate) fn sizes(&self, before: DocumentSizes) -> DocumentSizes {
        let size =
            |changed: &Option<JsonText>, before| changed.as_ref().map_or(before, JsonText::len);
        DocumentSizes {
            gallery: size(&self.gallery, before.gallery),
            plan: size(&self.plan, before.plan),
            map: size(&self.map, before.map),
            itinerary: size(&self.itinerary, before.itinerary),
        }
    }
}

fn written_if(is_changed: bool, after: &impl Serialize) -> QueryResult<Option<JsonText>> {
    is_changed.then(|| JsonText::new(after)).transpose()
}

/// A new trip without its members.
#[derive(Insertable)]
#[diesel(table_name = trips, treat_none_as_default_value = false)]
pub(crate) struct NewTrip<'a> {
    id: Key,
    owner_id: Key,
    private: bool,
    name: &'a str,
    description: &'a str,
    version: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
    gallery: JsonText,
    plan: JsonText,
    map: JsonText,
    itinerary: JsonText,
    #[diesel(embed)]
    keys: SortKeys,
    moved_at: Timestamp,
}

/// What lists are searched and sorted by: the dates, and texts in lower case.
#[derive(Insertable)]
#[diesel(table_name = trips, treat_none_as_default_value = false)]
pub(crate) struct SortKeys {
    pub(crate) starts_at: Option<Timestamp>,
    pub(crate) ends_at: Option<Timestamp>,
    pub(crate) name_key: String,
    pub(crate) search_key: String,
}

impl SortKeys {
    pub(crate) fn new(name: &str, description: &str, dates: Dates) -> Self {
        let at = |moment: Option<Moment>| moment.map(|moment| Timestamp(moment.at));
        let name_key = name.to_lowercase();
        Self {
            starts_at: at(dates.start),
            ends_at: at(dates.end),
            search_key: format!("{name_key}\n{}", description.to_lowercase()),
            name_key,
        }
    }

    pub(crate) fn of(trip: &TripOverview) -> Self {
        let (name, description) = (trip.name.as_str(), trip.description.as_str());
        Self::new(name, description, trip.plan.dates)
    }
}

impl<'a> NewTrip<'a> {
    /// The row of a trip.
    pub(crate) fn new(trip: &'a Trip) -> QueryResult<Self> {
        let Trip {
            overview,
            itinerary,
            map,
        } = trip;
        let TripOverview {
            id,
            version,
            created_at,
            updated_at,
            owner,
            members: _,
            viewers: _,
            private,
            name,
            description,
            plan,
            gallery,
        } = overview.as_ref();
        Ok(Self {
            id: Key::from(*id),
            owner_id: Key::from(*owner),
            private: *private,
            name: name.as_str(),
            description: description.as_str(),
            version: *version,
            created_at: Timestamp(*created_at),
            updated_at: Timestamp(*updated_at),
            gallery: JsonText::new(gallery)?,
            plan: JsonText::new(plan)?,
            map: JsonText::new(map.as_ref())?,
            itinerary: JsonText::new(itinerary.as_ref())?,
            keys: SortKeys::of(overview),
            moved_at: Timestamp(*created_at),
        })
    }

    pub(crate) fn document_sizes(&self) -> DocumentSizes {
        DocumentSizes {
            gallery: self.gallery.len(),
            plan: self.plan.len(),
            map: self.map.len(),
            itinerary: self.itinerary.len(),
        }
    }
}

/// A member of a trip.
#[derive(Insertable)]
#[diesel(table_name = trip_members, treat_none_as_default_value = false)]
pub(crate) struct MemberRow {
    pub(crate) trip_id: Key,
    pub(crate) user_id: Key,
    pub(crate) position: i32,
    pub(crate) trip_created_at: Timestamp,
    pub(crate) has_edited: bool,
    pub(crate) is_viewer: bool,
    pub(crate) imposed_by: Option<Key>,
}

/// The fields of a trip that lists show.
#[derive(Queryable, Selectable)]
#[diesel(table_name = trips)]
pub(crate) struct HeadRow {
    id: Key,
    version: i64,
    owner_id: Key,
    private: bool,
    name: String,
    description: String,
    gallery: JsonColumn<Gallery>,
}

impl HeadRow {
    /// Builds the list entry, without people.
    pub(crate) fn into_head(self, reader_is_member: bool) -> QueryResult<TripHead> {
        Ok(TripHead {
            id: TripId(self.id.0),
            version: self.version,
            owner: UserId(self.owner_id.0),
            private: self.private,
            name: name(&self.name)?,
            description: description(&self.description),
            gallery: self.gallery.value,
            people: People::default(),
            reader_is_member,
        })
    }
}

//! Destinations: resolution of the entries of a list, areas, and the trip's starting point.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Trip;
use super::place::{Coordinates, PlaceMatch, PlaceQuery};
use crate::ShortText;
use crate::user::set;

/// A place that a trip goes to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Destination {
    /// Its id, unique in the trip; empty only in the empty destination.
    pub id: ShortText,
    /// Its name.
    pub name: ShortText,
    /// Where it is, such as "Lisbon, Portugal".
    pub location: ShortText,
    /// What it is like.
    pub description: ShortText,
    /// Its coordinates, if a gazetteer knows a place of this name and location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
}

/// A destination in a request: fields that were left out are `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DestinationDraft {
    /// Its id; an empty one counts as left out.
    pub id: Option<ShortText>,
    /// Its name.
    pub name: Option<ShortText>,
    /// Where it is.
    pub location: Option<ShortText>,
    /// What it is like.
    pub description: Option<ShortText>,
}

/// An entry of the list of destinations in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DestinationEntry {
    /// The id or the name of a destination of the trip, else the name of a new one.
    Named(ShortText),
    /// A destination in full or in part.
    Given(DestinationDraft),
}

impl DestinationDraft {
    /// The id that was sent; an empty one counts as left out.
    pub(crate) fn sent_id(&self) -> Option<&ShortText> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }

    /// Adds a later draft of the same destination, whose values replace the earlier ones.
    pub(super) fn merge(&mut self, later: Self) {
        let Self {
            id: _,
            name,
            location,
            description,
        } = later;
        self.name = name.or(self.name.take());
        self.location = location.or(self.location.take());
        self.description = description.or(self.description.take());
    }

    /// Whether this draft, which has no id, means `candidate`.
    fn means(&self, candidate: &Candidate) -> bool {
        let now = &candidate.now;
        if self.name.as_ref().is_none_or(|name| name.is_empty()) {
            // Without a name, it can only mean an equal destination.
            return *now == self.build(now.id.clone());
        }
        self.name.as_ref() == Some(&now.name)
            && (candidate.known.is_some() || self.agrees_with(now))
    }

    /// Whether `destination` already has the values of this draft.
    fn agrees_with(&self, destination: &Destination) -> bool {
        let mut after = destination.clone();
        self.apply_to(&mut after);
        after == *destination
    }

    /// The destination that this draft alone makes.
    pub(crate) fn build(&self, id: ShortText) -> Destination {
        let mut new = Destination {
            id,
            ..Destination::default()
        };
        self.apply_to(&mut new);
        new
    }

    /// Changes the fields of `over` that this draft has; its id stays.
    pub(crate) fn apply_to(&self, over: &mut Destination) {
        let before = (over.name.clone(), over.location.clone());
        set(&mut over.name, self.name.clone());
        set(&mut over.location, self.location.clone());
        set(&mut over.description, self.description.clone());
        if (&over.name, &over.location) != (&before.0, &before.1) {
            // Another name or location is another place.
            over.coordinates = None;
        }
    }

    /// The gazetteer query for a new destination of this draft; `None` if no field is missing or it
    /// has no name.
    pub(crate) fn place_query(&self) -> Option<PlaceQuery> {
        let name = self.name.clone().filter(|name| !name.is_empty())?;
        let complete = self.location.is_some() && self.description.is_some();
        (!complete).then(|| PlaceQuery {
            name,
            location: self.location.clone().unwrap_or_default(),
        })
    }

    /// Fills in the fields of `new` that this draft left out, if the place is known (interface:
    /// "Destinations").
    pub(crate) fn complete(
        &self,
        new: &mut Destination,
        places: &dyn Fn(&PlaceQuery) -> Option<PlaceMatch>,
    ) {
        let Some(PlaceMatch {
            location,
            description,
            coordinates,
        }) = self.place_query().and_then(|query| places(&query))
        else {
            return;
        };
        set(
            &mut new.location,
            Some(location).filter(|_| self.location.is_none()),
        );
        set(
            &mut new.description,
            Some(description).filter(|_| self.description.is_none()),
        );
        new.coordinates = Some(coordinates);
    }
}

/// A destination that entries may mean.
struct Candidate {
    /// The destination of the trip; `None` if the list makes a new one.
    known: Option<Destination>,
    /// The merged drafts of the entries that mean it.
    merged: DestinationDraft,
    /// The destination with these drafts applied, without gazetteer data: entries are compared by
    /// the fields that were sent.
    now: Destination,
}

impl Candidate {
    fn known(known: &Destination) -> Self {
        Self {
            known: Some(known.clone()),
            merged: DestinationDraft::default(),
            now: known.clone(),
        }
    }

    fn new(draft: DestinationDraft, mint: &mut dyn FnMut() -> Uuid) -> Self {
        let id = draft.sent_id().cloned().unwrap_or_else(|| minted(mint));
        Self {
            known: None,
            now: draft.build(id),
            merged: draft,
        }
    }

    fn merge(&mut self, draft: DestinationDraft) {
        draft.apply_to(&mut self.now);
        self.merged.merge(draft);
    }

    /// The destination after all entries of the list. If two entries rename it, the later one wins.
    fn finish(self, places: &dyn Fn(&PlaceQuery) -> Option<PlaceMatch>) -> Destination {
        let Self { known, merged, now } = self;
        match known {
            Some(mut known) => {
                merged.apply_to(&mut known);
                known
            }
            None => {
                let mut new = now;
                merged.complete(&mut new, places);
                new
            }
        }
    }
}

/// Resolves the entries of a list of destinations of `trip`.
///
/// An entry with the id or name of a destination of the trip's list, else of its itinerary, means
/// that destination. The one in the entry's own place is tried first, so that a list sent back is
/// the same list. Another entry means an equal new destination of this list, else it makes one.
/// Objects without ids mean the same new destination only if their fields agree. `places` fills in
/// the missing fields of new destinations.
pub(crate) fn resolve(
    trip: &Trip,
    entries: Vec<DestinationEntry>,
    places: &dyn Fn(&PlaceQuery) -> Option<PlaceMatch>,
    mint: &mut dyn FnMut() -> Uuid,
) -> Vec<Destination> {
    let in_items = trip
        .itinerary
        .iter()
        .map(|item| &item.destination)
        .filter(|destination| !destination.id.is_empty());
    // An id is unique: the destination of the list, else of the first item, has it.
    let mut seen = HashSet::new();
    let on_trip = trip.plan.destinations.iter().chain(in_items);
    let mut candidates: Vec<Candidate> = on_trip
        .filter(|known| seen.insert(known.id.clone()))
        .map(Candidate::known)
        .collect();
    let meant: Vec<usize> = entries
        .into_iter()
        .enumerate()
        .map(|(place, entry)| {
            let here = trip.plan.destinations.get(place).map(|here| &here.id);
            let found = find(&candidates, here, &entry);
            let draft = match entry {
                DestinationEntry::Named(_) if found.is_some() => DestinationDraft::default(),
                DestinationEntry::Named(name) => DestinationDraft {
                    name: Some(name),
                    ..DestinationDraft::default()
                },
                DestinationEntry::Given(draft) => draft,
            };
            match found.and_then(|found| candidates.get_mut(found)) {
                Some(candidate) => candidate.merge(draft),
                None => candidates.push(Candidate::new(draft, mint)),
            }
            found.unwrap_or(candidates.len() - 1)
        })
        .collect();
    let finished: Vec<Destination> = candidates
        .into_iter()
        .map(|candidate| candidate.finish(places))
        .collect();
    meant
        .into_iter()
        .filter_map(|place| finished.get(place).cloned())
        .collect()
}

/// Finds the candidate that an entry means: `here`, which is in the entry's place, else the first
/// by id, else the first by name.
fn find(
    candidates: &[Candidate],
    here: Option<&ShortText>,
    entry: &DestinationEntry,
) -> Option<usize> {
    let by_id = |candidate: &Candidate| match entry {
        DestinationEntry::Named(text) => candidate.now.id == *text,
        DestinationEntry::Given(draft) => draft.sent_id() == Some(&candidate.now.id),
    };
    let by_name = |candidate: &Candidate| match entry {
        DestinationEntry::Named(text) => candidate.now.name == *text,
        DestinationEntry::Given(draft) => draft.sent_id().is_none() && draft.means(candidate),
    };
    let in_place = here.and_then(|here| {
        candidates
            .iter()
            .position(|candidate| candidate.now.id == *here)
    });
    in_place
        .filter(|place| {
            candidates
                .get(*place)
                .is_some_and(|candidate| by_id(candidate) || by_name(candidate))
        })
        .or_else(|| candidates.iter().position(by_id))
        .or_else(|| candidates.iter().position(by_name))
}

/// A new id as text.
pub(crate) fn minted(mint: &mut dyn FnMut() -> Uuid) -> ShortText {
    // A hyphenated UUID is 36 characters: it always fits.
    ShortText::new(mint().hyphenated().to_string()).unwrap_or_default()
}

/// A location and the destinations there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// The location.
    pub name: String,
    /// The names of the destinations there, comma-separated.
    pub description: String,
}

impl Trip {
    /// The distinct locations of the destinations, then of the itinerary, in order of first
    /// appearance.
    pub fn areas(&self) -> Vec<Area> {
        let in_items = self.itinerary.iter().map(|item| &item.destination);
        let mut areas: Vec<(&str, Vec<&str>)> = Vec::new();
        for place in self
            .plan
            .destinations
            .iter()
            .chain(in_items)
            .filter(|place| !place.location.is_empty())
        {
            let known = areas
                .iter()
                .position(|(location, _)| *location == place.location.as_str());
            let at = known.unwrap_or_else(|| {
                areas.push((&place.location, Vec::new()));
                areas.len() - 1
            });
            if let Some((_, names)) = areas.get_mut(at)
                && !place.name.is_empty()
                && !names.contains(&place.name.as_str())
            {
                names.push(&place.name);
            }
        }
        areas
            .into_iter()
            .map(|(location, names)| Area {
                name: location.to_owned(),
                description: names.join(", "),
            })
            .collect()
    }

    /// The trip's starting point: the first destination of an item that has a name, else the first
    /// destination of the list, else the empty one.
    pub fn starting_point(&self) -> Destination {
        let in_items = self
            .itinerary
            .iter()
            .map(|item| &item.destination)
            .find(|place| !place.name.is_empty());
        in_items
            .or_else(|| self.plan.destinations.first())
            .cloned()
            .unwrap_or_default()
    }
}

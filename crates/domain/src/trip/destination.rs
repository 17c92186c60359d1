//! Destinations: resolution of the entries of a list, areas, and the trip's starting point.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Trip;
use super::place::{Coordinates, PlaceMatch, PlaceQuery, ZoneName};
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
    /// The time zone of the place at its coordinates. No answer shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<ZoneName>,
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
        let agrees =
            |sent: &Option<ShortText>, value| sent.as_ref().is_none_or(|sent| sent == value);
        agrees(&self.name, &destination.name)
            && agrees(&self.location, &destination.location)
            && agrees(&self.description, &destination.description)
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
            over.time_zone = None;
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
            time_zone,
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
        new.time_zone = time_zone;
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

/// Finds the candidate that an entry means: the one with the id `here`, which is in the entry's
/// place, else the first by id, else the first by name.
fn find(
    candidates: &[Candidate],
    here: Option<&ShortText>,
    entry: &DestinationEntry,
) -> Option<usize> {
    let has_id = |candidate: &Candidate| match entry {
        DestinationEntry::Named(text) => candidate.now.id == *text,
        DestinationEntry::Given(draft) => draft.sent_id() == Some(&candidate.now.id),
    };
    let is_named = |candidate: &Candidate| match entry {
        DestinationEntry::Named(text) => candidate.now.name == *text,
        DestinationEntry::Given(draft) => draft.sent_id().is_none() && draft.means(candidate),
    };
    let is_here = |candidate: &Candidate| {
        here == Some(&candidate.now.id) && (has_id(candidate) || is_named(candidate))
    };
    let position = |is_it: &dyn Fn(&Candidate) -> bool| candidates.iter().position(is_it);
    position(&is_here)
        .or_else(|| position(&has_id))
        .or_else(|| position(&is_named))
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
    let in_items = trip.itinerary.iter().map(|item| &item.destination);
    let known = trip.plan.destinations.iter().chain(in_items);
    // An id is unique: the destination of the list, else of the first item, has it.
    let mut ids = HashSet::new();
    let mut candidates: Vec<Candidate> = known
        .filter(|known| !known.id.is_empty() && ids.insert(&known.id))
        .map(Candidate::known)
        .collect();
    let mut meant = Vec::with_capacity(entries.len());
    for (place, entry) in entries.into_iter().enumerate() {
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
        meant.push(found.unwrap_or(candidates.len()));
        match found.and_then(|found| candidates.get_mut(found)) {
            Some(candidate) => candidate.merge(draft),
            None => candidates.push(Candidate::new(draft, mint)),
        }
    }
    let finished = candidates
        .into_iter()
        .map(|candidate| candidate.finish(places));
    let finished: Vec<Destination> = finished.collect();
    meant
        .into_iter()
        .filter_map(|place| finished.get(place).cloned())
        .collect()
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
    /// The destinations, then those of the itinerary, to change them.
    pub fn destinations_mut(&mut self) -> impl Iterator<Item = &mut Destination> {
        let of_items = self.itinerary.iter_mut().map(|item| &mut item.destination);
        let overview = Arc::make_mut(&mut self.overview);
        overview.plan.destinations.iter_mut().chain(of_items)
    }

    /// The distinct locations of the destinations, then of the itinerary, in order of first
    /// appearance.
    pub fn areas(&self) -> Vec<Area> {
        let in_items = self.itinerary.iter().map(|item| &item.destination);
        let mut areas: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut seen: HashSet<(usize, &str)> = HashSet::new();
        for place in self
            .plan
            .destinations
            .iter()
            .chain(in_items)
            .filter(|place| !place.location.is_empty())
        {
            let at = *places.entry(&place.location).or_insert_with(|| {
                areas.push((&place.location, Vec::new()));
                areas.len() - 1
            });
            if let Some((_, names)) = areas.get_mut(at)
                && !place.name.is_empty()
                && seen.insert((at, &place.name))
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

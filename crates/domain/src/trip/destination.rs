//! Destinations: which of them an entry of `dest` means, the areas they make up, and where the trip
//! starts.

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
    /// Which destination of its trip it is; empty only in the empty destination.
    pub id: ShortText,
    /// Its name.
    pub name: ShortText,
    /// Where it is, such as "Lisbon, Portugal".
    pub location: ShortText,
    /// What it is like.
    pub description: ShortText,
    /// Where it is on the earth, where a gazetteer knows the place of this name and location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
}

/// A destination as a client writes it: only what is there was sent.
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

/// An entry of `dest` as a client writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DestinationEntry {
    /// The id or the name of a destination of the trip, else the name of a new one.
    Named(ShortText),
    /// A destination in full or in part.
    Given(DestinationDraft),
}

impl DestinationDraft {
    /// The id that was sent.
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
            // Nothing names it, so only one that is just the same can be meant.
            return *now == self.build(now.id.clone());
        }
        self.name.as_ref() == Some(&now.name)
            && (candidate.known.is_some() || self.agrees_with(now))
    }

    /// Whether `destination` already is as this draft says.
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

    /// `over` with what this draft sends; its id stays.
    pub(crate) fn apply_to(&self, over: &mut Destination) {
        let before = (over.name.clone(), over.location.clone());
        set(&mut over.name, self.name.clone());
        set(&mut over.location, self.location.clone());
        set(&mut over.description, self.description.clone());
        if (&over.name, &over.location) != (&before.0, &before.1) {
            // They are those of another place.
            over.coordinates = None;
        }
    }

    /// What a gazetteer can fill in where this draft makes a new destination; `None` where nothing
    /// was left out, or nothing names it.
    pub(crate) fn place_query(&self) -> Option<PlaceQuery> {
        let name = self.name.clone().filter(|name| !name.is_empty())?;
        let complete = self.location.is_some() && self.description.is_some();
        (!complete).then(|| PlaceQuery {
            name,
            location: self.location.clone().unwrap_or_default(),
        })
    }

    /// Fills in what this draft left out of `new`, which it made, where the place is known
    /// (interface: "Destinations").
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

/// A destination that entries of `dest` may mean.
struct Candidate {
    /// As it is on the trip; none where the list makes it.
    known: Option<Destination>,
    /// What the entries that mean it say of it, a later one over an earlier one.
    said: DestinationDraft,
    /// As they leave it, but for what a gazetteer knows: whether entries agree is a matter of what
    /// they say.
    now: Destination,
}

impl Candidate {
    fn known(known: &Destination) -> Self {
        Self {
            known: Some(known.clone()),
            said: DestinationDraft::default(),
            now: known.clone(),
        }
    }

    fn new(draft: DestinationDraft, mint: &mut dyn FnMut() -> Uuid) -> Self {
        let id = draft.sent_id().cloned().unwrap_or_else(|| minted(mint));
        Self {
            known: None,
            now: draft.build(id),
            said: draft,
        }
    }

    fn merge(&mut self, draft: DestinationDraft) {
        draft.apply_to(&mut self.now);
        self.said.merge(draft);
    }

    /// As the whole list leaves it: a place that two entries name in turn is the one of the later.
    fn settle(self, places: &dyn Fn(&PlaceQuery) -> Option<PlaceMatch>) -> Destination {
        let Self { known, said, now } = self;
        match known {
            Some(mut known) => {
                said.apply_to(&mut known);
                known
            }
            None => {
                let mut new = now;
                said.complete(&mut new, places);
                new
            }
        }
    }
}

/// The list of destinations that `entries` make of those of `trip`.
///
/// An entry is a destination that the trip has, in its list or else in its itinerary, where it
/// names its id or name; the destination that stands in the entry's own place comes first, so that
/// a list sent back is the same list. Else it is new, save that it may repeat one that is new in
/// this very list. Objects that differ, or that name nothing, are one destination only where they
/// agree. What a new one leaves out is filled in from `places`.
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
    // One id is one destination: what the list, else the first item, says of it holds.
    let mut had = HashSet::new();
    let on_trip = trip.plan.destinations.iter().chain(in_items);
    let mut candidates: Vec<Candidate> = on_trip
        .filter(|known| had.insert(known.id.clone()))
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
    let settled: Vec<Destination> = candidates
        .into_iter()
        .map(|candidate| candidate.settle(places))
        .collect();
    meant
        .into_iter()
        .filter_map(|place| settled.get(place).cloned())
        .collect()
}

/// Which candidate an entry means: the one that stands in its place of the list, `here`, else the
/// first by id, else by name.
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

/// A fresh id as text.
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
    /// The distinct locations of the destinations, then of the itinerary, in the order in which
    /// they first appear.
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

    /// Where the trip starts: the first itinerary item's destination that has a name, else the
    /// first destination, else the empty one.
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

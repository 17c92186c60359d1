//! The gazetteer queries of an edit, computed before the edit is applied.

use std::collections::{HashMap, HashSet};

use super::destination::{DestinationDraft, DestinationEntry};
use super::item_edit::{self, ItemPatch, ItineraryPatch};
use super::itinerary::{self, ItemDraft};
use super::place::PlaceQuery;
use super::{Destination, Trip, TripPatch};
use crate::ShortText;

impl Trip {
    /// The place queries that [`Trip::apply`] may make for `patch`, each once.
    ///
    /// A superset: it leaves out only entries that certainly mean a destination of this trip. The
    /// work grows linearly with the patch and the trip.
    pub fn place_queries(&self, patch: &TripPatch) -> Vec<PlaceQuery> {
        let of_items = match &patch.itinerary {
            Some(ItineraryPatch::Replace(drafts)) => self.item_queries(drafts),
            Some(ItineraryPatch::Add(draft)) => self.item_queries(std::slice::from_ref(draft)),
            Some(ItineraryPatch::Change(id, patch)) => self.patch_query(id, patch),
            Some(
                ItineraryPatch::Remove(_) | ItineraryPatch::Move(..) | ItineraryPatch::Copy(_),
            )
            | None => Vec::new(),
        };
        let of_entries = patch
            .destinations
            .iter()
            .flat_map(|entries| self.entry_queries(entries, patch.itinerary.is_some()));
        let mut seen = HashSet::new();
        of_items
            .into_iter()
            .chain(of_entries)
            .filter(|query| seen.insert(query.clone()))
            .collect()
    }

    /// The queries for the destinations of items.
    fn item_queries(&self, drafts: &[ItemDraft]) -> Vec<PlaceQuery> {
        let items = self.itinerary.iter();
        let current: HashMap<&str, &Destination> = items
            .map(|item| (item.id.as_str(), &item.destination))
            .collect();
        let is_new = |draft: &&ItemDraft| {
            let current = draft.sent_id().and_then(|id| current.get(id.as_str()));
            !current.is_some_and(|current| itinerary::means(&draft.destination, current))
        };
        drafts
            .iter()
            .filter(is_new)
            .filter_map(|draft| draft.destination.place_query())
            .collect()
    }

    /// The query for the destination that a patch of an item may add.
    fn patch_query(&self, id: &str, patch: &ItemPatch) -> Vec<PlaceQuery> {
        let Some(draft) = &patch.destination else {
            return Vec::new();
        };
        let current = self.item(id).map(|(_, item)| &item.destination);
        if current.is_some_and(|current| item_edit::means_present(draft, current)) {
            return Vec::new();
        }
        draft.place_query().into_iter().collect()
    }

    /// The queries for entries of the list of destinations. Those of the itinerary are known ones
    /// unless the same patch replaces the itinerary.
    fn entry_queries(
        &self,
        entries: &[DestinationEntry],
        replaces_itinerary: bool,
    ) -> Vec<PlaceQuery> {
        let items = self.itinerary.iter().filter(|_| !replaces_itinerary);
        let in_items = items.map(|item| &item.destination);
        let known = KnownDestinations::new(self.plan.destinations.iter().chain(in_items), entries);
        let mut new: Vec<DestinationDraft> = Vec::new();
        let mut by_id: HashMap<&ShortText, usize> = HashMap::new();
        for entry in entries.iter().filter(|entry| !known.has(entry)) {
            let draft = match entry {
                DestinationEntry::Named(name) => DestinationDraft {
                    name: Some(name.clone()),
                    ..DestinationDraft::default()
                },
                DestinationEntry::Given(draft) => draft.clone(),
            };
            let sent_id = match entry {
                DestinationEntry::Given(draft) => draft.sent_id(),
                DestinationEntry::Named(_) => None,
            };
            let same = sent_id.and_then(|id| by_id.get(id));
            match same.and_then(|place| new.get_mut(*place)) {
                Some(earlier) => earlier.merge(draft),
                None => {
                    by_id.extend(sent_id.map(|id| (id, new.len())));
                    new.push(draft);
                }
            }
        }
        new.iter()
            .filter_map(DestinationDraft::place_query)
            .collect()
    }
}

/// The destinations of a trip by id and by name.
struct KnownDestinations<'a> {
    ids: HashSet<&'a str>,
    /// The names of those that no entry renames.
    names: HashSet<&'a str>,
}

impl<'a> KnownDestinations<'a> {
    fn new(known: impl Iterator<Item = &'a Destination>, entries: &'a [DestinationEntry]) -> Self {
        let drafts = entries.iter().filter_map(|entry| match entry {
            DestinationEntry::Given(draft) => Some(draft),
            DestinationEntry::Named(_) => None,
        });
        let edited: HashSet<&str> = drafts
            .filter_map(|draft| draft.sent_id().map(ShortText::as_str))
            .collect();
        let (mut ids, mut names) = (HashSet::new(), HashSet::new());
        for destination in known.filter(|destination| !destination.id.is_empty()) {
            let is_first = ids.insert(destination.id.as_str());
            if is_first && !edited.contains(destination.id.as_str()) {
                names.insert(destination.name.as_str());
            }
        }
        Self { ids, names }
    }

    /// Whether an entry certainly means one of these.
    fn has(&self, entry: &DestinationEntry) -> bool {
        match entry {
            DestinationEntry::Named(text) => {
                self.ids.contains(text.as_str()) || self.names.contains(text.as_str())
            }
            DestinationEntry::Given(draft) => match draft.sent_id() {
                Some(id) => self.ids.contains(id.as_str()),
                None => {
                    let name = draft.name.as_ref();
                    name.is_some_and(|name| self.names.contains(name.as_str()))
                }
            },
        }
    }
}

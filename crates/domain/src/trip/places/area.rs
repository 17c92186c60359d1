//! The destinations of a trip: all of them, its areas and its starting point.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use crate::trip::{Destination, Trip};

/// A location and the destinations there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// The location.
    pub name: String,
    /// The names of the destinations there, comma-separated.
    pub description: String,
}

impl Trip {
    /// The destinations, then those of the itinerary.
    pub fn destinations(&self) -> impl Iterator<Item = &Destination> {
        let of_items = self.itinerary.iter().map(|item| &item.destination);
        self.plan.destinations.iter().chain(of_items)
    }

    /// The destinations, then those of the items that the itinerary shows.
    pub fn shown_destinations(&self) -> impl Iterator<Item = &Destination> {
        let of_items = self.shown_items().map(|(_, item)| &item.destination);
        self.plan.destinations.iter().chain(of_items)
    }

    /// The destinations, then those of the itinerary, to change them.
    pub fn destinations_mut(&mut self) -> impl Iterator<Item = &mut Destination> {
        let items = Arc::make_mut(&mut self.itinerary).iter_mut();
        let of_items = items.map(|item| &mut item.destination);
        let overview = Arc::make_mut(&mut self.overview);
        overview.plan.destinations.iter_mut().chain(of_items)
    }

    /// The distinct locations of the destinations, then of the itinerary, in order of first
    /// appearance.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas: IndexMap<&str, IndexSet<&str>> = IndexMap::new();
        let places = self.destinations();
        for place in places.filter(|place| !place.location.is_empty()) {
            let names = areas.entry(&place.location).or_default();
            names.insert(&place.name);
        }
        let areas = areas.into_iter().map(|(location, names)| {
            let names = names.into_iter().filter(|name| !name.is_empty());
            Area {
                name: location.to_owned(),
                description: names.collect::<Vec<_>>().join(", "),
            }
        });
        areas.collect()
    }

    /// The trip's starting point: the first destination of an item that has a name, else the first
    /// destination of the list, else the empty one.
    pub fn starting_point(&self) -> Destination {
        let mut in_items = self.itinerary.iter().map(|item| &item.destination);
        let named = in_items.find(|place| !place.name.is_empty());
        let first = named.or_else(|| self.plan.destinations.first());
        first.cloned().unwrap_or_default()
    }
}

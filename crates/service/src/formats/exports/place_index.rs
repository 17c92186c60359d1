//! Coordinates and time zones of places that have none yet, from the gazetteer that needs no
//! network, which answers the same question always alike.

use std::collections::HashMap;

use rust_decimal::prelude::ToPrimitive;
use wayfare_domain::Trip;
use wayfare_domain::trip::Destination;
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_gazetteer::{self as gazetteer, OfflineGazetteer, Place, Query};

use crate::context::Context;
use crate::trips::places::{coordinates_of, is_place_itself};

/// The longest name that is looked up, in bytes.
const MAX_NAME: usize = 200;

/// Where a place is.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) coordinates: Coordinates,
    pub(crate) time_zone: Option<ZoneName>,
}

/// The places of one trip, each looked up once.
pub(crate) struct PlaceIndex<'g> {
    offline: &'g dyn OfflineGazetteer,
    sites: HashMap<(String, String), Option<Site>>,
    zones: HashMap<Coordinates, Option<ZoneName>>,
}

impl Context {
    /// A copy of a trip whose places have coordinates and time zones, where the built-in gazetteer
    /// knows them.
    pub(crate) fn locate(&self, trip: &Trip) -> Trip {
        let mut located = trip.clone();
        let places = self.places.as_ref();
        if let Some(offline) = places.and_then(|places| places.offline()) {
            PlaceIndex::new(offline.as_ref()).locate(&mut located);
        }
        located
    }
}

impl<'g> PlaceIndex<'g> {
    pub(crate) fn new(offline: &'g dyn OfflineGazetteer) -> Self {
        Self {
            offline,
            sites: HashMap::new(),
            zones: HashMap::new(),
        }
    }

    /// Fills in coordinates and time zones of a trip's places.
    pub(crate) fn locate(&mut self, trip: &mut Trip) {
        for destination in trip.destinations_mut() {
            match destination.coordinates {
                Some(_) => self.find_zone(destination),
                None => {
                    if let Some(site) = self.find(&destination.name, &destination.location) {
                        destination.coordinates = Some(site.coordinates);
                        destination.time_zone = destination.time_zone.take().or(site.time_zone);
                    }
                }
            }
        }
        for location in &mut trip.map.locations {
            if location.coordinates.is_none() {
                let found = self.find(&location.title, &location.address);
                location.coordinates = found.map(|site| site.coordinates);
            }
        }
    }

    /// Fills in the time zone at the coordinates of a destination.
    pub(crate) fn find_zone(&mut self, destination: &mut Destination) {
        if let (Some(at), None) = (destination.coordinates, &destination.time_zone) {
            destination.time_zone = self.zone(at);
        }
    }

    /// Finds a place by its name, else by where it is. A location that contradicts the name counts
    /// more, unless the name is that of a place itself.
    fn find(&mut self, name: &str, location: &str) -> Option<Site> {
        let key = (name.to_owned(), location.to_owned());
        if let Some(known) = self.sites.get(&key) {
            return known.clone();
        }
        let found = self.look_up_both(name, location).and_then(|place| {
            Some(Site {
                coordinates: coordinates_of(&place)?,
                time_zone: ZoneName::new(&place.time_zone).ok(),
            })
        });
        self.sites.insert(key, found.clone());
        found
    }

    fn look_up_both(&self, name: &str, location: &str) -> Option<Place> {
        let named = self.look_up(name);
        if location.trim().is_empty() {
            return named;
        }
        let area = self.look_up(location);
        let (Some(named), Some(area)) = (&named, &area) else {
            return named.or(area);
        };
        let whole = self.look_up(&format!("{name}, {location}"));
        let agrees =
            |place: &Place| place.name == named.name && place.country_code == area.country_code;
        match whole.filter(agrees) {
            Some(whole) => Some(whole),
            None if is_place_itself(name, named) => Some(named.clone()),
            None => Some(area.clone()),
        }
    }

    fn look_up(&self, name: &str) -> Option<Place> {
        if name.trim().is_empty() || name.len() > MAX_NAME {
            return None;
        }
        let mut found = self.offline.look_up(Query::Name(name), 1);
        found.pop().map(|candidate| candidate.place)
    }

    /// The time zone at a point: that of the nearest settlement.
    fn zone(&mut self, at: Coordinates) -> Option<ZoneName> {
        if let Some(known) = self.zones.get(&at) {
            return known.clone();
        }
        let point = gazetteer::Coordinates {
            latitude: at.latitude().to_f64()?,
            longitude: at.longitude().to_f64()?,
        };
        let nearest = self.offline.nearest(point);
        let zone = nearest.and_then(|place| ZoneName::new(&place.time_zone).ok());
        self.zones.insert(at, zone.clone());
        zone
    }
}

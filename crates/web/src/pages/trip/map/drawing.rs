//! What the map of a trip draws: its pins, the routes of its days and its lines, and the part of
//! the world that has them.

use std::collections::{HashMap, HashSet};

use rust_decimal::prelude::ToPrimitive;
use wayfare_domain::Trip;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{Destination, ItemClass, ItineraryItem, MapLocation};

use super::link::MapTarget;
use super::tracks::{self, Line};
use crate::markup::outlines::{Point, View, project};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::days::Entry;

/// The size of the drawing.
pub(super) const SIZE: Point = (1_200.0, 800.0);
/// That of the drawing beside the itinerary: a room for it from 9 by 10, the highest of the style
/// sheet, to 3 by 2 cuts off less than the margin around the pins.
pub(super) const BESIDE: Point = (1_600.0, 1_450.0);
/// That of a day's drawing.
pub(super) const OF_A_DAY: Point = (1_200.0, 700.0);
/// The least width of the part of the world that is drawn: about 20 km at the equator.
const LEAST_WIDTH: f64 = 0.000_5;
/// That of a day's drawing with one point, whose surroundings say where it is: about 300 km.
const LONE_WIDTH: f64 = 0.008;
/// The part of the world that a map without pins has.
const WORLD: View = View {
    corner: (0.0, 0.15),
    width: 1.0,
    size: SIZE,
};
/// The map begins with the stops alone if the whole is at least this many times as wide, and wider
/// than this part of the world: some 2,000 km in the middle of Europe.
const MUCH_WIDER: f64 = 3.0;
const FAR: f64 = 0.07;

/// The pins by coordinates and name.
type Known<'a> = HashMap<(Coordinates, &'a str), usize>;

/// A place with its pin.
pub(super) struct Pin<'a> {
    pub(super) name: &'a str,
    pub(super) at: Point,
    pub(super) target: MapTarget<'a>,
    /// The first of its days, and what it is there.
    pub(super) stop: Option<(u32, ItemClass)>,
    /// Whether it is more than an end of travel, such as the airport at home.
    pub(super) is_stop: bool,
}

/// What is on the map.
pub(super) struct Drawing<'a> {
    pub(super) pins: Vec<Pin<'a>>,
    /// The way through the pins of each day that has two or more.
    pub(super) routes: Vec<(u32, Vec<usize>)>,
    /// The names of places without coordinates, and the ids of those that are of items: the two
    /// ends of one in a line.
    pub(super) unknown: Vec<(String, Option<&'a str>)>,
    /// The names of all pins and of [`Self::unknown`].
    pub(super) names: HashSet<&'a str>,
    pub(super) lines: Vec<Line>,
    /// The address of the page that has the days.
    pub(super) itinerary: String,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(
        days: &[Entry<'a>],
        destinations: &'a [Destination],
        locations: &'a [MapLocation],
    ) -> Self {
        let mut drawing = Self {
            pins: Vec::new(),
            routes: Vec::new(),
            unknown: Vec::new(),
            names: HashSet::new(),
            lines: Vec::new(),
            itinerary: String::new(),
        };
        let mut known = Known::new();
        for entry in days {
            let Entry::Day(day) = entry else { continue };
            let mut route: Vec<usize> = Vec::new();
            for item in day.items().map(|stop| stop.item) {
                let ends = [Some(&item.destination), item.end_destination()];
                for place in ends.into_iter().flatten() {
                    let of = Some((day.number, item));
                    if let Some(pin) = drawing.add_place(place, of, &mut known)
                        && route.last() != Some(&pin)
                    {
                        route.push(pin);
                    }
                }
            }
            if route.len() > 1 {
                drawing.routes.push((day.number, route));
            }
        }
        for destination in destinations {
            drawing.add_place(destination, None, &mut known);
        }
        for location in locations {
            let title = location.title.as_str();
            let target = || MapTarget::of_location(location);
            drawing.add(title, location.coordinates, target, None, &mut known);
        }
        drawing.unwrap_antimeridian();
        drawing
    }

    /// The pin of a place, added if it is new.
    fn add_place(
        &mut self,
        place: &'a Destination,
        item: Option<(u32, &'a ItineraryItem)>,
        known: &mut Known<'a>,
    ) -> Option<usize> {
        let target = || MapTarget::of(place);
        self.add(place.title(), place.coordinates, target, item, known)
    }

    fn add(
        &mut self,
        name: &'a str,
        coordinates: Option<Coordinates>,
        target: impl FnOnce() -> MapTarget<'a>,
        item: Option<(u32, &'a ItineraryItem)>,
        known: &mut Known<'a>,
    ) -> Option<usize> {
        let Some(coordinates) = coordinates else {
            if !name.is_empty() && self.names.insert(name) {
                let id = item.map(|(_, item)| item.id.as_str());
                match self.unknown.last_mut() {
                    // A title such as "Kiel – Oslo" says both ends already.
                    Some((names, last)) if id.is_some() && *last == id => {
                        if !names.contains(name) {
                            *names = format!("{names} → {name}");
                        }
                    }
                    _ => self.unknown.push((name.to_owned(), id)),
                }
            }
            return None;
        };
        let (latitude, longitude) = (coordinates.latitude(), coordinates.longitude());
        let degrees = (longitude.to_f64()?, latitude.to_f64()?);
        let stop = item.map(|(day, item)| (day, item.class()));
        let number = *known.entry((coordinates, name)).or_insert_with(|| {
            self.names.insert(name);
            self.pins.push(Pin {
                name,
                at: project(degrees),
                target: target(),
                stop,
                is_stop: false,
            });
            self.pins.len() - 1
        });
        if let Some(pin) = self.pins.get_mut(number) {
            pin.is_stop |= stop.is_none_or(|(_, class)| !class.is_travel());
        }
        Some(number)
    }

    /// What is on the map of a trip.
    pub(super) fn of_trip(page: TripPage<'_>, days: &[Entry<'a>], trip: &'a Trip) -> Self {
        let mut drawing = Self::new(days, &trip.plan.destinations, &trip.map.locations);
        drawing.itinerary = page.address("");
        drawing.lines = tracks::lines(&trip.map.tracks);
        if drawing.pins.iter().any(|pin| pin.at.0 >= 1.0) {
            let points = drawing.lines.iter_mut().flat_map(|line| &mut line.points);
            for point in points.filter(|point| point.0 < 0.5) {
                point.0 += 1.0;
            }
        }
        drawing
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pins.is_empty() && self.lines.is_empty()
    }

    /// The address of a day.
    pub(super) fn day(&self, number: u32) -> String {
        format!("{}#day-{number}", self.itinerary)
    }

    /// Moves the western half of the pins east of the antimeridian if they are closer together so.
    fn unwrap_antimeridian(&mut self) {
        let moved: fn(f64) -> f64 = |x| if x < 0.5 { x + 1.0 } else { x };
        let extent = |of: fn(f64) -> f64| {
            let (least, most) = range(self.pins.iter().map(|pin| of(pin.at.0)));
            most - least
        };
        if extent(moved) < extent(|x| x) {
            for pin in &mut self.pins {
                pin.at.0 = moved(pin.at.0);
            }
        }
    }

    /// The part of the world with all pins and lines, in a box of this size.
    pub(super) fn view(&self, size: Point) -> View {
        self.view_of(size, |_| true).unwrap_or(WORLD)
    }

    /// The part that the map begins with: without the ends of travel, if these are far away.
    pub(super) fn start(&self, whole: &View) -> Option<View> {
        let start = self.view_of(whole.size, |pin| pin.is_stop)?;
        let is_far = whole.width > FAR && whole.width > start.width * MUCH_WIDER;
        is_far.then_some(start)
    }

    /// The part of the world with these pins and all lines; `None` without any.
    pub(super) fn view_of(&self, size: Point, has: impl Fn(&Pin<'_>) -> bool) -> Option<View> {
        let lines = self.lines.iter().flat_map(|line| &line.points);
        let pins = self.pins.iter().filter(|pin| has(pin)).map(|pin| &pin.at);
        let points: Vec<&Point> = pins.chain(lines).collect();
        let (west, east) = range(points.iter().map(|at| at.0));
        let (north, south) = range(points.iter().map(|at| at.1));
        let ratio = size.0 / size.1;
        // The room beside the itinerary cuts off what it has no space for.
        let margin = if size == BESIDE { 1.5 } else { 1.35 };
        let width = (east - west).max((south - north) * ratio) * margin;
        let is_alone = size == OF_A_DAY && points.len() == 1;
        let least = if is_alone { LONE_WIDTH } else { LEAST_WIDTH };
        let width = width.clamp(least, 1.0);
        (!points.is_empty()).then_some(View {
            corner: (
                f64::midpoint(west, east) - width / 2.0,
                f64::midpoint(north, south) - width / ratio / 2.0,
            ),
            width,
            size,
        })
    }
}

/// The least and the greatest of some numbers.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::MAX, f64::MIN), |(least, most), x| {
        (least.min(x), most.max(x))
    })
}

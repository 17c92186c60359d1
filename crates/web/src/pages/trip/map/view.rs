//! The map of a trip: numbered pins, the route of each day, the built-in outlines or tiles.

use std::collections::{HashMap, HashSet};

use maud::{Markup, html};
use rust_decimal::prelude::ToPrimitive;
use wayfare_domain::Trip;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{Destination, ItemClass, ItineraryItem, MapLocation};

use super::locations;
use super::names::{MAX_UNKNOWN, pins, unknown};
use super::tracks::{self, Line};
use crate::format::Zones;
use crate::outlines::{self, MAX_POINTS, Point, View, project, shortest_way};
use crate::pages::trip::itinerary::days::{self, Entry, day_class};
use crate::pages::trip::section::section;
use crate::pages::trip::trip_page::TripPage;
use crate::{Site, texts as t};

/// The size of the drawing.
const SIZE: Point = (1_200.0, 800.0);
/// That of the drawing beside the itinerary: a room for it from 9 by 10, the highest of the style
/// sheet, to 3 by 2 cuts off less than the margin around the pins.
const BESIDE: Point = (1_600.0, 1_450.0);
/// That of a day's drawing.
const OF_A_DAY: Point = (1_200.0, 700.0);
/// The most points of the outlines in a day's drawing.
const MAX_DAY_POINTS: usize = 600;
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
/// How far pins must be apart, in steps of the drawing; the script has the same number.
const APART: f64 = 60.0;
/// The least width of the part of the world to which the script zooms: about 400 m.
const CLOSEST: f64 = 0.000_01;
/// The most places without a pin that are listed beside the itinerary, where the map needs the
/// room.
const MAX_UNKNOWN_BESIDE: usize = 3;
/// Tiles beside each other.
const TILES: f64 = 4.0;
/// The greatest zoom of tiles.
const MAX_ZOOM: i32 = 19;

/// The pins by coordinates and name.
type Known<'a> = HashMap<(Coordinates, &'a str), usize>;

/// A place with its pin.
pub(super) struct Pin<'a> {
    pub(super) name: &'a str,
    at: Point,
    pub(super) coordinates: Coordinates,
    /// The first of its days, and what it is there.
    pub(super) stop: Option<(u32, ItemClass)>,
    /// Whether it is more than an end of travel, such as the airport at home.
    is_stop: bool,
}

/// What is on the map.
pub(super) struct Drawing<'a> {
    pub(super) pins: Vec<Pin<'a>>,
    /// The way through the pins of each day that has two or more.
    routes: Vec<(u32, Vec<usize>)>,
    /// The names of places without coordinates, and the ids of those that are of items: the two
    /// ends of one in a line.
    unknown: Vec<(String, Option<&'a str>)>,
    /// The names of all pins and of [`Self::unknown`].
    names: HashSet<&'a str>,
    lines: Vec<Line>,
    /// The address of the page that has the days.
    itinerary: String,
}

impl<'a> Drawing<'a> {
    fn new(
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
            for item in day.items.iter().map(|stop| stop.item) {
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
            drawing.add((title, location.coordinates), None, &mut known);
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
        let name = if place.name.is_empty() {
            &place.location
        } else {
            &place.name
        };
        self.add((name.as_str(), place.coordinates), item, known)
    }

    fn add(
        &mut self,
        (name, coordinates): (&'a str, Option<Coordinates>),
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
                coordinates,
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
    fn of_trip(page: TripPage<'_>, days: &[Entry<'a>], trip: &'a Trip) -> Self {
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

    fn is_empty(&self) -> bool {
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
    fn view(&self, size: Point) -> View {
        self.view_of(size, |_| true).unwrap_or(WORLD)
    }

    /// The part that the map begins with: without the ends of travel, if these are far away.
    fn start(&self, whole: &View) -> Option<View> {
        let start = self.view_of(whole.size, |pin| pin.is_stop)?;
        let is_far = whole.width > FAR && whole.width > start.width * MUCH_WIDER;
        is_far.then_some(start)
    }

    /// The part of the world with these pins and all lines; `None` without any.
    fn view_of(&self, size: Point, has: impl Fn(&Pin<'_>) -> bool) -> Option<View> {
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

/// The section of the trip's page.
pub(crate) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let zones = Zones::of_trip(trip);
    let days = days::of(&trip.itinerary, &zones, &trip.plan.dates);
    let drawing = Drawing::of_trip(page, &days, trip);
    let below = html! { (tracks::list(page)) (locations::list(page)) };
    show_drawing(
        &page.visitor.site,
        &drawing,
        page.edits.then_some(page),
        &below,
    )
}

/// The map beside the itinerary, where the screen is wide enough: the names are those of the days.
pub(crate) fn show_beside(page: TripPage<'_>, days: &[Entry<'_>]) -> Markup {
    let drawing = Drawing::of_trip(page, days, page.trip());
    html! {
        @if !drawing.is_empty() || !drawing.unknown.is_empty() {
            section #map.map-beside aria-label=(t::MAP) {
                @if !drawing.is_empty() {
                    (draw(&page.visitor.site, &drawing, &drawing.view(BESIDE), false))
                }
                @if !drawing.unknown.is_empty() {
                    (unknown(&drawing.unknown, page.edits.then_some(page), MAX_UNKNOWN_BESIDE))
                }
            }
        }
    }
}

/// A small map of a day with pins, in print, and their names.
pub(crate) fn of_day(site: &Site, day: &Entry<'_>) -> Markup {
    let drawing = Drawing::new(std::slice::from_ref(day), &[], &[]);
    let view = drawing.view(OF_A_DAY);
    html! {
        @if !drawing.pins.is_empty() {
            div.map {
                svg viewBox=(format!("0 0 {} \
                    {}", view.size.0, view.size.1)) width="600" height="350"
                    role="img" aria-label=(t::MAP) {
                        (drawn(site, &drawing, (&view, None), MAX_DAY_POINTS))
                    }
            }
            ol.pins { @for pin in &drawing.pins { li { (pin.name) } } }
        }
    }
}

/// The section for these days, destinations and locations, on the page that has the days.
pub(crate) fn of_parts<'a>(
    site: &Site,
    days: &[Entry<'a>],
    (destinations, locations): (&'a [Destination], &'a [MapLocation]),
    below: &Markup,
) -> Markup {
    let drawing = Drawing::new(days, destinations, locations);
    show_drawing(site, &drawing, None, below)
}

fn show_drawing(
    site: &Site,
    drawing: &Drawing<'_>,
    editor: Option<TripPage<'_>>,
    below: &Markup,
) -> Markup {
    let body = html! {
        @if drawing.is_empty() { p.hint { (t::NO_MAP) } }
        @else {
            @let view = drawing.view(SIZE);
            (draw(site, drawing, &view, false))
            @if site.tiles().is_none() {
                p.meta.no-print {
                    (t::NO_STREETS)
                    @if editor.is_some() && view.width < outlines::LEAST_WIDTH {
                        " " (t::NO_STREET_MAP)
                    }
                }
            }
            (pins(drawing))
        }
        @if !drawing.unknown.is_empty() { (unknown(&drawing.unknown, editor, MAX_UNKNOWN)) }
        (below)
    };
    section("map", t::MAP.get(), &html! {}, &body)
}

/// A link to coordinates on a street map; the script leads phones to their own map.
pub(crate) fn point_link(at: &Coordinates, text: &str) -> Markup {
    let (latitude, longitude) = (at.latitude(), at.longitude());
    let address =
        format!("https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}&zoom=16");
    html! { a href=(address) { (text) } }
}

/// A map of the trip whose taps fill in the coordinates of the form above it.
pub(crate) fn picker(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let zones = Zones::of_trip(trip);
    let days = days::of(&trip.itinerary, &zones, &trip.plan.dates);
    let drawing = Drawing::of_trip(page, &days, trip);
    let view = drawing.view(SIZE);
    html! {
        p.note.pick-note role="status" hidden { (t::PICK_ON_MAP) }
        (draw(&page.visitor.site, &drawing, &view, true))
    }
}

/// The number of pins that lie on one another, for the first of them; 0 for the others.
fn group_sizes(placed: &[Point]) -> Vec<usize> {
    let mut sizes = vec![0; placed.len()];
    for (number, (x, y)) in placed.iter().enumerate() {
        let first = placed
            .iter()
            .zip(&sizes)
            .position(|(other, size)| *size > 0 && (x - other.0).hypot(y - other.1) < APART);
        if let Some(size) = sizes.get_mut(first.unwrap_or(number)) {
            *size += 1;
        }
    }
    sizes
}

/// Draws a view, whose extent the script knows; whether taps choose a point in it.
fn draw(site: &Site, drawing: &Drawing<'_>, view: &View, is_picker: bool) -> Markup {
    let extent = format!("{} {} {}", view.corner.0, view.corner.1, view.width);
    let start = drawing.start(view);
    let shown = start.map(|start| view.box_of(&start));
    let shown =
        shown.map(|(at, size)| format!("{:.3} {:.3} {:.3} {:.3}", at.0, at.1, size.0, size.1));
    let tiles = site.tiles().map(|tiles| tiles.url.as_str());
    let depth = (view.width / CLOSEST).max(64.0);
    html! {
        div.map data-map data-zoom-in=(t::ZOOM_IN) data-zoom-out=(t::ZOOM_OUT)
            data-whole=(t::WHOLE_MAP) data-depth=(
                format!("{depth:.0}")
            ) data-extent=(extent) data-view=[shown]
            data-tiles=[tiles] data-itinerary=(drawing.itinerary) data-pick[is_picker] {
            svg viewBox=(format!("0 0 {} {}", view.size.0, view.size.1)) width=(view.size.0)
                height=(view.size.1) preserveAspectRatio="xMidYMid slice" role="img"
                aria-label=(t::MAP_OF_TRIP) { (drawn(site, drawing, (view, start), MAX_POINTS)) }
        }
        @if let Some(tiles) = site.tiles() { p.attribution { (tiles.attribution) } }
    }
}

/// The ground, the routes and the pins of a view. Its outlines, and those of the part that it
/// begins with, have `most` points at most.
fn drawn(
    site: &Site,
    drawing: &Drawing<'_>,
    (view, start): (&View, Option<View>),
    most: usize,
) -> Markup {
    let placed: Vec<Point> = drawing.pins.iter().map(|pin| view.place(pin.at)).collect();
    let sizes = group_sizes(&placed);
    let route = |pins: &[usize]| {
        let points = pins.iter().filter_map(|pin| placed.get(*pin).copied());
        shortest_way(points, view.size.0 / view.width)
    };
    let pins = drawing.pins.iter().zip(&placed).zip(sizes);
    let pins: Vec<_> = pins.enumerate().collect();
    html! {
        @match site.tiles() {
            Some(tiles) => (tile_images(&tiles.url, view)),
            None => {
                path.land d=(view.outlines(most).0) {}
                @if let Some(start) = start {
                    @let ((x, y), (width, height)) = view.box_of(&start);
                    @let scale = width / start.size.0;
                    rect.sea x=(x) y=(y) width=(width) height=(height) {}
                    path.land d=(start.outlines(most).0)
                        transform=(format!("translate({x} {y}) scale({scale})")) {}
                }
            },
        }
        (tracks::draw(&drawing.lines, view))
        @for (day, pins) in &drawing.routes {
            g class=(day_class(*day)) {
                path.route d=(route(pins)) { title { (t::day_number(*day)) } }
            }
        }
        @for (number, ((pin, (x, y)), size)) in pins.iter().rev() {
            @let place = format!("translate({x:.3} {y:.3})");
            @let day = pin.stop.map(|(day, _)| day);
            @let class = format!("pin {}", day.map_or("", day_class));
            g class=(class.trim_end()) transform=(place)
                visibility=[(*size == 0).then_some("hidden")]
                data-of=[day] {
                title { (pin.name) }
                circle r="34" {}
                text y="13" { (number + 1) }
                @if *size > 1 { text.count x="34" y="-22" { "+" (size - 1) } }
            }
        }
    }
}

/// The tiles of a view, in a zoom at which a few of them fill it.
fn tile_images(url: &str, view: &View) -> Markup {
    let zoom = (TILES / view.width).log2().floor();
    let zoom = (0..=MAX_ZOOM)
        .rev()
        .find(|step| f64::from(*step) <= zoom)
        .unwrap_or(0);
    let count = 2_f64.powi(zoom);
    let (west, north) = (
        (view.corner.0 * count).floor(),
        (view.corner.1 * count).floor(),
    );
    let height = view.width * view.size.1 / view.size.0;
    let east = (view.corner.0 + view.width) * count;
    let south = ((view.corner.1 + height) * count).min(count);
    let steps = |from: f64, to: f64| {
        (0..8)
            .map(move |step| from + f64::from(step))
            .take_while(move |at| *at < to)
    };
    let size = format!("{:.1}", view.size.0 / view.width / count);
    html! {
        @for y in steps(north.max(0.0), south) {
            @for x in steps(west, east) {
                @let (left, top) = view.place((x / count, y / count));
                @let address = url.replace("{z}", &zoom.to_string())
                    .replace("{x}", &x.rem_euclid(count).to_string())
                    .replace("{y}", &y.to_string());
                image href=(address) x=(format!("{left:.1}")) y=(format!("{top:.1}"))
                    width=(size) height=(size) {}
            }
        }
    }
}

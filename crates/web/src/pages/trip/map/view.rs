//! The map of a trip: numbered pins, the route of each day, the built-in outlines or tiles.

use maud::{Markup, html};
use wayfare_domain::trip::MapLocation;

use super::drawing::{BESIDE, Drawing, OF_A_DAY, SIZE};
use super::locations;
use super::names::{MAX_UNKNOWN, pins, unknown};
use super::tracks;
use crate::Site;
use crate::i18n::format::Zones;
use crate::i18n::texts as t;
use crate::markup::outlines::{self, MAX_POINTS, Point, View, shortest_way};
use crate::pages::trip::frame::section::section;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::days::{self, Entry, day_class};

/// The most points of the outlines in a day's drawing.
const MAX_DAY_POINTS: usize = 600;
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
                        (drawn(site, &drawing, &view, None, MAX_DAY_POINTS))
                    }
            }
            (attribution(site))
            ol.pins { @for pin in &drawing.pins { li { (pin.name) } } }
        }
    }
}

/// The section for these days and locations, on the page that has the days.
pub(crate) fn of_parts<'a>(
    site: &Site,
    days: &[Entry<'a>],
    locations: &'a [MapLocation],
) -> Markup {
    let drawing = Drawing::new(days, &[], locations);
    show_drawing(site, &drawing, None, &html! {})
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
    section("map", t::MAP, &html! {}, &body)
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
                aria-label=(t::MAP_OF_TRIP) { (drawn(site, drawing, view, start, MAX_POINTS)) }
        }
        (attribution(site))
    }
}

/// Whose tiles the map shows.
fn attribution(site: &Site) -> Markup {
    html! {
        @if let Some(tiles) = site.tiles() {
            p.attribution {
                @match &tiles.credits {
                    Some(address) => a href=(address) { (tiles.attribution) },
                    None => (tiles.attribution),
                }
            }
        }
    }
}

/// The ground, the routes and the pins of a view. Its outlines, and those of the part that it
/// begins with, have `most` points at most.
fn drawn(
    site: &Site,
    drawing: &Drawing<'_>,
    view: &View,
    start: Option<View>,
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
            @let about = if pin.target.is_exact() { "" } else { "about " };
            @let class = format!("pin {about}{}", day.map_or("", day_class));
            g class=(class.trim_end()) transform=(place)
                visibility=[(*size == 0).then_some("hidden")]
                data-of=[day] {
                title {
                    (pin.name)
                    @if let Some(known) = pin.target.known_only() { " (" (known) ")" }
                }
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

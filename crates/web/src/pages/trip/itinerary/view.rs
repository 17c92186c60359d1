//! The itinerary on the page of a trip: its days with their items.

use maud::{Markup, html};
use wayfare_domain::Currency;
use wayfare_domain::Instant;
use wayfare_domain::trip::ItineraryItem;

use super::days::{self, DayPlan, Entry, Stop};
use crate::format::{Zone, Zones, short};
use crate::pages::trip::section::form_link;
use crate::pages::trip::trip_page::TripPage;
use crate::site::encoded;
use crate::{format, texts as t};

/// The list of the trip's page, with its heading.
pub(crate) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let zones = Zones::of_trip(trip);
    let entries = days::of(&trip.itinerary, &zones, &trip.plan.dates);
    let base = page.base();
    let editor = page.edits.then_some(page);
    let list = show_days(&entries, &|item| cost(item, base), editor);
    html! {
        div.title-row {
            h2 #itinerary-title tabindex="-1" { (t::ITINERARY) }
        }
        @if trip.shown_items().next().is_none() {
            p.hint { @if page.edits { (t::NO_ITEMS_EDITOR) } @else { (t::NO_ITEMS) } }
        }
        @if page.edits {
            form.days method="post" action=(page.address("/items")) data-days {
                (page.token())
                (list)
            }
        } @else {
            div.days { (list) }
        }
    }
}

/// What an item shows as its cost.
type Cost<'a> = &'a dyn Fn(&ItineraryItem) -> Option<String>;
/// The trip whose items the visitor edits, if they may.
type Editor<'a> = Option<TripPage<'a>>;

/// The days of a trip with their items.
pub(crate) fn show_days(entries: &[Entry<'_>], cost: Cost<'_>, editor: Editor<'_>) -> Markup {
    html! {
        @for entry in entries {
            @match entry {
                Entry::Day(day) => (show_day(day, cost, editor)),
                Entry::Empty(from, to) => p.gap { (t::empty_days(*from, *to)) },
            }
        }
    }
}

fn show_day(day: &DayPlan<'_>, cost: Cost<'_>, editor: Editor<'_>) -> Markup {
    let number = day.number;
    let id = format!("day-{number}");
    let add = |page: TripPage<'_>| {
        let path = format!("/items/new?day={number}");
        let path = page.address(&path);
        let label = t::add_to_day(number);
        html! { a.add.no-print href=(path) aria-label=(label) data-dialog { (t::ADD) } }
    };
    html! {
        section.day aria-labelledby=(id) data-day=(number) {
            div.day-head {
                h3 #(id) tabindex="-1" {
                    (t::day(number))
                    @if let Some(date) = day.date {
                        " " time datetime=(date) { (format::long_date(date)) }
                    }
                }
                @if let Some(editor) = editor { (add(editor)) }
            }
            @if day.is_empty() {
                p.empty { (t::EMPTY_DAY) }
            } @else {
                ol.items {
                    @for stay in &day.stays { (show_stay(day, stay)) }
                    @for (place, item) in day.items.iter().enumerate() {
                        (show_item((day, place, item), cost, editor))
                    }
                }
            }
        }
    }
}

/// The title of an item.
pub(crate) fn title(item: &ItineraryItem) -> &str {
    if !item.destination.name.is_empty() {
        &item.destination.name
    } else if !item.destination.location.is_empty() {
        &item.destination.location
    } else {
        t::kind(item.kind.as_str())
    }
}

/// A stay on a day after its first one.
fn show_stay(day: &DayPlan<'_>, stop: &Stop<'_>) -> Markup {
    html! {
        li.item.stay {
            div.when { (when(day, stop)) }
            div.what { h4 { (title(stop.item)) } (night(stop)) }
        }
    }
}

/// Which night of a stay begins on this day.
fn night(stop: &Stop<'_>) -> Markup {
    html! {
        @match stop.night {
            Some((night, nights)) if night <= nights => p.meta { (t::night(night, nights)) },
            Some(_) => p.meta { (t::LAST_OF_STAY) },
            None => {},
        }
    }
}

fn show_item(
    (day, place, stop): (&DayPlan<'_>, usize, &Stop<'_>),
    cost: Cost<'_>,
    editor: Editor<'_>,
) -> Markup {
    let item = stop.item;
    let destination = &item.destination;
    let (location, description) = (&destination.location, &destination.description);
    let name = title(item);
    html! {
        li.item.travel[item.kind.is_travel()] data-item=(item.id.as_str()) {
            div.when { (when(day, stop)) }
            div.what {
                h4 data-title { (name) }
                (night(stop))
                @if !location.is_empty() && name != location.as_str() {
                    p.where { (location.as_str()) }
                }
                @if !description.is_empty() { p.desc { (description.as_str()) } }
                @if let Some(cost) = cost(item) { p.cost { (cost) } }
                @if !item.photos.is_empty() { (photos(item)) }
            }
            @if let Some(page) = editor { (tools(page, (day, place, stop))) }
        }
    }
}

/// The links to the photos of an item.
fn photos(item: &ItineraryItem) -> Markup {
    let rel = "noopener noreferrer nofollow";
    html! {
        p.links {
            @for (number, photo) in item.photos.iter().enumerate() {
                a href=(photo.url.as_str()) rel=(rel) target="_blank" {
                    @if photo.description.is_empty() { (t::photo(number + 1)) }
                    @else { (photo.description.as_str()) }
                } " "
            }
        }
    }
}

fn when(day: &DayPlan<'_>, stop: &Stop<'_>) -> Markup {
    let [start, end] = stop.times();
    let [names_start, names_end] = stop.names_zone;
    html! {
        @if let Some((start, zone)) = start {
            @if day.date.is_some_and(|date| zone.date(start) != date) {
                span.date { (format::short_date(zone.date(start))) " " }
            }
            time datetime=(start) { (zone.time(start)) }
            @if names_start { (zone_name(zone)) }
            @if let Some((end, end_zone)) = end {
                @if stop.item.kind.is_travel() { " → " } @else { "–" }
                time datetime=(end) { (end_zone.time(end)) }
                (later_day(start, zone, (end, end_zone)))
                @if names_end { (zone_name(end_zone)) }
            }
        }
    }
}

fn zone_name(zone: &Zone) -> Markup {
    html! { " " span.zone title=(zone.name()) { (zone.city()) } }
}

/// The day of an end, if it is not that of its start.
fn later_day(start: Instant, zone: &Zone, (end, end_zone): (Instant, &Zone)) -> Markup {
    let (from, to) = (zone.date(start), end_zone.date(end));
    let date = format::short_date(to);
    html! {
        @if from.tomorrow().ok() == Some(to) {
            " " span.next title=(date) aria-hidden="true" { "+1" }
            span.visually-hidden { " " (date) }
        } @else if from != to { span.date { " " (date) } }
    }
}

/// The cost of an item, else its estimate, in its own currency.
pub(crate) fn cost(item: &ItineraryItem, base: Currency) -> Option<String> {
    let budget = &item.budget;
    let currency = budget.currency.unwrap_or(base);
    let (cost, estimate) = (budget.total_cost(), budget.total_estimated());
    if !cost.is_zero() {
        Some(format::money(cost, currency))
    } else if !estimate.is_zero() {
        Some(t::about(&format::money(estimate, currency)))
    } else {
        None
    }
}

/// The controls of an item: a link to its form, and buttons that move it.
fn tools(page: TripPage<'_>, (day, place, stop): (&DayPlan<'_>, usize, &Stop<'_>)) -> Markup {
    let item = stop.item;
    let (id, name) = (item.id.as_str(), short(title(item)));
    let edit = page.address(&format!("/item?id={}", encoded(id)));
    let is_last = place + 1 == day.items.len();
    html! {
        div.tools.no-print {
            (form_link(&edit, t::EDIT, &t::edit_of(&name)))
            details.moves data-menu {
                summary.tool aria-label=(t::move_of(&name)) { (t::MOVE) }
                div.menu {
                    @if place > 0 { button name="up" value=(id) { (t::UP) } }
                    @if !is_last { button name="down" value=(id) { (t::DOWN) } }
                    @if day.number > 1 { button name="earlier" value=(id) { (t::EARLIER) } }
                    button name="later" value=(id) { (t::LATER) }
                    button name="copy" value=(id) { (t::DUPLICATE) }
                    @let path = format!("/item/remove?id={}", encoded(id));
                    a href=(page.address(&path)) data-dialog { (t::REMOVE) }
                }
            }
        }
    }
}

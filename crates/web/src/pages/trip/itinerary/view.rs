//! The itinerary on the page of a trip: its days with their items.

use maud::{Markup, html};
use wayfare_domain::Currency;
use wayfare_domain::trip::ItineraryItem;

use super::days::{self, DayPlan, Entry};
use crate::form;
use crate::format::{Zone, short};
use crate::pages::trip::section::form_link;
use crate::pages::trip::trip_page::TripPage;
use crate::site::encoded;
use crate::{format, texts as t};

/// The list of the trip's page, with its heading.
pub(crate) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let entries = days::of(&trip.itinerary, &trip.plan.dates);
    let base = page.base();
    let editor = page.edits.then_some(page);
    let list = show_days(&entries, &|item| cost(item, base), editor);
    html! {
        div.title-row {
            h2 #itinerary-title tabindex="-1" { (t::ITINERARY) }
        }
        @if trip.itinerary.is_empty() {
            p.hint { @if page.edits { (t::NO_ITEMS_EDITOR) } @else { (t::NO_ITEMS) } }
        }
        @if page.edits {
            form.days method="post" action=(page.address("/items")) data-days {
                (form::token(page.visitor))
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
            @if day.items.is_empty() {
                p.empty { (t::EMPTY_DAY) }
            } @else {
                ol.items {
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

fn show_item(
    (day, place, item): (&DayPlan<'_>, usize, &ItineraryItem),
    cost: Cost<'_>,
    editor: Editor<'_>,
) -> Markup {
    let destination = &item.destination;
    let (location, description) = (&destination.location, &destination.description);
    let name = title(item);
    html! {
        li.item.travel[item.kind.is_travel()] data-item=(item.id.as_str()) {
            div.when { (when(day, item)) }
            div.what {
                h4 data-title { (name) }
                @if !location.is_empty() && name != location.as_str() {
                    p.where { (location.as_str()) }
                }
                @if !description.is_empty() { p.desc { (description.as_str()) } }
                @if let Some(cost) = cost(item) { p.cost { (cost) } }
                @if !item.photos.is_empty() { (photos(item)) }
            }
            @if let Some(page) = editor { (tools(page, (day, place, item))) }
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

fn when(day: &DayPlan<'_>, item: &ItineraryItem) -> Markup {
    let zone = Zone::of(&item.destination);
    let start = item.start.or(item.end);
    html! {
        @if let Some(start) = start {
            @if day.date.is_some_and(|date| zone.date(start) != date) {
                span.date { (format::short_date(zone.date(start))) " " }
            }
            time datetime=(start) { (zone.time(start)) }
            @if let Some(end) = item.end.filter(|end| *end != start) {
                "–" time datetime=(end) { (zone.time(end)) }
                @if zone.date(end) != zone.date(start) {
                    span.date { " " (format::short_date(zone.date(end))) }
                }
            }
            " " span.zone { (zone.name()) }
        }
    }
}

/// The cost of an item, else its estimate, in its own currency.
fn cost(item: &ItineraryItem, base: Currency) -> Option<String> {
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
fn tools(page: TripPage<'_>, (day, place, item): (&DayPlan<'_>, usize, &ItineraryItem)) -> Markup {
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

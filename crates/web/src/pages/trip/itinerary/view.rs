//! The itinerary on the page of a trip: its days with their items.

use maud::{Markup, html};
use wayfare_api_core::trip::items::is_on_trip;

use super::days::{self, DayPlan, Entry, day_class};
use super::listing::{Listing, cost, title};
use super::row;
use crate::i18n::{format, texts as t};
use crate::pages::trip::frame::trip_page::TripPage;

/// The most days that are open at first.
const MAX_OPEN_DAYS: usize = 14;
/// The most items of the days that are open at first.
const MAX_OPEN_ITEMS: usize = 60;
/// The most items of a trip whose rows have a menu each; in longer ones the form of an item has it.
const MAX_MENUS: usize = 200;
/// The most names in the heading of a day.
const MAX_NAMES: usize = 5;

/// The list of the trip's page, with its heading.
pub(crate) fn show(page: TripPage<'_>, entries: &[Entry<'_>]) -> Markup {
    let trip = page.trip();
    let base = page.base();
    let listing = Listing {
        cost: &|item| cost(item, base),
        editor: page.edits.then_some(page),
        people: is_on_trip(page.view).then_some(page),
        has_menus: trip.itinerary.len() <= MAX_MENUS,
        today: days::today(page),
    };
    let list = show_days(entries, &listing);
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

/// The days of a trip with their items. Days before the present one are folded, and those of a long
/// trip after its first.
pub(crate) fn show_days(entries: &[Entry<'_>], listing: &Listing<'_>) -> Markup {
    let (mut open_days, mut open_items) = (0, 0);
    let mut opens = |day: &DayPlan<'_>| {
        if listing.today.is_some_and(|today| day.number < today) {
            return false;
        }
        open_days += 1;
        open_items += day.items().count();
        let fits = open_days <= MAX_OPEN_DAYS && open_items <= MAX_OPEN_ITEMS;
        open_days == 1 || fits || listing.today == Some(day.number)
    };
    html! {
        @for entry in entries {
            @match entry {
                Entry::Day(day) if day.stops.is_empty() => (show_empty_day(day, listing)),
                Entry::Day(day) => (show_day(day, opens(day), listing)),
                Entry::Empty(from, to) => p.gap { (t::empty_days(*from, *to)) },
            }
        }
    }
}

/// A day without items: a line.
fn show_empty_day(day: &DayPlan<'_>, listing: &Listing<'_>) -> Markup {
    let number = day.number;
    html! {
        section class=(format!("day bare {}", day_class(number)))
            aria-labelledby=(format!("day-{number}")) data-day=(number) data-date=[day.date] {
            div.day-head { (heading(day, listing)) }
            (add(number, listing))
        }
    }
}

/// A day with its items, which folds.
fn show_day(day: &DayPlan<'_>, is_open: bool, listing: &Listing<'_>) -> Markup {
    let (number, items) = (day.number, day.items().count());
    let mut place = 0..items;
    html! {
        section class=(format!("day {}", day_class(number)))
            aria-labelledby=(format!("day-{number}")) data-day=(number) data-date=[day.date] {
            details open[is_open] {
                summary.day-head #(format!("fold-{number}")) {
                    (heading(day, listing))
                    span.about {
                        @if items > 0 { (t::number_of_stops(items)) " · " }
                        (names(day))
                    }
                }
                ol.items {
                    @for stop in &day.stops {
                        @if stop.is_later() { (row::show_later(day, stop, listing)) }
                        @else if let Some(place) = place.next() {
                            (row::show_item(day, place, stop, listing))
                        }
                    }
                }
            }
            (add(number, listing))
        }
    }
}

/// The heading of a day. Scripts mark the day that is today where the page is read.
fn heading(day: &DayPlan<'_>, listing: &Listing<'_>) -> Markup {
    html! {
        h3 #(format!("day-{}", day.number)) tabindex="-1" {
            (t::day_number(day.number))
            @if let Some(date) = day.date {
                " " time datetime=(date) { (format::long_date(date)) }
            }
        }
        @let is_today = listing.today == Some(day.number);
        @if is_today || day.date.is_some() {
            " " span.badge.today hidden[!is_today] { (t::TODAY) }
        }
    }
}

fn add(day: u32, listing: &Listing<'_>) -> Markup {
    html! {
        @if let Some(page) = listing.editor {
            @let path = page.address(&format!("/items/new?day={day}"));
            a.add.no-print href=(path) aria-label=(t::add_to_day(day)) data-dialog { (t::ADD) }
        }
    }
}

/// Where one is on a day: the names of its first stops, each once.
fn names(day: &DayPlan<'_>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for stop in &day.stops {
        let name = title(stop.item);
        if names.len() < MAX_NAMES && !names.contains(&name) {
            names.push(name);
        }
    }
    format::short(&names.join(", "))
}

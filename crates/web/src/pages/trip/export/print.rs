//! A trip as a booklet, to be printed and taken along.

use actix_web::HttpRequest;
use maud::{Markup, html};
use wayfare_api_core::trip::items::is_on_trip;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::ItineraryItem;

use crate::i18n::format::Zones;
use crate::i18n::names::shown_location;
use crate::i18n::{format, texts as t};
use crate::markup::icons;
use crate::markup::layout::Page;
use crate::markup::linked::linked;
use crate::pages::trip::frame::section::MAX_ROWS;
use crate::pages::trip::frame::sheet::back;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::days::{self, DayPlan, Entry, Part, Stop};
use crate::pages::trip::itinerary::listing::{cost, title};
use crate::pages::trip::itinerary::row::{leg, part, when};
use crate::pages::trip::map::view::of_day;
use crate::pages::trip::{budget, notes, read};
use crate::session::Visitor;

/// The most days that have a map.
const MAX_MAPS: usize = 60;

/// What a booklet has besides what it always has.
#[derive(Clone, Copy)]
struct Choice {
    /// The costs.
    costs: bool,
    /// The confirmation numbers, which are for the people of the trip alone.
    confirmations: bool,
}

pub(crate) async fn get(request: HttpRequest, TripPath(id): TripPath) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let view = read(&visitor, id).await?;
    let choice = Choice {
        costs: visitor.query.get("costs") == Some("on"),
        confirmations: is_on_trip(&view),
    };
    let shown = move |visitor: &Visitor| {
        // Print has no controls.
        let page = TripPage {
            edits: false,
            manages: false,
            ..TripPage::new(visitor, &view)
        };
        Page::new(view.trip.name.as_str(), booklet(page, choice)).class("booklet")
    };
    Page::render(visitor, shown).await
}

fn booklet(page: TripPage<'_>, choice: Choice) -> Markup {
    let trip = page.trip();
    let zones = Zones::of_trip(trip);
    let days = days::of(&trip.itinerary, &zones, &trip.plan.dates);
    html! {
        div.no-print { (back(page)) (options(page, choice)) }
        header.trip-title {
            h1 { (trip.name.as_str()) }
            p.meta {
                (format::dates(&trip.plan.dates).unwrap_or_else(|| t::NO_DATES.to_string()))
                " · " (people(page))
            }
            @if !trip.description.is_empty() { p.desc { (linked(trip.description.as_str())) } }
        }
        (itinerary(page, &days, choice))
        (notes::show(page))
        (lists(page))
        @if choice.costs { (budget::view::show(page)) }
    }
}

/// What is chosen before printing.
fn options(page: TripPage<'_>, choice: Choice) -> Markup {
    html! {
        form.options method="get" action=(page.address("/print")) {
            label.check {
                input type="checkbox" name="costs" value="on" checked[choice.costs];
                (t::BOOKLET_COSTS)
            }
            button.button.quiet { (t::BOOKLET_SHOW) }
            " " button.button type="button" data-print hidden {
                (icons::icon("print")) " " (t::BOOKLET_PRINT)
            }
        }
    }
}

/// The names of the people, and of those without an account.
fn people(page: TripPage<'_>) -> String {
    let trip = page.trip();
    let names = page.view.member_names();
    let people = page
        .view
        .people
        .iter()
        .map(|person| names.person(person.id));
    let parties = trip.open_parties(&page.view.people, &[]);
    let others = parties.iter().map(|party| &*party.name);
    let all: Vec<&str> = people.chain(others).take(MAX_ROWS).collect();
    all.join(", ")
}

fn itinerary(page: TripPage<'_>, days: &[Entry<'_>], choice: Choice) -> Markup {
    let mut maps = 0;
    html! {
        @for entry in days {
            @match entry {
                Entry::Empty(from, to) => p.gap { (t::empty_days(*from, *to)) },
                Entry::Day(day) => {
                    section.leaf {
                        h2 {
                            (t::day_number(day.number))
                            @if let Some(date) = day.date {
                                " " time datetime=(date) { (format::long_date(date)) }
                            }
                        }
                        @if !day.stops.is_empty() { (stops(page, day, choice)) }
                        @if day.items().next().is_some() && maps < MAX_MAPS {
                            ({ maps += 1; of_day(&page.visitor.site, entry) })
                        }
                    }
                }
            }
        }
    }
}

/// What is on a day.
fn stops(page: TripPage<'_>, day: &DayPlan<'_>, choice: Choice) -> Markup {
    let base = page.base();
    html! {
        ol.stops {
            @for stop in &day.stops {
                // What a stay costs is on its first day alone.
                @let has_cost = choice.costs && !stop.is_later();
                @let cost = cost(stop.item, base).filter(|_| has_cost);
                (show_stop(day, stop, choice, cost))
            }
        }
    }
}

fn show_stop(day: &DayPlan<'_>, stop: &Stop<'_>, choice: Choice, cost: Option<String>) -> Markup {
    html! {
        li {
            div.when { (when(day, stop)) }
            div {
                b { (title(stop.item)) }
                (part(stop))
                @if !stop.is_later() { (leg(stop.item)) }
                // The end of a stay has its name alone.
                @if !stop.is_later() || matches!(stop.part(), Part::Night(..)) {
                    (booking(stop.item, choice.confirmations))
                }
                @let description = format::description(&stop.item.destination);
                @if !stop.is_later() && !description.is_empty() {
                    p.desc { (linked(description)) }
                }
                @if let Some(cost) = cost { p.cost { (cost) } }
            }
        }
    }
}

/// The address and the confirmation number of an item.
fn booking(item: &ItineraryItem, confirms: bool) -> Markup {
    let place = &item.destination;
    html! {
        @if !place.location.is_empty() && place.location.as_str() != title(item) {
            p.where { (shown_location(place)) }
        }
        @if confirms && !item.confirmation.is_empty() {
            p { (t::before_value(t::CONFIRMATION.get())) " " b { (item.confirmation.as_str()) } }
        }
    }
}

/// The lists, with a box before each entry.
fn lists(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let lists = trip.lists();
    let names = page.view.member_names();
    html! {
        @for list in lists.iter().filter(|list| !list.entries.is_empty()) {
            section.part {
                h2 { (crate::pages::trip::lists::view::title(list)) }
                ul.boxes {
                    @for entry in &list.entries {
                        li.done[entry.done] {
                            (entry.text.as_str())
                            @if let Some(by) = &entry.by {
                                " " span.meta { (names.get(by.member.as_str())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

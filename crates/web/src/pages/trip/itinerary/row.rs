//! A row of the itinerary: when, what kind, and what it is, with its tools.

use maud::{Markup, html};
use wayfare_domain::Instant;
use wayfare_domain::trip::{ItemClass, ItineraryItem};

use super::days::{DayPlan, Part, Stop};
use super::listing::{Listing, title};
use crate::i18n::format::{Zone, short};
use crate::i18n::names::shown_location;
use crate::i18n::{format, texts as t};
use crate::markup::icons::{icon, named_icon};
use crate::markup::linked::linked;
use crate::pages::trip::editing::trip_form::UNPLACED;
use crate::pages::trip::files;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::map::link::MapTarget;
use crate::site::encoded;

/// The rule of the style sheet that colours an item.
fn group(class: ItemClass) -> &'static str {
    match class {
        class if class.is_travel() => "travel",
        class => class.name(),
    }
}

/// The icon of an item on the rail of time, which says its kind to screen readers, too.
fn rail(item: &ItineraryItem) -> Markup {
    let class = item.class();
    html! { div.rail { (named_icon(class.name(), t::class(class).get())) } }
}

/// An item on a day after its first one: a line that leads to that. A night says where one sleeps.
pub(super) fn show_later(day: &DayPlan<'_>, stop: &Stop<'_>, listing: &Listing<'_>) -> Markup {
    html! {
        li class=(format!("item later {}", group(stop.item.class()))) {
            div.when { (when(day, stop)) }
            (rail(stop.item))
            div.what {
                h4 { a href=(format!("#day-{}", stop.item.day.number())) { (title(stop.item)) } }
                (part(stop))
                @if matches!(stop.part(), Part::Night(..)) {
                    (location(stop.item))
                    (confirmation(stop.item, listing))
                    @if let Some(page) = listing.people { (files::of_item(page, &stop.item.id)) }
                }
            }
        }
    }
}

/// Which day of an item this is, such as the one on which its second night begins.
pub(in crate::pages::trip) fn part(stop: &Stop<'_>) -> Markup {
    let text = match stop.part() {
        Part::Whole => return html! {},
        Part::OneNight => t::ONE_NIGHT.to_string(),
        Part::Night(night, nights) => t::night(night, nights),
        Part::Day(day, days) => t::day_of(day, days),
        Part::End => t::LAST_OF_STAY.to_string(),
        Part::Arrival => t::ARRIVAL.to_string(),
    };
    html! { p.meta { (text) } }
}

/// The item in a place of a day.
pub(super) fn show_item(
    day: &DayPlan<'_>,
    place: usize,
    stop: &Stop<'_>,
    listing: &Listing<'_>,
) -> Markup {
    let item = stop.item;
    let name = title(item);
    let description = format::description(&item.destination);
    html! {
        li class=(format!("item {}", group(item.class()))) data-item=(item.id.as_str()) {
            div.when { (when(day, stop)) }
            (rail(item))
            div.what {
                @if let Some(page) = listing.editor {
                    div.named { h4 { (name) } (edit(page, item)) }
                } @else { h4 { (name) } }
                (leg(item))
                (part(stop))
                (location(item))
                (distance(stop))
                @if let Some(page) = listing.editor { (ask_where(page, item)) }
                (confirmation(item, listing))
                @if !description.is_empty() { p.desc { (linked(description)) } }
                @if let Some(cost) = (listing.cost)(item) { p.cost { (cost) } }
                @if !item.photos.is_empty() { (photos(item)) }
                @if let Some(page) = listing.people { (files::of_item(page, &item.id)) }
            }
            @if let Some(page) = listing.editor {
                @if listing.has_menus { (menu(page, day, place, stop)) }
            }
        }
    }
}

/// From where to where travel leads, unless its title says so, and how long it takes.
pub(crate) fn leg(item: &ItineraryItem) -> Markup {
    if !item.kind.is_travel() {
        return html! {};
    }
    let (name, place) = (title(item), &item.destination);
    let to = item.end_destination().map(|to| to.name.as_str());
    // A title of its own, such as the number of a flight, is not where it starts.
    let is_typed = !place.location.is_empty() && !place.has_found_location;
    let is_named = |to: &str| !is_typed || name.ends_with(to);
    let from = match to {
        Some(to) if !is_named(to) => &shown_location(place),
        _ => item.start_name(),
    };
    let says_both = |to: &str| name.contains(from) && name.contains(to);
    let to = to.filter(|to| !to.is_empty() && !says_both(to));
    let times = item.start.zip(item.end);
    let duration = times.and_then(|(start, end)| format::duration(start, end));
    html! {
        @if to.is_some() || duration.is_some() {
            p.leg {
                @if let Some(to) = to { span { (from) " → " (to) } " " }
                @if let Some(duration) = duration { span.meta { (duration) } }
            }
        }
    }
}

/// The location of an item, which leads to a street map if it is known.
fn location(item: &ItineraryItem) -> Markup {
    let place = &item.destination;
    html! {
        @if !place.location.is_empty() && title(item) != place.location.as_str() {
            p.where {
                @if place.coordinates.is_some() {
                    @let target = MapTarget::of(place);
                    (target.link(&shown_location(place)))
                    @if let Some(known) = target.known_only() { " " span.meta { (known) } }
                } @else { (linked(&shown_location(place))) }
            }
        }
    }
}

/// How far it is from the stop before, unless that is next door.
fn distance(stop: &Stop<'_>) -> Markup {
    let length = stop.distance.and_then(format::distance);
    html! { @if let Some(length) = length { p.meta { (t::from_stop_before(&length)) } } }
}

/// After an item without a known place was added: a link to the places that it may mean.
fn ask_where(page: TripPage<'_>, item: &ItineraryItem) -> Markup {
    let is_asked = page.visitor.query.get(UNPLACED) == Some(item.id.as_str());
    html! {
        @if is_asked && item.destination.coordinates.is_none() {
            @let path = format!("/item/place/search?id={}", encoded(&item.id));
            p.hint.no-print {
                (t::item_not_on_map(&short(title(item)))) " "
                a href=(page.address(&path)) data-dialog { (t::SAY_WHERE) }
            }
        }
    }
}

/// What a booking is confirmed by, with a button that copies it, for the people of the trip.
fn confirmation(item: &ItineraryItem, listing: &Listing<'_>) -> Markup {
    let text = item.confirmation.as_str();
    html! {
        @if listing.people.is_some() && !text.is_empty() {
            p.confirmation {
                span.meta { (t::before_value(t::CONFIRMATION.get())) } " " code { (text) } " "
                button.tool.no-print type="button" hidden data-copy=(text) data-copied=(t::COPIED)
                    aria-label=(t::label_of(t::COPY.get(), text)) { (icon("copy")) }
            }
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

pub(in crate::pages::trip) fn when(day: &DayPlan<'_>, stop: &Stop<'_>) -> Markup {
    let [start, end] = stop.times();
    let days = stop.whole_days().filter(|(first, last)| first != last);
    html! {
        @if let Some((first, last)) = days { span.date { (format::range(first, last)) } }
        @if let Some((start, zone)) = start {
            @if day.date.is_some_and(|date| zone.date(start) != date) {
                span.date { (format::short_date(zone.date(start))) " " }
            }
            time datetime=(start) { (bed_time(stop, zone.time(start))) }
            @if let Some((end, end_zone)) = end {
                @if stop.item.kind.is_travel() { " → " } @else { "–" }
                time datetime=(end) { (end_zone.time(end)) }
                (later_day(start, zone, end, end_zone))
            }
            @if let Some(minutes) = stop.clock_change() {
                " " span.zone { (t::local_time(&format::clock_change(minutes))) }
            }
        }
    }
}

/// The hour of a bed: from when it is to be had, until when it is to be left.
fn bed_time(stop: &Stop<'_>, time: String) -> String {
    match stop.item.is_bed() {
        true if stop.is_later() => t::until_time(&time),
        true => t::from_time(&time),
        false => time,
    }
}

/// The day of an end, if it is not that of its start.
fn later_day(start: Instant, zone: &Zone, end: Instant, end_zone: &Zone) -> Markup {
    let (from, to) = (zone.date(start), end_zone.date(end));
    html! {
        @if from != to {
            @let date = format::short_date(to);
            @if from.tomorrow().ok() == Some(to) {
                " " span.next title=(date) aria-hidden="true" { "+1" }
                span.visually-hidden { " " (date) }
            } @else { span.date { " " (date) } }
        }
    }
}

/// The link to the form of an item, which lies over its title: headings keep their names.
fn edit(page: TripPage<'_>, item: &ItineraryItem) -> Markup {
    let address = page.address(&format!("/item?id={}", encoded(&item.id)));
    let label = t::edit_of(&short(title(item)));
    html! {
        a.edit.tool href=(address) aria-label=(label) data-dialog {}
    }
}

/// The menu of an item: buttons that move and duplicate it, and the way to remove it.
fn menu(page: TripPage<'_>, day: &DayPlan<'_>, place: usize, stop: &Stop<'_>) -> Markup {
    let item = stop.item;
    let is_last = place + 1 == day.items().count();
    html! {
        details.tools.moves data-menu {
            summary.tool aria-label=(t::label_of(t::MORE.get(), &short(title(item)))) {}
            div.menu {
                (moves(item, place > 0, !is_last))
                @let file = format!("/files/new?item={}", encoded(&item.id));
                a href=(page.address(&file)) data-dialog { (t::ADD_FILE) }
                @let remove = format!("/item/remove?id={}", encoded(&item.id));
                a href=(page.address(&remove)) data-dialog { (t::REMOVE) }
            }
        }
    }
}

/// The buttons that move an item by one, up and down if there is another item, or duplicate it.
fn moves(item: &ItineraryItem, moves_up: bool, moves_down: bool) -> Markup {
    let id = item.id.as_str();
    html! {
        @if moves_up { button name="up" value=(id) { (t::UP) } }
        @if moves_down { button name="down" value=(id) { (t::DOWN) } }
        @if item.day.number() > 1 { button name="earlier" value=(id) { (t::EARLIER) } }
        button name="later" value=(id) { (t::LATER) }
        button name="copy" value=(id) { (t::DUPLICATE) }
    }
}

/// The same below the form of an item: rows of long trips have no menu.
pub(super) fn moves_form(page: TripPage<'_>, item: &ItineraryItem) -> Markup {
    html! {
        form.menu method="post" action=(page.address("/items"))
            aria-label=(t::label_of(t::MORE.get(), &short(title(item)))) {
            (page.token())
            (moves(item, true, true))
            @let file = format!("/files/new?item={}", encoded(&item.id));
            a href=(page.address(&file)) { (t::ADD_FILE) }
        }
    }
}

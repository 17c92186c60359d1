//! The page of a trip: its head, days and parts.

use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_domain::trip::ItineraryItem;
use wayfare_domain::{Action, Currency, Person};
use wayfare_pictures::Bounds;
use wayfare_service::{ShareLinkView, TripView};

use super::days::{self, DayPlan, Entry};
use super::{address, encoded, exports, links, may, parts};
use crate::form;
use crate::format::Zone;
use crate::layout::Page;
use crate::pages::trips::dates;
use crate::session::Visitor;
use crate::{format, texts as t};

/// The size of the picture at the head.
const HEAD: Bounds = Bounds {
    max_width: Some(1_280),
    max_height: Some(720),
};
/// The most characters of a name in the label of a button.
const MAX_LABEL: usize = 60;

/// What a visitor may do on the page of a trip.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rights {
    pub(crate) edits: bool,
    pub(crate) manages: bool,
}

/// Answers the page of a trip.
pub(crate) async fn show(visitor: Visitor, view: TripView) -> Answer {
    let rights = Rights {
        edits: may(&visitor, &view, Action::Edit),
        manages: may(&visitor, &view, Action::Manage),
    };
    let links = match visitor.caller().filter(|_| rights.manages) {
        Some(caller) => {
            let shares = &visitor.app.service.shares;
            Some(shares.list(caller, view.trip.id).await?.0)
        }
        None => None,
    };
    let has_links = links.as_ref().is_some_and(|links| !links.is_empty());
    let page = move |visitor: &Visitor| {
        let body = body(visitor, &view, rights, links.as_deref());
        let page = Page::new(view.trip.name.as_str(), body).class("trip");
        page.secret(has_links)
    };
    Page::render(visitor, page).await
}

fn body(
    visitor: &Visitor,
    view: &TripView,
    rights: Rights,
    links: Option<&[ShareLinkView]>,
) -> Markup {
    html! {
        (head(visitor, view, rights))
        (sections())
        div.columns {
            section #itinerary aria-labelledby="itinerary-title" {
                (itinerary(visitor, view, rights))
            }
            div.side {
                (parts::map(visitor, view, rights))
                (parts::budget(visitor, view, rights))
                (parts::todo(visitor, view, rights))
                (parts::places(visitor, view, rights))
                (parts::photos(visitor, view, rights))
                (parts::notes(visitor, view, rights))
                (parts::people(visitor, view, rights))
                @if let Some(links) = links { (links::section(visitor, view, links)) }
                (exports::section(visitor, view))
                (parts::changed(view))
            }
        }
    }
}

fn head(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let links = &visitor.app.links;
    html! {
        div.trip-head {
            @if trip.gallery.main.is_some() {
                @let url = links.main_image_url(trip.id, &trip.gallery, HEAD);
                img.cover src=(visitor.site.own(&url)) alt="" width="1280" height="480";
            }
            div.trip-title {
                h1 { (trip.name.as_str()) }
                p.meta {
                    @match dates(view) { Some(dates) => { (dates) }, None => { (t::NO_DATES) } }
                    " · " (t::people(trip.members.len()))
                    " · " span.badge { @if trip.private { (t::PRIVATE) } @else { (t::PUBLIC) } }
                }
                @if !trip.description.is_empty() { p.desc { (trip.description.as_str()) } }
                p.actions.no-print {
                    @if rights.edits {
                        a.button href=(address(visitor, trip.id, "/items/new")) data-dialog {
                            (t::ADD_ITEM)
                        } " "
                        a.button.quiet href=(address(visitor, trip.id, "/settings")) data-dialog {
                            (t::EDIT_TRIP)
                        } " "
                    }
                    @if visitor.account.is_none() {
                        @let path = visitor.site.sign_in_to(&address(visitor, trip.id, ""));
                        a.button.quiet href=(path) { (t::SIGN_IN_TO_EDIT) }
                    }
                }
            }
        }
    }
}

fn sections() -> Markup {
    html! {
        nav.sections.no-print aria-label=(t::ON_THIS_PAGE) {
            @for (id, name) in t::SECTIONS { a href=(format!("#{id}")) { (name) } }
        }
    }
}

fn itinerary(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let entries = days::of(&trip.itinerary, &trip.plan.dates);
    let base = visitor.app.service.trips.base_currency(trip);
    let editor = rights.edits.then_some((visitor, view));
    let list = show_days(&entries, &|item| cost(item, base), editor);
    html! {
        div.title-row {
            h2 #itinerary-title tabindex="-1" { (t::ITINERARY) }
        }
        @if trip.itinerary.is_empty() {
            p.hint { @if rights.edits { (t::NO_ITEMS_EDITOR) } @else { (t::NO_ITEMS) } }
        }
        @if rights.edits {
            form.days method="post" action=(address(visitor, trip.id, "/items")) data-days {
                (form::token(visitor))
                (list)
            }
        } @else {
            div.days { (list) }
        }
    }
}

/// What an item shows as its cost.
type Cost<'a> = &'a dyn Fn(&ItineraryItem) -> Option<String>;
/// The visitor who edits the items of a trip, if they may.
type Editor<'a> = Option<(&'a Visitor, &'a TripView)>;

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
    let add = |(visitor, view): (&Visitor, &TripView)| {
        let path = format!("/items/new?day={number}");
        let path = address(visitor, view.trip.id, &path);
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

/// The beginning of a text, for a label.
pub(crate) fn short(text: &str) -> String {
    let mut letters = text.chars();
    let short: String = letters.by_ref().take(MAX_LABEL).collect();
    if letters.next().is_some() {
        format!("{short}…")
    } else {
        short
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
                h4 { (name) }
                @if !location.is_empty() && name != location.as_str() {
                    p.where { (location.as_str()) }
                }
                @if !description.is_empty() { p.desc { (description.as_str()) } }
                @if let Some(cost) = cost(item) { p.cost { (cost) } }
                @if !item.photos.is_empty() { (photos(item)) }
            }
            @if let Some((visitor, view)) = editor { (tools(visitor, view, (day, place, item))) }
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
fn tools(
    visitor: &Visitor,
    view: &TripView,
    (day, place, item): (&DayPlan<'_>, usize, &ItineraryItem),
) -> Markup {
    let (id, name) = (item.id.as_str(), short(title(item)));
    let edit = format!(
        "{}?id={}",
        address(visitor, view.trip.id, "/item"),
        encoded(id)
    );
    let is_last = place + 1 == day.items.len();
    html! {
        div.tools.no-print {
            a.tool href=(edit) aria-label=(t::edit_of(&name)) data-dialog { (t::EDIT) }
            details.moves data-menu {
                summary.tool aria-label=(t::move_of(&name)) { (t::MOVE) }
                div.menu {
                    @if place > 0 { button name="up" value=(id) { (t::UP) } }
                    @if !is_last { button name="down" value=(id) { (t::DOWN) } }
                    @if day.number > 1 { button name="earlier" value=(id) { (t::EARLIER) } }
                    button name="later" value=(id) { (t::LATER) }
                    button name="copy" value=(id) { (t::DUPLICATE) }
                    @let path = format!("/item/remove?id={}", encoded(id));
                    a href=(address(visitor, view.trip.id, &path)) data-dialog { (t::REMOVE) }
                }
            }
        }
    }
}

/// A person's name on a page.
pub(crate) fn person_name(person: &Person) -> &str {
    person.username.as_str()
}

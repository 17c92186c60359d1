//! The views of a trip: pages that are one tap away from each other.

use maud::{Markup, html};

use super::itinerary::days;
use super::trip_page::TripPage;
use crate::icons::icon;
use crate::texts::{self as t, Text};

/// A view of a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// The days beside the map, and the notes.
    Itinerary,
    /// The map with its locations, and the places.
    Map,
    /// The budget, expenses, and who owes whom.
    Costs,
    /// What is to do.
    Lists,
    /// The photos.
    Photos,
    /// The people, links, files and the calendar.
    People,
}

impl View {
    const ALL: [Self; 6] = [
        Self::Itinerary,
        Self::Map,
        Self::Costs,
        Self::Lists,
        Self::Photos,
        Self::People,
    ];

    /// The view that has the element of this id.
    pub(super) fn with(id: &str) -> Self {
        match id {
            "map" | "locations" | "places" => Self::Map,
            "budget" => Self::Costs,
            "todo" | "lists" => Self::Lists,
            "photos" => Self::Photos,
            "people" | "links" | "files" => Self::People,
            _ if id.starts_with("rate-") => Self::Costs,
            _ if id.starts_with("list-") => Self::Lists,
            _ => Self::Itinerary,
        }
    }

    /// The end of its address.
    pub(super) fn path(self) -> &'static str {
        match self {
            Self::Itinerary => "",
            Self::Map => "/map",
            Self::Costs => "/costs",
            Self::Lists => "/lists",
            Self::Photos => "/photos",
            Self::People => "/people",
        }
    }

    /// The id of its first section.
    fn section(self) -> &'static str {
        match self {
            Self::Itinerary => "itinerary",
            Self::Map => "map",
            Self::Costs => "budget",
            Self::Lists => "todo",
            Self::Photos => "photos",
            Self::People => "people",
        }
    }

    /// Its name, and that of its icon.
    fn name(self) -> (Text, &'static str) {
        match self {
            Self::Itinerary => (t::ITINERARY, "itinerary"),
            Self::Map => (t::MAP, "map"),
            Self::Costs => (t::COSTS, "costs"),
            Self::Lists => (t::LISTS, "lists"),
            Self::Photos => (t::PHOTOS, "photos"),
            Self::People => (t::PEOPLE, "people"),
        }
    }

    /// What its button adds, and by which form.
    pub(super) fn adds(self) -> Option<(&'static str, Text)> {
        match self {
            Self::Itinerary => Some(("/items/new", t::ADD_ITEM)),
            Self::Costs => Some(("/expenses/new", t::ADD_EXPENSE)),
            _ => None,
        }
    }
}

/// The bar of a page that has these views as its sections, if there are several.
pub(crate) fn bar_of_sections(has: impl Fn(View) -> bool) -> Markup {
    let views = View::ALL.into_iter().filter(|view| has(*view));
    let links = views.map(|view| {
        let (name, symbol) = view.name();
        let section = format!("#{}", view.section());
        html! { a href=(section) { (icon(symbol)) span { (name) } } }
    });
    let links: Vec<Markup> = links.collect();
    html! {
        @if links.len() > 1 {
            nav.views.no-print aria-label=(t::VIEWS) { @for link in links { (link) } }
        }
    }
}

/// The bar that leads to all views, with the button that adds to this one.
pub(super) fn bar(page: TripPage<'_>, present: View) -> Markup {
    let current = |view| (view == present).then_some("page");
    html! {
        nav.views.no-print aria-label=(t::VIEWS) {
            @for view in View::ALL {
                @let (name, symbol) = view.name();
                a data-view href=(page.address(view.path())) aria-current=[current(view)] {
                    (icon(symbol)) span { (name) }
                }
            }
        }
        @if let Some((path, label)) = present.adds().filter(|_| page.edits) {
            @let day = days::today(page).filter(|_| present == View::Itinerary);
            @let query = day.map(|day| format!("?day={day}")).unwrap_or_default();
            @let address = page.address(&format!("{path}{query}"));
            a.float.no-print href=(address) aria-label=(label) data-dialog {
                (icon("plus")) span aria-hidden="true" { (t::ADD) }
            }
        }
    }
}

//! The views of a trip: pages that are one tap away from each other.

use crate::i18n::texts::{self as t, Text};

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
    pub(crate) const ALL: [Self; 6] = [
        Self::Itinerary,
        Self::Map,
        Self::Costs,
        Self::Lists,
        Self::Photos,
        Self::People,
    ];

    /// The view that has the element of this id.
    pub(crate) fn with(id: &str) -> Self {
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
    pub(crate) fn path(self) -> &'static str {
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
    pub(crate) fn section(self) -> &'static str {
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
    pub(crate) fn name(self) -> (Text, &'static str) {
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
    pub(crate) fn adds(self) -> Option<(&'static str, Text)> {
        match self {
            Self::Itinerary => Some(("/items/new", t::ADD_ITEM)),
            Self::Costs => Some(("/expenses/new", t::ADD_EXPENSE)),
            _ => None,
        }
    }
}

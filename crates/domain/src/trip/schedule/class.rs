//! What an item of the itinerary is, as people tell items apart.

use serde::{Deserialize, Serialize};

use crate::Reason;
use crate::text::or_fallback;
use crate::trip::ItineraryItem;

/// What an item is: a leg of a journey, a stay, or something to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemClass {
    /// A flight.
    Flight,
    /// A ride by train, tram or underground.
    Train,
    /// A ride by bus.
    Bus,
    /// A drive.
    Car,
    /// A passage by ship.
    Ferry,
    /// A walk from one place to another.
    Walk,
    /// Travel by any other means.
    Travel,
    /// A place to sleep.
    Stay,
    /// A meal.
    Food,
    /// Something to see.
    Sight,
    /// Something to do.
    Activity,
    /// Anything else.
    Other,
}

impl ItemClass {
    /// Each class with its name.
    pub const ALL: [(Self, &str); 12] = [
        (Self::Flight, "flight"),
        (Self::Train, "train"),
        (Self::Bus, "bus"),
        (Self::Car, "car"),
        (Self::Ferry, "ferry"),
        (Self::Walk, "walk"),
        (Self::Travel, "travel"),
        (Self::Stay, "stay"),
        (Self::Food, "food"),
        (Self::Sight, "sight"),
        (Self::Activity, "activity"),
        (Self::Other, "other"),
    ];

    /// Parses a name; an empty one is [`Self::Other`].
    ///
    /// # Errors
    /// An unknown name.
    pub fn new(name: &str) -> Result<Self, Reason> {
        Self::find(or_fallback(name, "other")).ok_or_else(|| {
            let names = Self::ALL.map(|(_, name)| name).join(", ");
            Reason::new(format!("must be one of {names}"))
        })
    }

    /// The class of this name.
    pub fn find(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(class, _)| *class)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(class, _)| *class == self);
        found.map_or("other", |(_, name)| *name)
    }

    /// Whether it leads from one place to another.
    pub fn is_travel(self) -> bool {
        matches!(
            self,
            Self::Flight
                | Self::Train
                | Self::Bus
                | Self::Car
                | Self::Ferry
                | Self::Walk
                | Self::Travel
        )
    }

    /// The kind that an item of it is written as.
    pub fn kind(self) -> &'static str {
        match self.is_travel() {
            true => "transportations",
            false => "destination",
        }
    }

    /// The usual category of what it costs; empty if there is none.
    pub fn category(self) -> &'static str {
        match self {
            Self::Stay => "Accommodation",
            Self::Food => "Food and Restaurants",
            Self::Sight | Self::Activity => "Activities",
            Self::Other | Self::Walk => "",
            _ => "Transportation",
        }
    }
}

/// What an item is set to be by a request. What it is already sets nothing, so that an answer can
/// be sent back; [`ItemClass::Other`] removes what was set.
pub(in crate::trip) fn merge(
    sent: Option<ItemClass>,
    current: Option<&ItineraryItem>,
) -> Option<ItemClass> {
    let present = current.and_then(|item| item.class);
    match sent {
        Some(sent) if current.is_none_or(|item| item.class() != sent) => {
            Some(sent).filter(|class| *class != ItemClass::Other)
        }
        _ => present,
    }
}

impl ItineraryItem {
    /// What it is: what was set, if that fits its kind; else by its kind and the category of its
    /// cost.
    pub fn class(&self) -> ItemClass {
        let is_travel = self.kind.is_travel();
        let fits = |class: &ItemClass| class.is_travel() == is_travel && *class != ItemClass::Other;
        self.class
            .filter(fits)
            .unwrap_or(match self.budget.category() {
                _ if is_travel => ItemClass::Travel,
                "Accommodation" => ItemClass::Stay,
                "Food and Restaurants" => ItemClass::Food,
                "Activities" => ItemClass::Activity,
                _ => ItemClass::Other,
            })
    }
}

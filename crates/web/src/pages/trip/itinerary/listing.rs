//! What lists of items show of each.

use wayfare_domain::Currency;
use wayfare_domain::trip::ItineraryItem;

use crate::i18n::{format, texts as t};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::site::encoded;

/// For whom the days are listed, and what they show beside the items.
pub(crate) struct Listing<'a> {
    /// What an item shows as its cost.
    pub(crate) cost: &'a dyn Fn(&ItineraryItem) -> Option<String>,
    /// The trip whose items the visitor edits, if they may.
    pub(crate) editor: Option<TripPage<'a>>,
    /// The trip, if the visitor is on it and sees files, and what bookings are confirmed by.
    pub(crate) people: Option<TripPage<'a>>,
    /// Whether each row has its menu.
    pub(crate) has_menus: bool,
    /// The number of the present day, if the trip is under way.
    pub(crate) today: Option<u32>,
}

/// The title of an item.
pub(crate) fn title(item: &ItineraryItem) -> &str {
    if !item.destination.name.is_empty() {
        &item.destination.name
    } else if !item.destination.location.is_empty() {
        &item.destination.location
    } else {
        t::class(item.class()).get()
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

/// The address of the form for the place of an item.
pub(crate) fn place_address(page: TripPage<'_>, id: &str) -> String {
    page.address(&format!("/item/place?id={}", encoded(id)))
}

//! What the routes of items take.

use serde::Serialize;

use crate::input::{Amount, BudgetInput, DestinationInput, Time, bodies};

bodies! { (Debug, Clone, Default, Serialize)
    /// The whole itinerary. The bare list that the same path answers is taken too.
    ItemListInput = Vec<crate::trip::Item> {
        /// All items; those that are left out go.
        trip_items: Vec<ItemInput> [max_items = 1_000],
    }

    /// An entry of the itinerary.
    ItemInput {
        /// Which item of the trip; a new one where it is left out.
        item_id: Option<String> [max_length = 2_000],
        /// `transportations` for travel; anything else is a stay.
        item_type: String [min_length = 1, max_length = 50],
        /// Its place; where it is left out, that in the list.
        index: Option<Amount>,
        /// Its day; 1 where it is left out.
        day: Option<u32> [value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64],
        /// When it starts.
        start_time: Option<Time>,
        /// When it ends; not before it starts.
        end_time: Option<Time>,
        /// How long it takes, in seconds; where it is left out, from start to end.
        duration: Option<Amount>,
        /// What it costs.
        budget: Option<BudgetInput>,
        /// Where it is or leads.
        destination: Option<DestinationInput>,
        /// Photos.
        photos: Option<Vec<ItemPhotoInput>> [max_items = 30],
        /// The hour of its start without an offset, `2026-05-01T09:00`: the truth, which
        /// `start_time` follows in the zone of the start.
        start_local: Option<String> [pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$"],
        /// The hour of its end, likewise, in the zone of the end.
        end_local: Option<String> [pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$"],
        /// IANA name of the time zone of its start; stays where it is left out, empty removes it.
        timezone: Option<String> [max_length = 64],
        /// IANA name of the time zone of its end; stays where it is left out, empty removes it.
        #[serde(rename = "endTimezone")]
        end_timezone: Option<String> [max_length = 64],
        /// Where it ends; stays where it is left out, null or empty text removes it.
        #[serde(rename = "endDestination")]
        end_destination: Option<Option<DestinationInput>> [value_type = Option<DestinationInput>],
        /// What its booking is confirmed by; stays where it is left out, empty removes it.
        confirmation: Option<String> [max_length = 200],
        /// What it is, if that fits `item_type`: `flight`, `train`, `bus`, `car`, `ferry`, `walk`
        /// or `travel`; `stay`, `food`, `sight`, `activity` or `other`. Stays where it is left out,
        /// empty removes it.
        kind: Option<String>
            [pattern = "^(flight|train|bus|car|ferry|walk|travel|stay|food|sight|activity|\
                other)?$"],
    }

    /// A photo of an item.
    ItemPhotoInput {
        /// Where it is: an http or https URL.
        url: String [format = Uri, max_length = 2_000],
        /// What it shows.
        description: Option<String> [max_length = 2_000],
    }

    /// A change of an item. Only what is sent changes.
    ItemPatchInput = crate::trip::Item {
        /// The id in the path, as the answer has it.
        item_id: Option<String> [max_length = 2_000],
        /// `transportations` for travel; anything else is a stay.
        item_type: Option<String> [min_length = 1, max_length = 50],
        /// Its place in the itinerary.
        index: Option<Amount>,
        /// Its day.
        day: Option<u32> [value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64],
        /// When it starts.
        start_time: Option<Time>,
        /// When it ends; not before it starts.
        end_time: Option<Time>,
        /// How long it takes, in seconds.
        duration: Option<Amount>,
        /// What it costs.
        budget: Option<BudgetInput>,
        /// Where it is or leads.
        destination: Option<DestinationInput>,
        /// Photos.
        photos: Option<Vec<ItemPhotoInput>> [max_items = 30],
        /// The hour of its start without an offset, `2026-05-01T09:00`: the truth, which
        /// `start_time` follows in the zone of the start.
        start_local: Option<String> [pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$"],
        /// The hour of its end, likewise, in the zone of the end.
        end_local: Option<String> [pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$"],
        /// IANA name of the time zone of its start; stays where it is left out, empty removes it.
        timezone: Option<String> [max_length = 64],
        /// IANA name of the time zone of its end; stays where it is left out, empty removes it.
        #[serde(rename = "endTimezone")]
        end_timezone: Option<String> [max_length = 64],
        /// Where it ends; stays where it is left out, null or empty text removes it.
        #[serde(rename = "endDestination")]
        end_destination: Option<Option<DestinationInput>> [value_type = Option<DestinationInput>],
        /// What its booking is confirmed by; stays where it is left out, empty removes it.
        confirmation: Option<String> [max_length = 200],
        /// What it is, if that fits `item_type`: `flight`, `train`, `bus`, `car`, `ferry`, `walk`
        /// or `travel`; `stay`, `food`, `sight`, `activity` or `other`. Stays where it is left out,
        /// empty removes it.
        kind: Option<String>
            [pattern = "^(flight|train|bus|car|ferry|walk|travel|stay|food|sight|activity|\
                other)?$"],
    }

    /// Where an item moves.
    ItemMoveInput {
        /// The day.
        day: u32 [value_type = i64, minimum = 1, maximum = 4_294_967_295_i64],
        /// The place among the items of that day, from 0; the end where it is left out.
        index: Option<u32> [value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_i64],
    }

    /// Where an item is: coordinates, or a place as `GET /places` answers it.
    ItemPlaceInput = crate::extensions::Place {
        /// In degrees north.
        latitude: f64 [minimum = -90, maximum = 90],
        /// In degrees east.
        longitude: f64 [minimum = -180, maximum = 180],
        /// How exactly they say where it is: `exact` (where it is left out), `street`, `town` or
        /// `region`.
        precision: Option<String>,
        /// Replaces the name of the item's destination.
        name: Option<String> [max_length = 2_000],
        /// Replaces the location of the item's destination.
        location: Option<String> [max_length = 2_000],
    }
}

//! The itinerary item by item: kinds, bookings, places, hours and time zones.

mod confirmations;
mod items;
mod kinds;
mod places;
mod shift;
mod typed_hours;
mod zones;

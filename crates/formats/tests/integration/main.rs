//! Tests of reading and writing files.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod archives_of_services;
mod bookings;
mod bounds_of_bookings;
mod calendar_zones;
mod calendars;
mod costs;
mod files;
mod foreign;
mod maps;
mod orders;
mod reading;
mod real_calendars;
mod round_trips;
mod services;

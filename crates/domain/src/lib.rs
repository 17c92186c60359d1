//! The rules of Wayfare, pure: users, trips, itineraries, budgets, timelines and who may do what.
//!
//! Values in, values out. Nothing here knows of HTTP, SQL, clocks or randomness: time and fresh
//! identifiers are handed in by the caller. Every rule of the interface that is not about transport
//! or storage is here, once.
//!
//! Types that cannot hold a wrong value ([`Text`], [`Amount`], [`Currency`], [`Username`], …) are
//! built by a constructor that gives a [`Reason`] when refused; rules over several fields give
//! [`Violation`]s, all at once. The serde form of these types is the stored document form, not an
//! interface shape: renaming a field is a migration.

pub mod access;
mod exact;
pub mod moment;
pub mod money;
pub mod people;
pub mod picture;
pub mod text;
pub mod trip;
pub mod user;
pub mod violation;

pub use access::{Action, Role};
pub use exact::Rate;
pub use moment::{Dates, EpochUnit, Instant, Moment, Period};
pub use money::{Amount, Currency, Quantity, ReferenceRates};
pub use people::{People, Person};
pub use picture::{Gallery, PictureId};
pub use text::{Description, Name, Notes, ShortText, Text};
pub use trip::{Plan, Trip, TripId};
pub use user::{User, UserId, Username};
pub use violation::{Path, Reason, Violation, Violations};

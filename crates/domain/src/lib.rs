//! The domain rules of Wayfare: users, trips, itineraries, budgets, timelines and access control.
//!
//! The crate is pure: it has no HTTP, SQL, clock or randomness. Callers pass in the time and new
//! identifiers. Every rule of the interface that is not about transport or storage is here, once.
//!
//! Validated types ([`Text`], [`Amount`], [`Currency`], [`Username`], …) have a constructor that
//! returns a [`Reason`] for an invalid value. Rules over several fields return all [`Violation`]s.
//! Paths of violations use the domain's field names. The serde form of these types is the stored
//! document, not an interface shape: renaming a field is a migration.
//!
//! For programs that need the rules on values of their own, and the base of all other crates:
//!
//! ```
//! use wayfare_domain::trip::NewTrip;
//! use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
//! use wayfare_domain::{Description, Instant, Name, Trip, TripId, UserId, Uuid};
//!
//! let new = NewTrip {
//!     name: Name::new("Lisbon")?,
//!     description: Description::default(),
//!     estimate: EstimatePatch::default(),
//!     dates: DatesPatch::default(),
//!     private: true,
//!     base_currency: None,
//!     time_zone: None,
//! };
//! let (id, owner) = (TripId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
//! let trip = Trip::create(id, owner, new, Instant::EPOCH)?;
//! assert_eq!(trip.members, [owner]);
//! assert!(Name::new("").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod access;
mod date;
pub mod grant;
mod id;
pub mod language;
pub mod moment;
pub mod money;
pub mod people;
pub mod picture;
pub mod rates;
pub mod text;
pub mod trip;
pub mod user;
pub mod violation;

pub use rust_decimal::Decimal;
pub use uuid::Uuid;

pub use access::{Action, MemberRole, Role};
pub use date::Date;
pub use grant::{
    ApiKey, Assistant, Consent, Grant, GrantKind, GrantPatch, GrantScope, KeyGrant, KeyScope,
    KeyTrips, LinkScope,
};
pub use id::{GrantId, PictureId, TripId, UserId, is_uuid_shaped};
pub use language::Language;
pub use moment::{Dates, EpochUnit, Instant, Moment, Period};
pub use money::exact::Rate;
pub use money::{Amount, Currency, Quantity, SignedAmount};
pub use people::{People, Person};
pub use picture::{Gallery, PictureChange, PicturePatch};
pub use rates::{CountingDay, ReferenceRate, ReferenceRates};
pub use text::{Description, Name, Notes, ShortText, Text};
pub use trip::{Plan, Trip, TripOverview};
pub use user::suggested::suggested_usernames;
pub use user::{Login, User, Username};
pub use violation::{Path, Reason, Violation, Violations};

//! What the routes take: the bodies of requests, as clients write them. The service reads more than
//! these describe, and lists all violations.
//!
//! A body has all fields that a route takes; what is `None` is not sent. Later versions have more
//! fields: fill a body up with `..Default::default()`.
//!
//! ```
//! use wayfare_shapes::input::{EpochsInput, NewTripInput};
//!
//! let trip = NewTripInput {
//!     name: "Lisbon".into(),
//!     date: Some(EpochsInput { start: Some("2027-05-01T00:00:00Z".into()), end: None }),
//!     ..Default::default()
//! };
//! let text = serde_json::to_string(&trip)?;
//! assert_eq!(text, r#"{"name":"Lisbon","date":{"start":"2027-05-01T00:00:00Z"}}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod extensions;
mod items;
#[cfg(feature = "openapi")]
mod schemas;
mod trip;
mod users;

use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;

pub use extensions::{
    InvitationInput, JoinInput, ListEntryInput, ListsInput, NamedListInput, OwnRatesInput,
    PartyInput, PictureChangeInput, RolesInput, SettlementInput, ShareLinkInput, ShiftInput,
    TripCopyInput, TripsInput,
};
pub use items::{
    ItemInput, ItemListInput, ItemMoveInput, ItemPatchInput, ItemPhotoInput, ItemPlaceInput,
};
pub use trip::{
    AnyBudgetInput, BudgetBodyInput, BudgetInput, LocationInput, ManagementInput, MapInput,
    MemberBudgetInput, NewTripInput, TrackInput, TransportationInput, TripEditInput, TripInputA,
    TripInputB,
};
pub use users::{
    ApiKeyInput, GrantType, NewAccountInput, PasswordInput, PrivacyInput, ProfileInput,
    ProfileLinkInput, ProposalInput, ResetInput, ResetPasswordInput, RevocationInput,
    SettingsInput, TokenInput,
};

use crate::Number;

/// The body of a request that takes a `T`: a `T`; what a `GET` of the same path answers; or a
/// [`Value`], whose fields nothing checks before the service.
pub trait Body<T>: Serialize {}

impl<T> Body<T> for Value {}

/// Declares bodies: the client's type and its schema. One may say after `=` what a `GET` of the
/// same path answers. A field has the limits of its schema in brackets.
macro_rules! bodies {
    ($derives:tt $(
        $(#[$attribute:meta])*
        $name:ident $(= $answer:ty)? {
            $($(#[$of_field:meta])* $field:ident: $type:ty $([$($limit:tt)*])?,)*
        }
    )*) => {$(
        #[serde_with::skip_serializing_none]
        #[derive $derives]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        $(#[$attribute])*
        pub struct $name {$(
            $(#[$of_field])*
            $(#[cfg_attr(feature = "openapi", schema($($limit)*))])?
            pub $field: $type,
        )*}

        impl $crate::input::Body<$name> for $name {}
        $(impl $crate::input::Body<$name> for $answer {})?
    )*};
}

use bodies;

/// Money or another quantity, exact: a decimal number of at most 15 significant digits
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(value_type = f64, format = Double, minimum = 0, maximum = 1_000_000_000_000_i64)
)]
pub struct Amount(pub Number);

impl<D: Into<Decimal>> From<D> for Amount {
    fn from(value: D) -> Self {
        Self(Number::from(value))
    }
}

/// A cost or a payment, exact: a decimal number of at most 15 significant digits, negative for what
/// is had back. All of one budget are of one sign
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(
        value_type = f64,
        format = Double,
        minimum = -1_000_000_000_000_i64,
        maximum = 1_000_000_000_000_i64
    )
)]
pub struct SignedAmount(pub Number);

impl<D: Into<Decimal>> From<D> for SignedAmount {
    fn from(value: D) -> Self {
        Self(Number::from(value))
    }
}

/// A point in time: RFC 3339; a Unix time is taken too
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(format = DateTime))]
pub struct Time(pub String);

/// Text of at most 2,000 characters.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(max_length = 2_000)
)]
pub struct ShortTextInput(pub String);

/// The id of a trip.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(format = Uuid))]
pub struct IdInput(pub String);

macro_rules! from_text {
    ($($name:ident),*) => {$(impl<T: Into<String>> From<T> for $name {
        fn from(text: T) -> Self {
            Self(text.into())
        }
    })*};
}

from_text!(Time, ShortTextInput, IdInput);

/// A point in time: Unix time in milliseconds where its magnitude is 100,000,000,000 or more, else
/// in seconds; or RFC 3339 text
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Epoch {
    /// Unix time.
    Number(Number),
    /// RFC 3339.
    Text(String),
}

impl From<i64> for Epoch {
    fn from(time: i64) -> Self {
        Self::Number(time.into())
    }
}

impl From<&str> for Epoch {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

bodies! { (Debug, Clone, Default, Serialize)
    /// Start and end, either of which may be left out.
    DatesInput {
        /// When it starts.
        start: Option<Time>,
        /// When it ends; not before it starts.
        end: Option<Time>,
    }

    /// Start and end as numbers, either of which may be left out.
    EpochsInput {
        /// When it starts.
        start: Option<Epoch>,
        /// When it ends; not before it starts.
        end: Option<Epoch>,
    }

    /// What a trip is thought to cost, in its base currency; either end may be left out.
    EstimateInput {
        /// Lower end.
        lo: Option<Amount>,
        /// Higher end; not below the lower.
        hi: Option<Amount>,
    }

    /// A destination. Variant B's keys `id` and `desc` are taken too.
    DestinationInput {
        /// Which destination of the trip.
        #[serde(rename = "_id")]
        id: Option<String> [max_length = 2_000],
        /// Its name.
        name: Option<String> [max_length = 2_000],
        /// Where it is; looked up for a new destination where it is left out.
        location: Option<String> [max_length = 2_000],
        /// What it is like; looked up for a new destination where it is left out.
        description: Option<String> [max_length = 2_000],
        /// In degrees north; only together with the longitude. It stays there under other names.
        latitude: Option<f64> [minimum = -90, maximum = 90],
        /// In degrees east.
        longitude: Option<f64> [minimum = -180, maximum = 180],
        /// How exactly they say where it is: `exact` (where it is left out), `street`, `town` or
        /// `region`.
        precision: Option<String>,
        /// IANA name of the time zone there; left out, that of the nearest settlement.
        timezone: Option<String> [max_length = 64],
    }
}

/// The id or name of a destination of the trip, the name of a new one, or a destination in full.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum DestinationEntry {
    /// An id or a name.
    Text(String),
    /// A destination in full.
    Destination(DestinationInput),
}

impl From<&str> for DestinationEntry {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

bodies! { (Debug, Clone, Default, Serialize)
    /// Something that was paid for.
    ExpenditureInput {
        /// What for.
        expenditure: String [max_length = 2_000],
        /// How much.
        cost: SignedAmount,
    }
}

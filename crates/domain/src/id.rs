//! Ids: UUIDs, each of one kind of thing.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Makes the type of an id.
macro_rules! ids {
    ($($(#[$about:meta])+ $name:ident)+) => {$(
        $(#[$about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// Parses a hyphenated UUID, in any case.
            pub fn parse(text: &str) -> Option<Self> {
                parse_uuid(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }
    )+};
}

ids! {
    /// Identifies a user permanently; the username may change.
    UserId
    /// Identifies a share link, an invitation, a calendar feed or an API key.
    GrantId
    /// Identifies a picture, or a file of a trip, in the picture store.
    PictureId
    /// Identifies a trip.
    TripId
}

impl TripId {
    /// The id that no trip ever has.
    pub const NOWHERE: Self = Self(Uuid::nil());
}

/// Whether a text has the shape of a UUID: 8-4-4-4-12 hexadecimal digits, in any case.
pub fn is_uuid_shaped(text: &str) -> bool {
    parse_uuid(text).is_some()
}

fn parse_uuid(text: &str) -> Option<Uuid> {
    (text.len() == 36).then(|| Uuid::try_parse(text).ok())?
}

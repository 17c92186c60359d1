//! Invitations, and the parties of a trip that have no account.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::extensions::MemberRole;
use crate::variant_a::Dates;

/// An invitation to a trip.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// The page on which people join. Its last segment is the token of `/invitations/{token}`.
    /// Empty for an API key that only reads.
    pub url: String,
    /// What those who join may do: editor or viewer.
    pub role: MemberRole,
    /// When it ends.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub expires_at: String,
    /// How many people may join; left out for any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses: Option<u32>,
    /// How many people have joined.
    pub used: u32,
}

impl Invitation {
    /// The token, the last segment of its URL.
    #[must_use]
    pub fn token(&self) -> &str {
        self.url.rsplit('/').next().unwrap_or_default()
    }
}

/// Without the URL, which holds the token.
impl fmt::Debug for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invitation")
            .field("id", &self.id)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// What an invitation shows to whoever has its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenInvitation {
    /// The trip.
    pub trip: InvitedTrip,
    /// The display name of the owner.
    pub by: String,
    /// What those who join may do: editor or viewer.
    pub role: MemberRole,
    /// The parties that are nobody's account: one of them may be who joins.
    pub parties: Vec<Party>,
}

/// The trip of an invitation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InvitedTrip {
    /// What it is called.
    pub name: String,
    /// When it takes place.
    pub date: Dates,
}

/// A party of a trip that is nobody's account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Party {
    /// Its `memberId` in budgets and settlements.
    pub member_id: String,
    /// Its name.
    pub name: String,
}

/// The trip that the caller has joined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Joined {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub uuid: String,
}

//! What the other routes take that neither variant has.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::extensions::{MemberRole, Section};
use crate::input::{Amount, Time};

/// All lists of a trip.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListsInput {
    /// The lists, in order; those that are left out go.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub lists: Vec<NamedListInput>,
}

/// A list of a trip.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedListInput {
    /// Which list of the trip; a new one where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub id: Option<String>,
    /// What it is called.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: String,
    /// All its entries, in order.
    #[cfg_attr(feature = "openapi", schema(max_items = 500))]
    pub entries: Vec<ListEntryInput>,
}

/// An entry of a list.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListEntryInput {
    /// Which entry; a new one where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub id: Option<String>,
    /// What is to be done.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub text: String,
    /// Whether it is done.
    pub done: bool,
    /// Who does it: a `memberId` of the budgets, or the username or user id of a person of the
    /// trip.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub by: Option<String>,
}

/// The trip's own exchange rates.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnRatesInput {
    /// Units of the base currency for one unit of each currency, by its ISO 4217 code: above 0, 1
    /// to 15 significant digits without exponent, not the base currency. A number is taken, too.
    pub rates: BTreeMap<String, String>,
}

/// Roles to change.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RolesInput {
    /// The new role of each member to change, by username. The owner can only be named as `owner`.
    pub roles: BTreeMap<String, MemberRole>,
}

/// By how many days a trip moves.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShiftInput {
    /// The number of days, later or (negative) earlier.
    #[
        cfg_attr(
            feature = "openapi", schema(value_type = i64, minimum = -100_000, maximum = 100_000)
        )
    ]
    pub days: i64,
}

/// A copy of a trip.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripCopyInput {
    /// Its name; that of the trip where it is left out.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: Option<String>,
    /// The day to which the trip moves, such as `2027-05-01`; a point in time is taken too. Times
    /// keep their hour. The trip stays where this is left out.
    #[cfg_attr(feature = "openapi", schema(format = Date))]
    pub start: Option<String>,
    /// What comes along, out of `costs`, `people`, `pictures` and `lists`.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub with: Option<Vec<String>>,
}

/// A change of a picture. Only what is sent changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PictureChangeInput {
    /// What it shows; empty removes the caption.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub caption: Option<String>,
    /// Its place in the list of pictures, from 0; the end if it is beyond. The main picture is the
    /// first.
    #[
        cfg_attr(
            feature = "openapi",
            schema(value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_i64)
        )
    ]
    pub index: Option<u32>,
    /// Whether it is the main picture. The former one becomes the first photo.
    pub main: Option<bool>,
}

/// A payment between two members.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SettlementInput {
    /// Who paid: a `memberId` of the trip's budgets, or a person of the trip.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub from: String,
    /// Who received; another than `from`.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub to: String,
    /// How much: above 0, and not finer than the minor unit.
    pub amount: Amount,
    /// ISO 4217 code; the base currency where it is left out.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub currency: Option<String>,
    /// When it was paid; now where it is left out.
    pub date: Option<Time>,
    /// A note.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub note: Option<String>,
}

/// A new share link, or what is to be changed of one.
#[skip_serializing_none]
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShareLinkInput {
    /// A text by which the owner knows it.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub label: Option<String>,
    /// What it shows, besides name, description and dates. A new link shows itinerary, map and
    /// photos where it is left out.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 70))]
    pub sections: Option<Vec<Section>>,
    /// When it ends; not in the past. null for never. Of a new link, where it is left out, 90 days
    /// after the end of the trip or from now, whichever is later.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Time>))]
    pub expires_at: Option<Option<Time>>,
    /// A password that visitors must know; null for none.
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Option<String>, min_length = 1, max_length = 128)
    )]
    pub password: Option<Option<String>>,
}

/// A new invitation.
#[skip_serializing_none]
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InvitationInput {
    /// What those who join may do: editor, unless it says viewer.
    pub role: Option<MemberRole>,
    /// When it ends; not in the past. In 14 days where it is left out.
    pub expires_at: Option<Time>,
    /// How many people may join; any number where it is left out.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub uses: Option<u32>,
    /// An e-mail address that it is sent to, too. Only where the service sends mail.
    #[cfg_attr(feature = "openapi", schema(format = Email))]
    pub email: Option<String>,
}

/// How somebody joins a trip.
#[skip_serializing_none]
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JoinInput {
    /// The `memberId` of the party that the caller is, in every sum from then on.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub r#as: Option<String>,
}

/// Trips of the caller.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripsInput {
    /// Their ids.
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub uuids: Vec<String>,
}

/// A person without an account.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartyInput {
    /// Their name.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: String,
}

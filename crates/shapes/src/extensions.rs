//! What the routes answer that neither variant has.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Number;
use crate::trip::{Budget, BudgetSummary, Item, Transportation};
use crate::variant_a::Dates;

/// The trip-wide budget, as a `PUT` of the same path takes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripBudget {
    /// The budget, in the base currency of the trip.
    pub budget: Budget,
}

/// The trip's own exchange rates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnRates {
    /// Units of the base currency for one unit of each currency.
    pub rates: BTreeMap<String, String>,
}

/// The lists of a trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lists {
    /// The lists, in order. The open entries of the first one are the trip's `todo`.
    pub lists: Vec<NamedList>,
}

/// A list of a trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedList {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its entries, in order.
    pub entries: Vec<ListEntry>,
}

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListEntry {
    /// Its id.
    pub id: String,
    /// What is to be done.
    pub text: String,
    /// Whether it is done.
    pub done: bool,
    /// Who does it: a `memberId`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A trip that was copied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CopiedTrip {
    /// The id of the new trip.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub uuid: String,
}

/// The roles of all members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Roles {
    /// The role of each member, by username.
    pub roles: BTreeMap<String, MemberRole>,
}

/// What a member may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemberRole {
    /// Everything.
    Owner,
    /// Read and change the content.
    Editor,
    /// Read.
    Viewer,
}

/// A part of a trip that a link shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// The items of the itinerary.
    Itinerary,
    /// The locations on the map.
    Map,
    /// The pictures of the trip, and the photos of the items.
    Photos,
    /// The notes of the map.
    Notes,
    /// The to-do list.
    Todo,
    /// The budget's summary, and the budgets of the items.
    Budget,
    /// The display names of the members.
    Members,
}

/// A share link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShareLink {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// The page that it opens. Its last segment is the token of `GET /shared/{token}`. Empty for an
    /// API key that only reads.
    pub url: String,
    /// A text by which the owner knows it; may be empty.
    pub label: String,
    /// What it shows, besides name, description and dates.
    pub sections: Vec<Section>,
    /// When it ends, RFC 3339; null if it does not.
    #[cfg_attr(feature = "openapi", schema(required, format = DateTime))]
    pub expires_at: Option<String>,
    /// Whether it has a password.
    pub has_password: bool,
    /// When it was made, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub created_at: String,
    /// The last day on which somebody used it, in UTC; only once somebody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = Date))]
    pub last_used: Option<String>,
}

impl ShareLink {
    /// The token, the last segment of its URL.
    #[must_use]
    pub fn token(&self) -> &str {
        self.url.rsplit('/').next().unwrap_or_default()
    }
}

/// Without the URL, which holds the token.
impl fmt::Debug for ShareLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShareLink")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// What a share link shows of a trip: a section that is off is left out. People are known by their
/// display names, in place of ids and usernames.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedTrip {
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub desc: String,
    /// When it takes place.
    pub date: Dates,
    /// The items; without the section `budget` their budgets are empty, without `photos` they have
    /// no photos.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub itinerary: Option<Vec<Item>>,
    /// The map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<SharedMap>,
    /// URLs of the pictures, the main one first. They end with the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photos: Option<Vec<String>>,
    /// The notes of the map; HTML of a safe subset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// What is to be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub todo: Option<Vec<String>>,
    /// The sums over the budgets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetSummary>,
    /// The display names of the members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<String>>,
}

/// A location on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedLocation {
    /// What it is called.
    pub title: String,
    /// Where it is.
    pub address: String,
    /// When the travellers are there.
    pub date: Dates,
    /// How they get there.
    pub transportation: Transportation,
}

/// The locations of a shared trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedMap {
    /// Locations.
    pub locations: Vec<SharedLocation>,
}

/// The rates of a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rates {
    /// ISO 4217 code of the currency of which one unit is priced.
    pub base: String,
    /// The day of the rates.
    #[cfg_attr(feature = "openapi", schema(format = Date))]
    pub date: String,
    /// Units of each currency for one unit of the base, to 15 digits.
    pub rates: BTreeMap<String, Number>,
}

/// Who gives whom how much, so that all is settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Settlement {
    /// ISO 4217 code of all amounts but the unconverted ones.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub base_currency: String,
    /// The members with a cost or a payment, in order of first appearance.
    pub balances: Vec<Balance>,
    /// The payments between members that settle the balances.
    pub transfers: Vec<Transfer>,
    /// What members are to have back from somebody outside of the trip, or owe of a refund.
    pub outside: Vec<Outside>,
    /// What of the members' shares nobody has paid yet. It is in no balance.
    pub unpaid: Vec<Unpaid>,
    /// Amounts without a rate into the base currency, which the balances leave out.
    pub unconverted: Vec<Unsettled>,
    /// Whether the balances have all amounts.
    pub complete: bool,
    /// Whether the payments are as few as possible.
    pub exact: bool,
}

/// The sums of one member; `paid` - `owed` = `balance`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Balance {
    /// The member's id, as the budgets write it.
    pub member: String,
    /// What they paid, recorded settlements included.
    pub paid: Number,
    /// What they took on, as far as anybody has paid it, settlements that they received included.
    pub owed: Number,
    /// What they are to receive; negative for what they have to pay.
    pub balance: Number,
}

/// A payment between two members.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Transfer {
    /// Who pays.
    pub from: String,
    /// Who receives.
    pub to: String,
    /// How much.
    pub amount: Number,
}

/// A member's open account with somebody outside of the trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = OutsideTransfer))]
pub struct Outside {
    /// The member.
    pub member: String,
    /// What they owe, of a refund; negative for what they are to have back.
    pub amount: Number,
}

/// What nobody has paid yet of a member's shares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = UnpaidShare))]
pub struct Unpaid {
    /// The member.
    pub member: String,
    /// How much; negative for a refund that nobody has received yet.
    pub amount: Number,
}

/// Amounts in a currency without a rate into the base currency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = UnsettledAmount))]
pub struct Unsettled {
    /// ISO 4217 code.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub currency: String,
    /// Costs.
    pub value: Number,
    /// Payments.
    pub paid: Number,
}

/// A payment between two members.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RecordedSettlement {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// Who paid, by `memberId`.
    pub from: String,
    /// Who received, by `memberId`.
    pub to: String,
    /// How much.
    pub amount: Number,
    /// ISO 4217 code of the amount.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub currency: String,
    /// When it was paid, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub date: String,
    /// A note; may be empty.
    pub note: String,
    /// The username of the person who recorded it; their id once they have left the trip.
    pub recorded_by: String,
    /// When it was recorded, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub recorded_at: String,
    /// The rate into the base currency; only where the amount is in another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<FrozenRate>,
}

/// The rate at which an amount is converted, kept as it was at the time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FrozenRate {
    /// ISO 4217 code of the currency that it converts into.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub base_currency: String,
    /// Units of the base currency for one unit of the amount's currency, to 15 digits.
    pub rate: Number,
    /// The day of the rate.
    #[cfg_attr(feature = "openapi", schema(format = Date))]
    pub date: String,
    /// Where the rate was taken from.
    pub source: String,
}

/// Where a calendar is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Feed {
    /// The address, which needs no token: whoever has it can read the calendar.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub url: String,
}

/// Without the address.
impl fmt::Debug for Feed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feed").finish_non_exhaustive()
    }
}

/// What an import made of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Import {
    /// The id of the trip that is new, or to which the file was added; left out of a preview.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub uuid: Option<String>,
    /// The ids of all new trips, `uuid` the first, of a format whose files may hold several:
    /// `tripit`, `polarsteps`, `adventurelog`, `trip`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uuids: Vec<String>,
    /// The format of the file: `zip`, `gpx`, `kml`, `kmz`, `geojson`, `ics`; of bookings
    /// `reservation`, `mail`, `pass` or `boarding-pass`; the service whose costs it has:
    /// `splitwise`, `spliit`, `ihatemoney`, `cospend` or `tricount`; or whose places or trips:
    /// `takeout`, `tripit`, `polarsteps`, `adventurelog` or `trip`.
    pub format: String,
    /// How many items the file has.
    pub items: usize,
    /// How many places it has, each counted once; of a file that is added to a trip, those that are
    /// new there.
    pub places: usize,
    /// How many pictures it has.
    pub pictures: usize,
    /// What was left out or is doubtful.
    pub warnings: Vec<String>,
    /// What changes of items of the trip that were made of the same bookings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<BookingChange>,
}

/// What a file changes of an item that was made of the same booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookingChange {
    /// The id of the item.
    pub item_id: String,
    /// What the item is called.
    pub name: String,
    /// The fields that take what the file says: `name`, `location`, `description`, `start`, `end`,
    /// `endDestination`, `confirmation` or `totalCost`.
    pub changed: Vec<String>,
    /// The fields that stay, because somebody has changed them since.
    pub kept: Vec<String>,
    /// Whether the booking was cancelled: its item stays until somebody removes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
}

/// Places whose names begin with a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Places {
    /// The places, best first.
    pub places: Vec<Place>,
}

/// A place that a gazetteer knows. A `PUT` of an item's place takes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Its name with its region and country.
    pub location: String,
    /// In degrees north.
    #[cfg_attr(feature = "openapi", schema(minimum = -90, maximum = 90))]
    pub latitude: f64,
    /// In degrees east.
    #[cfg_attr(feature = "openapi", schema(minimum = -180, maximum = 180))]
    pub longitude: f64,
    /// How exactly they say where it is: `exact`, `street`, `town` or `region`.
    pub precision: String,
    /// IANA name of its time zone.
    pub timezone: String,
    /// `city`, `region`, `country`, `airport`, or another word of the gazetteer.
    pub kind: String,
}

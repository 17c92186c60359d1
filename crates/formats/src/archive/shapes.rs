//! The documents of an archive, version 1: `manifest.json` and `trip.json`.
//!
//! Texts, times and amounts are strings, amounts with all their digits. `docs/archive.schema.json`
//! describes them. Later versions read this form: a field is only added, with a default.

use serde::{Deserialize, Deserializer, Serialize};
use wayfare_domain::trip::Budget;
use wayfare_domain::trip::conversion::EntryRate;
use wayfare_domain::{Currency, EpochUnit, Trip, UserId};

use crate::import::list::List;

/// [`Manifest::format`].
pub(crate) const FORMAT: &str = "wayfare-trip";
/// The version that is written, and the latest one that is read.
pub(crate) const VERSION: u32 = 1;
/// The most shares of all items.
const MAX_SHARES: usize = 50_000;

/// What an archive is.
#[derive(Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) format: String,
    pub(crate) version: u32,
}

/// A trip.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TripFile {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) created_at: String,
    #[serde(default)]
    pub(crate) updated_at: String,
    #[serde(default)]
    pub(crate) base_currency: Option<Currency>,
    #[serde(default)]
    pub(crate) start: Option<MomentFile>,
    #[serde(default)]
    pub(crate) end: Option<MomentFile>,
    #[serde(default)]
    pub(crate) estimate: EstimateFile,
    #[serde(default)]
    pub(crate) budget: BudgetFile,
    #[serde(default)]
    pub(crate) expenditures: List<ExpenditureFile, { Trip::MAX_EXPENDITURES }>,
    #[serde(default)]
    pub(crate) todo: List<String, { Trip::MAX_TODO }>,
    #[serde(default)]
    pub(crate) destinations: List<DestinationFile, { Trip::MAX_DESTINATIONS }>,
    #[serde(default, deserialize_with = "items")]
    pub(crate) items: List<ItemFile, { Trip::MAX_ITEMS }>,
    #[serde(default)]
    pub(crate) notes: String,
    #[serde(default)]
    pub(crate) locations: List<LocationFile, { Trip::MAX_LOCATIONS }>,
    #[serde(default)]
    pub(crate) settlements: List<SettlementFile, 2_000>,
    /// The file of the main picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) main_picture: Option<String>,
    /// The files of the photos, in order.
    #[serde(default)]
    pub(crate) photos: List<String, { Trip::MAX_PHOTOS }>,
}

/// Reads items, which have no more shares together than fit into a stored trip.
fn items<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<List<ItemFile, { Trip::MAX_ITEMS }>, D::Error> {
    List::bounded(
        deserializer,
        |item: &ItemFile| item.budget.shares.len(),
        MAX_SHARES,
    )
}

/// An instant, with the unit of the number that gave it.
#[derive(Serialize, Deserialize)]
pub(crate) struct MomentFile {
    pub(crate) time: String,
    #[serde(default)]
    pub(crate) unit: EpochUnit,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct EstimateFile {
    pub(crate) lo: Number,
    pub(crate) hi: Number,
}

/// A decimal number as a string.
pub(crate) type Number = super::number::Number;

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct BudgetFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) currency: Option<Currency>,
    pub(crate) category: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) estimated: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) paid: Option<Number>,
    pub(crate) shares: List<ShareFile, { Budget::MAX_SHARES }>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rate: Option<EntryRate>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShareFile {
    pub(crate) member: String,
    /// The id of the account whom `member` means, if the text is neither its username nor its id, or
    /// not the only one that means it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) user: Option<UserId>,
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) estimated: Number,
    #[serde(default)]
    pub(crate) cost: Number,
    #[serde(default)]
    pub(crate) paid: Number,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) paid_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) payment: Option<PaymentFile>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PaymentFile {
    pub(crate) value: Number,
    pub(crate) currency: Currency,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ExpenditureFile {
    pub(crate) expenditure: String,
    pub(crate) cost: Number,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DestinationFile {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) location: String,
    pub(crate) description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coordinates: Option<CoordinatesFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time_zone: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct CoordinatesFile {
    pub(crate) latitude: Number,
    pub(crate) longitude: Number,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ItemFile {
    pub(crate) id: String,
    pub(crate) r#type: String,
    pub(crate) day: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<String>,
    /// In seconds.
    #[serde(default)]
    pub(crate) duration: Number,
    #[serde(default)]
    pub(crate) destination: DestinationFile,
    #[serde(default)]
    pub(crate) budget: BudgetFile,
    #[serde(default)]
    pub(crate) photos: List<PhotoFile, 30>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PhotoFile {
    pub(crate) url: String,
    #[serde(default)]
    pub(crate) description: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct LocationFile {
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) address: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<MomentFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<MomentFile>,
    #[serde(default)]
    pub(crate) transportation: TransportationFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) coordinates: Option<CoordinatesFile>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct TransportationFile {
    pub(crate) r#type: String,
    /// In kilometres.
    pub(crate) distance: Number,
    /// In minutes.
    pub(crate) time: Number,
    pub(crate) cost: Number,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SettlementFile {
    pub(crate) from: String,
    pub(crate) to: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) from_user: Option<UserId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) to_user: Option<UserId>,
    pub(crate) amount: Number,
    pub(crate) currency: Currency,
    pub(crate) date: String,
    #[serde(default)]
    pub(crate) note: String,
    pub(crate) recorded_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rate: Option<EntryRate>,
}

impl Manifest {
    pub(crate) fn new() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
        }
    }
}

//! Rows of the tables, and their conversion from and to domain types.

mod grants;
mod idempotency;
mod mail;
mod pictures;
mod proposals;
mod rates;
mod sessions;
mod trips;
mod users;

use diesel::QueryResult;
use diesel::result::Error;
use wayfare_domain::{Description, Name, Reason, Text};

pub(crate) use grants::GrantRow;
pub(crate) use idempotency::IdempotencyKeyRow;
pub(crate) use mail::{MailRow, NewMail};
pub(crate) use pictures::{ContentRow, PictureRow};
pub(crate) use proposals::ProposalRow;
pub(crate) use rates::{DayRatesRow, NewDayRates};
pub(crate) use sessions::TokenRow;
pub(crate) use trips::{
    ChangedDocuments, HeadRow, MemberRow, NewTrip, OverviewRow, RestRow, SortKeys,
};
pub(crate) use users::{
    CredentialsRow, FIRST_GENERATION, NewUser, PersonRow, UserColumns, UserRow,
};

/// Converts a stored value. One that the domain refuses is corrupt data.
fn stored<T>(column: &'static str, value: Result<T, Reason>) -> QueryResult<T> {
    value.map_err(|reason| Error::DeserializationError(format!("column {column}: {reason}").into()))
}

/// A name from its column. One that breaks a rule is cut, and is `?` if nothing is left.
pub(crate) fn name(value: &str) -> QueryResult<Name> {
    let cut = || Name::new(&Text::<{ Name::MAX }>::cut(value));
    let found = Name::new(value).or_else(|_| cut());
    stored("name", found.or_else(|_| Name::new("?")))
}

/// A description from its column. One that breaks a rule is cut.
pub(crate) fn description(value: &str) -> Description {
    Text::new(value).unwrap_or_else(|_| Text::cut(value))
}

/// A text from its column.
pub(crate) fn text<const MAX: usize>(
    column: &'static str,
    value: String,
) -> QueryResult<Text<MAX>> {
    stored(column, Text::new(value))
}

/// A SHA-256.
fn hash(value: Vec<u8>) -> QueryResult<[u8; 32]> {
    value
        .try_into()
        .map_err(|_| Error::DeserializationError("column hash: not of 32 bytes".into()))
}

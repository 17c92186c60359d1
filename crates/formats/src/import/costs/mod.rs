//! Exports of services that share costs: Splitwise, Spliit, ihatemoney, Cospend and Tricount.
//!
//! Each is known by its columns or keys, and fills the same [`Ledger`](ledger::Ledger).

mod bills;
mod cospend;
mod ihatemoney;
mod ledger;
pub(crate) mod outline;
mod spliit;
mod splitwise;
pub(crate) mod table;
mod tricount;

use std::io::{BufRead, Read};

use serde::de::DeserializeOwned;
use wayfare_domain::Currency;

use self::ledger::Ledger;
use self::outline::Outline;
use self::table::{Row, Table};
use super::draft::Draft;
use super::encoding::first_byte;
use super::json::BoundedJson;
use super::{ImportError, ImportFormat, ImportedTrip};

/// The code of no currency.
const NO_CURRENCY: &str = "XXX";

/// What a document of keys or columns is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recognized {
    /// One of the services' exports.
    Costs(ImportFormat),
    /// A feature or a collection of features.
    GeoJson,
    /// JSON-LD.
    Reservation,
    /// None of these.
    Unknown,
}

/// What a JSON document is, by its keys.
///
/// # Errors
/// It is an export that has no expenses.
pub(crate) fn recognize_json(outline: &Outline) -> Result<Recognized, ImportError> {
    let has = |path: &str| outline.has(path);
    Ok(if has("[].ower") && has("[].receiver") {
        return Err(plan_of_payments());
    } else if has("[].what") && has("[].owers") {
        Recognized::Costs(ImportFormat::Ihatemoney)
    } else if has("expenses[].users") || has("[].users") && has("[].currency_code") {
        Recognized::Costs(ImportFormat::Splitwise)
    } else if has("expenses") && has("participants") {
        Recognized::Costs(ImportFormat::Spliit)
    } else if has("friends") || has("groups[].simplified_debts") || has("group.simplified_debts") {
        return Err(ImportError::malformed(
            "is an export of Splitwise without expenses: export the group as CSV instead",
        ));
    } else if outline.has_key("@type") || outline.has_key("@graph") {
        Recognized::Reservation
    } else if has("type") || has("features") || !outline.is_whole() {
        Recognized::GeoJson
    } else {
        Recognized::Unknown
    })
}

/// What a document of text is, by the columns of its first rows.
///
/// # Errors
/// It is a plan of payments.
pub(crate) fn recognize_csv(rows: &[Row]) -> Result<Option<ImportFormat>, ImportError> {
    Ok(columns_of(rows)?.map(|(format, _)| format))
}

/// The format that a table's first rows tell, and the place of its header.
fn columns_of(rows: &[Row]) -> Result<Option<(ImportFormat, usize)>, ImportError> {
    for (place, row) in rows.iter().enumerate() {
        let next = rows.get(place + 1);
        if row.has(&["ower", "receiver", "amount"])
            || row.has(&["who pays?", "to whom?", "how much?"])
        {
            return Err(plan_of_payments());
        }
        let format = if cospend::is_header(row) {
            ImportFormat::Cospend
        } else if bills::is_header(row) {
            ImportFormat::Ihatemoney
        } else if spliit::is_header(row) {
            ImportFormat::Spliit
        } else if tricount::Columns::find(row).is_some() {
            ImportFormat::Tricount
        } else if splitwise::is_header(row, next) {
            ImportFormat::Splitwise
        } else {
            continue;
        };
        return Ok(Some((format, place)));
    }
    Ok(None)
}

/// Reads a document of that format, which is one of these services'.
///
/// # Errors
/// It can't be read, or has more than a trip may.
pub(crate) fn read(
    mut document: impl BufRead,
    format: ImportFormat,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut ledger = Ledger::new(draft);
    match first_byte(&mut document)? {
        Some(first @ (b'{' | b'[')) => match format {
            ImportFormat::Splitwise => {
                splitwise::read_json(document, first == b'[', &mut ledger)?;
            }
            ImportFormat::Spliit => spliit::read_json(document, &mut ledger)?,
            _ => ihatemoney::read_json(document, &mut ledger)?,
        },
        _ => {
            let mut table = Table::open(document)?;
            let (_, header) = columns_of(table.first_rows())?.unwrap_or((format, 0));
            for _ in 0..header {
                table.next_row()?;
            }
            let read = match format {
                ImportFormat::Splitwise => splitwise::read_csv,
                ImportFormat::Spliit => spliit::read_csv,
                ImportFormat::Cospend => cospend::read_csv,
                ImportFormat::Tricount => tricount::read_csv,
                _ => ihatemoney::read_csv,
            };
            read(&mut table, &mut ledger)?;
        }
    }
    ledger.finish(format)
}

fn json<T: DeserializeOwned>(document: impl Read, service: &str) -> Result<T, ImportError> {
    serde_json::from_reader(BoundedJson::buffered(document)).map_err(|error| {
        match error.io_error_kind() {
            Some(kind) => ImportError::unreadable(&std::io::Error::new(kind, error)),
            None => unreadable(service, &error.to_string()),
        }
    })
}

fn plan_of_payments() -> ImportError {
    ImportError::malformed(
        "is a plan of payments of ihatemoney or Cospend: export the bills or the project instead",
    )
}

/// The error of an export whose content is not that of its service.
fn unreadable(service: &str, cause: &str) -> ImportError {
    ImportError::malformed(format!(
        "is an export of shared costs that can't be read; export it again and send it unchanged: \
         {service}: {cause}"
    ))
}

/// The currency of a code, or of a sign that only one currency has.
pub(crate) fn currency(text: &str) -> Option<Currency> {
    let text = text.trim();
    let of_sign = match text {
        "€" => "EUR",
        "£" => "GBP",
        "₹" => "INR",
        "₩" => "KRW",
        "₪" => "ILS",
        "₫" => "VND",
        "฿" => "THB",
        "₺" => "TRY",
        "₱" => "PHP",
        "₴" => "UAH",
        "zł" => "PLN",
        "Kč" => "CZK",
        "Ft" => "HUF",
        "R$" => "BRL",
        "US$" => "USD",
        _ => "",
    };
    Currency::new(of_sign)
        .or_else(|_| Currency::new(&text.to_ascii_uppercase()))
        .ok()
        .filter(|currency| currency.code() != NO_CURRENCY)
}

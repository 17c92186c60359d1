//! Files of reference rates: the history of the European Central Bank, as CSV or zip, and plain CSV
//! with the columns `date,base,currency,rate`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{Cursor, Read};

use csv::{ReaderBuilder, StringRecord, Trim};
use rust_decimal::Decimal;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::rates::{DayRates, RateCurrency};
use wayfare_domain::{Amount, Date, Reason};
use zip::ZipArchive;

/// Greatest size of a file, and of the file in an archive, in bytes. The bank's has about 2 MiB.
pub const MAX_FILE: usize = 16 << 20;
/// The source of the bank's rates.
const BANK: &str = "ECB";
/// Greatest length of the source of other rates, in characters.
const MAX_SOURCE: usize = 100;
/// The first bytes of an archive.
const ARCHIVE: &[u8] = b"PK";
/// The columns of a plain file.
const COLUMNS: [&str; 4] = ["date", "base", "currency", "rate"];

/// Why a file of rates is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RateFileError {
    /// A cell is not as expected.
    #[error("line {line}, column {column} ({name}): {reason}")]
    Cell {
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// The reason.
        reason: String,
    },
    /// A line is not as expected.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// The reason.
        reason: String,
    },
    /// The file as a whole is not as expected.
    #[error("{0}")]
    File(String),
}

/// The rates of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RateFile {
    /// `ECB`, or the file's name.
    pub(crate) source: String,
    pub(crate) rates: DayRates,
}

impl RateFile {
    /// Reads a file, by its content.
    ///
    /// # Errors
    /// The first line that is not as expected; nothing of the file counts then.
    pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Self, RateFileError> {
        check_size(bytes.len())?;
        let unpacked;
        let text = if bytes.starts_with(ARCHIVE) {
            unpacked = unpack(bytes)?;
            &unpacked
        } else {
            bytes
        };
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        let mut lines = Lines::new(text);
        let header = lines
            .next()
            .ok_or_else(|| RateFileError::File("the file is empty".to_owned()))??;
        let is_plain = header.record.iter().map(str::to_lowercase).eq(COLUMNS);
        let is_bank = header.cell(0).eq_ignore_ascii_case("date") && !is_plain;
        let (source, rates) = if is_plain {
            (
                name.chars().take(MAX_SOURCE).collect(),
                plain(&header, lines)?,
            )
        } else if is_bank {
            (BANK.to_owned(), history(&header, lines)?)
        } else {
            let reason = "must be the bank's header (Date, USD, …) or date,base,currency,rate";
            return Err(header.error(0, &header, &Reason::new(reason)));
        };
        if rates.is_empty() {
            return Err(RateFileError::File("the file has no rates".to_owned()));
        }
        Ok(Self { source, rates })
    }
}

fn check_size(bytes: usize) -> Result<(), RateFileError> {
    if bytes <= MAX_FILE {
        return Ok(());
    }
    let reason = format!("the file has more than {} MiB", MAX_FILE >> 20);
    Err(RateFileError::File(reason))
}

/// The one file of an archive.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>, RateFileError> {
    let refuse = |error: &dyn std::fmt::Display| {
        RateFileError::File(format!("the archive can't be read: {error}"))
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| refuse(&error))?;
    if archive.len() != 1 {
        return Err(refuse(&"it must hold exactly one file"));
    }
    let file = archive.by_index(0).map_err(|error| refuse(&error))?;
    let limit = u64::try_from(MAX_FILE).unwrap_or(u64::MAX);
    let mut unpacked = Vec::new();
    file.take(limit.saturating_add(1))
        .read_to_end(&mut unpacked)
        .map_err(|error| refuse(&error))?;
    check_size(unpacked.len())?;
    Ok(unpacked)
}

/// A line with its number.
struct Line {
    number: u64,
    record: StringRecord,
}

impl Line {
    fn cell(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or_default()
    }

    /// The error of a cell, whose column `header` names.
    fn error(&self, column: usize, header: &Self, reason: &Reason) -> RateFileError {
        RateFileError::Cell {
            line: self.number,
            column: column + 1,
            name: header.cell(column).to_owned(),
            reason: reason.to_string(),
        }
    }

    fn check_length(&self, header: &Self) -> Result<(), RateFileError> {
        let (own, expected) = (self.record.len(), header.record.len());
        if own == expected {
            return Ok(());
        }
        Err(RateFileError::Line {
            line: self.number,
            reason: format!("has {own} cells instead of {expected}"),
        })
    }
}

/// The lines of a file; empty ones are left out.
struct Lines<'a> {
    text: &'a [u8],
    records: csv::StringRecordsIntoIter<&'a [u8]>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Self {
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .trim(Trim::All)
            .from_reader(text);
        Self {
            text,
            records: reader.into_records(),
        }
    }

    /// The line at a position, which lies before the empty lines that the reader skips.
    fn number(&self, position: Option<&csv::Position>) -> u64 {
        let Some(position) = position else {
            return 0;
        };
        let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
        let rest = self.text.get(start..).unwrap_or_default();
        let empty = rest.iter().take_while(|byte| b"\r\n".contains(byte));
        let skipped = empty.filter(|byte| **byte == b'\n').count();
        position.line() + u64::try_from(skipped).unwrap_or_default()
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Line, RateFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.records.next()?;
        Some(match record {
            Ok(record) => Ok(Line {
                number: self.number(record.position()),
                record,
            }),
            Err(error) => Err(RateFileError::Line {
                line: self.number(error.position()),
                reason: "is not UTF-8 text".to_owned(),
            }),
        })
    }
}

/// Reads the bank's table: a row for each day, a column for each currency.
fn history(header: &Line, lines: Lines<'_>) -> Result<DayRates, RateFileError> {
    let mut currencies = BTreeMap::new();
    for (column, code) in header.record.iter().enumerate().skip(1) {
        let is_last = column + 1 == header.record.len();
        // Each line of the bank ends with a comma.
        if code.is_empty() && is_last {
            continue;
        }
        let currency =
            RateCurrency::new(code).map_err(|reason| header.error(column, header, &reason))?;
        let is_new = !currencies.values().any(|known| *known == currency);
        if currency == RateCurrency::EUR || !is_new {
            let reason = Reason::new("must be a currency other than EUR that comes once");
            return Err(header.error(column, header, &reason));
        }
        currencies.insert(column, currency);
    }
    let mut rates = DayRates::new();
    for line in lines {
        let line = line?;
        line.check_length(header)?;
        let error = |column, reason| line.error(column, header, &reason);
        let day = Date::parse(line.cell(0)).map_err(|reason| error(0, reason))?;
        let mut prices = BTreeMap::new();
        for (column, text) in line.record.iter().enumerate().skip(1) {
            match currencies.get(&column) {
                Some(_) if text == "N/A" => {}
                Some(currency) => {
                    let units = price(text).map_err(|reason| error(column, reason))?;
                    prices.insert(*currency, units);
                }
                None if text.is_empty() => {}
                None => return Err(error(column, Reason::new("must be empty"))),
            }
        }
        if rates.insert(day, prices).is_some() {
            return Err(error(0, Reason::new("must be a day that comes once")));
        }
    }
    rates.retain(|_, prices| !prices.is_empty());
    Ok(rates)
}

/// Reads a table with a row for each rate.
fn plain(header: &Line, lines: Lines<'_>) -> Result<DayRates, RateFileError> {
    let mut rates = DayRates::new();
    for line in lines {
        let line = line?;
        line.check_length(header)?;
        let error = |column, reason| line.error(column, header, &reason);
        let day = Date::parse(line.cell(0)).map_err(|reason| error(0, reason))?;
        let code =
            |column| RateCurrency::new(line.cell(column)).map_err(|reason| error(column, reason));
        let (base, currency) = (code(1)?, code(2)?);
        let rate = price(line.cell(3)).map_err(|reason| error(3, reason))?;
        let (priced, units) = if base == currency {
            return Err(error(2, Reason::new("must not be the base")));
        } else if base == RateCurrency::EUR {
            (currency, Some(rate))
        } else if currency == RateCurrency::EUR {
            (base, Decimal::ONE.checked_div(rate))
        } else {
            return Err(error(2, Reason::new("must be EUR, since the base is not")));
        };
        let units = units.filter(|units| !units.is_zero());
        let units = units.ok_or_else(|| error(3, Reason::new("is too large or too small")))?;
        match rates.entry(day).or_default().entry(priced) {
            Entry::Vacant(price) => {
                price.insert(units);
            }
            Entry::Occupied(price) if *price.get() == units => {}
            Entry::Occupied(_) => {
                let reason = Reason::new("differs from another rate of that day in the file");
                return Err(error(3, reason));
            }
        }
    }
    Ok(rates)
}

/// A number above 0.
fn price(text: &str) -> Result<Decimal, Reason> {
    let amount = parse_decimal(text).and_then(Amount::new)?;
    if amount.is_zero() {
        return Err(Reason::new("must be above 0"));
    }
    Ok(amount.value())
}

#[cfg(test)]
mod tests;

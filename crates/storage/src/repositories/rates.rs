//! The repository of reference rates.

use wayfare_domain::Instant;
use wayfare_domain::rates::DayRates;

use crate::Result;

/// An import of reference rates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateImport {
    /// Counts up from 1.
    pub number: i64,
    /// The source of its rates.
    pub source: String,
    /// When it was imported.
    pub imported_at: Instant,
}

/// Reference rates: a history of imports, each with what it changed.
pub trait RateRepository {
    /// Reads the number of the last import; 0 if there was none.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn last_import(&mut self) -> Result<i64>;

    /// Reads the imports after that number, oldest first, with the rates that each changed.
    fn imports_after(&mut self, number: i64) -> Result<Vec<(RateImport, DayRates)>>;

    /// Inserts an import. Returns `false` and writes nothing if its number is taken. Waits for
    /// another unit of work that inserts that number.
    fn insert(&mut self, import: &RateImport, rates: &DayRates) -> Result<bool>;
}

//! Use cases of reference rates (interface: "Reference rates").

mod file;
pub(crate) mod table;

use std::collections::BTreeMap;
use std::sync::Arc;

use wayfare_domain::rates::{DayRates, RateCurrency, RatesOfDay};
use wayfare_domain::{Date, ReferenceRates};
use wayfare_storage::{self as storage, RateImport, Store};

use crate::context::Context;
use crate::{Clock, Error};
use file::RateFile;
use table::Snapshot;

pub use file::{MAX_FILE, RateFileError};
pub use table::RateAge;

/// Attempts of an import that meets others.
const ATTEMPTS: u32 = 5;

/// The use cases of reference rates. Cheap to clone.
#[derive(Clone)]
pub struct Rates {
    context: Arc<Context>,
}

impl Rates {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// The rates for one unit of `base` on a day, today if left out, or on the last day before that
    /// has rates.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no such day or no rate of `base` on it; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn of_day(&self, base: RateCurrency, day: Option<Date>) -> Result<RatesOfDay, Error> {
        let rates = self.context.fresh_rates().await?;
        let day = day.unwrap_or_else(|| Date::from(self.context.now()));
        rates.of_day(base, day).ok_or(Error::NotFound)
    }

    /// The number of the last import that this process knows. Answers that convert amounts may
    /// change with it.
    pub fn last_import(&self) -> i64 {
        self.context.rates.known().last_import()
    }

    /// Reads new imports.
    ///
    /// # Errors
    /// [`Error::Busy`] or [`Error::Unavailable`] if rates were never read.
    pub async fn refresh(&self) -> Result<(), Error> {
        self.context.fresh_rates().await.map(drop)
    }

    /// The age of the rates that were read last; `None` if none were imported.
    pub fn age(&self) -> Option<RateAge> {
        self.context.rates.age()
    }
}

/// Why an import failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RateImportError {
    /// The file is refused.
    #[error(transparent)]
    File(#[from] RateFileError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] storage::Error),
    /// Other imports came first, again and again.
    #[error("other imports are running; try again")]
    Conflict,
}

/// What an import changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedRates {
    /// The source of the rates.
    pub source: String,
    /// The rates in the file.
    pub rates: usize,
    /// The days in the file.
    pub days: usize,
    /// The rates that were new or different.
    pub changed: usize,
}

/// Imports a file of rates into a store, all or nothing. `name` is the file's name.
///
/// Only what differs is written, in one short transaction beside those of a server.
///
/// # Errors
/// [`RateImportError::File`] if the file is not as expected: then nothing is changed.
pub fn import_rates(
    store: &dyn Store,
    clock: &dyn Clock,
    name: &str,
    bytes: &[u8],
) -> Result<ImportedRates, RateImportError> {
    let RateFile { source, rates } = RateFile::read(name, bytes)?;
    let count = |rates: &DayRates| rates.values().map(BTreeMap::len).sum();
    let mut table = Snapshot::default();
    for _ in 0..ATTEMPTS {
        if let Some(refreshed) = table.refreshed(store.read()?.as_mut())? {
            table = refreshed;
        }
        let changes = table.rates.changes(&rates);
        let imported = ImportedRates {
            source: source.clone(),
            rates: count(&rates),
            days: rates.len(),
            changed: count(&changes),
        };
        if changes.is_empty() {
            return Ok(imported);
        }
        let import = RateImport {
            number: table.rates.last_import() + 1,
            source: source.clone(),
            imported_at: clock.now(),
        };
        let mut unit = store.begin()?;
        if unit.rates().insert(&import, &changes)? {
            unit.commit()?;
            return Ok(imported);
        }
    }
    Err(RateImportError::Conflict)
}

/// Reads all imported rates of a store.
///
/// # Errors
/// [`storage::Error::Unavailable`] if the database does not answer.
pub fn read_rates(store: &dyn Store) -> storage::Result<ReferenceRates> {
    let table = Snapshot::default().refreshed(store.read()?.as_mut())?;
    Ok(table.map_or_else(ReferenceRates::default, |table| {
        ReferenceRates::clone(&table.rates)
    }))
}

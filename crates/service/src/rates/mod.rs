//! Use cases of reference rates (interface: "Reference rates").

mod file;

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use wayfare_domain::rates::{DayRates, RateCurrency, RatesOfDay};
use wayfare_domain::{self as domain, Date, ReferenceRates};
use wayfare_storage::{self as storage, RateImport, Repositories, Store};

use crate::context::Context;
use crate::runtime::executor::{Executor, INTERNAL};
use crate::{Clock, Error};
use file::RateFile;

pub use file::{MAX_FILE, RateFileError};

/// How long the table in memory is good before the database is asked for new imports.
const REFRESH_INTERVAL: Duration = Duration::from_secs(2);
/// Attempts of an import that meets others.
const ATTEMPTS: u32 = 5;

/// The table in memory.
#[derive(Debug, Clone, Default)]
struct Snapshot {
    rates: Arc<ReferenceRates>,
    imported_at: Option<domain::Instant>,
}

impl Snapshot {
    /// Adds the imports that the database has besides. Returns `None` if there are none.
    fn refreshed(&self, data: &mut dyn Repositories) -> storage::Result<Option<Self>> {
        let known = self.rates.last_import();
        if data.rates().last_import()? == known {
            return Ok(None);
        }
        let mut next = Self {
            rates: Arc::default(),
            imported_at: self.imported_at,
        };
        let mut rates = ReferenceRates::clone(&self.rates);
        for (import, days) in data.rates().imports_after(known)? {
            rates.add(import.number, &import.source, prices(days));
            next.imported_at = Some(import.imported_at);
        }
        next.rates = Arc::new(rates);
        Ok(Some(next))
    }
}

/// The prices of several days.
fn prices(days: DayRates) -> impl Iterator<Item = (Date, RateCurrency, rust_decimal::Decimal)> {
    let days = days.into_iter();
    days.flat_map(|(day, prices)| prices.into_iter().map(move |(c, units)| (day, c, units)))
}

/// The imported rates as this process knows them. The database is asked for new imports at most
/// every [`REFRESH_INTERVAL`], by callers who need rates; they share the answer.
#[derive(Default)]
pub(crate) struct RateTable {
    snapshot: RwLock<Snapshot>,
    checked: Mutex<Option<Instant>>,
}

impl RateTable {
    fn snapshot(&self) -> Snapshot {
        let snapshot = self.snapshot.read();
        snapshot.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The rates that were read last.
    pub(crate) fn known(&self) -> Arc<ReferenceRates> {
        self.snapshot().rates
    }

    /// The age of the rates that were read last.
    pub(crate) fn age(&self) -> Option<RateAge> {
        let Snapshot { rates, imported_at } = self.snapshot();
        let age = rates.last_day().zip(imported_at);
        age.map(|(last_day, imported_at)| RateAge {
            last_day,
            imported_at,
        })
    }

    /// The rates, read within the last [`REFRESH_INTERVAL`]. If the database can't be asked, the
    /// rates that were read last are used.
    ///
    /// # Errors
    /// [`Error::Busy`] or [`Error::Unavailable`] if they were never read.
    pub(crate) async fn fresh(&self, executor: &Executor) -> Result<Arc<ReferenceRates>, Error> {
        let mut checked = self.checked.lock().await;
        if checked.is_none_or(|checked| checked.elapsed() >= REFRESH_INTERVAL) {
            let known = self.snapshot();
            let read = executor
                .read(INTERNAL, move |data| Ok(known.refreshed(data)?))
                .await;
            match read {
                Ok(refreshed) => {
                    if let Some(refreshed) = refreshed {
                        let snapshot = self.snapshot.write();
                        *snapshot.unwrap_or_else(PoisonError::into_inner) = refreshed;
                    }
                    *checked = Some(Instant::now());
                }
                Err(error) if checked.is_none() => return Err(error),
                Err(error) => tracing::warn!(%error, "new reference rates can't be read"),
            }
        }
        Ok(self.known())
    }
}

/// The age of the imported rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateAge {
    /// The last day with a rate.
    pub last_day: Date,
    /// When rates were imported last.
    pub imported_at: domain::Instant,
}

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

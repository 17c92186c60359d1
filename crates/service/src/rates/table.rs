//! The table of rates in memory, refreshed from the database.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use wayfare_domain::rates::{DayRates, RateCurrency};
use wayfare_domain::{self as domain, Date, ReferenceRates};
use wayfare_storage::{self as storage, Repositories};

use crate::Error;
use crate::runtime::executor::{Executor, INTERNAL};

/// How long the table in memory is good before the database is asked for new imports.
const REFRESH_INTERVAL: Duration = Duration::from_secs(2);

/// The table in memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Snapshot {
    pub(super) rates: Arc<ReferenceRates>,
    imported_at: Option<domain::Instant>,
}

impl Snapshot {
    /// Adds the imports that the database has besides. Returns `None` if there are none.
    pub(super) fn refreshed(&self, data: &mut dyn Repositories) -> storage::Result<Option<Self>> {
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

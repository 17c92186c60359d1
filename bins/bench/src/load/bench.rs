//! What all measurements share.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;

use super::seed::{self, Seed};
use super::world::SPREAD;
use crate::fixture::{Database, Fixture};
use crate::sample;

/// The number of trips beside those that requests are about.
const OTHERS: u64 = 100_000;
/// Reference rates of a day.
const RATES: &str = "date,base,currency,rate\n2026-01-02,EUR,CAD,1.6\n2026-01-02,EUR,USD,1.1\n";

pub(crate) struct Bench {
    pub(crate) runtime: Runtime,
    /// The number of measurements of each case.
    pub(crate) rounds: u32,
    /// The time of each.
    pub(crate) time: Duration,
    cluster: Option<Cluster>,
}

impl Bench {
    /// Starts a PostgreSQL if one of the databases is on it.
    pub(crate) fn new(databases: &[Database], rounds: u32, time: Duration) -> anyhow::Result<Self> {
        let needs_cluster = databases.contains(&Database::Postgres);
        let cluster = needs_cluster.then(Cluster::start_durable).transpose()?;
        Ok(Self {
            runtime: Runtime::new()?,
            rounds,
            time,
            cluster,
        })
    }

    pub(crate) fn cluster(&self) -> anyhow::Result<&Cluster> {
        self.cluster.as_ref().context("no PostgreSQL was started")
    }

    /// A fresh database.
    pub(crate) fn fixture(&self, database: Database) -> anyhow::Result<Fixture> {
        match database {
            Database::Postgres => Fixture::postgres(self.cluster()?),
            Database::Sqlite => Fixture::sqlite(),
        }
    }

    /// Fills a database.
    pub(crate) fn seed(&self, fixture: &Fixture, program: &Path) -> anyhow::Result<Seed> {
        let (name, trips) = (fixture.database.name(), SPREAD + OTHERS);
        progress(&format!("{name}: seeding {trips} trips"));
        let server = fixture.serve(program)?;
        let client = wayfare_testkit::client(server.url());
        let seed = seed::over_http(&client, sample::photo()?);
        let seed = self.runtime.block_on(seed);
        drop(server);
        seed::with_sql(fixture, &seed, SPREAD, OTHERS)?;
        let rates = fixture.folder().join("rates.csv");
        fs::write(&rates, RATES)?;
        let mut import = fixture.command(program);
        let imported = import.args(["rates", "import"]).arg(rates).output()?;
        ensure!(imported.status.success(), "no rates: {imported:?}");
        Ok(seed)
    }
}

/// Reports the progress on standard error.
pub(crate) fn progress(text: &str) {
    eprintln!("==> {text}");
}

/// The median; for an even number of values the mean of the two in the middle.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2);
    let lower = values.get(values.len().saturating_sub(1) / 2);
    upper
        .zip(lower)
        .map_or(f64::NAN, |(upper, lower)| f64::midpoint(*upper, *lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_median() {
        assert!((median([3.0, 100.0, 2.0]) - 3.0).abs() < 1e-9);
        assert!((median([3.0, 100.0, 2.0, 5.0]) - 4.0).abs() < 1e-9);
        assert!(median([]).is_nan());
    }
}

//! One binary, beside `pgbench` on plain statements.

use super::bench::{Bench, median};
use super::case::Case;
use super::pgbench;
use super::stage::{Measurement, Stage};
use crate::fixture::Database;

/// The number of measurements of each case.
pub(crate) const ROUNDS: u32 = 3;

/// The figures of a case: medians over the rounds.
pub(crate) struct Row {
    /// Requests per second.
    pub(crate) rate: f64,
    /// Percentiles of the latency, in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// CPU time for each request, in milliseconds.
    pub(crate) server_cpu: f64,
    pub(crate) database_cpu: Option<f64>,
    /// The length of the first answer.
    pub(crate) bytes: f64,
    /// Transactions of `pgbench` per second.
    pub(crate) pgbench: Option<f64>,
}

pub(crate) fn measure(bench: &Bench, stage: &Stage<'_>, case: &Case) -> anyhow::Result<Row> {
    let fixture = &stage.fixture;
    let actions = case.actions.iter();
    let transactions: Option<Vec<(String, u32)>> = actions
        .map(|(action, share)| Some((action.transaction(&stage.seed)?, *share)))
        .collect();
    let transactions = transactions.filter(|_| fixture.database == Database::Postgres);
    let run = stage.start(case)?;
    let (mut measurements, mut rates) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        stage.checkpoint()?;
        measurements.push(run.load(round)?);
        if let Some(transactions) = &transactions {
            rates.push(pgbench::run(
                transactions,
                case.connections,
                bench.cluster()?.programs(),
                fixture.url(),
                bench.time,
                fixture.folder(),
            )?);
        }
    }
    let bytes = run.bytes;
    run.end()?;
    let of = |value: &dyn Fn(&Measurement) -> f64| median(measurements.iter().map(value));
    let database_cpu: Option<Vec<f64>> = measurements
        .iter()
        .map(|measurement| measurement.database_cpu)
        .collect();
    Ok(Row {
        rate: of(&|measurement| measurement.load.rate()),
        p50: of(&|measurement| measurement.load.p50()),
        p99: of(&|measurement| measurement.load.p99()),
        server_cpu: of(&|measurement| measurement.server_cpu),
        database_cpu: database_cpu.map(median),
        bytes: f64::from(u32::try_from(bytes)?),
        pgbench: (!rates.is_empty()).then(|| median(rates)),
    })
}

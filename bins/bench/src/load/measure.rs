//! Measures a case: on one binary beside `pgbench`, or on two side by side.

use anyhow::Context;

use super::action::Case;
use super::bench::{Bench, median};
use super::pgbench;
use super::stage::{Measurement, Stage};
use crate::fixture::Database;

/// The figures of a case.
pub(crate) struct Row<'c> {
    pub(crate) case: &'c Case,
    /// Those of the measured binary.
    pub(crate) figures: Figures,
    /// Transactions of `pgbench` per second.
    pub(crate) pgbench: Option<f64>,
    pub(crate) against: Option<Comparison>,
}

/// The figures of the other binary.
pub(crate) struct Comparison {
    pub(crate) figures: Figures,
    /// The rate as a multiple of the other's: the median over the rounds.
    pub(crate) ratio: f64,
}

/// Medians over the rounds.
pub(crate) struct Figures {
    /// Requests per second.
    pub(crate) rate: f64,
    /// Percentiles of the latency, in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// CPU time for each request, in milliseconds.
    pub(crate) server_cpu: f64,
    pub(crate) database_cpu: f64,
    /// The length of an answer with its head.
    pub(crate) bytes: f64,
}

impl Figures {
    fn new(measurements: &[Measurement]) -> Self {
        let of = |value: fn(&Measurement) -> f64| median(measurements.iter().map(value));
        Self {
            rate: of(|measurement| measurement.load.rate),
            p50: of(|measurement| measurement.load.p50),
            p99: of(|measurement| measurement.load.p99),
            server_cpu: of(|measurement| measurement.server_cpu),
            database_cpu: of(|measurement| measurement.database_cpu),
            bytes: of(|measurement| measurement.load.bytes),
        }
    }
}

/// Measures a case on the stage of the measured binary, in rounds that alternate with those of
/// `pgbench` or, if there is another stage, of the other binary.
pub(crate) fn case<'c>(
    bench: &Bench,
    stages: &[Stage<'_>],
    case: &'c Case,
) -> anyhow::Result<Row<'c>> {
    let (stage, other) = (stages.first().context("no binary")?, stages.get(1));
    let is_beside = other.is_none() && stage.fixture.database == Database::Postgres;
    let transactions = pgbench::transactions(case, &stage.seed).filter(|_| is_beside);
    let run = stage.start(case)?;
    let other_run = other.map(|other| other.start(case)).transpose()?;
    let (mut measurements, mut others, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=bench.rounds {
        stage.checkpoint()?;
        // In turn, as whoever comes second finds the disk busier.
        if round % 2 == 0 {
            measurements.push(run.load(round)?);
        }
        if let Some(other) = &other_run {
            others.push(other.load(round)?);
        }
        if round % 2 == 1 {
            measurements.push(run.load(round)?);
        }
        if let Some((transactions, cluster)) = transactions.as_ref().zip(bench.cluster.as_ref()) {
            let (programs, time) = (cluster.programs(), bench.time);
            let connections = case.connections;
            let rate = pgbench::run(transactions, connections, programs, &stage.fixture, time)?;
            rates.push(rate);
        }
    }
    run.end()?;
    let pairs = measurements.iter().zip(&others);
    let ratio = median(pairs.map(|(measured, other)| measured.load.rate / other.load.rate));
    let against = other_run.map(|other| {
        other.end()?;
        let figures = Figures::new(&others);
        anyhow::Ok(Comparison { figures, ratio })
    });
    Ok(Row {
        case,
        figures: Figures::new(&measurements),
        pgbench: (!rates.is_empty()).then(|| median(rates)),
        against: against.transpose()?,
    })
}

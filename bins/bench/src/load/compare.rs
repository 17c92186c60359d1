//! Compares the server with another binary: the same load on both, each with its own database.

use std::path::Path;

use super::deployment::{Deployment, Measurement};
use super::fixture::Database;
use super::rounds::COMPARED_ROUNDS;
use super::{Bench, OTHERS, median};

/// The figures of all routes on one database.
pub(crate) struct Comparison {
    /// The database.
    pub(crate) database: Database,
    /// The routes.
    pub(crate) rows: Vec<ComparedRoute>,
}

/// The figures of one route.
pub(crate) struct ComparedRoute {
    /// The route's name.
    pub(crate) name: &'static str,
    /// Of the other binary.
    pub(crate) baseline: Figures,
    /// Of the server under test.
    pub(crate) current: Figures,
}

/// Medians over the rounds.
pub(crate) struct Figures {
    /// Requests per second.
    pub(crate) rate: f64,
    /// The median latency, in milliseconds.
    pub(crate) p50: f64,
    /// The 99th percentile of the latency, in milliseconds.
    pub(crate) p99: f64,
    /// CPU time of the server for each request, in milliseconds.
    pub(crate) server_cpu: f64,
}

impl ComparedRoute {
    /// The rate of the server under test as a multiple of the other's.
    pub(crate) fn ratio(&self) -> f64 {
        self.current.rate / self.baseline.rate
    }
}

/// Measures the selected routes on both binaries, in rounds that alternate between them.
pub(crate) fn measure(
    bench: &Bench<'_>,
    database: Database,
    baseline: &Path,
) -> anyhow::Result<Comparison> {
    let deployments = [
        Deployment::new(bench, database, baseline, OTHERS)?,
        Deployment::new(bench, database, bench.server(), OTHERS)?,
    ];
    let [baseline, current] = &deployments;
    let mut rows = Vec::new();
    let mut pairs: Vec<_> = baseline
        .routes
        .iter()
        .zip(&current.routes)
        .map(|(of_baseline, of_current)| [(of_baseline, Vec::new()), (of_current, Vec::new())])
        .collect();
    for round in 0..COMPARED_ROUNDS {
        for pair in &mut pairs {
            let mut both: Vec<_> = deployments.iter().zip(pair).collect();
            if round % 2 == 1 {
                both.reverse();
            }
            for (deployment, (route, measurements)) in both {
                bench.begin(database, (round, COMPARED_ROUNDS), route.name);
                if round == 0 {
                    deployment.send(bench, route, 1)?;
                }
                measurements.push(deployment.measure(bench, route, round)?);
            }
        }
    }
    for [(route, of_baseline), (_, of_current)] in pairs {
        rows.push(ComparedRoute {
            name: route.name,
            baseline: Figures::of(&of_baseline),
            current: Figures::of(&of_current),
        });
    }
    Ok(Comparison { database, rows })
}

impl Figures {
    fn of(measurements: &[Measurement]) -> Self {
        let of = |value: &dyn Fn(&Measurement) -> f64| median(measurements.iter().map(value));
        Self {
            rate: of(&|measurement| measurement.load.rate()),
            p50: of(&|measurement| measurement.load.p50()),
            p99: of(&|measurement| measurement.load.p99()),
            server_cpu: of(&|measurement| measurement.server_cpu),
        }
    }
}

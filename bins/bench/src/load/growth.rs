//! How the rate of reads depends on the size of the database.

use anyhow::Context;

use super::deployment::Deployment;
use super::fixture::Database;
use super::rounds::ROUNDS;
use super::routes::{DETAIL, LIST};
use super::{Bench, median};

/// The number of trips in the small database.
const SMALL: u64 = 1_000;
/// The number of trips in the large database.
const LARGE: u64 = 100_000;
/// The same with `--full`.
const FULL: u64 = 1_000_000;

/// The rates on one database backend.
pub(crate) struct Growth {
    /// The backend.
    pub(crate) database: Database,
    /// The numbers of trips.
    pub(crate) sizes: Vec<u64>,
    /// Routes, with their requests per second at each size.
    pub(crate) rows: Vec<(&'static str, Vec<f64>)>,
}

/// Measures detail and list at each size, in rounds that alternate between the sizes.
pub(crate) fn measure(bench: &Bench<'_>, database: Database) -> anyhow::Result<Growth> {
    let sizes = [SMALL, if bench.args.full { FULL } else { LARGE }];
    let deployments = sizes
        .iter()
        .map(|size| Deployment::new(bench, database, bench.server(), *size))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    for name in [DETAIL, LIST] {
        let mut rates = vec![Vec::new(); deployments.len()];
        for round in 0..ROUNDS {
            bench.begin(database, (round, ROUNDS), &format!("growth, {name}"));
            for (deployment, rates) in deployments.iter().zip(&mut rates) {
                let mut routes = deployment.routes.iter();
                let route = routes.find(|route| route.name == name).context(name)?;
                rates.push(deployment.measure(bench, route, round)?.load.rate());
            }
        }
        rows.push((name, rates.into_iter().map(median).collect()));
    }
    Ok(Growth {
        database,
        sizes: sizes.to_vec(),
        rows,
    })
}

//! Whether answers take longer as the database grows.

use std::path::Path;

use super::ground::{Database, Ground};
use super::routes::{self, DETAIL, LIST, Route};
use super::{Bench, ROUNDS, median, say, wrk};
use crate::served::Served;

/// Few trips.
const FEW: u64 = 1_000;
/// Many trips.
const MANY: u64 = 100_000;
/// As many as the targets speak of.
const MOST: u64 = 1_000_000;

/// What came of it on one database.
pub(crate) struct Growth {
    /// Which database.
    pub(crate) database: Database,
    /// The numbers of trips.
    pub(crate) sizes: Vec<u64>,
    /// Routes, with their answers in a second at each size.
    pub(crate) rows: Vec<(&'static str, Vec<f64>)>,
}

/// A database of one size, with the server on it.
struct Stand {
    server: Served,
    routes: Vec<Route>,
    ground: Ground,
}

/// Measures detail and list at each size, in rounds that take the sizes in turn.
pub(crate) fn measure(bench: &Bench<'_>, database: Database) -> anyhow::Result<Growth> {
    let sizes = [FEW, if bench.args.full { MOST } else { MANY }];
    let stands = sizes
        .iter()
        .map(|size| Stand::new(bench, database, *size))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    for name in [DETAIL, LIST] {
        let mut rates = vec![Vec::new(); stands.len()];
        for round in 0..ROUNDS {
            say(&format!(
                "{}, growth, round {} of {ROUNDS}: {name}",
                database.name(),
                round + 1
            ));
            for (stand, rates) in stands.iter().zip(&mut rates) {
                rates.push(stand.rate(bench, name)?);
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

impl Stand {
    fn new(bench: &Bench<'_>, database: Database, others: u64) -> anyhow::Result<Self> {
        let ground = bench.ground(database)?;
        let seed = bench.seed(&ground, others)?;
        let server = ground.serve(bench.server())?;
        Ok(Self {
            server,
            routes: routes::all(&seed, ""),
            ground,
        })
    }

    fn rate(&self, bench: &Bench<'_>, name: &str) -> anyhow::Result<f64> {
        let mut rate = f64::NAN;
        if let Some(route) = self.routes.iter().find(|route| route.name == name) {
            rate = fixed(route, &self.server, bench, self.ground.folder())?.rate();
        }
        Ok(rate)
    }
}

/// Loads a server with requests that are all the same.
pub(crate) fn fixed(
    route: &Route,
    server: &Served,
    bench: &Bench<'_>,
    folder: &Path,
) -> anyhow::Result<wrk::Shot> {
    let url = format!("{}{}", server.url(), route.path.filled(0));
    wrk::run(&wrk::script(route, 0), &url, bench.args.time(), folder)
}

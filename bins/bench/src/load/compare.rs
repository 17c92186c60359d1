//! Two binaries side by side: the same load on both in rounds that alternate, each with its own
//! database.

use super::bench::median;
use super::case::{Case, Target};
use super::stage::Stage;
use super::wrk::LoadResult;

/// The least rate as a fraction of the other binary's.
pub(crate) const BOUND: f64 = 0.9;

/// The figures of a case: of the other binary, and of the measured one.
pub(crate) struct Comparison<'c> {
    pub(crate) case: &'c Case,
    pub(crate) both: [Figures; 2],
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
}

/// Measures a case on the stages of the other binary and of the measured one.
pub(crate) fn measure<'c>(
    stages: &[Stage<'_>; 2],
    case: &'c Case,
    rounds: u32,
) -> anyhow::Result<Comparison<'c>> {
    let [other, measured] = stages;
    let (other_run, measured_run) = (other.start(case)?, measured.start(case)?);
    let mut pairs = Vec::new();
    for round in 0..rounds {
        other.checkpoint()?;
        // Whoever comes second finds the disk busier.
        pairs.push(if round % 2 == 0 {
            let first = other_run.load(round)?.load;
            [first, measured_run.load(round)?.load]
        } else {
            let first = measured_run.load(round)?.load;
            [other_run.load(round)?.load, first]
        });
    }
    other_run.end()?;
    measured_run.end()?;
    let ratios = pairs
        .iter()
        .map(|[other, measured]| measured.rate() / other.rate());
    Ok(Comparison {
        case,
        ratio: median(ratios),
        both: [
            Figures::new(pairs.iter().map(|[other, _]| other)),
            Figures::new(pairs.iter().map(|[_, measured]| measured)),
        ],
    })
}

impl Figures {
    fn new<'r>(results: impl Iterator<Item = &'r LoadResult> + Clone) -> Self {
        Self {
            rate: median(results.clone().map(LoadResult::rate)),
            p50: median(results.clone().map(LoadResult::p50)),
            p99: median(results.map(LoadResult::p99)),
        }
    }
}

/// The rate of a case as a fraction of the case that it has as a target: for both binaries, with
/// that case's name and the bound.
pub(crate) fn of_other_case<'c>(
    row: &'c Comparison<'_>,
    rows: &[Comparison<'_>],
) -> Vec<(&'c str, [f64; 2], f64)> {
    let targets = row.case.targets.iter();
    targets
        .filter_map(|target| {
            let Target::OfCase(name, bound) = target else {
                return None;
            };
            let other = rows.iter().find(|other| other.case.name == *name)?;
            let [before, after] = [0, 1].map(|binary: usize| {
                let rate = |row: &Comparison<'_>| row.both.get(binary).map(|both| both.rate);
                rate(row)
                    .zip(rate(other))
                    .map_or(f64::NAN, |(row, other)| row / other)
            });
            Some((*name, [before, after], *bound))
        })
        .collect()
}

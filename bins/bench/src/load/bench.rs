//! What all measurements share.

use std::time::Duration;

use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;

pub(crate) struct Bench {
    pub(crate) runtime: Runtime,
    /// The number of measurements of each case.
    pub(crate) rounds: u32,
    /// The time of each.
    pub(crate) time: Duration,
    pub(crate) cluster: Option<Cluster>,
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

//! `cargo xtask soak`: the reliability tests for longer than a usual test run, then a long load.

use std::process::ExitCode;

use wayfare_test_postgres::{Cluster, URL_VARIABLE};

use crate::bench::{self, What};
use crate::{cargo, install};

/// The environment variable of the factor, which the tests read through `wayfare_testkit::soak`.
const FACTOR: &str = "WAYFARE_SOAK";
/// The tests that the factor applies to: a program, and the part of it.
const TESTS: [(&str, &str); 3] = [
    ("faults", ""),
    ("http", "isolation"),
    ("operations", "greedy"),
];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of rounds, as a multiple of a usual run.
    #[arg(long, default_value_t = 20)]
    factor: u32,
    /// Minutes of load on each database; 0 for none.
    #[arg(long, default_value_t = 60)]
    minutes: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    install::ensure_postgres()?;
    install::ensure(&[install::SQLITE])?;
    let cluster = Cluster::start()?;
    let mut passed = true;
    for (program, part) in TESTS {
        let mut command = cargo::command(cargo::TEST);
        command.args(["--test", program, "--", part]);
        // One test at a time, so that tests do not distort each other's figures, which are printed.
        command.args(["--test-threads=1", "--show-output"]);
        command.env(FACTOR, args.factor.to_string());
        passed &= cargo::passes(command.env(URL_VARIABLE, cluster.url()))?;
    }
    drop(cluster);
    if args.minutes > 0 {
        let minutes = format!("--minutes={}", args.minutes);
        passed &= bench::passes(&[What::Soak], &[minutes])?;
    }
    Ok(cargo::exit_code(passed))
}

//! `cargo xtask soak`: runs the reliability tests for longer than a usual test run.

use std::process::{Command, ExitCode};

use wayfare_test_postgres::{Cluster, URL_VARIABLE};

use crate::{cargo, install};

/// The environment variable of the factor, which the tests read through `wayfare_testkit::soak`.
const FACTOR: &str = "WAYFARE_SOAK";
/// The filter of the tests that the factor applies to.
const TESTS: &str = "binary(faults) or test(isolation) or test(greedy)";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of rounds, as a multiple of a usual run.
    #[arg(long, default_value_t = 20)]
    factor: u32,
    /// Run only tests whose names contain one of these.
    filters: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    install::ensure_postgres()?;
    install::ensure_sqlite()?;
    let cluster = Cluster::start()?;
    let mut command: Command = cargo::command([
        "nextest",
        "run",
        "--workspace",
        "--locked",
        "--no-fail-fast",
    ]);
    // One test at a time, so that tests do not distort each other's figures, which are printed.
    command.args([
        "--test-threads",
        "1",
        "--success-output",
        "immediate",
        "-E",
        TESTS,
    ]);
    command
        .args(&args.filters)
        .env(FACTOR, args.factor.to_string())
        .env(URL_VARIABLE, cluster.url());
    cargo::pass_on(&mut command)
}

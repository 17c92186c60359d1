//! `cargo xtask soak`: the tests of reliability, for longer than a usual run of tests has time.

use std::process::{Command, ExitCode};

use wayfare_test_postgres::{Cluster, URL_VARIABLE};

use crate::{cargo, install};

/// Names in the environment how many times longer the tests go on; they read it through
/// `wayfare_testkit::soak`.
const FACTOR: &str = "WAYFARE_SOAK";
/// Those that go on for longer where they are told to.
const TESTS: &str = "binary(faults) or test(isolation) or test(greedy)";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many times longer than in a usual run.
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
    // One after the other, so that what is measured is the fault and not the other tests; with the
    // figures that they reach.
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

//! `cargo xtask`: the one way to run, test, check and document Wayfare, for people and for CI
//! alike.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a tool for the terminal prints"
)]

mod bench;
mod cargo;
mod db;
mod docs;
mod e2e;
mod fuzz;
mod install;
mod layers;
mod lengths;
mod lint;
mod openapi;
mod places;
mod run;
mod soak;
mod supply;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Runs, tests, checks and documents Wayfare.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Start the service, built for development; what follows goes to it.
    Run(run::Args),
    /// Run all tests against a throwaway PostgreSQL, whose server is installed first where there is
    /// none.
    Test(test::Args),
    /// Run the tests of reliability for longer: kills, outages, full disks.
    Soak(soak::Args),
    /// Check formatting, lints, documentation, layering, file lengths and, with cargo-deny
    /// installed, dependencies.
    Lint,
    /// Check that each crate depends only on those below it.
    Layers,
    /// Measure what the service promises to be fast and small, built for release.
    Bench(bench::Args),
    /// Build the documentation of all crates.
    Docs(docs::Args),
    /// Check the served OpenAPI documents and pages by tools of others: a validator, a fuzzer, a
    /// generated client, a browser.
    E2e,
    /// Throw bytes at whatever takes them from strangers, under an engine that follows coverage.
    Fuzz(fuzz::Args),
    /// Write the OpenAPI documents under docs/openapi, with examples recorded from a running
    /// service.
    Openapi,
    /// Check the licences, bans and sources of dependencies, and, where the database of advisories
    /// can be had, those.
    Deny(supply::DenyArgs),
    /// Write what the service is built of, as CycloneDX.
    Sbom,
    /// Build the service for release twice and compare the programs.
    Reproduce,
    /// Write the data file of the built-in gazetteer, from GeoNames' data at the versions that are
    /// named there.
    Places,
    /// Start a throwaway PostgreSQL, print its URL, and stop it at Ctrl-C.
    Db(db::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().task {
        Task::Run(args) => run::run(&args),
        Task::Test(args) => test::run(&args),
        Task::Soak(args) => soak::run(&args),
        Task::Lint => lint::run(),
        Task::Layers => layers::run(),
        Task::Bench(args) => bench::run(&args),
        Task::Docs(args) => docs::run(&args),
        Task::E2e => e2e::run(),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Openapi => openapi::run(),
        Task::Places => places::run(),
        Task::Deny(args) => supply::deny(&args),
        Task::Sbom => supply::sbom(),
        Task::Reproduce => supply::reproduce(),
        Task::Db(args) => db::run(&args),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

//! `cargo xtask`: runs, tests, checks and documents Wayfare, for developers and CI alike.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool prints"
)]

mod bench;
mod cargo;
mod checks;
mod citus;
mod datasets;
mod db;
mod docs;
mod fuzz;
mod install;
mod openapi;
mod run;
mod soak;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use checks::{ci, e2e, semver, supply};
use datasets::{euro, locales, outlines, places, windows_zones};

/// Runs, tests, checks and documents Wayfare.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Start the service in a debug build; further arguments go to it.
    Run(run::Args),
    /// Run the tests, on SQLite and, if it is found or can be installed, on PostgreSQL.
    Test(test::Args),
    /// Run everything that must hold before a change lands, or parts of it, and install what they
    /// need.
    Ci(ci::Args),
    /// Run the reliability tests for longer (kills, outages, full disks), then an hour of load.
    Soak(soak::Args),
    /// Distribute a new database by the documented statements for Citus, if that is installed.
    Citus,
    /// Run the benchmarks of the binary that is shipped, each against its bounds.
    Bench(bench::Args),
    /// Build the documentation of all crates.
    Docs(docs::Args),
    /// Take the pictures of docs/pictures anew.
    Pictures,
    /// Fuzz the parsers of untrusted input, guided by coverage.
    Fuzz(fuzz::Args),
    /// Write the OpenAPI documents under docs/openapi, with examples from a running service.
    Openapi,
    /// Check the licences, bans and sources of dependencies, and optionally security advisories.
    Deny(supply::DenyArgs),
    /// Write the software bill of materials (SBOM) in the CycloneDX format.
    Sbom,
    /// Compare the interfaces of the published crates with the last release.
    Semver,
    /// Build the service for release twice and compare the binaries.
    Reproduce,
    /// Write the irrevocable conversion rates into the euro.
    Euro(euro::Args),
    /// Write the outlines of the pages' map.
    Outlines,
    /// Write how each region writes numbers, clocks and dates on pages, from CLDR's data.
    Locales,
    /// Write the data file of the built-in gazetteer from pinned versions of GeoNames' data.
    Places,
    /// Write the names of the time zones of Windows from pinned versions of CLDR's data.
    WindowsZones,
    /// Start a temporary PostgreSQL, print its URL, and stop it at Ctrl-C.
    Db(db::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().task {
        Task::Run(args) => run::run(&args),
        Task::Test(args) => test::run(&args),
        Task::Soak(args) => soak::run(&args),
        Task::Ci(args) => ci::run(&args),
        Task::Citus => citus::run(),
        Task::Bench(args) => bench::run(&args),
        Task::Docs(args) => docs::run(&args),
        Task::Pictures => e2e::take_pictures(),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Openapi => openapi::run(),
        Task::Euro(args) => euro::run(&args),
        Task::Outlines => outlines::run(),
        Task::Locales => locales::run(),
        Task::Places => places::run(),
        Task::WindowsZones => windows_zones::run(),
        Task::Deny(args) => supply::deny(&args),
        Task::Sbom => supply::sbom(),
        Task::Semver => semver::run(),
        Task::Reproduce => supply::reproduce(),
        Task::Db(args) => db::run(&args),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

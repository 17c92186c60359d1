//! Benchmarks; `cargo xtask bench` builds the server and runs them.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a tool for the terminal prints"
)]

mod cpu;
mod fixture;
mod load;
mod offenders;
mod places;
mod sample;
mod server_process;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures Wayfare.
#[derive(Parser)]
#[command(name = "wayfare-bench")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Load what is hard for the service, and its routes.
    Load(load::Args),
    /// The same for an hour, without anything that piles up.
    Soak(load::soak::Args),
    /// Callers who send what is expensive, and what a well-behaved client beside them meets.
    Offenders(offenders::Args),
    /// Looking places up with the built-in gazetteer.
    Places(places::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().task {
        Task::Load(args) => load::run(&args),
        Task::Soak(args) => load::soak::run(&args),
        Task::Offenders(args) => offenders::run(&args),
        Task::Places(args) => places::run(&args),
    }
}

//! Benchmarks; `cargo xtask bench` builds the server and runs them.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a tool for the terminal prints"
)]

mod cpu;
mod exports;
mod load;
mod offenders;
mod pictures;
mod places;
mod process;
mod sample;
mod server_process;
mod shares;
mod uploads;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// Measures Wayfare.
#[derive(Parser)]
#[command(name = "wayfare-bench")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Upload and resize a picture of 12 Mpixel beside libvips; 16 concurrent uploads.
    Pictures {
        /// The server's binary, built for release.
        #[arg(long)]
        server: PathBuf,
    },
    /// Create trips with and without the built-in gazetteer; its memory and look-ups.
    Places {
        /// The server's binary, built for release.
        #[arg(long)]
        server: PathBuf,
    },
    /// Export a trip of 1,000 items in each format: time and memory.
    Exports {
        /// The server's binary, built for release.
        #[arg(long)]
        server: PathBuf,
    },
    /// Answers to wrong, expired and unknown tokens of share links, and lists of links.
    Shares {
        /// The server's binary, built for release.
        #[arg(long)]
        server: PathBuf,
    },
    /// Load the routes, beside the ceilings of HTTP and of the database; or compare two binaries.
    Load(load::Args),
    /// Bytes of users, trips and edits in PostgreSQL.
    Sizes {
        /// The server's binary.
        #[arg(long)]
        server: PathBuf,
    },
    /// Callers who send what is expensive, and what a well-behaved client beside them meets.
    Offenders(offenders::Args),
    /// Serve with an additional no-op route, until killed.
    Ceiling,
    /// Process one picture like an upload.
    Clean {
        /// The file to read.
        from: PathBuf,
        /// The file to write.
        to: PathBuf,
    },
    /// Resize one stored picture, like a request with bounds.
    Resize {
        /// The file to read.
        from: PathBuf,
        /// The file to write.
        to: PathBuf,
        /// The largest width and height.
        side: u32,
    },
    /// Run a program and print the resources it used.
    Measure {
        /// The program and its arguments.
        #[arg(last = true)]
        command: Vec<String>,
    },
}

/// The allocator of the service, so that the ceiling is measured with the same one.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().task {
        Task::Pictures { server } => pictures::run(&server),
        Task::Places { server } => places::run(&server),
        Task::Exports { server } => exports::run(&server),
        Task::Shares { server } => shares::run(&server),
        Task::Load(args) => load::run(&args),
        Task::Sizes { server } => load::measure_sizes(&server),
        Task::Offenders(args) => offenders::run(&args),
        Task::Ceiling => load::serve_ceiling(),
        Task::Clean { from, to } => pictures::clean(&from, &to),
        Task::Resize { from, to, side } => pictures::resize(&from, &to, side),
        Task::Measure { command } => process::measure(&command),
    }
}

//! Measures what Wayfare promises to be fast and small; `cargo xtask bench` builds what it needs
//! and runs it.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a tool for the terminal prints"
)]

mod cpu;
mod load;
mod pictures;
mod places;
mod process;
mod sample;
mod server_process;
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
    /// Uploading and resizing a picture of 12 Mpixel, beside libvips; and 16 uploads at once.
    Pictures {
        /// The server's binary, built for release.
        #[arg(long)]
        server: PathBuf,
    },
    /// Creating trips with the built-in gazetteer and without; its memory, and its look-ups.
    Places {
        /// The server's binary, built for release.
        #[arg(long)]
        server: PathBuf,
    },
    /// The routes under load, beside the ceilings of HTTP and of the database.
    Load(load::Args),
    /// Serve with one more route, which does no work, until killed.
    Ceiling,
    /// Clean one picture, as an upload is.
    Clean {
        /// The file to read.
        from: PathBuf,
        /// The file to write.
        to: PathBuf,
    },
    /// Make one kept picture smaller, as a request with bounds does.
    Resize {
        /// The file to read.
        from: PathBuf,
        /// The file to write.
        to: PathBuf,
        /// The largest width and height.
        side: u32,
    },
    /// Run a program and print what it took.
    Measure {
        /// The program and its arguments.
        #[arg(last = true)]
        command: Vec<String>,
    },
}

/// As the service has it, so that the ceiling stands under the same roof.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().task {
        Task::Pictures { server } => pictures::run(&server),
        Task::Places { server } => places::run(&server),
        Task::Load(args) => load::run(&args),
        Task::Ceiling => load::serve_ceiling(),
        Task::Clean { from, to } => pictures::clean(&from, &to),
        Task::Resize { from, to, side } => pictures::resize(&from, &to, side),
        Task::Measure { command } => process::measure(&command),
    }
}

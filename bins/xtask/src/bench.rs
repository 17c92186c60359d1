//! `cargo xtask bench`: measurements, each beside the bound that it is held to.

use std::process::{Command, ExitCode};

use clap::ValueEnum;

use crate::{cargo, install};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to measure.
    what: What,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Uploading and resizing a picture of 12 Mpixel beside libvips, and 16 uploads at once.
    Pictures,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Pictures => pictures(),
    }
}

fn pictures() -> anyhow::Result<ExitCode> {
    install::ensure_libvips()?;
    let build = ["build", "--release", "--locked", "--package", "wayfare-server", "--package", "wayfare-bench"];
    if !cargo::passes(&mut cargo::command(build))? {
        return Ok(ExitCode::FAILURE);
    }
    let built = cargo::target()?.join("release");
    let mut bench = Command::new(built.join("wayfare-bench"));
    let status = bench.args(["pictures", "--server"]).arg(built.join("wayfare")).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

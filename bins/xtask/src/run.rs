//! `cargo xtask run`: starts the service in a debug build.

use std::{os::unix::process::CommandExt, process::ExitCode};

use crate::cargo;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Arguments of the service, such as `--help` or a subcommand.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    service: Vec<String>,
}

/// Becomes the service, so that signals reach it and its end is ours.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut command = cargo::command([
        "run",
        "--locked",
        "--package",
        "wayfare",
        "--bin",
        "wayfare",
        "--",
    ]);
    Err(command.args(&args.service).exec().into())
}

//! `cargo xtask docs`: builds the documentation of all crates.

use std::process::ExitCode;

use crate::cargo;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Show it in a browser.
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut command = cargo::command(["doc", "--workspace", "--no-deps", "--locked"]);
    command.args(args.open.then_some("--open"));
    cargo::pass_on(&mut command)
}

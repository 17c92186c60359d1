//! `cargo xtask db`: starts a temporary PostgreSQL.

use std::{path::PathBuf, process::ExitCode};

use nix::sys::signal::{SigSet, Signal};
use wayfare_test_postgres::Cluster;

use crate::install;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Store the data in this folder, and reuse it in later calls.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    install::ensure_postgres()?;
    let cluster = match &args.keep {
        Some(folder) => Cluster::start_in(folder)?,
        None => Cluster::start()?,
    };
    println!("{}", cluster.url());
    eprintln!("PostgreSQL runs until Ctrl-C");
    let ends: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]
        .into_iter()
        .collect();
    ends.thread_block()?;
    ends.wait()?;
    Ok(ExitCode::SUCCESS)
}

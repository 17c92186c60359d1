//! `cargo xtask bench`: benchmarks, each with the limit that it must meet.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::ValueEnum;

use crate::{cargo, install};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The benchmark; by default all but the soak.
    what: Option<What>,
    /// Arguments of the benchmark, such as --against, --quick, --database and --only; see
    /// docs/performance.md.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// What is hard for the service, and its routes, under load.
    Load,
    /// Callers who send what is expensive, and what a well-behaved client beside them meets.
    Offenders,
    /// Looking places up with the built-in gazetteer.
    Places,
    /// All that leaves nothing behind, for an hour on each database.
    Soak,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Offenders => "offenders",
            Self::Places => "places",
            Self::Soak => "soak",
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let all = What::value_variants().iter().copied();
    let chosen = all.filter(|what| {
        args.what
            .map_or(*what != What::Soak, |chosen| *what == chosen)
    });
    let chosen: Vec<What> = chosen.collect();
    Ok(cargo::exit_code(passes(&chosen, &args.rest)?))
}

/// Builds and runs benchmarks; returns whether they passed.
pub(crate) fn passes(chosen: &[What], arguments: &[String]) -> anyhow::Result<bool> {
    install::ensure_postgres()?;
    install::ensure(&[install::WRK])?;
    let Some(built) = built()? else {
        return Ok(false);
    };
    let mut passed = true;
    for what in chosen {
        let mut bench = Command::new(built.join("wayfare-bench"));
        bench
            .args([what.name(), "--server"])
            .arg(built.join("wayfare"))
            .args(arguments);
        passed &= bench.status()?.success();
    }
    Ok(passed)
}

/// Builds the server and the benchmarks, and returns their folder; `None` if a build fails.
fn built() -> anyhow::Result<Option<PathBuf>> {
    // Separately, because a joint build would unify the features of their dependencies.
    for package in ["wayfare", "wayfare-bench"] {
        if !cargo::passes(&mut cargo::command([
            "build",
            "--profile",
            "dist",
            "--locked",
            "--package",
            package,
        ]))? {
            return Ok(None);
        }
    }
    Ok(Some(cargo::target()?.join("dist")))
}

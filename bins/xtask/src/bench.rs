//! `cargo xtask bench`: benchmarks, each with the limit that it must meet.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::ValueEnum;

use crate::{cargo, install};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The benchmark; all of them by default.
    what: Option<What>,
    /// Arguments of the benchmark, such as --against, --quick, --database and --only; see
    /// docs/performance.md.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// What is hard for the service, and its routes, under load.
    Load,
    /// Callers who send what is expensive, and what a well-behaved client beside them meets.
    Offenders,
    /// Looking places up with the built-in gazetteer.
    Places,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Offenders => "offenders",
            Self::Places => "places",
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let all = args
        .what
        .map_or_else(|| What::value_variants().to_vec(), |what| vec![what]);
    install::ensure_postgres()?;
    install::ensure(&[install::WRK])?;
    let Some(built) = built()? else {
        return Ok(ExitCode::FAILURE);
    };
    let mut passed = true;
    for what in all {
        let mut bench = Command::new(built.join("wayfare-bench"));
        bench
            .args([what.name(), "--server"])
            .arg(built.join("wayfare"))
            .args(&args.rest);
        passed &= bench.status()?.success();
    }
    Ok(cargo::exit_code(passed))
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

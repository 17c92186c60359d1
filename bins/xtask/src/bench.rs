//! `cargo xtask bench`: benchmarks, each with the limit that it must meet.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::ValueEnum;

use crate::{cargo, install};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The benchmark; all of them by default.
    what: Option<What>,
    /// Arguments of the benchmarks of load and offenders: --quick, --full, --database, --only,
    /// --write and --against; see docs/performance.md.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The routes under load, with the ceilings of HTTP and the database; growth, memory, start-up.
    Load,
    /// Uploading and resizing a picture of 12 Mpixel beside libvips, and 16 concurrent uploads.
    Pictures,
    /// Creating trips with and without the built-in gazetteer; its memory and look-ups.
    Places,
    /// Exporting a trip of 1,000 items in each format: time and memory.
    Exports,
    /// Answers to wrong, expired and unknown tokens of share links, and lists of links.
    Shares,
    /// Callers who send what is expensive, and what a well-behaved client beside them meets.
    Offenders,
    /// Bytes of users, trips and edits in PostgreSQL, on which docs/growth.md builds.
    Sizes,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Pictures => "pictures",
            Self::Places => "places",
            Self::Exports => "exports",
            Self::Shares => "shares",
            Self::Offenders => "offenders",
            Self::Sizes => "sizes",
        }
    }

    fn install(self) -> anyhow::Result<()> {
        match self {
            Self::Load => install::ensure_postgres().and_then(|()| install::ensure_wrk()),
            Self::Pictures => install::ensure_libvips(),
            Self::Offenders | Self::Sizes => install::ensure_postgres(),
            Self::Places | Self::Exports | Self::Shares => Ok(()),
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let all = args
        .what
        .map_or_else(|| What::value_variants().to_vec(), |what| vec![what]);
    all.iter().try_for_each(|what| what.install())?;
    let Some(built) = built()? else {
        return Ok(ExitCode::FAILURE);
    };
    let mut passed = true;
    for what in all {
        let mut bench = Command::new(built.join("wayfare-bench"));
        bench
            .args([what.name(), "--server"])
            .arg(built.join("wayfare"));
        if matches!(what, What::Load | What::Offenders) {
            bench.args(&args.rest);
        }
        passed &= bench.status()?.success();
    }
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Builds the server and the benchmarks, and returns their folder; `None` if a build fails.
fn built() -> anyhow::Result<Option<PathBuf>> {
    // Separately, because a joint build would unify the features of their dependencies.
    for package in ["wayfare-server", "wayfare-bench"] {
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

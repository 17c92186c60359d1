//! `cargo xtask fuzz`: coverage-guided fuzzing of the parsers of untrusted input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::{cargo, install};

/// The folder of the targets and their corpora in the workspace.
const SOURCES: &str = "crates/fuzz";
/// The default time of each target, in seconds.
const SHORT: u32 = 3;
/// The limits of one input: time in seconds, memory and one allocation in MiB. A picture of 50
/// million pixels takes the most.
const LONGEST: u32 = 10;
const MEMORY: u32 = 2_048;
const ALLOCATION: u32 = 512;
/// The bytes of an input.
const LENGTH: u32 = 16_384;
/// The compiler flags that instrument all crates, including dependencies, for coverage.
const DEEP: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The targets, by the names of the folders in crates/fuzz/corpus; all of them by default.
    targets: Vec<String>,
    /// Time of each target.
    #[arg(long, value_name = "SECONDS", default_value_t = SHORT)]
    seconds: u32,
    /// Instrument the dependencies too, which rebuilds all of them with optimisation.
    #[arg(long)]
    deep: bool,
    /// Add inputs that increase coverage to crates/fuzz/corpus.
    #[arg(long)]
    keep: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    install::ensure(&[install::CXX])?;
    let fuzzer = Fuzzer::build(args.deep)?;
    let targets = if args.targets.is_empty() {
        fuzzer.targets()?
    } else {
        args.targets.clone()
    };
    let passed = cargo::all_pass(targets, |target| {
        let passed = fuzzer.run(&target, args.seconds)?;
        if args.keep {
            fuzzer.keep(&target)?;
        }
        Ok(passed)
    })?;
    if !passed {
        eprintln!(
            "\nfuzz: the inputs that failed are in {}. Add them to {SOURCES}/corpus with the fix.",
            fuzzer.findings.display()
        );
    }
    Ok(cargo::exit_code(passed))
}

/// The fuzzing engine with all targets, and its folders.
struct Fuzzer {
    program: PathBuf,
    /// The corpora in the repository.
    stored: PathBuf,
    /// The inputs that earlier runs on this machine have found.
    found: PathBuf,
    /// The inputs that failed.
    findings: PathBuf,
}

impl Fuzzer {
    fn build(deep: bool) -> anyhow::Result<Self> {
        let (sources, target) = (
            cargo::workspace()?.join(SOURCES),
            cargo::target()?.join("fuzz"),
        );
        let mut command = cargo::command(cargo::TEST);
        command.args(["--features", "wayfare-fuzz/engine"]);
        command.args(["--test", "engine", "--no-run"]);
        command.arg("--message-format=json-render-diagnostics");
        if deep {
            // With an explicit target, so that build scripts are not instrumented.
            command
                .args([
                    "--profile",
                    "fuzz",
                    "--target",
                    "host-tuple",
                    "--target-dir",
                ])
                .arg(&target);
            command.env("RUSTFLAGS", DEEP);
        } else {
            command.env("RUSTC_WORKSPACE_WRAPPER", sources.join("instrument"));
        }
        eprintln!("\n==> building the fuzz targets");
        let output = command
            .stderr(std::process::Stdio::inherit())
            .output()
            .context("starting cargo")?;
        ensure!(output.status.success(), "the fuzz targets can't be built");
        let program = String::from_utf8(output.stdout)?
            .lines()
            .find_map(program)
            .context("cargo names no program")?;
        let folder = |name: &str| -> anyhow::Result<PathBuf> {
            let folder = target.join(name);
            fs::create_dir_all(&folder)?;
            Ok(folder)
        };
        Ok(Self {
            program,
            stored: sources.join("corpus"),
            found: folder("corpus")?,
            findings: folder("findings")?,
        })
    }

    /// The names of all targets, which are the folders of their corpora.
    fn targets(&self) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.stored)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// Runs a target; returns whether no input failed.
    fn run(&self, target: &str, seconds: u32) -> anyhow::Result<bool> {
        let found = self.found.join(target);
        fs::create_dir_all(&found)?;
        let mut command = self.engine(target);
        command
            .arg(format!("-max_total_time={seconds}"))
            .args([&found, &self.stored.join(target)]);
        let prefix = self.findings.join(target);
        cargo::passes(command.arg(format!("-artifact_prefix={}-", prefix.display())))
    }

    /// Adds the inputs that increase coverage to the corpus in the repository.
    fn keep(&self, target: &str) -> anyhow::Result<()> {
        let mut command = self.engine(target);
        let merged = cargo::passes(
            command
                .arg("-merge=1")
                .args([self.stored.join(target), self.found.join(target)]),
        )?;
        ensure!(merged, "the inputs of {target} can't be merged");
        Ok(())
    }

    fn engine(&self, target: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.env("WAYFARE_FUZZ_TARGET", target);
        command
            .arg(format!("-timeout={LONGEST}"))
            .arg(format!("-rss_limit_mb={MEMORY}"))
            .arg(format!("-malloc_limit_mb={ALLOCATION}"))
            .arg(format!("-max_len={LENGTH}"))
            .args(["-print_final_stats=1", "-verbosity=0"]);
        let memory = Path::new("/dev/shm");
        if memory.is_dir() {
            // The databases of targets are faster in memory.
            command.env("TMPDIR", memory);
        }
        command
    }
}

/// The engine's program if a line of cargo's messages names it.
fn program(line: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(line).ok()?;
    let is_engine = message.get("target")?.get("name")? == "engine";
    let program = message.get("executable")?.as_str()?;
    is_engine.then(|| PathBuf::from(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_engine_in_cargo_messages() {
        let of = |name: &str, executable: &str| {
            format!(r#"{{"target": {{"name": "{name}"}}, "executable": {executable}}}"#)
        };
        assert_eq!(
            program(&of("engine", "\"/target/engine-1\"")),
            Some(PathBuf::from("/target/engine-1"))
        );
        assert_eq!(program(&of("corpus", "\"/target/corpus-1\"")), None);
        assert_eq!(program(&of("engine", "null")), None);
        assert_eq!(program("no message"), None);
    }
}

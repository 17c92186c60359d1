//! `cargo xtask fuzz`: whatever takes bytes from strangers, under an engine that follows coverage.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::{cargo, install};

/// Where the targets and their inputs are in the workspace.
const SOURCES: &str = "crates/fuzz";
/// How long each target is run where nothing else is said, in seconds.
const SHORT: u32 = 3;
/// How long one input may take, in seconds, and how much memory, in MiB.
const LONGEST: u32 = 20;
const MEMORY: u32 = 4_096;
/// What has rustc count which ways are taken, in the dependencies too.
const DEEP: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these targets, by the names of the folders in crates/fuzz/corpus; else all of them, one
    /// after the other.
    targets: Vec<String>,
    /// How long to run each target.
    #[arg(long, value_name = "SECONDS", default_value_t = SHORT)]
    seconds: u32,
    /// Follow coverage in the dependencies too, which has to build all of them once more,
    /// optimised.
    #[arg(long)]
    deep: bool,
    /// Afterwards keep in crates/fuzz/corpus what reaches further than what is there.
    #[arg(long)]
    keep: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    Ok(if all(args)? {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A short round of all targets; whether nothing was found.
pub(crate) fn passes() -> anyhow::Result<bool> {
    all(&Args {
        targets: Vec::new(),
        seconds: SHORT,
        deep: false,
        keep: false,
    })
}

fn all(args: &Args) -> anyhow::Result<bool> {
    install::ensure_cxx()?;
    let fuzzer = Fuzzer::build(args.deep)?;
    let targets = if args.targets.is_empty() {
        fuzzer.targets()?
    } else {
        args.targets.clone()
    };
    let mut broken = Vec::new();
    for target in targets {
        if !fuzzer.run(&target, args.seconds)? {
            broken.push(target.clone());
        }
        if args.keep {
            fuzzer.keep(&target)?;
        }
    }
    if broken.is_empty() {
        return Ok(true);
    }
    let findings = fuzzer.findings.display();
    eprintln!(
        "\nfuzz: broken: {}; the inputs are in {findings}. Once mended, keep them in {SOURCES}/corpus.",
        broken.join(", ")
    );
    Ok(false)
}

/// The engine with all targets, and the folders that it works in.
struct Fuzzer {
    program: PathBuf,
    /// The inputs that are kept with the sources.
    kept: PathBuf,
    /// Those that earlier runs have found on this machine.
    found: PathBuf,
    /// Those that break a promise.
    findings: PathBuf,
}

impl Fuzzer {
    fn build(deep: bool) -> anyhow::Result<Self> {
        let (sources, target) = (
            cargo::workspace()?.join(SOURCES),
            cargo::target()?.join("fuzz"),
        );
        // With the tests of all crates, so that the dependencies are built with the features that
        // the tests have built them with.
        let args = [
            "test",
            "--workspace",
            "--features",
            "wayfare-fuzz/engine",
            "--test",
            "engine",
            "--no-run",
            "--locked",
        ];
        let mut command = cargo::command(args);
        command.arg("--message-format=json-render-diagnostics");
        if deep {
            // For one platform by its name, so that what runs while building is left as it is.
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
            kept: sources.join("corpus"),
            found: folder("corpus")?,
            findings: folder("findings")?,
        })
    }

    /// All targets, by the folders of their inputs.
    fn targets(&self) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.kept)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// Runs a target; whether it kept its promises.
    fn run(&self, target: &str, seconds: u32) -> anyhow::Result<bool> {
        let found = self.found.join(target);
        fs::create_dir_all(&found)?;
        let mut command = self.engine(target);
        command
            .arg(format!("-max_total_time={seconds}"))
            .args([&found, &self.kept.join(target)]);
        let prefix = self.findings.join(target);
        cargo::passes(command.arg(format!("-artifact_prefix={}-", prefix.display())))
    }

    /// Adds to the inputs that are kept those that reach further.
    fn keep(&self, target: &str) -> anyhow::Result<()> {
        let mut command = self.engine(target);
        let merged = cargo::passes(
            command
                .arg("-merge=1")
                .args([self.kept.join(target), self.found.join(target)]),
        )?;
        ensure!(merged, "the inputs of {target} can't be merged");
        Ok(())
    }

    fn engine(&self, target: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.env("WAYFARE_FUZZ_TARGET", target);
        command
            .arg(format!("-timeout={LONGEST}"))
            .arg(format!("-rss_limit_mb={MEMORY}"));
        command.args(["-print_final_stats=1", "-verbosity=0", "-max_len=16384"]);
        let memory = Path::new("/dev/shm");
        if memory.is_dir() {
            // The database of the targets that have one is best kept where writing is quick.
            command.env("TMPDIR", memory);
        }
        command
    }
}

/// The program that a line of cargo's messages tells of.
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
    fn the_engine_is_found_among_the_messages() {
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

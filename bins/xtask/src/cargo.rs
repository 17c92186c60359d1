//! Calling cargo for the workspace.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use serde_json::Value;

/// The commands that were run, with their times.
static STEPS: Mutex<Vec<(Duration, String)>> = Mutex::new(Vec::new());
/// What has failed: commands, and tests with what these printed.
static FAILURES: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// How many of the slowest commands or tests are listed, and how much of each command.
pub(crate) const LISTED: usize = 10;
const WIDTH: usize = 100;

/// Tests of all packages but the tools. Every command that runs tests is one of these, or the
/// dependencies would be built anew with other features.
pub(crate) const TEST: [&str; 9] = [
    "test",
    "--locked",
    "--workspace",
    "--exclude",
    "wayfare-bench",
    "--exclude",
    "wayfare-examples",
    "--exclude",
    "wayfare-xtask",
];

/// The cargo that started this program, so that both use one toolchain.
pub(crate) fn command<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.args(args);
    command
}

/// Prints and runs the command; returns whether it succeeded.
pub(crate) fn passes(command: &mut Command) -> anyhow::Result<bool> {
    let passed = status(command)?.success();
    if !passed {
        note_failure(&shown(command), "");
    }
    Ok(passed)
}

/// Runs a check of each item, two at a time and also after a failure; returns whether all passed.
pub(crate) fn all_pass<T>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    check: impl Fn(T) -> anyhow::Result<bool> + Sync,
) -> anyhow::Result<bool> {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let check_rest = || {
        let mut passed = true;
        while let Some(item) = next() {
            passed &= check(item)?;
        }
        anyhow::Ok(passed)
    };
    thread::scope(|scope| {
        let other = scope.spawn(check_rest);
        let passed = check_rest()?;
        let other = other.join();
        Ok(passed & other.map_err(|_| anyhow!("a check was given up"))??)
    })
}

/// Keeps a failure of a command, and what it printed, for the end of the run.
pub(crate) fn note_failure(shown: &str, printed: &str) {
    let shown: String = shown.chars().take(WIDTH).collect();
    let mut failures = FAILURES.lock().unwrap_or_else(PoisonError::into_inner);
    failures.push(format!("{shown}\n{printed}"));
}

/// Prints all that has failed.
pub(crate) fn print_failures() {
    let failures = FAILURES.lock().unwrap_or_else(PoisonError::into_inner);
    for failure in failures.iter() {
        println!("\nFAILED: {}", failure.trim_end());
    }
}

/// Prints and runs the command; returns its exit code.
pub(crate) fn pass_on(command: &mut Command) -> anyhow::Result<ExitCode> {
    let status = status(command)?;
    // A command without an exit code was ended by a signal.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// The exit code of a task.
pub(crate) fn exit_code(passed: bool) -> ExitCode {
    ExitCode::from(u8::from(!passed))
}

/// Whether `cargo <subcommand>` is installed.
pub(crate) fn has(subcommand: &str) -> bool {
    let version = command([subcommand, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

/// The output of a cargo command.
pub(crate) fn output<'a>(args: impl IntoIterator<Item = &'a str>) -> anyhow::Result<String> {
    let output = command(args)
        .stderr(Stdio::inherit())
        .output()
        .context("starting cargo")?;
    ensure!(output.status.success(), "cargo failed: {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// The workspace's folder.
pub(crate) fn workspace() -> anyhow::Result<PathBuf> {
    let manifest = output(["locate-project", "--workspace", "--message-format", "plain"])?;
    let folder = PathBuf::from(manifest.trim()).parent().map(PathBuf::from);
    folder.context("the workspace has no folder")
}

/// The target folder.
pub(crate) fn target() -> anyhow::Result<PathBuf> {
    let metadata: Value =
        serde_json::from_str(&output(["metadata", "--no-deps", "--format-version", "1"])?)?;
    let folder = metadata.get("target_directory").and_then(Value::as_str);
    folder
        .map(PathBuf::from)
        .context("cargo names no target folder")
}

fn status(command: &mut Command) -> anyhow::Result<ExitStatus> {
    timed(&shown(command), || {
        command
            .status()
            .with_context(|| format!("starting {}", command.get_program().display()))
    })
}

/// Prints a command, runs it, and prints its time.
pub(crate) fn timed<T>(shown: &str, run: impl FnOnce() -> T) -> T {
    eprintln!("\n==> {shown}");
    let start = Instant::now();
    let outcome = run();
    let time = start.elapsed();
    eprintln!("    {:.1} s", time.as_secs_f64());
    let mut steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner);
    steps.push((time, shown.chars().take(WIDTH).collect()));
    outcome
}

/// Prints the commands that took longest.
pub(crate) fn print_slowest_steps() {
    let mut steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    steps.sort_unstable_by(|one, other| other.cmp(one));
    println!("\nSlowest steps:");
    for (time, step) in steps.iter().take(LISTED) {
        println!("{:>8.1} s  {step}", time.as_secs_f64());
    }
}

/// The command line of a command.
pub(crate) fn shown(command: &Command) -> String {
    let words = command
        .get_args()
        .map(|word| word.to_string_lossy().into_owned());
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default();
    std::iter::once(program.to_string_lossy().into_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

//! Wall time, CPU time and peak memory of a program.

use std::ffi::OsStr;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// The resources that a program used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    /// Wall time.
    pub(crate) wall: Duration,
    /// CPU time on all cores.
    pub(crate) cpu: Duration,
    /// Peak memory, in KiB.
    pub(crate) memory: u64,
}

/// Runs a program and prints the resources it used. This needs a separate process, as `getrusage`
/// adds up all children.
pub(crate) fn measure(command: &[String]) -> anyhow::Result<ExitCode> {
    let (program, arguments) = command.split_first().context("which program?")?;
    let began = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .status()
        .context(program.clone())?;
    let wall = began.elapsed();
    ensure!(status.success(), "{program} failed: {status}");
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu = usage.user_time() + usage.system_time();
    println!(
        "{} {} {}",
        wall.as_micros(),
        cpu.num_microseconds(),
        usage.max_rss()
    );
    Ok(ExitCode::SUCCESS)
}

/// Runs a program once in a measuring process.
pub(crate) fn cost(
    program: &OsStr,
    arguments: &[&OsStr],
    environment: &[(&str, &str)],
) -> anyhow::Result<Cost> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(["measure", "--"])
        .arg(program)
        .args(arguments)
        .envs(environment.iter().copied());
    let output = command.stderr(Stdio::inherit()).output()?;
    ensure!(
        output.status.success(),
        "{} could not be measured",
        program.display()
    );
    let text = String::from_utf8(output.stdout)?;
    let mut numbers = text.split_whitespace().map(str::parse::<u64>);
    let mut next = || {
        numbers
            .next()
            .context("too few numbers")?
            .context("no number")
    };
    Ok(Cost {
        wall: Duration::from_micros(next()?),
        cpu: Duration::from_micros(next()?),
        memory: next()?,
    })
}

//! `cargo xtask lint`: all static checks.

use std::process::ExitCode;

use crate::{cargo, layers, lengths, supply};

/// Runs all checks, also after a failure, and names those that failed.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ];
    let mut doc = cargo::command(["doc", "--workspace", "--no-deps", "--locked"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    let checks = [
        (
            "formatting",
            cargo::passes(&mut cargo::command(["fmt", "--all", "--check"]))?,
        ),
        ("clippy", cargo::passes(&mut cargo::command(clippy))?),
        ("documentation", cargo::passes(&mut doc)?),
        ("layers", report("layers", &layers::violations()?)),
        (
            "file lengths",
            report("file lengths", &lengths::violations(&cargo::workspace()?)?),
        ),
        ("dependencies", dependencies()?),
    ];
    let failed: Vec<&str> = checks
        .iter()
        .filter(|(_, passed)| !passed)
        .map(|(name, _)| *name)
        .collect();
    if failed.is_empty() {
        println!("\nlint: all checks passed");
        return Ok(ExitCode::SUCCESS);
    }
    println!("\nlint: failed: {}", failed.join(", "));
    Ok(ExitCode::FAILURE)
}

/// Checks licences, banned crates and sources by `deny.toml`.
fn dependencies() -> anyhow::Result<bool> {
    if cargo::has("deny") {
        return cargo::passes(&mut supply::offline_checks());
    }
    eprintln!(
        "\n==> dependencies: skipped, because cargo-deny is not installed (cargo install cargo-deny --locked)"
    );
    Ok(true)
}

/// Prints a check's violations; returns whether there are none.
fn report(check: &str, violations: &[String]) -> bool {
    eprintln!("\n==> {check}");
    for violation in violations {
        eprintln!("error: {violation}");
    }
    violations.is_empty()
}

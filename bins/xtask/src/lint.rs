//! `cargo xtask lint`: every check that needs no test run.

use std::process::ExitCode;

use crate::{cargo, layers, lengths, supply};

/// Runs all checks, also after one has failed, and names those that did.
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
        ("layering", report("layering", &layers::violations()?)),
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

/// Licences, banned crates and sources, as `deny.toml` has them.
fn dependencies() -> anyhow::Result<bool> {
    if cargo::has("deny") {
        return cargo::passes(&mut supply::offline_checks());
    }
    eprintln!(
        "\n==> dependencies: left out, since cargo-deny is not installed (cargo install cargo-deny --locked)"
    );
    Ok(true)
}

/// Prints a check's violations; whether there are none.
fn report(check: &str, violations: &[String]) -> bool {
    eprintln!("\n==> {check}");
    for violation in violations {
        eprintln!("error: {violation}");
    }
    violations.is_empty()
}

//! `cargo xtask ci lint`: all static checks.

use crate::checks::{lengths, names, supply};
use crate::{cargo, install};

/// Runs all checks, also after a failure, and names those that failed; returns whether all passed.
pub(crate) fn passes() -> anyhow::Result<bool> {
    // Of the fuzzing engine.
    install::ensure(&[install::CXX])?;
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ];
    // Not among all targets, since plain `cargo test` leaves them out.
    let long_tests = [
        "clippy",
        "--workspace",
        "--test",
        "binary",
        "--test",
        "faults",
        "--test",
        "operations",
        "--test",
        "cost",
        "--test",
        "engine",
        "--features",
        "wayfare-fuzz/engine",
        "--locked",
        "--",
        "-D",
        "warnings",
    ];
    // Of the whole workspace, so that they share its build.
    let tools = [
        "test",
        "--workspace",
        "--bin",
        "wayfare-xtask",
        "--bin",
        "wayfare-bench",
        "--locked",
    ];
    let mut doc = cargo::command(["doc", "--workspace", "--no-deps", "--locked"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    let checks = [
        (
            "formatting",
            cargo::passes(&mut cargo::command(["fmt", "--all", "--check"]))?,
        ),
        ("clippy", cargo::passes(&mut cargo::command(clippy))?),
        (
            "clippy of long tests",
            cargo::passes(&mut cargo::command(long_tests))?,
        ),
        ("documentation", cargo::passes(&mut doc)?),
        ("features", features()?),
        (
            "file lengths",
            report("file lengths", &lengths::violations(&cargo::workspace()?)?),
        ),
        (
            "names in documents",
            report(
                "names in documents",
                &names::violations(&cargo::workspace()?)?,
            ),
        ),
        ("dependencies", supply::passes()?),
        ("tools", cargo::passes(&mut cargo::command(tools))?),
    ];
    let failed: Vec<&str> = checks
        .iter()
        .filter(|(_, passed)| !passed)
        .map(|(name, _)| *name)
        .collect();
    if failed.is_empty() {
        println!("\nlint: all checks passed");
    } else {
        println!("\nlint: failed: {}", failed.join(", "));
    }
    Ok(failed.is_empty())
}

/// Checks the server with SQLite alone and the storage with PostgreSQL alone, each of which
/// compiles its dependencies anew; and that the server's features keep out what they do not need.
fn features() -> anyhow::Result<bool> {
    // The feature, the package that is compiled with it alone, and crates that the server must not
    // compile then.
    let corners = [
        ("sqlite", "wayfare", ["pq-sys", "crc-fast"].as_slice()),
        (
            "postgres",
            "wayfare-storage",
            &["libsqlite3-sys", "crc-fast"],
        ),
    ];
    let mut passed = true;
    for (feature, package, absent) in corners {
        let alone = |package| {
            [
                "-p",
                package,
                "--no-default-features",
                "--features",
                feature,
                "--locked",
            ]
        };
        let mut clippy = cargo::command(["clippy"]);
        clippy.args(alone(package)).args(["--", "-D", "warnings"]);
        passed &= cargo::passes(&mut clippy)?;
        for name in absent {
            let mut tree = cargo::command([
                "tree",
                "--edges",
                "normal,build",
                "--prefix",
                "none",
                "--format",
                "{p}",
            ]);
            let tree = tree.args(alone("wayfare")).output()?;
            let text = String::from_utf8_lossy(&tree.stdout);
            if !tree.status.success()
                || text
                    .lines()
                    .any(|line| line.split(' ').next() == Some(name))
            {
                eprintln!("error: a server with the feature {feature} alone depends on {name}");
                passed = false;
            }
        }
    }
    Ok(passed)
}

/// Prints a check's violations; returns whether there are none.
fn report(check: &str, violations: &[String]) -> bool {
    eprintln!("\n==> {check}");
    for violation in violations {
        eprintln!("error: {violation}");
    }
    violations.is_empty()
}

//! `cargo xtask semver`: compares the interfaces of the published crates with the last release.

use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, ensure};

use crate::cargo;
use crate::checks::{package, supply};

/// The tool that compares, and its version.
const SEMVER_CHECKS: (&str, &str) = ("cargo-semver-checks", "0.51.0");
/// The names of releases' tags.
const TAGS: &str = "v[0-9]*";

/// Fails if a change since the last release needs a higher version than the manifests have. Passes
/// if there is no release yet, and says so.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let Some(release) = last_release()? else {
        println!("semver: nothing to compare with: there is no release yet (no tag {TAGS})");
        return Ok(ExitCode::SUCCESS);
    };
    println!("semver: comparing with {release}");
    let tools = cargo::target()?.join("tools");
    let (name, version) = SEMVER_CHECKS;
    supply::install_from_source(name, version, &tools)?;
    let mut check = Command::new(tools.join("bin").join(name));
    check
        .args(["semver-checks", "check-release", "--workspace"])
        .args(["--baseline-rev", &release]);
    for name in package::UNPUBLISHED {
        check.args(["--exclude", name]);
    }
    cargo::pass_on(check.current_dir(cargo::workspace()?))
}

/// The tag of the release before the present commit.
fn last_release() -> anyhow::Result<Option<String>> {
    let is_shallow = git(&["rev-parse", "--is-shallow-repository"])?;
    ensure!(
        is_shallow.as_deref() != Some("true"),
        "the clone is shallow: its tags are unknown (git fetch --unshallow --tags)"
    );
    // The tag of a release that is being built is not what it is compared with.
    git(&["describe", "--tags", "--abbrev=0", "--match", TAGS, "HEAD^"])
}

/// The output of git; `None` if it fails.
fn git(arguments: &[&str]) -> anyhow::Result<Option<String>> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(cargo::workspace()?)
        .stderr(Stdio::null())
        .output()
        .context("starting git")?;
    let text = String::from_utf8(output.stdout)?;
    Ok(output.status.success().then(|| text.trim().to_owned()))
}

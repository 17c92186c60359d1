//! The supply chain: bill of materials, checks of dependencies, and reproducible builds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::cargo;

/// The tool that writes the bill of materials, and its version.
const CYCLONEDX: (&str, &str) = ("cargo-cyclonedx", "0.5.9");
/// The crate whose bill of materials is written.
const SERVICE: &str = "wayfare-server";

#[derive(clap::Args)]
pub(crate) struct DenyArgs {
    /// Check security advisories as well, which downloads their database.
    #[arg(long)]
    advisories: bool,
}

/// The checks of dependencies that work offline.
pub(crate) fn offline_checks() -> Command {
    cargo::command(["deny", "--locked", "check", "bans", "licenses", "sources"])
}

/// Checks licences, banned crates and sources by `deny.toml`, and with `--advisories` known
/// vulnerabilities.
pub(crate) fn deny(args: &DenyArgs) -> anyhow::Result<ExitCode> {
    ensure!(
        cargo::has("deny"),
        "cargo-deny is not installed (cargo install cargo-deny --locked)"
    );
    let mut command = offline_checks();
    if args.advisories {
        command.arg("advisories");
    }
    cargo::pass_on(&mut command)
}

/// Writes the bill of materials as CycloneDX JSON, and prints its path.
pub(crate) fn sbom() -> anyhow::Result<ExitCode> {
    let (name, version) = CYCLONEDX;
    let (workspace, tools) = (cargo::workspace()?, cargo::target()?.join("tools"));
    let install = [
        "install",
        name,
        "--version",
        version,
        "--locked",
        "--quiet",
        "--root",
    ];
    ensure!(
        cargo::passes(cargo::command(install).arg(&tools))?,
        "{name} can't be installed"
    );
    let mut write = Command::new(tools.join("bin").join(name));
    write.current_dir(&workspace).args([
        "cyclonedx",
        "--format",
        "json",
        "--spec-version",
        "1.5",
        "--quiet",
    ]);
    ensure!(
        cargo::passes(write.args(["--override-filename", "wayfare.cdx"]))?,
        "{name} failed"
    );
    // The tool writes a file beside the manifest of each crate.
    for manifest in manifests(&workspace)? {
        let written = manifest.with_file_name("wayfare.cdx.json");
        if fs::read_to_string(&manifest)?.contains(&format!("name = \"{SERVICE}\"")) {
            let bill = cargo::target()?.join("wayfare.cdx.json");
            fs::copy(&written, &bill).with_context(|| written.display().to_string())?;
            println!("{}", bill.display());
        }
        // The file may be missing.
        let _ = fs::remove_file(written);
    }
    Ok(ExitCode::SUCCESS)
}

/// The manifests of all crates of the workspace.
fn manifests(workspace: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in ["crates", "bins"] {
        for entry in fs::read_dir(workspace.join(folder))? {
            found.push(entry?.path().join("Cargo.toml"));
        }
    }
    Ok(found)
}

/// Builds the service for distribution twice from scratch in the same folder, and compares the binaries.
pub(crate) fn reproduce() -> anyhow::Result<ExitCode> {
    let folder = cargo::target()?.join("reproduce");
    let mut programs = Vec::new();
    for _ in 0..2 {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut build = cargo::command([
            "build",
            "--profile",
            "dist",
            "--locked",
            "--package",
            SERVICE,
            "--target-dir",
        ]);
        ensure!(
            cargo::passes(build.arg(&folder))?,
            "the service can't be built"
        );
        programs.push(fs::read(folder.join("dist/wayfare"))?);
    }
    let [first, second] = programs.as_slice() else {
        return Ok(ExitCode::FAILURE);
    };
    let same = first == second;
    println!(
        "two builds of {} bytes are {}",
        first.len(),
        if same { "the same" } else { "different" }
    );
    Ok(if same {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documentation with build commands, and the Dockerfile.
    fn documents() -> Vec<PathBuf> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut documents = vec![workspace.join("README.md"), workspace.join("Dockerfile")];
        for entry in fs::read_dir(workspace.join("docs/operations")).unwrap() {
            documents.push(entry.unwrap().path());
        }
        documents
    }

    #[test]
    fn documented_builds_use_the_lock_file() {
        let mut builds = 0;
        for document in documents().iter().filter(|document| document.is_file()) {
            let text = fs::read_to_string(document).unwrap();
            for line in text.lines().filter(|line| {
                ["build", "install", "run"]
                    .iter()
                    .any(|verb| line.contains(&format!("cargo {verb} ")))
            }) {
                builds += 1;
                assert!(line.contains("--locked"), "{}: {line}", document.display());
            }
        }
        assert!(builds >= 3, "{builds}");
    }
}

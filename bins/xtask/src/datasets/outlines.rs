//! `cargo xtask outlines`: writes the outlines of the built-in map from Natural Earth's data, as
//! the package world-atlas has it.

use std::process::{Command, ExitCode};

use crate::cargo;
use crate::datasets::npm;

/// The package, pinned to the version of the file in the repository.
const PACKAGE: &str = "world-atlas@2.0.2";
const ARCHIVE: &str = "world-atlas-2.0.2.tgz";
/// The borders of all countries at a scale of 1:50 million.
const SOURCE: &str = "package/countries-50m.json";
const SCRIPT: &str = "bins/xtask/src/datasets/outlines/make.py";
const DATA: &str = "crates/web/data/outlines.bin";

/// Downloads the package below the target folder and writes the file. Needs npm and python3.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let workspace = cargo::workspace()?;
    let folder = npm::unpacked("outlines", PACKAGE, [ARCHIVE, SOURCE])?;
    let mut make = Command::new("python3");
    make.arg(workspace.join(SCRIPT))
        .arg(folder.join(SOURCE))
        .arg(workspace.join(DATA));
    cargo::pass_on(&mut make)
}

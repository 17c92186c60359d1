//! `cargo xtask locales`: writes how each region of the pages' languages writes numbers, clocks and
//! dates, and the currency of each region, from CLDR's data.

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::cargo;

/// The version of CLDR of the files in the repository.
const VERSION: &str = "48.2.0";
const PACKAGES: [&str; 3] = ["cldr-numbers-full", "cldr-dates-full", "cldr-core"];
const SCRIPT: &str = "bins/xtask/src/datasets/locales/make.py";
const DATA: &str = "crates/web/data/locales.tsv";
const CURRENCIES: &str = "crates/web/data/currencies.tsv";

/// Downloads the packages below the target folder and writes the files. Needs npm and python3.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let workspace = cargo::workspace()?;
    let packages = cargo::target()?.join("locales");
    for package in PACKAGES {
        let folder = packages.join(package);
        fs::create_dir_all(&folder)?;
        let mut pack = Command::new("npm");
        pack.args(["pack", "--silent", &format!("{package}@{VERSION}")])
            .current_dir(&folder);
        ensure!(
            pack.status().context("starting npm")?.success(),
            "can't download {package}"
        );
        let mut unpack = Command::new("tar");
        unpack
            .args(["xzf", &format!("{package}-{VERSION}.tgz")])
            .current_dir(&folder);
        ensure!(
            unpack.status().context("starting tar")?.success(),
            "can't unpack {package}"
        );
    }
    let mut make = Command::new("python3");
    make.arg(workspace.join(SCRIPT))
        .arg(&packages)
        .arg(VERSION)
        .arg(workspace.join(DATA))
        .arg(workspace.join(CURRENCIES));
    cargo::pass_on(&mut make)
}

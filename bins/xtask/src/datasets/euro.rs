//! `cargo xtask euro`: writes the irrevocable conversion rates of the currencies that the euro has
//! replaced, from the tables of GnuCash and GNU Units and the dates of CLDR.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::cargo;
use crate::datasets::npm;

/// The package with the dates, pinned to the version that the file names.
const PACKAGE: &str = "cldr-core@48.2.0";
const ARCHIVE: &str = "cldr-core-48.2.0.tgz";
const SOURCE: &str = "package/supplemental/currencyData.json";
const SCRIPT: &str = "bins/xtask/src/datasets/euro/make.py";
const DATA: &str = "crates/domain/src/rates/irrevocable.tsv";

/// The tables of rates.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// `libgnucash/engine/gnc-euro.cpp` of Debian's source package gnucash.
    gnucash: PathBuf,
    /// `/var/lib/units/currency.units` of Debian's package units.
    units: PathBuf,
}

/// Downloads the dates below the target folder and writes the file. Needs npm and python3.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let workspace = cargo::workspace()?;
    let folder = npm::unpacked("euro", PACKAGE, [ARCHIVE, SOURCE])?;
    let mut make = Command::new("python3");
    make.arg(workspace.join(SCRIPT))
        .args([&args.gnucash, &args.units, &folder.join(SOURCE)])
        .arg(workspace.join(DATA));
    cargo::pass_on(&mut make)
}

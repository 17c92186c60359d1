//! Files of packages in npm's registry.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::cargo;

/// Downloads a package into a folder of this name below the target folder, and unpacks a file of
/// its archive there. Returns the folder. Needs npm.
///
/// # Errors
/// The package can't be downloaded or unpacked.
pub(crate) fn unpacked(
    name: &str,
    package: &str,
    [archive, file]: [&str; 2],
) -> anyhow::Result<PathBuf> {
    let folder = cargo::target()?.join(name);
    fs::create_dir_all(&folder)?;
    let mut pack = Command::new("npm");
    pack.args(["pack", "--silent", package])
        .current_dir(&folder);
    ensure!(
        pack.status().context("starting npm")?.success(),
        "can't download the package"
    );
    let mut unpack = Command::new("tar");
    unpack.args(["xzf", archive, file]).current_dir(&folder);
    ensure!(
        unpack.status().context("starting tar")?.success(),
        "can't unpack the package"
    );
    Ok(folder)
}

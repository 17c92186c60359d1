//! `cargo xtask windows-zones`: writes the names of time zones that Windows and Outlook use, each
//! with the IANA zone that CLDR maps it to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};
use windows_timezones::WindowsTimezone;

use crate::cargo;

/// CLDR's `windowsZones.xml` of the day of its release: the names with their zones. CLDR's own
/// package is behind it by the names that Windows got since.
const NAMES: &str = "tzlocal==5.4.5";
/// The names that users of older versions of Windows and Outlook saw.
const OLDER: &str = "node-ical@0.27.2";
const OLDER_ARCHIVE: &str = "node-ical-0.27.2.tgz";
const OLDER_FILE: &str = "package/windowsZones.json";
/// The version of the crate whose descriptions are the names that users see now, as CLDR has them.
const SHOWN: &str = "windows-timezones 0.5.1";
const DATA: &str = "crates/formats/data/windows-zones.tsv";
/// Prints the names of a package in a folder as JSON.
const PRINT: &str = "import json, sys; sys.path.insert(0, sys.argv[1]); \
    from tzlocal.windows_tz import win_tz; print(json.dumps(win_tz))";

/// Downloads the packages below the target folder and writes the file. Needs python3 with pip, and
/// npm.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let folder = cargo::target()?.join("windows-zones");
    fs::create_dir_all(&folder)?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--upgrade"])
        .args(["--target", ".", NAMES]);
    let mut pack = Command::new("npm");
    pack.args(["pack", "--silent", OLDER]);
    let mut unpack = Command::new("tar");
    unpack.args(["xzf", OLDER_ARCHIVE, OLDER_FILE]);
    for command in [&mut pip, &mut pack, &mut unpack] {
        let status = command.current_dir(&folder).status();
        ensure!(
            status.context("starting a command")?.success(),
            "{command:?} failed"
        );
    }
    let mut print = Command::new("python3");
    let printed = print.args(["-c", PRINT]).arg(&folder).output()?;
    let names: BTreeMap<String, String> = serde_json::from_slice(&printed.stdout)?;
    let older = fs::read(folder.join(OLDER_FILE))?;
    let older: BTreeMap<String, BTreeMap<String, Vec<String>>> = serde_json::from_slice(&older)?;

    let mut zones = BTreeMap::new();
    for (name, zone) in &names {
        zones.insert(name.to_lowercase(), zone.clone());
    }
    for (name, zone) in &names {
        if let Ok(known) = name.parse::<WindowsTimezone>() {
            add(&mut zones, known.description(), zone);
        }
    }
    for (name, entry) in &older {
        if let Some(zone) = entry.get("iana").and_then(|zones| zones.first()) {
            add(&mut zones, name, zone);
        }
    }
    let mut text = format!(
        "# Names of time zones in Windows and Outlook, in small letters, and IANA's, from CLDR by\n\
         # {NAMES}, {SHOWN} and {OLDER}.\n\
         # Written by `cargo xtask windows-zones`. Unicode licence.\n"
    );
    for (name, zone) in &zones {
        writeln!(text, "{name}\t{zone}")?;
    }
    let path = cargo::workspace()?.join(DATA);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)?;
    Ok(ExitCode::SUCCESS)
}

/// Adds a name that users see, such as `(UTC-05:00) Eastern Time`, without its offset, unless it is
/// there.
fn add(zones: &mut BTreeMap<String, String>, shown: &str, zone: &str) {
    let name = shown.split_once(") ").map_or(shown, |(_, name)| name);
    zones
        .entry(name.to_lowercase())
        .or_insert_with(|| zone.to_owned());
}

//! `cargo xtask ci package`: packs the published crates, and builds and runs the examples against
//! the packages in a workspace of their own, as a stranger would.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, ensure};
use flate2::read::GzDecoder;
use tar::Archive;
use toml::{Table, Value};

use crate::{cargo, test};

/// The crate whose programs use the packages.
const EXAMPLES: &str = "wayfare-examples";
/// The crates that are not published.
pub(crate) const UNPUBLISHED: [&str; 4] =
    ["wayfare-bench", EXAMPLES, "wayfare-fuzz", "wayfare-xtask"];

/// Returns whether the crates can be packed, and the examples pass against the packages.
pub(crate) fn passes() -> anyhow::Result<bool> {
    let mut pack = cargo::command([
        "package",
        "--workspace",
        "--no-verify",
        "--allow-dirty",
        "--locked",
    ]);
    for name in UNPUBLISHED {
        pack.args(["--exclude", name]);
    }
    if !cargo::passes(&mut pack)? {
        return Ok(false);
    }
    let (workspace, target) = (cargo::workspace()?, cargo::target()?);
    let outside = target.join("outside");
    if outside.exists() {
        fs::remove_dir_all(&outside)?;
    }
    let packages = unpack(&target.join("package"), &outside.join("packages"))?;
    fs::write(outside.join("Cargo.toml"), manifest(&workspace, &packages)?)?;
    // The same versions and profiles, so that what is compiled already is used again.
    fs::copy(workspace.join("Cargo.lock"), outside.join("Cargo.lock"))?;
    for entry in fs::read_dir(workspace.join("examples"))? {
        let path = entry?.path();
        if let (Some(name), Some("rs")) =
            (path.file_name(), path.extension().and_then(|e| e.to_str()))
        {
            fs::copy(&path, outside.join(name))?;
        }
    }
    let mut command = cargo::command(["test"]);
    command
        .current_dir(&outside)
        .env("CARGO_TARGET_DIR", &target);
    cargo::passes(test::Postgres::start()?.pass_to(&mut command))
}

/// Unpacks all packages; returns the names of the crates with their folders.
fn unpack(from: &Path, to: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let mut packages = Vec::new();
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let Some(folder) = name.strip_suffix(".crate") else {
            continue;
        };
        let (crate_name, _) = folder
            .rsplit_once('-')
            .context("a package has no version")?;
        let mut archive = Archive::new(GzDecoder::new(File::open(&path)?));
        // Packages have one time for all files, by which cargo would take them for unchanged.
        archive.set_preserve_mtime(false);
        archive.unpack(to)?;
        packages.push((crate_name.to_owned(), format!("packages/{folder}")));
    }
    ensure!(!packages.is_empty(), "cargo has packed nothing");
    Ok(packages)
}

/// The manifest of the workspace outside: that of the examples, with versions instead of paths, and
/// the packages in place of a registry's.
fn manifest(workspace: &Path, packages: &[(String, String)]) -> anyhow::Result<String> {
    let read = |path: &str| -> anyhow::Result<Table> {
        Ok(fs::read_to_string(workspace.join(path))?.parse()?)
    };
    let (root, mut manifest) = (read("Cargo.toml")?, read("examples/Cargo.toml")?);
    let shared = root
        .get("workspace")
        .and_then(Value::as_table)
        .context("no workspace")?;
    let versions = shared.get("dependencies").and_then(Value::as_table);
    let versions = versions.context("the workspace has no dependencies")?;
    for kind in ["dependencies", "dev-dependencies"] {
        let dependencies = manifest.get_mut(kind).and_then(Value::as_table_mut);
        for (name, dependency) in dependencies.into_iter().flatten() {
            let version = versions
                .get(name)
                .with_context(|| format!("{name} has no version"))?;
            *dependency = outside_of(version, dependency);
        }
    }
    let package = manifest.get_mut("package").and_then(Value::as_table_mut);
    let package = package.context("the examples have no package")?;
    package.retain(|key, _| key == "name");
    package.insert("version".to_owned(), "0.0.0".into());
    package.insert("edition".to_owned(), "2024".into());
    manifest.remove("lints");
    // Not a member of the workspace around it.
    manifest.insert("workspace".to_owned(), Table::new().into());
    if let Some(profile) = root.get("profile") {
        manifest.insert("profile".to_owned(), profile.clone());
    }
    let patches: Table = packages
        .iter()
        .map(|(name, folder)| {
            let path = Table::from_iter([("path".to_owned(), Value::from(folder.as_str()))]);
            (name.clone(), path.into())
        })
        .collect();
    let patch = Table::from_iter([("crates-io".to_owned(), patches.into())]);
    manifest.insert("patch".to_owned(), patch.into());
    Ok(toml::to_string(&manifest)?)
}

/// A dependency as the workspace declares it, by version alone, with the features that are added.
fn outside_of(shared: &Value, added: &Value) -> Value {
    let mut dependency = match shared {
        Value::Table(table) => table.clone(),
        version => Table::from_iter([("version".to_owned(), version.clone())]),
    };
    dependency.remove("path");
    dependency.entry("version").or_insert_with(|| "*".into());
    let features = [shared, added]
        .into_iter()
        .filter_map(|value| value.get("features")?.as_array())
        .flatten();
    let features: Vec<Value> = features.cloned().collect();
    if !features.is_empty() {
        dependency.insert("features".to_owned(), features.into());
    }
    dependency.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_crates_have_a_front_page_with_an_example_and_settings_of_docs_rs() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let crates = fs::read_dir(workspace.join("crates")).unwrap();
        let folders = crates.map(|entry| entry.unwrap().path());
        let mut published = 0;
        for folder in folders {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let manifest: Table = toml::from_str(&manifest).unwrap();
            let package = manifest.get("package").unwrap();
            if package.get("publish").is_some() {
                continue;
            }
            published += 1;
            let name = folder.display();
            assert!(package.get("description").is_some(), "{name}");
            let docs = package.get("metadata").and_then(|all| all.get("docs"));
            assert!(docs.and_then(|docs| docs.get("rs")).is_some(), "{name}");
            let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
            assert!(
                library.lines().any(|line| line.starts_with("//! ```")),
                "{name}"
            );
        }
        assert!(published >= 16, "{published}");
    }
}

//! The limit on the length of source files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;

const LIMIT: usize = 500;

/// Returns a line for each Rust file in `crates` and `bins` that exceeds the limit.
pub(crate) fn violations(workspace: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in ["crates", "bins"] {
        collect(&workspace.join(folder), &mut files)?;
    }
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let lines = fs::read_to_string(&file)
            .with_context(|| file.display().to_string())?
            .lines()
            .count();
        if lines > LIMIT {
            let name = file.strip_prefix(workspace).unwrap_or(&file).display();
            found.push(format!("{name} has {lines} lines; the limit is {LIMIT}"));
        }
    }
    Ok(found)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_only_files_over_the_limit() {
        let workspace = tempfile::tempdir().unwrap();
        let source = workspace.path().join("crates/trips/src");
        fs::create_dir_all(&source).unwrap();
        fs::create_dir_all(workspace.path().join("bins")).unwrap();
        fs::write(source.join("fits.rs"), "//\n".repeat(LIMIT)).unwrap();
        fs::write(source.join("long.rs"), "//\n".repeat(LIMIT + 1)).unwrap();
        fs::write(source.join("long.json"), "1\n".repeat(LIMIT + 1)).unwrap();
        let found = violations(workspace.path()).unwrap();
        let lines = LIMIT + 1;
        assert_eq!(
            found,
            [format!(
                "crates/trips/src/long.rs has {lines} lines; the limit is {LIMIT}"
            )]
        );
    }
}

//! The limits on the length of source files, on the width of their lines, and on folders.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;

const LINES: usize = 500;
/// What rustfmt keeps to, but for text and for what is within macros.
const COLUMNS: usize = 100;
/// The most entries of a folder of product code, which a reader takes in at once.
const ENTRIES: usize = 16;

/// Returns a line for each Rust file in `crates` and `bins` that exceeds the limit of lines, for
/// each line that exceeds that of columns, and for each folder below a `src` with too many entries.
pub(crate) fn violations(workspace: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in ["crates", "bins"] {
        collect(&workspace.join(folder), "rs", &mut files)?;
    }
    files.sort();
    let mut found = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let name = file.strip_prefix(workspace).unwrap_or(file).display();
        let lines = text.lines().count();
        if lines > LINES {
            found.push(format!("{name} has {lines} lines; the limit is {LINES}"));
        }
        for (index, line) in text.lines().enumerate() {
            if line.chars().count() > COLUMNS {
                let number = index + 1;
                found.push(format!("{name}:{number} is wider than {COLUMNS} columns"));
            }
        }
    }
    let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.parent()).collect();
    for folder in folders {
        let name = folder.strip_prefix(workspace).unwrap_or(folder).display();
        let entries = fs::read_dir(folder).with_context(|| name.to_string())?;
        let count = entries.count();
        if count > ENTRIES && folder.components().any(|part| part.as_os_str() == "src") {
            found.push(format!(
                "{name} has {count} entries; the limit is {ENTRIES}"
            ));
        }
    }
    Ok(found)
}

/// Adds the files of a folder and those below that have this extension.
pub(super) fn collect(
    folder: &Path,
    extension: &str,
    files: &mut Vec<PathBuf>,
) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, extension, files)?;
        } else if path.extension().is_some_and(|it| it == extension) {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_only_what_is_over_a_limit() {
        let workspace = tempfile::tempdir().unwrap();
        let source = workspace.path().join("crates/trips/src");
        fs::create_dir_all(&source).unwrap();
        fs::create_dir_all(workspace.path().join("bins")).unwrap();
        let (full, crowded) = (source.join("full"), source.join("crowded"));
        for (folder, count) in [(full, ENTRIES), (crowded, ENTRIES + 1)] {
            fs::create_dir_all(&folder).unwrap();
            for number in 0..count {
                fs::write(folder.join(format!("{number}.rs")), "").unwrap();
            }
        }
        fs::write(source.join("fits.rs"), "//\n".repeat(LINES)).unwrap();
        fs::write(source.join("long.rs"), "//\n".repeat(LINES + 1)).unwrap();
        fs::write(source.join("long.json"), "1\n".repeat(LINES + 1)).unwrap();
        let rule = "é".repeat(COLUMNS);
        fs::write(source.join("wide.rs"), format!("{rule}\n{rule}é\n")).unwrap();
        let found = violations(workspace.path()).unwrap();
        assert_eq!(
            found,
            [
                "crates/trips/src/long.rs has 501 lines; the limit is 500",
                "crates/trips/src/wide.rs:2 is wider than 100 columns",
                "crates/trips/src/crowded has 17 entries; the limit is 16",
            ]
        );
    }
}

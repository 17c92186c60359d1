//! What the documents name exists: files, and in the recipes of CONTRIBUTING.md also types and
//! functions.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;

use super::lengths::collect;

const RECIPES: &str = "CONTRIBUTING.md";
/// The folders that a path begins with; that of the crates may be left out.
const FOLDERS: [&str; 6] = [
    "crates/",
    "bins/",
    "docs/",
    "examples/",
    "findings/",
    ".ci/",
];

/// Returns a line for each name in a document that nothing has.
pub(crate) fn violations(workspace: &Path) -> anyhow::Result<Vec<String>> {
    let mut documents = vec![workspace.join("README.md"), workspace.join(RECIPES)];
    collect(&workspace.join("docs"), "md", &mut documents)?;
    let mut files = Vec::new();
    for folder in ["crates", "bins"] {
        collect(&workspace.join(folder), "rs", &mut files)?;
    }
    let sources: Vec<String> = files
        .iter()
        .map(fs::read_to_string)
        .collect::<Result<_, _>>()?;
    let mut found = Vec::new();
    for document in documents {
        let text = fs::read_to_string(&document).context(document.display().to_string())?;
        let name = document.strip_prefix(workspace).unwrap_or(&document);
        for span in code_spans(&text) {
            let is_path = is_whole(span) || span.contains("/src/");
            let exists = if is_path {
                expand(span).iter().all(|path| is_there(workspace, path))
            } else {
                name != Path::new(RECIPES)
                    || !is_identifier(span)
                    || sources
                        .iter()
                        .any(|source| has_word(source, last_segment(span)))
            };
            if !exists {
                found.push(format!(
                    "{} names {span}, which does not exist",
                    name.display()
                ));
            }
        }
    }
    Ok(found)
}

/// The code spans of prose; blocks of code have none.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("```").step_by(2);
    blocks.flat_map(|prose| prose.split('`').skip(1).step_by(2))
}

/// Whether a span is the name of a type or a function, such as `Edit::apply` or `show_trip`.
fn is_identifier(span: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':';
    let last = last_segment(span);
    let is_type = last.starts_with(|first: char| first.is_ascii_uppercase());
    span.chars().all(is_letter)
        && last.contains(|letter: char| letter.is_ascii_lowercase())
        && (is_type || span.contains("::") || last.contains('_'))
}

fn last_segment(span: &str) -> &str {
    span.rsplit("::").next().unwrap_or(span)
}

fn has_word(source: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    source.match_indices(word).any(|(at, _)| {
        let (before, after) = (&source[..at], &source[at + word.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// A path with each of the alternatives that it has in braces.
fn expand(path: &str) -> Vec<String> {
    let parts = path.split_once('{').and_then(|(head, rest)| {
        let (choices, tail) = rest.split_once('}')?;
        Some((head, choices, tail))
    });
    match parts {
        Some((head, choices, tail)) => choices
            .split(',')
            .flat_map(|choice| expand(&format!("{head}{choice}{tail}")))
            .collect(),
        None => vec![path.to_owned()],
    }
}

fn is_whole(path: &str) -> bool {
    FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// Whether there is a file or folder of this path, whose last part may have one `*`.
fn is_there(workspace: &Path, path: &str) -> bool {
    let root = if is_whole(path) { "" } else { "crates" };
    let path: PathBuf = workspace.join(root).join(path.trim_end_matches('/'));
    let last = path.file_name().and_then(|name| name.to_str());
    match (last.and_then(|name| name.split_once('*')), path.parent()) {
        (Some((head, tail)), Some(folder)) => fs::read_dir(folder).is_ok_and(|entries| {
            let names = entries.flatten().map(|entry| entry.file_name());
            names
                .filter_map(|name| name.into_string().ok())
                .any(|name| name.starts_with(head) && name.ends_with(tail))
        }),
        _ => path.exists(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_does_not_exist() {
        let workspace = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = workspace.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "crates/trips/src/lib.rs",
            "pub fn show_trip() {}\nstruct Trip;\n",
        );
        write("bins/all/main.rs", "");
        write(
            "README.md",
            "`crates/trips/src/*.rs`, `crates/gone`, `show_gone`\n",
        );
        write(
            "docs/a.md",
            "`bins/{all,none}/main.rs`, `trips/src/gone.rs`\n```sh\n`crates/block`\n```\n",
        );
        write(
            RECIPES,
            "`show_trip`, `Trip::show_gone`, `Trips`, `PUT`, `cargo test`\n",
        );
        let found = violations(workspace.path()).unwrap();
        assert_eq!(
            found,
            [
                "README.md names crates/gone, which does not exist",
                "CONTRIBUTING.md names Trip::show_gone, which does not exist",
                "CONTRIBUTING.md names Trips, which does not exist",
                "docs/a.md names bins/{all,none}/main.rs, which does not exist",
                "docs/a.md names trips/src/gone.rs, which does not exist",
            ]
        );
    }
}

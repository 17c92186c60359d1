//! Runs all inputs of the corpus.

use std::fs;
use std::path::{Path, PathBuf};

use wayfare_fuzz::TARGETS;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

#[test]
fn every_target_passes_its_corpus() {
    for target in TARGETS {
        let mut files: Vec<PathBuf> = fs::read_dir(folder().join(target.name))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{} has no inputs", target.name);
        for file in files {
            // The last line printed names the input of a panic.
            println!("{}", file.display());
            (target.run)(&fs::read(&file).unwrap());
        }
    }
}

#[test]
fn every_corpus_folder_has_a_target() {
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            wayfare_fuzz::target(&name).is_some(),
            "{name} is not a target"
        );
    }
}

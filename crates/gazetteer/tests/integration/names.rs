//! Measures precision and recall of the built-in gazetteer on tables of trip names.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use wayfare_gazetteer::{BuiltIn, Query};

const MIN_SHARE: f64 = 0.95;

/// A row of a table: a text, and the name and country of its place.
struct Row {
    text: String,
    expected: Option<(String, String)>,
}

#[derive(Default)]
struct Score {
    rows: f64,
    /// Rows with a place.
    places: f64,
    found: f64,
    right: f64,
    misses: String,
}

#[test]
fn precision_and_recall_reach_their_minimum() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/names");
    let mut tables: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    tables.retain(|path| path.extension().is_some_and(|extension| extension == "tsv"));
    tables.sort();
    let gazetteer = BuiltIn::new();
    let mut failed = false;
    for path in tables {
        let rows = read(&path);
        assert!(
            rows.len() >= 150,
            "{} has {} rows only",
            path.display(),
            rows.len()
        );
        let score = measure(&gazetteer, &rows);
        let (precision, recall) = (score.right / score.found, score.right / score.places);
        println!("{}", score.misses);
        println!(
            "{}: {} texts, {} with a place; precision {:.1} %, recall {:.1} %",
            path.file_name().unwrap().display(),
            score.rows,
            score.places,
            precision * 100.0,
            recall * 100.0
        );
        failed |= precision < MIN_SHARE || recall < MIN_SHARE;
    }
    assert!(!failed, "a table scores below {MIN_SHARE}");
}

fn read(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let [text, name, country] = line
                .split('\t')
                .collect::<Vec<_>>()
                .try_into()
                .unwrap_or_else(|_| panic!("{line}"));
            let expected = (name != "-").then(|| (name.to_owned(), country.to_owned()));
            Row {
                text: text.to_owned(),
                expected,
            }
        })
        .collect()
}

fn measure(gazetteer: &BuiltIn, rows: &[Row]) -> Score {
    let mut score = Score::default();
    for Row { text, expected } in rows {
        let found = gazetteer.look_up(Query::Text(text), 1).into_iter().next();
        let place = found
            .as_ref()
            .map(|found| (found.place.name.clone(), found.place.country_code.clone()));
        score.rows += 1.0;
        score.places += f64::from(u8::from(expected.is_some()));
        score.found += f64::from(u8::from(place.is_some()));
        score.right += f64::from(u8::from(place.is_some() && place == *expected));
        if place != *expected {
            let shown = found.map_or_else(
                || "-".to_owned(),
                |found| format!("{} ({:.2})", found.place.display_name, found.score),
            );
            let wanted = expected.as_ref().map_or("-", |(name, _)| name);
            writeln!(score.misses, "  {text} -> {shown}, not {wanted}").unwrap();
        }
    }
    score
}

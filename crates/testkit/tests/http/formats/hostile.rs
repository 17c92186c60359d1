//! Hostile files: refused, and nothing is kept.

use std::io::{Cursor, Write};
use std::time::{Duration, Instant};

use serde_json::json;
use wayfare_testkit::sample;
use wayfare_testkit::{TestServer, both, on_sqlite};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::exports::unzipped;
use crate::pictures::samples::jpeg;

both!(damaged_archives_are_refused_whole);

on_sqlite!(hostile_files_are_refused);

/// A zip file of these entries.
pub(super) fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const MANIFEST: &[u8] = br#"{"format": "wayfare-trip", "version": 1}"#;

fn gpx(body: &str) -> Vec<u8> {
    format!("<gpx version=\"1.1\" creator=\"x\">{body}</gpx>").into_bytes()
}

/// Files that are no text, and zip files.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let zeros = vec![0; 60 << 20];
    let many: Vec<String> = (0..201).map(|n| format!("pictures/{n}")).collect();
    let mut entries: Vec<(&str, &[u8])> = vec![("manifest.json", MANIFEST)];
    entries.extend(many.iter().map(|name| (name.as_str(), &b"x"[..])));
    let trip = br#"{"name": "x"}"#;
    vec![
        ("nothing", Vec::new()),
        ("rubbish", b"hello".to_vec()),
        ("a picture", jpeg(8, 8, 0)),
        (
            "a bomb",
            zipped(&[("manifest.json", MANIFEST), ("trip.json", &zeros)]),
        ),
        ("a kmz bomb", zipped(&[("doc.kml", &zeros)])),
        ("many entries", zipped(&entries)),
        (
            "a path up",
            zipped(&[("manifest.json", MANIFEST), ("../trip.json", trip)]),
        ),
        (
            "an absolute path",
            zipped(&[("manifest.json", MANIFEST), ("/trip.json", trip)]),
        ),
        (
            "a backslash",
            zipped(&[("manifest.json", MANIFEST), ("a\\trip.json", trip)]),
        ),
        ("no trip", zipped(&[("manifest.json", MANIFEST)])),
        (
            "a later version",
            zipped(&[
                (
                    "manifest.json",
                    br#"{"format": "wayfare-trip", "version": 2}"#,
                ),
                ("trip.json", trip),
            ]),
        ),
        (
            "bad values",
            zipped(&[
                ("manifest.json", MANIFEST),
                (
                    "trip.json",
                    br#"{"name": "x", "estimate": {"lo": "-1", "hi": "0"}}"#,
                ),
            ]),
        ),
        (
            "a long name",
            zipped(&[
                ("manifest.json", MANIFEST),
                (
                    "trip.json",
                    format!("{{\"name\": \"{}\"}}", "x".repeat(201)).as_bytes(),
                ),
            ]),
        ),
    ]
}

/// Documents.
fn documents() -> Vec<(&'static str, Vec<u8>)> {
    let event =
        |uid| format!("BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTART:20260701T120000Z\r\nEND:VEVENT\r\n");
    let events: String = (0..1_001).map(event).collect();
    let point = "<rtept lat=\"1\" lon=\"1\"><name>A</name></rtept>";
    let deep = format!("{}{}", "<a>".repeat(5_000), "</a>".repeat(5_000));
    let feature = json!({"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 1]}});
    let features = vec![feature; 1_001];
    vec![
        (
            "a document type",
            b"<?xml version=\"1.0\"?><!DOCTYPE gpx><gpx/>".to_vec(),
        ),
        ("an entity", gpx("<metadata><name>&lol;</name></metadata>")),
        (
            "an external entity",
            b"<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><gpx>&x;</gpx>".to_vec(),
        ),
        (
            "an entity in an attribute",
            gpx("<wpt lat=\"&x;\" lon=\"1\"/>"),
        ),
        ("deep nesting", gpx(&deep)),
        (
            "deep json",
            format!("{{\"type\": {}", "[".repeat(100_000)).into_bytes(),
        ),
        ("no end", b"<gpx><wpt lat=\"1\" lon=\"1\">".to_vec()),
        (
            "too many points",
            gpx(&format!("<rte>{}</rte>", point.repeat(1_001))),
        ),
        (
            "too many places",
            gpx(&"<wpt lat=\"1\" lon=\"1\"/>".repeat(1_001)),
        ),
        (
            "too many features",
            json!({"type": "FeatureCollection", "features": features})
                .to_string()
                .into_bytes(),
        ),
        (
            "too many events",
            format!("BEGIN:VCALENDAR\r\n{events}END:VCALENDAR\r\n").into_bytes(),
        ),
        (
            "a calendar without end",
            b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n".to_vec(),
        ),
    ]
}

async fn hostile_files_are_refused(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (what, file) in archives().into_iter().chain(documents()) {
        let refused = ada.extensions().import("", file).await;
        assert!([400, 413].contains(&refused.status), "{what}: {refused:?}");
        refused.problem();
    }
    let large = ada.extensions().import("", vec![b' '; 21 << 20]).await;
    assert_eq!(large.problem().status, 413);
    assert_eq!(ada.b().trips().await.value(), json!([]));
}

async fn damaged_archives_are_refused_whole(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let upload = ada.a().set_pictures(&trip);
    upload
        .file("mainImage", "a.jpg", jpeg(40, 30, 1))
        .file("photos", "b.jpg", jpeg(40, 30, 2))
        .await
        .expect_status(200);
    let archive = ada
        .extensions()
        .export(&trip, "zip")
        .await
        .expect_status(200);
    let mut files = unzipped(archive.body);
    let stored = server.kept_pictures().len();
    // The photo is cut off.
    let half = files[3].1.len() / 2;
    files[3].1.truncate(half);
    let pack = |files: &[(String, Vec<u8>)]| {
        let entries: Vec<(&str, &[u8])> = files
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
            .collect();
        zipped(&entries)
    };
    let refused = ada.extensions().import("", pack(&files)).await;
    assert_eq!(refused.problem().pointers(), ["/file"]);
    assert_eq!(ada.b().trips().await.value().as_array().unwrap().len(), 1);
    // The pictures of a refused import are removed after the answer.
    let deadline = Instant::now() + Duration::from_secs(10);
    while server.kept_pictures().len() > stored {
        assert!(
            Instant::now() < deadline,
            "pictures of a refused import stay"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Without it, the rest is imported.
    files.truncate(3);
    let imported = ada.extensions().import("", pack(&files)).await;
    let imported = imported.expect_status(201).json();
    assert_eq!(imported.pictures, 1);
    assert_eq!(imported.warnings, ["a picture is missing"]);
}

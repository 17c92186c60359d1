//! The memory of the server while it refuses hostile files.

use std::io::{Cursor, Write};

use serde_json::json;
use wayfare_testkit::sample;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::Stage;

const MIB: usize = 1 << 20;
/// The most that the files may add to the memory that the server holds before the first: the buffer
/// of a piece that is as long as the largest file, which doubles as it grows. The allocator returns
/// the buffer before it after a moment, so they add 56 MiB or up to 30 MiB more.
const BOUND: usize = 100 * MIB;
/// The size of the large files, which is below that of an import.
const LARGE: usize = 19 * MIB;
const MANIFEST: &[u8] = br#"{"format": "wayfare-trip", "version": 1}"#;

/// A zip file of these entries, each of which is a number of equal parts.
fn zipped<'n>(entries: impl IntoIterator<Item = (&'n str, &'n [u8], usize)>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, part, times) in entries {
        writer
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        for _ in 0..times {
            writer.write_all(part).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// Where the record of the central directory of the last entry and the end of the directory begin.
fn directory(zip: &[u8]) -> (usize, usize) {
    let last = |signature: &[u8]| {
        let mut windows = zip.windows(4);
        windows.rposition(|window| window == signature).unwrap()
    };
    (last(b"PK\x01\x02"), last(b"PK\x05\x06"))
}

/// A zip file whose directory says that an entry has ten bytes.
fn understated(mut zip: Vec<u8>) -> Vec<u8> {
    let (record, _) = directory(&zip);
    zip[record + 24..record + 28].copy_from_slice(&10_u32.to_le_bytes());
    zip
}

/// A zip file whose directory has many records of its last entry.
fn overlapping(zip: &[u8], times: u16) -> Vec<u8> {
    let (record, end) = directory(zip);
    let entries = u16::from_le_bytes(zip[end + 10..end + 12].try_into().unwrap());
    let name = record + 46;
    let mut made = zip[..end].to_vec();
    for number in 0..times {
        let mut copy = zip[record..end].to_vec();
        copy[46..51].copy_from_slice(format!("{number:05}").as_bytes());
        made.extend(copy);
    }
    assert!(name + 5 <= end, "the name is too short");
    let start = u32::from_le_bytes(zip[end + 16..end + 20].try_into().unwrap());
    let size = u32::try_from(made.len()).unwrap() - start;
    let mut tail = zip[end..].to_vec();
    for at in [8, 10] {
        tail[at..at + 2].copy_from_slice(&(entries + times).to_le_bytes());
    }
    tail[12..16].copy_from_slice(&size.to_le_bytes());
    made.extend(tail);
    made
}

fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let zeros = vec![0; MIB];
    let blanks = vec![b' '; MIB];
    let manifest = ("manifest.json", MANIFEST, 1);
    let trip = br#"{"name": "x"}"#;
    let names: Vec<String> = (0..60_000)
        .map(|number| format!("pictures/{number}"))
        .collect();
    let many = names.iter().map(|name| (name.as_str(), &b""[..], 1));
    let bomb = zipped([manifest, ("trip.json", blanks.as_slice(), 200)]);
    // As large as the document of an archive may be.
    let of_trip = |begin: &str, part: &str| {
        let document = begin.to_owned() + &part.repeat((16 * MIB - 64) / part.len());
        zipped([manifest, ("trip.json", document.as_bytes(), 1)])
    };
    let pictures = zipped([
        manifest,
        ("trip.json", trip, 1),
        ("pictures/00000", zeros.as_slice(), 40),
    ]);
    vec![
        ("a bomb of 200 MiB", bomb.clone()),
        ("a bomb that understates its size", understated(bomb)),
        ("a bomb within an archive", {
            let inner = zipped([("trip.json", zeros.as_slice(), 200)]);
            zipped([manifest, ("trip.json", inner.as_slice(), 1)])
        }),
        ("a KMZ bomb", zipped([("doc.kml", blanks.as_slice(), 200)])),
        (
            "a KMZ bomb of elements",
            zipped([
                ("doc.kml", &b"<kml>"[..], 1),
                ("other.kml", "<a>".repeat(MIB / 3).as_bytes(), 60),
            ]),
        ),
        ("60,000 entries", zipped([manifest].into_iter().chain(many))),
        (
            "190 entries over the same bytes",
            overlapping(&pictures, 190),
        ),
        ("deep JSON in an archive", of_trip("{\"x\": ", "[")),
        ("a long text in an archive", of_trip("{\"name\": \"", "x")),
        (
            "many photos in an archive",
            of_trip("{\"photos\": [\"\"", ",\"\""),
        ),
        (
            "a path upwards",
            zipped([manifest, ("../../trip.json", trip, 1)]),
        ),
        (
            "a gzip file",
            [&b"\x1f\x8b\x08\0\0\0\0\0\0\x03"[..], &zeros].concat(),
        ),
        (
            "a cut archive",
            zipped([manifest, ("trip.json", trip, 1)])[..60].to_vec(),
        ),
    ]
}

fn documents() -> Vec<(&'static str, Vec<u8>)> {
    let gpx = |body: &str| format!("<gpx version=\"1.1\" creator=\"x\">{body}</gpx>");
    let laughs: String = (1..10)
        .map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10)))
        .collect();
    let fill = |part: &str| part.repeat(LARGE / part.len());
    vec![
        ("deep XML", gpx(&fill("<a>"))),
        (
            "a billion laughs",
            format!("<!DOCTYPE gpx [<!ENTITY l0 \"lol\">{laughs}]><gpx>&l9;</gpx>"),
        ),
        (
            "an external entity",
            "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><gpx>&x;</gpx>".to_owned(),
        ),
        (
            "many entities",
            gpx(&format!("<name>{}</name>", fill("&x;"))),
        ),
        ("many waypoints", gpx(&fill("<wpt lat=\"1\" lon=\"1\"/>"))),
        (
            "many points of a route",
            gpx(&format!(
                "<rte>{}</rte>",
                fill("<rtept lat=\"1\" lon=\"1\"><name>A</name></rtept>")
            )),
        ),
        (
            "a long attribute without end",
            format!("<gpx version=\"{}", fill("x")),
        ),
        (
            "a long comment without end",
            format!("<gpx><!--{}", fill("x")),
        ),
        (
            "many placemarks",
            format!("<kml><Document>{}</Document></kml>", fill("<Placemark/>")),
        ),
        ("deep JSON", format!("{{\"type\": {}", fill("["))),
        (
            "a long text without end",
            format!("{{\"name\": \"{}", fill("x")),
        ),
        ("a long number", format!("{{\"name\": {}}}", fill("1"))),
        (
            "many features",
            format!(
                "{{\"type\":\"FeatureCollection\",\"features\":[{}null]}}",
                fill(r#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]}},"#)
            ),
        ),
        (
            "many numbers without end",
            format!(
                "{{\"type\":\"FeatureCollection\",\"features\":[{}",
                fill("1,")
            ),
        ),
        (
            "many events",
            format!(
                "BEGIN:VCALENDAR\r\n{}END:VCALENDAR\r\n",
                fill("BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260701T120000Z\r\nEND:VEVENT\r\n")
            ),
        ),
        (
            "deep components",
            format!("BEGIN:VCALENDAR\r\n{}", fill("BEGIN:VEVENT\r\n")),
        ),
        (
            "a folded line without end",
            format!("BEGIN:VCALENDAR\r\nSUMMARY:{}", fill("x\r\n ")),
        ),
    ]
    .into_iter()
    .map(|(what, text)| (what, text.into_bytes()))
    .collect()
}

#[tokio::test]
async fn hostile_files_take_bounded_memory() {
    let stage = Stage::new(&[]);
    let ada = sample::sign_up(&stage.node.client, "ada").await;
    let before = stage.peak();
    println!("before: {} MiB", before / MIB);
    let mut files = archives();
    files.extend(documents());
    files.push(("a file above the limit", vec![b' '; 21 * MIB]));
    for (what, file) in files {
        let refused = ada.extensions().import("", file).await;
        assert!([400, 413].contains(&refused.status), "{what}: {refused:?}");
        println!(
            "{what}: {}, peak {} MiB",
            refused.status,
            stage.peak() / MIB
        );
        refused.problem();
    }
    assert_eq!(ada.b().trips().await.value(), json!([]));
    let added = stage.peak() - before;
    assert!(added < BOUND, "{} MiB", added / MIB);
}

//! Values are read from their stored form by the rules of their constructors.

use serde_json::{Value, json};
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::itinerary::{Day, ItemKind, PhotoUrl};
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_domain::trip::{
    ItineraryItem, LocalTime, OwnRate, RecordedSettlement, TodoList, Track, TrackPoint,
};
use wayfare_domain::user::{Link, LinkUrl};
use wayfare_domain::{
    Amount, Currency, Date, Description, Instant, Moment, Name, Notes, ShortText, SignedAmount,
};

/// Tells whether a type reads a document.
fn reads<T: serde::de::DeserializeOwned>(document: &Value) -> bool {
    serde_json::from_str::<T>(&document.to_string()).is_ok()
}

macro_rules! refused {
    ($($name:ty: $good:expr, [$($bad:expr),+ $(,)?];)+) => {$(
        assert!(reads::<$name>(&json!($good)), "{} {}", stringify!($name), json!($good));
        $(assert!(!reads::<$name>(&json!($bad)), "{} {}", stringify!($name), json!($bad));)+
    )+};
}

#[test]
fn what_a_constructor_refuses_is_not_read() {
    let long = |length: usize| "x".repeat(length);
    refused! {
        ShortText: "a", [long(2_001), "a\0"];
        Description: "", [long(10_001)];
        Notes: "", [long(100_001)];
        Name: "a", ["", " ", long(201), "a\0"];
        MemberId: "ada", ["", long(201), "a\0"];
        ItemKind: "hotel", ["", long(51)];
        Day: 1, [0, -1];
        PhotoUrl: "https://example.org/a", ["javascript:alert(1)", "", "https://a b"];
        LinkUrl: "mailto:a@example.org", ["javascript:alert(1)", "", "https://a b"];
        ZoneName: "Europe/Lisbon", ["", "a b", long(65)];
        Amount: "1.5", ["-1", "1000000000001", "1.0000000000000001"];
        SignedAmount: "-1.5", ["-1000000000001", "1000000000001"];
        Currency: "CAD", ["cad", "XYZ1", ""];
        OwnRate: "0.62", ["0", "-1", "1e3"];
        Date: "2026-05-01", ["2026-02-30", "soon"];
        LocalTime: "2026-05-01T09:00", ["2026-05-01", "2026-05-01T09:00Z"];
        Instant: 0, [253_402_300_800_000_i64, -62_135_596_800_001_i64, i64::MAX, i64::MIN];
        Moment: json!({"at": 0, "unit": "s"}), [json!({"at": i64::MAX, "unit": "s"})];
        Coordinates: json!({"latitude": "90", "longitude": "-180"}), [
            json!({"latitude": "91", "longitude": "0"}),
            json!({"latitude": "0", "longitude": "-180.1"}),
        ];
        TrackPoint: [180_000_000, -90_000_000], [[180_000_001, 0], [0, 90_000_001]];
        Track: json!({"points": [[0, 0], [1, 1]]}), [
            json!({"points": [[0, 0]]}),
            json!({"points": vec![[0, 0]; 2_001]}),
        ];
        Link: json!({"kind": "site", "url": "https://example.org"}),
            [json!({"kind": "site", "url": "ftp://a"})];
        TodoList: json!({"id": "a", "name": "b"}), [json!({"id": "a", "name": ""})];
        ItineraryItem: json!({"id": "a", "kind": "hotel", "day": 1}), [
            json!({"id": "a", "kind": "hotel", "day": 0}),
            json!({"id": "a", "kind": "", "day": 1}),
        ];
    }
}

#[test]
fn a_payment_is_read_by_the_rules_of_payments() {
    let payment = |amount: &str, date: i64| {
        let id = "00000000-0000-4000-8000-000000000001";
        json!({
            "id": id, "from": "ada", "to": "bob", "amount": amount, "currency": "CAD",
            "date": date, "recorded_by": id, "recorded_at": 0,
        })
    };
    assert!(reads::<RecordedSettlement>(&payment("1", 0)));
    for (amount, date) in [("0", 0), ("-1", 0), ("1", i64::MAX), ("1e30", 0)] {
        assert!(
            !reads::<RecordedSettlement>(&payment(amount, date)),
            "{amount} {date}"
        );
    }
}

/// A type whose stored form is that of its only field has no rule, or reads it by its constructor.
#[test]
fn only_ids_are_read_as_their_field_is() {
    let mut folders = vec![std::path::PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src"
    ))];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for pair in lines.windows(2) {
                if pair[0].contains("Deserialize)]") && pair[1] == "#[serde(transparent)]" {
                    found.push(path.file_name().unwrap().to_owned());
                }
            }
        }
    }
    assert_eq!(found, ["id.rs"]);
}

//! What a program reads with its own types stays as it was: no crate of Wayfare switches on a
//! feature of `serde_json` that changes the numbers of the whole program.

#![expect(clippy::float_cmp, reason = "these numbers are exact")]

use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
struct Ticket {
    #[serde(flatten)]
    price: Price,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Price {
    amount: f64,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Size {
    Number(f64),
    Word(String),
}

#[test]
fn flattened_and_untagged_numbers_are_read() {
    // The harness is linked, and with it every crate that a program may use.
    let _ = wayfare_testkit::Backend::Sqlite;
    let ticket: Ticket = serde_json::from_str(r#"{"amount": 1.5}"#).unwrap();
    assert_eq!(ticket.price.amount, 1.5);
    let sizes: Vec<Size> = serde_json::from_str(r#"[1.5, "large"]"#).unwrap();
    assert_eq!(sizes, [Size::Number(1.5), Size::Word("large".to_owned())]);
}

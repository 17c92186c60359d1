//! Bodies, forms, queries and headers of requests.

use std::fmt::Write;

use wayfare_testkit::{Method, sample};

use crate::documents::{Document, Slot, slot};
use crate::site::{Sender, Site};
use crate::work::Report;

const ITEMS: Document = Document {
    template: "{\"trip_items\":[{item},{\"item_id\":\"z\",\"item_type\":\"destination\",\
        \"index\":0,\
        \"day\":1,\"photos\":[{photo}],\"budget\":{\"currency\":\"CAD\",\"membersBudget\":[{share}\
        ]},\
        \"x\":[{unknown}],{field}}]}",
    separator: ",",
    slots: &[
        slot(
            "item",
            "{\"item_id\":\"i{i}\",\"item_type\":\"destination\",\"index\":{i},\"day\":{i},\
                \"destination\":{\"name\":\"P\",\"description\":\"{text}\"}}",
        ),
        slot(
            "photo",
            "{\"url\":\"https://example.com/{i}\",\"description\":\"{text}\"}",
        ),
        slot("share", "{\"memberId\":\"m{i}\",\"cost\":1}"),
        Slot {
            nest: ("[", "]"),
            ..slot("unknown", "{i}")
        },
        slot("field", "\"f{i}\":\"{text}\""),
    ],
};

const TRIP: Document = Document {
    template: "{\"dest\":[{place}],\"todo\":[{todo}],\"expenditures\":[{expenditure}],\
        \"members\":[{member}],\"img\":\"data:image/png{parameter};base64,{data}\"}",
    separator: ",",
    slots: &[
        slot("place", "\"Place {i}\""),
        slot("todo", "\"Do {i} {text}\""),
        slot("expenditure", "{\"expenditure\":\"E{i}\",\"cost\":[]}"),
        slot("member", "\"m{i}\""),
        slot("parameter", ";p{i}={text}"),
        slot("data", "AAAA{text}"),
    ],
};

const NOTES: Document = Document {
    template: "{\"locations\":[{location}],\"notes\":\"<p>{format}</p>{paragraph}{block}{link}\
        <table>{row}</table>{foreign}{entity}\"}",
    separator: ",",
    slots: &[
        slot("location", "{\"title\":\"L{i}\",\"address\":\"{text}\"}"),
        Slot {
            nest: ("<b a{i}><i>", "</b></i>"),
            ..slot("format", "<b a{i}>")
        },
        slot("paragraph", "<p>x{text}"),
        Slot {
            nest: ("<div>", "</div>"),
            ..slot("block", "<ul><li>{i}")
        },
        Slot {
            nest: ("<a href='/{i}'><p>", "</a>"),
            attribute: " a{i}",
            ..slot("link", "<a href='/{i}' title='{text}'{attributes}>x<div>")
        },
        Slot {
            nest: ("<table><b a{i}><td>", "</table>"),
            ..slot("row", "<br><tr><td>{i}")
        },
        Slot {
            nest: ("<math><mi>", "</math>"),
            ..slot("foreign", "<svg><desc>{i}")
        },
        slot("entity", "&lt;<&#{i};<!--{i}-->"),
    ],
};

const FORM: Document = Document {
    template: "{field}&name={text}",
    separator: "&",
    slots: &[slot("field", "f{i}={text}"), slot("text", "%20{text}")],
};

/// A list in a header.
const LISTS: Document = Document {
    template: "{tag}",
    separator: ",",
    slots: &[slot("tag", "\"{i}{text}\"")],
};

const WORDS: Document = Document {
    template: "{word}",
    separator: ",",
    slots: &[slot("word", "w{i};q=0.5;{text}")],
};

fn check(document: &Document, first: usize, send: impl Fn(&Site, &str, &str)) {
    let site = Site::start();
    let mut report = Report::default();
    for (name, case) in document.cases() {
        report.case(
            &name,
            first,
            |size| document.fill(&case, size),
            |text| {
                // A new one, as an edit costs what it replaces, too.
                let trip = site.run(sample::trip(&site.ada, "Lisbon"));
                send(&site, &trip, text);
            },
        );
    }
    report.finish();
}

fn put(site: &Site, path: &str, body: &str) {
    let (method, none) = (Method::PUT, ("accept", "*/*"));
    let body = Some(("application/json", body.as_bytes()));
    let answer = site.send(Sender::Token, method, &format!("/api/v1{path}"), none, body);
    assert!(answer.is_none_or(|answer| answer.status < 500), "{path}");
}

#[test]
fn items() {
    check(&ITEMS, 125, |site, trip, body| {
        put(site, &format!("/trips/{trip}/trip_items"), body);
    });
}

#[test]
fn trips() {
    check(&TRIP, 125, |site, trip, body| {
        put(site, &format!("/trip/{trip}"), body);
    });
}

#[test]
fn notes() {
    check(&NOTES, 800, |site, trip, body| {
        put(site, &format!("/trip/{trip}/map"), body);
    });
}

#[test]
fn forms() {
    check(&FORM, 1_000, |site, _, body| {
        let body = Some(("application/x-www-form-urlencoded", body.as_bytes()));
        site.send(
            Sender::Session,
            Method::POST,
            "/trips",
            ("accept", "*/*"),
            body,
        );
    });
}

#[test]
fn queries() {
    check(&FORM, 100, |site, _, query| {
        site.send(
            Sender::Token,
            Method::GET,
            &format!("/api/v1/trips?{query}"),
            ("accept", "*/*"),
            None,
        );
    });
}

#[test]
fn headers() {
    for name in ["if-none-match", "if-match"] {
        check(&LISTS, 100, |site, trip, list| {
            site.send(
                Sender::Token,
                Method::GET,
                &format!("/api/v1/trip/{trip}"),
                (name, list),
                None,
            );
        });
    }
    for name in [
        "prefer",
        "accept",
        "accept-encoding",
        "accept-language",
        "cookie",
        "range",
    ] {
        check(&WORDS, 100, |site, trip, list| {
            site.send(
                Sender::Nobody,
                Method::GET,
                &format!("/trip/{trip}"),
                (name, list),
                None,
            );
        });
    }
}

#[test]
fn rates() {
    let site = Site::start();
    let rows = |size: usize| {
        let mut text = "date,base,currency,rate\n".to_owned();
        for row in 0..size {
            let (year, day) = (2000 + row / 28, 1 + row % 28);
            writeln!(text, "{year}-05-{day:02},EUR,USD,1.{row}").unwrap();
        }
        text
    };
    let mut report = Report::default();
    report.case("rates", 50, rows, |text| {
        site.server.import_rates(text).unwrap();
    });
    report.finish();
}

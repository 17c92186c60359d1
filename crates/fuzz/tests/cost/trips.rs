//! Answers and pages about a trip.

use std::cell::Cell;

use serde_json::{Value, json};
use wayfare_testkit::{Method, sample};

use crate::site::{Sender, Site};
use crate::work::Report;

/// A property of a trip that grows: its name, its first size, and what is sent for a size.
type Property = (&'static str, usize, fn(usize) -> Vec<Write>);

/// Method, path after the trip's, and body.
type Write = (Method, &'static str, Value);

const PROPERTIES: &[Property] = &[
    ("items of one day", 125, |size| items(size, |_, _| {})),
    ("items with gaps between their days", 100, |size| {
        items(size, |number, item| item["day"] = json!(1 + 60 * number))
    }),
    ("items with long texts", 100, |size| {
        items(size, |_, item| {
            item["destination"]["description"] = json!("long & text ".repeat(150));
        })
    }),
    ("times in several zones", 100, |size| {
        items(size, |number, item| {
            item["day"] = json!(1 + number / 10);
            item["start_time"] = json!(format!("2026-05-{:02}T09:00:00Z", 1 + number % 28));
            item["destination"]["location"] =
                json!(["Lisbon, Portugal", "Tokyo, Japan"][number % 2]);
        })
    }),
    ("shares of one item", 12, |size| {
        items(1, |_, item| {
            item["budget"]["membersBudget"] = shares(0, size);
        })
    }),
    ("shares of many people", 50, |size| {
        items(size, |number, item| {
            item["budget"]["membersBudget"] = shares(number * 20, 20);
        })
    }),
    ("shares of the trip's budget", 12, |size| {
        let budget = json!({"budget": {"currency": "CAD", "membersBudget": shares(0, size)}});
        vec![(Method::PUT, "s/{trip}/budget", budget)]
    }),
    ("currencies", 100, |size| {
        items(size, |number, item| {
            item["budget"]["currency"] = json!(["USD", "JPY", "CAD", "GBP"][number % 4]);
            item["start_time"] = json!(format!("2026-05-{:02}T09:00:00Z", 1 + number % 28));
        })
    }),
    ("photos", 100, |size| {
        items(size, |number, item| {
            let photo = |photo| json!({"url": format!("https://example.com/{number}/{photo}")});
            item["photos"] = (0..5).map(photo).collect();
        })
    }),
    ("locations", 125, |size| {
        let location =
            |number| json!({"title": format!("L{number}"), "address": "Lisbon, Portugal"});
        let locations: Value = (0..size).map(location).collect();
        vec![(Method::PUT, "/{trip}/map", json!({"locations": locations}))]
    }),
    ("to-dos and expenditures", 60, |size| {
        let todo: Value = (0..size)
            .map(|number| json!(format!("Do {number}")))
            .collect();
        let spent = |number| json!({"expenditure": format!("E{number}"), "cost": 1.5});
        let spent: Value = (0..3 * size).map(spent).collect();
        vec![(
            Method::PUT,
            "/{trip}",
            json!({"todo": todo, "expenditures": spent}),
        )]
    }),
    ("lists and tracks", 60, |size| {
        let entry =
            |number| json!({"text": format!("Do {number}"), "done": number % 2 == 0, "by": "ada"});
        let entries: Value = (0..size).map(entry).collect();
        let point = |number: usize| json!([number % 170, number % 80]);
        let points: Value = (0..2 + 3 * size).map(point).collect();
        vec![
            (
                Method::PUT,
                "s/{trip}/lists",
                json!({"lists": [{"name": "L", "entries": entries}]}),
            ),
            (
                Method::PUT,
                "/{trip}/map",
                json!({"tracks": [{"name": "T", "points": points}]}),
            ),
        ]
    }),
    ("places", 25, |size| {
        let places: Value = (0..size)
            .map(|number| json!(format!("Place {number}")))
            .collect();
        vec![(Method::PUT, "/{trip}", json!({"dest": places}))]
    }),
    ("notes", 125, |size| {
        let notes = "<p>A day at the <b>sea</b>, <a href=\"/x\">see</a>.</p>".repeat(size);
        vec![(Method::PUT, "/{trip}/map", json!({"notes": notes}))]
    }),
    ("recorded payments", 25, |size| {
        let mut writes = items(1, |_, item| item["budget"]["membersBudget"] = shares(0, 20));
        writes.extend((0..size).map(|number| {
            let (from, to) = (
                format!("m{}", number % 10),
                format!("m{}", 10 + number % 10),
            );
            (
                Method::POST,
                "s/{trip}/settlements",
                json!({"from": from, "to": to, "amount": 1}),
            )
        }));
        writes
    }),
];

/// The longest page, besides four times what was sent.
const MAX_PAGE: usize = 2 << 20;

/// The answers and pages of a trip.
const ROUTES: &[(Sender, &str)] = &[
    (Sender::Token, "/api/v1/trips/{trip}"),
    (Sender::Token, "/api/v1/trips/{trip}/trip_items"),
    (Sender::Token, "/api/v1/trips/{trip}/budget"),
    (Sender::Token, "/api/v1/trips/{trip}/settlement"),
    (Sender::Token, "/api/v1/trips/{trip}/settlements"),
    (Sender::Token, "/api/v1/trips/{trip}/lists"),
    (Sender::Token, "/api/v1/trips/{trip}/export/ics"),
    (Sender::Token, "/api/v1/trips/{trip}/export/gpx"),
    (Sender::Token, "/api/v1/trips/{trip}/export/kml"),
    (Sender::Token, "/api/v1/trips/{trip}/export/geojson"),
    (Sender::Token, "/api/v1/trips/{trip}/export/csv"),
    (Sender::Token, "/api/v1/trips/{trip}/export/settlement.csv"),
    (Sender::Token, "/api/v1/trips/{trip}/export/zip"),
    (Sender::Token, "/api/v1/trip/{trip}"),
    (Sender::Token, "/api/v1/trip/{trip}/map"),
    (Sender::Token, "/api/v1/trip/{trip}/timeline"),
    (Sender::Token, "/api/v1/trips"),
    (Sender::Session, "/trip/{trip}"),
    (Sender::Session, "/trip/{trip}/lists"),
    (Sender::Session, "/trip/{trip}/map"),
    (Sender::Session, "/trip/{trip}/costs"),
    (Sender::Session, "/trip/{trip}/people"),
    (Sender::Session, "/trip/{trip}/print?costs=on"),
    (Sender::Session, "/trip/{trip}/settings"),
    (Sender::Session, "/trip/{trip}/settlement"),
    (Sender::Nobody, "/trip/{trip}"),
    (Sender::Nobody, "/s/{share}"),
    (Sender::Nobody, "/api/v1/shared/{share}"),
    (Sender::Nobody, "{feed}"),
];

fn items(size: usize, change: impl Fn(usize, &mut Value)) -> Vec<Write> {
    let item = |number: usize| {
        let mut item = json!({
            "item_id": format!("i{number}"), "item_type": "destination", "index": number, "day": 1,
            "destination": {"name": format!("Place {number}"), "location": "Lisbon, Portugal"},
            "budget": {"currency": "CAD", "totalCost": 12.5},
        });
        change(number, &mut item);
        item
    };
    let items: Value = (0..size).map(item).collect();
    vec![(
        Method::PUT,
        "s/{trip}/trip_items",
        json!({"trip_items": items}),
    )]
}

fn shares(first: usize, count: usize) -> Value {
    let share = |member: usize| {
        let paid = usize::from(member.is_multiple_of(7)) * 7;
        json!({
            "memberId": format!("m{member}"), "memberName": format!("M {member}"), "cost": 1,
            "paidValue": paid
        })
    };
    (first..first + count).map(share).collect()
}

/// A trip and its secret addresses.
struct Written {
    /// The bytes that were sent.
    sent: usize,
    trip: String,
    share: String,
    feed: String,
}

impl Written {
    fn new(site: &Site, writes: Vec<Write>) -> Self {
        let trip = site.run(sample::public_trip(&site.ada, "Lisbon"));
        let mut sent = 0;
        for (method, path, body) in writes {
            let path = format!("/api/v1/trip{}", path.replace("{trip}", &trip));
            let body = body.to_string();
            sent += body.len();
            let body = Some(("application/json", body.as_bytes()));
            let written = site.send(Sender::Token, method, &path, ("accept", "*/*"), body);
            let written = written.unwrap();
            assert!(
                written.status < 300,
                "{path}: {}",
                String::from_utf8_lossy(&written.body)
            );
        }
        let sections = [
            "itinerary",
            "map",
            "photos",
            "notes",
            "todo",
            "budget",
            "members",
        ];
        let ada = &site.ada;
        let link = json!({"sections": sections});
        let link = site.run(async { ada.extensions().create_share_link(&trip, &link).await });
        let feed = site.run(async { ada.extensions().open_trip_feed(&trip).await });
        let last = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
        let (link, feed) = (link.value(), feed.value());
        Self {
            sent,
            share: last(link["url"].as_str().unwrap()),
            feed: format!("/api/v1/feeds/{}", last(feed["url"].as_str().unwrap())),
            trip,
        }
    }

    fn path(&self, route: &str) -> String {
        route
            .replace("{trip}", &self.trip)
            .replace("{share}", &self.share)
            .replace("{feed}", &self.feed)
    }
}

/// Measures all answers and pages about trips with a property.
fn check(property: &str) {
    let (_, first, writes) = PROPERTIES
        .iter()
        .find(|(name, ..)| *name == property)
        .unwrap();
    let site = Site::start();
    let rates = "date,base,currency,rate\n2026-04-30,EUR,USD,1.1\n2026-04-30,EUR,JPY,150\n\
        2026-04-30,EUR,CAD,1.4\n2026-04-30,EUR,GBP,0.8\n";
    site.server.import_rates(rates).unwrap();
    let trips: Vec<Written> = (0..4)
        .map(|step| Written::new(&site, writes(first << step)))
        .collect();
    let mut report = Report::default();
    let of = |size: usize| trips.get((size / first).ilog2() as usize);
    for (sender, route) in ROUTES {
        let longest = Cell::new(0);
        report.case(&format!("{route} for {sender:?}"), *first, of, |trip| {
            let Some(trip) = trip else { return };
            site.edit(&trip.trip);
            let path = trip.path(route);
            let answer = site.get(*sender, &path);
            assert_eq!(answer.status, 200, "{path}");
            let more = answer.body.len().saturating_sub(4 * trip.sent);
            longest.set(longest.get().max(more));
        });
        if !route.starts_with("/api") && longest.get() > MAX_PAGE {
            report.fault(format!("{route} for {sender:?}: {} bytes", longest.get()));
        }
    }
    report.case(
        "import of the archive",
        *first,
        |size| {
            let path = of(size).unwrap().path("/api/v1/trips/{trip}/export/zip");
            site.get(Sender::Token, &path).body
        },
        |file| {
            let import = site.ada.extensions().import("preview=true", file.clone());
            site.run(async { import.await }).expect_status(200);
        },
    );
    report.finish();
}

/// A test for each property.
macro_rules! properties {
    ($($test:ident: $property:literal,)*) => {
        $(#[test]
        fn $test() {
            check($property);
        })*

        #[test]
        fn each_property_has_its_test() {
            let tested = [$($property),*];
            assert!(PROPERTIES.iter().map(|(name, ..)| *name).eq(tested));
        }
    };
}

properties! {
    items_of_one_day: "items of one day",
    gaps: "items with gaps between their days",
    long_texts: "items with long texts",
    zones: "times in several zones",
    shares_of_one_item: "shares of one item",
    shares_of_many_people: "shares of many people",
    budget: "shares of the trip's budget",
    currencies: "currencies",
    photos: "photos",
    locations: "locations",
    todo: "to-dos and expenditures",
    lists: "lists and tracks",
    places: "places",
    notes: "notes",
    payments: "recorded payments",
}

//! The requests of each offender.

use std::sync::Arc;

use serde_json::{Value, json};
use wayfare_testkit::{Call, Method};

use super::{Accounts, OFFENDING, Requests, form};
use crate::sample as pictures;

/// A JSON body that is the same for each request.
fn fixed(call: impl Fn() -> Call<Value> + Send + Sync + 'static, body: Vec<u8>) -> Requests {
    Arc::new(move |_| call().body("application/json", body.clone()))
}

/// Alternates an edit of the trip with a read of it, after setting its items.
fn edits_and_reads(accounts: &Accounts, items: Value) -> Requests {
    let trip = &accounts.offender_trip;
    let set = accounts.offend(Method::PUT, &accounts.items_path());
    let edit = accounts.offend(Method::PUT, &format!("/api/v1/trip/{trip}"));
    let read = accounts.offend(Method::GET, &format!("/api/v1/trips/{trip}"));
    Arc::new(move |number| match number {
        0 => set().json(&items),
        _ if number.is_multiple_of(2) => edit().json(&json!({"name": format!("Trip {number}")})),
        _ => read(),
    })
}

pub(super) fn large_sums(accounts: &Accounts) -> Requests {
    let item = |item: usize| {
        let shares: Vec<Value> = (0..100)
            .map(|member| json!({"memberId": format!("m{item}-{member}"), "cost": 1}))
            .collect();
        json!({"item_id": format!("i{item}"), "item_type": "destination", "index": item, "day": 1, "budget": {"currency": "CAD", "membersBudget": shares}})
    };
    let items: Vec<Value> = (0..400).map(item).collect();
    edits_and_reads(accounts, json!({"trip_items": items}))
}

pub(super) fn large_trip(accounts: &Accounts) -> Requests {
    let text = "d".repeat(1_900);
    let item = |item: usize| json!({"item_id": format!("i{item}"), "item_type": "destination", "index": item, "day": 1, "destination": {"name": "Place", "description": text}});
    let items: Vec<Value> = (0..1_000).map(item).collect();
    edits_and_reads(accounts, json!({"trip_items": items}))
}

pub(super) fn destinations(accounts: &Accounts) -> Requests {
    let put = accounts.offend(
        Method::PUT,
        &format!("/api/v1/trip/{}", accounts.offender_trip),
    );
    Arc::new(move |number| {
        let names: Vec<String> = (0..200)
            .map(|place| format!("Place {number} {place}"))
            .collect();
        put().json(&json!({"dest": names}))
    })
}

pub(super) fn han_names(accounts: &Accounts) -> Requests {
    let put = accounts.offend(Method::PUT, &accounts.items_path());
    Arc::new(move |number| {
        let name = |item: usize| {
            let han = (0..600_u32).filter_map(|place| {
                char::from_u32(0x4e00 + (place * 7 + u32::try_from(item).ok()? * 13) % 20_000)
            });
            format!("{number}{}", han.collect::<String>())
        };
        let items: Vec<Value> = (0..1_000)
            .map(|item| json!({"item_id": format!("i{item}"), "item_type": "destination", "index": item, "day": 1, "destination": {"name": name(item)}}))
            .collect();
        put().json(&json!({"trip_items": items}))
    })
}

pub(super) fn wrong_values(accounts: &Accounts) -> Requests {
    let put = accounts.offend(
        Method::PUT,
        &format!("/api/v1/trip/{}", accounts.offender_trip),
    );
    let item = "{\"cost\":[]},";
    let body = format!(
        "{{\"expenditures\":[{}1]}}",
        item.repeat(8_000_000 / item.len())
    );
    fixed(put, body.into_bytes())
}

pub(super) fn many_numbers(accounts: &Accounts) -> Requests {
    let put = accounts.offend(
        Method::PUT,
        "/api/v1/trips/5eed0002-0000-7000-8000-000000000000/trip_items",
    );
    let body = format!("{{\"trip_items\":[{}1]}}", "1,".repeat(4_000_000));
    fixed(put, body.into_bytes())
}

pub(super) fn many_fields(accounts: &Accounts) -> Requests {
    let post = accounts.offend(Method::POST, "/sign-out");
    let body = "a&".repeat(1_000_000).into_bytes();
    Arc::new(move |_| post().body("application/x-www-form-urlencoded", body.clone()))
}

pub(super) fn hot_trip(accounts: &Accounts) -> Requests {
    let put = accounts.offend(
        Method::PUT,
        &format!("/api/v1/trip/{}", accounts.offender_trip),
    );
    Arc::new(move |number| put().json(&json!({"name": format!("Trip {number}")})))
}

pub(super) fn readiness(accounts: &Accounts) -> Requests {
    let ready = accounts.offend(Method::GET, "/readyz");
    Arc::new(move |_| ready())
}

pub(super) fn guesses(accounts: &Accounts) -> Requests {
    let client = wayfare_testkit::client(accounts.honest.client.base_url());
    Arc::new(move |number| {
        client
            .request(Method::POST, "/api/v1/auth/token")
            .header("x-forwarded-for", format!("2001:db8:1:{:x}::1", number % 65_536))
            .json(&json!({"grant_type": "password", "username": "honest", "password": "a guess that is wrong"}))
    })
}

pub(super) fn sizes(accounts: &Accounts) -> Requests {
    let client = wayfare_testkit::client(accounts.honest.client.base_url());
    Arc::new(move |number| {
        client
            .request(Method::GET, "/api/v1/user/offender/picture")
            .header("x-forwarded-for", OFFENDING)
            .max_width(&(300 + number % 3_500).to_string())
    })
}

pub(super) fn noise(accounts: &Accounts) -> Requests {
    let put = accounts.offend(
        Method::PUT,
        &format!("/api/v1/trips/{}/picture", accounts.offender_trip),
    );
    let get = accounts.offend(
        Method::GET,
        &format!("/api/v1/trip/{}/picture", accounts.offender_trip),
    );
    let picture = pictures::noise().unwrap_or_default();
    Arc::new(move |number| {
        if number.is_multiple_of(4) {
            form(put(), &picture)
        } else {
            get().max_width(&(1_000 + number % 1_000).to_string())
        }
    })
}

/// Repeats an edit, of what the service must refuse or clean.
pub(super) fn formatting(accounts: &Accounts) -> Requests {
    let open: String = (0..300).map(|number| format!("<b a{number}>")).collect();
    let notes = format!("<p>{open}{}", "<p>x".repeat(24_000));
    let path = format!("/api/v1/trip/{}/map", accounts.offender_trip);
    let put = accounts.offend(Method::PUT, &path);
    fixed(put, json!({"notes": notes}).to_string().into_bytes())
}

/// The page of a trip of 1,000 items.
fn page_of_items(accounts: &Accounts, change: impl Fn(usize, &mut Value)) -> Requests {
    let item = |number: usize| {
        let mut item = json!({"item_id": format!("i{number}"), "item_type": "destination", "index": number, "day": 1, "destination": {"name": "Place", "location": "Lisbon, Portugal"}});
        change(number, &mut item);
        item
    };
    page_after(accounts, (0..1_000).map(item))
}

/// Sets these items of the trip, then reads its page without a session.
fn page_after(accounts: &Accounts, items: impl Iterator<Item = Value>) -> Requests {
    let items: Vec<Value> = items.collect();
    let set = accounts.offend(Method::PUT, &accounts.items_path());
    let page = page_of_trip(accounts);
    let body = json!({"trip_items": items});
    Arc::new(move |number| {
        if number == 0 {
            set().json(&body)
        } else {
            page()
        }
    })
}

fn page_of_trip(accounts: &Accounts) -> impl Fn() -> Call<Value> + Send + Sync + 'static {
    let client = wayfare_testkit::client(accounts.honest.client.base_url());
    let path = format!("/trip/{}", accounts.offender_trip);
    move || {
        client
            .request(Method::GET, &path)
            .header("x-forwarded-for", OFFENDING)
    }
}

pub(super) fn shares(accounts: &Accounts) -> Requests {
    page_of_items(accounts, |number, item| {
        let share = |share| json!({"memberId": format!("m{number}-{share}"), "cost": 1});
        let shares: Value = (0..25).map(share).collect();
        if let Some(item) = item.as_object_mut() {
            item.insert(
                "budget".to_owned(),
                json!({"currency": "CAD", "membersBudget": shares}),
            );
        }
    })
}

pub(super) fn gaps(accounts: &Accounts) -> Requests {
    page_of_items(accounts, |number, item| {
        if let Some(item) = item.as_object_mut() {
            item.insert("day".to_owned(), json!(1 + 60 * number));
        }
    })
}

pub(super) fn small_page(accounts: &Accounts) -> Requests {
    let shares: Value = (0..15_usize)
        .map(|member| json!({"memberId": format!("m{member}"), "cost": member * member, "paidValue": 1 + member * 7}))
        .collect();
    let places = [
        "Lisbon, Portugal",
        "Tokyo, Japan",
        "Lima, Peru",
        "Sydney, Australia",
    ];
    let item = |number: usize| json!({"item_id": format!("i{number}"), "item_type": "destination", "index": number, "day": 1, "destination": {"name": places.get(number), "location": places.get(number)}, "budget": {"currency": "CAD", "membersBudget": shares}});
    page_after(accounts, (0..places.len()).map(item))
}

/// Previews the import of a file.
fn preview(accounts: &Accounts, file: String) -> Requests {
    let post = accounts.offend(Method::POST, "/api/v1/imports?preview=true");
    Arc::new(move |_| post().file("file", "file", file.as_bytes()))
}

pub(super) fn calendar(accounts: &Accounts) -> Requests {
    let date = |number: usize| {
        let (year, month, day) = (1800 + number / 336, 1 + number / 28 % 12, 1 + number % 28);
        format!("RDATE:{year:04}{month:02}{day:02}T000000\r\n")
    };
    let event = |number| {
        format!("BEGIN:VEVENT\r\nUID:{number}\r\nDTSTART;TZID=Z:20260501T100000\r\nEND:VEVENT\r\n")
    };
    let (dates, events): (String, String) = (
        (0..50_000).map(date).collect(),
        (0..1_000).map(event).collect(),
    );
    preview(
        accounts,
        format!(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:17990101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n{dates}END:STANDARD\r\nEND:VTIMEZONE\r\n{events}END:VCALENDAR\r\n"
        ),
    )
}

pub(super) fn routes(accounts: &Accounts) -> Requests {
    let route = "<rte><rtept lat=\"1\" lon=\"2\"><name>A</name></rtept></rte>".repeat(200_000);
    preview(accounts, format!("<gpx version=\"1.1\">{route}</gpx>"))
}

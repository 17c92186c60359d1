//! The requests of each offender.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;
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

/// Sends a form with a picture at 9 KiB a second.
pub(super) async fn slow_form(address: String, accounts: Arc<Accounts>) {
    let head = format!(
        "PUT /api/v1/trips/{}/picture HTTP/1.1\r\nHost: wayfare\r\nAuthorization: Bearer {}\r\n\
        X-Forwarded-For: {OFFENDING}\r\nContent-Type: multipart/form-data; boundary=x\r\n\
        Content-Length: 10000000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"mainImage\"; \
        filename=\"a.jpg\"\r\n\r\n",
        accounts.offender_trip, accounts.offender.token
    );
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return;
    };
    if stream.write_all(head.as_bytes()).await.is_err() {
        return;
    }
    // Until the server or the measurement ends it.
    while stream.write_all(&[0xff; 922]).await.is_ok() {
        sleep(Duration::from_millis(100)).await;
    }
}

//! The offenders, and the requests of each.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use wayfare_testkit::{Call, Method};

use super::accounts::Accounts;
use crate::sample as pictures;

const TRIP: &str = "/api/v1/trip/{trip}";
const PAGE: &str = "/trip/{trip}";
const ITEMS: &str = "/api/v1/trips/{trip}/trip_items";

/// An offender: the requests that it repeats, on so many connections.
pub(super) struct Offender {
    pub(super) name: &'static str,
    pub(super) connections: u64,
    /// The pause after each request on a connection.
    pub(super) pause: Duration,
    /// Prepares, and returns what builds the request of a number.
    pub(super) prepare: fn(&Accounts) -> Requests,
    /// The statuses that the first request may have.
    pub(super) first: &'static [u16],
    /// What its connections do.
    pub(super) kind: Kind,
    /// What the well-behaved client does beside reading and editing its trip.
    pub(super) also: Also,
}

/// What the connections of an offender do.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Requests,
    /// Send a form with a picture slowly.
    SlowForm,
    /// Sign accounts up that copy the trip, and delete them.
    Deletions,
    /// Read the answer of this path slowly.
    SlowReader(&'static str),
}

/// Builds the request of a number.
type Requests = Arc<dyn Fn(u64) -> Call<Value> + Send + Sync>;

/// A further request of the well-behaved client.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Also {
    Nothing,
    Picture,
    Upload,
    SignIn,
}

impl Offender {
    fn new(name: &'static str, connections: u64, prepare: fn(&Accounts) -> Requests) -> Self {
        Self {
            name,
            connections,
            pause: Duration::ZERO,
            prepare,
            first: &[200],
            kind: Kind::Requests,
            also: Also::Nothing,
        }
    }

    fn slow_reader(name: &'static str, path: &'static str) -> Self {
        let kind = Kind::SlowReader(path);
        Self {
            kind,
            ..Self::new(name, 200, large_trip)
        }
    }

    fn first(self, first: &'static [u16]) -> Self {
        Self { first, ..self }
    }

    fn also(self, also: Also) -> Self {
        Self { also, ..self }
    }

    fn pause(self, milliseconds: u64) -> Self {
        let pause = Duration::from_millis(milliseconds);
        Self { pause, ..self }
    }
}

pub(super) fn offenders() -> Vec<Offender> {
    let new = Offender::new;
    let large_sums_name = "reads of 400 items with 100 members' shares";
    let formatting_name = "notes that reopen formatting in each paragraph";
    let slow_form = Offender {
        kind: Kind::SlowForm,
        ..new("slow forms", 32, readiness)
    };
    let deletions = Offender {
        kind: Kind::Deletions,
        ..new("deletions of accounts of 20 MB", 4, large_trip)
    };
    vec![
        new("archives of a trip of 2 MB", 8, archives),
        new("exports of an account of 2 MB", 2, account_exports),
        new("copies of a trip of 2 MB", 8, copies),
        deletions,
        new(large_sums_name, 4, large_sums),
        new("reads and edits of a trip of 2 MB", 4, large_trip),
        new("lists of 200 new destinations", 4, destinations),
        new("1,000 long Han names", 2, han_names),
        new("bodies of 8 MB with wrong values", 4, wrong_values).first(&[400]),
        new("bodies of 8 MB of numbers", 4, many_numbers).first(&[400, 404]),
        new("forms of a million fields", 4, many_fields).first(&[400]),
        new("edits of one trip by 32 clients", 32, hot_trip),
        new("readiness checks", 16, readiness),
        new("password guesses from a /48", 32, guesses)
            .first(&[401])
            .also(Also::SignIn),
        new("ever new sizes of a picture, without a token", 16, sizes)
            .pause(500)
            .also(Also::Picture),
        new("uploads of noise with transparency", 3, noise).also(Also::Picture),
        slow_form.also(Also::Upload),
        new(formatting_name, 4, formatting).first(&[200, 400]),
        new("a page of 25,000 shares", 4, shares),
        new("the costs of 20,000 parties", 6, costs),
        new("a page of 1,000 items with gaps", 4, gaps),
        new("calendars of 50,000 RDATEs", 4, calendar).first(&[200, 400]),
        new("GPX of 200,000 routes", 4, routes).first(&[200, 400]),
        new("small pages of a map and 15 people", 60, small_page).pause(400),
        Offender::slow_reader("slow readers of a page", "/trip/{trip}"),
        Offender::slow_reader("slow readers of a shared trip", "/api/v1/shared/{share}"),
        Offender::slow_reader("slow readers of items", ITEMS),
    ]
}

/// A body that is the same for each request.
fn fixed(
    call: impl Fn() -> Call<Value> + Send + Sync + 'static,
    content_type: &'static str,
    body: String,
) -> Requests {
    Arc::new(move |_| call().body(content_type, body.as_bytes()))
}

/// The body of an itinerary of so many items.
fn items(count: usize, change: impl Fn(usize) -> Value) -> Value {
    let item = |number: usize| {
        let mut item = json!({
            "item_id": format!("i{number}"), "item_type": "destination", "index": number, "day": 1,
        });
        if let (Some(item), Value::Object(changed)) = (item.as_object_mut(), change(number)) {
            item.extend(changed);
        }
        item
    };
    json!({"trip_items": (0..count).map(item).collect::<Value>()})
}

/// So many shares of a cost.
fn shares_of(count: usize, item: usize) -> Value {
    let share = |member| json!({"memberId": format!("m{item}-{member}"), "cost": 1});
    let shares = (0..count).map(share).collect::<Value>();
    json!({"budget": {"currency": "CAD", "membersBudget": shares}})
}

/// Alternates an edit of the trip with a read of it, after setting its items.
fn edits_and_reads(accounts: &Accounts, items: Value) -> Requests {
    let set = accounts.offend(Method::PUT, ITEMS);
    let edit = accounts.offend(Method::PUT, TRIP);
    let read = accounts.offend(Method::GET, "/api/v1/trips/{trip}");
    Arc::new(move |number| match number {
        0 => set().json(&items),
        _ if number.is_multiple_of(2) => edit().json(&json!({"name": format!("Trip {number}")})),
        _ => read(),
    })
}

fn large_sums(accounts: &Accounts) -> Requests {
    edits_and_reads(accounts, items(400, |item| shares_of(100, item)))
}

fn large_trip(accounts: &Accounts) -> Requests {
    let place = json!({"destination": {"name": "Place", "description": "d".repeat(1_900)}});
    edits_and_reads(accounts, items(1_000, |_| place.clone()))
}

/// Makes the trip large, then repeats a request.
fn of_large_trip(
    accounts: &Accounts,
    call: impl Fn() -> Call<Value> + Send + Sync + 'static,
) -> Requests {
    let set = large_trip(accounts);
    Arc::new(move |number| match number {
        0 => set(0),
        _ => call(),
    })
}

fn archives(accounts: &Accounts) -> Requests {
    let get = accounts.offend(Method::GET, "/api/v1/trips/{trip}/export/zip");
    of_large_trip(accounts, get)
}

fn account_exports(accounts: &Accounts) -> Requests {
    let get = accounts.offend(Method::GET, "/api/v1/user/offender/export");
    of_large_trip(accounts, get)
}

fn copies(accounts: &Accounts) -> Requests {
    let post = accounts.offend(Method::POST, "/api/v1/trips/{trip}/copy");
    of_large_trip(accounts, move || post().json(&json!({})))
}

fn destinations(accounts: &Accounts) -> Requests {
    let put = accounts.offend(Method::PUT, TRIP);
    Arc::new(move |number| {
        let names = (0..200).map(|place| format!("Place {number} {place}"));
        put().json(&json!({"dest": names.collect::<Vec<_>>()}))
    })
}

fn han_names(accounts: &Accounts) -> Requests {
    let put = accounts.offend(Method::PUT, ITEMS);
    Arc::new(move |number| {
        let name = |item: usize| {
            let han = (0..600_u32).filter_map(|place| {
                char::from_u32(0x4e00 + (place * 7 + u32::try_from(item).ok()? * 13) % 20_000)
            });
            let name = format!("{number}{}", han.collect::<String>());
            json!({"destination": {"name": name}})
        };
        put().json(&items(1_000, name))
    })
}

fn wrong_values(accounts: &Accounts) -> Requests {
    let item = "{\"cost\":[]},";
    let items = item.repeat(8_000_000 / item.len());
    let body = format!("{{\"expenditures\":[{items}1]}}");
    fixed(accounts.offend(Method::PUT, TRIP), "application/json", body)
}

fn many_numbers(accounts: &Accounts) -> Requests {
    let missing = "/api/v1/trips/5eed0002-0000-7000-8000-000000000000/trip_items";
    let body = format!("{{\"trip_items\":[{}1]}}", "1,".repeat(4_000_000));
    let put = accounts.offend(Method::PUT, missing);
    fixed(put, "application/json", body)
}

fn many_fields(accounts: &Accounts) -> Requests {
    let post = accounts.offend(Method::POST, "/sign-out");
    let kind = "application/x-www-form-urlencoded";
    fixed(post, kind, "a&".repeat(1_000_000))
}

fn hot_trip(accounts: &Accounts) -> Requests {
    let put = accounts.offend(Method::PUT, TRIP);
    Arc::new(move |number| put().json(&json!({"name": format!("Trip {number}")})))
}

fn readiness(accounts: &Accounts) -> Requests {
    let ready = accounts.offend(Method::GET, "/readyz");
    Arc::new(move |_| ready())
}

fn guesses(accounts: &Accounts) -> Requests {
    let client = wayfare_testkit::client(accounts.honest.client.base_url());
    let guess = json!({
        "grant_type": "password", "username": "honest", "password": "a guess that is wrong",
    });
    Arc::new(move |number| {
        let address = format!("2001:db8:1:{:x}::1", number % 65_536);
        let call = client.request(Method::POST, "/api/v1/auth/token");
        call.header("x-forwarded-for", address).json(&guess)
    })
}

fn sizes(accounts: &Accounts) -> Requests {
    let read = accounts.read_openly("/api/v1/user/offender/picture");
    Arc::new(move |number| read().max_width(&(300 + number % 3_500).to_string()))
}

fn noise(accounts: &Accounts) -> Requests {
    let put = accounts.offend(Method::PUT, "/api/v1/trips/{trip}/picture");
    let get = accounts.offend(Method::GET, "/api/v1/trip/{trip}/picture");
    let picture = pictures::noise().unwrap_or_default();
    Arc::new(move |number| {
        if number.is_multiple_of(4) {
            put().file("mainImage", "picture.jpg", picture.as_slice())
        } else {
            get().max_width(&(1_000 + number % 1_000).to_string())
        }
    })
}

/// Repeats an edit, of what the service must refuse or clean.
fn formatting(accounts: &Accounts) -> Requests {
    let open: String = (0..300).map(|number| format!("<b a{number}>")).collect();
    let notes = format!("<p>{open}{}", "<p>x".repeat(24_000));
    let put = accounts.offend(Method::PUT, "/api/v1/trip/{trip}/map");
    let body = json!({"notes": notes}).to_string();
    fixed(put, "application/json", body)
}

/// Sets the items of the trip, then reads a page of it without a token.
fn page_of(accounts: &Accounts, path: &str, items: Value) -> Requests {
    let set = accounts.offend(Method::PUT, ITEMS);
    let page = accounts.read_openly(path);
    Arc::new(move |number| match number {
        0 => set().json(&items),
        _ => page(),
    })
}

fn shares(accounts: &Accounts) -> Requests {
    page_of(accounts, PAGE, items(1_000, |item| shares_of(25, item)))
}

fn costs(accounts: &Accounts) -> Requests {
    let items = items(1_000, |item| shares_of(20, item));
    page_of(accounts, "/trip/{trip}/costs", items)
}

fn gaps(accounts: &Accounts) -> Requests {
    let items = items(1_000, |item| json!({"day": 1 + 60 * item}));
    page_of(accounts, PAGE, items)
}

fn small_page(accounts: &Accounts) -> Requests {
    let share = |member: usize| {
        json!({
            "memberId": format!("m{member}"), "cost": member * member, "paidValue": 1 + member * 7
        })
    };
    let shares = (0..15).map(share).collect::<Value>();
    let places = [
        "Lisbon, Portugal",
        "Tokyo, Japan",
        "Lima, Peru",
        "Sydney, Australia",
    ];
    let change = |item: usize| {
        let place = json!({"name": places.get(item), "location": places.get(item)});
        json!({"destination": place, "budget": {"currency": "CAD", "membersBudget": shares}})
    };
    page_of(accounts, PAGE, items(places.len(), change))
}

/// Previews the import of a file.
fn preview(accounts: &Accounts, file: String) -> Requests {
    let post = accounts.offend(Method::POST, "/api/v1/imports?preview=true");
    Arc::new(move |_| post().file("file", "file", file.as_bytes()))
}

fn calendar(accounts: &Accounts) -> Requests {
    let date = |number: usize| {
        let (year, month, day) = (1800 + number / 336, 1 + number / 28 % 12, 1 + number % 28);
        format!("RDATE:{year:04}{month:02}{day:02}T000000\r\n")
    };
    let event = |number| {
        format!("BEGIN:VEVENT\r\nUID:{number}\r\nDTSTART;TZID=Z:20260501T100000\r\nEND:VEVENT\r\n")
    };
    let dates: String = (0..50_000).map(date).collect();
    let events: String = (0..1_000).map(event).collect();
    preview(
        accounts,
        format!(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\n\
                DTSTART:17990101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n\
                {dates}END:STANDARD\r\nEND:VTIMEZONE\r\n{events}END:VCALENDAR\r\n"
        ),
    )
}

fn routes(accounts: &Accounts) -> Requests {
    let route = "<rte><rtept lat=\"1\" lon=\"2\"><name>A</name></rtept></rte>".repeat(200_000);
    preview(accounts, format!("<gpx version=\"1.1\">{route}</gpx>"))
}

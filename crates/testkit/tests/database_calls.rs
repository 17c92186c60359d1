//! What a request costs PostgreSQL: every read at most two round trips, every update at most four
//! and one commit.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failed step fails the test"
)]

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use image::{ImageFormat, RgbImage};
use serde_json::{Value, json};
use wayfare_server::Which;
use wayfare_test_postgres::statements::commits;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Backend, Call, Method, TestServer};

/// The greatest number of round trips of a read, and of an update.
const READ: usize = 2;
const UPDATE: usize = 4;

/// The statements that were run, and the texts of those that are kept prepared.
#[derive(Default)]
struct Seen {
    run: Vec<String>,
    kept: BTreeSet<String>,
}

impl Seen {
    /// How often the database was waited for: for each statement, and for each that is prepared
    /// anew each time.
    fn round_trips(&self) -> usize {
        let is_prepared = |text: &String| self.kept.contains(text) || is_control(text);
        self.run
            .iter()
            .map(|text| if is_prepared(text) { 1 } else { 2 })
            .sum()
    }

    /// How often it was told to keep something: transactions, and what is written outside of them.
    fn commits(&self) -> usize {
        commits(self.run.iter().map(String::as_str))
    }
}

fn is_control(text: &str) -> bool {
    ["BEGIN", "COMMIT", "ROLLBACK"].contains(&text)
}

static SEEN: Mutex<Seen> = Mutex::new(Seen {
    run: Vec::new(),
    kept: BTreeSet::new(),
});

fn seen() -> std::sync::MutexGuard<'static, Seen> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn listen() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| match event {
        InstrumentationEvent::StartQuery { query, .. } => {
            let text = query.to_string();
            seen().run.push(
                text.split(" -- binds")
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            );
        }
        InstrumentationEvent::CacheQuery { sql, .. } => {
            seen().kept.insert(sql.to_owned());
        }
        _ => {}
    }))
}

/// A picture, another one for each number.
fn picture(number: u8) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(8, 8, image::Rgb([number * 40, 90, 3]))
        .write_to(&mut file, ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

fn data_url(number: u8) -> String {
    format!(
        "data:image/png;base64,{}",
        BASE64_STANDARD.encode(picture(number))
    )
}

/// Who asks, and for what.
struct World {
    ada: Traveller,
    /// Each has a password, and changes it once.
    newcomers: Vec<Traveller>,
    trip: String,
    /// Where a photo of the trip is shown.
    photo: String,
}

const PASSWORD: &str = "a good long one";

impl World {
    async fn new(server: &TestServer) -> Self {
        let client = server.client();
        let ada = sample::sign_up(&client, "ada").await;
        sample::sign_up(&client, "bob").await;
        let mut newcomers = Vec::new();
        for number in 0..TIMES {
            let username = format!("newcomer{number}");
            let body = json!({"name": "New", "username": username, "password": PASSWORD});
            newcomers.push(sample::sign_up_with(&client, &body).await);
        }
        let trip = sample::public_trip(&ada, "Portugal").await;
        ada.b()
            .update(&trip, &sample::full_update())
            .await
            .expect_status(200);
        let upload = ada
            .a()
            .set_pictures(&trip)
            .file("mainImage", "a.png", picture(5))
            .file("photos", "b.png", picture(6));
        let photos = upload.await.expect_status(200).value()["photos"].clone();
        let photo = photos[0]
            .as_str()
            .unwrap()
            .strip_prefix(&server.base_url())
            .unwrap()
            .to_owned();
        Self {
            ada,
            newcomers,
            trip,
            photo,
        }
    }

    /// An update as demanding as it may be; none of these is the one before.
    fn update(&self, path: &str, call: Call<Value>, number: u8) -> Call<Value> {
        let is_even = number.is_multiple_of(2);
        let members = if is_even { json!(["bob"]) } else { json!([]) };
        let mut trip = json!({"name": format!("Trip {number}"), "dest": [format!("Place {number}")], "members": members});
        match path {
            "/api/v1/user/{username}/settings" => {
                call.json(&json!({"accountLimitedDeals": is_even}))
            }
            "/api/v1/user/{username}/privacy" => call.json(&json!({"shareEmail": is_even})),
            "/api/v1/user/{username}/picture" => call.file("image", "a.png", picture(number)),
            "/api/v1/user/{username}" => {
                call.json(&json!({"description": number.to_string(), "image": data_url(number)}))
            }
            "/api/v1/auth/password" => {
                call.json(&json!({"current": PASSWORD, "password": "another long one"}))
            }
            "/api/v1/trips/{uuid}/trip_items" => {
                let mut items = sample::items();
                items["trip_items"][0]["duration"] = json!(number);
                call.json(&items)
            }
            "/api/v1/trips/{uuid}/budget" => {
                call.json(&json!({"budget": {"currency": "EUR", "totalCost": number}}))
            }
            "/api/v1/trips/{uuid}/management" => {
                call.json(&json!({"members": members, "private": false}))
            }
            "/api/v1/trips/{uuid}/picture" => call
                .file("mainImage", "a.png", picture(number))
                .file("photos", "b.png", picture(number + 3)),
            "/api/v1/trip/{uuid}/map" => call.json(&json!({"notes": format!("<p>{number}</p>")})),
            "/api/v1/trip/{uuid}" | "/api/v1/trips/{segment}" => {
                trip["img"] = json!(data_url(number));
                call.json(&trip)
            }
            _ => call,
        }
    }

    fn call(&self, method: &Method, path: &str, number: u8) -> Call<Value> {
        let who = match path {
            "/api/v1/auth/password" => &self.newcomers[usize::from(number)],
            _ => &self.ada,
        };
        let filled = path
            .replace("{uuid}", &self.trip)
            .replace("{segment}", &self.trip);
        let filled = filled.replace("{username}", &who.username);
        // A photo is shown at its signed address only.
        let filled = if path.ends_with("{picture}") {
            &self.photo
        } else {
            &filled
        };
        let call = who.client.request(method.clone(), filled);
        if *method == Method::PUT {
            self.update(path, call, number)
        } else {
            call
        }
    }
}

/// Each is asked for so often; the last time counts, when all is prepared that ever is.
const TIMES: u8 = 3;

#[tokio::test]
async fn every_read_and_update_keeps_to_its_round_trips() {
    set_default_instrumentation(listen).unwrap();
    let server = TestServer::builder()
        .backend(Backend::Postgres)
        .setting("database-pool", "1")
        .start()
        .unwrap();
    let world = World::new(&server).await;
    let document =
        |which| serde_json::to_value(wayfare_server::openapi(which)).unwrap()["paths"].take();
    let mut paths = document(Which::All);
    // Lists of somebody's trips are at a path that is Variant A's as well.
    paths
        .as_object_mut()
        .unwrap()
        .extend(document(Which::B).as_object().unwrap().clone());
    let mut faults = Vec::new();
    let mut count = 0;
    // The updates take away what there is to read.
    for (method, most) in [(Method::GET, READ), (Method::PUT, UPDATE)] {
        for (path, item) in paths.as_object().unwrap() {
            if item.get(method.as_str().to_lowercase()).is_none() {
                continue;
            }
            for number in 0..TIMES {
                seen().run.clear();
                let reply = world.call(&method, path, number).await;
                // What was there before may be what the first one says.
                let is_done =
                    (200..300).contains(&reply.status) || (number == 0 && reply.status == 304);
                assert!(is_done, "{method} {path}: {reply:?}");
            }
            let seen = seen();
            let (round_trips, commits) = (seen.round_trips(), seen.commits());
            if round_trips > most || commits > usize::from(method == Method::PUT) {
                let run = seen.run.join("\n  ");
                faults.push(format!(
                    "{method} {path}: {round_trips} round trips, {commits} commits:\n  {run}"
                ));
            }
            count += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 25, "only {count} operations were found");
}

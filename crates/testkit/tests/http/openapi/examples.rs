//! The documents' examples: a tour of the whole interface with a fixed clock, compared with them.

mod accounts;
mod lists;
mod sharing;

use std::collections::BTreeMap;
use std::{env, fs};

use serde_json::{Map, Value, json};
use time::macros::datetime;
use uuid::Uuid;
use wayfare_testkit::{Call, Client, FixedClock, Method, Reply, TestServer, sample};

/// The folder of the examples.
const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../server/src/openapi/generator/examples.json"
);
/// The environment variable that makes this test write the examples.
const RECORD: &str = "WAYFARE_RECORD_EXAMPLES";
const PASSWORD: &str = "correct horse battery";
/// The token of a share link.
const TOKEN: &str = "AZjA3gAAcACAAAAAAAAAAYxtYWMgb2YgdGhlIGlkIGFuZCBnZW5lcmF0aW9u";

/// The secret of an API key.
const KEY: &str = "m3Yk0dQ7cT1vN8xRz5bKf2HsWq9LpJ4uGtEaVoXnCiD6ZyMhB";
/// The secret of a calendar feed.
const FEED: &str = "hV3v0kq8m1bC2sXy7TzR5wLh2aFbNc8sEuJ9XvK1q3m";

/// Records requests and answers, with ids and secrets replaced by constant ones.
#[derive(Default)]
struct Recorder {
    operations: BTreeMap<String, Value>,
    problems: BTreeMap<String, Value>,
    ids: Vec<String>,
}

impl Recorder {
    /// Sends a request, and records request and answer.
    async fn call(&mut self, operation: &str, call: Call<Value>, body: Option<Value>) -> Value {
        let call = body.iter().fold(call, Call::json);
        self.sent(operation, call, body).await
    }

    async fn sent(&mut self, operation: &str, call: Call<Value>, body: Option<Value>) -> Value {
        let reply = call.await;
        assert!((200..300).contains(&reply.status), "{operation}: {reply:?}");
        let answer = serde_json::from_slice::<Value>(&reply.body).ok();
        let mut exchange = Map::new();
        exchange.extend(body.map(|body| ("request".to_owned(), self.tidy(&body))));
        exchange.extend(
            answer
                .as_ref()
                .map(|answer| ("answer".to_owned(), self.tidy(answer))),
        );
        self.operations
            .insert(operation.to_owned(), exchange.into());
        answer.unwrap_or_default()
    }

    /// Records an error answer.
    fn problem(&mut self, name: &str, reply: &Reply<Value>) {
        let body = serde_json::from_slice(&reply.body).unwrap();
        let body = self.tidy(&body);
        self.problems.insert(name.to_owned(), body);
    }

    fn tidy(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.tidy_text(text).into(),
            Value::Array(elements) => elements.iter().map(|element| self.tidy(element)).collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| match name.as_str() {
                    "access_token" => (
                        name.clone(),
                        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl".into(),
                    ),
                    "refresh_token" => (name.clone(), "9XvK1q3mQ0dG7yTzR5wLh2aFbNc8sEuJ".into()),
                    _ => (name.clone(), self.tidy(value)),
                })
                .collect::<Map<_, _>>()
                .into(),
            other => other.clone(),
        }
    }

    /// Numbers the ids in the order in which they appear, and leaves signatures out.
    fn tidy_text(&mut self, text: &str) -> String {
        let mut tidied = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let id = rest
                .get(..36)
                .filter(|id| id.as_bytes()[8] == b'-' && Uuid::try_parse(id).is_ok());
            if let Some(id) = id {
                let place = self
                    .ids
                    .iter()
                    .position(|known| known == id)
                    .unwrap_or_else(|| {
                        self.ids.push(id.to_owned());
                        self.ids.len() - 1
                    });
                tidied.push_str(&format!("0198c0de-0000-7000-8000-{:012}", place + 1));
                rest = &rest[36..];
            } else {
                tidied.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        if let Some(id) = tidied
            .strip_prefix("wayfare_")
            .and_then(|key| key.get(..36))
        {
            return format!("wayfare_{id}_{KEY}");
        }
        for page in ["/s/", "/join/"] {
            if let Some((before, _)) = tidied.split_once(page) {
                return format!("{before}{page}{TOKEN}");
            }
        }
        if let Some((before, _)) = tidied.split_once("/feeds/") {
            return format!("{before}/feeds/{FEED}.ics");
        }
        match tidied.split_once("signature=") {
            Some((before, _)) => format!("{before}signature=c2lnbmF0dXJl"),
            None => tidied,
        }
    }
}

fn api(client: &Client, method: Method, path: &str) -> Call<Value> {
    client.request(method, &format!("/api/v1{path}"))
}

/// A picture.
async fn picture(nobody: &Client) -> Vec<u8> {
    api(nobody, Method::GET, "/trip/default/picture")
        .max_width("64")
        .await
        .expect_status(200)
        .body
}

async fn trips(tour: &mut Recorder, nobody: &Client, ada: &sample::Traveller) -> String {
    let client = &ada.client;
    let ben = sample::sign_up(nobody, "ben").await;
    let body =
        json!({"name": "A week in Lisbon", "date": {"start": 1_780_272_000, "end": 1_780_790_400}});
    let trip = tour
        .call(
            "createTripB",
            api(client, Method::POST, "/trip"),
            Some(body),
        )
        .await;
    let trip = trip["uuid"].as_str().unwrap().to_owned();
    sample::add_members(ada, &trip, &[&ben]).await;
    // Whoever has no Ben can send it as it stands.
    let body = json!({"private": false});
    tour.call(
        "manageTrip",
        api(client, Method::PUT, &format!("/trips/{trip}/management")),
        Some(body),
    )
    .await;
    tour.call(
        "updateTripB",
        api(client, Method::PUT, &format!("/trip/{trip}")),
        Some(sample::full_update()),
    )
    .await;
    let path = format!("/trips/{trip}/trip_items");
    tour.call(
        "updateTripItems",
        api(client, Method::PUT, &path),
        Some(sample::items()),
    )
    .await;
    let budget = json!({"currency": "CAD", "category": "Accommodation", "membersBudget": [
        sample::member_budget("ada", &json!(240.5), &json!(480.25))]});
    let path = format!("/trips/{trip}/budget");
    tour.call(
        "updateTripBudget",
        api(client, Method::PUT, &path),
        Some(json!({"budget": budget})),
    )
    .await;
    tour.call(
        "updateMap",
        api(client, Method::PUT, &format!("/trip/{trip}/map")),
        Some(sample::map()),
    )
    .await;
    let call = api(client, Method::PUT, &format!("/trips/{trip}/picture"));
    let call = call.file("mainImage", "lisbon.jpg", picture(nobody).await);
    tour.sent("putTripPictures", call, None).await;
    let body = json!({"todo": ["Passports", "Insurance", "Book the tram"]});
    tour.call(
        "updateTripA",
        api(client, Method::PUT, &format!("/trips/{trip}")),
        Some(body),
    )
    .await;
    for (operation, path) in [
        ("getTripA", format!("/trips/{trip}")),
        ("getTripItems", format!("/trips/{trip}/trip_items")),
        ("getTripBudget", format!("/trips/{trip}/budget")),
        ("getTripPictures", format!("/trips/{trip}/picture")),
        ("listTripPagesA", "/trips/paginated".to_owned()),
        ("listTrips", "/trips".to_owned()),
        ("listTripsOfUser", "/trips/ada".to_owned()),
        ("getTripB", format!("/trip/{trip}")),
        ("getMap", format!("/trip/{trip}/map")),
        ("getTimeline", format!("/trip/{trip}/timeline")),
    ] {
        tour.call(operation, api(client, Method::GET, &path), None)
            .await;
    }
    tour.call(
        "listTripsA",
        api(client, Method::GET, "/trips").variant("a"),
        None,
    )
    .await;
    tour.call(
        "listTripsB",
        api(client, Method::GET, "/trips").variant("b"),
        None,
    )
    .await;
    one_item(tour, client, &trip).await;
    let body =
        json!({"name": "Porto", "budget": {"lo": 800, "hi": 1_200.5}, "baseCurrency": "EUR"});
    tour.call(
        "createTripA",
        api(client, Method::POST, "/trips"),
        Some(body),
    )
    .await;
    trip
}

async fn one_item(tour: &mut Recorder, client: &Client, trip: &str) {
    let items = format!("/trips/{trip}/trip_items");
    let item = format!("{items}/sintra");
    let body = json!({
        "item_id": "sintra", "item_type": "destination", "day": 1,
        "destination": {"name": "Sintra", "location": "Sintra, Portugal", "description": "Palaces"},
    });
    let call = |method, path: &str| api(client, method, path);
    tour.call("addTripItem", call(Method::POST, &items), Some(body))
        .await;
    tour.call("getTripItem", call(Method::GET, &item), None)
        .await;
    let body = json!({"start_time": "2026-05-01T17:00:00Z", "duration": 7_200});
    tour.call("updateTripItem", call(Method::PUT, &item), Some(body))
        .await;
    let to = format!("{item}/move");
    let body = json!({"day": 2, "index": 0});
    tour.call("moveTripItem", call(Method::POST, &to), Some(body))
        .await;
    let place = format!("{item}/place");
    let body = json!({"latitude": 38.7876, "longitude": -9.3905, "name": "Pena Palace"});
    tour.call("setTripItemPlace", call(Method::PUT, &place), Some(body))
        .await;
    tour.call("deleteTripItemPlace", call(Method::DELETE, &place), None)
        .await;
    let suggest = format!("/places?q=cas&trip={trip}");
    tour.call("getPlaces", call(Method::GET, &suggest), None)
        .await;
    tour.call("deleteTripItem", call(Method::DELETE, &item), None)
        .await;
    let path = format!("/trips/{trip}/shift");
    let body = json!({"days": 7});
    tour.call("shiftTrip", call(Method::POST, &path), Some(body))
        .await;
}

async fn lists_and_copies(tour: &mut Recorder, client: &Client, trip: &str) {
    let call = |method, path: &str| api(client, method, path);
    let lists = format!("/trips/{trip}/lists");
    let body = json!({"lists": [
        {"id": "leaving", "name": "Before leaving", "entries": [
            {"id": "passports", "text": "Renew the passports", "done": true, "by": "ada"},
            {"id": "plants", "text": "Water the plants", "done": false},
        ]},
    ]});
    tour.call("updateTripLists", call(Method::PUT, &lists), Some(body))
        .await;
    tour.call("getTripLists", call(Method::GET, &lists), None)
        .await;
    let copy = format!("/trips/{trip}/copy");
    let body = json!({"name": "Portugal again", "start": "2027-05-01", "with": ["costs", "lists"]});
    tour.call("copyTrip", call(Method::POST, &copy), Some(body))
        .await;
}

async fn settling(tour: &mut Recorder, ada: &sample::Traveller, trip: &str) {
    let client = &ada.client;
    let path = format!("/trips/{trip}/settlements");
    let body =
        json!({"from": "ben", "to": "ada", "amount": 20, "note": "Cash", "date": "2026-03-31"});
    let recorded = tour
        .call(
            "recordSettlement",
            api(client, Method::POST, &path),
            Some(body),
        )
        .await;
    let one = format!("{path}/{}", recorded["id"].as_str().unwrap());
    for (operation, path) in [
        ("getSettlement", format!("/trips/{trip}/settlement")),
        ("listSettlements", path),
        ("getRecordedSettlement", one.clone()),
        ("getRates", "/rates?base=CAD&date=2026-04-01".to_owned()),
    ] {
        tour.call(operation, api(client, Method::GET, &path), None)
            .await;
    }
    let delete = api(client, Method::DELETE, &one);
    tour.call("deleteSettlement", delete, None).await;
}

async fn refusals(tour: &mut Recorder, nobody: &Client, ada: &sample::Traveller, trip: &str) {
    let put = |path: &str| api(&ada.client, Method::PUT, path);
    let trip = format!("/trip/{trip}");
    let wrong = json!({"name": "", "todo": ["Passports", 7], "date": {"start": null}});
    tour.problem(
        "BadRequest",
        &put(&trip).json(&wrong).await.expect_status(400),
    );
    tour.problem(
        "Unauthorized",
        &api(nobody, Method::GET, "/user").await.expect_status(401),
    );
    let taken = json!({"name": "Ada", "username": "ADA"});
    let taken = api(nobody, Method::POST, "/user").json(&taken).await;
    let taken = taken.expect_status(403);
    for name in ["UsernameTaken", "NoSignUp"] {
        tour.problem(name, &taken);
    }
    let settings = [
        ("passwords", "off"),
        ("oidc-issuer", "https://accounts.example.org"),
        ("oidc-client-id", "wayfare"),
    ];
    let builder = settings
        .into_iter()
        .fold(TestServer::builder(), |builder, (flag, value)| {
            builder.setting(flag, value)
        });
    let without_passwords = builder.start().unwrap();
    let grant = json!({"grant_type": "password", "username": "ada", "password": "is refused"});
    let refused = api(&without_passwords.client(), Method::POST, "/auth/token").json(&grant);
    tour.problem("NoPasswords", &refused.await.expect_status(403));
    let nowhere = "0198c0de-0000-7000-8000-00000000ffff";
    let missing = |path: String| api(&ada.client, Method::GET, &path);
    tour.problem(
        "NotFound",
        &missing(format!("/trip/{nowhere}")).await.expect_status(404),
    );
    tour.problem(
        "NoPicture",
        &missing(format!("/trip/{nowhere}/picture"))
            .await
            .expect_status(403),
    );
    let late = put(&trip)
        .if_match("\"1-x\"")
        .json(&json!({"name": "Too late"}));
    tour.problem("VersionMismatch", &late.await.expect_status(412));
    tour.problem(
        "UnsupportedMediaType",
        &put(&trip)
            .body("text/plain", "name")
            .await
            .expect_status(415),
    );
    let large = json!({"name": "x".repeat(2 << 20), "username": "x"});
    tour.problem(
        "TooLarge",
        &api(nobody, Method::POST, "/user")
            .json(&large)
            .await
            .expect_status(413),
    );
}

async fn ends(tour: &mut Recorder, nobody: &Client, ada: &sample::Traveller) {
    let body = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let tokens = api(nobody, Method::POST, "/auth/token")
        .json(&body)
        .await
        .json();
    let body = json!({"refresh_token": tokens["refresh_token"]});
    tour.call(
        "revokeTokens",
        api(nobody, Method::POST, "/auth/revoke"),
        Some(body),
    )
    .await;
    let body = json!({"current": PASSWORD, "password": "a better one by far"});
    tour.call(
        "setPassword",
        api(&ada.client, Method::PUT, "/auth/password"),
        Some(body),
    )
    .await;
}

#[tokio::test]
async fn documented_examples_match_the_answers() {
    let clock = FixedClock::at(datetime!(2026-04-01 08:00 UTC));
    let server = TestServer::builder()
        .clock(clock)
        .setting("base-url", "http://127.0.0.1:8080")
        .start()
        .unwrap();
    // Before anybody needs rates, so that the first who does finds them.
    let rates = "Date,USD,JPY,CAD,\n2026-03-31,1.0815,162.74,1.5533,\n";
    server.import_rates(rates).unwrap();
    let nobody = server.client();
    let mut tour = Recorder::default();
    let ada = accounts::users(&mut tour, &nobody).await;
    let trip = trips(&mut tour, &nobody, &ada).await;
    settling(&mut tour, &ada, &trip).await;
    lists_and_copies(&mut tour, &ada.client, &trip).await;
    sharing::links(&mut tour, &ada, &trip).await;
    sharing::people(&mut tour, (&ada, &nobody), &trip).await;
    sharing::files(&mut tour, &ada, &trip).await;
    lists::lists(&mut tour, (&ada, &nobody), &trip).await;
    refusals(&mut tour, &nobody, &ada, &trip).await;
    sharing::keys(&mut tour, &ada, &trip).await;
    ends(&mut tour, &nobody, &ada).await;
    let Recorder {
        operations,
        problems,
        ..
    } = tour;
    let text =
        serde_json::to_string_pretty(&json!({"operations": operations, "problems": problems}))
            .unwrap()
            + "\n";
    if env::var_os(RECORD).is_some() {
        fs::write(FILE, text).unwrap();
        return;
    }
    let kept: Value = serde_json::from_str(&fs::read_to_string(FILE).unwrap()).unwrap();
    let told: Value = serde_json::from_str(&text).unwrap();
    for (operation, exchange) in told["operations"].as_object().unwrap() {
        assert_eq!(
            &kept["operations"][operation], exchange,
            "{operation}: run cargo xtask openapi"
        );
    }
    assert_eq!(kept, told, "run cargo xtask openapi");
}

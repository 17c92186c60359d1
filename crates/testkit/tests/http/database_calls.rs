//! Every read costs PostgreSQL at most two round trips, and commits nothing; an edit of a trip's
//! content costs two, a form of a page at most six, one of them for its idempotency key, and the
//! page after it two.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use image::{ImageFormat, RgbImage};
use serde_json::Value;
use wayfare_server::Which;
use wayfare_test_postgres::statements::commits;
use wayfare_test_postgres::{Database, shared};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Call, Method, TestServer};

use crate::pages::visitor::Visitor;

/// The greatest number of round trips of a read.
const MAX_ROUND_TRIPS: usize = 2;
/// The greatest number of round trips of a form.
const MAX_FORM_ROUND_TRIPS: usize = 6;
/// The greatest number of round trips of a view of a trip: session and account, trip. That of the
/// people also reads the share links and the invitations, which its owner sees, and whether there
/// is a calendar link to end.
const VIEWS: [(&str, usize); 6] = [
    ("", 2),
    ("/map", 2),
    ("/costs", 2),
    ("/lists", 2),
    ("/photos", 2),
    ("/people", 5),
];
/// The number of requests to each route. The last one counts, when all statements are prepared.
const REQUESTS: usize = 3;

/// The start of the databases' names, by which they are told from those of other tests.
const DATABASE: &str = "database_calls";

/// The statements that were executed, and those that stay prepared.
#[derive(Default)]
struct Executed {
    statements: Vec<String>,
    prepared: BTreeSet<String>,
}

impl Executed {
    /// The number of round trips: one for each statement, or for several that are sent together,
    /// and one more if it is prepared each time.
    fn round_trips(&self) -> usize {
        let is_plain = |text: &String| text.ends_with(';') || is_control(text);
        let is_prepared = |text: &String| self.prepared.contains(text) || is_plain(text);
        self.statements
            .iter()
            .map(|text| if is_prepared(text) { 1 } else { 2 })
            .sum()
    }

    /// The number of commits: of transactions, and of writes outside of them.
    fn commits(&self) -> usize {
        commits(self.statements.iter().map(String::as_str))
    }
}

fn is_control(text: &str) -> bool {
    ["BEGIN", "COMMIT", "ROLLBACK"].contains(&text)
}

static EXECUTED: Mutex<Executed> = Mutex::new(Executed {
    statements: Vec::new(),
    prepared: BTreeSet::new(),
});

fn executed() -> std::sync::MutexGuard<'static, Executed> {
    EXECUTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the statements of each connection, without the transactions that delete old idempotency
/// keys: some requests begin one in the background, which runs then or beside a later request.
fn instrumentation() -> Option<Box<dyn Instrumentation>> {
    let mut is_watched = false;
    let mut is_pruning = false;
    Some(Box::new(
        move |event: InstrumentationEvent<'_>| match event {
            InstrumentationEvent::StartEstablishConnection { url, .. } => {
                is_watched = url.contains(DATABASE);
            }
            InstrumentationEvent::StartQuery { query, .. } if is_watched => {
                let text = query.to_string();
                let text = text.split(" -- binds").next().unwrap_or_default();
                let mut executed = executed();
                if text.starts_with("DELETE FROM idempotency_keys WHERE user_id") {
                    is_pruning = true;
                    executed.statements.pop_if(|last| last == "BEGIN");
                }
                // A server looks for deleted accounts every few seconds.
                let is_poll = text.contains("\"account_deletions\".\"request_id\"");
                if !is_pruning && !is_poll {
                    executed.statements.push(text.to_owned());
                }
                is_pruning &= !is_control(text);
            }
            InstrumentationEvent::CacheQuery { sql, .. } if is_watched => {
                executed().prepared.insert(sql.to_owned());
            }
            _ => {}
        },
    ))
}

/// A picture, another one for each number.
fn picture(number: u8) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(8, 8, image::Rgb([number * 40, 90, 3]))
        .write_to(&mut file, ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

/// A user and a trip with pictures.
struct World {
    ada: Traveller,
    trip: String,
    /// An item of its itinerary.
    item: String,
    /// A settlement recorded on it.
    settlement: String,
    /// The secret of a calendar feed of it.
    feed: String,
    /// The token of a share link of the trip.
    token: String,
    /// The token of an invitation to the trip.
    invitation: String,
    /// A party of the trip without an account.
    party: String,
    /// The signed path of a photo of the trip.
    photo: String,
    /// The signed path of a photo that the share link shows.
    shared_photo: String,
    /// The ids of what else there is, by the parameter that they stand for.
    ids: [(&'static str, String); 5],
}

impl World {
    async fn new(server: &TestServer) -> Self {
        server
            .import_rates("date,base,currency,rate\n2026-01-02,EUR,CAD,1.5\n")
            .unwrap();
        let client = server.client();
        let ada = sample::sign_up(&client, "ada").await;
        let bob = sample::sign_up(&client, "bob").await;
        let trip = sample::public_trip(&ada, "Portugal").await;
        ada.b()
            .update(&trip, &sample::full_update())
            .await
            .expect_status(200);
        sample::add_members(&ada, &trip, &[&bob]).await;
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
        let link = ada
            .extensions()
            .create_share_link(&trip, &serde_json::json!({}));
        let link = link.await.json();
        let token = link.url.rsplit('/').next().unwrap().to_owned();
        let shared = ada.extensions().shared(&token).await.value();
        let shared_photo = shared["photos"][0]
            .as_str()
            .unwrap()
            .strip_prefix(&server.base_url())
            .unwrap()
            .to_owned();
        let items = format!("/api/v1/trips/{trip}/trip_items");
        let walk = serde_json::json!({"item_type": "walk"});
        let added: Call<Value> = ada.client.request(Method::POST, &items).json(&walk);
        let item = added.await.expect_status(201).value()["item_id"]
            .as_str()
            .unwrap()
            .to_owned();
        let settlement = serde_json::json!({"from": "bob", "to": "ada", "amount": 1});
        let recorded = ada.extensions().record_settlement(&trip, &settlement);
        let settlement = recorded.await.expect_status(201).value()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let invited = serde_json::json!({});
        let invited = ada.extensions().create_invitation(&trip, &invited).await;
        let invited = invited.json();
        let invitation = invited.url.rsplit('/').next().unwrap().to_owned();
        let key = serde_json::json!({"name": "Script", "scope": "read"});
        let key = ada.users().create_key("ada", &key).await.json().id;
        let pictures = ada.extensions().pictures(&trip).await.json();
        let party = serde_json::json!({"name": "Grandma"});
        let party = ada.extensions().add_party(&trip, &party).await.value();
        let party = party["memberId"].as_str().unwrap().to_owned();
        let feed = ada.extensions().open_trip_feed(&trip).await.json().url;
        let feed = feed.rsplit(['/', '.']).nth(1).unwrap().to_owned();
        let file = ada.extensions().add_file(&trip);
        let file = file.file("file", "a.txt", "Seat 41").await.json();
        Self {
            ada,
            trip,
            feed,
            item,
            settlement,
            token,
            invitation,
            party,
            photo,
            shared_photo,
            ids: [
                ("{link}", link.id),
                ("{invitation}", invited.id),
                ("{key}", key),
                ("{picture}", pictures[0].id.clone()),
                ("{file}", file.id),
            ],
        }
    }

    fn get(&self, path: &str) -> Call<Value> {
        let token = match path.starts_with("/api/v1/invitations/") {
            true => &self.invitation,
            false => &self.token,
        };
        let filled = path
            .replace("/places", "/places?q=lisb")
            .replace("{uuid}", &self.trip)
            .replace("{item_id}", &self.item)
            .replace("{settlement}", &self.settlement)
            .replace("{format}", "ics")
            .replace("{secret}", &self.feed)
            .replace("{token}", token)
            .replace("{member}", &self.party)
            .replace("{username}", &self.ada.username);
        let ids = self.ids.iter();
        let filled = ids.fold(filled, |filled, (name, id)| filled.replace(name, id));
        // Photos are served at their signed addresses only.
        let path = if path.contains("/shared-pictures/") {
            &self.shared_photo
        } else if path.ends_with("/picture/{picture}") {
            &self.photo
        } else {
            &filled
        };
        // The events of a trip have no end.
        let method = if path.ends_with("/events") {
            Method::HEAD
        } else {
            Method::GET
        };
        self.ada.client.request(method, path)
    }
}

/// The paths of all reads, as the OpenAPI documents name them.
fn reads() -> Vec<String> {
    let document = |which| {
        let document = wayfare_server::openapi(which);
        serde_json::from_str::<Value>(document).unwrap()["paths"].take()
    };
    let mut paths = document(Which::All);
    // Variant B's list of a user's trips has the path of a trip in Variant A.
    paths
        .as_object_mut()
        .unwrap()
        .extend(document(Which::B).as_object().unwrap().clone());
    let paths = paths.as_object().unwrap().iter();
    let reads = paths.filter(|(_, operations)| operations.get("get").is_some());
    reads.map(|(path, _)| path.clone()).collect()
}

fn server(database: &Database, trip_cache: &str) -> TestServer {
    TestServer::builder()
        .setting("database-url", database.url())
        .setting("database-pool", "1")
        .setting("trip-cache", trip_cache)
        .start()
        .unwrap()
}

/// One test, since all connections of a process share the instrumentation.
#[tokio::test]
async fn reads_call_the_database_no_more_than_they_must_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    set_default_instrumentation(instrumentation).unwrap();
    every_read_takes_at_most_two_round_trips().await;
    every_form_takes_at_most_six_round_trips().await;
    every_edit_takes_no_more_round_trips_than_it_must().await;
    overviews_are_read_without_itinerary_and_map().await;
}

async fn every_read_takes_at_most_two_round_trips() {
    let database = shared().unwrap().create_database(DATABASE).unwrap();
    let server = server(&database, "24");
    let world = World::new(&server).await;
    let mut faults = Vec::new();
    let reads = reads();
    assert!(reads.len() >= 20, "only {} reads were found", reads.len());
    for path in reads {
        for _ in 0..REQUESTS {
            executed().statements.clear();
            let reply = world.get(&path).await;
            assert!((200..300).contains(&reply.status), "{path}: {reply:?}");
        }
        let executed = executed();
        let (round_trips, commits) = (executed.round_trips(), executed.commits());
        // The share link comes first. An export of an account reads the account with its picture,
        // then one trip after the other with its pictures.
        let limit = match &*path {
            "/api/v1/user/{username}/export" => 5,
            path => MAX_ROUND_TRIPS + usize::from(path.contains("/shared")),
        };
        if round_trips > limit || commits > 0 {
            let statements = executed.statements.join("\n  ");
            faults.push(format!(
                "{path}: {round_trips} round trips, {commits} commits:\n  {statements}"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Forms of a trip's page: the path below it, and what is typed. `{n}` differs each time.
const FORMS: [(&str, &[(&str, &str)]); 8] = [
    (
        "/items/new",
        &[("name", "Stop {n}"), ("kind", "destination"), ("day", "1")],
    ),
    ("/lists", &[("text", "Pack {n}")]),
    ("/places", &[("name", "Place {n}")]),
    ("/locations/new", &[("title", "Location {n}")]),
    ("/notes", &[("notes", "Notes {n}")]),
    ("/budget", &[("total", "1{n}")]),
    ("/expenses/new", &[("name", "Fuel"), ("total", "1{n}")]),
    ("/settings", &[("name", "Portugal {n}")]),
];

async fn every_form_takes_at_most_six_round_trips() {
    let database = shared().unwrap().create_database(DATABASE).unwrap();
    let server = server(&database, "24");
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let token = ada.get("/trips/new").await.field("form_token");
    let created = ada.post("/trips", &token, &[("name", "Portugal")]).await;
    let trip = created.reply.headers["location"].to_str().unwrap();
    let trip = trip.split('?').next().unwrap();
    let mut faults = Vec::new();
    for (path, fields) in FORMS {
        for number in 0..REQUESTS {
            let typed = fields.iter();
            let typed: Vec<(&str, String)> = typed
                .map(|(name, value)| (*name, value.replace("{n}", &number.to_string())))
                .collect();
            let mut typed: Vec<(&str, &str)> = typed.iter().map(|(n, v)| (*n, &**v)).collect();
            let page = ada.get(trip).await;
            let (token, key) = (page.field("form_token"), page.field("form_key"));
            typed.push(("form_key", &key));
            executed().statements.clear();
            let page = ada.post(&format!("{trip}{path}"), &token, &typed).await;
            assert_eq!(page.status(), 303, "{path}: {}", page.text);
        }
        check(path, MAX_FORM_ROUND_TRIPS, &mut faults);
        for (view, limit) in VIEWS {
            executed().statements.clear();
            ada.get(&format!("{trip}{view}")).await;
            check(&format!("{trip}{view} after it"), limit, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Adds a fault if what was executed took more round trips than that.
fn check(what: &str, limit: usize, faults: &mut Vec<String>) {
    let mut executed = executed();
    // A transaction may just have begun in the background.
    executed.statements.pop_if(|last| last == "BEGIN");
    let round_trips = executed.round_trips();
    if round_trips > limit {
        let statements = executed.statements.join("\n  ");
        faults.push(format!(
            "{what}: {round_trips} round trips:\n  {statements}"
        ));
    }
}

/// Bodies of edits of a trip, which change something each time, and their round trips: of content
/// the look-up and the UPDATE; of members besides a transaction, and for who joins the look-up of
/// the account, the lock of theirs and of the caller's, and the number of trips.
const EDITS: [(&str, usize); 4] = [
    (r#"{"desc": "Text"}"#, 2),
    (r#"{"members": ["ada", "carl"]}"#, 8),
    (r#"{"members": ["ada", "bob"]}"#, 9),
    (r#"{"members": ["ada"]}"#, 5),
];

async fn every_edit_takes_no_more_round_trips_than_it_must() {
    let database = shared().unwrap().create_database(DATABASE).unwrap();
    let server = server(&database, "24");
    let World { ada, trip, .. } = World::new(&server).await;
    sample::sign_up(&server.client(), "carl").await;
    let mut faults = Vec::new();
    for number in 0..REQUESTS {
        for (body, limit) in EDITS {
            let body = body.replace("Text", &format!("Text {number}"));
            let body: Value = serde_json::from_str(&body).unwrap();
            executed().statements.clear();
            ada.b().update(&trip, &body).await.expect_status(200);
            if number == REQUESTS - 1 {
                check(&body.to_string(), limit, &mut faults);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The reads of a trip whose answers show nothing of its itinerary and its map.
const OVERVIEWS: [&str; 13] = [
    "/api/v1/trip/{uuid}",
    "/api/v1/trip/{uuid}/picture",
    "/api/v1/trips/{uuid}/budget",
    "/api/v1/trips/{uuid}/events",
    "/api/v1/trips/{uuid}/picture",
    "/api/v1/trips/{uuid}/pictures",
    "/api/v1/trips/{uuid}/pictures/{picture}",
    "/api/v1/trips/{uuid}/rates",
    "/api/v1/trips/{uuid}/roles",
    "/api/v1/trips/{uuid}/settlements",
    "/api/v1/trips/{uuid}/settlements/{settlement}",
    "/api/v1/trips/{uuid}/share-links",
    "/api/v1/trips/{uuid}/share-links/{link}",
];

async fn overviews_are_read_without_itinerary_and_map() {
    let database = shared().unwrap().create_database(DATABASE).unwrap();
    let server = server(&database, "0");
    let world = World::new(&server).await;
    let (mut overviews, mut others) = (0, 0);
    for path in reads() {
        executed().statements.clear();
        let reply = world.get(&path).await;
        assert!((200..300).contains(&reply.status), "{path}: {reply:?}");
        let executed = executed();
        let is_whole = |text: &String| text.contains("itinerary") || text.contains("\"map\"");
        let whole = executed.statements.iter().find(|text| is_whole(text));
        if OVERVIEWS.contains(&path.as_str()) {
            assert_eq!(whole, None, "{path}");
            let is_of_trips = |text: &String| text.contains("\"plan\"");
            assert!(executed.statements.iter().any(is_of_trips), "{path}");
            overviews += 1;
        } else {
            others += usize::from(whole.is_some());
        }
    }
    assert_eq!(overviews, OVERVIEWS.len());
    assert!(others >= 5, "only {others} reads of whole trips");
}

//! `GET /trips/{uuid}/events` (docs/interface.md, "Events"), and the same for pages.

use std::time::{Duration, Instant};

use reqwest::Response;
use serde_json::{Value, json};
use time::macros::datetime;
use tokio::time::{sleep, timeout};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite};

use crate::bytes::ask_without_reading;
use crate::cast::{Cast, NO_TRIP};
use crate::pages::visitor::Visitor;

both!(
    tells_the_present_version_and_each_change,
    ends_with_the_right_to_read,
    ends_with_the_token,
    servers_of_one_database_see_each_others_changes,
    pages_have_the_events_of_their_session,
);
on_sqlite!(
    leaves_out_what_is_known,
    leaves_out_what_was_replaced,
    ends_when_the_token_expires,
    bounds_the_streams_of_an_account,
    readers_that_never_read_hold_nobody_up,
    has_the_headers_of_a_stream,
    is_refused_as_a_read_is,
    the_client_comes_back_by_itself,
);

/// In what time an event is seen; a busy machine gets another second.
const SOON: Duration = Duration::from_secs(3);
/// In what time no event is seen that there is not: longer than between two polls.
const QUIET: Duration = Duration::from_millis(1_600);

const PASSWORD: &str = "correct horse battery";

/// An open stream.
pub(crate) struct Events {
    answer: Response,
    text: String,
}

/// An event: its name, and the version if it has one.
pub(crate) type Event = (String, Option<i64>);

pub(crate) fn changed(version: i64) -> Event {
    ("trip".to_owned(), Some(version))
}

pub(crate) fn gone() -> Event {
    ("gone".to_owned(), None)
}

/// Asks for a path, with these headers.
async fn ask(url: String, headers: &[(&str, &str)]) -> Response {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.get(url);
    let headers = headers.iter();
    let request = headers.fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    request.send().await.unwrap()
}

impl Events {
    async fn open(url: String, headers: &[(&str, &str)]) -> Self {
        let answer = ask(url, headers).await;
        assert_eq!(answer.status(), 200);
        Self {
            answer,
            text: String::new(),
        }
    }

    /// The stream of a trip for somebody who knows a version, if any.
    pub(crate) async fn of(user: &Traveller, trip: &str, known: &str) -> Self {
        let bearer = format!("Bearer {}", user.token);
        let mut headers = vec![("authorization", bearer.as_str())];
        if !known.is_empty() {
            headers.push(("last-event-id", known));
        }
        Self::open(url_of(user, trip), &headers).await
    }

    /// The next event; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                // Some readers take a block without data for an event.
                return Some(event(&block));
            }
            let bytes = self.answer.chunk().await.unwrap()?;
            self.text += std::str::from_utf8(&bytes).unwrap();
        }
    }

    /// The next event, which comes soon.
    pub(crate) async fn soon(&mut self) -> Option<Event> {
        timeout(SOON, self.next()).await.unwrap()
    }

    /// Waits as long as an event would take.
    async fn assert_quiet(&mut self) {
        let event = timeout(QUIET, self.next()).await;
        assert!(event.is_err(), "{event:?}");
    }

    async fn assert_gone(&mut self) {
        assert_eq!(self.soon().await, Some(gone()));
        assert_eq!(self.soon().await, None);
    }
}

fn url_of(user: &Traveller, trip: &str) -> String {
    format!("{}/api/v1/trips/{trip}/events", user.client.base_url())
}

/// The event of a block of lines, which may have comments, too.
fn event(block: &str) -> Event {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
    let name = field("event: ")
        .unwrap_or_else(|| panic!("{block}"))
        .to_owned();
    let data: Value = serde_json::from_str(field("data: ").unwrap()).unwrap();
    let version = data["version"].as_i64();
    let id = field("id: ").map(|id| id.parse().unwrap());
    assert_eq!(id, version, "{block}");
    let fields = data.as_object().unwrap().len();
    assert_eq!(fields, usize::from(version.is_some()), "no content travels");
    (name, version)
}

async fn describe(user: &Traveller, trip: &str, text: &str) {
    let update = json!({"desc": text});
    user.b().update(trip, &update).await.expect_status(200);
}

async fn tells_the_present_version_and_each_change(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let [mut ada, mut bob] = [
        Events::of(&cast.ada, &trip, "").await,
        Events::of(&cast.bob, &trip, "").await,
    ];
    // Bob was added by the second version.
    assert_eq!(ada.soon().await, Some(changed(2)));
    assert_eq!(bob.soon().await, Some(changed(2)));
    for (version, editor) in [(3, &cast.bob), (4, &cast.ada)] {
        describe(editor, &trip, &format!("Version {version}")).await;
        assert_eq!(ada.soon().await, Some(changed(version)));
        assert_eq!(bob.soon().await, Some(changed(version)));
    }
    // A trip of their own changes nothing of this one.
    sample::trip(&cast.ada, "Other").await;
    ada.assert_quiet().await;
}

async fn leaves_out_what_is_known(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    for known in ["1", "17", "", "nonsense", "-1", "2x"] {
        let mut events = Events::of(&cast.ada, &trip, known).await;
        assert_eq!(events.soon().await, Some(changed(2)), "{known}");
    }
    let mut events = Events::of(&cast.ada, &trip, "2").await;
    events.assert_quiet().await;
    describe(&cast.bob, &trip, "Changed").await;
    assert_eq!(events.soon().await, Some(changed(3)));
}

async fn leaves_out_what_was_replaced(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let mut events = Events::of(&cast.ada, &trip, "2").await;
    for number in 0..60 {
        describe(&cast.bob, &trip, &format!("Text {number}")).await;
    }
    let mut seen = vec![2];
    while seen.last() != Some(&62) {
        let (name, version) = events.soon().await.unwrap();
        assert_eq!(name, "trip");
        assert!(version > seen.last().copied(), "{version:?} after {seen:?}");
        seen.extend(version);
    }
    assert!(seen.len() < 30, "{seen:?}");
    events.assert_quiet().await;
}

async fn ends_with_the_right_to_read(server: TestServer) {
    let cast = Cast::of(&server).await;
    let Cast { ada, bob, eve, .. } = &cast;
    let private = cast.trip(true).await;
    let mut events = Events::of(bob, &private, "2").await;
    let mut own = Events::of(ada, &private, "2").await;
    let people = json!({"members": ["ada"]});
    ada.a().manage(&private, &people).await.expect_status(200);
    events.assert_gone().await;
    assert_eq!(own.soon().await, Some(changed(3)));
    assert_eq!(ask_for(bob, &private).await, 404);

    let public = cast.trip(false).await;
    let mut outside = Events::of(eve, &public, "2").await;
    let mut inside = Events::of(bob, &public, "2").await;
    ada.b()
        .update(&public, &json!({"private": true}))
        .await
        .expect_status(200);
    outside.assert_gone().await;
    assert_eq!(inside.soon().await, Some(changed(3)));

    // A role that reads goes on.
    let roles = json!({"roles": {"bob": "viewer"}});
    let changed_roles = ada.extensions().set_roles(&public, &roles).await;
    changed_roles.expect_status(200);
    assert_eq!(inside.soon().await, Some(changed(4)));
    ada.b().delete(&public).await.expect_status(204);
    inside.assert_gone().await;
    assert_eq!(ask_for(bob, &public).await, 404);
}

/// The status of a stream that is refused.
async fn ask_for(user: &Traveller, trip: &str) -> u16 {
    let bearer = format!("Bearer {}", user.token);
    let answer = ask(url_of(user, trip), &[("authorization", &bearer)]).await;
    answer.status().as_u16()
}

async fn ends_with_the_token(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let mut events = Events::of(&cast.ada, &trip, "2").await;
    let mut others = Events::of(&cast.eve, &trip, "2").await;
    let password = json!({"password": PASSWORD});
    cast.ada
        .users()
        .set_password(&password)
        .await
        .expect_status(204);
    events.assert_gone().await;
    assert_eq!(ask_for(&cast.ada, &trip).await, 401);

    let all = json!({"all": true});
    let mut events = Events::of(&cast.bob, &trip, "2").await;
    cast.bob.users().revoke(&all).await.expect_status(204);
    events.assert_gone().await;

    others.assert_quiet().await;
    cast.eve.users().delete("eve").await.expect_status(204);
    others.assert_gone().await;
}

async fn ends_when_the_token_expires(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let password = json!({"password": PASSWORD});
    ada.users().set_password(&password).await.expect_status(204);
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let token = server.client().users().sign_in(&grant).await.json();
    let ada = Traveller {
        token: token.access_token,
        ..ada
    };
    let mut events = Events::of(&ada, &trip, "1").await;
    clock.advance(Duration::from_secs(15 * 60 - 1));
    events.assert_quiet().await;
    clock.advance(Duration::from_secs(1));
    events.assert_gone().await;
}

async fn servers_of_one_database_see_each_others_changes(builder: Builder) {
    let first = builder.clone().start().unwrap();
    let database = first.settings().database_url.expose().to_owned();
    let second = builder.setting("database-url", &database).start().unwrap();
    let ada = sample::sign_up(&first.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let elsewhere = Traveller {
        client: second.client().with_token(&ada.token),
        ..ada.clone()
    };
    let mut streams = [
        Events::of(&ada, &trip, "1").await,
        Events::of(&elsewhere, &trip, "1").await,
    ];
    for (version, editor) in [(2, &ada), (3, &elsewhere)] {
        describe(editor, &trip, &format!("Version {version}")).await;
        let saved = Instant::now();
        for events in &mut streams {
            assert_eq!(events.soon().await, Some(changed(version)));
        }
        assert!(saved.elapsed() < SOON, "{:?}", saved.elapsed());
    }
    elsewhere.users().delete("ada").await.expect_status(204);
    for events in &mut streams {
        events.assert_gone().await;
    }
}

async fn bounds_the_streams_of_an_account(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let mut open = Vec::new();
    for _ in 0..20 {
        open.push(Events::of(&cast.ada, &trip, "").await);
    }
    let bearer = format!("Bearer {}", cast.ada.token);
    let refused = ask(url_of(&cast.ada, &trip), &[("authorization", &bearer)]).await;
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    let problem: Value = refused.json().await.unwrap();
    assert_eq!(problem["type"], "urn:wayfare:problem:too-many-streams");
    Events::of(&cast.bob, &trip, "").await;
    let metrics = cast.nobody.request(Method::GET, "/metrics").await;
    let metrics = String::from_utf8(metrics.body).unwrap();
    assert!(metrics.contains("wayfare_watched_trips 1\n"), "{metrics}");
    for metric in ["event_streams 2", "event_streams_refused_total 1\n"] {
        assert!(metrics.contains(&format!("wayfare_{metric}")), "{metrics}");
    }
    // A closed one makes room.
    open.pop();
    let closed = Instant::now();
    while ask_for(&cast.ada, &trip).await == 429 {
        assert!(closed.elapsed() < SOON, "a closed stream counts");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn readers_that_never_read_hold_nobody_up(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let path = format!("/api/v1/trips/{trip}/events");
    let bearer = format!("Authorization: Bearer {}\r\n", cast.bob.token);
    let mut silent = Vec::new();
    for _ in 0..20 {
        silent.push(ask_without_reading(&server, &path, &bearer).await);
    }
    let asked = Instant::now();
    while ask_for(&cast.bob, &trip).await != 429 {
        assert!(asked.elapsed() < SOON, "20 streams are not open");
        sleep(Duration::from_millis(50)).await;
    }
    let mut events = Events::of(&cast.ada, &trip, "2").await;
    for number in 0..30 {
        describe(&cast.bob, &trip, &format!("Text {number}")).await;
    }
    while events.soon().await != Some(changed(32)) {}
    drop(silent);
    let closed = Instant::now();
    while ask_for(&cast.bob, &trip).await == 429 {
        assert!(closed.elapsed() < SOON, "closed streams count");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn has_the_headers_of_a_stream(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let bearer = format!("Bearer {}", cast.ada.token);
    let headers = [
        ("authorization", bearer.as_str()),
        ("accept-encoding", "gzip, br, zstd"),
    ];
    let mut events = Events::open(url_of(&cast.ada, &trip), &headers).await;
    let path = format!("/api/v1/trips/{trip}/events");
    let head = cast.ada.client.request(Method::HEAD, &path).await;
    let head = head.expect_status(200);
    for headers in [events.answer.headers(), &head.headers] {
        assert_eq!(headers["content-type"], "text/event-stream");
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["x-accel-buffering"], "no");
        assert!(!headers.contains_key("content-encoding"));
        assert!(!headers.contains_key("etag"));
    }
    assert_eq!(events.soon().await, Some(changed(2)));
    // Readers of a stopped server come back at different times within three seconds.
    let mut pauses = Vec::new();
    for _ in 0..8 {
        let mut events = Events::of(&cast.ada, &trip, "2").await;
        let bytes = events.answer.chunk().await.unwrap().unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let pause = text.trim().strip_prefix("retry: ").unwrap();
        pauses.push(pause.parse::<u32>().unwrap());
    }
    assert!(pauses.iter().all(|pause| *pause < 3_000), "{pauses:?}");
    pauses.dedup();
    assert!(pauses.len() > 3, "{pauses:?}");
}

async fn is_refused_as_a_read_is(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    assert_eq!(ask_for(&cast.eve, &trip).await, 404);
    assert_eq!(ask_for(&cast.ada, NO_TRIP).await, 404);
    assert_eq!(ask_for(&cast.ada, "nothing").await, 404);
    for mount in ["/api/v1", "/a/api/v1", "/b/api/v1"] {
        let path = format!("{mount}/trips/{trip}/events");
        let asked = cast.nobody.request(Method::GET, &path).await;
        asked.expect_status(401);
        let asked = cast.ada.client.request(Method::POST, &path).await;
        asked.expect_status(405);
    }
}

async fn pages_have_the_events_of_their_session(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let path = ada.trip(&[("name", "Lisbon")]).await;
    let url = format!("{}{path}/events", server.base_url());
    let cookie = format!("wayfare={}", ada.cookie("wayfare").unwrap());
    let headers = [("cookie", cookie.as_str())];
    let mut events = Events::open(url.clone(), &headers).await;
    assert_eq!(events.soon().await, Some(changed(1)));
    let page = ada.get(&path).await;
    assert!(
        page.has(&format!("data-live=\"{path}/events\"")),
        "{}",
        page.text
    );
    assert!(page.has("data-version=\"1\""), "{}", page.text);
    assert_eq!(ask(url.clone(), &[]).await.status(), 404);

    // Without an account it is the public trips'.
    let public = [("name", "Lisbon"), ("public", "on")];
    let saved = ada.fill(&format!("{path}/settings"), &public).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let mut open = Events::open(url.clone(), &[]).await;
    assert_eq!(open.soon().await, Some(changed(2)));
    assert_eq!(events.soon().await, Some(changed(2)));
    let page = Visitor::new(&server).get(&path).await;
    assert!(page.has("ada changed $what"), "{}", page.text);

    let token = ada.get(&path).await.field("form_token");
    let left = ada.post("/sign-out", &token, &[]).await;
    assert_eq!(left.status(), 303);
    events.assert_gone().await;
    open.assert_quiet().await;
}

async fn the_client_comes_back_by_itself(builder: Builder) {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("wayfare.db").display());
    let builder = builder.setting("database-url", &database);
    let first = builder.clone().start().unwrap();
    let address = first.address().to_string();
    let ada = sample::sign_up(&first.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let mut watch = ada.client.watch(&trip);
    assert_eq!(watch.next().await.unwrap(), Some(1));
    describe(&ada, &trip, "Second").await;
    assert_eq!(watch.next().await.unwrap(), Some(2));
    let late = async |watch: &mut wayfare_client::Watch<_>| {
        let next = timeout(Duration::from_secs(20), watch.next()).await;
        next.unwrap().unwrap()
    };
    drop(first);
    let builder = builder.setting("listen", &address);
    let second = loop {
        match builder.clone().start() {
            Ok(server) => break server,
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    };
    // The connections of the other client have ended.
    let ada = Traveller {
        client: second.client().with_token(&ada.token),
        ..ada
    };
    describe(&ada, &trip, "Third").await;
    assert_eq!(late(&mut watch).await, Some(3));
    ada.b().delete(&trip).await.expect_status(204);
    assert_eq!(late(&mut watch).await, None);
    assert_eq!(late(&mut watch).await, None);
    let refused = ada.client.watch(&trip).next().await;
    assert!(refused.is_err(), "{refused:?}");
    drop(second);
}

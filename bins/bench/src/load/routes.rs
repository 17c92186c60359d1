//! The routes that are measured, and what a request to each looks like.

use anyhow::Context;
use serde_json::Value;
use sha2::{Digest, Sha256};
use wayfare_testkit::{Client, Method, Reply};

use super::Template;
use super::pgbench::{Link, id};
use super::seed::{self, PERSON, Seed, TRIP};
use super::template::{FIRST, SPREAD, token};

/// A route under measurement.
#[derive(Clone)]
pub(crate) struct Route {
    /// What it is called in the tables.
    pub(crate) name: &'static str,
    /// The method of its requests.
    pub(crate) method: &'static str,
    /// The path of its requests.
    pub(crate) path: Template,
    /// Their headers.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// Their body.
    pub(crate) body: Option<Template>,
    /// The status of its answers.
    pub(crate) status: u16,
    /// What varies between the database's work for one request and that for the next, from the
    /// request's number and its answer.
    pub(crate) links: fn(u64, &Value) -> Vec<Link>,
    /// The kind of the first id that `pgbench` makes for it: routes that add to the same table have
    /// kinds of their own.
    pub(crate) first_id: u32,
}

/// What a route answers, once.
pub(crate) struct Answer {
    /// How long its body is.
    pub(crate) bytes: usize,
    /// Its tag.
    pub(crate) tag: Option<String>,
    /// Its body, where that is JSON.
    pub(crate) body: Value,
}

impl Route {
    /// Whether all of its requests are the same.
    pub(crate) fn is_fixed(&self) -> bool {
        self.path.is_fixed() && self.body.as_ref().is_none_or(Template::is_fixed)
    }

    /// Whether it changes something.
    pub(crate) fn writes(&self) -> bool {
        self.method != "GET"
    }

    /// Sends one request, that of a number.
    pub(crate) async fn ask(&self, base: &str, n: u64) -> anyhow::Result<Answer> {
        let method: Method = self.method.parse()?;
        let mut call = Client::new(base).request(method, &self.path.filled(n));
        for (name, value) in &self.headers {
            call = call.header(name, value);
        }
        if let Some(body) = &self.body {
            call = call.body(JSON, body.filled(n));
        }
        let reply: Reply<Value> = call.send().await?;
        anyhow::ensure!(reply.status == self.status, "{}: {reply:?}", self.name);
        let tag = reply.header("etag").map(str::to_owned);
        let body = serde_json::from_slice(&reply.body).unwrap_or_default();
        Ok(Answer {
            bytes: reply.body.len(),
            tag,
            body,
        })
    }
}

const JSON: &str = "application/json";

/// The detail of a trip that full answers and conditional ones are compared at.
pub(crate) const DETAIL: &str = "B detail";
/// The same, answered by 304.
pub(crate) const UNCHANGED: &str = "B detail, 304";
/// Each list of the caller's trips.
pub(crate) const LIST: &str = "B list";

/// All routes, over the seeded data; `tag` is that of [`DETAIL`].
pub(crate) fn all(seed: &Seed, tag: &str) -> Vec<Route> {
    let Seed {
        ada, writer, trip, ..
    } = seed;
    let read = |name, path: String| route(name, "GET", &path, Some(&ada.token));
    let write = |name, method, path: &str, body: String| {
        let route = route(name, method, path, Some(&writer.token));
        with_body(route, body)
    };
    vec![
        read(DETAIL, format!("/api/v1/trip/{trip}")),
        read("A detail", format!("/api/v1/trips/{trip}")),
        Route {
            links: spread,
            ..route(
                "B detail of 1,000 trips",
                "GET",
                &format!("/api/v1/trip/{TRIP}{{trip}}"),
                Some(&writer.token),
            )
        },
        with_header(read(LIST, "/api/v1/trips".to_owned()), "api-variant", "b"),
        with_header(
            read("A list", "/api/v1/trips".to_owned()),
            "api-variant",
            "a",
        ),
        read(
            "A paginated, page 0",
            "/api/v1/trips/paginated?page=0".to_owned(),
        ),
        read("B timeline", format!("/api/v1/trip/{trip}/timeline")),
        Route {
            status: 304,
            ..with_header(
                read(UNCHANGED, format!("/api/v1/trip/{trip}")),
                "if-none-match",
                tag,
            )
        },
        with_header(
            read("B picture, 320 px", format!("/api/v1/trip/{trip}/picture")),
            "max-width",
            "320",
        ),
        Route {
            links: spread,
            ..write(
                "B PUT of one field",
                "PUT",
                &format!("/api/v1/trip/{TRIP}{{trip}}"),
                r#"{"name":"Trip {n}"}"#.to_owned(),
            )
        },
        Route {
            links: spread,
            ..write(
                "A PUT of 20 items",
                "PUT",
                &format!("/api/v1/trips/{TRIP}{{trip}}/trip_items"),
                seed::items("{n}").to_string(),
            )
        },
        write("B POST trip", "POST", "/api/v1/trip", NEW_TRIP.to_owned()),
        Route {
            first_id: 1,
            ..write("A POST trip", "POST", "/api/v1/trips", NEW_TRIP.to_owned())
        },
        Route {
            links: new_user,
            ..with_body(
                route("POST user", "POST", "/api/v1/user", None),
                r#"{"name":"Bench","username":"bench{n}"}"#.to_owned(),
            )
        },
        Route {
            links: refreshed,
            ..with_body(
                route("token refresh", "POST", "/api/v1/auth/token", None),
                r#"{"grant_type":"refresh_token","refresh_token":"{token}"}"#.to_owned(),
            )
        },
    ]
}

const NEW_TRIP: &str =
    r#"{"name":"Lisbon","desc":"A week in spring","date":{"start":1777593600,"end":1778803200}}"#;

fn route(name: &'static str, method: &'static str, path: &str, token: Option<&str>) -> Route {
    let headers = token
        .map(|token| ("authorization", format!("Bearer {token}")))
        .into_iter()
        .collect();
    Route {
        name,
        method,
        path: Template::new(path),
        headers,
        body: None,
        status: 200,
        links: |_, _| Vec::new(),
        first_id: 0,
    }
}

fn with_header(mut route: Route, name: &'static str, value: &str) -> Route {
    route.headers.push((name, value.to_owned()));
    route
}

fn with_body(mut route: Route, body: String) -> Route {
    route.headers.push(("content-type", JSON.to_owned()));
    route.body = Some(Template::new(body));
    route
}

/// Writes are spread over trips.
fn spread(n: u64, _: &Value) -> Vec<Link> {
    vec![Link::new(
        format!("{TRIP}{}", FIRST + n % SPREAD),
        format!("('{TRIP}' || :trip::text)::uuid"),
    )]
}

/// Each user has a name of their own.
fn new_user(n: u64, _: &Value) -> Vec<Link> {
    vec![Link::new(
        format!("bench{n}"),
        "('bench' || :next::text || :c::text)",
    )]
}

/// Each connection of `pgbench` spends the token that it made in the transaction before.
fn refreshed(n: u64, answer: &Value) -> Vec<Link> {
    let new = answer
        .get("refresh_token")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let hash = |token: &str| format!("\\x{}", seed::hex(&Sha256::digest(token)));
    vec![
        Link::new(hash(&token(n)), "decode(:n::text || :c::text, 'hex')"),
        Link::new(hash(new), "decode(:next::text || :c::text, 'hex')"),
        Link::new(seed::token_row(n), id(0, "n")),
        Link::new(
            seed::person(n),
            format!("('{PERSON}' || :person::text)::uuid"),
        ),
    ]
}

/// The tag of the detail of the seeded trip.
pub(crate) async fn tag_of(seed: &Seed, base: &str) -> anyhow::Result<String> {
    let detail = route(
        DETAIL,
        "GET",
        &format!("/api/v1/trip/{}", seed.trip),
        Some(&seed.ada.token),
    );
    detail
        .ask(base, 0)
        .await?
        .tag
        .context("the detail has no tag")
}

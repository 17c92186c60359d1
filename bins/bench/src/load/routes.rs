//! The measured routes, and the requests that are sent to each.

use anyhow::Context;
use serde_json::Value;
use wayfare_client::{Method, Reply};

use super::seed::{self, Seed, TRIP};
use super::template::Template;
use super::wrk::CONNECTIONS;

/// A measured route.
#[derive(Clone)]
pub(crate) struct Route {
    /// The name in the tables.
    pub(crate) name: &'static str,
    /// The method of its requests.
    pub(crate) method: &'static str,
    /// The path of its requests.
    pub(crate) path: Template,
    /// Their headers, `Content-Type` included.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// Their body.
    pub(crate) body: Option<Template>,
    /// The status of its answers.
    pub(crate) status: u16,
    /// The number of connections that send requests concurrently.
    pub(crate) connections: u32,
    /// Whether it is measured on a server with `--trip-cache 0`.
    pub(crate) without_trip_cache: bool,
}

/// The parts of an answer that the measurement needs.
pub(crate) struct Answer {
    /// The length of its body.
    pub(crate) bytes: usize,
    /// Its entity tag.
    pub(crate) etag: Option<String>,
}

impl Route {
    /// Whether all of its requests are the same.
    pub(crate) fn is_fixed(&self) -> bool {
        self.path.is_fixed() && self.body.as_ref().is_none_or(Template::is_fixed)
    }

    /// The path, if all requests have the same; else empty, as the script of the load generator
    /// has the paths.
    pub(crate) fn fixed_path(&self) -> String {
        if self.path.is_fixed() {
            self.path.fill_text(0)
        } else {
            String::new()
        }
    }

    /// Whether its requests write.
    pub(crate) fn writes(&self) -> bool {
        self.method != "GET"
    }

    /// Sends the request of a number.
    ///
    /// # Errors
    /// The answer has another status than expected.
    pub(crate) async fn send(&self, base: &str, n: u64) -> anyhow::Result<Answer> {
        let method: Method = self.method.parse()?;
        let mut call = wayfare_testkit::client(base).request(method, &self.path.fill_text(n));
        for (name, value) in &self.headers {
            if *name != CONTENT_TYPE {
                call = call.header(name, value);
            }
        }
        if let Some(body) = &self.body {
            call = call.body(self.content_type(), body.fill(n));
        }
        let reply: Reply<Value> = call.send().await?;
        anyhow::ensure!(reply.status == self.status, "{}: {reply:?}", self.name);
        Ok(Answer {
            bytes: reply.body.len(),
            etag: reply.header("etag").map(str::to_owned),
        })
    }

    fn content_type(&self) -> &str {
        let header = self.headers.iter().find(|(name, _)| *name == CONTENT_TYPE);
        header.map_or("", |(_, value)| value)
    }
}

const CONTENT_TYPE: &str = "content-type";
const JSON: &str = "application/json";
const MULTIPART: &str = "multipart/form-data; boundary=wayfare";

/// A detail of a trip that is always cached.
pub(crate) const DETAIL: &str = "B detail";
/// The same, answered by 304.
pub(crate) const NOT_MODIFIED: &str = "B detail, 304";
/// The list of the caller's trips.
pub(crate) const LIST: &str = "B list";
/// The page of a trip of the same content, for its owner.
pub(crate) const PAGE: &str = "page of a trip";
/// The most frequent write.
pub(crate) const UPDATE: &str = "B PUT of one field";

/// All routes, over the seeded data; `etag` is that of [`DETAIL`], `cookie` that of the owner of
/// the page.
pub(crate) fn all(seed: &Seed, etag: &str, cookie: &str) -> Vec<Route> {
    let trip = &seed.trip;
    let mut routes = reads(seed);
    let page = route(PAGE, "GET", &format!("/trip/{}", seed.page_trip));
    routes.push(page.header("cookie", cookie));
    routes.push(Route {
        status: 304,
        ..read(seed, NOT_MODIFIED, &format!("/api/v1/trip/{trip}")).header("if-none-match", etag)
    });
    routes.extend(writes(seed));
    routes
}

fn reads(seed: &Seed) -> Vec<Route> {
    let trip = &seed.trip;
    let of_many = |name| {
        let path = format!("/api/v1/trip/{TRIP}{{trip}}");
        route(name, "GET", &path).token(&seed.writer.token)
    };
    vec![
        read(seed, DETAIL, &format!("/api/v1/trip/{trip}")),
        read(seed, "A detail", &format!("/api/v1/trips/{trip}")),
        of_many("B detail of 1,000 trips"),
        Route {
            without_trip_cache: true,
            ..of_many("B detail of 1,000 trips, no cache")
        },
        read(seed, LIST, "/api/v1/trips").header("api-variant", "b"),
        read(seed, "A list", "/api/v1/trips").header("api-variant", "a"),
        read(
            seed,
            "A paginated, page 0",
            "/api/v1/trips/paginated?page=0",
        ),
        read(seed, "B timeline", &format!("/api/v1/trip/{trip}/timeline")),
        read(
            seed,
            "B picture, 320 px",
            &format!("/api/v1/trip/{trip}/picture"),
        )
        .header("max-width", "320"),
    ]
}

fn writes(seed: &Seed) -> Vec<Route> {
    let write = |name, method, path: &str| route(name, method, path).token(&seed.writer.token);
    let spread = |name, path: &str| {
        let path = path.replace("{uuid}", &format!("{TRIP}{{trip}}"));
        write(name, "PUT", &format!("/api/v1{path}"))
    };
    vec![
        spread(UPDATE, "/trip/{uuid}").json(r#"{"name":"Trip {n}"}"#),
        spread("A PUT of 20 items", "/trips/{uuid}/trip_items")
            .json(&seed::items("{n}").to_string()),
        spread("A PUT of members", "/trips/{uuid}/management")
            .json(r#"{"members":["bob","other{person}"]}"#),
        Route {
            // As many uploads as an account may have on their way.
            connections: 4,
            ..spread("A PUT of a picture", "/trips/{uuid}/picture").body(MULTIPART, picture_form())
        },
        write("B POST trip", "POST", "/api/v1/trip").json(NEW_TRIP),
        write("A POST trip", "POST", "/api/v1/trips").json(NEW_TRIP),
        route("POST user", "POST", "/api/v1/user")
            .json(r#"{"name":"Bench","username":"bench{n}"}"#),
        route("token refresh", "POST", "/api/v1/auth/token")
            .json(r#"{"grant_type":"refresh_token","refresh_token":"{token}"}"#),
    ]
}

const NEW_TRIP: &str =
    r#"{"name":"Lisbon","desc":"A week in spring","date":{"start":1777593600,"end":1778803200}}"#;

/// A GIF of four pixels, cheap to decode and encode. The twelve digits of `{person}` are its
/// palette, so that it is hardly ever the picture that the trip already has.
const GIF: &[u8] =
    b"GIF89a\x02\0\x02\0\x81\0\0{person}\x2c\0\0\0\0\x02\0\x02\0\0\x02\x03\x44\xa8\x15\0\x3b";

fn picture_form() -> Vec<u8> {
    let head =
        b"--wayfare\r\ncontent-disposition: form-data; name=\"mainImage\"; filename=\"a.gif\"\r\n\
        content-type: image/gif\r\n\r\n";
    [head.as_slice(), GIF, b"\r\n--wayfare--\r\n"].concat()
}

fn route(name: &'static str, method: &'static str, path: &str) -> Route {
    Route {
        name,
        method,
        path: Template::new(path),
        headers: Vec::new(),
        body: None,
        status: 200,
        connections: CONNECTIONS,
        without_trip_cache: false,
    }
}

fn read(seed: &Seed, name: &'static str, path: &str) -> Route {
    route(name, "GET", path).token(&seed.ada.token)
}

impl Route {
    fn token(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    fn json(self, body: &str) -> Self {
        self.body(JSON, body)
    }

    fn body(mut self, content_type: &str, body: impl AsRef<[u8]>) -> Self {
        self.body = Some(Template::new(body));
        self.header(CONTENT_TYPE, content_type)
    }
}

/// The entity tag of the seeded trip's detail.
pub(crate) async fn etag_of_detail(seed: &Seed, base: &str) -> anyhow::Result<String> {
    let detail = read(seed, DETAIL, &format!("/api/v1/trip/{}", seed.trip));
    let answer = detail.send(base, 0).await?;
    answer.etag.context("the detail has no entity tag")
}

/// Signs the owner of the measured page in by the form. Returns the cookie of the session.
pub(crate) async fn page_cookie(base: &str) -> anyhow::Result<String> {
    let client = wayfare_testkit::client(base);
    let form: Reply<Value> = client.request(Method::GET, "/sign-in").send().await?;
    let page = String::from_utf8_lossy(&form.body).into_owned();
    let token = page.split_once("name=\"form_token\" value=\"");
    let token = token.and_then(|(_, rest)| rest.split('"').next());
    let token = token.context("the sign-in page has no form")?;
    let call = client
        .request(Method::POST, "/sign-in")
        .header("cookie", cookie_of(&form)?);
    let fields = [
        ("username", seed::TEMPLATE),
        ("password", seed::PASSWORD),
        ("form_token", token),
    ];
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    let entered: Reply<Value> = call
        .body("application/x-www-form-urlencoded", body)
        .send()
        .await?;
    cookie_of(&entered)
}

/// The cookie that an answer sets.
fn cookie_of(answer: &Reply<Value>) -> anyhow::Result<String> {
    let cookie = answer
        .header("set-cookie")
        .context("an answer sets no cookie")?;
    Ok(cookie.split(';').next().unwrap_or_default().to_owned())
}

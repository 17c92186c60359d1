//! The routes: both variants, users, extensions and the main pages, reads and writes.

use super::action::{Action, Request, Sender, Then};
use super::case::Case;
use super::wrk::CONNECTIONS;

/// The connections of what takes two requests: each has its own thread.
const PAIRS: u32 = 8;
/// As many uploads as an account may have in flight.
const UPLOADS: u32 = 4;

/// What Ada reads: variant and request.
const READS: &[(&str, &str)] = &[
    ("a", "GET /api/v1/trips/{trip}"),
    ("b", "GET /api/v1/trip/{trip}"),
    ("a", "GET /api/v1/trips"),
    ("", "GET /api/v1/trips"),
    ("b", "GET /api/v1/trips/ada"),
    ("", "GET /api/v1/trip/{trip}/map"),
    ("", "GET /api/v1/trip/{trip}/timeline"),
    ("", "GET /api/v1/trip/{trip}/picture"),
    ("", "GET /api/v1/trips/{trip}/trip_items"),
    ("", "GET /api/v1/trips/{trip}/trip_items/item-3"),
    ("", "GET /api/v1/trips/{trip}/budget"),
    ("", "GET /api/v1/trips/{trip}/picture"),
    ("", "GET /api/v1/trips/{trip}/picture/{picture}"),
    ("", "GET /api/v1/trips/{trip}/roles"),
    ("", "GET /api/v1/trips/{trip}/share-links"),
    ("", "GET /api/v1/trips/{trip}/settlement"),
    ("", "GET /api/v1/trips/{trip}/settlements"),
    ("", "GET /api/v1/trips/{trip}/settlements/{settlement}"),
    ("", "GET /api/v1/trips/{trip}/export/ics"),
    ("", "GET /api/v1/trips/{trip}/export/gpx"),
    ("", "GET /api/v1/trips/{trip}/export/kml"),
    ("", "GET /api/v1/trips/{trip}/export/geojson"),
    ("", "GET /api/v1/trips/{trip}/export/csv"),
    ("", "GET /api/v1/trips/{trip}/export/zip"),
    ("", "GET /api/v1/user"),
    ("", "GET /api/v1/user/settings"),
    ("", "GET /api/v1/user/experience"),
    ("", "GET /api/v1/user/ada/privacy"),
    ("", "GET /trip/{trip}"),
    ("", "GET /trip/{trip}/items/new"),
    ("", "GET /trip/{trip}/item?id=item-3"),
    ("", "GET /trip/{trip}/budget"),
    ("", "GET /trip/{trip}/settings"),
    ("", "GET /trips"),
    ("", "GET /trips?q=trip"),
    ("", "GET /trips/import"),
    ("", "GET /account"),
];

/// What anybody reads.
const OPEN: &[&str] = &[
    "GET /api/v1/user/ada",
    "GET /api/v1/user/ada/picture",
    "GET /api/v1/user/default/picture",
    "GET /api/v1/trip/default/picture",
    "GET /api/v1/shared/{share}",
    "GET {shared-picture}",
    "GET /api/v1/feeds/{feed}",
    "GET /api/v1/rates?base=CAD",
    "GET /s/{share}",
    "GET /",
    "GET /sign-in",
    "GET /openapi.json",
    "GET /healthz",
    "GET /readyz",
];

/// What the writer writes: variant, request and body.
const WRITES: &[(&str, &str, &str)] = &[
    ("", "PUT /api/v1/trips/{spread}/trip_items", "{items}"),
    (
        "a",
        "PUT /api/v1/trips/{spread}",
        r#"{"desc":"Days {n}","todo":["Tickets"]}"#,
    ),
    (
        "",
        "PUT /api/v1/trip/{spread}/map",
        r#"{"notes":"<p>Bring <b>{n}</b></p>"}"#,
    ),
    (
        "",
        "PUT /api/v1/trips/{spread}/budget",
        r#"{"budget":{"totalEstimatedCost":{n}}}"#,
    ),
    (
        "",
        "PUT /api/v1/trips/{spread}/trip_items/item-3",
        r#"{"destination":{"description":"{n}"}}"#,
    ),
    ("", "POST /api/v1/trip", NEW_TRIP),
    ("", "POST /api/v1/trips", NEW_TRIP),
    (
        "",
        "PUT /api/v1/user/writer",
        r#"{"description":"Has written {n} books"}"#,
    ),
    (
        "",
        "POST /api/v1/auth/token",
        r#"{"grant_type":"password","username":"writer","password":"a good long one"}"#,
    ),
    ("", "POST /trips", "form_token={form}&name=Lisbon+{n}"),
    (
        "",
        "POST /trip/{spread}/todo",
        "form_token={form}&text=Thing+{n}",
    ),
    (
        "",
        "POST /trip/{spread}/items/new",
        "form_token={form}&day=2&kind=destination&name=Sintra",
    ),
];

const NEW_TRIP: &str =
    r#"{"name":"Lisbon","desc":"A week in spring","date":{"start":1777593600,"end":1778803200}}"#;

/// Uploads of the writer.
const FILES: &[(&str, &str)] = &[
    ("PUT /api/v1/trips/{spread}/picture", PICTURE),
    ("PUT /api/v1/user/writer/picture", PROFILE_PICTURE),
    ("POST /api/v1/imports?preview=true", GPX),
];

const PICTURE: &str = "--wayfare\r\ncontent-disposition: form-data; name=\"mainImage\"; \
    filename=\"a.gif\"\r\n\r\n{gif}\r\n--wayfare--\r\n";
const PROFILE_PICTURE: &str = "--wayfare\r\ncontent-disposition: form-data; name=\"image\"; \
    filename=\"a.gif\"\r\n\r\n{gif}\r\n--wayfare--\r\n";
const GPX: &str = "--wayfare\r\ncontent-disposition: form-data; name=\"file\"; \
    filename=\"a.gpx\"\r\n\r\n<gpx version=\"1.1\"><metadata><name>{n}</name></metadata>\
    <rte><rtept lat=\"38.7\" lon=\"-9.1\"><name>Lisbon</name></rtept></rte></gpx>\
    \r\n--wayfare--\r\n";

/// Two requests: the first with its body, the Lua pattern of what the second takes from the answer,
/// and the second with its body.
type Pair = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

/// Anything.
const ANY: &str = "";
const UUID: &str = r#""uuid":"([^"]+)""#;
const ID: &str = r#""id":"([^"]+)""#;

/// What the writer makes and removes, or changes and changes back.
const BACK_AND_FORTH: &[Pair] = &[
    (
        "POST /api/v1/trip",
        NEW_TRIP,
        UUID,
        "DELETE /api/v1/trip/{made}",
        "",
    ),
    (
        "POST /api/v1/trips",
        NEW_TRIP,
        ID,
        "DELETE /api/v1/trips/{made}",
        "",
    ),
    (
        "POST /api/v1/imports",
        GPX,
        UUID,
        "DELETE /api/v1/trips/{made}",
        "",
    ),
    (
        "POST /api/v1/trips/{spread}/trip_items",
        r#"{"item_id":"new{n}","day":1,"destination":{"name":"Sintra"}}"#,
        ANY,
        "DELETE /api/v1/trips/{spread}/trip_items/new{n}",
        "",
    ),
    (
        "POST /api/v1/trips/{spread}/trip_items/item-3/move",
        r#"{"day":2,"index":0}"#,
        ANY,
        "POST /api/v1/trips/{spread}/trip_items/item-3/move",
        r#"{"day":1,"index":3}"#,
    ),
    (
        "POST /api/v1/trips/{spread}/shift",
        r#"{"days":7}"#,
        ANY,
        "POST /api/v1/trips/{spread}/shift",
        r#"{"days":-7}"#,
    ),
    (
        "PUT /api/v1/trips/{spread}/roles",
        r#"{"roles":{"bob":"viewer"}}"#,
        ANY,
        "PUT /api/v1/trips/{spread}/roles",
        r#"{"roles":{"bob":"editor"}}"#,
    ),
    (
        "PUT /api/v1/trips/{spread}/management",
        r#"{"members":["bob"]}"#,
        ANY,
        "PUT /api/v1/trips/{spread}/management",
        r#"{"members":["bob","cleo"]}"#,
    ),
    (
        "POST /api/v1/trips/{spread}/settlements",
        r#"{"from":"bob","to":"cleo","amount":20}"#,
        ID,
        "DELETE /api/v1/trips/{spread}/settlements/{made}",
        "",
    ),
    (
        "POST /api/v1/trips/{spread}/share-links",
        r#"{"sections":["itinerary"]}"#,
        ID,
        "DELETE /api/v1/trips/{spread}/share-links/{made}",
        "",
    ),
    (
        "PATCH /api/v1/trips/{large}/share-links/{link}",
        r#"{"label":"{n}"}"#,
        ANY,
        "PATCH /api/v1/trips/{large}/share-links/{link}",
        r#"{"label":""}"#,
    ),
    (
        "POST /api/v1/trips/{spread}/feed",
        "",
        ANY,
        "DELETE /api/v1/trips/{spread}/feed",
        "",
    ),
    (
        "POST /api/v1/user/writer/feed",
        "",
        ANY,
        "DELETE /api/v1/user/writer/feed",
        "",
    ),
    (
        "PUT /api/v1/user/writer/settings",
        r#"{"accountLimitedDeals":true}"#,
        ANY,
        "PUT /api/v1/user/writer/settings",
        r#"{"accountLimitedDeals":false}"#,
    ),
    (
        "PUT /api/v1/user/writer/privacy",
        r#"{"shareEmail":true}"#,
        ANY,
        "PUT /api/v1/user/writer/privacy",
        r#"{"shareEmail":false}"#,
    ),
    (
        "POST /trip/{spread}/items",
        "form_token={form}&down=item-3",
        ANY,
        "POST /trip/{spread}/items",
        "form_token={form}&up=item-3",
    ),
    (
        "GET /trip/{spread}/notes",
        "",
        r#"name="version" value="([^"]+)""#,
        "POST /trip/{spread}/notes",
        "form_token={form}&version={made}&notes=%3Cp%3E{n}%3C%2Fp%3E",
    ),
];

const NEW_USER: Request = Request::new(
    Sender::Nobody,
    "",
    "POST /api/v1/user",
    r#"{"name":"Bench","username":"bench{n}"}"#,
);

pub(crate) fn cases() -> Vec<Case> {
    let plain = |sender, variant, line, body| {
        Case::route(
            Action::new(Request::new(sender, variant, line, body)),
            CONNECTIONS,
        )
    };
    let reads = READS
        .iter()
        .map(|(variant, line)| plain(Sender::Ada, variant, line, ""));
    let open = OPEN.iter().map(|line| plain(Sender::Nobody, "", line, ""));
    let writes = WRITES
        .iter()
        .map(|(variant, line, body)| plain(Sender::Writer, variant, line, body));
    let files = FILES.iter().map(|(line, body)| {
        let request = Request::new(Sender::Writer, "", line, body);
        Case::route(Action::new(request), UPLOADS)
    });
    let pairs = BACK_AND_FORTH
        .iter()
        .map(|(line, body, made, then, then_body)| {
            let then = Then {
                made,
                request: Request::new(Sender::Writer, "", then, then_body),
                repeats: false,
            };
            pair(Request::new(Sender::Writer, "", line, body), then)
        });
    let new_user = Case::route(Action::new(NEW_USER), CONNECTIONS);
    let cases = reads.chain(open).chain(writes).chain(files).chain(pairs);
    cases.chain([new_user]).chain(tokens()).collect()
}

fn pair(first: Request, then: Then) -> Case {
    let action = Action {
        then: Some(then),
        ..Action::new(first)
    };
    Case::route(action, PAIRS)
}

/// Requests that a new account or its tokens are needed for.
fn tokens() -> Vec<Case> {
    let refresh_token = r#""refresh_token":"([^"]+)""#;
    let token = "POST /api/v1/auth/token";
    let sign_in = Request::new(
        Sender::Nobody,
        "",
        token,
        r#"{"grant_type":"password","username":"writer","password":"a good long one"}"#,
    );
    let rotate = r#"{"grant_type":"refresh_token","refresh_token":"{made}"}"#;
    let then = |made, sender, line, body| Then {
        made,
        request: Request::new(sender, "", line, body),
        repeats: false,
    };
    vec![
        pair(
            sign_in,
            Then {
                repeats: true,
                ..then(refresh_token, Sender::Nobody, token, rotate)
            },
        ),
        pair(
            sign_in,
            then(
                refresh_token,
                Sender::Nobody,
                "POST /api/v1/auth/revoke",
                r#"{"refresh_token":"{made}"}"#,
            ),
        ),
        pair(
            NEW_USER,
            then(
                "Bearer (%S+)",
                Sender::Made,
                "DELETE /api/v1/user/bench{n}",
                "",
            ),
        ),
    ]
}

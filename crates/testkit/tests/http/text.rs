//! Text and lists: limits and permitted characters.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Method, TestServer, both};

both!(
    limits_text_in_characters,
    limits_list_lengths,
    preserves_text_exactly,
    rejects_nul_in_every_field,
);

async fn put(ada: &Traveller, path: &str, trip: &str, body: &Value) -> (u16, Vec<String>) {
    let path = format!("/api/v1{}", path.replace("{}", trip));
    let reply = ada.client.request(Method::PUT, &path).json(body).await;
    if reply.status < 400 {
        return (reply.status, Vec::new());
    }
    let problem = reply.problem();
    (
        problem.status,
        problem
            .errors
            .into_iter()
            .map(|error| error.pointer)
            .collect(),
    )
}

/// Sends `make(bound)`, which is accepted, then `make(bound + 1)`, which is refused at `pointer`.
async fn bounds(
    ada: &Traveller,
    trip: &str,
    path: &str,
    pointer: &str,
    bound: usize,
    make: impl Fn(usize) -> Value,
) {
    assert_eq!(
        put(ada, path, trip, &make(bound)).await,
        (200, vec![]),
        "{path} {pointer}"
    );
    assert_eq!(
        put(ada, path, trip, &make(bound + 1)).await,
        (400, vec![pointer.to_owned()]),
        "{path} {pointer}"
    );
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
async fn limits_text_in_characters(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    // Two bytes each, since characters are counted.
    let text = |length: usize| "é".repeat(length);
    let item = |field: &'static str| {
        move |length: usize| {
            json!({
                "trip_items": [{"item_type": "x", field: text(length)}]
            })
        }
    };
    let share = |field: &'static str| {
        move |length: usize| {
            let mut share = json!({"memberId": "m"});
            share[field] = text(length).into();
            json!({"budget": {"membersBudget": [share]}})
        }
    };
    let t = trip.as_str();
    bounds(
        &ada,
        t,
        "/trip/{}",
        "/name",
        200,
        |length| json!({"name": text(length)}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trip/{}",
        "/desc",
        10_000,
        |length| json!({"desc": text(length)}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trip/{}",
        "/todo/0",
        2_000,
        |length| json!({"todo": [text(length)]}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trip/{}",
        "/dest/0",
        2_000,
        |length| json!({"dest": [text(length)]}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trips/{}",
        "/dest/0/location",
        2_000,
        |length| json!({"dest": [{"location": text(length)}]}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trip/{}",
        "/expenditures/0/expenditure",
        2_000,
        |length| json!({"expenditures": [{"expenditure": text(length), "cost": 1}]}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trip/{}/map",
        "/notes",
        100_000,
        |length| json!({"notes": text(length)}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trip/{}/map",
        "/locations/0/title",
        2_000,
        |length| json!({"locations": [{"title": text(length)}]}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trips/{}/trip_items",
        "/trip_items/0/item_type",
        50,
        item("item_type"),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trips/{}/trip_items",
        "/trip_items/0/item_id",
        2_000,
        item("item_id"),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trips/{}/budget",
        "/budget/category",
        2_000,
        |length| json!({"budget": {"category": text(length)}}),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trips/{}/budget",
        "/budget/membersBudget/0/memberId",
        200,
        share("memberId"),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trips/{}/budget",
        "/budget/membersBudget/0/memberName",
        2_000,
        share("memberName"),
    )
    .await;
    for empty in ["/trips/{}/trip_items", "/trips/{}/budget"] {
        let body = if empty.ends_with("items") {
            json!({"trip_items": [{"item_type": ""}]})
        } else {
            json!({"budget": {"membersBudget": [{"memberId": ""}]}})
        };
        assert_eq!(put(&ada, empty, t, &body).await.0, 400);
    }
}

async fn limits_list_lengths(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let t = trip.as_str();
    let of = |field: &'static str, element: Value| {
        move |length: usize| {
            json!({
                field: vec![element.clone(); length]
            })
        }
    };
    bounds(&ada, t, "/trip/{}", "/dest", 200, of("dest", json!("x"))).await;
    bounds(&ada, t, "/trip/{}", "/todo", 500, of("todo", json!("x"))).await;
    bounds(
        &ada,
        t,
        "/trips/{}",
        "/expenditures",
        2_000,
        of("expenditures", json!({"expenditure": "x", "cost": 1})),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trips/{}/trip_items",
        "/trip_items",
        1_000,
        of("trip_items", json!({"item_type": "x"})),
    )
    .await;
    bounds(
        &ada,
        t,
        "/trip/{}/map",
        "/locations",
        1_000,
        of("locations", json!({"title": "x"})),
    )
    .await;
    let shares = |length: usize| {
        json!({
            "budget": {"membersBudget": vec![json!({"memberId": "x"}); length]}
        })
    };
    bounds(
        &ada,
        t,
        "/trips/{}/budget",
        "/budget/membersBudget",
        100,
        shares,
    )
    .await;
}

async fn preserves_text_exactly(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let texts = [
        "'; DROP TABLE trips; --",
        "\"quoted\" \\ back",
        "<b>bold</b> & more",
        "tab\tnew\nline\r\n",
        "日本語 العربية עברית",
        "👩‍👩‍👧‍👦 🏳️‍🌈",
        "e\u{301} \u{200d}\u{feff}\u{202e}",
        "\u{1}\u{1f}\u{7f}\u{85}",
        "%00 %s {} ${x} {{y}}",
        " leading and trailing ",
        "",
        "null",
        "true",
        "0",
        "\u{10ffff}\u{fffd}",
    ];
    let todo: Vec<Value> = texts.iter().map(|text| json!(text)).collect();
    let body = json!({"todo": todo, "desc": texts.join("|"), "dest": ["日本 👩‍👩‍👧‍👦", "'\"\\"]});
    let answer = ada.b().update(&trip, &body).await.value();
    for field in ["todo", "desc", "dest"] {
        assert_eq!(answer[field], body[field], "{field}");
    }
    let detail = ada.a().trip(&trip).await.value();
    assert_eq!(
        (&detail["todo"], &detail["desc"]),
        (&body["todo"], &body["desc"])
    );
    // Only a name is trimmed.
    assert_eq!(
        ada.b()
            .update(&trip, &json!({"name": " \t Rio \n"}))
            .await
            .json()
            .name,
        "Rio"
    );
    ada.b()
        .update(&trip, &json!({"name": "Rio "}))
        .await
        .expect_status(304);
}

async fn rejects_nul_in_every_field(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let nul = "a\0b";
    let bad = (400, true);
    for (path, body) in [
        ("/trip/{}", json!({"name": nul})),
        ("/trip/{}", json!({"desc": nul})),
        ("/trip/{}", json!({"dest": [nul]})),
        ("/trips/{}", json!({"dest": [{"_id": nul}]})),
        ("/trips/{}", json!({"dest": [{"description": nul}]})),
        ("/trip/{}", json!({"todo": [nul]})),
        (
            "/trip/{}",
            json!({"expenditures": [{"expenditure": nul, "cost": 1}]}),
        ),
        ("/trip/{}", json!({"img": "https://example.com/\0"})),
        ("/trip/{}", json!({"owner": nul})),
        ("/trip/{}", json!({"members": [nul]})),
        ("/trip/{}/map", json!({"notes": nul})),
        ("/trip/{}/map", json!({"locations": [{"address": nul}]})),
        (
            "/trip/{}/map",
            json!({"locations": [{"transportation": {"type": nul}}]}),
        ),
        (
            "/trips/{}/trip_items",
            json!({"trip_items": [{"item_type": nul}]}),
        ),
        (
            "/trips/{}/trip_items",
            json!({"trip_items": [{"item_type": "x", "item_id": nul}]}),
        ),
        (
            "/trips/{}/trip_items",
            json!({
                "trip_items": [
                    {"item_type": "x", "photos": [{"url": "https://x.example", "description": nul}]}
                ]
            }),
        ),
        (
            "/trips/{}/trip_items",
            json!({"trip_items": [{"item_type": "x", "destination": {"name": nul}}]}),
        ),
        ("/trips/{}/budget", json!({"budget": {"category": nul}})),
        ("/trips/{}/budget", json!({"budget": {"currency": nul}})),
        (
            "/trips/{}/budget",
            json!({"budget": {"membersBudget": [{"memberId": nul}]}}),
        ),
        ("/user/ada", json!({"name": nul})),
        ("/user/ada", json!({"username": nul})),
        ("/user/ada", json!({"description": nul})),
        ("/user/ada", json!({"interests": [nul]})),
        (
            "/user/ada",
            json!({"links": [{"type": nul, "url": "https://x.example"}]}),
        ),
    ] {
        let (status, pointers) = put(&ada, path, &trip, &body).await;
        assert_eq!((status, !pointers.is_empty()), bad, "{path} {body}");
    }
    for body in [json!({"name": nul}), json!({"name": "x", "desc": nul})] {
        ada.b().create(&body).await.expect_status(400).problem();
        ada.a().create(&body).await.expect_status(400).problem();
    }
}

//! Updates: partial, objects merge, null is rejected, 304 if nothing changes.

use std::time::Duration;

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite, sample};

use crate::cast::{Cast, budget};

both!(
    updates_each_field_separately,
    repeated_put_is_not_modified_on_every_route,
    unchanged_trip_keeps_version_and_update_time,
    lists_all_errors_and_stores_nothing,
    one_variant_reads_what_the_other_wrote,
    a_part_without_any_of_its_keys_is_refused,
    null_counts_as_left_out_in_a_post,
    a_higher_end_that_was_never_sent_follows_the_lower_one,
);

on_sqlite!(
    merges_objects_and_replaces_lists,
    rejects_null_and_ignores_unknown_fields,
    write_through_one_variant_preserves_fields_of_the_other,
);

fn changes() -> Vec<(&'static str, Value)> {
    vec![
        ("name", json!("Spain")),
        ("desc", json!("Three weeks")),
        ("dest", json!(["Madrid"])),
        ("budget", json!({"lo": 1, "hi": 2})),
        ("expenditures", json!([{"expenditure": "Bus", "cost": 2.5}])),
        (
            "date",
            json!({"start": 1_800_000_000, "end": 1_800_100_000}),
        ),
        ("todo", json!(["Pack"])),
        ("private", json!(false)),
        ("members", json!(["ada", "eve"])),
    ]
}

async fn updates_each_field_separately(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let mut before = cast.ada.b().trip(&trip).await.value();
    for (field, value) in changes() {
        let answer = cast
            .ada
            .b()
            .update(&trip, &json!({field: value}))
            .await
            .value();
        assert_eq!(answer[field], value, "{field}");
        let after = cast.ada.b().trip(&trip).await.value();
        for (name, was) in before.as_object().unwrap() {
            let concerned = name == field || (field == "dest" && name == "destinations");
            assert!(concerned || after[name] == *was, "{field} changed {name}");
        }
        before = after;
    }
    // Fields that only Variant A shows are unchanged too.
    assert_eq!(cast.ada.a().items(&trip).await.json().len(), 3);
    assert_eq!(cast.ada.b().map(&trip).await.json().locations.len(), 2);
}

async fn merges_objects_and_replaces_lists(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let b = cast.ada.b();
    assert_eq!(
        b.update(&trip, &json!({"budget": {"hi": 3000}}))
            .await
            .value()["budget"],
        json!({"lo": 1000, "hi": 3000})
    );
    assert_eq!(
        b.update(&trip, &json!({"budget": {"lo": 10}}))
            .await
            .value()["budget"],
        json!({"lo": 10, "hi": 3000})
    );
    let date = b
        .update(&trip, &json!({"date": {"end": 1_778_000_000}}))
        .await
        .value()["date"]
        .clone();
    assert_eq!(date, json!({"start": 1_777_593_600, "end": 1_778_000_000}));
    let answer = b
        .update(&trip, &json!({"todo": ["One"], "expenditures": []}))
        .await
        .value();
    assert_eq!(
        (&answer["todo"], &answer["expenditures"]),
        (&json!(["One"]), &json!([]))
    );
    for empty in [json!({"budget": {}}), json!({"date": {}}), json!({})] {
        b.update(&trip, &empty).await.expect_status(304);
    }
    // The trip-wide budget merges by key too.
    let a = cast.ada.a();
    let answer = a
        .set_budget(&trip, &json!({"budget": {"totalCost": 1}}))
        .await
        .value();
    assert_eq!(
        (
            &answer["totalCost"],
            &answer["category"],
            &answer["totalEstimatedCost"]
        ),
        (&json!(1), &json!("Accommodation"), &json!(500))
    );
    assert_eq!(answer["membersBudget"].as_array().unwrap().len(), 1);
}

async fn rejects_null_and_ignores_unknown_fields(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let before = cast.ada.a().trip(&trip).await.body;
    let (a, b) = (cast.ada.a(), cast.ada.b());
    for field in [
        "name",
        "desc",
        "dest",
        "budget",
        "expenditures",
        "date",
        "todo",
        "img",
        "owner",
        "members",
        "private",
    ] {
        let body = json!({field: null});
        let pointer = format!("/{field}");
        assert_eq!(
            b.update(&trip, &body)
                .await
                .expect_status(400)
                .problem()
                .pointers(),
            [pointer.as_str()]
        );
        assert_eq!(
            a.update(&trip, &body)
                .await
                .expect_status(400)
                .problem()
                .pointers(),
            [pointer.as_str()]
        );
    }
    for field in ["owner", "members", "private"] {
        a.manage(&trip, &json!({field: null}))
            .await
            .expect_status(400);
    }
    for body in [
        json!({"budget": null}),
        json!({"budget": {"currency": null}}),
        json!({"budget": {"membersBudget": null}}),
    ] {
        a.set_budget(&trip, &body).await.expect_status(400);
    }
    for body in [
        json!({"trip_items": null}),
        json!({"trip_items": [null]}),
        json!(null),
    ] {
        a.set_items(&trip, &body).await.expect_status(400);
    }
    for body in [
        json!({"notes": null}),
        json!({"locations": null}),
        json!({"locations": [null]}),
    ] {
        b.set_map(&trip, &body).await.expect_status(400);
    }
    let unknown =
        json!({"unknown": null, "uuid": "other", "_id": 7, "createdAt": [], "destinations": 1});
    b.update(&trip, &unknown).await.expect_status(304);
    a.update(&trip, &unknown).await.expect_status(304);
    assert_eq!(cast.ada.a().trip(&trip).await.body, before);
}

/// The fields of each `PUT` whose path names one part of a trip.
const PARTS: [(&str, &[&str]); 7] = [
    ("trips/{}/budget", &["/budget"]),
    ("trips/{}/trip_items", &["/trip_items"]),
    ("trips/{}/lists", &["/lists"]),
    ("trips/{}/rates", &["/rates"]),
    ("trips/{}/roles", &["/roles"]),
    ("trips/{}/management", &["/owner", "/members", "/private"]),
    ("trip/{}/map", &["/notes", "/locations", "/tracks"]),
];

async fn a_part_without_any_of_its_keys_is_refused(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let before = cast.ada.a().trip(&trip).await.body;
    // The bare budget, and the fields of other parts, are not those of the path.
    let bare = budget();
    let other = json!({"currency": "EUR", "name": "x", "location": [], "items": [], "role": {}});
    for (path, pointers) in PARTS {
        for body in [&json!({}), &bare, &other] {
            let path = format!("/api/v1/{}", path.replace("{}", &trip));
            for prefer in ["", "return=representation"] {
                let put = cast.ada.client.request(Method::PUT, &path).json(body);
                let refused = put.header("prefer", prefer).await.expect_status(400);
                let problem = refused.problem();
                assert_eq!(problem.pointers(), *pointers, "{path}");
            }
        }
    }
    assert_eq!(cast.ada.a().trip(&trip).await.body, before);
    // The bare list that the same path answers is the itinerary.
    let items = cast.ada.a().items(&trip).await.value();
    cast.ada
        .a()
        .set_items(&trip, &items)
        .await
        .expect_status(304);
}

async fn null_counts_as_left_out_in_a_post(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, client) = (&cast.ada, &cast.ada.client);
    let post = async |path: &str, body: Value| {
        let call = client.request(Method::POST, &format!("/api/v1/{path}"));
        call.json(&body).await
    };
    let empty = json!({
        "name": "x", "desc": null, "budget": null, "date": null, "private": null,
        "baseCurrency": null, "timezone": null,
    });
    let halves = json!({
        "name": "x", "budget": {"lo": 5, "hi": null}, "date": {"start": null, "end": "2026-05-01"},
    });
    for path in ["trip", "trips"] {
        post(path, empty.clone()).await.expect_status(200);
        post(path, halves.clone()).await.expect_status(200);
        let refused = post(path, json!({"name": null, "desc": null})).await;
        assert_eq!(refused.expect_status(400).problem().pointers(), ["/name"]);
    }
    let trip = sample::trip(ada, "x").await;
    let item = json!({
        "item_type": "stay", "day": null, "end_time": null, "confirmation": null,
        "destination": {"name": "Lisbon", "location": null},
        "budget": {"currency": null, "membersBudget": [
            {"memberId": "ada", "memberName": null, "cost": 5, "paymentDate": null},
        ]},
    });
    let items = format!("trips/{trip}/trip_items");
    post(&items, item).await.expect_status(201);
    for (wrong, pointer) in [
        (json!({"item_type": null}), "/item_type"),
        (json!({"item_type": "stay", "photos": [null]}), "/photos/0"),
        (
            json!({"item_type": "stay", "budget": {"membersBudget": [{"memberId": null}]}}),
            "/budget/membersBudget/0/memberId",
        ),
    ] {
        let refused = post(&items, wrong).await.expect_status(400).problem();
        assert_eq!(refused.pointers(), [pointer]);
    }
    // In a PUT it stays a violation.
    let put = json!({"desc": null, "date": {"start": null}});
    let refused = ada.b().update(&trip, &put).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/desc", "/date/start"]);
}

async fn a_higher_end_that_was_never_sent_follows_the_lower_one(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for variant in ["a", "b"] {
        let body = json!({"name": "x", "budget": {"lo": 5}});
        let trip = match variant {
            "a" => ada.a().create(&body).await.expect_status(200).json().id,
            _ => ada.b().create(&body).await.expect_status(200).json().uuid,
        };
        let put = async |budget: Value| ada.b().update(&trip, &json!({ "budget": budget })).await;
        let shown = async || ada.b().trip(&trip).await.value()["budget"].clone();
        assert_eq!(shown().await, json!({"lo": 5, "hi": 5}));
        put(json!({"lo": 3})).await.expect_status(200);
        assert_eq!(shown().await, json!({"lo": 3, "hi": 5}), "it stays");
        put(json!({"lo": 7})).await.expect_status(200);
        assert_eq!(shown().await, json!({"lo": 7, "hi": 7}));
        put(json!({"hi": 8})).await.expect_status(200);
        put(json!({"lo": 9})).await.expect_status(400);
        put(json!({"lo": 1, "hi": 0})).await.expect_status(400);
    }
    // A zero that was sent is set.
    let zero = json!({"name": "x", "budget": {"hi": 0}});
    let trip = ada.b().create(&zero).await.json().uuid;
    let above = json!({"budget": {"lo": 5}});
    ada.b().update(&trip, &above).await.expect_status(400);
    let both = json!({"name": "x", "budget": {"lo": 5, "hi": 0}});
    ada.b().create(&both).await.expect_status(400);
}

async fn repeated_put_is_not_modified_on_every_route(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let mut full = sample::full_update();
    full["private"] = json!(true);
    let no_ids: Vec<Value> = sample::items()["trip_items"].as_array().unwrap().clone();
    for (path, body) in [
        ("/trips/{}", full.clone()),
        ("/trip/{}", full),
        ("/trips/{}/trip_items", sample::items()),
        ("/trips/{}/trip_items", json!({"trip_items": no_ids})),
        ("/trips/{}/budget", json!({"budget": budget()})),
        ("/trips/{}/budget", json!({"budget": {}})),
        (
            "/trips/{}/management",
            json!({"owner": "ADA", "members": ["bob"], "private": true}),
        ),
        ("/trip/{}/map", sample::map()),
    ] {
        for client in [&cast.ada.client, &cast.bob.client] {
            let path = format!("/api/v1{}", path.replace("{}", &trip));
            let reply = client
                .request(Method::PUT, &path)
                .json(&body)
                .await
                .expect_status(304);
            assert!(reply.body.is_empty(), "{path}");
            assert!(
                reply
                    .header("content-length")
                    .is_none_or(|length| length == "0"),
                "{path}"
            );
        }
    }
}

async fn unchanged_trip_keeps_version_and_update_time(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let feature = ada.a().create(&json!({"name": "Lisbon"})).await.json();
    assert_eq!(
        (feature.created_at.as_str(), feature.updated_at.as_str()),
        ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z")
    );
    let tag = ada.b().trip(&feature.id).await.etag();
    clock.advance(Duration::from_secs(60));
    ada.b()
        .update(&feature.id, &json!({"name": "Lisbon"}))
        .await
        .expect_status(304);
    assert_eq!(ada.b().trip(&feature.id).await.etag(), tag);
    ada.b()
        .update(&feature.id, &json!({"name": "Porto"}))
        .await
        .expect_status(200);
    assert_ne!(ada.b().trip(&feature.id).await.etag(), tag);
}

async fn lists_all_errors_and_stores_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let before = cast.ada.a().trip(&trip).await.body;
    let wrong = json!({
        "name": "", "desc": 5, "dest": [1, {"name": 2}], "budget": {"lo": -1, "hi": "x"},
        "expenditures": [{"expenditure": "a"}, {"cost": 1}, {"expenditure": "a", "cost": true}],
        "date": {"start": "yesterday", "end": []}, "todo": ["ok", 1], "private": "no",
        "members": "ada",
    });
    let mut wanted = vec![
        "/name",
        "/desc",
        "/dest/0",
        "/dest/1/name",
        "/budget/lo",
        "/budget/hi",
        "/expenditures/0/cost",
        "/expenditures/1/expenditure",
        "/expenditures/2/cost",
        "/date/start",
        "/date/end",
        "/todo/1",
        "/private",
        "/members",
    ];
    wanted.sort_unstable();
    for reply in [
        cast.ada
            .b()
            .update(&trip, &wrong)
            .await
            .expect_status(400)
            .problem(),
        cast.ada
            .a()
            .update(&trip, &wrong)
            .await
            .expect_status(400)
            .problem(),
    ] {
        let mut pointers = reply.pointers();
        pointers.sort_unstable();
        assert_eq!(pointers, wanted);
    }
    let half = json!({"name": "Not kept", "date": {"start": 2_000_000_000}});
    assert_eq!(
        cast.ada
            .b()
            .update(&trip, &half)
            .await
            .expect_status(400)
            .problem()
            .pointers(),
        ["/date/start"]
    );
    let half = json!({"name": "Not kept", "budget": {"lo": 1_000_000}});
    cast.ada.b().update(&trip, &half).await.expect_status(400);
    assert_eq!(cast.ada.a().trip(&trip).await.body, before);
}

async fn one_variant_reads_what_the_other_wrote(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    ada.b()
        .update(&trip, &sample::full_update())
        .await
        .expect_status(200);
    ada.b()
        .set_map(&trip, &sample::map())
        .await
        .expect_status(200);
    let detail = ada.a().trip(&trip).await.value();
    assert_eq!(
        (&detail["name"], &detail["desc"], &detail["private"]),
        (&json!("Portugal"), &json!("Two weeks"), &json!(false))
    );
    assert_eq!(
        detail["date"],
        json!({"start": "2026-05-01T00:00:00Z", "end": "2026-05-15T00:00:00Z"})
    );
    assert_eq!(detail["destObjs"][1]["name"], json!("Porto"));
    assert_eq!(detail["map"]["locations"][0]["title"], json!("Hotel"));
    ada.a()
        .update(
            &trip,
            &json!({"name": "Spain", "dest": ["Madrid"], "budget": {"lo": 5, "hi": 6}}),
        )
        .await
        .expect_status(200);
    let whole = ada.b().trip(&trip).await.value();
    assert_eq!(
        (&whole["name"], &whole["dest"], &whole["budget"]),
        (
            &json!("Spain"),
            &json!(["Madrid"]),
            &json!({"lo": 5, "hi": 6})
        )
    );
}

async fn write_through_one_variant_preserves_fields_of_the_other(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let detail = cast.ada.a().trip(&trip).await.value();
    // Variant B knows a destination by its name alone.
    let reversed = cast
        .ada
        .b()
        .update(&trip, &json!({"dest": ["Porto", "Lisbon"]}))
        .await
        .value();
    assert_eq!(reversed["dest"], json!(["Porto", "Lisbon"]));
    let after = cast.ada.a().trip(&trip).await.value();
    assert_eq!(after["destObjs"][0], detail["destObjs"][1]);
    assert_eq!(after["destObjs"][1], detail["destObjs"][0]);
    // An estimate written through B leaves A's budgets alone, and the other way round.
    cast.ada
        .b()
        .update(&trip, &json!({"budget": {"lo": 7}}))
        .await
        .expect_status(200);
    assert_eq!(
        cast.ada.a().trip(&trip).await.value()["budget"],
        detail["budget"]
    );
    cast.ada
        .a()
        .set_budget(&trip, &json!({"budget": {"totalCost": 3}}))
        .await
        .expect_status(200);
    assert_eq!(
        cast.ada.b().trip(&trip).await.value()["budget"]["lo"],
        json!(7)
    );
}

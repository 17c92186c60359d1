//! The itinerary: ids, order, times, and which item answers a PUT.

use serde_json::{Value, json};
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

both!(stores_complete_items_and_answers_in_order);

on_sqlite!(
    fills_in_omitted_fields,
    orders_by_index_and_renumbers,
    answers_the_first_changed_item,
    preserves_unique_ids,
    validates_times_and_durations,
    rejects_invalid_items,
    accepts_a_bare_list,
);

fn ids(items: &Value) -> Vec<&str> {
    items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["item_id"].as_str().unwrap())
        .collect()
}

async fn stores_complete_items_and_answers_in_order(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    assert_eq!(ada.a().items(&trip).await.value(), json!([]));
    let answer = ada.a().set_items(&trip, &sample::items()).await.value();
    let items = ada.a().items(&trip).await.value();
    assert_eq!(answer, items[0]);
    assert_eq!(ids(&items), ["stay-1", "ride-1", "stay-2"]);
    let sent = &sample::items()["trip_items"];
    for (place, field) in [
        (0, "destination"),
        (0, "photos"),
        (0, "start_time"),
        (0, "end_time"),
        (0, "day"),
        (1, "item_type"),
        (1, "destination"),
        (2, "duration"),
    ] {
        assert_eq!(items[place][field], sent[place][field], "{place} {field}");
    }
    assert_eq!(
        items[0]["budget"]["membersBudget"],
        sent[0]["budget"]["membersBudget"]
    );
    assert_eq!(items[0]["budget"]["totalCost"], json!(30));
    // The next PUT replaces all of it.
    ada.a()
        .set_items(&trip, &json!({"trip_items": [{"item_type": "other"}]}))
        .await
        .expect_status(200);
    assert_eq!(ada.a().items(&trip).await.json().len(), 1);
}

async fn fills_in_omitted_fields(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let answer = ada
        .a()
        .set_items(
            &trip,
            &json!({"trip_items": [{"item_type": "destination"}]}),
        )
        .await
        .value();
    let id = answer["item_id"].as_str().unwrap();
    assert!(!id.is_empty());
    let budget = json!({
        "currency": "", "category": "", "totalEstimatedCost": 0, "totalCost": 0, "totalPaidCost": 0,
        "membersBudget": [],
    });
    let destination = json!({"_id": "", "name": "", "location": "", "description": ""});
    assert_eq!(
        answer,
        json!({
            "item_id": id, "item_type": "destination", "index": 0, "day": 1, "duration": 0,
            "budget": budget, "destination": destination, "photos": [],
        })
    );
    ada.a()
        .set_items(&trip, &json!({"trip_items": [answer]}))
        .await
        .expect_status(304);
    let named = json!({"trip_items": [{"item_type": "x", "destination": {"name": "Here"}}]});
    let answer = ada.a().set_items(&trip, &named).await.value();
    assert_ne!(
        answer["destination"]["_id"],
        json!(""),
        "a destination of its own has an id"
    );
}

async fn orders_by_index_and_renumbers(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let item = |id: &str, index: Value| {
        let mut item = json!({"item_id": id, "item_type": "x"});
        if !index.is_null() {
            item["index"] = index;
        }
        item
    };
    let order = async |items: Vec<Value>| {
        ada.a()
            .set_items(&trip, &json!({"trip_items": items}))
            .await;
        let items = ada.a().items(&trip).await.value();
        let indices: Vec<&Value> = items
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["index"])
            .collect();
        assert_eq!(
            json!(indices),
            json!((0..indices.len()).collect::<Vec<_>>())
        );
        ids(&items).join(" ")
    };
    assert_eq!(
        order(vec![
            item("a", json!(2)),
            item("b", json!(0)),
            item("c", json!(1))
        ])
        .await,
        "b c a"
    );
    assert_eq!(
        order(vec![
            item("a", json!(7)),
            item("b", json!(7)),
            item("c", json!(3.5))
        ])
        .await,
        "c a b"
    );
    assert_eq!(
        order(vec![
            item("a", json!(null)),
            item("b", json!(0)),
            item("c", json!(null))
        ])
        .await,
        "a b c"
    );
    assert_eq!(
        order(vec![
            item("a", json!(null)),
            item("b", json!(null)),
            item("c", json!(0))
        ])
        .await,
        "a c b"
    );
}

async fn answers_the_first_changed_item(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let item = |id: &str, kind: &str| json!({"item_id": id, "item_type": kind});
    let put = async |items: Vec<Value>| {
        let items: Vec<Value> = items.into_iter().collect();
        ada.a()
            .set_items(&trip, &json!({"trip_items": items}))
            .await
            .expect_status(200)
            .value()
    };
    let (a, b, c) = (item("a", "x"), item("b", "x"), item("c", "x"));
    assert_eq!(put(vec![a.clone(), b.clone()]).await["item_id"], json!("a"));
    assert_eq!(
        put(vec![a.clone(), b.clone(), c.clone()]).await["item_id"],
        json!("c"),
        "added"
    );
    let answer = put(vec![a.clone(), item("b", "y"), c.clone()]).await;
    assert_eq!(
        (&answer["item_id"], &answer["index"], &answer["item_type"]),
        (&json!("b"), &json!(1), &json!("y")),
        "changed"
    );
    assert_eq!(
        put(vec![item("b", "y"), c.clone(), a.clone()]).await["item_id"],
        json!("b"),
        "only moved"
    );
    assert_eq!(
        put(vec![c.clone(), a.clone()]).await["item_id"],
        json!("c"),
        "only removed"
    );
    let empty = put(vec![]).await;
    assert_eq!(
        (&empty["item_id"], &empty["item_type"], &empty["photos"]),
        (&json!(""), &json!(""), &json!([]))
    );
    assert_eq!(empty["budget"]["membersBudget"], json!([]));
    ada.a()
        .set_items(&trip, &json!({"trip_items": []}))
        .await
        .expect_status(304);
}

async fn preserves_unique_ids(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let twice = json!({
        "trip_items": [
            {"item_id": "a", "item_type": "x"}, {"item_id": "b", "item_type": "x"},
            {"item_id": "a", "item_type": "x"}
        ]
    });
    let problem = ada
        .a()
        .set_items(&trip, &twice)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(problem.pointers(), ["/trip_items/2/item_id"]);
    let none = json!({
        "trip_items": [
            {"item_id": "", "item_type": "x"}, {"item_id": "", "item_type": "x"}, {"item_type": "x"}
        ]
    });
    ada.a().set_items(&trip, &none).await.expect_status(200);
    let items = ada.a().items(&trip).await.value();
    let mut minted = ids(&items);
    minted.sort_unstable();
    minted.dedup();
    assert_eq!(minted.len(), 3);
    // The same ids are valid in another trip.
    let other = sample::trip(&ada, "y").await;
    ada.a()
        .set_items(&other, &json!({"trip_items": items}))
        .await
        .expect_status(200);
    assert_eq!(ada.a().items(&other).await.value(), items);
}

async fn validates_times_and_durations(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let put = async |item: Value| {
        let mut item = item;
        item["item_type"] = json!("x");
        let answer = ada
            .a()
            .set_items(&trip, &json!({"trip_items": [item]}))
            .await
            .value();
        json!([
            answer.get("start_time"),
            answer.get("end_time"),
            answer["duration"]
        ])
    };
    assert_eq!(
        put(json!({
            "start_time": "2026-05-01T09:00:00.000Z", "end_time": "2026-05-01T10:30:00+00:00"
        }))
        .await,
        json!(["2026-05-01T09:00:00Z", "2026-05-01T10:30:00Z", 5400])
    );
    assert_eq!(
        put(json!({"start_time": 1_777_626_000, "end_time": 1_777_626_000_500_i64, "duration": 7}))
            .await,
        json!(["2026-05-01T09:00:00Z", "2026-05-01T09:00:00.5Z", 7])
    );
    assert_eq!(
        put(json!({"start_time": "2026-05-01"})).await,
        json!(["2026-05-01T00:00:00Z", null, 0])
    );
    assert_eq!(
        put(json!({"duration": 1.5})).await,
        json!([null, null, 1.5])
    );
}

async fn rejects_invalid_items(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    ada.a()
        .set_items(&trip, &sample::items())
        .await
        .expect_status(200);
    let before = ada.a().items(&trip).await.body;
    for (field, wrong, pointer) in [
        ("item_type", json!(7), ""),
        ("item_type", json!(""), ""),
        ("index", json!(-1), ""),
        ("index", json!("0"), ""),
        ("day", json!(0), ""),
        ("day", json!(1.5), ""),
        ("day", json!(-1), ""),
        ("day", json!(1e30), ""),
        ("start_time", json!("soon"), ""),
        ("start_time", json!(null), ""),
        ("end_time", json!("2026-05-01T08:59:59Z"), ""),
        ("duration", json!(-1), ""),
        ("duration", json!("1h"), ""),
        ("budget", json!([]), ""),
        ("budget", json!({"currency": "XXY"}), "/currency"),
        ("budget", json!({"currency": "cad"}), "/currency"),
        (
            "budget",
            json!({"totalEstimatedCost": -1}),
            "/totalEstimatedCost",
        ),
        (
            "budget",
            json!({"membersBudget": [{}]}),
            "/membersBudget/0/memberId",
        ),
        (
            "budget",
            json!({"membersBudget": [{"memberId": 5}]}),
            "/membersBudget/0/memberId",
        ),
        (
            "budget",
            json!({"membersBudget": [{"memberId": "a", "paymentDate": "x"}]}),
            "/membersBudget/0/paymentDate",
        ),
        ("destination", json!("Lisbon"), ""),
        ("destination", json!({"name": 7}), "/name"),
        ("photos", json!([{"description": "no url"}]), "/0/url"),
        ("photos", json!([{"url": "ftp://example.com/x"}]), "/0/url"),
        ("photos", json!([{"url": "javascript:alert(1)"}]), "/0/url"),
        ("photos", json!([{"url": "mailto:a@example.com"}]), "/0/url"),
        ("photos", json!({}), ""),
    ] {
        let mut item = json!({"item_type": "x", "start_time": "2026-05-01T09:00:00Z"});
        item[field] = wrong.clone();
        let problem = ada
            .a()
            .set_items(&trip, &json!({"trip_items": [{"item_type": "ok"}, item]}))
            .await;
        let pointers = problem.expect_status(400).problem();
        assert_eq!(
            pointers.pointers(),
            [format!("/trip_items/1/{field}{pointer}")],
            "{wrong}"
        );
    }
    let body = json!({"trip_items": [{}, {"item_type": "x", "day": 0, "index": null}]});
    let problem = ada
        .a()
        .set_items(&trip, &body)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(
        problem.pointers(),
        [
            "/trip_items/0/item_type",
            "/trip_items/1/index",
            "/trip_items/1/day"
        ]
    );
    for body in [
        json!({"trip_items": {}}),
        json!({"trip_items": "x"}),
        json!("x"),
    ] {
        ada.a()
            .set_items(&trip, &body)
            .await
            .expect_status(400)
            .problem();
    }
    assert_eq!(ada.a().items(&trip).await.body, before);
}

async fn accepts_a_bare_list(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    ada.a()
        .set_items(&trip, &json!([{"item_id": "a", "item_type": "x"}]))
        .await
        .expect_status(200);
    let items = ada.a().items(&trip).await.value();
    ada.a().set_items(&trip, &items).await.expect_status(304);
    ada.a()
        .set_items(&trip, &json!({"trip_items": items}))
        .await
        .expect_status(304);
}

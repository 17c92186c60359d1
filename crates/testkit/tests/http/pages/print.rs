//! The booklet: a trip to be printed.

use serde_json::json;
use wayfare_testkit::{Builder, on_sqlite, sample};

use super::visitor::Visitor;

on_sqlite!(
    a_booklet_has_what_one_takes_along,
    a_booklet_of_many_days_is_short,
);

async fn a_booklet_has_what_one_takes_along(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let id = sample::public_trip(&ada, "A week in Lisbon").await;
    let people = json!({"members": ["ben"]});
    ada.a().manage(&id, &people).await.expect_status(200);
    let lists = json!({
        "lists": [{"name": "Packing", "entries": [{"text": "Rain jacket", "done": false}]}]
    });
    ada.extensions()
        .set_lists(&id, &lists)
        .await
        .expect_status(200);
    let dates = json!({"date": {"start": "2026-05-01T00:00:00Z", "end": "2026-05-03T00:00:00Z"}});
    ada.b().update(&id, &dates).await.expect_status(200);
    let items = json!({"trip_items": [
        {"day": 1, "item_type": "destination", "confirmation": "QX7ABC",
            "start_time": "2026-05-01T14:00:00Z", "end_time": "2026-05-03T10:00:00Z",
            "destination": {
                "name": "Hotel", "location": "38.71, -9.14", "description": "Ring +351 21 000 0000"
            },
            "budget": {"totalCost": 420, "currency": "EUR"}},
        {
            "day": 1, "item_type": "destination",
            "destination": {"name": "Tower", "location": "38.69, -9.22"}
        },
    ]});
    ada.a().set_items(&id, &items).await.expect_status(200);
    let path = format!("/trip/{id}/print");

    let page = ben.get(&path).await;
    assert_eq!(page.status(), 200, "{}", page.text);
    for text in [
        "Friday, 1 May 2026",
        "38.71, -9.14",
        "QX7ABC",
        "+351 21 000 0000",
        "Rain jacket",
        "ADA, ben",
        "aria-label=\"Map\"",
    ] {
        assert!(page.has(text), "{text}");
    }
    assert!(!page.has("420.00") && !page.has("method=\"post\" action=\"/trip"));
    let costs = ben.get(&format!("{path}?costs=on")).await;
    let (days, _) = costs.text.split_once("id=\"budget\"").unwrap();
    assert_eq!(days.matches("<b>Hotel</b>").count(), 3, "{days}");
    // The night in between says where one sleeps.
    for (text, count) in [
        ("420.00", 1),
        ("38.71, -9.14", 2),
        ("QX7ABC", 2),
        ("Ring <a", 1),
    ] {
        assert_eq!(days.matches(text).count(), count, "{text}: {days}");
    }

    let mut nobody = Visitor::new(&server);
    let page = nobody.get(&path).await;
    assert!(page.status() == 200 && page.has("Hotel") && !page.has("QX7ABC"));
    let private = json!({"private": true});
    ada.a().manage(&id, &private).await.expect_status(200);
    assert_eq!(nobody.get(&path).await.status(), 404);
    assert!(ben.get(&format!("/trip/{id}")).await.has(&path));
}

async fn a_booklet_of_many_days_is_short(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let id = sample::public_trip(&ada, "Long").await;
    for days in [10, 100, 1_000] {
        let item = |index: u32| {
            let at = format!("{}.5, {}.5", index % 60, index % 120);
            json!({"day": 1 + index % days, "item_type": "destination",
                "destination": {"name": format!("Place {index}"), "location": at}})
        };
        let items: Vec<_> = (0..1_000).map(item).collect();
        let items = json!({"trip_items": items});
        ada.a().set_items(&id, &items).await.expect_status(200);
        let path = format!("/trip/{id}/print?costs=on");
        let page = Visitor::new(&server).get(&path).await;
        assert!(page.has("Place 999"));
        assert!(page.text.len() < 1 << 20, "{days}: {}", page.text.len());
    }
}

//! Reading the trip-wide budget.

use serde_json::json;
use wayfare_testkit::{Method, TestServer, on_sqlite, sample};

use crate::cast::{Cast, budget};

on_sqlite!(
    answers_the_budget_as_the_put_takes_it,
    readers_get_it_and_others_do_not,
    every_mount_has_it,
);

async fn answers_the_budget_as_the_put_takes_it(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let empty = json!({"budget": {
        "currency": "CAD", "category": "", "totalEstimatedCost": 0, "totalCost": 0,
        "totalPaidCost": 0, "membersBudget": [],
    }});
    let reply = ada.extensions().trip_budget(&trip).await;
    assert_eq!(reply.expect_status(200).value(), empty);
    let a = ada.a();
    a.set_budget(&trip, &empty).await.expect_status(304);

    let put = a.set_budget(&trip, &json!({"budget": budget()})).await;
    let reply = ada.extensions().trip_budget(&trip).await.expect_status(200);
    let (tag, whole) = (reply.etag(), reply.value());
    assert_eq!(whole, json!({"budget": put.value()}));
    let again = ada.extensions().trip_budget(&trip).if_none_match(&tag);
    again.await.expect_status(304);
    let back = a.set_budget(&trip, &whole).if_match(&tag).await;
    back.expect_status(304);
    a.set_budget(&trip, &json!({"budget": {"totalCost": 7}}))
        .if_match(&tag)
        .await
        .expect_status(200);
    let changed = ada.extensions().trip_budget(&trip).if_none_match(&tag);
    let changed = changed.await.expect_status(200).json();
    assert_eq!(changed.budget.total_cost.0, 7.into());
}

async fn readers_get_it_and_others_do_not(server: TestServer) {
    let cast = Cast::of(&server).await;
    for (private, outsider) in [(true, 404), (false, 200)] {
        let trip = cast.trip(private).await;
        let read = async |client: &wayfare_testkit::Client| {
            client.extensions().trip_budget(&trip).await.status
        };
        assert_eq!(read(&cast.ada.client).await, 200);
        assert_eq!(read(&cast.bob.client).await, 200);
        assert_eq!(read(&cast.eve.client).await, outsider);
        assert_eq!(read(&cast.nobody).await, 401);
    }
}

async fn every_mount_has_it(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let path = format!("/api/v1/trips/{trip}/budget");
    for (mount, allow) in [
        ("", "GET, HEAD, PUT"),
        ("/a", "GET, HEAD, PUT"),
        ("/b", "GET, HEAD"),
    ] {
        let path = format!("{mount}{path}");
        for variant in ["a", "b"] {
            let call = ada.client.request(Method::GET, &path).variant(variant);
            let reply = call.await.expect_status(200);
            assert_eq!(reply.header("api-variant"), Some("a, b"), "{path}");
        }
        let call = ada.client.request(Method::GET, &path).variant("c");
        call.await.expect_status(400);
        let reply = ada.client.request(Method::DELETE, &path).await;
        let reply = reply.expect_status(405);
        let mut methods: Vec<&str> = reply.header("allow").unwrap().split(", ").collect();
        methods.sort_unstable();
        assert_eq!(methods.join(", "), allow, "{path}");
    }
    // The variant of the path keeps its own methods.
    let body = json!({"budget": {"category": "Food"}});
    let reply = ada.a().set_budget(&trip, &body).await.expect_status(200);
    assert_eq!(reply.header("api-variant"), Some("a"));
}

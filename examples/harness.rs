//! The test harness in somebody's own `#[tokio::test]`: a program that calls the service, tested
//! against a real one.

use serde_json::json;
use wayfare_testkit::{Backend, Client, TestServer, sample};

/// What is tested: plans a weekend through any client of the service.
async fn plan_weekend(traveller: &Client) -> String {
    let trip = traveller
        .b()
        .create(&json!({"name": "A weekend"}))
        .await
        .json();
    trip.uuid
}

#[tokio::test]
async fn plans_a_weekend() {
    let server = TestServer::start(Backend::Sqlite).expect("a server on an embedded database");
    let ada = sample::sign_up(&server.client(), "ada").await;

    let trip = plan_weekend(&ada.client).await;

    assert_eq!(ada.b().trip(&trip).await.json().name, "A weekend");
}

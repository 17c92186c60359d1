//! `wayfare-client`: sessions that it renews, timeouts, addresses, and the documentation's example.

#[path = "../../../../examples/plan.rs"]
mod plan;

use std::time::Duration;

use serde_json::json;
use time::macros::datetime;
use tokio::net::TcpListener;
use wayfare_testkit::{Builder, FixedClock, Method, on_sqlite, sample};

use wayfare_client::{Client, Error};

on_sqlite!(
    a_session_is_renewed_once_for_all_calls,
    a_session_that_was_revoked_ends,
    a_slash_at_the_end_of_the_address_is_left_out,
    the_example_works_on_a_new_trip_and_again,
);

const PASSWORD: &str = "correct horse battery";

/// A client that has just signed in as Ada.
async fn signed_in(server: &wayfare_testkit::TestServer) -> Client {
    let body = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
    sample::sign_up_with(&server.client(), &body).await;
    let client = Client::new(server.base_url()).unwrap();
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let tokens = client.users().sign_in(&grant).await.unwrap();
    client.with_session(tokens.json().unwrap())
}

async fn a_session_is_renewed_once_for_all_calls(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let ada = signed_in(&server).await;
    let first = ada.session().await.unwrap();
    clock.advance(Duration::from_secs(15 * 60));
    let calls = (0..8).map(|_| {
        let ada = ada.clone();
        tokio::spawn(async move { ada.users().own().await.unwrap().status })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap(), 200);
    }
    let second = ada.session().await.unwrap();
    assert_ne!(first.refresh_token, second.refresh_token);
    // A second renewal would have made this one a reuse, which ends the session.
    clock.advance(Duration::from_secs(15 * 60));
    assert_eq!(ada.users().own().await.unwrap().status, 200);
    // A body is sent again, too.
    clock.advance(Duration::from_secs(15 * 60));
    let trip = ada.b().create(&json!({"name": "Lisbon"})).await.unwrap();
    assert_eq!(trip.status, 200, "{trip:?}");
}

async fn a_session_that_was_revoked_ends(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = signed_in(&server).await;
    let all = json!({"all": true});
    assert_eq!(ada.users().revoke(&all).await.unwrap().status, 204);
    let refused = ada.users().own().await.unwrap();
    assert_eq!(refused.status, 401, "{refused:?}");
}

async fn a_slash_at_the_end_of_the_address_is_left_out(builder: Builder) {
    let server = builder.start().unwrap();
    let client = Client::new(format!("{}/", server.base_url())).unwrap();
    let health = client.request(Method::GET, "/healthz").await.unwrap();
    assert_eq!(health.status, 200);
}

async fn the_example_works_on_a_new_trip_and_again(builder: Builder) {
    let example = include_str!("../../../../examples/plan.rs");
    let (_, code) = example.split_once("\n\n").unwrap();
    assert!(include_str!("../../../../docs/library.md").contains(code));
    let server = builder.start().unwrap();
    let ada = signed_in(&server).await;
    let new = json!({"name": "Lisbon"});
    let trip = ada.b().create(&new).await.unwrap().json().unwrap().uuid;
    for _ in 0..2 {
        plan::plan(&ada, &trip).await.unwrap();
    }
    // The same for the other ways to change something.
    for days in [0, 1, 0] {
        ada.extensions()
            .shift(&trip, days)
            .await
            .unwrap()
            .json()
            .unwrap();
    }
}

#[tokio::test]
async fn a_call_ends_after_its_timeout() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    let client = Client::new(format!("http://{address}")).unwrap();
    let client = client.with_timeout(Duration::from_millis(300));
    let failed = client.users().own().await.unwrap_err();
    assert!(matches!(&failed, Error::NoAnswer { source, .. } if source.is_timeout()));
}

#[tokio::test]
async fn a_client_speaks_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let hello = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        tokio::io::AsyncReadExt::read_u8(&mut stream).await.unwrap()
    });
    let client = Client::new(format!("https://{address}")).unwrap();
    client.users().own().await.unwrap_err();
    // A record of the handshake.
    assert_eq!(hello.await.unwrap(), 22);
}

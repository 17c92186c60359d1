//! Concurrent operations on shared trips: every history is serializable, and no request is stuck.

mod history;
mod people;

use std::time::{Duration, Instant};

use futures_util::future::{join_all, join3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, TestServer, both, soak};

use crate::cast::Cast;
use history::History;
use people::Person;

both!(
    every_history_is_serializable,
    two_servers_over_one_database_have_one_order,
    deletes_an_account_during_concurrent_requests
);

/// The number of operations of each connection.
const OPERATIONS: usize = 40;
/// A request that takes longer counts as stuck.
const LONG: Duration = Duration::from_secs(120);

/// The seed of the random choices; the environment can set it to repeat a failure.
fn seed() -> u64 {
    let seed = std::env::var("WAYFARE_TEST_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    seed.unwrap_or_else(|| rand::rng().random())
}

/// Random operations on two trips, by three people with two connections to each server.
#[expect(
    clippy::print_stdout,
    reason = "the test runner shows it where the test fails"
)]
async fn check(servers: &[&TestServer]) {
    let cast = Cast::of(servers[0]).await;
    let cid = sample::sign_up(&servers[0].client(), "cid").await;
    for round in 0..soak::rounds(1) {
        let seed = seed();
        println!("round {round}: WAYFARE_TEST_SEED={seed}");
        let trips = [cast.trip(true).await, cast.trip(true).await];
        let begun = Instant::now();
        let mut starts = Vec::new();
        for trip in &trips {
            sample::add_members(&cast.ada, trip, &[&cast.bob, &cid]).await;
            starts.push(people::read(&cast.ada, trip).await);
        }
        let mut random = StdRng::seed_from_u64(seed);
        let people = servers.iter().flat_map(|server| {
            [&cast.ada, &cast.bob, &cid, &cast.ada, &cast.bob, &cid].map(|who| (server, who))
        });
        let people = people.map(|(server, who)| {
            let client = server.client().with_token(&who.token);
            let who = Traveller {
                client,
                ..who.clone()
            };
            Person::new(who, &trips, StdRng::seed_from_u64(random.random())).live(OPERATIONS)
        });
        let people = people.collect::<Vec<_>>();
        let events = tokio::time::timeout(LONG, join_all(people)).await.unwrap();
        let mut of_trips = [Vec::new(), Vec::new()];
        for (place, event) in events.into_iter().flatten() {
            of_trips[place].push(event);
        }
        for (events, (first, initial)) in of_trips.into_iter().zip(starts) {
            assert!(events.iter().filter(|event| event.status == 200).count() > OPERATIONS);
            History {
                first,
                initial,
                events,
            }
            .explain()
            .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        }
        println!(
            "{} operations in {:?}",
            people::ALL * servers.len() * OPERATIONS,
            begun.elapsed()
        );
    }
}

async fn every_history_is_serializable(server: TestServer) {
    check(&[&server]).await;
}

async fn two_servers_over_one_database_have_one_order(one: TestServer) {
    let other = TestServer::builder()
        .setting("database-url", one.settings().database_url.expose())
        .start()
        .unwrap();
    check(&[&one, &other]).await;
}

const PASSWORD: &str = "correct horse";

/// Rotates a refresh token until it is refused.
async fn refresh_until_refused(client: Client, mut token: String) {
    loop {
        let grant = json!({"grant_type": "refresh_token", "refresh_token": token});
        let reply = client.users().sign_in(&grant).await;
        if reply.status != 200 {
            reply.expect_status(401);
            return;
        }
        token = reply.json().refresh_token;
    }
}

/// Adds a user to a trip and removes them until the user does not exist.
async fn manage_until_gone(owner: &Traveller, trip: &str, guest: &str) {
    for turn in 0.. {
        let members = if turn % 2 == 0 {
            json!(["bob", guest])
        } else {
            json!(["bob"])
        };
        let reply = owner.a().manage(trip, &json!({"members": members})).await;
        match reply.status {
            // If the member has just left, there is no one to remove.
            200 | 304 => {}
            _ => return drop(reply.expect_status(400)),
        }
    }
}

/// Adds a user to trips, signs in and refreshes tokens while tokens are revoked and the account is
/// deleted.
async fn deletes_an_account_during_concurrent_requests(server: TestServer) {
    let cast = Cast::of(&server).await;
    let client = server.client();
    for round in 0..soak::rounds(3) {
        let name = format!("guest{round}");
        let body = json!({"name": "Guest", "username": name, "password": PASSWORD});
        let guest = sample::sign_up_with(&client, &body).await;
        let trips = [cast.trip(true).await, cast.trip(true).await];
        let grant = json!({"grant_type": "password", "username": name, "password": PASSWORD});
        let mut chains = Vec::new();
        for _ in 0..3 {
            chains.push(client.users().sign_in(&grant).await.json().refresh_token);
        }
        let refreshing = join_all(
            chains
                .into_iter()
                .map(|token| refresh_until_refused(client.clone(), token)),
        );
        let managing = join_all(
            trips
                .iter()
                .map(|trip| manage_until_gone(&cast.ada, trip, &name)),
        );
        let going = async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            guest
                .users()
                .revoke(&json!({"all": true}))
                .await
                .expect_status(204);
            guest.users().own().await.expect_status(401);
            let token = client.users().sign_in(&grant).await.json().access_token;
            let again = client.with_token(&token);
            again.users().delete(&name).await.expect_status(204);
            again.users().own().await.expect_status(401);
        };
        tokio::time::timeout(LONG, join3(refreshing, managing, going))
            .await
            .unwrap();
        for trip in &trips {
            let members = cast.ada.b().trip(trip).await.json().members;
            assert!(!members.contains(&name), "{members:?}");
        }
    }
}

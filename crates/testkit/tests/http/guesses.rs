//! Guessing usernames and passwords: response times reveal nothing, and guesses are limited.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Client, TestServer, on_sqlite, sample};

use crate::limits::start_behind_proxy;

on_sqlite!(
    wrong_credentials_take_the_same_time,
    limits_password_guesses_for_known_and_unknown_users,
);

const PASSWORD: &str = "correct horse battery";
/// The number of timings of each guess.
const ROUNDS: usize = 24;
/// More than a burst of guesses.
const MANY: usize = 60;

fn grant(username: &str, password: &str) -> Value {
    json!({"grant_type": "password", "username": username, "password": password})
}

async fn sign_ups(client: &Client) {
    let ada = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
    sample::sign_up_with(client, &ada).await;
    sample::sign_up(client, "passwordless").await;
}

/// The probability that one of `these` is above one of `those`: 0.5 if they are indistinguishable
/// (the Mann-Whitney U statistic, normalized).
fn likely_above(these: &[Duration], those: &[Duration]) -> f64 {
    let share = |this: &Duration, that: &Duration| match this.cmp(that) {
        Ordering::Less => 0.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 1.0,
    };
    let shares: Vec<f64> = these
        .iter()
        .flat_map(|this| those.iter().map(move |that| share(this, that)))
        .collect();
    shares.iter().sum::<f64>() / shares.iter().map(|_| 1.0).sum::<f64>()
}

fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}

async fn wrong_credentials_take_the_same_time(server: TestServer) {
    let client = server.client();
    sign_ups(&client).await;
    let guesses = [
        ("ada", "wrong horse battery"),
        ("nobody", PASSWORD),
        ("passwordless", PASSWORD),
        ("no name", PASSWORD),
    ];
    let mut times = vec![Vec::new(); guesses.len()];
    for round in 0..ROUNDS {
        // Alternately, each time in another order, so that other load on the machine affects all
        // equally.
        for turn in 0..guesses.len() {
            let guess = (turn + round) % guesses.len();
            let (username, password) = guesses[guess];
            let begun = Instant::now();
            client
                .users()
                .sign_in(&grant(username, password))
                .await
                .expect_status(401);
            times[guess].push(begun.elapsed());
        }
    }
    for (guess, (username, _)) in guesses.iter().enumerate().skip(1) {
        let (above, usual, other) = (
            likely_above(&times[guess], &times[0]),
            median(&times[0]),
            median(&times[guess]),
        );
        // The difference that an attacker with many samples could measure over a network.
        let differs =
            !(0.15..=0.85).contains(&above) && usual.abs_diff(other) * 8 > usual.max(other);
        assert!(
            !differs,
            "{username}: {other:?} beside {usual:?}, longer with a likelihood of {above:.2}"
        );
    }
}

async fn limits_password_guesses_for_known_and_unknown_users(server: Builder) {
    let server = start_behind_proxy(server);
    let client = server.client();
    sign_ups(&client).await;
    let mut ends = Vec::new();
    for (turn, username) in ["ada", "nobody", "passwordless"].into_iter().enumerate() {
        let mut refused = None;
        for guess in 0..MANY {
            let call = client
                .users()
                .sign_in(&grant(username, "wrong horse battery"));
            let reply = call
                .header("x-forwarded-for", format!("192.0.2.{turn}"))
                .await;
            if reply.status == 429 {
                let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
                assert!((1..=60).contains(&wait), "{wait}");
                let mut problem: Value = serde_json::from_slice(&reply.body).unwrap();
                problem["instance"] = json!("");
                refused = Some((guess, problem));
                break;
            }
            reply.expect_status(401);
        }
        ends.push(
            refused.unwrap_or_else(|| panic!("{MANY} guesses at {username} were all answered")),
        );
    }
    let (guesses, problem) = &ends[0];
    for (other_guesses, other) in &ends[1..] {
        // The limit refills somewhat while passwords are hashed.
        assert!(
            guesses.abs_diff(*other_guesses) <= 3,
            "{guesses} guesses, then {other_guesses}"
        );
        assert_eq!(problem["detail"].is_string(), other["detail"].is_string());
        assert_eq!(
            (&problem["type"], &problem["title"]),
            (&other["type"], &other["title"])
        );
    }
}

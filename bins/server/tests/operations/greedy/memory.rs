//! The memory of the server under large requests and answers.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use serde_json::json;
use wayfare_testkit::{Client, Method, sample};

use super::Stage;

const MIB: usize = 1 << 20;
/// The most that the server may hold at its peak.
const BOUND: usize = 400 * MIB;

impl Stage {
    /// The peak of the server's resident memory so far, in bytes.
    pub(super) fn peak(&self) -> usize {
        let path = format!("/proc/{}/status", self.node.pid());
        let text = std::fs::read_to_string(path).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.unwrap().trim().trim_end_matches(" kB");
        kibibytes.parse::<usize>().unwrap() << 10
    }
}

/// 1,000 items with six wrong values in each of 89 shares.
fn wrong_items() -> String {
    let share = "{\"memberId\":1,\"memberName\":1,\"cost\":\"\",\"paidValue\":\"\",\
        \"paymentDate\":{},\"estimatedCost\":\"\"}";
    let shares = vec![share; 89].join(",");
    let item = format!(r#"{{"item_type":1,"budget":{{"membersBudget":[{shares}]}}}}"#);
    format!("[{}]", vec![item.as_str(); 1_000].join(","))
}

/// An object with 600,000 fields.
fn many_fields() -> String {
    let mut fields = String::from("{\"name\": \"x\"");
    for number in 0..600_000 {
        write!(fields, ",\"{number}\":1").unwrap();
    }
    fields + "}"
}

/// Returns the result of `work`. All requests of another account succeed meanwhile.
async fn while_others_succeed<T>(other: &Client, trip: &str, work: impl Future<Output = T>) -> T {
    let over = AtomicBool::new(false);
    let requests = async {
        let mut answers = 0;
        while !over.load(Ordering::Relaxed) {
            other.b().trip(trip).await.expect_status(200);
            let change = json!({"desc": format!("change {answers}")});
            other.b().update(trip, &change).await.expect_status(200);
            answers += 1;
        }
        answers
    };
    let work = async {
        let result = work.await;
        over.store(true, Ordering::Relaxed);
        result
    };
    let (result, answers) = tokio::join!(work, requests);
    assert!(answers > 0);
    result
}

#[tokio::test]
async fn large_bodies_take_bounded_memory() {
    let stage = Stage::new(&[]);
    let client = &stage.node.client;
    let (ada, other) = (
        sample::sign_up(client, "ada").await,
        sample::sign_up(client, "other").await,
    );
    let trip = sample::trip(&ada, "Lisbon").await;
    let others = sample::trip(&other, "Porto").await;
    let before = stage.peak();
    let nowhere = "0198c0de-0000-7000-8000-00000000000a";
    let ones = format!("[{}1]", "1,".repeat(4 * MIB - 2));
    for (what, trip, body) in [
        ("535,000 wrong values", trip.as_str(), wrong_items()),
        ("a list of ones to a missing trip", nowhere, ones),
        ("an object of 600,000 fields", nowhere, many_fields()),
    ] {
        let path = format!("/api/v1/trips/{trip}/trip_items");
        let puts = (0..4).map(|_| {
            let put = ada.client.request(Method::PUT, &path);
            put.body("application/json", body.clone()).into_future()
        });
        let replies = while_others_succeed(&other.client, &others, join_all(puts)).await;
        for reply in replies {
            assert!([400, 404, 429].contains(&reply.status), "{reply:?}");
            assert!(reply.body.len() <= 64 << 10, "{}", reply.body.len());
        }
        println!(
            "four times {what}: {} MiB, {} before",
            stage.peak() / MIB,
            before / MIB
        );
        assert!(stage.peak() < BOUND, "{what}: {} MiB", stage.peak() / MIB);
    }
}

#[tokio::test]
async fn long_lists_take_bounded_memory() {
    let stage = Stage::new(&[]);
    let client = &stage.node.client;
    let (ada, other) = (
        sample::sign_up(client, "ada").await,
        sample::sign_up(client, "other").await,
    );
    let others = sample::trip(&other, "Porto").await;
    let desc = "\u{1F600}".repeat(10_000);
    let new = json!({"name": "Lisbon", "desc": desc, "private": false});
    for _ in 0..90 {
        join_all((0..10).map(|_| sample::trip_with(&ada, &new))).await;
    }
    let before = stage.peak();
    let lists = (0..4).map(|_| {
        client
            .request(Method::GET, "/api/v1/trips/ada")
            .into_future()
    });
    let replies = while_others_succeed(&other.client, &others, join_all(lists)).await;
    assert!(replies.iter().any(|reply| reply.status == 200));
    for reply in replies {
        assert!([200, 429].contains(&reply.status), "{}", reply.status);
    }
    let peak = stage.peak();
    println!(
        "four lists of 36 MB: {} MiB, {} before",
        peak / MIB,
        before / MIB
    );
    assert!(peak < BOUND, "{} MiB", peak / MIB);
}

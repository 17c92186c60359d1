//! What the threads that serve connections compute themselves: nothing that grows with a trip.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use wayfare_server::Which;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Call, Method};

use crate::served::{Served, wayfare};

/// The most CPU time of these threads for one answer. In builds for development, of a trip of some
/// megabytes, answers take up to 11 ms; one that compresses or hashes them itself, hundreds.
const MOST: Duration = Duration::from_millis(40);
/// Items of the trip, and shares of each.
const ITEMS: usize = 500;
const SHARES: usize = 10;
/// The formats of exports.
const FORMATS: [&str; 7] = [
    "ics",
    "gpx",
    "kml",
    "geojson",
    "csv",
    "settlement.csv",
    "zip",
];
/// The pages of a trip, below its own.
const PAGES: [&str; 6] = ["", "/map", "/costs", "/lists", "/photos", "/people"];
/// What a path names that the trip has not.
const ABSENT: [&str; 7] = [
    "{settlement}",
    "{link}",
    "{picture}",
    "{file}",
    "{member}",
    "{invitation}",
    "{key}",
];

/// The CPU time so far of the threads that serve connections.
fn event_loops(process: u32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let time = |thread: fs::DirEntry| {
        let name = fs::read_to_string(thread.path().join("comm")).unwrap();
        if !name.starts_with("actix-rt") {
            return None;
        }
        // In nanoseconds, where `stat` has hundredths of a second.
        let spent = fs::read_to_string(thread.path().join("schedstat")).unwrap();
        Some(spent.split(' ').next()?.parse::<u64>().unwrap())
    };
    let times: Vec<u64> = threads.flatten().filter_map(time).collect();
    assert!(!times.is_empty(), "no thread is called actix-rt");
    Duration::from_nanos(times.iter().sum())
}

/// A trip of some megabytes.
async fn large_trip(ada: &Traveller) -> String {
    let trip = sample::public_trip(ada, "Grand tour").await;
    let share =
        |item: usize, share: usize| json!({"memberId": format!("{item}-{share}"), "cost": 1});
    let item = |item: usize| {
        let shares = (0..SHARES).map(|place| share(item, place));
        json!({
            "item_id": format!("i{item}"), "item_type": "destination", "index": item, "day": 1,
            "destination": {"name": "Place", "description": format!("{item} ").repeat(400)},
            "budget": {"currency": "CAD", "membersBudget": shares.collect::<Value>()},
        })
    };
    let items = json!({"trip_items": (0..ITEMS).map(item).collect::<Value>()});
    ada.a().set_items(&trip, &items).await.expect_status(200);
    trip
}

/// The paths of all reads of a trip, of exports, feeds and what a share link shows.
async fn paths(ada: &Traveller, trip: &str) -> Vec<String> {
    let extensions = ada.extensions();
    let feed = extensions.open_trip_feed(trip).await.json().url;
    let of_account: Call<Value> = ada.client.request(Method::POST, "/api/v1/user/ada/feed");
    let of_account = of_account.await.expect_status(201).value();
    let link = extensions.create_share_link(trip, &json!({})).await.json();
    let path_of = |url: &str| format!("/{}", url.splitn(4, '/').nth(3).unwrap());
    let token = link.url.rsplit('/').next().unwrap();
    let document: Value = serde_json::from_str(wayfare_server::openapi(Which::All)).unwrap();
    let reads = document["paths"].as_object().unwrap().iter();
    let reads = reads.filter(|(path, operations)| {
        let is_absent = ABSENT.iter().any(|name| path.contains(name));
        // The events of a trip have no end.
        operations.get("get").is_some() && !is_absent && !path.ends_with("/events")
    });
    let mut paths: Vec<String> = reads
        .map(|(path, _)| path)
        .filter(|path| {
            ["{uuid}", "{username}"]
                .iter()
                .any(|name| path.contains(name))
        })
        .flat_map(|path| {
            let formats: &[&str] = match path.contains("{format}") {
                true => &FORMATS,
                false => &["ics"],
            };
            formats.iter().map(|format| {
                path.replace("{uuid}", trip)
                    .replace("{username}", "ada")
                    .replace("{item_id}", "i7")
                    .replace("{format}", format)
            })
        })
        .collect();
    assert!(paths.len() > 25, "{paths:?}");
    paths.extend(PAGES.iter().map(|page| format!("/trip/{trip}{page}")));
    paths.extend([format!("/api/v1/shared/{token}"), format!("/s/{token}")]);
    paths.extend([
        path_of(&feed),
        path_of(of_account["url"].as_str().unwrap()),
        format!("/api/v1/trip/{trip}"),
    ]);
    paths
}

#[tokio::test]
async fn answers_of_megabytes_are_computed_off_the_event_loop() {
    let folder = TempDir::new().unwrap();
    let arguments = ["--listen", "127.0.0.1:0", "--rate-limit", "off"];
    let served = Served::start(wayfare(folder.path(), &arguments));
    let client = wayfare_testkit::client(format!("http://{}", served.address));
    let ada = sample::sign_up(&client, "ada").await;
    let trip = large_trip(&ada).await;
    let mut faults = Vec::new();
    for path in paths(&ada, &trip).await {
        for coding in ["identity", "gzip"] {
            let before = event_loops(served.id());
            let call: Call<Value> = ada.client.request(Method::GET, &path);
            let reply = call.header("accept-encoding", coding).await;
            let spent = event_loops(served.id()) - before;
            assert!(
                (200..300).contains(&reply.status),
                "{path}: {}",
                reply.status
            );
            if spent > MOST {
                let bytes = reply.body.len();
                faults.push(format!("{path}, {coding}: {spent:?} for {bytes} bytes"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

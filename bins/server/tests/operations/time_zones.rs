//! Typed hours when the rules of time zones change between two releases: they stay, whichever
//! server moves their instants, and however often.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use wayfare_testkit::{Client, sample};

use crate::process::{self, Node};
use crate::several::shared_stores::SharedStores;

/// Zones with their rules before the laws of 2026, and the UTC hour of 10:00 in December after
/// them. That of Havana is for one winter, which a test on the machine's clock outlives.
const ZONES: [(&str, &str, &str); 5] = [
    ("America/Vancouver", "PST8PDT,M3.2.0,M11.1.0", "17"),
    ("America/Edmonton", "MST7MDT,M3.2.0,M11.1.0", "16"),
    ("America/Winnipeg", "CST6CDT,M3.2.0,M11.1.0", "15"),
    ("Africa/Casablanca", "<+01>-1", "10"),
    ("America/Yellowknife", "MST7MDT,M3.2.0,M11.1.0", "16"),
];
const MOVED: &str = "typed hours follow the new rules";
const LIMIT: Duration = Duration::from_secs(60);
/// Trips of the test in which a server is killed.
const TRIPS: usize = 400;

/// A compiled zone whose footer holds all of its rules (RFC 9636).
fn compiled(rules: &str) -> Vec<u8> {
    let mut block = b"TZif2".to_vec();
    block.extend([0; 15]);
    for count in [0_u32, 0, 0, 0, 1, 4] {
        block.extend(count.to_be_bytes());
    }
    block.extend([0; 6]);
    block.extend(b"LMT\0");
    [&block, &block, format!("\n{rules}\n").as_bytes()].concat()
}

/// A folder of the zones before 2026.
fn old_zones(within: &Path) -> PathBuf {
    let folder = within.join("zones");
    for (name, rules, _) in ZONES {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, compiled(rules)).unwrap();
    }
    fs::write(folder.join("+VERSION"), "2025b\n").unwrap();
    folder
}

/// Items at 10:00, typed, in all zones, one of which has begun; and one at an instant.
async fn add_items(ada: &Client, trip: &str) {
    let item = |id: &str, zone: &str, year: u32| {
        json!({"item_id": id.replace('/', "-"), "item_type": "stay", "timezone": zone,
            "start_local": format!("{year}-12-10T10:00"),
            "end_local": format!("{year}-12-10T12:00")})
    };
    let mut items: Vec<Value> = ZONES.map(|(zone, ..)| item(zone, zone, 2036)).into();
    items.push(item("begun", "America/Vancouver", 2025));
    items.push(
        json!({"item_id": "instant", "item_type": "stay", "timezone": "America/Vancouver",
        "start_time": "2036-12-10T18:00:00Z"}),
    );
    let items = json!({"trip_items": items});
    ada.a().set_items(trip, &items).await.expect_status(200);
}

async fn items(ada: &Client, trip: &str) -> Vec<Value> {
    let items = ada.a().items(trip).header("Prefer", "extensions");
    let items = items.await.expect_status(200);
    items.value().as_array().unwrap().clone()
}

/// The version of a trip, which its tag begins with.
async fn version(ada: &Client, trip: &str) -> u64 {
    let reply = ada.b().trip(trip).await.expect_status(200);
    let tag = reply.header("etag").unwrap().trim_matches('"').to_owned();
    tag.split('-').next().unwrap().parse().unwrap()
}

/// Checks that the hours are by the new rules.
async fn assert_moved(ada: &Client, trip: &str) {
    let items = items(ada, trip).await;
    for ((zone, _, hour), item) in ZONES.iter().zip(&items) {
        let instant = format!("2036-12-10T{hour}:00:00Z");
        assert_eq!(item["start_time"], instant, "{zone}");
        assert_eq!(item["start_local"], "2036-12-10T10:00:00", "{zone}");
        assert_eq!(item["duration"], 7200, "{zone}");
    }
    assert_eq!(items[5]["start_time"], "2025-12-10T18:00:00Z");
    assert_eq!(items[6]["start_time"], "2036-12-10T18:00:00Z");
    assert_eq!(items[6].get("start_local"), None);
}

fn wait_for(node: &Node, text: &str) {
    let end = Instant::now() + LIMIT;
    while !node.log().contains(text) {
        assert!(Instant::now() < end, "no {text:?} in {}", node.log());
        thread::sleep(Duration::from_millis(50));
    }
}

/// New rules move hours once, and a server with old ones moves nothing back.
async fn follows_new_rules(start: impl Fn(&[(&str, &str)]) -> Node) {
    let folder = TempDir::new().unwrap();
    let old = old_zones(folder.path());
    let old = [("WAYFARE_TZDIR", old.to_str().unwrap())];
    let node = start(&old);
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Round the world").await;
    add_items(&ada.client, &trip).await;
    let before = items(&ada.client, &trip).await;
    assert_eq!(before[0]["start_time"], "2036-12-10T18:00:00Z");
    let first = version(&ada.client, &trip).await;
    node.stop();

    let node = start(&[]);
    let client = node.client.with_token(&ada.token);
    wait_for(&node, MOVED);
    let log = node.log();
    assert!(
        log.contains("trip.zone-rules") && log.contains(&trip),
        "{log}"
    );
    assert_moved(&client, &trip).await;
    assert_eq!(version(&client, &trip).await, first + 1);
    node.stop();

    for settings in [&old[..], &[]] {
        let node = start(settings);
        let client = node.client.with_token(&ada.token);
        client.b().trip(&trip).await.expect_status(200);
        thread::sleep(Duration::from_millis(300));
        assert_moved(&client, &trip).await;
        assert_eq!(version(&client, &trip).await, first + 1);
        assert!(!node.log().contains("new rules"), "{}", node.log());
        node.stop();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_hours_follow_new_rules_on_sqlite() {
    let folder = TempDir::new().unwrap();
    follows_new_rules(|settings| process::spawn(folder.path(), settings).ready()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_hours_follow_new_rules_on_postgresql() {
    let stores = SharedStores::new();
    follows_new_rules(|settings| stores.spawn_with(settings).ready()).await;
}

/// A server is killed while it moves hours; two others go on beside edits.
#[tokio::test(flavor = "multi_thread")]
async fn hours_are_moved_once_by_servers_that_are_killed() {
    let stores = SharedStores::new();
    let folder = TempDir::new().unwrap();
    let old = old_zones(folder.path());
    let node = stores
        .spawn_with(&[("WAYFARE_TZDIR", old.to_str().unwrap())])
        .ready();
    let ada = sample::sign_up(&node.client, "ada").await;
    let mut trips = Vec::new();
    for number in 0..TRIPS {
        let trip = sample::trip(&ada, &format!("Trip {number}")).await;
        add_items(&ada.client, &trip).await;
        trips.push(trip);
    }
    node.stop();

    let node = stores.start();
    wait_for(&node, "moving typed hours");
    node.kill();
    let nodes = [stores.spawn(), stores.spawn()].map(process::Starting::ready);
    let client = nodes[0].client.with_token(&ada.token);
    for trip in &trips {
        let edit = json!({"desc": "edited meanwhile"});
        client.b().update(trip, &edit).await.expect_status(200);
    }
    let end = Instant::now() + LIMIT;
    while !nodes.iter().any(|node| node.log().contains(MOVED)) {
        assert!(Instant::now() < end, "hours are not moved");
        thread::sleep(Duration::from_millis(50));
    }
    for trip in &trips {
        assert_moved(&client, trip).await;
        // Its making, its items, the edit, and the new rules.
        assert_eq!(version(&client, trip).await, 4, "{trip}");
    }
    for node in nodes {
        node.stop();
    }
}

#[test]
fn a_folder_of_time_zones_tells_its_release() {
    let folder = TempDir::new().unwrap();
    let zones = old_zones(folder.path());
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfare"));
        let command = command.args(arguments).current_dir(folder.path());
        let output = command.env_clear().env("WAYFARE_TZDIR", &zones).output();
        let output = output.unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (code, text) = run(&["--version"]);
    assert!(
        code == Some(0) && text.contains("time zones: 2025b"),
        "{text}"
    );
    let (code, text) = run(&["check-config"]);
    assert!(code == Some(0) && text.contains("release 2025b"), "{text}");
    fs::rename(zones.join("+VERSION"), zones.join("tzdata.zi")).unwrap();
    let (code, text) = run(&["check-config"]);
    assert!(code == Some(2) && text.contains("WAYFARE_TZDIR"), "{text}");
    fs::write(
        zones.join("tzdata.zi"),
        "# version 2025c\nR A 1 o - Ja 1 0 0 -\n",
    )
    .unwrap();
    let (code, text) = run(&["check-config"]);
    assert!(code == Some(0) && text.contains("release 2025c"), "{text}");
}

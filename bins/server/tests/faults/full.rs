//! A full disk: writes get 503, no data is damaged, and writes succeed again once there is space.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Method, Reply};

use crate::process::{Node, spawn_as};
use crate::scene::LIMIT;

/// An in-memory disk of a few MiB in the server's mount namespace.
struct SmallDisk {
    /// The disk's path outside the namespace.
    root: PathBuf,
}

/// Starts a server whose folder `disk` is a small disk.
fn start(folder: &Path, settings: &[(&str, &str)]) -> (Node, SmallDisk) {
    let disk = folder.join("disk");
    fs::create_dir_all(&disk).unwrap();
    let tried = Command::new("unshare")
        .args(["-rm", "mount", "-t", "tmpfs", "tmpfs"])
        .arg(&disk)
        .output();
    let able = tried.as_ref().is_ok_and(|output| output.status.success());
    assert!(
        able,
        "can't mount a small disk in a namespace (unshare -rm): {tried:?}"
    );
    let mut command = Command::new("unshare");
    let script = "mount -t tmpfs -o size=6m tmpfs \"$1\" && exec \"$2\"";
    command
        .args(["-rm", "sh", "-c", script, "sh"])
        .arg(&disk)
        .arg(env!("CARGO_BIN_EXE_wayfare"));
    let path = std::env::var("PATH").unwrap_or_default();
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .copied()
        .chain([("PATH", path.as_str())])
        .collect();
    let node = spawn_as(command, folder, &settings).ready();
    let root = PathBuf::from(format!("/proc/{}/root{}", node.pid(), disk.display()));
    (node, SmallDisk { root })
}

impl SmallDisk {
    fn filler(&self) -> PathBuf {
        self.root.join("filler")
    }

    /// Fills the disk.
    fn fill(&self) {
        let mut filler = fs::File::options()
            .create(true)
            .append(true)
            .open(self.filler())
            .unwrap();
        for size in [65_536, 4_096, 1] {
            while filler
                .write(&vec![1; size])
                .is_ok_and(|written| written > 0)
            {}
        }
    }

    fn free(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    fn files(&self, below: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(self.root.join(below));
        files
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.path())
            .collect()
    }
}

fn assert_full<T>(reply: Reply<T>) {
    let retry_after = reply.header("retry-after").is_some();
    let problem = reply.expect_status(503).problem();
    assert_eq!(
        (problem.r#type.as_str(), retry_after),
        ("urn:wayfare:problem:no-room", true)
    );
}

/// A text of several pages.
fn long(number: usize) -> String {
    format!("{number:09} ").repeat(900)
}

async fn write(ada: &Traveller, trip: &str, number: usize) -> Reply<serde_json::Value> {
    let path = format!("/api/v1/trip/{trip}");
    ada.client
        .request(Method::PUT, &path)
        .json(&json!({"desc": long(number)}))
        .await
}

async fn assert_reads(ada: &Traveller, trip: &str, number: usize) {
    assert_eq!(
        ada.b().trip(trip).await.expect_status(200).json().desc,
        long(number)
    );
    assert_eq!(ada.b().trips().await.expect_status(200).json().len(), 1);
    ada.client
        .request(Method::GET, "/healthz")
        .await
        .expect_status(200);
}

/// Retries until the attempt succeeds; returns how long that took.
async fn retry(mut attempt: impl AsyncFnMut() -> u16) -> Duration {
    let start = Instant::now();
    loop {
        let status = attempt().await;
        if status == 200 {
            return start.elapsed();
        }
        assert!(status == 503 && start.elapsed() < LIMIT, "{status}");
    }
}

async fn ready(node: &Node) -> u16 {
    node.client.request(Method::GET, "/readyz").await.status
}

/// Checks that a server becomes not ready while writes fail, and stays so.
async fn assert_not_ready(node: &Node, write: impl AsyncFn()) {
    let start = Instant::now();
    while ready(node).await != 503 {
        assert!(start.elapsed() < LIMIT, "ready, although writes fail");
        write().await;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert_eq!(ready(node).await, 503);
    }
}

#[tokio::test]
async fn survives_a_full_disk_of_the_sqlite_database() {
    let folder = TempDir::new().unwrap();
    let settings = [
        ("WAYFARE_DATABASE_URL", "sqlite://disk/wayfare.db"),
        ("WAYFARE_PICTURES_URL", "memory://"),
    ];
    let (node, disk) = start(folder.path(), &settings);
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let mut saved = 0;
    for round in 1..=3_usize {
        disk.fill();
        let first = round * 100_000;
        // The write-ahead log may have free space within its file.
        for number in first..first + 2_000 {
            let reply = write(&ada, &trip, number).await;
            if reply.status != 200 {
                assert_full(reply);
                break;
            }
            saved = number;
        }
        assert_full(write(&ada, &trip, first + 50_000).await);
        assert_not_ready(&node, async || {
            write(&ada, &trip, first + 50_001).await;
        })
        .await;
        if saved > 0 {
            assert_reads(&ada, &trip, saved).await;
        }
        disk.free();
        saved = first + 60_000;
        let took = retry(async || write(&ada, &trip, saved).await.status).await;
        assert_reads(&ada, &trip, saved).await;
        eprintln!("full disk of SQLite: writes succeed {took:?} after space is free");
        retry(async || ready(&node).await).await;
    }
    let check = Command::new("sqlite3")
        .arg(disk.root.join("wayfare.db"))
        .arg("PRAGMA integrity_check")
        .output();
    let check = String::from_utf8(check.unwrap().stdout).unwrap();
    assert_eq!(check.trim(), "ok");
    node.stop();
}

#[tokio::test]
async fn survives_a_full_disk_of_the_picture_store() {
    let folder = TempDir::new().unwrap();
    let pictures = format!("file://{}", folder.path().join("disk/pictures").display());
    let settings = [("WAYFARE_PICTURES_URL", pictures.as_str())];
    let (node, disk) = start(folder.path(), &settings);
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let picture = async |width: &str| {
        let path = "/api/v1/trip/default/picture";
        node.client
            .request(Method::GET, path)
            .max_width(width)
            .await
            .expect_status(200)
            .body
    };
    let (one, other) = (picture("900").await, picture("800").await);
    let set = async |file: &[u8]| {
        ada.a()
            .set_pictures(&trip)
            .file("mainImage", "a.jpg", file.to_vec())
            .await
    };
    set(&one).await.expect_status(200);
    let shown = ada.b().picture(&trip).await.expect_status(200).body;
    for round in 0..3 {
        let files = disk.files("pictures/pictures");
        disk.fill();
        assert_full(set(&other).await);
        let photos = ada
            .a()
            .set_pictures(&trip)
            .file("photos", "a.jpg", other.clone())
            .file("photos", "b.jpg", one.clone());
        assert_full(photos.await);
        assert_eq!(
            disk.files("pictures/pictures"),
            files,
            "no partial file is left"
        );
        assert_eq!(ada.b().picture(&trip).max_width("90").await.status, 200);
        assert_eq!(ada.b().picture(&trip).await.body, shown);
        assert_eq!(
            write(&ada, &trip, round).await.status,
            200,
            "writes without files succeed"
        );
        disk.free();
        retry(async || set(&other).await.status).await;
        set(&one).await.expect_status(200);
    }
    assert_eq!(disk.files("pictures/pictures").len(), 1);
    node.stop();
}

#[tokio::test]
async fn survives_a_full_disk_of_temporary_files() {
    let folder = TempDir::new().unwrap();
    let temporary = folder.path().join("disk").display().to_string();
    let (node, disk) = start(folder.path(), &[("TMPDIR", temporary.as_str())]);
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let path = "/api/v1/trip/default/picture";
    let file = node
        .client
        .request(Method::GET, path)
        .await
        .expect_status(200)
        .body;
    let set = async || {
        ada.a()
            .set_pictures(&trip)
            .file("mainImage", "a.jpg", file.clone())
            .await
    };
    disk.fill();
    assert_full(set().await);
    disk.free();
    retry(async || set().await.status).await;
    assert!(disk.files("").is_empty(), "no file is left");
    node.stop();
}

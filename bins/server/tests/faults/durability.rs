//! Durability and atomicity: acknowledged writes survive whole when the server or PostgreSQL is
//! killed at any moment.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::Instant;
use wayfare_test_postgres::{Cluster, Database, shared};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method, soak};

use crate::process::{Node, spawn};
use crate::writers::{Album, KINDS, Kind, Ledger, Mark, write};

const SECRET: &str = "one secret for all servers, of 32 bytes and more";

/// A random time before a kill: 100 to 865 milliseconds.
pub(crate) fn random_delay() -> Duration {
    Duration::from_millis(100 + u64::from(uuid::Uuid::new_v4().as_bytes()[0]) * 3)
}

/// The data that outlives a server.
pub(crate) struct Storage {
    folder: TempDir,
    database: String,
}

impl Storage {
    pub(crate) fn on(database: String) -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            database,
        }
    }

    fn settings(&self) -> [(&'static str, &str); 2] {
        [
            ("WAYFARE_DATABASE_URL", &self.database),
            ("WAYFARE_AUTH_SECRET", SECRET),
        ]
    }

    pub(crate) fn start(&self) -> Node {
        self.start_with(&[])
    }

    /// Starts a server with further settings.
    pub(crate) fn start_with(&self, further: &[(&'static str, &'static str)]) -> Node {
        let settings: Vec<(&str, &str)> = self
            .settings()
            .into_iter()
            .chain(further.iter().copied())
            .collect();
        spawn(self.folder.path(), &settings).ready()
    }

    /// The logs of all its servers.
    pub(crate) fn logs(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).unwrap().flatten();
        let logs = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("log-"));
        logs.map(|entry| entry.path()).collect()
    }

    /// The files of the picture store.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.folder.path().join("data/pictures/pictures"));
        files
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.path())
            .collect()
    }

    /// Makes all picture files two hours old, and runs the sweep.
    fn sweep(&self) {
        for path in self.files() {
            let file = File::options().write(true).open(path).unwrap();
            let written = file.metadata().unwrap().modified().unwrap();
            file.set_modified(written - Duration::from_secs(7_200))
                .unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfare"));
        command
            .args(["pictures", "sweep"])
            .current_dir(self.folder.path())
            .env_clear()
            .envs(self.settings());
        let swept = command.output().unwrap();
        assert!(swept.status.success(), "{swept:?}");
    }
}

/// The user, and the trips that are written to.
pub(crate) struct Workload {
    pub(crate) ada: Traveller,
    album: Arc<Album>,
    ledgers: Vec<Ledger>,
    pub(crate) acknowledged: u64,
}

impl Workload {
    pub(crate) async fn at(node: &Node) -> Self {
        let ada = sample::sign_up(&node.client, "ada").await;
        sample::sign_up(&node.client, "ben").await;
        let scratch = sample::trip(&ada, "Scratch").await;
        let album = Arc::new(Album::new(&ada, &scratch).await);
        let mut ledgers = Vec::new();
        for kind in KINDS.into_iter().chain(KINDS) {
            let trip = sample::trip(&ada, "0").await;
            ledgers.push(Ledger {
                trip,
                kind,
                mark: Mark::default(),
            });
        }
        Self {
            ada,
            album,
            ledgers,
            acknowledged: 0,
        }
    }

    /// Writes to a server and creates trips until the server ends, or the time is over.
    pub(crate) async fn write(&mut self, client: Client, until: Instant, patient: bool) {
        let client = client.with_token(&self.ada.token);
        let before: u64 = self
            .ledgers
            .iter()
            .map(|ledger| ledger.mark.acknowledged)
            .sum();
        let writers = self.ledgers.drain(..);
        let writers: Vec<_> = writers
            .map(|ledger| {
                write(
                    client.clone(),
                    ledger,
                    Arc::clone(&self.album),
                    until,
                    patient,
                )
            })
            .collect();
        let maker = tokio::spawn(make_trips(client, until, patient));
        for writer in writers {
            self.ledgers.push(writer.await.unwrap());
        }
        let after: u64 = self
            .ledgers
            .iter()
            .map(|ledger| ledger.mark.acknowledged)
            .sum();
        let made = maker.await.unwrap();
        self.acknowledged += after - before + u64::try_from(made.len()).unwrap();
        self.ledgers.extend(made);
    }

    /// Asserts that every acknowledged write is there. Drops the trips that were only created.
    pub(crate) async fn assert_durable(&mut self, node: &Node) {
        let ada = Traveller {
            client: node.client.with_token(&self.ada.token),
            ..self.ada.clone()
        };
        for ledger in &mut self.ledgers {
            ledger.assert_durable(&ada, &self.album).await;
        }
        self.ledgers.truncate(KINDS.len() * 2);
        assert_eq!(
            self.ledgers
                .iter()
                .filter(|ledger| ledger.kind == Kind::Pictures)
                .count(),
            2
        );
    }

    /// The number of picture files that trips name: one of the scratch trip, and two of each trip
    /// whose pictures were written.
    fn files(&self) -> usize {
        let written =
            |ledger: &&Ledger| ledger.kind == Kind::Pictures && ledger.mark.acknowledged > 0;
        1 + 2 * self.ledgers.iter().filter(written).count()
    }
}

/// Creates trips; returns the acknowledged ones.
async fn make_trips(client: Client, until: Instant, patient: bool) -> Vec<Ledger> {
    let mut made = Vec::new();
    while Instant::now() < until {
        match client
            .b()
            .create(&serde_json::json!({"name": "1", "desc": "1"}))
            .send()
            .await
        {
            Ok(reply) if reply.status == 200 => {
                let mark = Mark {
                    acknowledged: 1,
                    sent: 1,
                };
                made.push(Ledger {
                    trip: reply.json().unwrap().uuid,
                    kind: Kind::Created,
                    mark,
                });
            }
            Ok(reply) if patient && reply.status == 503 => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(_) if !patient => break,
            other => panic!("{other:?}"),
        }
    }
    made
}

async fn writes_survive_a_killed_server(storage: Storage) {
    let mut node = storage.start();
    let mut workload = Workload::at(&node).await;
    let rounds = soak::rounds(4);
    for _ in 0..rounds {
        let client = node.client.clone();
        let kill = async {
            tokio::time::sleep(random_delay()).await;
            node.kill();
        };
        let forever = Instant::now() + Duration::from_secs(60);
        tokio::join!(workload.write(client, forever, false), kill);
        node = storage.start();
        workload.assert_durable(&node).await;
    }
    assert!(workload.acknowledged > 0, "the kill interrupted writes");
    let left = storage.files().len() - workload.files();
    storage.sweep();
    assert_eq!(
        storage.files().len(),
        workload.files(),
        "the sweep removes exactly the orphaned files"
    );
    workload.assert_durable(&node).await;
    let written = workload.acknowledged;
    eprintln!(
        "server killed {rounds} times under load: {written} acknowledged writes survived; {left} \
            files were swept"
    );
    assert_eq!(
        node.client.request(Method::GET, "/readyz").await.status,
        200
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_survive_a_killed_server_on_sqlite() {
    writes_survive_a_killed_server(Storage::on("sqlite://data/wayfare.db".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_survive_a_killed_server_on_postgresql() {
    let database = shared().unwrap().create_database("durability").unwrap();
    writes_survive_a_killed_server(Storage::on(durable(&database))).await;
}

/// The database's URL with synchronous commits, which the shared cluster turns off.
pub(crate) fn durable(database: &Database) -> String {
    format!("{}?options=-csynchronous_commit%3Don", database.url())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_survive_a_killed_postgresql() {
    let mut cluster = Cluster::start_durable().unwrap();
    let database = cluster.server().create_database("durability").unwrap();
    let storage = Storage::on(database.url().to_owned());
    let node = storage.start();
    let mut workload = Workload::at(&node).await;
    let rounds = soak::rounds(3);
    for _ in 0..rounds {
        let delay = random_delay();
        let kill = async {
            tokio::time::sleep(delay).await;
            cluster.stop_immediate().unwrap();
            cluster.start_again().unwrap();
        };
        let until = Instant::now() + delay + Duration::from_millis(1_500);
        tokio::join!(workload.write(node.client.clone(), until, true), kill);
        let back = Instant::now();
        while node.client.request(Method::GET, "/readyz").await.status != 200 {
            assert!(back.elapsed() < Duration::from_secs(5), "{}", node.log());
        }
        workload.assert_durable(&node).await;
    }
    let left = storage.files().len() - workload.files();
    storage.sweep();
    assert_eq!(
        storage.files().len(),
        workload.files(),
        "the sweep removes exactly the orphaned files"
    );
    workload.assert_durable(&node).await;
    let written = workload.acknowledged;
    eprintln!(
        "PostgreSQL killed {rounds} times under load: {written} acknowledged writes survived; \
            {left} files were swept"
    );
}

/// The sweep removes an old partial file, which a killed server left.
#[tokio::test]
async fn sweep_removes_partial_files() {
    let storage = Storage::on("sqlite://data/wayfare.db".to_owned());
    let node = storage.start();
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let file = node
        .client
        .request(Method::GET, "/api/v1/trip/default/picture")
        .max_width("30")
        .await
        .body;
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", file)
        .await
        .expect_status(200);
    let named = storage.files().remove(0);
    let folder: &Path = named.parent().unwrap();
    fs::write(
        folder.join("0198c0de-0000-4000-8000-00000000000a#1"),
        "half of a pic",
    )
    .unwrap();
    storage.sweep();
    assert_eq!(storage.files(), [named]);
}

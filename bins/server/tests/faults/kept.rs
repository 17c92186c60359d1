//! What was acknowledged is kept, whole, whenever the server or PostgreSQL is killed.

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

/// A moment to kill something at: between a tenth of a second and eight.
fn moment() -> Duration {
    Duration::from_millis(100 + u64::from(uuid::Uuid::new_v4().as_bytes()[0]) * 3)
}

/// What outlives a server.
struct Ground {
    folder: TempDir,
    database: String,
}

impl Ground {
    fn on(database: String) -> Self {
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

    fn start(&self) -> Node {
        spawn(self.folder.path(), &self.settings()).ready()
    }

    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.folder.path().join("data/pictures/pictures"));
        files
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.path())
            .collect()
    }

    /// Makes all files of pictures two hours old, and has the sweep look at them.
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

/// The people and the trips that are written to.
struct World {
    ada: Traveller,
    album: Arc<Album>,
    ledgers: Vec<Ledger>,
    acknowledged: u64,
}

impl World {
    async fn at(node: &Node) -> Self {
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

    /// Writes at a server until it is gone, or for as long as is said; makes trips as well.
    async fn write(&mut self, client: Client, until: Instant, patient: bool) {
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

    /// All that was acknowledged is there. Trips that were only made are not written to again.
    async fn assert_kept(&mut self, node: &Node) {
        let ada = Traveller {
            client: node.client.with_token(&self.ada.token),
            ..self.ada.clone()
        };
        for ledger in &mut self.ledgers {
            ledger.assert_kept(&ada, &self.album).await;
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

    /// How many files of pictures the trips name: the scratch trip's, and two of each of the others
    /// that were written to.
    fn files(&self) -> usize {
        let written =
            |ledger: &&Ledger| ledger.kind == Kind::Pictures && ledger.mark.acknowledged > 0;
        1 + 2 * self.ledgers.iter().filter(written).count()
    }
}

/// Makes trips; gives those that were acknowledged.
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
                    trip: reply.json().uuid,
                    kind: Kind::Made,
                    mark,
                });
            }
            Ok(reply) if patient && reply.status == 503 => {
                tokio::time::sleep(Duration::from_millis(20)).await
            }
            Err(_) if !patient => break,
            other => panic!("{other:?}"),
        }
    }
    made
}

async fn survives_the_killing_of_the_server(ground: Ground) {
    let mut node = ground.start();
    let mut world = World::at(&node).await;
    let rounds = soak::rounds(4);
    for _ in 0..rounds {
        let client = node.client.clone();
        let kill = async {
            tokio::time::sleep(moment()).await;
            node.kill();
        };
        let forever = Instant::now() + Duration::from_secs(60);
        tokio::join!(world.write(client, forever, false), kill);
        node = ground.start();
        world.assert_kept(&node).await;
    }
    assert!(
        world.acknowledged > 0,
        "it was killed in the middle of work"
    );
    let left = ground.files().len() - world.files();
    ground.sweep();
    assert_eq!(
        ground.files().len(),
        world.files(),
        "the sweep finds what was left, and nothing else"
    );
    world.assert_kept(&node).await;
    let written = world.acknowledged;
    eprintln!(
        "{rounds} times killed under load: {written} acknowledged writes are there; {left} files were swept"
    );
    assert_eq!(
        node.client.request(Method::GET, "/readyz").await.status,
        200
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whenever_the_server_is_killed_on_sqlite() {
    survives_the_killing_of_the_server(Ground::on("sqlite://data/wayfare.db".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whenever_the_server_is_killed_on_postgres() {
    let database = shared().unwrap().create_database("kept").unwrap();
    survives_the_killing_of_the_server(Ground::on(durable(&database))).await;
}

/// The database's URL. The cluster that tests share acknowledges before it has written; these ask
/// it not to.
fn durable(database: &Database) -> String {
    format!("{}?options=-csynchronous_commit%3Don", database.url())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whenever_postgres_is_killed() {
    let mut cluster = Cluster::start_durable().unwrap();
    let database = cluster.server().create_database("kept").unwrap();
    let ground = Ground::on(database.url().to_owned());
    let node = ground.start();
    let mut world = World::at(&node).await;
    let rounds = soak::rounds(3);
    for _ in 0..rounds {
        let moment = moment();
        let kill = async {
            tokio::time::sleep(moment).await;
            cluster.stop_immediate().unwrap();
            cluster.start_again().unwrap();
        };
        let until = Instant::now() + moment + Duration::from_millis(1_500);
        tokio::join!(world.write(node.client.clone(), until, true), kill);
        let back = Instant::now();
        while node.client.request(Method::GET, "/readyz").await.status != 200 {
            assert!(back.elapsed() < Duration::from_secs(5), "{}", node.log());
        }
        world.assert_kept(&node).await;
    }
    let left = ground.files().len() - world.files();
    ground.sweep();
    assert_eq!(
        ground.files().len(),
        world.files(),
        "the sweep finds what was left, and nothing else"
    );
    world.assert_kept(&node).await;
    let written = world.acknowledged;
    eprintln!(
        "{rounds} times PostgreSQL killed under load: {written} acknowledged writes are there; {left} files were swept"
    );
}

/// A file that a killed server was writing is no picture; the sweep takes it away once it is old.
#[tokio::test]
async fn files_that_were_never_finished_are_swept() {
    let ground = Ground::on("sqlite://data/wayfare.db".to_owned());
    let node = ground.start();
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
    let named = ground.files().remove(0);
    let folder: &Path = named.parent().unwrap();
    fs::write(
        folder.join("0198c0de-0000-4000-8000-00000000000a#1"),
        "half of a pic",
    )
    .unwrap();
    ground.sweep();
    assert_eq!(ground.files(), [named]);
}

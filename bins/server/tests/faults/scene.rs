//! A server with somebody who uses all of it, and what they get while something is broken.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::process::Node;

/// The longest time to an answer, and to the first good one once all is well again.
pub(crate) const LIMIT: Duration = Duration::from_secs(5);
const PASSWORD: &str = "correct horse battery";

/// A server, and somebody with a trip there.
pub(crate) struct Scene {
    pub(crate) node: Node,
    pub(crate) ada: Traveller,
    pub(crate) trip: String,
    picture: Vec<u8>,
}

/// What a request needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// The database, to read.
    Reading,
    /// The database, to write.
    Writing,
    /// A file from the picture store.
    Fetching,
    /// The picture store and the database, to write.
    Keeping,
}

/// What a request got.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) what: String,
    pub(crate) needs: Needs,
    pub(crate) status: u16,
    pub(crate) body: String,
    retry_after: Option<String>,
    took: Duration,
}

impl Answer {
    /// A 503 in time, in the form of all problems.
    pub(crate) fn assert_unavailable(&self) {
        assert!(self.took < LIMIT, "late: {self:?}");
        assert_eq!(self.status, 503, "{}: {self:?}", self.what);
        assert!(
            self.retry_after
                .as_ref()
                .is_some_and(|seconds| seconds.parse::<u32>().is_ok()),
            "{self:?}"
        );
        assert!(
            self.body.contains("\"type\":\"urn:wayfare:problem:"),
            "{self:?}"
        );
    }

    pub(crate) fn assert_good(&self) {
        assert!(
            self.took < LIMIT && (200..300).contains(&self.status),
            "{self:?}"
        );
    }
}

/// Threads and files of a process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vitals {
    /// Those that work with the database.
    database_threads: usize,
    threads: usize,
    files: usize,
}

impl Vitals {
    /// There are no more than before, but for threads of runtimes and connections of clients, which
    /// come and go.
    pub(crate) fn assert_no_more_than(self, before: Self) {
        assert!(
            self.database_threads <= before.database_threads,
            "{before:?}, then {self:?}"
        );
        assert!(
            self.threads <= before.threads + 8,
            "{before:?}, then {self:?}"
        );
        assert!(self.files <= before.files + 8, "{before:?}, then {self:?}");
    }
}

impl Scene {
    pub(crate) async fn on(node: Node) -> Self {
        let body = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
        let ada = sample::sign_up_with(&node.client, &body).await;
        let trip = sample::trip(&ada, "Lisbon").await;
        let picture = node
            .client
            .request(Method::GET, "/api/v1/trip/default/picture")
            .max_width("200")
            .await
            .body;
        ada.a()
            .set_pictures(&trip)
            .file("mainImage", "a.jpg", picture.clone())
            .await
            .expect_status(200);
        let scene = Self {
            node,
            ada,
            trip,
            picture,
        };
        for _ in 0..2 {
            scene.assert_all_good().await;
        }
        scene
    }

    /// One of each kind of request, and each twice, all at once.
    pub(crate) async fn wave(&self) -> Vec<Answer> {
        let mut sent = Vec::new();
        for _ in 0..2 {
            for (needs, method, path, body) in requests(&self.trip) {
                sent.push(tokio::spawn(ask(
                    self.ada.client.clone(),
                    needs,
                    method,
                    path,
                    body,
                )));
            }
            sent.push(tokio::spawn(upload(
                self.ada.clone(),
                self.trip.clone(),
                self.picture.clone(),
            )));
        }
        let mut answers = Vec::new();
        for answer in sent {
            answers.push(answer.await.unwrap());
        }
        answers
    }

    pub(crate) async fn assert_all_good(&self) {
        self.wave().await.iter().for_each(Answer::assert_good);
    }

    /// The process lives, and says that it can't do its work.
    pub(crate) async fn assert_not_ready(&self) {
        let start = Instant::now();
        self.node
            .client
            .request(Method::GET, "/healthz")
            .await
            .expect_status(200);
        assert!(
            start.elapsed() < Duration::from_secs(1),
            "the process is in no trouble"
        );
        self.node
            .client
            .request(Method::GET, "/readyz")
            .await
            .expect_status(503);
        assert!(start.elapsed() < LIMIT);
    }

    /// Waits until all kinds of requests succeed; gives how long that took.
    pub(crate) async fn recovery(&self) -> Duration {
        let start = Instant::now();
        loop {
            let answers = self.wave().await;
            let ready = self
                .node
                .client
                .request(Method::GET, "/readyz")
                .await
                .status;
            if ready == 200 && answers.iter().all(|answer| answer.status < 300) {
                break;
            }
            assert!(
                start.elapsed() < LIMIT,
                "{ready} {answers:?}\n{}",
                self.node.log()
            );
        }
        let took = start.elapsed();
        assert!(took < LIMIT, "{took:?}");
        for _ in 0..3 {
            self.assert_all_good().await;
        }
        took
    }

    pub(crate) fn vitals(&self) -> Vitals {
        let pid = self.node.pid();
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).unwrap();
        let names: Vec<String> = tasks
            .flatten()
            .filter_map(|task| fs::read_to_string(task.path().join("comm")).ok())
            .collect();
        let of_database = |name: &&String| name.starts_with("database") || name.starts_with("r2d2");
        Vitals {
            database_threads: names.iter().filter(of_database).count(),
            threads: names.len(),
            files: fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count(),
        }
    }

    /// Reads and writes without end, also while things break and are mended.
    pub(crate) fn siege(&self) -> Siege {
        let on = Arc::new(AtomicBool::new(true));
        let sieges = (0..4).map(|number| {
            let (on, client, trip) = (Arc::clone(&on), self.ada.client.clone(), self.trip.clone());
            tokio::spawn(async move {
                let mut answers = Vec::new();
                while on.load(Ordering::Relaxed) {
                    let mut kinds = requests(&trip);
                    let (needs, method, path, body) = kinds.swap_remove(number);
                    answers.push(ask(client.clone(), needs, method, path, body).await);
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                answers
            })
        });
        Siege {
            sieges: sieges.collect(),
            on,
        }
    }
}

/// Requests under way.
pub(crate) struct Siege {
    on: Arc<AtomicBool>,
    sieges: Vec<JoinHandle<Vec<Answer>>>,
}

impl Siege {
    /// Ends it. All were answered in time, with what was asked for or 503; gives how many, and the
    /// longest time that one took.
    pub(crate) async fn end(self) -> (usize, Duration) {
        self.on.store(false, Ordering::Relaxed);
        let (mut count, mut longest) = (0, Duration::ZERO);
        for siege in self.sieges {
            for answer in siege.await.unwrap() {
                assert!(
                    answer.took < LIMIT && matches!(answer.status, 200 | 304 | 503),
                    "{answer:?}"
                );
                (count, longest) = (count + 1, longest.max(answer.took));
            }
        }
        (count, longest)
    }
}

/// One of each kind of request but uploads, the ones with the database first.
fn requests(trip: &str) -> Vec<(Needs, Method, String, Option<Value>)> {
    let unique = uuid::Uuid::new_v4().simple().to_string();
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let one = format!("/api/v1/trip/{trip}");
    vec![
        (Needs::Reading, Method::GET, one.clone(), None),
        (
            Needs::Writing,
            Method::PUT,
            one.clone(),
            Some(json!({"name": unique})),
        ),
        (Needs::Reading, Method::GET, "/api/v1/user".to_owned(), None),
        (
            Needs::Writing,
            Method::PUT,
            format!("{one}/map"),
            Some(json!({"notes": unique})),
        ),
        (
            Needs::Reading,
            Method::GET,
            "/api/v1/trips".to_owned(),
            None,
        ),
        (
            Needs::Reading,
            Method::GET,
            "/api/v1/user/ada".to_owned(),
            None,
        ),
        (
            Needs::Writing,
            Method::POST,
            "/api/v1/trip".to_owned(),
            Some(json!({"name": unique})),
        ),
        (
            Needs::Writing,
            Method::POST,
            "/api/v1/user".to_owned(),
            Some(json!({"name": "X", "username": unique})),
        ),
        (
            Needs::Writing,
            Method::POST,
            "/api/v1/auth/token".to_owned(),
            Some(grant),
        ),
        (Needs::Fetching, Method::GET, format!("{one}/picture"), None),
    ]
}

async fn ask(
    client: Client,
    needs: Needs,
    method: Method,
    path: String,
    body: Option<Value>,
) -> Answer {
    let what = format!("{method} {path}");
    let mut call = client.request(method, &path);
    if needs == Needs::Fetching {
        // A size that is not in memory yet.
        let width = uuid::Uuid::new_v4().as_bytes()[0] % 199 + 1;
        call = call.max_width(&width.to_string());
    }
    if let Some(body) = &body {
        call = call.json(body);
    }
    let start = Instant::now();
    let reply = call.await;
    Answer {
        what,
        needs,
        status: reply.status,
        retry_after: reply.header("retry-after").map(str::to_owned),
        took: start.elapsed(),
        body: if reply.status < 300 {
            String::new()
        } else {
            String::from_utf8_lossy(&reply.body).into_owned()
        },
    }
}

async fn upload(ada: Traveller, trip: String, picture: Vec<u8>) -> Answer {
    let path = format!("/api/v1/trips/{trip}/picture");
    let start = Instant::now();
    let reply = ada
        .client
        .request(Method::PUT, &path)
        .file("photos", "a.jpg", picture.clone())
        .file("photos", "b.jpg", picture)
        .await;
    Answer {
        what: format!("PUT {path}"),
        needs: Needs::Keeping,
        // Sent again, it changes nothing.
        status: if reply.status == 304 {
            200
        } else {
            reply.status
        },
        retry_after: reply.header("retry-after").map(str::to_owned),
        took: start.elapsed(),
        body: if reply.status < 300 {
            String::new()
        } else {
            String::from_utf8_lossy(&reply.body).into_owned()
        },
    }
}

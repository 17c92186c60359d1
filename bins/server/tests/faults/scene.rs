//! A server with a client that calls every kind of route, and the outcomes during a fault.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::process::Node;

/// The maximum time of a response, and of the recovery after a fault.
pub(crate) const LIMIT: Duration = Duration::from_secs(5);
const PASSWORD: &str = "correct horse battery";

/// A server, and a user with a trip.
pub(crate) struct Scene {
    pub(crate) node: Node,
    pub(crate) ada: Traveller,
    pub(crate) trip: String,
    picture: Vec<u8>,
}

/// The store that a request needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// The database, to read.
    Read,
    /// The database, to write.
    Write,
    /// A file of the picture store.
    Fetch,
    /// The picture store and the database, to write.
    Upload,
}

/// The outcome of a request.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) what: String,
    pub(crate) needs: Needs,
    pub(crate) status: u16,
    pub(crate) body: String,
    retry_after: Option<String>,
    took: Duration,
}

impl Outcome {
    /// It is a 503 in time, with problem details.
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

/// The numbers of threads and open files of a process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vitals {
    /// The threads of the database pool.
    database_threads: usize,
    threads: usize,
    files: usize,
}

impl Vitals {
    /// Asserts that there are no more than before, with a tolerance for runtime threads and client
    /// connections, which come and go.
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

    /// Sends each kind of request twice, all concurrently.
    pub(crate) async fn wave(&self) -> Vec<Outcome> {
        let mut sent = Vec::new();
        for _ in 0..2 {
            for (needs, method, path, body) in requests(&self.trip) {
                sent.push(tokio::spawn(call(
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
        let mut outcomes = Vec::new();
        for outcome in sent {
            outcomes.push(outcome.await.unwrap());
        }
        outcomes
    }

    pub(crate) async fn assert_all_good(&self) {
        self.wave().await.iter().for_each(Outcome::assert_good);
    }

    /// Asserts that the process is alive and not ready.
    pub(crate) async fn assert_not_ready(&self) {
        let start = Instant::now();
        self.node
            .client
            .request(Method::GET, "/healthz")
            .await
            .expect_status(200);
        assert!(
            start.elapsed() < Duration::from_secs(1),
            "the liveness check must not wait"
        );
        // A result is good for a second.
        while self
            .node
            .client
            .request(Method::GET, "/readyz")
            .await
            .status
            != 503
        {
            assert!(start.elapsed() < LIMIT);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(start.elapsed() < LIMIT);
    }

    /// Waits until all kinds of requests succeed; returns how long that took.
    pub(crate) async fn recovery(&self) -> Duration {
        let start = Instant::now();
        loop {
            let outcomes = self.wave().await;
            let ready = self
                .node
                .client
                .request(Method::GET, "/readyz")
                .await
                .status;
            if ready == 200 && outcomes.iter().all(|outcome| outcome.status < 300) {
                break;
            }
            assert!(
                start.elapsed() < LIMIT,
                "{ready} {outcomes:?}\n{}",
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

    /// Reads and writes continuously, also during the fault and the recovery.
    pub(crate) fn load(&self) -> Load {
        let on = Arc::new(AtomicBool::new(true));
        let clients = (0..4).map(|number| {
            let (on, client, trip) = (Arc::clone(&on), self.ada.client.clone(), self.trip.clone());
            tokio::spawn(async move {
                let mut outcomes = Vec::new();
                while on.load(Ordering::Relaxed) {
                    let mut kinds = requests(&trip);
                    let (needs, method, path, body) = kinds.swap_remove(number);
                    outcomes.push(call(client.clone(), needs, method, path, body).await);
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                outcomes
            })
        });
        Load {
            clients: clients.collect(),
            on,
        }
    }
}

/// Clients that send requests continuously.
pub(crate) struct Load {
    on: Arc<AtomicBool>,
    clients: Vec<JoinHandle<Vec<Outcome>>>,
}

impl Load {
    /// Ends the load. Asserts that every request succeeded or got 503 in time; returns the number
    /// of requests and the longest time.
    pub(crate) async fn end(self) -> (usize, Duration) {
        self.on.store(false, Ordering::Relaxed);
        let (mut count, mut longest) = (0, Duration::ZERO);
        for client in self.clients {
            for outcome in client.await.unwrap() {
                assert!(
                    outcome.took < LIMIT && matches!(outcome.status, 200 | 304 | 503),
                    "{outcome:?}"
                );
                (count, longest) = (count + 1, longest.max(outcome.took));
            }
        }
        (count, longest)
    }
}

/// Each kind of request but uploads; those that need the database come first.
fn requests(trip: &str) -> Vec<(Needs, Method, String, Option<Value>)> {
    let unique = uuid::Uuid::new_v4().simple().to_string();
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let one = format!("/api/v1/trip/{trip}");
    vec![
        (Needs::Read, Method::GET, one.clone(), None),
        (
            Needs::Write,
            Method::PUT,
            one.clone(),
            Some(json!({"name": unique})),
        ),
        (Needs::Read, Method::GET, "/api/v1/user".to_owned(), None),
        (
            Needs::Write,
            Method::PUT,
            format!("{one}/map"),
            Some(json!({"notes": unique})),
        ),
        (Needs::Read, Method::GET, "/api/v1/trips".to_owned(), None),
        (
            Needs::Read,
            Method::GET,
            "/api/v1/user/ada".to_owned(),
            None,
        ),
        (
            Needs::Write,
            Method::POST,
            "/api/v1/trip".to_owned(),
            Some(json!({"name": unique})),
        ),
        (
            Needs::Write,
            Method::POST,
            "/api/v1/user".to_owned(),
            Some(json!({"name": "X", "username": unique})),
        ),
        (
            Needs::Write,
            Method::POST,
            "/api/v1/auth/token".to_owned(),
            Some(grant),
        ),
        (Needs::Fetch, Method::GET, format!("{one}/picture"), None),
    ]
}

pub(crate) async fn call(
    client: Client,
    needs: Needs,
    method: Method,
    path: String,
    body: Option<Value>,
) -> Outcome {
    let what = format!("{method} {path}");
    let mut request = client.request(method, &path);
    if needs == Needs::Fetch {
        // A size that is not cached yet.
        let width = uuid::Uuid::new_v4().as_bytes()[0] % 199 + 1;
        request = request.max_width(&width.to_string());
    }
    if let Some(body) = &body {
        request = request.json(body);
    }
    let start = Instant::now();
    let reply = request.await;
    Outcome {
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

async fn upload(ada: Traveller, trip: String, picture: Vec<u8>) -> Outcome {
    let path = format!("/api/v1/trips/{trip}/picture");
    let start = Instant::now();
    let reply = ada
        .client
        .request(Method::PUT, &path)
        .file("photos", "a.jpg", picture.clone())
        .file("photos", "b.jpg", picture)
        .await;
    Outcome {
        what: format!("PUT {path}"),
        needs: Needs::Upload,
        // An upload of the same pictures changes nothing.
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

//! What several servers share, an empty PostgreSQL database and an S3 bucket, and the servers as processes of their own.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use wayfare_test_postgres::{Database, shared};
use wayfare_testkit::Client;

/// The public address that all servers have: that of a proxy which these tests do without.
pub(crate) const BASE_URL: &str = "http://trips.example.org";
const SECRET: &str = "one secret for all servers, of 32 bytes and more";
const BUCKET: &str = "bucket";
const START_LIMIT: Duration = Duration::from_secs(60);

/// What all servers share.
pub(crate) struct Ground {
    database: Database,
    objects: String,
    folder: TempDir,
}

impl Ground {
    /// A database without tables, and an empty bucket.
    pub(crate) fn new() -> Self {
        let database = shared().unwrap().create_database("servers").unwrap();
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("objects").join(BUCKET)).unwrap();
        Self { database, objects: serve_objects(folder.path().join("objects")), folder }
    }

    /// Starts a server, and waits until it serves.
    pub(crate) fn start(&self) -> Node {
        self.spawn().ready()
    }

    /// Starts a server.
    pub(crate) fn spawn(&self) -> Starting {
        let log = tempfile::Builder::new().prefix("log-").tempfile_in(&self.folder).unwrap().keep().unwrap().1;
        let process = Command::new(env!("CARGO_BIN_EXE_wayfare"))
            .current_dir(&self.folder)
            .env_clear()
            .envs([
                ("WAYFARE_LISTEN", "127.0.0.1:0"),
                ("WAYFARE_DATABASE_URL", self.database.url()),
                ("WAYFARE_DATABASE_POOL", "4"),
                ("WAYFARE_PICTURES_URL", &format!("s3://{BUCKET}/live")),
                ("WAYFARE_BASE_URL", BASE_URL),
                ("WAYFARE_AUTH_SECRET", SECRET),
                ("WAYFARE_RATE_LIMIT", "off"),
                ("WAYFARE_LOG_FORMAT", "pretty"),
                ("AWS_ENDPOINT", &self.objects),
                ("AWS_ALLOW_HTTP", "true"),
                ("AWS_REGION", "us-east-1"),
                ("AWS_ACCESS_KEY_ID", "key"),
                ("AWS_SECRET_ACCESS_KEY", "secret"),
            ])
            .stdin(Stdio::null())
            .stdout(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        Starting { process: Process(process), log }
    }
}

/// A process that ends with the test, however that ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that may not serve yet.
pub(crate) struct Starting {
    process: Process,
    log: PathBuf,
}

impl Starting {
    /// Waits until it serves; fails the test where it does not come up.
    pub(crate) fn ready(mut self) -> Node {
        let deadline = Instant::now() + START_LIMIT;
        loop {
            let log = fs::read_to_string(&self.log).unwrap();
            let address = log.split("http://").nth(1).and_then(|rest| rest.split_once(char::is_whitespace));
            if let Some((address, _)) = address {
                let client = Client::new(format!("http://{}", address.trim_end_matches('"')));
                return Node { client, process: self.process, log: self.log };
            }
            assert!(self.process.0.try_wait().unwrap().is_none(), "it ended at once: {log}");
            assert!(Instant::now() < deadline, "it does not come up: {log}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A server that serves.
pub(crate) struct Node {
    /// A client of this one, without a token.
    pub(crate) client: Client,
    process: Process,
    log: PathBuf,
}

impl Node {
    /// What it has logged so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Ends it as a crash would: nothing is finished, nobody is told.
    pub(crate) fn kill(mut self) {
        self.process.0.kill().unwrap();
        self.process.0.wait().unwrap();
    }
}

/// Serves the buckets in `folder` as an S3 server until this process ends; gives its address.
fn serve_objects(folder: PathBuf) -> String {
    let mut service = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder).unwrap());
    service.set_auth(SimpleAuth::from_single("key", "secret"));
    let service = service.build();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
            let listener = TcpListener::from_std(listener).unwrap();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let service = service.clone();
                tokio::spawn(async move {
                    auto::Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), service).await
                });
            }
        });
    });
    format!("http://{address}")
}

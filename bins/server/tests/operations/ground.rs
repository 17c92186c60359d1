//! What several servers share: a PostgreSQL database without tables, and an S3 bucket.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use wayfare_test_postgres::{Database, shared};

use crate::process::{self, Node, Starting};

/// The public address that all servers have: that of a proxy which these tests do without.
pub(crate) const BASE_URL: &str = "http://trips.example.org";
const SECRET: &str = "one secret for all servers, of 32 bytes and more";
const BUCKET: &str = "bucket";
const PREFIX: &str = "live";
const PICTURES: &str = "s3://bucket/live";

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
        process::spawn(self.folder.path(), &self.settings())
    }

    /// Runs a command of the binary to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfare"));
        command.args(arguments).current_dir(self.folder.path()).env_clear().envs(self.settings()).output().unwrap()
    }

    /// The folder in which the bucket has its pictures.
    pub(crate) fn objects(&self) -> PathBuf {
        self.folder.path().join("objects").join(BUCKET).join(PREFIX).join("pictures")
    }

    fn settings(&self) -> [(&'static str, &str); 9] {
        [
            ("WAYFARE_DATABASE_URL", self.database.url()),
            ("WAYFARE_PICTURES_URL", PICTURES),
            ("WAYFARE_BASE_URL", BASE_URL),
            ("WAYFARE_AUTH_SECRET", SECRET),
            ("AWS_ENDPOINT", &self.objects),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "key"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
        ]
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

//! The stores that several servers share: an empty PostgreSQL database and an S3 bucket.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;
use wayfare_test_postgres::{Database, shared};

use crate::buckets;
use crate::process::{self, Node, Starting};

/// The public address of all servers. The tests use no proxy.
pub(crate) const BASE_URL: &str = "http://trips.example.org";
const SECRET: &str = "one secret for all servers, of 32 bytes and more";
const BUCKET: &str = "bucket";
const PREFIX: &str = "live";
const PICTURES: &str = "s3://bucket/live";

/// The stores that all servers share.
pub(crate) struct SharedStores {
    database: Database,
    objects: String,
    folder: TempDir,
}

impl SharedStores {
    /// Creates an empty database and an empty bucket.
    pub(crate) fn new() -> Self {
        let database = shared().unwrap().create_database("servers").unwrap();
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("objects").join(BUCKET)).unwrap();
        Self {
            database,
            objects: buckets::serve(folder.path().join("objects")),
            folder,
        }
    }

    /// Starts a server and waits until it serves.
    pub(crate) fn start(&self) -> Node {
        self.spawn().ready()
    }

    /// Starts a server without waiting.
    pub(crate) fn spawn(&self) -> Starting {
        process::spawn(self.folder.path(), &self.settings())
    }

    /// Starts a server with further settings, which replace those of all, without waiting.
    pub(crate) fn spawn_with(&self, settings: &[(&str, &str)]) -> Starting {
        let all: Vec<(&str, &str)> = self.settings().iter().chain(settings).copied().collect();
        process::spawn(self.folder.path(), &all)
    }

    /// Runs a command of the binary.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfare"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .envs(self.settings())
            .output()
            .unwrap()
    }

    /// The folder of the bucket's pictures.
    pub(crate) fn objects(&self) -> PathBuf {
        self.folder
            .path()
            .join("objects")
            .join(BUCKET)
            .join(PREFIX)
            .join("pictures")
    }

    fn settings(&self) -> [(&'static str, &str); 10] {
        [
            ("WAYFARE_DATABASE_URL", self.database.url()),
            ("WAYFARE_PICTURES_URL", PICTURES),
            ("WAYFARE_BASE_URL", BASE_URL),
            ("WAYFARE_AUTH_SECRET", SECRET),
            ("WAYFARE_PICTURES_ALLOWED_HOSTS", "127.0.0.1"),
            ("AWS_ENDPOINT", &self.objects),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "key"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
        ]
    }
}

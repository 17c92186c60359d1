//! A database and a picture folder that can be dumped and restored.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use wayfare_test_postgres::{Binaries, Database, shared};

use super::tour::BASE_URL;
use crate::process::{Node, spawn};

const SECRET: &str = "one secret for all versions, of 32 bytes and more";

/// The kind of database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// The data of a server.
pub(crate) struct Place {
    folder: TempDir,
    database: Option<Database>,
}

impl Place {
    pub(crate) fn new(kind: Kind) -> Self {
        let database =
            (kind == Kind::Postgres).then(|| shared().unwrap().create_database("upgrade").unwrap());
        Self {
            folder: TempDir::new().unwrap(),
            database,
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("wayfare.db")
    }

    pub(crate) fn pictures(&self) -> PathBuf {
        self.folder.path().join("pictures")
    }

    fn url(&self) -> String {
        match &self.database {
            Some(database) => database.url().to_owned(),
            None => format!("sqlite://{}", self.file().display()),
        }
    }

    /// Imports reference rates, as an operator does.
    pub(crate) fn import_rates(&self, table: &str) {
        let file = self.folder.path().join("rates.csv");
        fs::write(&file, table).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfare"));
        command.args(["rates", "import"]).arg(file);
        run(
            command.env_clear().env("WAYFARE_DATABASE_URL", self.url()),
            "",
        );
    }

    /// Starts a server, which migrates the database.
    pub(crate) fn start(&self) -> Node {
        let url = self.url();
        let pictures = format!("file://{}", self.folder.path().display());
        let settings = [
            ("WAYFARE_DATABASE_URL", url.as_str()),
            ("WAYFARE_PICTURES_URL", &pictures),
            ("WAYFARE_AUTH_SECRET", SECRET),
            ("WAYFARE_BASE_URL", BASE_URL),
        ];
        spawn(self.folder.path(), &settings).ready()
    }

    /// The whole database as SQL statements.
    pub(crate) fn dump(&self) -> String {
        let text = match &self.database {
            Some(database) => {
                let options = [
                    "--inserts",
                    "--no-owner",
                    "--no-privileges",
                    "--dbname",
                    database.url(),
                ];
                run(postgres("pg_dump").args(options), "")
            }
            None => run(Command::new("sqlite3").arg(self.file()).arg(".dump"), ""),
        };
        // Leaves out comments, and settings and commands that other versions may not know.
        let is_plain = |line: &&str| {
            !["--", "SET ", "\\"]
                .iter()
                .any(|start| line.starts_with(start))
                && !line.is_empty()
        };
        text.lines()
            .filter(is_plain)
            .map(|line| format!("{line}\n"))
            .collect()
    }

    pub(crate) fn restore(&self, sql: &str) {
        self.run(sql);
    }

    /// Runs SQL statements; returns their output.
    pub(crate) fn run(&self, sql: &str) -> String {
        match &self.database {
            Some(database) => {
                let options = ["-qAt", "-v", "ON_ERROR_STOP=1", "-d", database.url()];
                run(postgres("psql").args(options), sql)
            }
            None => run(
                Command::new("sqlite3")
                    .args(["-bail", "-cmd", ".timeout 5000"])
                    .arg(self.file()),
                sql,
            ),
        }
    }

    /// The number of applied migrations.
    pub(crate) fn applied(&self) -> usize {
        self.run("SELECT count(*) FROM __diesel_schema_migrations;")
            .trim()
            .parse()
            .unwrap()
    }
}

fn postgres(program: impl AsRef<OsStr>) -> Command {
    let programs = Binaries::find().unwrap();
    Command::new(programs.folder().join(PathBuf::from(program.as_ref())))
}

fn run(command: &mut Command, input: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

//! A server in a separate process, with a client.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use wayfare_testkit::Client;

const START_LIMIT: Duration = Duration::from_secs(60);

/// Starts a server in a folder with these environment variables, and none of the tests'.
pub(crate) fn spawn(folder: &Path, settings: &[(&str, &str)]) -> Starting {
    spawn_as(
        Command::new(env!("CARGO_BIN_EXE_wayfare")),
        folder,
        settings,
    )
}

/// Starts a server as [`spawn`] does, by a command that executes it.
pub(crate) fn spawn_as(mut command: Command, folder: &Path, settings: &[(&str, &str)]) -> Starting {
    let log = tempfile::Builder::new()
        .prefix("log-")
        .tempfile_in(folder)
        .unwrap()
        .keep()
        .unwrap()
        .1;
    let process = command
        .current_dir(folder)
        .env_clear()
        .envs([
            ("WAYFARE_LISTEN", "127.0.0.1:0"),
            ("WAYFARE_DATABASE_POOL", "4"),
            ("WAYFARE_RATE_LIMIT", "off"),
            ("WAYFARE_LOG_FORMAT", "pretty"),
        ])
        .envs(settings.iter().copied())
        .stdin(Stdio::null())
        .stdout(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    Starting {
        process: Process(process),
        log,
    }
}

/// A process that is killed when it is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that is starting.
pub(crate) struct Starting {
    process: Process,
    log: PathBuf,
}

impl Starting {
    /// Waits until the server serves; panics if it does not start.
    pub(crate) fn ready(mut self) -> Node {
        let deadline = Instant::now() + START_LIMIT;
        loop {
            let log = fs::read_to_string(&self.log).unwrap();
            let address = log
                .split("http://")
                .nth(1)
                .and_then(|rest| rest.split_once([' ', '\n', '"']));
            if let Some((address, _)) = address {
                let client = wayfare_testkit::client(format!("http://{address}"));
                return Node {
                    client,
                    process: self.process,
                    log: self.log,
                };
            }
            assert!(
                self.process.0.try_wait().unwrap().is_none(),
                "the server exited: {log}"
            );
            assert!(
                Instant::now() < deadline,
                "the server does not start: {log}"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A running server.
pub(crate) struct Node {
    /// A client of the server, without a token.
    pub(crate) client: Client,
    process: Process,
    log: PathBuf,
}

impl Node {
    /// The log so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// The process id.
    pub(crate) fn pid(&self) -> u32 {
        self.process.0.id()
    }

    /// Stops the server by SIGTERM, as an operator does.
    pub(crate) fn stop(mut self) {
        kill(
            Pid::from_raw(self.pid().try_into().unwrap()),
            Signal::SIGTERM,
        )
        .unwrap();
        assert!(self.process.0.wait().unwrap().success());
    }

    /// Kills the server, as a crash would.
    pub(crate) fn kill(mut self) {
        self.process.0.kill().unwrap();
        self.process.0.wait().unwrap();
    }
}

//! A Wayfare server as a process of its own, ended with the measurement.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// How long a server may take to be ready.
const START_LIMIT: Duration = Duration::from_secs(60);
/// The pause before a server that is not ready is asked again.
const PAUSE: Duration = Duration::from_micros(200);
/// What servers sign their tokens with.
const SECRET: &str = "a secret that is long enough for measurements";

/// A server that runs. Dropping it ends it.
pub(crate) struct Served {
    child: Child,
    address: SocketAddr,
    took: Duration,
}

impl Served {
    /// Starts a server, which takes its settings from the environment, and waits until it is ready.
    /// There is no limit on the rate of requests, and what it logs goes nowhere; all else is as the
    /// command says.
    pub(crate) fn start(command: &mut Command) -> anyhow::Result<Self> {
        // Free now, and hardly taken by anybody else in the moment until the server binds it.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        command
            .env("WAYFARE_LISTEN", address.to_string())
            .env("WAYFARE_RATE_LIMIT", "off")
            .env("WAYFARE_AUTH_SECRET", SECRET)
            .stdout(Stdio::null());
        let began = Instant::now();
        let child = command
            .spawn()
            .with_context(|| format!("starting {}", command.get_program().display()))?;
        let mut served = Self {
            child,
            address,
            took: Duration::ZERO,
        };
        while !is_ready(address) {
            ensure!(
                served.child.try_wait()?.is_none(),
                "the server ended at once"
            );
            ensure!(
                began.elapsed() < START_LIMIT,
                "the server was not ready within a minute"
            );
            thread::sleep(PAUSE);
        }
        served.took = began.elapsed();
        Ok(served)
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its base URL, without a slash at the end.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The id of its process.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// How long it took from being started to being ready.
    pub(crate) fn took(&self) -> Duration {
        self.took
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It is gone already, or going.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a server says that it can do its work.
fn is_ready(address: SocketAddr) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream
            .write_all(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

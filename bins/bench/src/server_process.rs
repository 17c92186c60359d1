//! A Wayfare server in a child process.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// How long a server may take to be ready.
const START_LIMIT: Duration = Duration::from_secs(60);
/// The pause between two readiness checks.
const PAUSE: Duration = Duration::from_micros(200);

/// A running server. Dropping it kills the process.
pub(crate) struct ServerProcess {
    child: Child,
    address: SocketAddr,
}

impl ServerProcess {
    /// Starts a server, and waits until it is ready. Its log is discarded.
    pub(crate) fn start(command: &mut Command) -> anyhow::Result<Self> {
        // The port is free now, and unlikely to be taken before the server binds it.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        command
            .env("WAYFARE_LISTEN", address.to_string())
            .stdout(Stdio::null());
        let began = Instant::now();
        let child = command
            .spawn()
            .with_context(|| format!("starting {}", command.get_program().display()))?;
        let mut server = Self { child, address };
        while !is_ready(address) {
            ensure!(
                server.child.try_wait()?.is_none(),
                "the server exited while starting"
            );
            ensure!(
                began.elapsed() < START_LIMIT,
                "the server was not ready within a minute"
            );
            thread::sleep(PAUSE);
        }
        Ok(server)
    }

    /// The address that it listens on.
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
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // Both fail only if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the server answers its readiness check.
fn is_ready(address: SocketAddr) -> bool {
    let get = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream
            .write_all(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    get().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

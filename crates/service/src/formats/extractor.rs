//! Another program reads what the readers of bookings leave unread: KDE Itinerary's
//! `kitinerary-extractor` (interface: "Bookings").

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// Processes that run at the same time, of all callers together.
const MAX_AT_ONCE: usize = 2;
/// How long a process may run.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The most that a process may print, in bytes.
const MAX_OUTPUT: u64 = 1 << 20;
/// Namespaces without network and with no other process. All of them end with `unshare`.
const NAMESPACES: [&str; 6] = [
    "--map-root-user",
    "--net",
    "--pid",
    "--mount",
    "--fork",
    "--kill-child",
];
/// Runs a program in the namespaces: it sees neither the working directory nor `/proc`, which show
/// data and secrets of this service, writes no file, and has 512 MiB of address space.
const CONFINED: &str = "mount -t tmpfs none /proc && mount -t tmpfs none . && cd / && \
    exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- \
    prlimit --as=536870912 --cpu=10 --fsize=0 --core=0 -- \"$0\"";

/// A program that reads a file from its standard input and prints JSON-LD of schema.org.
pub(crate) struct Extractor {
    program: PathBuf,
    running: Semaphore,
    longest_wait: Duration,
}

impl Extractor {
    /// `longest_wait` is how long a file may wait for those of others.
    pub(crate) fn new(program: PathBuf, longest_wait: Duration) -> Self {
        if !program.is_file() {
            let program = program.display();
            tracing::warn!(%program, "the program that reads PDF files is not there");
        }
        Self {
            program,
            running: Semaphore::new(MAX_AT_ONCE),
            longest_wait,
        }
    }

    /// Waits until one more process may run, which may until the permit is dropped.
    pub(super) async fn permit(&self) -> io::Result<SemaphorePermit<'_>> {
        let permit = timeout(self.longest_wait, self.running.acquire()).await?;
        permit.map_err(io::Error::other)
    }

    /// Runs the program on a file, for as long as that may take. Returns what it prints.
    pub(super) async fn read(&self, file: Vec<u8>) -> io::Result<Vec<u8>> {
        timeout(TIMEOUT, self.run(file)).await?
    }

    async fn run(&self, file: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut child = Command::new("unshare")
            .args(NAMESPACES)
            .args(["--", "sh", "-c", CONFINED])
            .arg(&self.program)
            .env_clear()
            .envs(env::var_os("PATH").map(|path| ("PATH", path)))
            .envs([("HOME", "/nonexistent"), ("LANG", "C.UTF-8")])
            // Qt's scripts without a compiler need no memory that is written and run.
            .env("QV4_FORCE_INTERPRETER", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let write = async {
            if let Some(mut stdin) = stdin {
                // A program need not read all of it.
                let _ = stdin.write_all(&file).await;
            }
            Ok::<_, io::Error>(())
        };
        let read = async {
            let mut output = Vec::new();
            if let Some(stdout) = stdout {
                let mut stdout = stdout.take(MAX_OUTPUT + 1);
                let length = stdout.read_to_end(&mut output).await?;
                if u64::try_from(length).is_ok_and(|length| length > MAX_OUTPUT) {
                    return Err(io::ErrorKind::FileTooLarge.into());
                }
            }
            Ok(output)
        };
        let ((), output) = tokio::try_join!(write, read)?;
        match child.wait().await? {
            status if status.success() => Ok(output),
            status => Err(io::Error::other(status.to_string())),
        }
    }
}

//! Another program reads what the readers of bookings leave unread: KDE Itinerary's
//! `kitinerary-extractor` (interface: "Bookings").

use std::env;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use wayfare_formats::{Extracted, ImportError, ImportedTrip, Limits, NearDays};

use super::imports::ImportSource;
use crate::runtime::random;
use crate::trips::Trips;
use crate::{Caller, Error};

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
    async fn permit(&self) -> io::Result<SemaphorePermit<'_>> {
        let permit = timeout(self.longest_wait, self.running.acquire()).await?;
        permit.map_err(io::Error::other)
    }

    /// Runs the program on a file. Returns what it prints.
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

impl Trips {
    /// Reads a file in the work pool for imports, with the extractor for what is unread there. Days
    /// of a year are meant next to `near`.
    ///
    /// # Errors
    /// [`Error::Invalid`], [`Error::FileTooLarge`]; [`Error::Busy`], [`Error::Unavailable`].
    pub(super) async fn read_file(
        &self,
        caller: Caller,
        source: &Arc<ImportSource>,
        limits: Limits,
        near: NearDays,
    ) -> Result<ImportedTrip, Error> {
        let read = |extracted: Option<Extracted>| {
            let file = Arc::clone(source);
            let read = move || -> Result<_, Error> {
                let (file, extracted) = (file.open()?, extracted.as_ref());
                let mint = &mut random::id;
                Ok(wayfare_formats::read_extracted(
                    file, limits, near, extracted, mint,
                ))
            };
            self.context.imports.run(caller.client(), 1, read)
        };
        let mut imported = read(None).await??;
        let has_unread = match &imported {
            Ok(trip) => trip.has_unread,
            Err(error) => matches!(error, ImportError::Unread(_)),
        };
        if has_unread
            && let Some(extracted) = self.extract(caller, source, limits).await
            && let Ok(Ok(Ok(trip))) = read(Some(extracted)).await
        {
            imported = Ok(trip);
        }
        let mut imported = imported?;
        if let ImportSource::Received(_, Some(name)) = &**source {
            imported.name_if_unnamed(name);
        }
        Ok(imported)
    }

    /// What the extractor reads of a file; `None` without one, and if that fails.
    async fn extract(
        &self,
        caller: Caller,
        source: &Arc<ImportSource>,
        limits: Limits,
    ) -> Option<Extracted> {
        let extractor = self.context.extractor.as_ref()?;
        let extracted: Result<Extracted, Error> = async {
            let _lock = self.context.edit_locks.lock_extractor(caller.user).await?;
            // Only files whose turn it is are in memory.
            let _permit = extractor.permit().await.map_err(Error::internal)?;
            let file = Arc::clone(source);
            let read = move || -> Result<_, Error> {
                let mut bytes = Vec::new();
                let read = file.open()?.take(limits.unpacked).read_to_end(&mut bytes);
                read.map_err(Error::internal)?;
                Ok(bytes)
            };
            let imports = &self.context.imports;
            let bytes = imports.run(caller.client(), 1, read).await??;
            let output = timeout(TIMEOUT, extractor.run(bytes)).await;
            let output = output.map_err(Error::internal)?.map_err(Error::internal)?;
            let parse = move || Extracted::parse(&output);
            let parsed = imports.run(caller.client(), 1, parse).await?;
            parsed.map_err(|reason| Error::internal(io::Error::other(reason)))
        }
        .await;
        let warn = |error: &Error| {
            let cause = std::error::Error::source(error);
            let cause = cause.map_or_else(|| error.to_string(), ToString::to_string);
            tracing::warn!(%cause, "a file was read without the program for PDF files");
        };
        extracted.inspect_err(warn).ok()
    }
}

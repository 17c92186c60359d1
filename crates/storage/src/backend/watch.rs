//! Cuts off calls to a server that took them and does not answer: libpq itself would wait for as
//! long as the connection stands.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::socket::{Shutdown, SockaddrStorage, getpeername, shutdown};

/// How often overdue calls are looked for.
const PACE: Duration = Duration::from_millis(100);
/// Where Linux lists the open files of this process. Elsewhere there is no such list, and only the
/// limits of TCP end a call.
const OPEN_FILES: &str = "/proc/self/fd";

/// Connections are made one at a time, so that it is known which of the new sockets belongs to
/// which.
static CONNECTING: Mutex<()> = Mutex::new(());

/// A socket of a connection, as the kernel knows it: libpq tells nobody which one it uses.
#[derive(Debug)]
struct Socket {
    number: RawFd,
    /// `socket:[…]`: a number is given again once its file is closed, this never is.
    identity: PathBuf,
}

impl Socket {
    fn open() -> Vec<Self> {
        let files = fs::read_dir(OPEN_FILES).into_iter().flatten().flatten();
        let sockets = files.filter_map(|file| {
            let identity = fs::read_link(file.path()).ok()?;
            let number = file.file_name().to_str()?.parse().ok()?;
            identity
                .to_str()?
                .starts_with("socket:")
                .then_some(Self { number, identity })
        });
        sockets.collect()
    }

    /// Whether it leads to a PostgreSQL server on `port`, over TCP or a Unix socket.
    fn leads_to(&self, port: u16) -> bool {
        let Ok(peer) = getpeername::<SockaddrStorage>(self.number) else {
            return false;
        };
        if let Some(peer) = peer.as_sockaddr_in() {
            return peer.port() == port;
        }
        if let Some(peer) = peer.as_sockaddr_in6() {
            return peer.port() == port;
        }
        let path = peer
            .as_unix_addr()
            .and_then(|peer| peer.path())
            .and_then(|path| path.file_name());
        path == Some(OsString::from(format!(".s.PGSQL.{port}")).as_os_str())
    }

    /// Ends both directions. Whoever waits for something on it is told that the server has gone.
    fn cut(&self) {
        let path = format!("{OPEN_FILES}/{}", self.number);
        if fs::read_link(path).is_ok_and(|present| present == self.identity)
            && let Err(error) = shutdown(self.number, Shutdown::Both)
        {
            tracing::debug!(%error, "a connection that hangs could not be cut off");
        }
    }
}

/// The calls upon one connection.
#[derive(Debug)]
pub(super) struct Watched {
    socket: Option<Socket>,
    /// When the call that is under way is to have ended.
    due: Mutex<Option<Instant>>,
    cut: AtomicBool,
}

impl Watched {
    /// Runs a call, which fails with a lost connection where it takes longer than `limit`.
    pub(super) fn during<T>(&self, limit: Duration, call: impl FnOnce() -> T) -> T {
        *self.due() = Instant::now().checked_add(limit);
        let _ended = Ended(self);
        call()
    }

    /// Whether a call was cut off.
    pub(super) fn was_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    fn due(&self) -> MutexGuard<'_, Option<Instant>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cuts the connection off where its call is overdue. Holding the lock keeps it from being
    /// closed meanwhile.
    fn look(&self, now: Instant) {
        let mut due = self.due();
        if due.is_some_and(|due| due <= now) {
            *due = None;
            self.cut.store(true, Ordering::Relaxed);
            tracing::debug!("a call to the database got no answer and is cut off");
            if let Some(socket) = &self.socket {
                socket.cut();
            }
        }
    }
}

/// Ends the watch over a call, also where it panics.
struct Ended<'a>(&'a Watched);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        *self.0.due() = None;
    }
}

/// Watches over the calls of a store's connections, by a thread of its own that ends with it.
#[derive(Debug)]
pub(super) struct Watch(Arc<Mutex<Vec<Weak<Watched>>>>);

impl Watch {
    /// Starts to watch.
    pub(super) fn start() -> std::io::Result<Self> {
        let all = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::downgrade(&all);
        thread::Builder::new()
            .name("database-watch".to_owned())
            .spawn(move || {
                while let Some(all) = seen.upgrade() {
                    look_at_all(&all);
                    drop(all);
                    thread::sleep(PACE);
                }
            })?;
        Ok(Self(all))
    }

    /// Makes a connection to a server on `port`; its calls are to be run by what is given with it.
    pub(super) fn connect<C, E>(
        &self,
        port: u16,
        connect: impl FnOnce() -> Result<C, E>,
    ) -> Result<(C, Arc<Watched>), E> {
        let one_at_a_time = CONNECTING.lock().unwrap_or_else(PoisonError::into_inner);
        let before: HashSet<PathBuf> = Socket::open()
            .into_iter()
            .map(|socket| socket.identity)
            .collect();
        let connection = connect()?;
        let mut new = Socket::open();
        new.retain(|socket| !before.contains(&socket.identity) && socket.leads_to(port));
        drop(one_at_a_time);
        // Of several it can't be told which one it is: one that somebody else in this process
        // opened must not be cut off.
        let socket = if new.len() == 1 { new.pop() } else { None };
        if socket.is_none() {
            tracing::debug!("calls on this connection are limited by TCP alone");
        }
        let watched = Arc::new(Watched {
            socket,
            due: Mutex::default(),
            cut: AtomicBool::new(false),
        });
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Arc::downgrade(&watched));
        Ok((connection, watched))
    }
}

fn look_at_all(all: &Mutex<Vec<Weak<Watched>>>) {
    let now = Instant::now();
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|watched| {
        let living = watched.upgrade();
        living.inspect(|watched| watched.look(now)).is_some()
    });
}

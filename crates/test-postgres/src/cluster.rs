//! A PostgreSQL cluster of our own: made, started, stopped hard, started again, removed.

use std::{
    fs::{self, File},
    net::TcpListener,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::{Binaries, Error, Server, owner::Owner, watchdog::Watchdog};

const START_LIMIT: Duration = Duration::from_secs(60);
/// Another process may take the port between our look and the server's bind.
const PORT_TRIES: u32 = 3;
const SETTINGS: [&str; 3] = [
    "listen_addresses=127.0.0.1",
    "max_connections=300",
    "unix_socket_permissions=0700",
];
/// Nothing here outlives a crash anyway.
const THROWAWAY_SETTINGS: [&str; 3] = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
];

/// What is done to a new cluster's data folder, which the account is to own, before the first
/// start.
type Prepare = fn(&Path, Owner) -> Result<(), Error>;

/// What of a cluster outlives what.
#[derive(Debug, Clone, Copy)]
struct Lasting {
    /// The folder outlives the cluster.
    folder: bool,
    /// Acknowledged writes outlive a crash of the machine.
    writes: bool,
}

/// A running (or, for a while, stopped) PostgreSQL server on 127.0.0.1 with data of its own.
///
/// It listens on a free TCP port and on a Unix socket in its folder; user `postgres`, no password.
/// Dropping it stops the server and removes the folder (but not one given to
/// [`Cluster::start_in`]); so does the death of this process, whatever the cause.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    lasting: Lasting,
    port: u16,
    server: Server,
    postgres: Option<Child>,
    binaries: Binaries,
    owner: Owner,
    _watchdog: Watchdog,
}

impl Cluster {
    /// Makes and starts a cluster in a temporary folder, with durability switched off.
    ///
    /// # Errors
    /// [`Error::NoServer`], [`Error::NoAccount`], or what `initdb` or the server said.
    pub fn start() -> Result<Self, Error> {
        Self::start_prepared(as_made, false)
    }

    /// As [`Cluster::start`], but with PostgreSQL's own settings of durability: for measurements.
    /// An acknowledged write is on the disk.
    ///
    /// # Errors
    /// As [`Cluster::start`].
    pub fn start_durable() -> Result<Self, Error> {
        Self::start_prepared(as_made, true)
    }

    /// As [`Cluster::start`], but TCP connections are taken over TLS only: the server has a
    /// certificate of its own making, for the name `localhost`, and [`Cluster::server`] can't be
    /// used, since it asks for no TLS.
    ///
    /// # Errors
    /// As [`Cluster::start`], and [`Error::Certificate`].
    #[cfg(feature = "tls")]
    pub fn start_with_tls() -> Result<Self, Error> {
        Self::start_prepared(crate::tls::require, false)
    }

    fn start_prepared(prepare: Prepare, durable: bool) -> Result<Self, Error> {
        let binaries = Binaries::find()?;
        let owner = Owner::choose()?;
        let folder = tempfile::Builder::new()
            .prefix("wayfare-pg-")
            .tempdir()
            .map_err(Error::io("making a temporary folder"))?;
        owner.give(folder.path())?;
        let watchdog = Watchdog::start(owner, folder.path(), false)?;
        // From here on the watchdog removes it.
        Self::launch(
            folder.keep(),
            Lasting {
                folder: false,
                writes: durable,
            },
            prepare,
            binaries,
            owner,
            watchdog,
        )
    }

    /// Starts the cluster that an earlier call made in `folder`, or makes one there; the folder
    /// stays.
    ///
    /// # Errors
    /// As [`Cluster::start`], and [`Error::ForeignFolder`] where the folder holds anything else.
    pub fn start_in(folder: &Path) -> Result<Self, Error> {
        let binaries = Binaries::find()?;
        let owner = Owner::choose()?;
        let reading = || Error::io(format!("opening {}", folder.display()));
        fs::create_dir_all(folder).map_err(reading())?;
        let folder = folder.canonicalize().map_err(reading())?;
        if fs::read_dir(&folder).map_err(reading())?.next().is_none() {
            owner.give(&folder)?;
        } else if !folder.join("data/PG_VERSION").is_file() {
            return Err(Error::ForeignFolder(folder));
        }
        let watchdog = Watchdog::start(owner, &folder, true)?;
        Self::launch(
            folder,
            Lasting {
                folder: true,
                writes: true,
            },
            as_made,
            binaries,
            owner,
            watchdog,
        )
    }

    fn launch(
        folder: PathBuf,
        lasting: Lasting,
        prepare: Prepare,
        binaries: Binaries,
        owner: Owner,
        watchdog: Watchdog,
    ) -> Result<Self, Error> {
        let port = free_port()?;
        let server = server_on(port)?;
        let mut cluster = Self {
            folder,
            lasting,
            port,
            server,
            postgres: None,
            binaries,
            owner,
            _watchdog: watchdog,
        };
        if !cluster.data().join("PG_VERSION").is_file() {
            cluster.initdb()?;
            prepare(&cluster.data(), owner)?;
        }
        let mut tries = 1;
        while let Err(error) = cluster.start_again() {
            if tries == PORT_TRIES {
                return Err(error);
            }
            tries += 1;
            cluster.port = free_port()?;
            cluster.server = server_on(cluster.port)?;
        }
        Ok(cluster)
    }

    /// The maintenance database's URL, of a superuser.
    #[must_use]
    pub fn url(&self) -> &str {
        self.server.url()
    }

    /// The server as a maker of databases; still good after [`Cluster::start_again`].
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The id of the server's main process, while it runs.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.postgres.as_ref().map(Child::id)
    }

    /// The file that the server logs to; each start begins it anew.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// The folder that holds the server's programs.
    #[must_use]
    pub fn programs(&self) -> &Path {
        self.binaries.folder()
    }

    /// The file of the certificate that the server shows, in PEM: what clients are to trust. There
    /// is one where [`Cluster::start_with_tls`] has made it.
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        self.data().join(crate::tls::CERTIFICATE)
    }

    /// Stops the server as a crash would: connections are cut, and the next start recovers from the
    /// log.
    ///
    /// With `synchronous_commit=off`, which a temporary cluster has, commits of the last moments
    /// may be lost. Connect with `?options=-csynchronous_commit%3Don` where a test asks whether an
    /// acknowledged write is kept.
    ///
    /// # Errors
    /// [`Error::Io`] where the server could not be signalled or waited for.
    pub fn stop_immediate(&mut self) -> Result<(), Error> {
        self.stop(Signal::SIGQUIT)
    }

    /// Starts the server again after [`Cluster::stop_immediate`], on the same port; nothing if it
    /// is running.
    ///
    /// # Errors
    /// [`Error::Start`] where it ends or is not ready within a minute.
    pub fn start_again(&mut self) -> Result<(), Error> {
        if self.running() {
            return Ok(());
        }
        let log = File::create(self.log()).map_err(Error::io("making the server's log"))?;
        let errors = log
            .try_clone()
            .map_err(Error::io("sharing the server's log"))?;
        let mut command = self.owner.command(self.binaries.postgres(), &self.folder);
        command
            .arg("-D")
            .arg(self.data())
            .arg("-k")
            .arg(&self.folder)
            .args(["-p", &self.port.to_string()]);
        let throwaway = THROWAWAY_SETTINGS.iter().filter(|_| !self.lasting.writes);
        for setting in SETTINGS.iter().chain(throwaway) {
            command.args(["-c", setting]);
        }
        // Ctrl-C at a terminal is for us alone: the server is stopped by our end, not beside it.
        command
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors);
        self.postgres = Some(command.spawn().map_err(Error::io("starting postgres"))?);
        self.wait_until_ready()
    }

    fn initdb(&self) -> Result<(), Error> {
        let output = self
            .owner
            .command(self.binaries.initdb(), &self.folder)
            .args([
                "-N",
                "--auth=trust",
                "-U",
                "postgres",
                "--encoding=UTF8",
                "--locale=C",
                "-D",
            ])
            .arg(self.data())
            .stdin(Stdio::null())
            .output()
            .map_err(Error::io("starting initdb"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(Error::Initdb(last_lines(&String::from_utf8_lossy(
            &output.stderr,
        ))))
    }

    /// The server writes its own pid and, once it takes connections, `ready` into its lock file. (A
    /// connection that is answered would prove less: it might be another server's, on a port that
    /// ours failed to get.)
    fn wait_until_ready(&mut self) -> Result<(), Error> {
        let deadline = Instant::now() + START_LIMIT;
        while Instant::now() < deadline {
            if !self.running() {
                return Err(self.start_error("it ended at once"));
            }
            let lock = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
            let pid = self.postgres.as_ref().map(|child| child.id().to_string());
            let ours = lock.lines().next() == pid.as_deref();
            if ours
                && lock
                    .lines()
                    .nth(7)
                    .is_some_and(|status| status.trim() == "ready")
            {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.stop(Signal::SIGQUIT)?;
        Err(self.start_error("it was not ready within a minute"))
    }

    fn start_error(&self, what: &str) -> Error {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        Error::Start(format!("{what}: {}", last_lines(&log)))
    }

    fn running(&mut self) -> bool {
        self.postgres
            .as_mut()
            .is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    fn stop(&mut self, signal: Signal) -> Result<(), Error> {
        let running = self.running();
        let Some(mut child) = self.postgres.take() else {
            return Ok(());
        };
        if running && let Ok(pid) = i32::try_from(child.id()) {
            kill(Pid::from_raw(pid), signal)
                .map_err(|errno| Error::io("stopping postgres")(errno.into()))?;
        }
        child
            .wait()
            .map(drop)
            .map_err(Error::io("waiting for postgres"))
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The watchdog, dropped next, sees to what may be left.
        let _ = self.stop(if self.lasting.folder {
            Signal::SIGINT
        } else {
            Signal::SIGQUIT
        });
    }
}

/// Leaves a new cluster as `initdb` makes it.
fn as_made(_: &Path, _: Owner) -> Result<(), Error> {
    Ok(())
}

fn server_on(port: u16) -> Result<Server, Error> {
    Server::at(&format!("postgres://postgres@127.0.0.1:{port}/postgres"))
}

/// A port below those that systems hand out for outgoing connections: those could take it while the
/// server is stopped, and a client that keeps knocking on a stopped server there may end up
/// connected to itself.
fn free_port() -> Result<u16, Error> {
    let mut last = None;
    for _ in 0..100 {
        let random = u16::try_from(uuid::Uuid::new_v4().as_u128() % 17_000).unwrap_or_default();
        match TcpListener::bind(("127.0.0.1", 15_000 + random)) {
            Ok(listener) => {
                return listener
                    .local_addr()
                    .map(|address| address.port())
                    .map_err(Error::io("looking at a port"));
            }
            Err(error) => last = Some(error),
        }
    }
    let error = last.unwrap_or_else(|| std::io::ErrorKind::AddrInUse.into());
    Err(Error::io("looking for a free port")(error))
}

/// The end of a program's output, as one line.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let skipped = lines.len().saturating_sub(4);
    lines
        .into_iter()
        .skip(skipped)
        .collect::<Vec<_>>()
        .join(" | ")
}

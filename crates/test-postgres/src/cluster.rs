//! A temporary PostgreSQL cluster: created, started, crashed, restarted, removed.

mod standby;

use std::{
    env,
    fs::{self, File},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    sys::statvfs::statvfs,
    unistd::Pid,
};

use crate::{Binaries, Error, Server, owner::Owner, port::free_port, watchdog::Watchdog};

/// The file system in memory. On a disk a third of the time of a test on PostgreSQL is the search
/// for free inodes, since each database has hundreds of files.
const MEMORY: &str = "/dev/shm";
/// What must be free there, in bytes. The tests of this workspace need a quarter of one GiB.
const FREE_MEMORY: u128 = 2 << 30;

const START_LIMIT: Duration = Duration::from_secs(60);
/// Another process may bind the port between its choice and the start of the server.
const PORT_TRIES: u32 = 3;
const SETTINGS: [&str; 3] = [
    "listen_addresses=127.0.0.1",
    "max_connections=300",
    "unix_socket_permissions=0700",
];
/// The data need not survive a crash.
const THROWAWAY_SETTINGS: [&str; 3] = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
];

/// Prepares the data folder of a new cluster, for the owner, before the first start.
type Prepare = fn(&Path, Owner) -> Result<(), Error>;

/// What survives in a cluster.
#[derive(Debug, Clone, Copy)]
struct Durability {
    /// The folder remains after the cluster is dropped.
    folder: bool,
    /// Acknowledged writes survive a crash of the machine.
    writes: bool,
}

/// A PostgreSQL server on 127.0.0.1 with its own data, running or stopped.
///
/// It listens on a free TCP port and on a Unix socket in its folder; user `postgres`, no password.
/// Dropping it stops the server and removes the folder (except a folder given to
/// [`Cluster::start_in`]). The end of this process, for whatever reason, does the same.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    durability: Durability,
    port: u16,
    server: Server,
    postgres: Option<Child>,
    binaries: Binaries,
    owner: Owner,
    _watchdog: Watchdog,
}

impl Cluster {
    /// Creates and starts a cluster in a temporary folder, with durability switched off. The folder
    /// is in memory where `/dev/shm` has 2 GiB free.
    ///
    /// # Errors
    /// [`Error::NoServer`], [`Error::NoAccount`], or the failure of `initdb` or the server.
    pub fn start() -> Result<Self, Error> {
        Self::start_prepared(unprepared, false)
    }

    /// As [`Cluster::start`], but with PostgreSQL's default durability, for measurements. An
    /// acknowledged write is on the disk.
    ///
    /// # Errors
    /// As [`Cluster::start`].
    pub fn start_durable() -> Result<Self, Error> {
        Self::start_prepared(unprepared, true)
    }

    /// As [`Cluster::start`], but TCP connections require TLS. The server has a self-signed
    /// certificate for the name `localhost`. [`Cluster::server`] does not use TLS and fails to
    /// connect.
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
        let (folder, watchdog) = temporary_folder(owner, durable)?;
        Self::launch(
            folder,
            Durability {
                folder: false,
                writes: durable,
            },
            prepare,
            binaries,
            owner,
            watchdog,
        )
    }

    /// Starts the cluster that an earlier call created in `folder`, or creates one there. The
    /// folder remains.
    ///
    /// # Errors
    /// As [`Cluster::start`], and [`Error::ForeignFolder`] if the folder has other content.
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
            Durability {
                folder: true,
                writes: true,
            },
            unprepared,
            binaries,
            owner,
            watchdog,
        )
    }

    fn launch(
        folder: PathBuf,
        durability: Durability,
        prepare: Prepare,
        binaries: Binaries,
        owner: Owner,
        watchdog: Watchdog,
    ) -> Result<Self, Error> {
        let port = free_port()?;
        let server = server_on(port)?;
        let mut cluster = Self {
            folder,
            durability,
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

    /// Returns the URL of the maintenance database, for a superuser.
    #[must_use]
    pub fn url(&self) -> &str {
        self.server.url()
    }

    /// Returns the server, to create databases; still valid after [`Cluster::start_again`].
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Returns the id of the server's main process, if it is running.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.postgres.as_ref().map(Child::id)
    }

    /// Returns the log file of the server; each start truncates it.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// Returns the folder of the server's programs.
    #[must_use]
    pub fn programs(&self) -> &Path {
        self.binaries.folder()
    }

    /// Returns the certificate file of the server, in PEM, for clients to trust. It exists after
    /// [`Cluster::start_with_tls`].
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        self.data().join(crate::tls::CERTIFICATE)
    }

    /// Stops the server like a crash: connections are cut, and the next start recovers from the
    /// write-ahead log.
    ///
    /// A temporary cluster has `synchronous_commit=off`, so the latest commits may be lost. Connect
    /// with `?options=-csynchronous_commit%3Don` to test that an acknowledged write is durable.
    ///
    /// # Errors
    /// [`Error::Io`] if signalling the server, or waiting for it, fails.
    pub fn stop_immediate(&mut self) -> Result<(), Error> {
        self.stop(Signal::SIGQUIT)
    }

    /// Starts the server again after [`Cluster::stop_immediate`], on the same port. Does nothing if
    /// it is running.
    ///
    /// # Errors
    /// [`Error::Start`] if the server ends or is not ready within a minute.
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
        let throwaway = THROWAWAY_SETTINGS
            .iter()
            .filter(|_| !self.durability.writes);
        for setting in SETTINGS.iter().chain(throwaway) {
            command.args(["-c", setting]);
        }
        // A separate process group: Ctrl-C at a terminal must not stop the server before this
        // process.
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

    /// Waits until the server has written its pid and `ready` into its lock file. An answered
    /// connection would be no proof: it may be another server, on a port that this one failed to
    /// bind.
    fn wait_until_ready(&mut self) -> Result<(), Error> {
        let deadline = Instant::now() + START_LIMIT;
        while Instant::now() < deadline {
            if !self.running() {
                return Err(self.start_error("it ended immediately"));
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
        // The watchdog, dropped next, cleans up.
        let _ = self.stop(if self.durability.folder {
            Signal::SIGINT
        } else {
            Signal::SIGQUIT
        });
    }
}

/// Leaves a new cluster as `initdb` creates it.
fn unprepared(_: &Path, _: Owner) -> Result<(), Error> {
    Ok(())
}

/// Makes a folder for a cluster, which the watchdog removes.
fn temporary_folder(owner: Owner, durable: bool) -> Result<(PathBuf, Watchdog), Error> {
    let has_memory = !durable
        && statvfs(MEMORY).is_ok_and(|found| {
            u128::from(found.blocks_available()) * u128::from(found.fragment_size()) >= FREE_MEMORY
        });
    let parent = if has_memory {
        PathBuf::from(MEMORY)
    } else {
        env::temp_dir()
    };
    let folder = tempfile::Builder::new()
        .prefix("wayfare-pg-")
        .tempdir_in(parent)
        .map_err(Error::io("making a temporary folder"))?;
    owner.give(folder.path())?;
    let watchdog = Watchdog::start(owner, folder.path(), false)?;
    Ok((folder.keep(), watchdog))
}

fn server_on(port: u16) -> Result<Server, Error> {
    Server::at(&format!("postgres://postgres@127.0.0.1:{port}/postgres"))
}

/// Returns the end of a program's output, as one line.
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

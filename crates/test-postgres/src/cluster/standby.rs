//! Streaming standbys of a cluster: created, waited for by commits, promoted.

use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use url::Url;

use super::{Cluster, Durability, last_lines, temporary_folder, unprepared};
use crate::{Error, server::check_name, session::with_client};

/// How long a standby may take to connect, and to be promoted.
const LIMIT: Duration = Duration::from_secs(60);

impl Cluster {
    /// Copies the running server by `pg_basebackup`, and starts the copy as a streaming standby in
    /// a temporary folder. It follows this cluster under `name`, its `application_name`, and takes
    /// reads until [`Cluster::promote`].
    ///
    /// Commits do not wait for it before [`Cluster::require_standby`].
    ///
    /// ```no_run
    /// use wayfare_test_postgres::Cluster;
    ///
    /// let mut primary = Cluster::start_durable()?;
    /// let standby = primary.start_standby("second")?;
    /// primary.require_standby("second")?;
    /// // Each commit is visible on the standby when it is acknowledged …
    /// primary.stop_immediate()?;
    /// standby.promote()?;
    /// // … so nothing is lost.
    /// # Ok::<(), wayfare_test_postgres::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Name`] unless `name` is made of a-z, 0-9 and _; [`Error::Standby`] if the copy
    /// fails; as [`Cluster::start`].
    pub fn start_standby(&self, name: &str) -> Result<Self, Error> {
        check_name(name)?;
        let (folder, watchdog) = temporary_folder(self.owner, self.durability.writes)?;
        let copied = self
            .owner
            .command(self.binaries.folder().join("pg_basebackup"), &folder)
            .args(["--checkpoint=fast", "--wal-method=stream", "--no-password"])
            // Writes `standby.signal` and `primary_conninfo`.
            .arg("--write-recovery-conf")
            .arg("--pgdata")
            .arg(folder.join("data"))
            .arg("--dbname")
            .arg(format!(
                "host=127.0.0.1 port={} user=postgres application_name={name}",
                self.port
            ))
            .stdin(Stdio::null())
            .output()
            .map_err(Error::io("starting pg_basebackup"))?;
        if !copied.status.success() {
            let errors = String::from_utf8_lossy(&copied.stderr);
            return Err(Error::Standby(last_lines(&errors)));
        }
        let durability = Durability {
            folder: false,
            ..self.durability
        };
        let binaries = self.binaries.clone();
        Self::launch(
            folder, durability, unprepared, binaries, self.owner, watchdog,
        )
    }

    /// Makes every commit from now on wait until the standby `name` has applied it
    /// (`synchronous_commit = remote_apply`), and waits until the standby is connected.
    ///
    /// # Errors
    /// [`Error::Name`]; [`Error::Standby`] if no such standby connects within a minute, or if the
    /// cluster has durability switched off (see [`Cluster::start_durable`]).
    pub fn require_standby(&self, name: &str) -> Result<(), Error> {
        check_name(name)?;
        if !self.durability.writes {
            return Err(Error::Standby(
                "the primary has durability switched off".to_owned(),
            ));
        }
        self.administer(|client| {
            for statement in [
                format!("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 ({name})'"),
                "ALTER SYSTEM SET synchronous_commit = remote_apply".to_owned(),
                "SELECT pg_reload_conf()".to_owned(),
            ] {
                client
                    .batch_execute(&statement)
                    .map_err(Error::statement(statement))?;
            }
            Ok(())
        })?;
        let state = "SELECT current_setting('synchronous_commit') = 'remote_apply' AND EXISTS (
            SELECT FROM pg_stat_replication WHERE application_name = $1 AND sync_state = 'sync')";
        let deadline = Instant::now() + LIMIT;
        while Instant::now() < deadline {
            // A new session has the new settings.
            let is_required = self.administer(|client| {
                let row = client.query_one(state, &[&name]);
                row.map(|row| row.get::<_, bool>(0))
                    .map_err(Error::statement("looking at the standby"))
            })?;
            if is_required {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Err(Error::Standby(format!("commits do not wait for {name}")))
    }

    /// Makes a standby a primary, which takes writes. Its commits wait for no standby.
    ///
    /// # Errors
    /// [`Error::Standby`] if the cluster is not a standby, or does not become a primary within a
    /// minute.
    pub fn promote(&self) -> Result<(), Error> {
        let is_promoted = self.administer(|client| {
            let seconds = i32::try_from(LIMIT.as_secs()).unwrap_or(i32::MAX);
            let row = client.query_one("SELECT pg_promote(true, $1)", &[&seconds]);
            row.map(|row| row.get::<_, bool>(0))
                .map_err(Error::statement("promoting the standby"))
        })?;
        if is_promoted {
            return Ok(());
        }
        Err(Error::Standby("it was not promoted in time".to_owned()))
    }

    /// Runs `work` as superuser, in a new session.
    fn administer<T: Send>(
        &self,
        work: impl FnOnce(&mut postgres::Client) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let url = Url::parse(self.url()).map_err(|_| Error::Url)?;
        with_client(&url, work)
    }
}

//! A server in this process, for one test.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use wayfare_server::{Failure, Overrides, Running, Server, Settings};
use wayfare_service::{Clock, ImportedRates, SystemClock, import_rates};
use wayfare_storage::OpenOptions;

use crate::backend::Lease;
use crate::proxy::{Proxy, RunningProxy};
use crate::{Backend, Client, Error, FixedClock, SmtpSink};

/// The secret that test servers sign access tokens with.
const SECRET: &str = "a secret that is long enough for tests only";
/// The size of the connection pool: small, so that many servers can run concurrently.
const CONNECTIONS: &str = "4";
/// The limit of look-ups of places and of waiting for a store: long, so that answers do not depend
/// on the machine's speed.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A running server with its own database. Dropping it stops the server and removes its data.
pub struct TestServer {
    // Dropped before the server that it is in front of.
    proxy: Option<RunningProxy>,
    running: Running,
    settings: Settings,
    // Dropped after the server that uses them.
    pictures: TempDir,
    _lease: Lease,
}

/// The configuration of a server to start.
#[derive(Debug, Clone)]
pub struct Builder {
    backend: Backend,
    clock: Option<FixedClock>,
    place_timeout: Duration,
    mail_timeout: Option<Duration>,
    settings: Vec<(String, String)>,
}

impl TestServer {
    /// Starts a server with the default settings. Blocks until it answers.
    ///
    /// # Errors
    /// [`Error::Postgres`] without PostgreSQL; otherwise as [`Builder::start`].
    pub fn start(backend: Backend) -> Result<Self, Error> {
        Self::builder().backend(backend).start()
    }

    /// A builder of a server on SQLite with the system clock and the default settings.
    pub fn builder() -> Builder {
        Builder {
            backend: Backend::Sqlite,
            clock: None,
            place_timeout: LONGEST_WAIT,
            mail_timeout: None,
            settings: Vec::new(),
        }
    }

    /// The address that it listens on, also behind a proxy.
    pub fn address(&self) -> SocketAddr {
        self.running.address()
    }

    /// Its public address: `http://127.0.0.1:…`, without a slash at the end.
    pub fn base_url(&self) -> String {
        let proxy = self.proxy.as_ref().map(RunningProxy::address);
        format!("http://{}", proxy.unwrap_or_else(|| self.address()))
    }

    /// The settings that it was started with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the files of its default picture store.
    pub fn kept_pictures(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.pictures.path().join("pictures"));
        // The folder is created with the first picture.
        files
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.path())
            .collect()
    }

    /// Imports reference rates into its database, as `wayfare rates import` does: `file` is CSV.
    /// The server knows them within five seconds.
    ///
    /// # Errors
    /// [`Error::Rates`] if the file is refused.
    pub fn import_rates(&self, file: &str) -> Result<ImportedRates, Error> {
        let options = OpenOptions {
            connections: Some(2),
            ..OpenOptions::default()
        };
        let store = wayfare_storage::open(self.settings.database_url.expose(), &options)
            .map_err(|error| Failure::Setting(error.to_string()))?;
        let bytes = file.as_bytes();
        Ok(import_rates(
            store.as_ref(),
            &SystemClock,
            "rates.csv",
            bytes,
        )?)
    }

    /// Hands a message to the mailbox of a secret, as `wayfare mail deliver` does.
    ///
    /// # Errors
    /// Those of [`Proposals::deliver`](wayfare_service::Proposals::deliver).
    pub async fn deliver(&self, secret: &str, message: &str) -> Result<(), wayfare_service::Error> {
        let service = Server::service(&self.settings)
            .map_err(|failure| wayfare_service::Error::Unavailable(failure.to_string().into()))?;
        service.proposals.deliver(secret, message.into()).await
    }

    /// A client without a token.
    ///
    /// Its connections belong to the runtime in which it is used.
    pub fn client(&self) -> Client {
        crate::client(self.base_url())
    }
}

impl Builder {
    /// Sets the database backend.
    #[must_use]
    pub fn backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: FixedClock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Sets the time limit of the look-ups of places of a write; by default it is a minute.
    #[must_use]
    pub fn place_timeout(mut self, timeout: Duration) -> Self {
        self.place_timeout = timeout;
        self
    }

    /// Sends mails by this server.
    #[must_use]
    pub fn mail(self, sink: &SmtpSink) -> Self {
        let builder = self.setting("smtp-url", &sink.url());
        builder.setting("mail-from", "Wayfare <no-reply@wayfare.example>")
    }

    /// Sets how long the mail server may take for a mail; by default it is a minute.
    #[must_use]
    pub fn mail_timeout(mut self, timeout: Duration) -> Self {
        self.mail_timeout = Some(timeout);
        self
    }

    /// Sets the variant for clients that choose none: `both`, `a` or `b`.
    #[must_use]
    pub fn default_variant(self, variant: &str) -> Self {
        self.setting("default-variant", variant)
    }

    /// Sets a setting by the name of its flag: `("default-currency", "EUR")`. A later value of a
    /// flag replaces an earlier one.
    #[must_use]
    pub fn setting(mut self, flag: &str, value: &str) -> Self {
        self.settings.retain(|(known, _)| known != flag);
        self.settings.push((flag.to_owned(), value.to_owned()));
        self
    }

    /// Starts the server. Blocks until it answers.
    ///
    /// # Errors
    /// [`Error::Postgres`] without PostgreSQL, [`Error::Server`] for invalid settings,
    /// [`Error::Proxy`], [`Error::Io`].
    pub fn start(self) -> Result<TestServer, Error> {
        let lease = self.backend.lease()?;
        let url = lease.url();
        let pictures = tempfile::Builder::new().prefix("wayfare-test-").tempdir()?;
        let pictures_url = format!("file://{}", pictures.path().display());
        let proxy = Proxy::of_environment()?;
        let builder = match &proxy {
            Some(proxy) => self
                .by_default("base-url", &proxy.base_url())
                .by_default("trusted-proxies", "127.0.0.1"),
            None => self,
        };
        let builder = builder
            .by_default("listen", "127.0.0.1:0")
            .by_default("database-url", &url)
            .by_default("database-pool", CONNECTIONS)
            .by_default("pictures-url", &pictures_url)
            .by_default("auth-secret", SECRET)
            .by_default("rate-limit", "off");
        let pairs = builder
            .settings
            .iter()
            .map(|(flag, value)| (flag.as_str(), value.as_str()));
        let settings = Settings::of(pairs)?;
        let clock = builder
            .clock
            .map(|clock| -> Arc<dyn Clock> { Arc::new(clock) });
        let running = Server::start(
            settings.clone(),
            Overrides {
                clock,
                place_timeout: Some(builder.place_timeout),
                longest_wait: Some(LONGEST_WAIT),
                mail_timeout: builder.mail_timeout,
                ..Overrides::default()
            },
        )?;
        let address = running.address();
        Ok(TestServer {
            proxy: proxy.map(|proxy| proxy.start(address)).transpose()?,
            running,
            settings,
            pictures,
            _lease: lease,
        })
    }

    fn by_default(self, flag: &str, value: &str) -> Self {
        if self.settings.iter().any(|(known, _)| known == flag) {
            self
        } else {
            self.setting(flag, value)
        }
    }
}

impl fmt::Debug for TestServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TestServer").field(&self.address()).finish()
    }
}

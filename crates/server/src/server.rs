//! The server: assembles its parts, starts and stops.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use actix_web::dev::{Server as HttpRun, ServerHandle};
use actix_web::rt::{System, spawn};
use anyhow::{Context, anyhow};
use futures_util::FutureExt;
use futures_util::future::try_join_all;
use socket2::{Domain, Socket, Type};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use url::Url;
use wayfare_api::Api;
use wayfare_api_core::{AccessLog, App, ResponseCache};
use wayfare_gazetteer::Gazetteer;
use wayfare_pictures::PictureStore;
use wayfare_service::{
    Administration, Clock, Parts, Pictures, Policy, Service, SystemClock, Trips,
};
use wayfare_storage::Store;
use wayfare_web::Site;

use crate::database::{cache_size, log_migrations, migrate, migrate_when_reachable, open_existing};
use crate::http::drain::Drain;
use crate::http::traces::Traces;
use crate::http::{HttpServer, Routes, assistants};
use crate::metrics::{self, Metrics};
use crate::settings::{CorsOrigins, origin_of};
use crate::{Failure, Settings, auth_secret, mail, maps, oidc, pages};

/// Connections that may wait to be accepted.
const BACKLOG: i32 = 1_024;
/// Connections of a command that manages accounts.
const ADMINISTRATION_POOL: usize = 2;
/// How long mails on their way may take once the server has stopped.
const MAIL_TIMEOUT: Duration = Duration::from_secs(5);
/// The folder of data without a place of its own.
const DATA: &str = "data";
/// The folder of pictures beside the database.
const PICTURES: &str = "pictures";

/// What a program that embeds the server replaces or adds.
#[derive(Default)]
pub struct Overrides {
    /// The clock; else the machine's.
    pub clock: Option<Arc<dyn Clock>>,
    /// The time limit of a write's look-ups of places; else a second.
    pub place_timeout: Option<Duration>,
    /// How long a request waits for a store or for other work; else four seconds.
    pub longest_wait: Option<Duration>,
    /// How long the mail server may take for a mail; else a minute.
    pub mail_timeout: Option<Duration>,
    /// Routes beside those of the interface.
    pub routes: Option<Routes>,
}

/// Starts servers.
pub struct Server;

impl Server {
    /// Starts a server: binds its address, opens and migrates its database, and serves on its own
    /// threads. Until the database is there, connections are refused: a proxy turns to another
    /// server. Blocks until it serves; needs no async runtime.
    ///
    /// # Errors
    /// [`Failure::Unreachable`] if the database can't be reached for a minute,
    /// [`Failure::Setting`] if it can't be opened or a secret is missing, else [`Failure::Run`].
    pub fn start(settings: Settings, overrides: Overrides) -> Result<Running, Failure> {
        let socket = bind(settings.listen)?;
        let metrics_socket = settings.metrics_listen.map(bind).transpose()?;
        let address = socket.local_addr().ok().and_then(|it| it.as_socket());
        let address = address.context("the listening socket has no address")?;
        let (store, migrations) = migrate_when_reachable(&settings)?;
        let pictures_url = pictures_url(&settings)?;
        let trip_cache = store.cache_metrics();
        let service = service(&settings, store, address, &overrides)?;
        let is_public = settings.base_url.is_some() || settings.frontend_url.is_some();
        let base_url = base_url(&settings, address)?;
        let frontend_url = settings.frontend_url.as_ref().unwrap_or(&base_url);
        let app = App {
            proxies: settings.trusted_proxies.clone(),
            access_log: Arc::new(AccessLog::new(settings.log_addresses)),
            response_cache: Arc::new(ResponseCache::new(cache_size(&settings))),
            compression: settings.compression,
            ..App::new(service, &base_url, frontend_url)
        };
        let docs = format!("{}{}", app.links.base(), pages::DOCS);
        let tiles = maps::tiles(&settings);
        let origins = settings
            .cors_origins
            .unwrap_or_else(|| CorsOrigins::These(vec![origin_of(frontend_url)]));
        let own = [&base_url, frontend_url];
        let mcp = assistants(own, &origins, is_public, settings.pages);
        let listener = listen(socket, address)?;
        let metrics_listener = match (metrics_socket, settings.metrics_listen) {
            (Some(socket), Some(address)) => Some(listen(socket, address)?),
            _ => None,
        };
        // Operators see these lines first, so they come before those of libraries.
        tracing::info!(%address, "listening on http://{address}");
        let database = &settings.database_url;
        tracing::info!(%database, "the database is {database}");
        tracing::info!(pictures = %pictures_url, "the picture store is {pictures_url}");
        tracing::info!(docs, "the documentation page is {docs}");
        if settings.base_url.is_none() && address.ip().is_unspecified() {
            tracing::warn!(
                "links begin with {base_url}, since BASE_URL (WAYFARE_BASE_URL) is not set and \
                 {address} is nobody's address; until it or FRONTEND_URL is, the pages take forms \
                 at localhost and at IP addresses of this machine, at no other name"
            );
        }
        if let Some(server) = &settings.smtp_url {
            tracing::info!(%server, "mails are sent by {server}");
        }
        if let Some(metrics) = metrics_listener
            .as_ref()
            .and_then(|listener| listener.local_addr().ok())
        {
            tracing::info!(%metrics, "serving metrics on http://{metrics}/metrics");
        }
        log_migrations(&migrations);
        #[cfg(feature = "built-in-gazetteer")]
        if settings.gazetteer {
            wayfare_gazetteer::BuiltIn::new().load();
        }
        let traces = settings
            .otlp_endpoint
            .as_ref()
            .map(Traces::start)
            .transpose()?;
        let api = Api::new(app.clone())
            .default_variant(settings.default_variant)
            .body_timeout(settings.body_timeout)
            .cross_origin(origins, pages::is_public);
        let api = match settings.rate_limit {
            true => api,
            false => api.without_rate_limits(),
        };
        let metrics = Metrics::new(&app, &trip_cache, api.rate_limits());
        let site = Site::new(&app.links, tiles)
            .with_public_maps(settings.maps)
            .with_contact(settings.contact)
            .with_inbound_domain(settings.inbound_domain)
            .at_unset_address(!is_public);
        let service = app.service.clone();
        let web = HttpServer {
            pages: settings.pages.then_some(site),
            mcp: settings.mcp.then_some(mcp),
            api,
            max_connections: settings.max_connections,
            metrics: metrics.clone(),
            traces: traces.clone(),
            serves_metrics: metrics_listener.is_none(),
            routes: overrides.routes,
        };
        let stop = Stop {
            is_stopping: app.is_stopping,
            trips: app.service.trips,
            drain: settings.drain,
            listener: Drain::new(&listener).context("can't listen")?,
        };
        let mut servers = vec![web.serve(listener).context("can't serve")?];
        if let Some(listener) = metrics_listener {
            servers.push(metrics::serve(metrics, listener).context("can't serve metrics")?);
        }
        // The address once more, where migrations and the like have pushed the first line away.
        let version = env!("CARGO_PKG_VERSION");
        tracing::info!(version, "Wayfare {version} is ready at {base_url}");
        Running::new(servers, traces, service, address, base_url, stop)
    }

    /// The use cases of pictures, without serving: for maintenance of the picture store.
    ///
    /// # Errors
    /// As [`Server::store`].
    pub fn pictures(settings: &Settings) -> Result<Pictures, Failure> {
        let (store, defaults) = (open_existing(settings)?, Overrides::default());
        Ok(service(settings, store, settings.listen, &defaults)?.pictures)
    }

    /// The use cases of operators, without serving.
    ///
    /// # Errors
    /// As [`Server::store`].
    pub fn administration(settings: &Settings) -> Result<Administration, Failure> {
        let settings = Settings {
            gazetteer: false,
            ..settings.clone()
        };
        Ok(Self::service(&settings)?.administration)
    }

    /// The use cases without serving: for what operators do with trips.
    ///
    /// # Errors
    /// As [`Server::store`].
    pub fn service(settings: &Settings) -> Result<Service, Failure> {
        let settings = Settings {
            // The running servers need the others.
            database_pool: Some(ADMINISTRATION_POOL),
            trip_cache: Some(0),
            ..settings.clone()
        };
        let store = Self::store(&settings)?;
        service(&settings, store, settings.listen, &Overrides::default())
    }

    /// The database, which is migrated first, without serving: for maintenance of what it holds.
    ///
    /// # Errors
    /// [`Failure::NoDatabase`] if there is none yet; else as [`Server::start`], but at once.
    pub fn store(settings: &Settings) -> Result<Arc<dyn Store>, Failure> {
        let store = open_existing(settings)?;
        log_migrations(&migrate(store.as_ref())?);
        Ok(store)
    }

    /// Migrates the database without serving.
    ///
    /// # Errors
    /// As [`Server::start`].
    pub fn migrate(settings: &Settings) -> Result<(), Failure> {
        let (_, migrations) = migrate_when_reachable(settings)?;
        tracing::info!(database = %settings.database_url, "migrated {}", settings.database_url);
        log_migrations(&migrations);
        Ok(())
    }
}

/// A running server. Dropping it stops it without waiting for requests in flight;
/// [`Running::stop`] waits.
pub struct Running {
    address: SocketAddr,
    base_url: Url,
    handles: Vec<ServerHandle>,
    /// `None` once it was told to stop.
    stop: Option<Stop>,
    ended: oneshot::Receiver<io::Result<()>>,
}

/// What precedes the end of a server.
struct Stop {
    is_stopping: Arc<AtomicBool>,
    trips: Trips,
    /// How long it goes on accepting connections while it is not ready.
    drain: Duration,
    listener: Drain,
}

impl Running {
    /// Runs the servers on a thread with its own runtime.
    fn new(
        servers: Vec<HttpRun>,
        traces: Option<Traces>,
        service: Service,
        address: SocketAddr,
        base_url: Url,
        stop: Stop,
    ) -> Result<Self, Failure> {
        let handles = servers.iter().map(HttpRun::handle).collect();
        let (end, ended) = oneshot::channel();
        let run = move || {
            let result = System::new().block_on(serve_and_work(servers, service));
            if let Some(traces) = traces {
                traces.stop();
            }
            // The receiver of a dropped server is gone.
            let _ = end.send(result);
        };
        thread::Builder::new()
            .name("http".to_owned())
            .spawn(run)
            .context("can't start a thread")?;
        Ok(Self {
            address,
            base_url,
            handles,
            stop: Some(stop),
            ended,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its public address, without a path of the interface.
    pub fn base_url(&self) -> &Url {
        &self.base_url
    }

    /// Waits until the server ends.
    ///
    /// # Errors
    /// The server failed.
    pub async fn ended(&mut self) -> Result<(), Failure> {
        let result = (&mut self.ended).await;
        Ok(result
            .map_err(|_| anyhow!("the server's thread ended early"))?
            .context("the server failed")?)
    }

    /// Ends the event streams, is not ready for the time of the setting `drain`, then stops
    /// accepting, finishes the requests in flight (30 seconds at most), sends the queued traces (5
    /// seconds at most), and waits for the end.
    ///
    /// # Errors
    /// The server failed before or while it stopped.
    pub async fn stop(mut self) -> Result<(), Failure> {
        if let Some(stop) = self.stop.take() {
            stop.is_stopping.store(true, Ordering::Relaxed);
            stop.trips.stop_watching();
            sleep(stop.drain).await;
            stop.listener.run().await;
        }
        // The call itself sends the request to stop; its future would only wait.
        self.handles
            .iter()
            .for_each(|handle| drop(handle.stop(true)));
        self.ended().await
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.handles
            .iter()
            .for_each(|handle| drop(handle.stop(false)));
    }
}

/// Serves. Meanwhile sends mails, moves hours to new rules of time zones, and deletes what deleted
/// accounts have left.
async fn serve_and_work(servers: Vec<HttpRun>, service: Service) -> io::Result<()> {
    let Service {
        accounts,
        trips,
        mail,
        ..
    } = service;
    let (stop, stopped) = oneshot::channel::<()>();
    let sending = spawn(async move { mail.run(stopped.map(drop)).await });
    let moving = spawn(async move { trips.follow_zone_release().await });
    let deleting = spawn(async move { accounts.finish_deletions().await });
    let result = try_join_all(servers).await.map(drop);
    moving.abort();
    deleting.abort();
    drop(stop);
    if timeout(MAIL_TIMEOUT, sending).await.is_err() {
        tracing::debug!("mails on their way may be sent again");
    }
    result
}

/// Takes an address, without accepting connections yet.
fn bind(address: SocketAddr) -> Result<Socket, Failure> {
    let bind = || {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        socket.set_reuse_address(true)?;
        socket.bind(&address.into())?;
        Ok(socket)
    };
    let bound: io::Result<Socket> = bind();
    Ok(bound.with_context(|| format!("can't listen on {address}"))?)
}

fn listen(socket: Socket, address: SocketAddr) -> Result<TcpListener, Failure> {
    let listening = socket.listen(BACKLOG);
    listening.with_context(|| format!("can't listen on {address}"))?;
    Ok(socket.into())
}

fn service(
    settings: &Settings,
    store: Arc<dyn Store>,
    address: SocketAddr,
    overrides: &Overrides,
) -> Result<Service, Failure> {
    let pictures = PictureStore::open(pictures_url(settings)?.as_str());
    let pictures = pictures.map_err(|error| match error.is_full() {
        true => Failure::Unreachable(error.to_string()),
        false => Failure::setting("pictures-url", error),
    })?;
    let defaults = Policy::default();
    let policy = Policy {
        place_timeout: overrides.place_timeout.unwrap_or(defaults.place_timeout),
        mail_timeout: overrides.mail_timeout.unwrap_or(defaults.mail_timeout),
        longest_wait: overrides.longest_wait.unwrap_or(defaults.longest_wait),
        access_token_ttl: settings.access_token_ttl,
        default_currency: settings.default_currency,
        picture_hosts: settings.pictures_allowed_hosts.clone(),
        trips_per_account: settings.trips_per_account,
        memberships_per_account: settings.memberships_per_account,
        trip_bytes_per_account: settings.trip_bytes_per_account,
        pictures_per_account: settings.pictures_per_account,
        sign_up: settings.sign_up,
        passwords: settings.passwords,
        oidc: oidc::policy(settings)?,
        extractor: settings.kitinerary.clone(),
        ..defaults
    };
    let clock = overrides.clock.clone();
    let base_url = base_url(settings, address)?;
    let frontend_url = settings.frontend_url.as_ref().unwrap_or(&base_url);
    Ok(Service::new(Parts {
        store,
        pictures,
        gazetteer: gazetteer(settings, policy.place_timeout)?,
        mailer: mail::mailer(settings, frontend_url)?,
        clock: clock.unwrap_or_else(|| Arc::new(SystemClock)),
        secrets: auth_secret::of(settings)?,
        policy,
    })
    .context("can't start the service")?)
}

/// The gazetteer of the settings; `None` if look-ups are off. A fifth of the time of a write's
/// look-ups is left for the built-in gazetteer.
#[cfg_attr(
    not(feature = "nominatim"),
    expect(unused_variables, reason = "only Nominatim has a timeout")
)]
fn gazetteer(
    settings: &Settings,
    timeout: Duration,
) -> Result<Option<Arc<dyn Gazetteer>>, Failure> {
    let server = maps::places(settings);
    #[cfg(not(feature = "nominatim"))]
    if server.is_some() {
        return Err(lacks("gazetteer-url", "nominatim"));
    }
    #[cfg(not(feature = "built-in-gazetteer"))]
    return Ok(None);
    #[cfg(feature = "built-in-gazetteer")]
    Ok(match server {
        _ if !settings.gazetteer => None,
        #[cfg(feature = "nominatim")]
        Some(server) => {
            let server = wayfare_gazetteer::Nominatim::new(
                server,
                settings.gazetteer_interval,
                timeout * 4 / 5,
                wayfare_gazetteer::BuiltIn::new(),
            );
            let server = server.with_kind(settings.gazetteer_kind);
            let contact = settings.contact.as_deref().unwrap_or_default();
            Some(Arc::new(match settings.maps {
                true => server.public(contact),
                false => server,
            }))
        }
        _ => Some(Arc::new(wayfare_gazetteer::BuiltIn::new())),
    })
}

/// The refusal of a setting that needs a cargo feature which this build lacks.
#[cfg(not(all(feature = "nominatim", feature = "otlp", feature = "sqlite")))]
pub(crate) fn lacks(setting: &str, feature: &str) -> Failure {
    Failure::Setting(format!(
        "{setting} needs a build of Wayfare with the cargo feature `{feature}`"
    ))
}

pub(crate) fn pictures_url(settings: &Settings) -> Result<Url, Failure> {
    if let Some(url) = &settings.pictures_url {
        return Ok(url.clone());
    }
    let database = settings.database_url.sqlite_file();
    let data = database
        .as_deref()
        .and_then(Path::parent)
        .unwrap_or(Path::new(DATA));
    let folder =
        std::path::absolute(data.join(PICTURES)).context("the working directory does not exist")?;
    Ok(Url::from_file_path(folder).map_err(|()| anyhow!("the folder of pictures has no URL"))?)
}

/// The public address of a server that listens on `address`.
fn base_url(settings: &Settings, address: SocketAddr) -> Result<Url, Failure> {
    if let Some(url) = &settings.base_url {
        return Ok(url.clone());
    }
    let host = match address.ip().is_unspecified() {
        true => format!("localhost:{}", address.port()),
        false => address.to_string(),
    };
    Ok(Url::parse(&format!("http://{host}")).context("the address has no URL")?)
}

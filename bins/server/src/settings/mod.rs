//! What an operator can set, read and checked.

mod given;
mod rates;
pub(crate) mod table;
mod values;

use std::net::SocketAddr;
use std::time::Duration;

use url::Url;
use wayfare_api_core::Variants;
use wayfare_api_core::client::TrustedProxies;
use wayfare_domain::{Currency, ReferenceRates};
use wayfare_gazetteer::ServerAddress;
use wayfare_pictures::AllowedHosts;
use wayfare_service::Secret;

pub(crate) use given::{CONFIG, Given};
pub(crate) use values::origin_of;
pub use values::{CorsOrigins, DatabaseUrl, LogFormat};

use crate::Failure;

/// Everything that can be set. What is `None` follows from the machine or from other settings.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where to listen; port 0 picks a free one.
    pub listen: SocketAddr,
    /// The database.
    pub database: DatabaseUrl,
    /// How many connections to the database to keep at most.
    pub database_pool: Option<usize>,
    /// How many bytes of trips' documents to keep that were read.
    pub trip_cache: usize,
    /// Where the files of pictures are; else in a folder beside the SQLite database, or below
    /// `data`.
    pub pictures: Option<Url>,
    /// Hosts that pictures are fetched from whatever their address.
    pub picture_hosts: AllowedHosts,
    /// Whether places are looked up.
    pub gazetteer: bool,
    /// The server that places are looked up at first.
    pub gazetteer_server: Option<ServerAddress>,
    /// The time between two requests to it at least.
    pub gazetteer_interval: Duration,
    /// Public address of the service; else `http://` and the address it listens on.
    pub base_url: Option<Url>,
    /// Public address of the front end; else that of the service.
    pub frontend_url: Option<Url>,
    /// What tokens are signed with; else kept beside the SQLite database.
    pub auth_secret: Option<Secret>,
    /// How long an access token is good.
    pub access_token_ttl: Duration,
    /// The variant of the list of trips for clients that choose none.
    pub default_variant: Variants,
    /// The base currency of trips that have set none.
    pub default_currency: Currency,
    /// Rates for amounts whose own payments imply none.
    pub reference_rates: ReferenceRates,
    /// Whose pages may call the service; else the front end's.
    pub cors_origins: Option<CorsOrigins>,
    /// Whether the rate of requests is limited.
    pub rate_limit: bool,
    /// Proxies whose word is taken for who calls.
    pub trusted_proxies: TrustedProxies,
    /// How many connections of clients to serve at once.
    pub max_connections: Option<usize>,
    /// How long a client may pause while it sends the body of a request or takes an answer.
    pub body_timeout: Duration,
    /// Where to serve metrics; else beside all else, to this machine alone.
    pub metrics_listen: Option<SocketAddr>,
    /// The collector that traces are sent to, without the path of traces.
    pub otlp_endpoint: Option<Url>,
    /// What to log.
    pub log: String,
    /// How to log it; else for people on a terminal and for machines elsewhere.
    pub log_format: Option<LogFormat>,
}

impl Settings {
    /// Settings by the names of their flags (`("listen", "127.0.0.1:0")`), all others as by
    /// default: for those who embed the server.
    ///
    /// # Errors
    /// [`Failure::Setting`] for a name that is none and for a malformed value.
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Failure> {
        let mut given = Given::default();
        for (flag, text) in pairs {
            let setting = table::ALL.iter().find(|setting| setting.flag == flag);
            given.add_flag(
                setting.ok_or_else(|| Failure::setting(flag, "there is no such setting"))?,
                text.to_owned(),
            );
        }
        Self::read(&given)
    }

    /// Settings from what was given.
    pub(crate) fn read(given: &Given) -> Result<Self, Failure> {
        Ok(Self {
            listen: given.required(&table::LISTEN, values::listen)?,
            database: given.required(&table::DATABASE_URL, DatabaseUrl::new)?,
            database_pool: given.optional(&table::DATABASE_POOL, values::pool)?,
            trip_cache: given.required(&table::TRIP_CACHE, values::cache)?,
            pictures: given.optional(&table::PICTURES_URL, values::pictures)?,
            picture_hosts: given
                .optional(&table::PICTURES_ALLOWED_HOSTS, values::hosts)?
                .unwrap_or_default(),
            gazetteer: given.required(&table::GAZETTEER, values::gazetteer)?,
            gazetteer_server: given.optional(&table::GAZETTEER_URL, values::gazetteer_server)?,
            gazetteer_interval: given
                .required(&table::GAZETTEER_INTERVAL, values::gazetteer_interval)?,
            base_url: given.optional(&table::BASE_URL, values::public_url)?,
            frontend_url: given.optional(&table::FRONTEND_URL, values::public_url)?,
            auth_secret: given.optional(&table::AUTH_SECRET, values::secret)?,
            access_token_ttl: given.required(&table::ACCESS_TOKEN_TTL, values::ttl)?,
            default_variant: given.required(&table::DEFAULT_VARIANT, values::variants)?,
            default_currency: given.required(&table::DEFAULT_CURRENCY, values::currency)?,
            reference_rates: given
                .optional(&table::REFERENCE_RATES, rates::load)?
                .unwrap_or_default(),
            cors_origins: given.optional(&table::CORS_ORIGINS, values::origins)?,
            rate_limit: given.required(&table::RATE_LIMIT, values::on_or_off)?,
            trusted_proxies: given
                .optional(&table::TRUSTED_PROXIES, values::proxies)?
                .unwrap_or_default(),
            max_connections: given.optional(&table::MAX_CONNECTIONS, values::connections)?,
            body_timeout: given.required(&table::BODY_TIMEOUT, values::timeout)?,
            metrics_listen: given.optional(&table::METRICS_LISTEN, values::listen)?,
            otlp_endpoint: given.optional(&table::OTLP_ENDPOINT, values::collector)?,
            log: given.required(&table::LOG, values::log)?,
            log_format: given.optional(&table::LOG_FORMAT, values::log_format)?,
        })
    }
}

//! The values of settings: what each must look like. Reasons never repeat a value, since it may be
//! a secret.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use url::Url;
use wayfare_api_core::Variants;
use wayfare_api_core::client::TrustedProxies;
use wayfare_domain::Currency;
use wayfare_gazetteer::ServerAddress;
use wayfare_pictures::AllowedHosts;
use wayfare_service::Secret;

/// Greatest number of database connections that can be asked for.
const MAX_POOL: usize = 1_000;
/// Greatest size of the cache of trips that can be asked for, in MiB.
const MAX_CACHE: usize = 65_536;
/// Greatest number of connections of clients that can be asked for.
const MAX_CONNECTIONS: usize = 10_000_000;
/// Longest pause in a body that can be asked for.
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);
/// Longest time between two requests to a gazetteer's server that can be asked for.
const MAX_INTERVAL: Duration = Duration::from_secs(60);
/// Longest life of an access token: that of one whose account has no password.
const MAX_TTL: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Where the database is. `Debug` and `Display` leave out user, password and options.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    const SQLITE: &str = "sqlite://";
    const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

    /// A database's URL: `sqlite://PATH` or `postgres://…`.
    ///
    /// # Errors
    /// Another scheme, or nothing behind it.
    pub fn new(text: &str) -> Result<Self, String> {
        let known = Self::POSTGRES.into_iter().chain([Self::SQLITE]);
        let rest = known
            .into_iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        if rest.is_none_or(str::is_empty) {
            return Err("must be sqlite://PATH or postgres://HOST/DATABASE".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    /// The URL, with its password.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The file of an SQLite database.
    pub fn sqlite_file(&self) -> Option<PathBuf> {
        self.0.strip_prefix(Self::SQLITE).map(PathBuf::from)
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = self.sqlite_file() {
            return std::path::absolute(&file).unwrap_or(file).display().fmt(f);
        }
        match Url::parse(&self.0) {
            Ok(url) => {
                write!(f, "postgres://{}", url.host_str().unwrap_or_default())?;
                url.port().map_or(Ok(()), |port| write!(f, ":{port}"))?;
                f.write_str(url.path())
            }
            Err(_) => f.write_str("postgres://…"),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// The origins whose pages may call the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CorsOrigins {
    /// All.
    Any,
    /// These, in the form in which browsers send them.
    These(Vec<String>),
}

/// How to log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Pretty,
    /// For machines: a JSON object a line.
    Json,
}

pub(crate) fn listen(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "must be an IP address and a port, such as 127.0.0.1:8080".to_owned())
}

pub(crate) fn pool(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=MAX_POOL).contains(number));
    number.ok_or_else(|| format!("must be a whole number from 1 to {MAX_POOL}"))
}

/// In MiB; gives bytes.
pub(crate) fn cache(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| *size <= MAX_CACHE);
    size.map(|size: usize| size << 20)
        .ok_or_else(|| format!("must be a whole number of MiB from 0 to {MAX_CACHE}"))
}

pub(crate) fn pictures(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).ok().filter(|url| match url.scheme() {
        "file" => url.to_file_path().is_ok(),
        "s3" => url.has_host(),
        scheme => scheme == "memory",
    });
    url.ok_or_else(|| "must be file:///FOLDER, s3://BUCKET/PREFIX or memory://".to_owned())
}

pub(crate) fn hosts(text: &str) -> Result<AllowedHosts, String> {
    let hosts: Vec<String> = text.split(',').map(|host| host.trim().to_owned()).collect();
    let is_host =
        |host: &String| Url::parse(&format!("http://{host}/")).is_ok_and(|url| url.path() == "/");
    if !hosts.iter().all(is_host) {
        return Err(
            "must be hosts such as files.internal or 10.0.0.7:9000, separated by commas".to_owned(),
        );
    }
    Ok(AllowedHosts::new(hosts))
}

pub(crate) fn gazetteer(text: &str) -> Result<bool, String> {
    match text {
        "built-in" => Ok(true),
        "off" => Ok(false),
        _ => Err("must be built-in or off".to_owned()),
    }
}

pub(crate) fn gazetteer_server(text: &str) -> Result<ServerAddress, String> {
    ServerAddress::new(text).map_err(|error| error.to_string())
}

pub(crate) fn gazetteer_interval(text: &str) -> Result<Duration, String> {
    let duration =
        humantime::parse_duration(text).map_err(|_| "must be a duration, such as 1s or 0s")?;
    if duration > MAX_INTERVAL {
        return Err("must be from 0s to 1m".to_owned());
    }
    Ok(duration)
}

pub(crate) fn public_url(text: &str) -> Result<Url, String> {
    let url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.ok_or("must be an http or https URL")?;
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err("must be a URL without user, query and fragment".to_owned());
    }
    Ok(url)
}

pub(crate) fn collector(text: &str) -> Result<Url, String> {
    let url = public_url(text).ok().filter(|url| url.scheme() == "http");
    url.ok_or_else(|| {
        "must be an http URL without user, query and fragment, such as http://localhost:4318"
            .to_owned()
    })
}

pub(crate) fn secret(text: &str) -> Result<Secret, String> {
    Secret::new(text).map_err(|reason| reason.to_string())
}

pub(crate) fn ttl(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text)
        .map_err(|_| "must be a duration, such as 15m, 1h or 900s")?;
    if !(Duration::from_secs(1)..=MAX_TTL).contains(&duration) {
        return Err("must be from 1s to 365days".to_owned());
    }
    Ok(duration)
}

pub(crate) fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("must be on or off".to_owned()),
    }
}

pub(crate) fn proxies(text: &str) -> Result<TrustedProxies, String> {
    let network = |text: &str| {
        text.parse::<IpNet>()
            .ok()
            .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
    };
    let list = text
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(network);
    let networks = list.collect::<Option<Vec<_>>>();
    networks.map(TrustedProxies::new).ok_or_else(|| {
        "must be IP addresses and networks such as 10.0.0.0/8, separated by commas".to_owned()
    })
}

pub(crate) fn connections(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=MAX_CONNECTIONS).contains(number));
    number.ok_or_else(|| format!("must be a whole number from 1 to {MAX_CONNECTIONS}"))
}

pub(crate) fn timeout(text: &str) -> Result<Duration, String> {
    let duration =
        humantime::parse_duration(text).map_err(|_| "must be a duration, such as 20s or 1m")?;
    if !(Duration::from_millis(1)..=MAX_PAUSE).contains(&duration) {
        return Err("must be from 1ms to 1h".to_owned());
    }
    Ok(duration)
}

pub(crate) fn variants(text: &str) -> Result<Variants, String> {
    match text {
        "both" => Ok(Variants::Both),
        "a" => Ok(Variants::A),
        "b" => Ok(Variants::B),
        _ => Err("must be both, a or b".to_owned()),
    }
}

pub(crate) fn currency(text: &str) -> Result<Currency, String> {
    Currency::new(text).map_err(|reason| reason.to_string())
}

pub(crate) fn origins(text: &str) -> Result<CorsOrigins, String> {
    if text == "*" {
        return Ok(CorsOrigins::Any);
    }
    let list = text
        .split(',')
        .map(str::trim)
        .filter(|origin| !origin.is_empty());
    list.map(|origin| {
        let url = public_url(origin).ok().filter(|url| url.path() == "/");
        let url = url
            .ok_or("must be origins such as https://app.example.org, separated by commas, or *")?;
        Ok(origin_of(&url))
    })
    .collect::<Result<_, _>>()
    .map(CorsOrigins::These)
}

/// A URL's origin, in the form in which browsers send it.
pub(crate) fn origin_of(url: &Url) -> String {
    url.origin().ascii_serialization()
}

pub(crate) fn log(text: &str) -> Result<String, String> {
    // A word alone would be a module of that name, of which there is none where it is a level
    // misspelt: nothing would be logged.
    let is_level = |directive: &str| directive.trim().parse::<LevelFilter>().is_ok();
    let names_levels = text
        .split(',')
        .all(|directive| directive.contains(['=', '[']) || is_level(directive));
    match EnvFilter::builder().parse(text) {
        Ok(_) if names_levels => Ok(text.to_owned()),
        _ => Err("must be a log filter, such as info or info,wayfare_service=debug".to_owned()),
    }
}

pub(crate) fn log_format(text: &str) -> Result<LogFormat, String> {
    match text {
        "pretty" => Ok(LogFormat::Pretty),
        "json" => Ok(LogFormat::Json),
        _ => Err("must be pretty or json".to_owned()),
    }
}

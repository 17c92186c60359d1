//! The parsers of settings. An error never repeats the value, which may be a secret.

use std::fmt::{self, Display};
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ipnet::IpNet;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use url::{Host, Url};
use wayfare_api::CorsOrigins;
use wayfare_api_core::http::proxies::TrustedProxies;
use wayfare_domain::Currency;
use wayfare_gazetteer::ServerAddress;
use wayfare_mail::{Sender, SmtpUrl};
use wayfare_pictures::AllowedHosts;
use wayfare_service::{ClientSecret, Secret, use_zone_folder};

/// The most characters of a domain.
const MAX_DOMAIN: usize = 253;
/// The most characters of a contact.
const MAX_CONTACT: usize = 500;
/// Greatest size of the trip cache.
const MAX_CACHE: u64 = 64 << 30;
/// The greatest number of bytes that an account may have: what a column of the database holds.
const MAX_BYTES: u64 = i64::MAX.unsigned_abs();

/// The URL of the database. `Debug` and `Display` leave out user, password and options.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    const SQLITE: &str = "sqlite://";
    const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

    /// Checks a URL: `sqlite://PATH` or `postgres://…`.
    ///
    /// # Errors
    /// The scheme is another one, nothing follows it, or the store does not take it.
    pub fn new(text: &str) -> Result<Self, String> {
        let known = Self::POSTGRES.into_iter().chain([Self::SQLITE]);
        let rest = known
            .into_iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        if rest.is_none_or(str::is_empty) {
            return Err("must be sqlite://PATH or postgres://HOST/DATABASE".to_owned());
        }
        wayfare_storage::check_url(text).map_err(|error| error.to_string())?;
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

impl Display for DatabaseUrl {
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

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Text, for people.
    Pretty,
    /// A JSON object on each line, for machines.
    Json,
}

pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "must be an IP address and a port, such as 127.0.0.1:8080".to_owned())
}

/// Parses a whole number in a range.
pub(crate) fn whole<T: FromStr + PartialOrd + Display>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("must be a whole number from {least} to {most}")
        })
    }
}

/// The units of sizes, in lower case. A letter alone is the unit of 1,024, as in other tools.
const SIZE_UNITS: [(&str, u64); 13] = [
    ("b", 1),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("k", 1 << 10),
    ("m", 1 << 20),
    ("g", 1 << 30),
    ("t", 1 << 40),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
];

/// Parses a size of at most `max` bytes, in words `most`; returns bytes. A number without a unit
/// counts in `plain_unit`, whose `name` is told in the error.
fn size(text: &str, plain_unit: u64, name: &str, max: u64, most: &str) -> Result<u64, String> {
    let text = text.trim();
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = text
        .strip_suffix(unit)
        .and_then(|number| number.parse::<u64>().ok());
    let unit = unit.trim_start().to_ascii_lowercase();
    let length = match unit.as_str() {
        "" => Some(plain_unit),
        unit => SIZE_UNITS
            .iter()
            .find(|(name, _)| *name == unit)
            .map(|(_, length)| *length),
    };
    let size = number
        .zip(length)
        .and_then(|(number, length)| number.checked_mul(length));
    size.filter(|size| *size <= max).ok_or_else(|| {
        format!(
            "must be a whole number of {name}, or of kB, MB, GB, TB, KiB, MiB, GiB or TiB (K, M, G \
             or T for short), such as 5GB, from 0 to {most}"
        )
    })
}

/// Parses a size; a number without a unit is one of bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    size(text, 1, "bytes", MAX_BYTES, "9223372036854775807 bytes")
}

/// Parses the size of a cache in bytes; a number without a unit is one of MiB.
pub(crate) fn cache(text: &str) -> Result<usize, String> {
    let bytes = size(text, 1 << 20, "MiB", MAX_CACHE, "64 GiB")?;
    usize::try_from(bytes).map_err(|_| "must be smaller on this machine".to_owned())
}

/// Parses a duration from `min` to `max`.
pub(crate) fn duration(min: Duration, max: Duration) -> impl Fn(&str) -> Result<Duration, String> {
    move |text| {
        let duration = humantime::parse_duration(text).ok();
        let duration = duration.filter(|duration| (min..=max).contains(duration));
        let (min, max) = (in_words(min), in_words(max));
        duration.ok_or_else(|| format!("must be a duration from {min} to {max}, such as 20s"))
    }
}

/// A limit as a number of the largest unit that it is a whole number of.
fn in_words(limit: Duration) -> String {
    const UNITS: [(&str, u128); 5] = [
        ("day", 86_400_000),
        ("hour", 3_600_000),
        ("minute", 60_000),
        ("second", 1_000),
        ("millisecond", 1),
    ];
    let millis = limit.as_millis();
    let fits = |(_, length): &(&str, u128)| millis >= *length && millis.is_multiple_of(*length);
    match UNITS.into_iter().find(fits) {
        Some((name, length)) if millis == length => format!("1 {name}"),
        Some((name, length)) => format!("{} {name}s", millis / length),
        None => "0 seconds".to_owned(),
    }
}

/// Parses one of several names.
pub(crate) fn one_of<T: Copy, const N: usize>(
    values: [(&'static str, T); N],
) -> impl Fn(&str) -> Result<T, String> {
    move |text| {
        let value = values.iter().find(|(name, _)| *name == text);
        value.map(|(_, value)| *value).ok_or_else(|| {
            let names = values.map(|(name, _)| name);
            format!("must be one of {}", names.join(", "))
        })
    }
}

pub(crate) fn picture_store(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).ok().filter(|url| match url.scheme() {
        // Not `file://`, which is the root.
        "file" => url.to_file_path().is_ok_and(|path| path.parent().is_some()),
        "s3" => url.has_host(),
        scheme => scheme == "memory",
    });
    let url = url.ok_or("must be file:///FOLDER, s3://BUCKET/PREFIX or memory://")?;
    // The address is logged.
    if has_secrets(&url) {
        return Err(
            "must be a URL without user, query and fragment; keys belong in AWS_ACCESS_KEY_ID and \
             AWS_SECRET_ACCESS_KEY"
                .to_owned(),
        );
    }
    Ok(url)
}

/// Whether a URL has parts in which people put credentials.
fn has_secrets(url: &Url) -> bool {
    let has_user = !url.username().is_empty() || url.password().is_some();
    has_user || url.query().is_some() || url.fragment().is_some()
}

pub(crate) fn hosts(text: &str) -> Result<AllowedHosts, String> {
    let hosts: Vec<String> = text.split(',').map(|host| host.trim().to_owned()).collect();
    // A wildcard would be compared letter for letter, and never match.
    let is_host = |host: &String| {
        Url::parse(&format!("http://{host}/")).is_ok_and(|url| url.path() == "/")
            && !host.contains('*')
    };
    if !hosts.iter().all(is_host) {
        let reason = "must be hosts such as files.internal or 10.0.0.7:9000, separated by commas; \
                      not a pattern such as *.internal";
        return Err(reason.to_owned());
    }
    Ok(AllowedHosts::new(hosts))
}

pub(crate) fn gazetteer_server(text: &str) -> Result<ServerAddress, String> {
    ServerAddress::new(text).map_err(|error| error.to_string())
}

pub(crate) fn public_url(text: &str) -> Result<Url, String> {
    let url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.ok_or("must be an http or https URL")?;
    if has_secrets(&url) {
        return Err("must be a URL without user, query and fragment".to_owned());
    }
    let is_unspecified = match url.host() {
        Some(Host::Ipv4(address)) => address.is_unspecified(),
        Some(Host::Ipv6(address)) => address.is_unspecified(),
        _ => false,
    };
    if is_unspecified {
        return Err("must be an address that others reach".to_owned());
    }
    Ok(url)
}

pub(crate) fn tiles(text: &str) -> Result<String, String> {
    let has_all = ["{z}", "{x}", "{y}"].iter().all(|part| text.contains(part));
    let plain = text
        .replace("{z}", "")
        .replace("{x}", "")
        .replace("{y}", "");
    // It is a source of the pages' Content-Security-Policy, which takes no other hosts.
    let is_of_host = |letter: char| letter.is_ascii_alphanumeric() || "-.".contains(letter);
    let is_url = Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url
                .host_str()
                .is_some_and(|host| host.chars().all(is_of_host))
    });
    let is_rest = |letter: char| letter.is_whitespace() || "{}".contains(letter);
    if has_all && is_url && !plain.contains(is_rest) {
        Ok(text.to_owned())
    } else {
        Err(
            "must be an http or https URL with {z}, {x} and {y} behind its host, which has \
             letters, digits, - and . alone"
                .to_owned(),
        )
    }
}

pub(crate) fn smtp_server(text: &str) -> Result<SmtpUrl, String> {
    SmtpUrl::new(text).map_err(|reason| reason.to_string())
}

pub(crate) fn sender(text: &str) -> Result<Sender, String> {
    Sender::new(text).map_err(|reason| reason.to_string())
}

/// Parses whom people may ask: a URL or a line of text.
pub(crate) fn contact(text: &str) -> Result<String, String> {
    let is_line = text.chars().count() <= MAX_CONTACT && !text.chars().any(char::is_control);
    if is_line {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "must be one line of at most {MAX_CONTACT} characters"
        ))
    }
}

/// Parses the domain of mailboxes.
pub(crate) fn domain(text: &str) -> Result<String, String> {
    let is_label = |label: &str| {
        let is_plain = label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_plain && (1..=63).contains(&label.len())
    };
    if text.len() <= MAX_DOMAIN && text.split('.').all(is_label) {
        Ok(text.to_ascii_lowercase())
    } else {
        Err("must be a domain name in ASCII, such as trips.example.org".to_owned())
    }
}

/// Parses the folder of time zones, and takes it for this process.
pub(crate) fn zone_folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    use_zone_folder(&folder).map_err(|reason| reason.to_string())?;
    Ok(folder)
}

pub(crate) fn program(text: &str) -> Result<PathBuf, String> {
    let path = Some(PathBuf::from(text)).filter(|path| path.is_absolute());
    path.ok_or_else(|| "must be an absolute path".to_owned())
}

pub(crate) fn text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
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

pub(crate) fn client_secret(text: &str) -> Result<ClientSecret, String> {
    Ok(ClientSecret::new(text))
}

pub(crate) fn currency(text: &str) -> Result<Currency, String> {
    Currency::new(text).map_err(|reason| reason.to_string())
}

pub(crate) fn proxies(text: &str) -> Result<TrustedProxies, String> {
    let network = |text: &str| {
        text.parse::<IpNet>()
            .ok()
            .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
    };
    let networks: Option<Vec<_>> = items(text).map(network).collect();
    networks.map(TrustedProxies::new).ok_or_else(|| {
        "must be IP addresses and networks such as 10.0.0.0/8, separated by commas".to_owned()
    })
}

pub(crate) fn origins(text: &str) -> Result<CorsOrigins, String> {
    if text == "*" {
        return Ok(CorsOrigins::Any);
    }
    let origins = items(text).map(|origin| {
        // A wildcard would be compared letter for letter, and never match.
        let is_one = |url: &Url| url.path() == "/" && !origin.contains('*');
        public_url(origin)
            .ok()
            .filter(is_one)
            .map(|url| origin_of(&url))
    });
    let origins: Option<Vec<_>> = origins.collect();
    let origins = origins.filter(|origins| !origins.is_empty());
    origins.map(CorsOrigins::These).ok_or_else(|| {
        "must be origins such as https://app.example.org, separated by commas, or *; not a pattern \
         such as https://*.example.org"
            .to_owned()
    })
}

/// The items of a list with commas.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

/// A URL's origin, in the form in which browsers send it.
pub(crate) fn origin_of(url: &Url) -> String {
    url.origin().ascii_serialization()
}

pub(crate) fn log_filter(text: &str) -> Result<String, String> {
    // The filter takes a misspelt level for the name of a module, and would log nothing.
    let is_level = |directive: &str| directive.trim().parse::<LevelFilter>().is_ok();
    let names_levels = text
        .split(',')
        .all(|directive| directive.contains(['=', '[']) || is_level(directive));
    match EnvFilter::builder().parse(text) {
        Ok(_) if names_levels => Ok(text.to_owned()),
        _ => Err("must be a log filter, such as info or info,wayfare_service=debug".to_owned()),
    }
}

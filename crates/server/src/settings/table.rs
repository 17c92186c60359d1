//! The table of settings. One entry holds a setting's key, type, default, placeholder, parser and
//! help; the flag, the environment name and `--help` follow from it.
//!
//! clap reads the command line and toml the file; this project's code orders the sources. clap's
//! derive with `env` reads no file and spreads the order over attributes. figment has no command
//! line, so clap would need a second list of names.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use url::Url;
use wayfare_api_core::Variants;
use wayfare_api_core::http::proxies::TrustedProxies;
use wayfare_domain::Currency;
use wayfare_gazetteer::{ServerAddress, ServerKind};
use wayfare_mail::{Sender, SmtpUrl};
use wayfare_pictures::AllowedHosts;
use wayfare_service::{ClientSecret, Issuer, Secret};

use super::sources::{Setting, Sources, environment_name};
use super::{CorsOrigins, DatabaseUrl, LogFormat, values};
use crate::{Failure, mail, maps, oidc};

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(60 * 60);
/// The life of an access token whose account has no password.
const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Makes [`Settings`], their table and their reader from entries:
/// `key: type = default("text") or derived("description"), "placeholder", parser;`. A secret has
/// `or key_file` after its type: the key of the file that may hold it instead.
macro_rules! settings {
    ($(
        $(#[doc = $help:literal])+
        $key:ident $(or $file_key:ident)?: $type:ty =
            $kind:ident($default:literal), $placeholder:literal, $parser:expr;
    )+) => {
        /// All settings. One that is `None` follows from the machine or from other settings.
        #[derive(Debug, Clone)]
        pub struct Settings {
            $($(#[doc = $help])+ pub $key: $type,)+
        }

        /// The settings in the order of `--help`.
        pub(crate) const TABLE: &[Setting] = &[$(Setting {
            key: stringify!($key),
            file_key: file_key!($($file_key)?),
            placeholder: $placeholder,
            default: $default,
            help: concat!($($help),+),
        }),+];

        impl Settings {
            /// Parses the values of all sources, and checks those that belong together.
            ///
            /// # Errors
            /// All that is wrong with them, at once.
            pub(crate) fn read(sources: &Sources) -> Result<Self, Failure> {
                let mut wrong: Vec<String> = sources.failures().collect();
                $(let $key = sources.$kind(stringify!($key), $default, $parser);
                let $key = $key.map_err(|failure| wrong.push(failure.to_string())).ok();)+
                let all = (|| Some(Self { $($key: $key?,)+ }))();
                let together = oidc::check(sources).into_iter().chain(mail::check(sources));
                let together = together.chain(
                    all.as_ref().and_then(|it| it.check_metrics(sources))
                );
                let together = together.chain(
                    all.as_ref().and_then(|it| maps::check(it, sources))
                );
                wrong.extend(together.map(|failure| failure.to_string()));
                all.filter(|_| wrong.is_empty())
                    .ok_or_else(|| Failure::Setting(wrong.join("; ")))
            }
        }
    };
}

impl Settings {
    /// What is wrong with the address of the metrics: it is that of the service.
    fn check_metrics(&self, sources: &Sources) -> Option<Failure> {
        let source = sources.source("metrics_listen")?;
        let is_same = self.metrics_listen == Some(self.listen) && self.listen.port() != 0;
        is_same.then(|| {
            let listen = environment_name("listen");
            Failure::setting(source, format!("must be another address than {listen}"))
        })
    }
}

macro_rules! file_key {
    () => {
        None
    };
    ($key:ident) => {
        Some(stringify!($key))
    };
}

settings! {
    /// IP address and port to listen on; port 0 picks a free one.
    listen: SocketAddr = default("127.0.0.1:8080"), "ADDRESS", values::address;

    /// Database: `sqlite://PATH` or `postgres://…`; DATABASE_URL is read too.
    database_url or database_url_file: DatabaseUrl = default("sqlite://data/wayfare.db"), "URL",
    DatabaseUrl::new;

    /// Connections to the database.
    database_pool: Option<usize> = derived("by cores"), "NUMBER", values::whole(1..=1_000);

    /// Size of the trip cache in MiB (or with a unit, 1GiB), and of the response cache likewise; 0
    /// turns both off, and less than 10 may leave out the largest trips.
    trip_cache: Option<usize> = derived("a 64th of the memory, from 24 to 512"),
        "MIB", values::cache;

    /// Picture store: `file:///FOLDER`, `s3://BUCKET/PREFIX` (with the usual `AWS_…` environment)
    /// or `memory://`.
    pictures_url: Option<Url> =
        derived("the folder pictures beside the SQLite database; data/pictures with PostgreSQL"),
        "URL", values::picture_store;

    /// Hosts, or host:port, that pictures may be fetched from although their addresses are not
    /// public; separated by commas.
    pictures_allowed_hosts: AllowedHosts = derived("none"), "HOSTS", values::hosts;

    /// Whether the places of new trips and destinations are looked up.
    gazetteer: bool =
        default("built-in"), "built-in|off", values::one_of([("built-in", true), ("off", false)]);

    /// Nominatim-compatible server that is asked before the built-in gazetteer, such as
    /// `http://localhost:8088`; it gets the names of places.
    gazetteer_url or gazetteer_url_file: Option<ServerAddress> =
        derived("none; the built-in gazetteer alone"), "URL", values::gazetteer_server;

    /// The search API of that server. Photon is also asked for suggestions while somebody types,
    /// Nominatim never.
    gazetteer_kind: ServerKind =
        default("nominatim"), "nominatim|photon",
        values::one_of([("nominatim", ServerKind::Nominatim), ("photon", ServerKind::Photon)]);

    /// Minimum time between two requests to that server: 1s or more for a public one, 0s for one's
    /// own.
    gazetteer_interval: Duration =
        default("1s"), "DURATION", values::duration(Duration::ZERO, 60 * SECOND);

    /// Public address of the service, for the links in records.
    base_url: Option<Url> = derived("http:// and the listen address"), "URL", values::public_url;

    /// Public address of the front end, for the links to trips.
    frontend_url: Option<Url> = derived("the base URL"), "URL", values::public_url;

    /// Whether the service has pages for people: the front page, sign-in, and a page of each trip.
    pages: bool = default("on"), "on|off", values::one_of([("on", true), ("off", false)]);

    /// Whether assistants may use the service at /mcp, by the Model Context Protocol, with a token
    /// or an API key of an account.
    mcp: bool = default("on"), "on|off", values::one_of([("on", true), ("off", false)]);

    /// Folder of compiled time zones newer than those of the program: TZif files with `+VERSION` or
    /// `tzdata.zi`, such as `/usr/share/zoneinfo`.
    tzdir: Option<PathBuf> = derived("none; the time zones of the program"), "FOLDER",
    values::zone_folder;

    /// Whether maps have streets, and sights are found by name, by OpenStreetMap's public services:
    /// visitors' browsers then load tiles there, which tells it their addresses, and places that
    /// people write or search are sent there, with the contact. The settings of tiles and of the
    /// gazetteer's server replace them one by one.
    maps: bool =
        default("off"), "off|openstreetmap",
        values::one_of([("off", false), ("openstreetmap", true)]);

    /// Tile server for the maps of the pages, such as `https://tiles.example.org/{z}/{x}/{y}.png`.
    /// Browsers then load tiles from it.
    tiles_url: Option<String> = derived("none; the built-in outlines alone"), "URL", values::tiles;

    /// Attribution that the tile server demands, as plain text.
    tiles_attribution: Option<String> = derived("none"), "TEXT", values::text;

    /// Mail server: `smtps://USER:PASSWORD@HOST` or `smtp://…`, which needs STARTTLS unless the
    /// server is on this machine or `?tls=none` follows.
    smtp_url or smtp_url_file: Option<SmtpUrl> = derived("none; no mail is sent"), "URL",
    values::smtp_server;

    /// From whom mails come, such as `Wayfare <no-reply@example.org>`; set with the mail server.
    mail_from: Option<Sender> = derived("none"), "ADDRESS", values::sender;

    /// Whom people may ask for a new password while no mail is sent: a mailto: or https: URL, or
    /// text.
    contact: Option<String> = derived("none; the operator"), "TEXT", values::contact;

    /// Domain of the mailboxes to which people forward their bookings, such as
    /// `trips.example.org`; a mail server hands their messages to `wayfare mail deliver`.
    inbound_domain: Option<String> = derived("none; no mailboxes"), "DOMAIN", values::domain;

    /// Program that reads bookings in PDF files and in mails without markup: KDE Itinerary's
    /// kitinerary-extractor. It runs without network, for 10 seconds and with 512 MiB at most.
    kitinerary: Option<PathBuf> =
        derived("none; such bookings are not read"), "PROGRAM", values::program;

    /// Secret that signs tokens, 32 bytes or more.
    auth_secret or auth_secret_file: Option<Secret> =
        derived("made once and stored as auth_secret beside the SQLite database; required with \
            PostgreSQL"),
        "SECRET", values::secret;

    /// Another secret whose tokens and signed addresses are taken, but that signs none: the former
    /// or the next one, while the secret is rotated.
    auth_secret_previous or auth_secret_previous_file: Option<Secret> =
        derived("none"), "SECRET", values::secret;

    /// Whether everybody may create an account, or operators alone (wayfare users create).
    sign_up: bool =
        default("open"), "open|closed", values::one_of([("open", true), ("closed", false)]);

    /// Whether people sign in with passwords, or at the OpenID provider alone.
    passwords: bool = default("on"), "on|off", values::one_of([("on", true), ("off", false)]);

    /// OpenID provider that people may sign in at, by its issuer, such as
    /// `https://accounts.example.org`.
    oidc_issuer: Option<Issuer> = derived("none"), "URL", Issuer::new;

    /// Client that the provider knows this service as.
    oidc_client_id: Option<String> = derived("none"), "ID", values::text;

    /// Secret of that client; without one it is a public client.
    oidc_client_secret or oidc_client_secret_file: Option<ClientSecret> =
        derived("none"), "SECRET", values::client_secret;

    /// Name of the provider on the button to sign in.
    oidc_name: Option<String> = derived("the issuer's host"), "TEXT", values::text;

    /// Whether people whom nobody knows get an account when they sign in at the provider.
    oidc_sign_up: bool = default("off"), "on|off", values::one_of([("on", true), ("off", false)]);

    /// Group that people must be in to sign in at the provider, by their claim groups.
    oidc_group: Option<String> = derived("none; everybody"), "NAME", values::text;

    /// Life of an access token, such as 15m, 1h or 900s.
    access_token_ttl: Duration = default("15m"), "DURATION", values::duration(SECOND, YEAR);

    /// Variant in which GET /api/v1/trips answers clients that choose none.
    default_variant: Variants =
        default("both"), "both|a|b",
        values::one_of([("both", Variants::Both), ("a", Variants::A), ("b", Variants::B)]);

    /// Base currency of trips that have set none (ISO 4217).
    default_currency: Currency = default("CAD"), "CODE", values::currency;

    /// Trips that an account may own; 0 for no limit.
    trips_per_account: u32 = default("10000"), "NUMBER", values::whole(0..=u32::MAX);

    /// Trips of others that an account may be a member of; 0 for no limit.
    memberships_per_account: u32 = default("10000"), "NUMBER", values::whole(0..=u32::MAX);

    /// Bytes that the trips of an account may have together, pictures apart (1GB and 1GiB are
    /// sizes, too); 0 for no limit.
    trip_bytes_per_account: u64 = default("1073741824"), "BYTES", values::bytes;

    /// Bytes of stored pictures that an account may have, those of its trips included (5GB and 5GiB
    /// are sizes, too); 0 for no limit.
    pictures_per_account: u64 = default("5368709120"), "BYTES", values::bytes;

    /// Origins whose pages may call the service, separated by commas; * for all.
    cors_origins: Option<CorsOrigins> = derived("the front end's"), "ORIGINS", values::origins;

    /// Whether answers of 1 KiB and more are compressed, for clients that accept it.
    compression: bool = default("on"), "on|off", values::one_of([("on", true), ("off", false)]);

    /// Whether the rate of requests is limited, by address and by account.
    rate_limit: bool = default("on"), "on|off", values::one_of([("on", true), ("off", false)]);

    /// Addresses and networks (10.0.0.0/8) of the proxies whose X-Forwarded-For or Forwarded names
    /// the client; separated by commas.
    trusted_proxies: TrustedProxies = derived("none"), "NETWORKS", values::proxies;

    /// Whether the log line of a request holds the client's address; audit lines always do.
    log_addresses: bool = default("off"), "on|off", values::one_of([("on", true), ("off", false)]);

    /// Client connections that are served concurrently; more of them wait.
    max_connections: Option<usize> =
        derived("8192 for each core"), "NUMBER", values::whole(1..=10_000_000);

    /// How long a client may pause while it sends a request's body or reads a response.
    body_timeout: Duration =
        default("20s"), "DURATION", values::duration(Duration::from_millis(1), HOUR);

    /// How long the server goes on accepting connections after SIGTERM, while /readyz answers 503.
    drain: Duration = default("0s"), "DURATION", values::duration(Duration::ZERO, HOUR);

    /// IP address and port to serve /metrics on, to everybody who can reach it.
    metrics_listen: Option<SocketAddr> =
        derived("none; /metrics answers this machine alone"), "ADDRESS", values::address;

    /// OpenTelemetry collector that traces are sent to by OTLP over HTTP, such as
    /// `http://localhost:4318`.
    otlp_endpoint: Option<Url> = derived("none"), "URL", values::collector;

    /// Log filter: error, warn, info, debug or trace, also by module
    /// (info,wayfare_service=debug).
    log: String = default("info"), "FILTER", values::log_filter;

    /// Format of the log.
    log_format: Option<LogFormat> =
        derived("pretty on a terminal, else json"), "pretty|json",
        values::one_of([("pretty", LogFormat::Pretty), ("json", LogFormat::Json)]);
}

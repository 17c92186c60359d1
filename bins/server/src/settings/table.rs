//! The one table of what can be set: names, defaults and meanings. Flags, environment, file and
//! `--help` all follow from it.

/// What every environment name begins with.
pub(crate) const PREFIX: &str = "WAYFARE_";

/// Something that can be set.
pub(crate) struct Setting {
    /// The name of its flag, from which the other names follow.
    pub(crate) flag: &'static str,
    /// What stands for its value in `--help`.
    pub(crate) value: &'static str,
    /// What it is where nobody sets it.
    pub(crate) fallback: Fallback,
    /// What it means.
    pub(crate) meaning: &'static str,
}

/// What a setting is where nobody sets it.
#[derive(Clone, Copy)]
pub(crate) enum Fallback {
    /// This, read as if it had been set.
    Value(&'static str),
    /// Something that follows from the machine or from other settings, in words.
    Derived(&'static str),
}

impl Setting {
    /// Its key in the file.
    pub(crate) fn key(&self) -> String {
        self.flag.replace('-', "_")
    }

    /// Its name in the environment.
    pub(crate) fn environment(&self) -> String {
        format!("{PREFIX}{}", self.key().to_ascii_uppercase())
    }

    /// What `--help` says of it.
    pub(crate) fn help(&self) -> String {
        let fallback = match self.fallback {
            Fallback::Value(text) | Fallback::Derived(text) => text,
        };
        format!(
            "{} [default: {fallback}] [env: {}]",
            self.meaning,
            self.environment()
        )
    }
}

use Fallback::{Derived, Value};

pub(crate) const LISTEN: Setting = Setting {
    flag: "listen",
    value: "ADDRESS",
    fallback: Value("127.0.0.1:8080"),
    meaning: "IP address and port to listen on; port 0 picks a free one",
};

pub(crate) const DATABASE_URL: Setting = Setting {
    flag: "database-url",
    value: "URL",
    fallback: Value("sqlite://data/wayfare.db"),
    meaning: "Database: sqlite://PATH or postgres://…; DATABASE_URL is read too",
};

pub(crate) const DATABASE_POOL: Setting = Setting {
    flag: "database-pool",
    value: "NUMBER",
    fallback: Derived("by cores"),
    meaning: "Connections to the database",
};

pub(crate) const TRIP_CACHE: Setting = Setting {
    flag: "trip-cache",
    value: "MIB",
    fallback: Value("24"),
    meaning: "How many MiB of trips to keep that were read, and of answers about them, so that only what changed is read and rendered again; 0 keeps none",
};

pub(crate) const PICTURES_URL: Setting = Setting {
    flag: "pictures-url",
    value: "URL",
    fallback: Derived(
        "the folder pictures beside the SQLite database; data/pictures with PostgreSQL",
    ),
    meaning: "Files of pictures: file:///FOLDER, s3://BUCKET/PREFIX (with the usual AWS_… environment) or memory://",
};

pub(crate) const PICTURES_ALLOWED_HOSTS: Setting = Setting {
    flag: "pictures-allowed-hosts",
    value: "HOSTS",
    fallback: Derived("none"),
    meaning: "Hosts, or host:port, that pictures are fetched from though their addresses are not public; separated by commas",
};

pub(crate) const GAZETTEER: Setting = Setting {
    flag: "gazetteer",
    value: "built-in|off",
    fallback: Value("built-in"),
    meaning: "Whether the places of new trips and destinations are looked up",
};

pub(crate) const GAZETTEER_URL: Setting = Setting {
    flag: "gazetteer-url",
    value: "URL",
    fallback: Derived("none; the built-in gazetteer alone"),
    meaning: "Nominatim-compatible server that places are looked up at first, such as http://localhost:8088; it gets the names of places",
};

pub(crate) const GAZETTEER_INTERVAL: Setting = Setting {
    flag: "gazetteer-interval",
    value: "DURATION",
    fallback: Value("1s"),
    meaning: "Time between two requests to that server at least: 1s or more for a public one, 0s for one's own",
};

pub(crate) const BASE_URL: Setting = Setting {
    flag: "base-url",
    value: "URL",
    fallback: Derived("http:// and the listen address"),
    meaning: "Public address of the service, for the links in records",
};

pub(crate) const FRONTEND_URL: Setting = Setting {
    flag: "frontend-url",
    value: "URL",
    fallback: Derived("the base URL"),
    meaning: "Public address of the front end, for the links to trips",
};

pub(crate) const AUTH_SECRET: Setting = Setting {
    flag: "auth-secret",
    value: "SECRET",
    fallback: Derived(
        "made once and kept as auth_secret beside the SQLite database; required with PostgreSQL",
    ),
    meaning: "Secret that tokens are signed with, 32 bytes or more",
};

pub(crate) const ACCESS_TOKEN_TTL: Setting = Setting {
    flag: "access-token-ttl",
    value: "DURATION",
    fallback: Value("15m"),
    meaning: "How long an access token is good, such as 15m, 1h or 900s",
};

pub(crate) const DEFAULT_VARIANT: Setting = Setting {
    flag: "default-variant",
    value: "both|a|b",
    fallback: Value("both"),
    meaning: "Variant in which GET /api/v1/trips answers clients that choose none",
};

pub(crate) const DEFAULT_CURRENCY: Setting = Setting {
    flag: "default-currency",
    value: "CODE",
    fallback: Value("CAD"),
    meaning: "Base currency of trips that have set none (ISO 4217)",
};

pub(crate) const REFERENCE_RATES: Setting = Setting {
    flag: "reference-rates",
    value: "FILE",
    fallback: Derived("none"),
    meaning: "TOML file of exchange rates, such as base = \"EUR\" and rates = { USD = \"1.08\" }",
};

pub(crate) const CORS_ORIGINS: Setting = Setting {
    flag: "cors-origins",
    value: "ORIGINS",
    fallback: Derived("the front end's"),
    meaning: "Origins whose pages may call the service, separated by commas; * for all",
};

pub(crate) const RATE_LIMIT: Setting = Setting {
    flag: "rate-limit",
    value: "on|off",
    fallback: Value("on"),
    meaning: "Whether the rate of requests is limited, by address and by account",
};

pub(crate) const TRUSTED_PROXIES: Setting = Setting {
    flag: "trusted-proxies",
    value: "NETWORKS",
    fallback: Derived("none"),
    meaning: "Addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded-For or Forwarded says who calls; separated by commas",
};

pub(crate) const MAX_CONNECTIONS: Setting = Setting {
    flag: "max-connections",
    value: "NUMBER",
    fallback: Derived("8192 for each core"),
    meaning: "Connections of clients that are served at once; more of them wait",
};

pub(crate) const BODY_TIMEOUT: Setting = Setting {
    flag: "body-timeout",
    value: "DURATION",
    fallback: Value("20s"),
    meaning: "How long a client may pause while it sends the body of a request or takes an answer",
};

pub(crate) const METRICS_LISTEN: Setting = Setting {
    flag: "metrics-listen",
    value: "ADDRESS",
    fallback: Derived("none; /metrics answers this machine alone"),
    meaning: "IP address and port to serve /metrics on, to whoever can reach it",
};

pub(crate) const OTLP_ENDPOINT: Setting = Setting {
    flag: "otlp-endpoint",
    value: "URL",
    fallback: Derived("none"),
    meaning: "OpenTelemetry collector that traces are sent to by OTLP over HTTP, such as http://localhost:4318",
};

pub(crate) const LOG: Setting = Setting {
    flag: "log",
    value: "FILTER",
    fallback: Value("info"),
    meaning: "What is logged: error, warn, info, debug, trace, also by module (info,wayfare_service=debug)",
};

pub(crate) const LOG_FORMAT: Setting = Setting {
    flag: "log-format",
    value: "pretty|json",
    fallback: Derived("pretty on a terminal, else json"),
    meaning: "How it is logged",
};

/// All of them, in the order of `--help`.
pub(crate) const ALL: [Setting; 25] = [
    LISTEN,
    DATABASE_URL,
    DATABASE_POOL,
    TRIP_CACHE,
    PICTURES_URL,
    PICTURES_ALLOWED_HOSTS,
    GAZETTEER,
    GAZETTEER_URL,
    GAZETTEER_INTERVAL,
    BASE_URL,
    FRONTEND_URL,
    AUTH_SECRET,
    ACCESS_TOKEN_TTL,
    DEFAULT_VARIANT,
    DEFAULT_CURRENCY,
    REFERENCE_RATES,
    CORS_ORIGINS,
    RATE_LIMIT,
    TRUSTED_PROXIES,
    MAX_CONNECTIONS,
    BODY_TIMEOUT,
    METRICS_LISTEN,
    OTLP_ENDPOINT,
    LOG,
    LOG_FORMAT,
];

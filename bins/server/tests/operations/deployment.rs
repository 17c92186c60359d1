//! The deployment files use valid settings, and the operations documentation lists every setting.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use wayfare_server::Settings;
use wayfare_server::cli::{self, Command, Request};

const COMPOSE: &str = include_str!("../../../../compose.yaml");
const DOCKERFILE: &str = include_str!("../../../../Dockerfile");
const UNIT: &str = include_str!("../../../../docs/operations/wayfare.service");
const DOCUMENTATION: &str = include_str!("../../../../docs/operations/README.md");
/// A placeholder for values that the operator must set.
const PLACEHOLDER: &str = "0123456789abcdef0123456789abcdef";

type Environment = BTreeMap<String, String>;

/// The settings of an environment without unknown names.
fn settings(environment: Environment) -> Settings {
    let arguments = ["wayfare", "serve"].map(Into::into);
    let environment = environment
        .into_iter()
        .map(|(name, value)| (name.into(), value.into()));
    match cli::read(arguments, environment) {
        Ok(Request::Do {
            command: Command::Serve,
            settings,
            unknown,
        }) => {
            assert_eq!(unknown, Vec::<String>::new());
            *settings
        }
        other => panic!("{other:?}"),
    }
}

/// Replaces `${NAME:-default}` by the default, and `${NAME:?reason}` by the placeholder.
fn substitute(text: &str) -> String {
    let mut parts = text.split("${");
    let mut substituted = parts.next().unwrap().to_owned();
    for part in parts {
        let (variable, rest) = part.split_once('}').unwrap();
        substituted += variable
            .split_once(":-")
            .map_or(PLACEHOLDER, |(_, default)| default);
        substituted += rest;
    }
    substituted
}

fn compose() -> Value {
    serde_saphyr::from_str(COMPOSE).unwrap()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .map(|object| object.keys().map(String::as_str).collect())
        .unwrap_or_default()
}

#[test]
fn compose_file_uses_valid_settings() {
    let compose = compose();
    let given = compose["services"]["wayfare"]["environment"]
        .as_object()
        .unwrap();
    let environment: Environment = given
        .iter()
        .map(|(name, value)| (name.clone(), substitute(value.as_str().unwrap())))
        .collect();
    let url = format!("postgres://wayfare:{PLACEHOLDER}@database/wayfare?sslmode=disable");
    assert_eq!(
        environment["WAYFARE_PICTURES_URL"].split('/').nth(2),
        Some("wayfare"),
        "the bucket that is created"
    );
    assert_eq!(settings(environment).database_url.expose(), url);
}

#[test]
fn compose_file_defines_its_services_and_volumes() {
    let compose = compose();
    let services = keys(&compose["services"]);
    for (name, service) in compose["services"].as_object().unwrap() {
        let needed: Vec<&str> = match &service["depends_on"] {
            Value::Array(list) => list.iter().map(|name| name.as_str().unwrap()).collect(),
            map => keys(map).into_iter().collect(),
        };
        assert!(
            needed.iter().all(|needed| services.contains(needed)),
            "{name}: {needed:?}"
        );
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let volume = volume.as_str().unwrap().split(':').next().unwrap();
            assert!(
                keys(&compose["volumes"]).contains(volume),
                "{name}: {volume}"
            );
        }
    }
}

#[test]
fn image_exposes_its_port_and_runs_unprivileged() {
    let words = DOCKERFILE.split_whitespace();
    let environment: Environment = words
        .filter(|word| word.starts_with("WAYFARE_"))
        .map(|word| word.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let listen = settings(environment).listen;
    assert!(listen.ip().is_unspecified());
    assert!(DOCKERFILE.contains(&format!("\nEXPOSE {}\n", listen.port())));
    assert!(DOCKERFILE.contains("\nUSER 65532:65532\n"));
    assert!(DOCKERFILE.contains(r#"CMD ["/usr/local/bin/wayfare", "healthcheck"]"#));
}

#[test]
fn unit_uses_valid_settings_and_waits_for_requests_in_flight() {
    let values = |key: &'static str| {
        UNIT.lines()
            .filter_map(move |line| line.strip_prefix(key)?.strip_prefix('='))
    };
    let environment: Environment = values("Environment")
        .flat_map(str::split_whitespace)
        .map(|word| word.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    assert!(settings(environment).listen.ip().is_loopback());
    let stop: u32 = values("TimeoutStopSec")
        .next()
        .unwrap()
        .trim_end_matches('s')
        .parse()
        .unwrap();
    assert!(stop > 30, "requests in flight have 30 seconds");
}

#[test]
fn documentation_lists_every_setting() {
    let Ok(Request::Print(help)) = cli::read(["wayfare", "--help"].map(Into::into), []) else {
        panic!("no help")
    };
    let flags: BTreeSet<&str> = help
        .lines()
        .filter_map(|line| {
            line.trim_start()
                .strip_prefix("--")?
                .split_whitespace()
                .next()
        })
        .filter(|flag| !matches!(*flag, "help" | "version"))
        .collect();
    assert!(flags.len() > 10, "{help}");
    let documented: BTreeSet<&str> = DOCUMENTATION
        .lines()
        .filter_map(|line| line.strip_prefix("| `--")?.split('`').next())
        .filter(|flag| !flag.contains(' '))
        .collect();
    assert_eq!(documented, flags);
}

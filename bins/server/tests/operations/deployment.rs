//! The files for deployment set what can be set, and the operations papers name every setting.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use wayfare_server::Settings;
use wayfare_server::cli::{self, Command, Request};

const COMPOSE: &str = include_str!("../../../../compose.yaml");
const DOCKERFILE: &str = include_str!("../../../../Dockerfile");
const UNIT: &str = include_str!("../../../../docs/operations/wayfare.service");
const PAPER: &str = include_str!("../../../../docs/operations/README.md");
/// What stands for a value that whoever deploys it gives.
const GIVEN: &str = "0123456789abcdef0123456789abcdef";

type Environment = BTreeMap<String, String>;

/// The settings that an environment comes to; every name in it that is ours must be one.
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

/// A value with `${NAME:-default}` as the default, and `${NAME:?reason}` as something that was
/// given.
fn filled(text: &str) -> String {
    let mut parts = text.split("${");
    let mut filled = parts.next().unwrap().to_owned();
    for part in parts {
        let (variable, rest) = part.split_once('}').unwrap();
        filled += variable
            .split_once(":-")
            .map_or(GIVEN, |(_, default)| default);
        filled += rest;
    }
    filled
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
fn compose_starts_the_server_with_settings_that_it_takes() {
    let compose = compose();
    let given = compose["services"]["wayfare"]["environment"]
        .as_object()
        .unwrap();
    let environment: Environment = given
        .iter()
        .map(|(name, value)| (name.clone(), filled(value.as_str().unwrap())))
        .collect();
    let url = format!("postgres://wayfare:{GIVEN}@database/wayfare?sslmode=disable");
    assert_eq!(
        environment["WAYFARE_PICTURES_URL"].split('/').nth(2),
        Some("wayfare"),
        "the bucket that is made"
    );
    assert_eq!(settings(environment).database.expose(), url);
}

#[test]
fn compose_is_whole() {
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
fn the_image_listens_where_its_port_is_and_runs_as_nobody_in_particular() {
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
fn the_unit_sets_what_can_be_set_and_waits_for_what_is_in_flight() {
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
    assert!(stop > 30, "requests in flight are given 30 seconds");
}

#[test]
fn the_papers_name_every_setting() {
    let Ok(Request::Tell(help)) = cli::read(["wayfare", "--help"].map(Into::into), []) else {
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
    let told: BTreeSet<&str> = PAPER
        .lines()
        .filter_map(|line| line.strip_prefix("| `--")?.split('`').next())
        .filter(|flag| !flag.contains(' '))
        .collect();
    assert_eq!(told, flags);
}

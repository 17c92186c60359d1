//! The deployment files use valid settings, and the operations documentation lists every setting.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;
use wayfare_server::Settings;
use wayfare_server::cli::{self, Command, Request};

use crate::process;

const COMPOSE: &str = include_str!("../../../../../compose.yaml");
const DOCKERFILE: &str = include_str!("../../../../../Dockerfile");
const DOCKERIGNORE: &str = include_str!("../../../../../.dockerignore");
const UNIT: &str = include_str!("../../../../../docs/operations/wayfare.service");
const DOCUMENTATION: &str = include_str!("../../../../../docs/operations/README.md");
const CREDENTIALS: &str = include_str!("../../../../../docs/operations/wayfare-credentials.conf");
const KUBERNETES: &str = include_str!("../../../../../docs/operations/kubernetes.yaml");
const FAIL2BAN: &str = include_str!("../../../../../docs/operations/fail2ban.conf");
/// A placeholder for values that the operator must set.
const PLACEHOLDER: &str = "0123456789abcdef0123456789abcdef";

type Environment = BTreeMap<String, String>;

/// The settings of an environment, whose names are all known.
fn settings(environment: Environment) -> Settings {
    let arguments = ["wayfare", "serve"].map(Into::into);
    let environment = environment
        .into_iter()
        .map(|(name, value)| (name.into(), value.into()));
    match cli::read(arguments, environment) {
        Ok(Request::Do {
            command: Command::Serve,
            settings,
        }) => *settings,
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

fn workspace() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    workspace.canonicalize().unwrap()
}

/// The files and folders that a build of the container gets.
fn container_context() -> impl Iterator<Item = &'static str> {
    DOCKERIGNORE
        .lines()
        .filter_map(|line| line.strip_prefix('!'))
}

#[test]
fn container_build_has_all_packages_of_the_workspace() {
    let folder = TempDir::new().unwrap();
    for name in container_context() {
        let copy = folder.path().join(name);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        symlink(workspace().join(name), copy).unwrap();
    }
    let manifest = folder.path().join("Cargo.toml");
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    let output = cargo.arg("--manifest-path").arg(manifest).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn container_build_has_the_files_that_links_lead_to() {
    fn check(path: &Path, context: &[PathBuf]) {
        if path.is_symlink() {
            let file = path.canonicalize().unwrap();
            assert!(context.iter().any(|it| file.starts_with(it)), "{path:?}");
        } else if path.is_dir() {
            for entry in fs::read_dir(path).unwrap() {
                check(&entry.unwrap().path(), context);
            }
        }
    }
    let context: Vec<_> = container_context()
        .map(|name| workspace().join(name))
        .collect();
    for path in &context {
        check(path, &context);
    }
}

#[test]
fn compose_file_uses_valid_settings() {
    let compose = compose();
    let given = compose["services"]["wayfare"]["environment"]
        .as_object()
        .unwrap();
    let environment: Environment = given
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), substitute(value.as_str()?))))
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
fn compose_file_passes_on_what_a_front_end_and_a_proxy_need() {
    let given = &compose()["services"]["wayfare"]["environment"];
    for name in [
        "WAYFARE_FRONTEND_URL",
        "WAYFARE_CORS_ORIGINS",
        "WAYFARE_TRUSTED_PROXIES",
        "WAYFARE_SIGN_UP",
    ] {
        // Without a value, Compose passes on the one of its own environment, if there is one.
        assert_eq!(given.get(name), Some(&Value::Null), "{name}");
    }
}

/// The documents of the Kubernetes sample, by kind.
fn kubernetes() -> BTreeMap<String, Value> {
    let documents = KUBERNETES.split("\n---\n");
    let parsed = documents.map(|text| serde_saphyr::from_str::<Value>(text).unwrap());
    parsed
        .map(|document| (document["kind"].as_str().unwrap().to_owned(), document))
        .collect()
}

#[test]
fn kubernetes_sample_uses_valid_settings_and_grants_time_to_stop() {
    let documents = kubernetes();
    let kinds: Vec<&str> = documents.keys().map(String::as_str).collect();
    let expected = [
        "Deployment",
        "HorizontalPodAutoscaler",
        "PodDisruptionBudget",
        "Secret",
        "Service",
    ];
    assert_eq!(kinds, expected);
    let pod = &documents["Deployment"]["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    // The secrets, as the volume shows them to the container.
    let folder = TempDir::new().unwrap();
    let mounted = container["volumeMounts"][0]["mountPath"].as_str().unwrap();
    for item in pod["volumes"][0]["secret"]["items"].as_array().unwrap() {
        let (key, path) = (
            item["key"].as_str().unwrap(),
            item["path"].as_str().unwrap(),
        );
        let text = documents["Secret"]["stringData"][key].as_str().unwrap();
        // The image speaks TLS; the program of this test may not.
        let text = text.replace("sslmode=verify-full", "sslmode=prefer");
        fs::write(folder.path().join(path), text).unwrap();
    }
    let environment: Environment = container["env"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| {
            let value = entry["value"].as_str()?;
            let value = value.replace(mounted, folder.path().to_str().unwrap());
            Some((entry["name"].as_str()?.to_owned(), value))
        })
        .collect();
    let settings = settings(environment);
    assert!(settings.auth_secret.is_some());
    assert!(
        settings
            .database_url
            .expose()
            .starts_with("postgres://wayfare:REPLACE@")
    );
    let ports: Vec<u64> = container["ports"]
        .as_array()
        .unwrap()
        .iter()
        .map(|port| port["containerPort"].as_u64().unwrap())
        .collect();
    let listening = [settings.listen, settings.metrics_listen.unwrap()];
    assert_eq!(ports, listening.map(|address| u64::from(address.port())));
    let grace = pod["terminationGracePeriodSeconds"].as_u64().unwrap();
    // Requests in flight and traces take 35 seconds at most.
    assert!(settings.drain.as_secs() + 35 < grace, "{grace}");
    for (probe, path) in [
        ("startupProbe", "/healthz"),
        ("livenessProbe", "/healthz"),
        ("readinessProbe", "/readyz"),
    ] {
        assert_eq!(container[probe]["httpGet"]["path"], path);
    }
}

#[test]
fn drop_in_of_the_unit_uses_valid_settings() {
    let folder = TempDir::new().unwrap();
    let lines = |key: &'static str| {
        CREDENTIALS
            .lines()
            .filter_map(move |line| line.strip_prefix(key))
    };
    for credential in lines("LoadCredential=") {
        let (name, path) = credential.split_once(':').unwrap();
        assert!(path.starts_with("/etc/wayfare/"), "{path}");
        let text = match name {
            "database_url" => "postgres://wayfare@localhost/wayfare",
            _ => PLACEHOLDER,
        };
        fs::write(folder.path().join(name), text).unwrap();
    }
    let environment: Environment = lines("Environment=")
        .map(|line| line.replace("%d", folder.path().to_str().unwrap()))
        .map(|line| {
            let (name, value) = line.split_once('=').unwrap();
            (name.to_owned(), value.to_owned())
        })
        .collect();
    let settings = settings(environment);
    assert!(settings.auth_secret.is_some());
    assert!(settings.database_url.sqlite_file().is_none());
}

#[tokio::test]
async fn fail2ban_sample_fits_the_log() {
    let folder = TempDir::new().unwrap();
    let settings = [
        ("WAYFARE_LOG_ADDRESSES", "on"),
        ("WAYFARE_LOG_FORMAT", "json"),
    ];
    let node = process::spawn(folder.path(), &settings).ready();
    let grant = json!({"grant_type": "password", "username": "ada", "password": "guess"});
    node.client.users().sign_in(&grant).await.expect_status(401);
    node.client.users().own().await.expect_status(401);
    let line = FAIL2BAN
        .lines()
        .find_map(|line| line.strip_prefix("failregex = "));
    let expression = line.unwrap().replace("<ADDR>", "(?P<address>[0-9a-f.:]+)");
    let expression = regex::Regex::new(&expression).unwrap();
    let log = node.log();
    let found: Vec<_> = log
        .lines()
        .filter_map(|line| expression.captures(line))
        .collect();
    assert_eq!(found.len(), 1, "{log}");
    assert_eq!(&found[0]["address"], "127.0.0.1");
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

//! PostgreSQL over TLS: `sslmode=require`, and certificate checks by `sslmode=verify-full`.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::path::Path;
use std::time::Duration;

use wayfare_storage::{OpenOptions, open};
use wayfare_test_postgres::Cluster;

fn options() -> OpenOptions {
    OpenOptions {
        connections: Some(2),
        wait: Duration::from_secs(2),
        ..OpenOptions::default()
    }
}

/// The cluster's URL with a host name, an `sslmode` and a trusted certificate.
fn url(cluster: &Cluster, host: &str, mode: &str, trusted: Option<&Path>) -> String {
    let url = cluster.url().replace("127.0.0.1", host);
    let trusted = trusted
        .map(|path| format!("&sslrootcert={}", path.display()))
        .unwrap_or_default();
    format!("{url}?sslmode={mode}{trusted}")
}

/// Opens, migrates and pings a store.
fn assert_works(url: &str) {
    let store = open(url, &options()).unwrap();
    store.migrate().unwrap();
    store.ping().unwrap();
}

/// The message for a URL that can't be opened: one line.
fn open_error(url: &str) -> String {
    let message = open(url, &options()).err().unwrap().to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

#[test]
fn connects_to_a_server_that_requires_tls_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let cluster = Cluster::start_with_tls().unwrap();
    let message = open_error(&url(&cluster, "127.0.0.1", "disable", None));
    assert!(message.contains("no encryption"), "{message}");
    assert_works(&url(&cluster, "127.0.0.1", "require", None));
    assert_works(cluster.url());
}

#[test]
fn verify_full_rejects_another_host_name_and_an_untrusted_certificate_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let cluster = Cluster::start_with_tls().unwrap();
    let trusted = cluster.certificate();
    assert_works(&url(&cluster, "localhost", "verify-full", Some(&trusted)));
    let message = open_error(&url(&cluster, "127.0.0.1", "verify-full", Some(&trusted)));
    assert!(message.contains("does not match host name"), "{message}");
    let other = Cluster::start_with_tls().unwrap();
    let message = open_error(&url(&other, "localhost", "verify-full", Some(&trusted)));
    assert!(message.contains("certificate verify failed"), "{message}");
}

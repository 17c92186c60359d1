//! PostgreSQL over TLS: a server that takes nothing else is used, and one that can't prove who it
//! is is not.

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

/// The cluster's URL under a name, with a mode of TLS and the certificate that is trusted.
fn url(cluster: &Cluster, host: &str, mode: &str, trusted: Option<&Path>) -> String {
    let url = cluster.url().replace("127.0.0.1", host);
    let trusted = trusted
        .map(|path| format!("&sslrootcert={}", path.display()))
        .unwrap_or_default();
    format!("{url}?sslmode={mode}{trusted}")
}

/// Migrates and asks for a sign of life.
fn assert_works(url: &str) {
    let store = open(url, &options()).unwrap();
    store.migrate().unwrap();
    store.ping().unwrap();
}

fn refusal(url: &str) -> String {
    let said = open(url, &options()).err().unwrap().to_string();
    assert!(!said.contains('\n'), "{said}");
    said
}

#[test]
fn a_server_that_takes_only_tls_is_used_over_tls() {
    let cluster = Cluster::start_with_tls().unwrap();
    let said = refusal(&url(&cluster, "127.0.0.1", "disable", None));
    assert!(said.contains("no encryption"), "{said}");
    assert_works(&url(&cluster, "127.0.0.1", "require", None));
    assert_works(cluster.url());
}

#[test]
fn verify_full_takes_the_server_that_is_trusted_under_its_name_and_no_other() {
    let cluster = Cluster::start_with_tls().unwrap();
    let trusted = cluster.certificate();
    assert_works(&url(&cluster, "localhost", "verify-full", Some(&trusted)));
    let said = refusal(&url(&cluster, "127.0.0.1", "verify-full", Some(&trusted)));
    assert!(said.contains("does not match host name"), "{said}");
    let other = Cluster::start_with_tls().unwrap();
    let said = refusal(&url(&other, "localhost", "verify-full", Some(&trusted)));
    assert!(said.contains("certificate verify failed"), "{said}");
}

//! The settings of an OpenID provider, which belong together.

use std::fs;

use tempfile::TempDir;

use crate::{error, settings};

const ISSUER: (&str, &str) = ("WAYFARE_OIDC_ISSUER", "https://accounts.example.org/");
const CLIENT: (&str, &str) = ("WAYFARE_OIDC_CLIENT_ID", "wayfare");

#[test]
fn a_provider_needs_its_issuer_and_the_client() {
    let by_default = settings(&[], &[], "");
    assert!(by_default.passwords && !by_default.oidc_sign_up && by_default.oidc_issuer.is_none());
    let set = settings(
        &["--passwords", "off"],
        &[ISSUER, CLIENT],
        "oidc_sign_up = \"on\"",
    );
    assert_eq!(set.oidc_issuer.unwrap().as_str(), ISSUER.1);
    assert!(set.oidc_sign_up && !set.passwords);
    for (set, missing) in [
        (ISSUER, "WAYFARE_OIDC_CLIENT_ID"),
        (CLIENT, "WAYFARE_OIDC_ISSUER"),
        (
            ("WAYFARE_OIDC_CLIENT_SECRET", "hush-hush"),
            "WAYFARE_OIDC_ISSUER",
        ),
        (("WAYFARE_OIDC_NAME", "Example"), "WAYFARE_OIDC_ISSUER"),
        (("WAYFARE_OIDC_SIGN_UP", "on"), "WAYFARE_OIDC_ISSUER"),
        (("WAYFARE_OIDC_GROUP", "travellers"), "WAYFARE_OIDC_ISSUER"),
        (("WAYFARE_PASSWORDS", "off"), "WAYFARE_OIDC_ISSUER"),
    ] {
        let line = error(&[], &[set], "");
        let needs = format!("{}: needs {missing}", set.0);
        assert!(line.contains(&needs) && !line.contains("hush"), "{line}");
    }
    // Each of them, whatever else is wrong.
    let set = [
        CLIENT,
        ("WAYFARE_PASSWORDS", "off"),
        ("WAYFARE_SMTP_URL", "smtp://localhost"),
        ("WAYFARE_BASE_URL", "bad"),
    ];
    let line = error(&[], &set, "");
    for named in [
        "WAYFARE_OIDC_CLIENT_ID: needs",
        "WAYFARE_PASSWORDS: needs",
        "WAYFARE_MAIL_FROM: must be set",
        "WAYFARE_BASE_URL",
    ] {
        assert!(line.contains(named), "{line}");
    }
}

#[test]
fn an_issuer_over_plain_http_is_on_loopback() {
    for issuer in [
        "https://accounts.example.org/realms/family",
        "http://127.0.0.1:9000",
        "http://[::1]:9000/",
        "http://localhost:9000/application/o/wayfare/",
    ] {
        let set = settings(&[], &[("WAYFARE_OIDC_ISSUER", issuer), CLIENT], "");
        assert_eq!(set.oidc_issuer.unwrap().as_str(), issuer);
    }
    for issuer in [
        "http://accounts.example.org",
        "http://localhost.example.org",
        "http://127.0.0.1.example.org",
        "http://192.168.1.7:9000",
        "https://mia:hush@accounts.example.org",
        "https://accounts.example.org/?hush",
        "https://accounts.example.org/#hush",
        "ftp://localhost",
        "accounts.example.org",
        "",
    ] {
        let line = error(&[], &[("WAYFARE_OIDC_ISSUER", issuer), CLIENT], "");
        assert!(
            line.contains("WAYFARE_OIDC_ISSUER") && !line.contains("hush"),
            "{line}"
        );
    }
}

#[test]
fn the_secret_of_the_client_is_shown_nowhere() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, "hush-hush\n").unwrap();
    let path = path.to_str().unwrap();
    let both = [ISSUER, CLIENT, ("WAYFARE_OIDC_CLIENT_SECRET", "hush-hush")];
    let in_file = [ISSUER, CLIENT, ("WAYFARE_OIDC_CLIENT_SECRET_FILE", path)];
    for environment in [both, in_file] {
        let set = settings(&[], &environment, "");
        assert!(set.oidc_client_secret.is_some());
        let shown = format!("{set:?}");
        assert!(!shown.contains("hush"), "{shown}");
    }
    let line = error(&["--oidc-client-secret-file", path], &both, "");
    assert!(
        line.contains("OIDC_CLIENT_SECRET") && !line.contains("hush"),
        "{line}"
    );
}

//! Which ids and documents are an application's, and where it may have people sent back to.

use wayfare_pictures::AllowedHosts;

use super::*;

const ID: &str = "https://assistant.example/oauth/client.json";

fn application(redirects: &[&str]) -> Application {
    let document = serde_json::json!({
        "client_id": ID, "client_name": "Guide", "redirect_uris": redirects,
    });
    let url = Url::parse(ID).unwrap();
    Application::parse(ID, &url, document.to_string().as_bytes()).unwrap()
}

#[test]
fn an_id_is_the_https_address_of_a_document() {
    let none = GuardedClient::new(AllowedHosts::default());
    let is_id = |id: &str| address_of(id, &none).is_some();
    assert!(is_id(ID));
    assert!(is_id("https://assistant.example:8443/client?version=2"));
    for refused in [
        "",
        "guide",
        "http://assistant.example/client.json",
        "http://127.0.0.1:9000/client.json",
        "https://assistant.example",
        "https://assistant.example/",
        "https://assistant.example/a/../client.json",
        "https://assistant.example/client.json#part",
        "https://ben@assistant.example/client.json",
        "https://Assistant.example/client.json",
        "https://assistant.example/two words",
        "data:application/json,{}",
    ] {
        assert!(!is_id(refused), "{refused}");
    }
    let own = GuardedClient::new(AllowedHosts::new(["127.0.0.1:9000".to_owned()]));
    assert!(address_of("http://127.0.0.1:9000/client.json", &own).is_some());
    let elsewhere = GuardedClient::new(AllowedHosts::new(["assistant.example".to_owned()]));
    assert!(address_of("http://assistant.example/client.json", &elsewhere).is_none());
}

#[test]
fn a_document_describes_the_application_of_its_own_address() {
    let url = Url::parse(ID).unwrap();
    let parse =
        |document: serde_json::Value| Application::parse(ID, &url, document.to_string().as_bytes());
    let redirects = ["https://assistant.example/back"];
    let good = serde_json::json!({"client_id": ID, "redirect_uris": redirects});
    assert_eq!(parse(good.clone()).unwrap().name, "assistant.example");
    for (member, value) in [
        (
            "client_id",
            serde_json::json!("https://other.example/client.json"),
        ),
        ("client_id", serde_json::json!(null)),
        (
            "redirect_uris",
            serde_json::json!("https://assistant.example/back"),
        ),
        (
            "token_endpoint_auth_method",
            serde_json::json!("client_secret_post"),
        ),
    ] {
        let mut document = good.clone();
        document[member] = value;
        assert_eq!(parse(document), None, "{member}");
    }
    let mut named = good;
    named["client_name"] = serde_json::json!("  Guide\n\u{7}  ");
    assert_eq!(parse(named).unwrap().name, "Guide");
}

#[test]
fn people_are_sent_back_to_listed_addresses_alone() {
    let own = application(&[
        "https://assistant.example/back",
        "http://127.0.0.1/callback",
        "http://localhost:3000/callback",
        "http://assistant.example/plain",
    ]);
    let is_own = |address: &str| own.redirect(address).is_some();
    assert!(is_own("https://assistant.example/back"));
    assert!(is_own("http://127.0.0.1:51004/callback"));
    assert!(is_own("http://localhost:51004/callback"));
    for refused in [
        "https://assistant.example/back/",
        "https://assistant.example/back?more=1",
        "https://assistant.example:8443/back",
        "https://assistant.example.evil.example/back",
        "https://assistant.example@evil.example/back",
        "http://assistant.example/plain",
        "http://127.0.0.1:51004/other",
        "http://127.0.0.2:51004/callback",
        "http://[::1]:51004/callback",
        "http://127.0.0.1:51004/callback#part",
        "guide:back",
    ] {
        assert!(!is_own(refused), "{refused}");
    }
}

//! The export of an account.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::exports::unzipped;
use crate::pictures::samples::jpeg;

both!(an_account_is_exported_with_what_its_holder_sees);
on_sqlite!(
    an_account_without_anything_is_exported,
    only_holders_export_their_account,
);

type Files = Vec<(String, Vec<u8>)>;

async fn export(by: &Traveller, username: &str) -> Files {
    let reply = by.users().export(username).await.expect_status(200);
    assert_eq!(reply.header("content-type"), Some("application/zip"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let name = reply.header("content-disposition").unwrap().to_owned();
    assert!(
        name.contains(&format!("\"wayfare-{username}.zip\"")),
        "{name}"
    );
    unzipped(reply.body)
}

fn document(files: &Files, path: &str) -> Value {
    let found = files.iter().find(|(name, _)| name == path);
    serde_json::from_slice(&found.unwrap_or_else(|| panic!("no {path}")).1).unwrap()
}

async fn an_account_is_exported_with_what_its_holder_sees(server: TestServer) {
    let client = server.client();
    let person = |name: &str| {
        json!({
            "name": name.to_uppercase(), "username": name, "email": format!("{name}@example.org")
        })
    };
    let ada = sample::sign_up_with(&client, &person("ada")).await;
    let bob = sample::sign_up_with(&client, &person("bob")).await;
    let profile = json!({
        "description": "Walks", "interests": ["tiles"],
        "links": [{"type": "site", "url": "https://ada.example"}],
    });
    ada.users().update("ada", &profile).await.expect_status(200);
    let picture = ada.users().set_picture("ada");
    picture
        .file("image", "a.jpg", jpeg(30, 30, 3))
        .await
        .expect_status(200);

    let own = sample::trip(&ada, "Lisbon").await;
    let upload = ada.a().set_pictures(&own);
    upload
        .file("mainImage", "a.jpg", jpeg(40, 30, 1))
        .await
        .expect_status(200);
    let joined = sample::trip(&bob, "Porto").await;
    sample::add_members(&bob, &joined, &[&ada]).await;
    sample::trip(&bob, "Hidden").await;
    sample::public_trip(&bob, "Elsewhere").await;

    let files = export(&ada, "ada").await;
    let mut names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let of = |trip: &str, file: &str| format!("trips/{trip}/{file}");
    let mut expected = vec![
        "account.json".to_owned(),
        "manifest.json".to_owned(),
        "picture.jpg".to_owned(),
        of(&own, "manifest.json"),
        of(&own, "pictures/main.jpg"),
        of(&own, "trip.json"),
        of(&joined, "manifest.json"),
        of(&joined, "trip.json"),
    ];
    expected.sort_unstable();
    assert_eq!(names, expected);
    assert_eq!(
        document(&files, "manifest.json"),
        json!({"format": "wayfare-account", "version": 1})
    );
    let account = document(&files, "account.json");
    for (field, expected) in [
        ("username", json!("ada")),
        ("name", json!("ADA")),
        ("email", json!("ada@example.org")),
        ("emailConfirmed", json!(false)),
        ("description", json!("Walks")),
        ("interests", json!(["tiles"])),
        ("links", profile["links"].clone()),
        ("picture", json!("picture.jpg")),
        (
            "privacy",
            json!({"privateAccount": false, "shareEmail": false}),
        ),
    ] {
        assert_eq!(account[field], expected, "{field}");
    }
    assert_eq!(account["settings"]["accountLimitedDeals"], json!(false));
    assert_eq!(document(&files, &of(&own, "trip.json"))["name"], "Lisbon");
    assert_eq!(document(&files, &of(&joined, "trip.json"))["name"], "Porto");
    for (name, content) in &files {
        let text = String::from_utf8_lossy(content);
        assert!(
            !text.contains("bob@example.org") && !text.contains("Hidden"),
            "{name}"
        );
    }

    // A folder of it is the archive of a trip.
    let mut members = Vec::new();
    for (name, content) in &files {
        if let Some(name) = name.strip_prefix(&of(&own, "")) {
            members.push((name.to_owned(), content.clone()));
        }
    }
    let archive = zipped(&members);
    let imported = bob.extensions().import("", archive).await;
    let imported = imported.expect_status(201).json();
    assert_eq!((imported.format.as_str(), imported.pictures), ("zip", 1));
}

fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    use std::io::{Cursor, Write};
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(name, options).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

async fn an_account_without_anything_is_exported(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let files = export(&ada, "ada").await;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["manifest.json", "account.json"]);
    let account = document(&files, "account.json");
    assert!(account.get("email").is_none() && account.get("picture").is_none());
}

async fn only_holders_export_their_account(server: TestServer) {
    let client = server.client();
    let ada = sample::sign_up(&client, "ada").await;
    sample::sign_up(&client, "bob").await;
    assert_eq!(client.users().export("ada").await.status, 401);
    assert_eq!(ada.users().export("bob").await.status, 401);
    assert_eq!(ada.users().export("nobody").await.status, 404);
    let new = json!({"name": "Program", "scope": "write"});
    let key = ada
        .users()
        .create_key("ada", &new)
        .await
        .expect_status(201)
        .json();
    let program = client.with_token(key.key.unwrap());
    assert_eq!(program.users().export("ada").await.status, 401);
}

//! The two paths that both variants share, and how a client selects a variant.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Method, Reply, TestServer, on_sqlite};

use crate::cast::NO_TRIP;

on_sqlite!(
    list_answers_both_variants_by_default,
    header_selects_the_variant,
    mount_selects_the_variant,
    form_of_the_path_segment_selects_the_variant,
    default_variant_setting_selects_the_list,
    rejects_unknown_variants,
    answers_name_their_variant_and_send_vary,
    mount_excludes_routes_of_the_other_variant,
    urls_in_records_have_no_mount_prefix,
);

const ENTRY: [&str; 4] = ["desc", "img", "name", "uuid"];
const SUMMARY: [&str; 9] = [
    "_id",
    "desc",
    "mainImage",
    "mainImageURL",
    "name",
    "nonOwnerUsers",
    "ownerUser",
    "photoURLs",
    "photos",
];

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

async fn get(traveller: &Traveller, path: &str, variant: Option<&str>) -> Reply<Value> {
    let call = traveller.client.request(Method::GET, path);
    match variant {
        Some(variant) => call.variant(variant).await,
        None => call.await,
    }
}

/// A list's header and the keys of its first entry.
async fn list(traveller: &Traveller, path: &str, variant: Option<&str>) -> (String, Vec<String>) {
    let reply = get(traveller, path, variant).await;
    let header = reply.header("api-variant").unwrap().to_owned();
    let list = reply.value();
    (
        header,
        keys(&list[0]).into_iter().map(str::to_owned).collect(),
    )
}

fn is(answer: (String, Vec<String>), variant: &str, wanted: &[&str]) {
    assert_eq!(
        (answer.0.as_str(), answer.1),
        (variant, wanted.iter().map(ToString::to_string).collect())
    );
}

async fn list_answers_both_variants_by_default(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let reply = get(&ada, "/api/v1/trips", None).await;
    assert_eq!(reply.header("api-variant"), Some("a, b"));
    let both = reply.value();
    let mut wanted: Vec<&str> = SUMMARY.into_iter().chain(["uuid", "img"]).collect();
    wanted.sort_unstable();
    assert_eq!(keys(&both[0]), wanted);
    // A client of one variant gets exactly that variant's fields.
    let a = get(&ada, "/api/v1/trips", Some("a")).await.value();
    let b = get(&ada, "/api/v1/trips", Some("b")).await.value();
    for (variant, names) in [(&a, &SUMMARY[..]), (&b, &ENTRY[..])] {
        for name in names {
            assert_eq!(both[0][name], variant[0][name], "{name}");
        }
    }
    assert_eq!(
        (both[0]["uuid"].as_str(), both[0]["_id"].as_str()),
        (Some(trip.as_str()), Some(trip.as_str()))
    );
}

async fn header_selects_the_variant(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    is(list(&ada, "/api/v1/trips", Some("a")).await, "a", &SUMMARY);
    is(list(&ada, "/api/v1/trips", Some("b")).await, "b", &ENTRY);
    is(
        list(&ada, "/api/v1/trips/ada", Some("b")).await,
        "b",
        &ENTRY,
    );
    // Under A the segment is a uuid, under B a username, whatever it looks like.
    get(&ada, "/api/v1/trips/ada", Some("a"))
        .await
        .expect_status(404);
    get(&ada, &format!("/api/v1/trips/{trip}"), Some("b"))
        .await
        .expect_status(404);
    get(&ada, &format!("/api/v1/trips/{trip}"), Some("a"))
        .await
        .expect_status(200);
}

async fn mount_selects_the_variant(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    is(list(&ada, "/a/api/v1/trips", None).await, "a", &SUMMARY);
    is(list(&ada, "/b/api/v1/trips", None).await, "b", &ENTRY);
    is(list(&ada, "/b/api/v1/trips/ADA", None).await, "b", &ENTRY);
    get(&ada, "/a/api/v1/trips/ada", None)
        .await
        .expect_status(404);
    get(&ada, &format!("/b/api/v1/trips/{trip}"), None)
        .await
        .expect_status(404);
    assert_eq!(
        get(&ada, &format!("/a/api/v1/trips/{trip}"), None)
            .await
            .value()["_id"],
        trip.as_str()
    );
    for mount in ["/a", "/b"] {
        let client = ada.client.mounted_at(mount);
        assert_eq!(client.users().own().await.json().username, "ada");
        assert_eq!(client.users().profile("ada").await.json().username, "ada");
        let new = sample::sign_up(
            &server.client().mounted_at(mount),
            &format!("new{}", &mount[1..]),
        )
        .await;
        new.users().own().await.expect_status(200);
    }
}

async fn form_of_the_path_segment_selects_the_variant(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let nobody = server.client();
    for shaped in [trip.clone(), trip.to_uppercase()] {
        let reply = get(&ada, &format!("/api/v1/trips/{shaped}"), None)
            .await
            .expect_status(200);
        assert_eq!(reply.header("api-variant"), Some("a"));
        assert_eq!(reply.value()["_id"], trip.as_str());
        nobody
            .request(Method::GET, &format!("/api/v1/trips/{shaped}"))
            .await
            .expect_status(401);
    }
    get(&ada, &format!("/api/v1/trips/{NO_TRIP}"), None)
        .await
        .expect_status(404);
    // Any other segment is a username, for which no token is needed.
    let simple = trip.replace('-', "");
    for other in [simple.as_str(), "zoe", "not%20a%20name", &trip[..35]] {
        let reply = nobody
            .request(Method::GET, &format!("/api/v1/trips/{other}"))
            .await
            .expect_status(404);
        assert_eq!(reply.header("api-variant"), Some("b"), "{other}");
    }
    assert_eq!(nobody.b().trips_of("ada").await.json(), []);
}

async fn default_variant_setting_selects_the_list(builder: Builder) {
    for (default, header, wanted) in [("a", "a", &SUMMARY[..]), ("b", "b", &ENTRY[..])] {
        let server = builder.clone().default_variant(default).start().unwrap();
        let ada = sample::sign_up(&server.client(), "ada").await;
        let trip = sample::trip(&ada, "Lisbon").await;
        is(list(&ada, "/api/v1/trips", None).await, header, wanted);
        is(list(&ada, "/api/v1/trips", Some("a")).await, "a", &SUMMARY);
        is(list(&ada, "/api/v1/trips", Some("b")).await, "b", &ENTRY);
        // The form of the segment still selects the variant.
        is(list(&ada, "/api/v1/trips/ada", None).await, "b", &ENTRY);
        assert_eq!(
            get(&ada, &format!("/api/v1/trips/{trip}"), None)
                .await
                .header("api-variant"),
            Some("a")
        );
    }
}

async fn rejects_unknown_variants(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for path in [
        "/api/v1/trips".to_owned(),
        format!("/api/v1/trips/{trip}"),
        "/api/v1/trips/ada".to_owned(),
    ] {
        for wrong in ["c", "", "a, b", "both", "ab"] {
            let refused = get(&ada, &path, Some(wrong)).await.expect_status(400);
            assert_eq!(refused.clone().problem().pointers(), ["/Api-Variant"]);
            assert!(refused.header("api-variant").is_some(), "{path}");
            let mut vary = refused
                .headers
                .get_all("vary")
                .iter()
                .filter_map(|value| value.to_str().ok());
            assert!(
                vary.any(|vary| vary.to_ascii_lowercase().contains("api-variant")),
                "{path}"
            );
        }
    }
}

async fn answers_name_their_variant_and_send_vary(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for (path, variant) in [
        ("/api/v1/trips".to_owned(), "a, b"),
        ("/api/v1/trips/paginated".to_owned(), "a"),
        (format!("/api/v1/trips/{trip}"), "a"),
        (format!("/api/v1/trips/{trip}/trip_items"), "a"),
        ("/api/v1/trips/ada".to_owned(), "b"),
        (format!("/api/v1/trip/{trip}"), "b"),
        (format!("/api/v1/trip/{trip}/map"), "b"),
        (format!("/api/v1/trip/{trip}/timeline"), "b"),
        (format!("/api/v1/trips/{trip}/picture"), "a"),
        (format!("/api/v1/trip/{trip}/picture"), "b"),
    ] {
        let reply = get(&ada, &path, None).await.expect_status(200);
        assert_eq!(reply.header("api-variant"), Some(variant), "{path}");
        let vary: Vec<&str> = reply
            .headers
            .get_all("vary")
            .iter()
            .map(|value| value.to_str().unwrap())
            .collect();
        let vary = vary.join(", ").to_ascii_lowercase();
        for name in ["api-variant", "authorization", "token"] {
            assert!(
                vary.split(", ").any(|entry| entry == name),
                "{path}: {vary}"
            );
        }
        let refused = server.client().request(Method::GET, &path).await;
        assert_eq!(
            refused.header("api-variant"),
            Some(variant),
            "{path}, refused"
        );
    }
    let reply = ada.a().update(&trip, &json!({"name": "x"})).await;
    assert_eq!(reply.header("api-variant"), Some("a"));
    let reply = ada.b().update(&trip, &json!({"name": "y"})).await;
    assert_eq!(reply.header("api-variant"), Some("b"));
    assert_eq!(
        ada.users().own().await.header("api-variant"),
        None,
        "users are the same in both"
    );
}

async fn mount_excludes_routes_of_the_other_variant(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for path in [
        format!("/a/api/v1/trip/{trip}"),
        format!("/a/api/v1/trip/{trip}/map"),
        "/c/api/v1/trips".to_owned(),
    ] {
        get(&ada, &path, None).await.expect_status(404).problem();
    }
    for path in [
        format!("/b/api/v1/trips/{trip}/management"),
        format!("/b/api/v1/trips/{trip}/picture"),
    ] {
        get(&ada, &path, None).await.expect_status(404).problem();
    }
    let body = json!({"name": "x"});
    let client = &ada.client;
    // The path has an extension's methods alone.
    client
        .request(Method::PUT, &format!("/b/api/v1/trips/{trip}/budget"))
        .json(&json!({"budget": {"category": "x"}}))
        .await
        .expect_status(405);
    client
        .request(Method::POST, "/b/api/v1/trips")
        .json(&body)
        .await
        .expect_status(405);
    client
        .request(Method::PUT, &format!("/b/api/v1/trips/{trip}"))
        .json(&body)
        .await
        .expect_status(405);
    client
        .request(Method::POST, "/a/api/v1/trip")
        .json(&body)
        .await
        .expect_status(404);
}

async fn urls_in_records_have_no_mount_prefix(builder: Builder) {
    let server = builder
        .setting("base-url", "https://api.example.com/base/")
        .setting("frontend-url", "https://www.example.com")
        .start()
        .unwrap();
    for mount in ["", "/a", "/b"] {
        let client = server.client().mounted_at(mount);
        let user = sample::sign_up(
            &client,
            &format!("user{}", mount.len() + usize::from(mount == "/b")),
        )
        .await;
        assert_eq!(
            user.users().own().await.json().image,
            "https://api.example.com/base/api/v1/user/default/picture"
        );
        let profile = client.users().profile(&user.username).await.json();
        assert_eq!(
            profile.image,
            format!(
                "https://api.example.com/base/api/v1/user/{}/picture",
                user.username
            )
        );
    }
    let ada = sample::sign_up(&server.client(), "ada").await;
    let reply = ada
        .client
        .mounted_at("/b")
        .b()
        .create(&json!({"name": "Lisbon"}))
        .await;
    let location = reply.header("location").unwrap().to_owned();
    let trip = reply.json();
    assert_eq!(
        location,
        format!("https://api.example.com/base/api/v1/trip/{}", trip.uuid)
    );
    assert_eq!(
        trip.img,
        "https://api.example.com/base/api/v1/trip/default/picture"
    );
    assert_eq!(
        trip.url,
        format!("https://www.example.com/trip/{}", trip.uuid)
    );
    let detail = ada
        .client
        .mounted_at("/a")
        .a()
        .trip(&trip.uuid)
        .await
        .json();
    assert_eq!(detail.url, trip.url);
    assert_eq!(detail.image, trip.img);
}

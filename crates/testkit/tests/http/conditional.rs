//! Entity tags and conditional requests.

use serde_json::{Value, json};
use wayfare_testkit::{Client, Method, TestServer, both, sample};

use crate::cast::{Cast, budget};
use crate::pictures::samples::jpeg;

both!(
    json_reads_send_a_strong_etag_and_honour_if_none_match,
    etag_changes_with_the_body,
    accepts_the_etag_of_any_route_in_any_put_of_the_trip,
    rejects_puts_and_deletions_with_a_stale_etag,
    checks_if_match_on_account_routes,
    a_holder_gets_a_tag_for_each_own_put,
);

async fn json_reads_send_a_strong_etag_and_honour_if_none_match(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    for path in [
        "/user".to_owned(),
        "/user/ada".to_owned(),
        "/user/settings".to_owned(),
        "/user/experience".to_owned(),
        "/user/ada/privacy".to_owned(),
        "/trips".to_owned(),
        "/trips/paginated".to_owned(),
        "/trips/ada".to_owned(),
        format!("/trips/{trip}"),
        format!("/trips/{trip}/trip_items"),
        format!("/trips/{trip}/picture"),
        format!("/trip/{trip}"),
        format!("/trip/{trip}/map"),
        format!("/trip/{trip}/timeline"),
    ] {
        let get = || {
            cast.ada
                .client
                .request(Method::GET, &format!("/api/v1{path}"))
        };
        let first = get().await.expect_status(200);
        let tag = first.etag();
        assert!(
            tag.starts_with('"') && tag.ends_with('"') && tag.len() > 10,
            "{path}: {tag}"
        );
        assert_eq!(get().await.etag(), tag, "{path}");
        for condition in [
            tag.clone(),
            format!("W/{tag}"),
            "*".to_owned(),
            format!("\"x\", {tag}"),
            format!("{tag},\"y\""),
        ] {
            let reply = get().if_none_match(&condition).await.expect_status(304);
            assert!(reply.body.is_empty());
            assert_eq!(reply.etag(), tag, "{path}");
            assert_eq!(
                reply.header("cache-control"),
                first.header("cache-control"),
                "{path}"
            );
            assert_eq!(reply.header("vary"), first.header("vary"), "{path}");
        }
        for other in ["\"x\"", "x", "", "\"", &tag.replace('"', "")] {
            get().if_none_match(other).await.expect_status(200);
        }
        let head = cast
            .ada
            .client
            .request(Method::HEAD, &format!("/api/v1{path}"));
        assert_eq!(head.await.expect_status(200).etag(), tag, "{path}");
    }
}

async fn etag_changes_with_the_body(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let watch = async |what: &str| {
        let mut seen = Vec::new();
        for path in [
            "/trips",
            "/trips/paginated",
            "/trips/ada",
            "/trips/{}",
            "/trip/{}",
            "/trips/{}/trip_items",
            "/trip/{}/map",
        ] {
            let path = format!("/api/v1{}", path.replace("{}", &trip));
            let reply = cast
                .ada
                .client
                .request(Method::GET, &path)
                .await
                .expect_status(200);
            seen.push((format!("{path} after {what}"), reply.etag(), reply.body));
        }
        seen
    };
    // Only then may others see his e-mail address.
    cast.bob
        .b()
        .update(&trip, &json!({"todo": ["Pack"]}))
        .await
        .expect_status(200);
    let mut before = watch("nothing").await;
    let bob = cast.bob.users();
    for step in 0..5 {
        match step {
            // Changes of other users show in the trip.
            0 => drop(
                bob.update("bob", &json!({"username": "robert"}))
                    .await
                    .expect_status(200),
            ),
            1 => drop(
                bob.update("robert", &json!({"email": "bob@example.com"}))
                    .await
                    .expect_status(200),
            ),
            2 => drop(
                bob.set_privacy("robert", &json!({"shareEmail": true}))
                    .await
                    .expect_status(200),
            ),
            3 => drop(
                cast.ada
                    .users()
                    .update("ada", &json!({"email": "ada@example.com"}))
                    .await
                    .expect_status(200),
            ),
            _ => drop(bob.delete("robert").await.expect_status(204)),
        }
        let after = watch(&format!("step {step}")).await;
        let mut changes = 0;
        for ((what, tag, body), (_, old_tag, old_body)) in after.iter().zip(&before) {
            assert!(
                tag != old_tag || body == old_body,
                "{what}: the bytes changed, the tag did not"
            );
            changes += usize::from(body != old_body);
        }
        assert!(changes > 0 || step == 1, "step {step} shows nowhere");
        before = after;
    }
    // Another viewer, another answer.
    let viewer = sample::sign_up(&cast.nobody, "zoe").await;
    cast.ada
        .a()
        .manage(&trip, &json!({"members": ["zoe"]}))
        .await
        .expect_status(200);
    let (ours, theirs) = (cast.ada.a().trip(&trip).await, viewer.a().trip(&trip).await);
    assert_ne!(ours.body, theirs.body);
    assert_ne!(ours.etag(), theirs.etag());
    assert_ne!(
        cast.ada.b().trip(&trip).await.etag(),
        ours.etag(),
        "another shape, another tag"
    );
}

async fn accepts_the_etag_of_any_route_in_any_put_of_the_trip(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let fresh = std::cell::Cell::new(0);
    let body_for = |path: &str| -> Value {
        fresh.set(fresh.get() + 1);
        let text = format!("text {}", fresh.get());
        match path {
            "/trips/{}/trip_items" => json!({"trip_items": [{"item_type": text}]}),
            "/trips/{}/budget" => json!({"budget": {"category": text}}),
            "/trips/{}/management" => json!({"private": fresh.get() % 2 == 0}),
            "/trip/{}/map" => json!({"notes": text}),
            _ => json!({"desc": text}),
        }
    };
    let puts = [
        "/trips/{}",
        "/trips/{}/trip_items",
        "/trips/{}/budget",
        "/trips/{}/management",
        "/trip/{}",
        "/trip/{}/map",
    ];
    for read in [
        "/trips/{}",
        "/trips/{}/trip_items",
        "/trips/{}/picture",
        "/trip/{}",
        "/trip/{}/map",
        "/trip/{}/timeline",
    ] {
        for write in puts {
            let [read_path, write_path] =
                [read, write].map(|path| format!("/api/v1{}", path.replace("{}", &trip)));
            let tag = cast
                .bob
                .client
                .request(Method::GET, &read_path)
                .await
                .etag();
            let mut body = body_for(write);
            if write == "/trips/{}/management" {
                // The same body twice would change nothing.
                let now = cast.ada.b().trip(&trip).await.json().private;
                body = json!({"private": !now});
            }
            let put = |body: &Value| {
                cast.ada
                    .client
                    .request(Method::PUT, &write_path)
                    .json(body)
                    .if_match(&tag)
            };
            let reply = put(&body).await.expect_status(200);
            put(&body_for(write)).await.expect_status(412).problem();
            // The answer of a PUT has the entity tag for the next PUT.
            let next = cast
                .ada
                .client
                .request(Method::PUT, &write_path)
                .json(&body_for("/trip/{}"));
            if matches!(write, "/trip/{}" | "/trips/{}") {
                next.if_match(&reply.etag()).await.expect_status(200);
            }
        }
    }
}

async fn rejects_puts_and_deletions_with_a_stale_etag(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let stale = cast.ada.b().trip(&trip).await.etag();
    cast.ada
        .b()
        .update(&trip, &json!({"name": "Changed"}))
        .await
        .expect_status(200);
    let before = cast.ada.a().trip(&trip).await.body;
    let (a, b) = (cast.ada.a(), cast.ada.b());
    for condition in [
        stale.as_str(),
        "\"x\"",
        "nonsense",
        "",
        &format!("W/{stale}"),
    ] {
        b.update(&trip, &json!({"name": "y"}))
            .if_match(condition)
            .await
            .expect_status(412)
            .problem();
        a.set_items(&trip, &json!({"trip_items": []}))
            .if_match(condition)
            .await
            .expect_status(412);
        a.set_budget(&trip, &json!({"budget": {"totalCost": 9}}))
            .if_match(condition)
            .await
            .expect_status(412);
        b.set_map(&trip, &json!({"notes": "z"}))
            .if_match(condition)
            .await
            .expect_status(412);
        a.delete(&trip).if_match(condition).await.expect_status(412);
        b.delete(&trip).if_match(condition).await.expect_status(412);
        // Authorization is checked before the body, and the body before 412.
        b.update(&trip, &json!({"name": null}))
            .if_match(condition)
            .await
            .expect_status(400);
        cast.bob
            .a()
            .manage(&trip, &json!({"private": false}))
            .if_match(condition)
            .await
            .expect_status(401);
        // 412 is checked before 304.
        b.update(&trip, &json!({"name": "Changed"}))
            .if_match(condition)
            .await
            .expect_status(412);
    }
    assert_eq!(cast.ada.a().trip(&trip).await.body, before);
    b.update(&trip, &json!({"name": "Changed"}))
        .if_match("*")
        .await
        .expect_status(304);
    let fresh = b.trip(&trip).await.etag();
    a.set_budget(&trip, &json!({"budget": budget()}))
        .if_match(&fresh)
        .await
        .expect_status(304);
    b.update(&trip, &json!({"name": "z"}))
        .if_match(&format!("{stale}, {fresh}"))
        .await
        .expect_status(200);
    a.delete(&trip).if_match("*").await.expect_status(204);
    b.update(&trip, &json!({"name": "z"}))
        .if_match("*")
        .await
        .expect_status(404);
}

async fn checks_if_match_on_account_routes(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let stale = ada.users().own().await.etag();
    ada.users()
        .update("ada", &json!({"name": "Ada"}))
        .if_match(&stale)
        .await
        .expect_status(200);
    ada.users()
        .update("ada", &json!({"name": "Augusta"}))
        .if_match(&stale)
        .await
        .expect_status(412)
        .problem();
    ada.users()
        .set_settings("ada", &json!({"accountLimitedDeals": true}))
        .if_match(&stale)
        .await
        .expect_status(412);
    ada.users()
        .set_privacy("ada", &json!({"shareEmail": true}))
        .if_match(&stale)
        .await
        .expect_status(412);
    ada.users()
        .delete("ada")
        .if_match(&stale)
        .await
        .expect_status(412);
    let fresh = ada.users().settings().await.etag();
    ada.users()
        .set_privacy("ada", &json!({"shareEmail": true}))
        .if_match(&fresh)
        .await
        .expect_status(200);
    let fresh = ada.users().profile("ada").await.etag();
    ada.users()
        .delete("ada")
        .if_match(&fresh)
        .await
        .expect_status(204);
}

/// Whoever may `PUT` a path gets from its `GET` a tag for it, and nobody else learns the version.
async fn a_holder_gets_a_tag_for_each_own_put(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let eve = sample::sign_up(&server.client(), "eve").await;
    let key = json!({"name": "k", "scope": "read"});
    let key = ada.users().create_key("ada", &key).await.json().key;
    let program = ada.client.with_token(key.unwrap());
    for private in [true, false] {
        let choice = json!({ "privateAccount": private });
        ada.users().set_privacy("ada", &choice).await;
        for (path, is_picture) in [("ada", false), ("ADA/picture", true)] {
            let path = format!("/api/v1/user/{path}");
            let get = |client: &Client| client.request(Method::GET, &path);
            let tag = get(&ada.client).await.expect_status(200).etag();
            let seen = get(&ada.client).if_none_match(&tag).await;
            // A proxy that compresses weakens tags.
            let seen = seen.expect_status(304).etag();
            assert_eq!(seen.trim_start_matches("W/"), tag.trim_start_matches("W/"));
            let put = || {
                let put = ada.client.request(Method::PUT, &path).if_match(&tag);
                match is_picture {
                    true => put.file("image", "a.jpg", jpeg(8, 8, u8::from(private))),
                    false => put.json(&json!({"name": format!("Ada {private}")})),
                }
            };
            put().await.expect_status(200);
            put().await.expect_status(412);
            for other in [&eve.client, &program, &server.client()] {
                let tag = get(other).await.expect_status(200).etag();
                let version = tag
                    .trim_start_matches("W/")
                    .trim_matches('"')
                    .split('-')
                    .next()
                    .unwrap()
                    .parse::<i64>();
                assert_eq!(version.is_ok(), !is_picture && !private, "{path} {tag}");
            }
        }
    }
}

//! Copies of trips: what comes along, who may, and what a copy counts for.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Method, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};
use crate::pictures::samples::jpeg;

both!(a_copy_has_what_was_chosen, a_copy_is_made_once_for_a_key);

on_sqlite!(
    copies_follow_the_authorization_matrix,
    refuses_what_no_copy_can_be,
    pictures_keep_their_bytes_and_captions,
    a_copy_counts_as_a_new_trip,
);

async fn copy(by: &Traveller, trip: &str, body: Value) -> String {
    let reply = by
        .extensions()
        .copy_trip(trip, &body)
        .await
        .expect_status(201);
    let location = reply.header("location").unwrap().to_owned();
    let uuid = reply.json().uuid;
    assert!(
        location.ends_with(&format!("/api/v1/trips/{uuid}")),
        "{location}"
    );
    uuid
}

async fn a_copy_has_what_was_chosen(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    cast.let_bob_read(&trip).await;
    let pays = json!({"from": "bob", "to": "ada", "amount": 3});
    cast.ada
        .extensions()
        .record_settlement(&trip, &pays)
        .await
        .expect_status(201);

    let plain = copy(
        &cast.bob,
        &trip,
        json!({"name": "Again", "start": "2027-05-01"}),
    )
    .await;
    let b = cast.bob.b().trip(&plain).await.value();
    assert_eq!(
        (&b["name"], &b["private"], &b["owner"]),
        (&json!("Again"), &json!(true), &json!("bob"))
    );
    assert_eq!(
        (&b["members"], &b["todo"], &b["expenditures"]),
        (&json!(["bob"]), &json!([]), &json!([]))
    );
    assert_eq!(b["budget"], json!({"lo": 0, "hi": 0}));
    let before = cast.ada.a().trip(&trip).await.value();
    let after = cast.bob.a().trip(&plain).await.value();
    assert_eq!(after["date"]["start"], "2027-05-01T00:00:00Z");
    for start in [json!(1_809_129_600), json!("2027-05-01T20:00:00Z")] {
        let other = copy(&cast.bob, &trip, json!({ "start": start })).await;
        let other = cast.bob.a().trip(&other).await.value();
        assert_eq!(other["date"], after["date"]);
    }
    assert_eq!(
        (&after["dest"], &after["map"]["notes"]),
        (&before["dest"], &before["map"]["notes"])
    );
    assert_eq!(after["budget"]["tripTotalGroupCost"], 0);
    assert_eq!(cast.ada.b().trip(&plain).await.status, 404);

    let with = json!({"with": ["costs", "people", "lists", "costs"]});
    let whole = copy(&cast.ada, &trip, with.clone()).await;
    let b = cast.ada.b().trip(&whole).await.value();
    let first = cast.ada.b().trip(&trip).await.value();
    for field in [
        "name",
        "desc",
        "dest",
        "budget",
        "expenditures",
        "date",
        "todo",
    ] {
        assert_eq!(b[field], first[field], "{field}");
    }
    let roles = cast.bob.extensions().roles(&whole).await.value();
    assert_eq!(roles, json!({"roles": {"ada": "owner", "bob": "viewer"}}));
    let summary = cast.ada.a().trip(&whole).await.value()["budget"].clone();
    assert_eq!(
        summary["tripTotalGroupCost"],
        before["budget"]["tripTotalGroupCost"]
    );
    assert_eq!(summary["tripTotalPayments"], 0);
    let settlements = cast.ada.extensions().settlements(&whole).await.value();
    assert_eq!(settlements, json!([]));

    // Who does not own the trip puts nobody on another one: its people are names there.
    let named = copy(&cast.bob, &trip, with).await;
    assert_eq!(cast.ada.b().trip(&named).await.status, 404);
    let roles = cast.bob.extensions().roles(&named).await.value();
    assert_eq!(roles, json!({"roles": {"bob": "owner"}}));
    let parties = cast.bob.extensions().parties(&named).await.value();
    assert_eq!(parties, json!([{"memberId": "ada", "name": "ADA"}]));
    let of_named = cast.bob.a().trip(&named).await.value()["budget"].clone();
    assert_eq!(of_named["tripMemberSummary"].as_array().unwrap().len(), 2);
    assert_eq!(
        of_named["tripTotalGroupCost"],
        summary["tripTotalGroupCost"]
    );

    let alone = copy(&cast.ada, &trip, json!({"with": ["costs"]})).await;
    let alone = cast.ada.a().trip(&alone).await.value();
    assert_eq!(
        alone["budget"]["tripTotalGroupCost"],
        before["budget"]["tripTotalGroupCost"]
    );
    assert_eq!(alone["budget"]["tripMemberSummary"], json!([]));
}

async fn a_copy_is_made_once_for_a_key(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let call = async |body: Value| {
        let call = cast.ada.extensions().copy_trip(&trip, &body);
        call.idempotency_key("once").await
    };
    let first = call(json!({})).await.expect_status(201);
    let again = call(json!({})).await.expect_status(201);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(first.header("location"), again.header("location"));
    assert_eq!(first.body, again.body);
    assert_eq!(call(json!({"name": "x"})).await.problem().status, 422);
    let copied = first.json().uuid;
    cast.ada.a().delete(&copied).await.expect_status(204);
    assert_eq!(call(json!({})).await.problem().status, 410);
}

async fn copies_follow_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (private, public) = (cast.trip(true).await, cast.trip(false).await);
    let status = async |by: &Traveller, trip: &str, body: Value| {
        by.extensions().copy_trip(trip, &body).await.status
    };
    assert_eq!(status(&cast.eve, &private, json!({})).await, 404);
    assert_eq!(
        status(&cast.eve, &private, json!({"with": ["x"]})).await,
        404
    );
    assert_eq!(status(&cast.eve, &public, json!({})).await, 201);
    assert_eq!(status(&cast.bob, &private, json!({})).await, 201);
    assert_eq!(status(&cast.ada, NO_TRIP, json!({})).await, 404);
    assert_eq!(status(&cast.ada, "x", json!({})).await, 404);
    let nobody = cast
        .nobody
        .extensions()
        .copy_trip(&public, &json!({}))
        .await;
    assert_eq!(nobody.problem().status, 401);
    let key = |body: Value| cast.ada.users().create_key("ada", &body);
    let limited = json!({"name": "k", "scope": "write", "trips": [private]});
    for (body, expected) in [
        (limited, 401),
        (json!({"name": "k", "scope": "read"}), 401),
        (json!({"name": "k", "scope": "write"}), 201),
    ] {
        let made = key(body).await.expect_status(201).value();
        let client = server.client().with_token(made["key"].as_str().unwrap());
        let copied = client.extensions().copy_trip(&private, &json!({})).await;
        assert_eq!(copied.status, expected);
    }
}

async fn refuses_what_no_copy_can_be(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let refused = async |body: Value| {
        let problem = ada.extensions().copy_trip(&trip, &body).await.problem();
        let pointers = problem.pointers().into_iter();
        pointers.map(str::to_owned).collect::<Vec<_>>()
    };
    let wrong = json!({"name": " ", "start": "2027-5-1", "with": ["costs", "all"]});
    let mut pointers = refused(wrong).await;
    pointers.sort_unstable();
    assert_eq!(pointers, ["/name", "/start", "/with/1"]);
    assert_eq!(refused(json!({"with": "costs"})).await, ["/with"]);
    let long = json!({"date": {"start": "2026-01-01", "end": "2027-01-01"}});
    ada.b().update(&trip, &long).await.expect_status(200);
    assert_eq!(refused(json!({"start": "9999-12-31"})).await, ["/start"]);
    assert_eq!(ada.b().trips().await.value().as_array().unwrap().len(), 1);
}

async fn pictures_keep_their_bytes_and_captions(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let upload = cast.ada.a().set_pictures(&trip);
    let upload = upload.file("mainImage", "a.jpg", jpeg(40, 30, 0));
    let upload = upload.file("photos", "b.jpg", jpeg(40, 30, 1));
    upload.await.expect_status(200);
    assert_eq!(server.kept_pictures().len(), 2);
    let ada = cast.ada.extensions();
    let second = ada.pictures(&trip).await.json()[1].id.clone();
    let caption = json!({"caption": "Over the Tejo"});
    let described = ada.update_picture(&trip, &second, &caption);
    described.await.expect_status(200);
    let plain = copy(&cast.bob, &trip, json!({})).await;
    let summary = cast.bob.a().trip(&plain).await.json().summary;
    assert_eq!((summary.main_image.as_str(), summary.photos.len()), ("", 0));
    assert_eq!(server.kept_pictures().len(), 2);
    let whole = copy(&cast.bob, &trip, json!({"with": ["pictures"]})).await;
    assert_eq!(server.kept_pictures().len(), 4);
    let bytes = async |trip: &str| {
        let of = cast.bob.a().trip(trip).await.json().summary;
        let url = |url: &str| {
            url.split_once("/api/v1")
                .map(|(_, path)| format!("/api/v1{path}"))
                .unwrap()
        };
        let [main, photo] = [url(&of.main_image_url), url(&of.photo_urls[0])];
        let get = async |path: String| {
            let call = cast.nobody.request(Method::GET, &path);
            call.await.expect_status(200).body
        };
        [get(main).await, get(photo).await]
    };
    assert_eq!(bytes(&trip).await, bytes(&whole).await);
    let copied = cast.bob.extensions().pictures(&whole).await.json();
    assert_eq!(copied[1].caption.as_deref(), Some("Over the Tejo"));
    cast.ada.a().delete(&trip).await.expect_status(204);
    assert!(!bytes(&whole).await[0].is_empty());
}

async fn a_copy_counts_as_a_new_trip(builder: Builder) {
    let server = builder.setting("trips-per-account", "2").start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    copy(&ada, &trip, json!({})).await;
    let refused = ada
        .extensions()
        .copy_trip(&trip, &json!({}))
        .await
        .problem();
    assert_eq!(
        (refused.status, refused.r#type.as_str()),
        (403, "urn:wayfare:problem:too-many-trips")
    );
}

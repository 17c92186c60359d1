//! One picture at a time: adding, captions, order, the main picture, removing.

use futures_util::future::join_all;
use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::lists::TripPicture;
use wayfare_testkit::{Call, Method, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};
use crate::pages::visitor::Visitor;
use crate::pictures::samples::{bomb, jpeg, size};

both!(
    adds_pictures_in_order,
    two_who_add_a_picture_both_keep_it,
    captions_order_and_main_picture_change,
    tags_of_the_trip_guard_single_pictures,
    a_repeated_addition_adds_nothing_again,
    captions_survive_uploads_and_archives,
);
on_sqlite!(
    refuses_what_is_no_picture,
    a_trip_has_thirty_photos,
    access_comes_before_the_picture,
    bad_changes_are_named,
    pages_show_captions,
);

async fn pictures(by: &Traveller, trip: &str) -> Vec<TripPicture> {
    by.extensions().pictures(trip).await.json()
}

async fn ids(by: &Traveller, trip: &str) -> Vec<String> {
    let pictures = pictures(by, trip).await.into_iter();
    pictures.map(|picture| picture.id).collect()
}

fn add(by: &Traveller, trip: &str, tint: u8) -> Call<Value> {
    let path = format!("/api/v1/trips/{trip}/pictures");
    let call = by.client.request(Method::POST, &path);
    call.file("file", "a.jpg", jpeg(40, 30, tint))
}

/// A trip with three pictures, in order.
async fn with_three(by: &Traveller) -> (String, [String; 3]) {
    let trip = sample::trip(by, "Lisbon").await;
    let mut added = Vec::new();
    for tint in 0..3 {
        let reply = add(by, &trip, tint).await.expect_status(201).value();
        added.push(reply["id"].as_str().unwrap().to_owned());
    }
    (trip, added.try_into().unwrap())
}

async fn adds_pictures_in_order(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let none = ada.extensions().pictures(&trip).await;
    assert_eq!(none.value(), json!([]));
    let mut added = Vec::new();
    // The same picture again is another one.
    for tint in [0, 1, 1] {
        let reply = add(&ada, &trip, tint).await.expect_status(201);
        let location = reply.header("location").unwrap().to_owned();
        let picture = reply.value();
        let id = picture["id"].as_str().unwrap().to_owned();
        assert!(location.ends_with(&format!("/api/v1/trips/{trip}/pictures/{id}")));
        let keys: Vec<&String> = picture.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["id", "url"]);
        let url = picture["url"].as_str().unwrap();
        assert_eq!(size(&server.client().open(url).await), (40, 30));
        added.push(picture);
    }
    let list = ada.extensions().pictures(&trip).await.value();
    assert_eq!(list, json!(added));
    // The routes of the variants show them, too.
    let detail = ada.a().trip(&trip).await.json();
    assert_eq!(detail.summary.photos, ids(&ada, &trip).await);
    let path = format!("/api/v1/trips/{trip}/pictures/{}", detail.summary.photos[1]);
    let deleted = ada.client.request(Method::DELETE, &path).await;
    deleted.expect_status(204);
    assert_eq!(ids(&ada, &trip).await.len(), 2);
    assert_eq!(server.kept_pictures().len(), 2, "its file is gone");
    let again = ada.client.request(Method::DELETE, &path).await;
    again.expect_status(404);
}

async fn two_who_add_a_picture_both_keep_it(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let adds = [
        (&cast.ada, 0),
        (&cast.bob, 1),
        (&cast.ada, 2),
        (&cast.bob, 3),
    ];
    let adds = adds.map(|(by, tint)| add(by, &trip, tint).into_future());
    for reply in join_all(adds).await {
        reply.expect_status(201);
    }
    assert_eq!(ids(&cast.ada, &trip).await.len(), 4);
}

async fn captions_order_and_main_picture_change(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, [a, b, c]) = with_three(&ada).await;
    let patch =
        async |id: &str, body: Value| ada.extensions().update_picture(&trip, id, &body).await;
    let changed = patch(&a, json!({"caption": "Über den Tejo <b>"})).await;
    let shown = changed.expect_status(200).json();
    assert_eq!(shown.caption.as_deref(), Some("Über den Tejo <b>"));
    assert_eq!(shown.main, None);
    let same = patch(
        &a,
        json!({"caption": "Über den Tejo <b>", "index": 0, "main": false}),
    )
    .await;
    assert_eq!(same.status, 304);
    assert_eq!(patch(&a, json!({})).await.status, 304);
    patch(&c, json!({"index": 0})).await.expect_status(200);
    assert_eq!(ids(&ada, &trip).await, [&*c, &a, &b]);
    let main = patch(&b, json!({"main": true})).await.expect_status(200);
    assert_eq!(main.json().main, Some(true));
    assert_eq!(ids(&ada, &trip).await, [&*b, &c, &a]);
    let list = pictures(&ada, &trip).await;
    let mains: Vec<Option<bool>> = list.iter().map(|picture| picture.main).collect();
    assert_eq!(mains, [Some(true), None, None]);
    // The variants' main picture is that one.
    let detail = ada.a().trip(&trip).await.json();
    assert_eq!(detail.summary.main_image, b);
    assert_eq!(detail.summary.photos, [&*c, &a]);
    // The former main picture stays; captions go with their pictures.
    patch(&a, json!({"main": true})).await.expect_status(200);
    let list = pictures(&ada, &trip).await;
    assert_eq!(ids(&ada, &trip).await, [&*a, &b, &c]);
    assert_eq!(list[0].caption.as_deref(), Some("Über den Tejo <b>"));
    patch(&a, json!({"main": false, "caption": "", "index": 2}))
        .await
        .expect_status(200);
    let list = ada.extensions().pictures(&trip).await.value();
    assert_eq!(ids(&ada, &trip).await, [&*b, &c, &a]);
    assert!(!list.to_string().contains("caption") && !list.to_string().contains("main\":"));
    let delete = ada.extensions().delete_picture(&trip, &b).await;
    delete.expect_status(204);
    assert_eq!(ids(&ada, &trip).await, [&*c, &a]);
}

async fn tags_of_the_trip_guard_single_pictures(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, [a, b, _]) = with_three(&ada).await;
    let old = ada.extensions().pictures(&trip).await.etag();
    let caption = json!({"caption": "One"});
    let changed = ada.extensions().update_picture(&trip, &a, &caption);
    let new = changed.if_match(&old).await.expect_status(200).etag();
    let other = json!({"caption": "Two"});
    let late = ada.extensions().update_picture(&trip, &a, &other);
    late.if_match(&old).await.expect_status(412);
    let late = ada.extensions().delete_picture(&trip, &b);
    late.if_match(&old).await.expect_status(412);
    add(&ada, &trip, 9).if_match(&old).await.expect_status(412);
    assert_eq!(ids(&ada, &trip).await.len(), 3);
    assert_eq!(
        server.kept_pictures().len(),
        3,
        "that of the refused request is gone"
    );
    let added = add(&ada, &trip, 9).if_match(&new).await;
    let newest = added.expect_status(201).etag();
    let deleted = ada.extensions().delete_picture(&trip, &b);
    deleted.if_match(&newest).await.expect_status(204);
}

async fn a_repeated_addition_adds_nothing_again(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let send = |tint: u8| add(&cast.ada, &trip, tint).header("idempotency-key", "once");
    let first = send(1).await.expect_status(201);
    let again = send(1).await.expect_status(201);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.header("location"), first.header("location"));
    let id = first.value()["id"].as_str().unwrap().to_owned();
    assert_eq!(again.value()["id"], json!(id));
    assert_eq!(ids(&cast.bob, &trip).await, [&*id]);
    send(2).await.expect_status(422);
    let delete = cast.bob.extensions().delete_picture(&trip, &id).await;
    delete.expect_status(204);
    send(1).await.expect_status(410);
    assert!(server.kept_pictures().is_empty());
}

async fn captions_survive_uploads_and_archives(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, [a, b, c]) = with_three(&ada).await;
    for (id, body) in [
        (&a, json!({"caption": "A \"tram\"", "main": true})),
        (&c, json!({"caption": "Último"})),
    ] {
        let changed = ada.extensions().update_picture(&trip, id, &body).await;
        changed.expect_status(200);
    }
    let captions = |list: &[TripPicture]| -> Vec<Option<String>> {
        list.iter().map(|picture| picture.caption.clone()).collect()
    };
    let expected = [
        Some("A \"tram\"".to_owned()),
        None,
        Some("Último".to_owned()),
    ];
    assert_eq!(captions(&pictures(&ada, &trip).await), expected);
    // The specification's PUT of the same photos keeps them.
    let put = ada
        .a()
        .set_pictures(&trip)
        .file("photos", "c.jpg", jpeg(40, 30, 2))
        .file("photos", "b.jpg", jpeg(40, 30, 1));
    put.await.expect_status(200);
    assert_eq!(ids(&ada, &trip).await, [&*a, &c, &b]);
    let back = json!({"index": 2});
    let moved = ada.extensions().update_picture(&trip, &c, &back).await;
    moved.expect_status(200);
    assert_eq!(captions(&pictures(&ada, &trip).await), expected);
    let archive = ada.extensions().export(&trip, "zip").await;
    let archive = archive.expect_status(200).body;
    let imported = ada.extensions().import("", archive).await;
    let copy = imported.expect_status(201).value()["uuid"].clone();
    let copy = copy.as_str().unwrap();
    let list = pictures(&ada, copy).await;
    assert_eq!(captions(&list), expected);
    assert_eq!(list[0].main, Some(true));
    assert!(ids(&ada, copy).await.iter().all(|id| *id != a));
}

async fn refuses_what_is_no_picture(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let post = || ada.extensions().add_picture(&trip);
    let part = |name: &str, content: Vec<u8>| post().file(name, "a.jpg", content);
    part("file", b"no picture".to_vec())
        .await
        .expect_status(415);
    let bomb = part("file", bomb()).await;
    assert!([400, 413].contains(&bomb.status), "{bomb:?}");
    let missing = part("image", jpeg(8, 8, 0)).await.problem();
    assert_eq!((missing.status, missing.pointers()), (400, vec!["/file"]));
    let two = part("file", jpeg(8, 8, 0)).file("file", "b.jpg", jpeg(8, 8, 1));
    assert_eq!(two.await.problem().pointers(), ["/file"]);
    post().json(&json!({"file": "x"})).await.expect_status(415);
    let large = vec![0xFF; (20 << 20) + 1];
    part("file", large).await.expect_status(413);
    let key = part("file", jpeg(8, 8, 0)).header("idempotency-key", "not visible ");
    key.await.expect_status(400);
    assert!(pictures(&ada, &trip).await.is_empty());
    assert!(server.kept_pictures().is_empty());
}

async fn a_trip_has_thirty_photos(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for tint in 0..30 {
        add(&ada, &trip, tint).await.expect_status(201);
    }
    let refused = add(&ada, &trip, 30).await.expect_status(400).problem();
    assert_eq!(refused.pointers(), ["/photos"]);
    assert_eq!(server.kept_pictures().len(), 30);
    // The main picture is one more.
    let first = ids(&ada, &trip).await.remove(0);
    let main = json!({"main": true});
    let changed = ada.extensions().update_picture(&trip, &first, &main).await;
    changed.expect_status(200);
    add(&ada, &trip, 30).await.expect_status(201);
    let photo = json!({"main": false});
    let refused = ada.extensions().update_picture(&trip, &first, &photo).await;
    assert_eq!(refused.problem().pointers(), ["/main"]);
}

async fn access_comes_before_the_picture(server: TestServer) {
    let cast = Cast::of(&server).await;
    let [private, public] = [cast.trip(true).await, cast.trip(false).await];
    let viewer = json!({"roles": {"bob": "viewer"}});
    for trip in [&private, &public] {
        add(&cast.ada, trip, 1).await.expect_status(201);
        let set = cast.ada.extensions().set_roles(trip, &viewer).await;
        set.expect_status(200);
    }
    let [hidden, shown] = [
        ids(&cast.ada, &private).await,
        ids(&cast.ada, &public).await,
    ];
    let calls = async |by: &Traveller, trip: &str, id: &str| -> [u16; 4] {
        let extensions = by.extensions();
        let caption = json!({"caption": "Mine"});
        [
            extensions.pictures(trip).await.status,
            add(by, trip, 2).await.status,
            extensions.update_picture(trip, id, &caption).await.status,
            extensions.delete_picture(trip, id).await.status,
        ]
    };
    assert_eq!(calls(&cast.eve, &private, &hidden[0]).await, [404; 4]);
    assert_eq!(calls(&cast.eve, NO_TRIP, &hidden[0]).await, [404; 4]);
    assert_eq!(calls(&cast.eve, "nothing", &hidden[0]).await, [404; 4]);
    assert_eq!(
        calls(&cast.eve, &public, &shown[0]).await,
        [200, 401, 401, 401]
    );
    assert_eq!(
        calls(&cast.bob, &private, &hidden[0]).await,
        [200, 401, 401, 401]
    );
    // A picture of another trip is none of this one.
    assert_eq!(
        calls(&cast.bob, &public, &hidden[0]).await,
        [200, 401, 404, 404]
    );
    assert_eq!(
        calls(&cast.ada, &public, "nothing").await,
        [200, 201, 404, 404]
    );
    cast.nobody
        .extensions()
        .pictures(&public)
        .await
        .expect_status(401);
    let missing = cast
        .ada
        .extensions()
        .update_picture(&public, NO_TRIP, &json!({"index": "x"}));
    missing.await.expect_status(404);
    let viewer = cast
        .bob
        .extensions()
        .update_picture(&public, &shown[0], &json!({"index": "x"}));
    viewer.await.expect_status(401);
}

async fn bad_changes_are_named(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, [a, ..]) = with_three(&ada).await;
    let main = json!({"main": true});
    let changed = ada.extensions().update_picture(&trip, &a, &main).await;
    changed.expect_status(200);
    let tag = ada.extensions().pictures(&trip).await.etag();
    for (body, pointers) in [
        (json!({"caption": "x".repeat(2_001)}), vec!["/caption"]),
        (json!({"caption": "a\u{0}b"}), vec!["/caption"]),
        (
            json!({"caption": null, "index": null, "main": null}),
            vec!["/caption", "/index", "/main"],
        ),
        (
            json!({"caption": 1, "index": -1, "main": "true"}),
            vec!["/caption", "/index", "/main"],
        ),
        (json!({"index": 1.5}), vec!["/index"]),
        (json!({"index": 4_294_967_296_i64}), vec!["/index"]),
        (json!({"index": 1}), vec!["/index"]),
        (json!([]), vec![""]),
    ] {
        let refused = ada.extensions().update_picture(&trip, &a, &body).await;
        let problem = refused.expect_status(400).problem();
        assert_eq!(problem.pointers(), pointers, "{body}");
    }
    let strict = ada
        .extensions()
        .update_picture(&trip, &a, &json!({"title": "x"}));
    let strict = strict.header("prefer", "handling=strict").await;
    assert_eq!(strict.problem().pointers(), ["/title"]);
    let limit = json!({"caption": "é".repeat(2_000)});
    assert_eq!(ada.extensions().pictures(&trip).await.etag(), tag);
    let changed = ada.extensions().update_picture(&trip, &a, &limit).await;
    changed.expect_status(200);
}

async fn pages_show_captions(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::public_trip(&ada, "Lisbon").await;
    let picture = add(&ada, &trip, 1).await.expect_status(201).value();
    let caption = json!({"caption": "<script>alert(1)</script> & tram"});
    let id = picture["id"].as_str().unwrap();
    let changed = ada.extensions().update_picture(&trip, id, &caption).await;
    changed.expect_status(200);
    let page = Visitor::new(&server)
        .get(&format!("/trip/{trip}/photos"))
        .await;
    let escaped = "&lt;script&gt;alert(1)&lt;/script&gt; &amp; tram";
    assert!(page.has(escaped), "{}", page.text);
    let link = ada.extensions().create_share_link(&trip, &json!({})).await;
    let link = link.json().url;
    let page = Visitor::new(&server)
        .get(&link[server.base_url().len()..])
        .await;
    assert!(page.has(escaped), "{}", page.text);
}

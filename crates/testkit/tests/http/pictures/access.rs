//! The authorization matrix of a trip's pictures.

use wayfare_testkit::{Client, Method, TestServer, on_sqlite, sample};

use super::samples::{jpeg, size};
use crate::cast::{Cast, NO_TRIP};

on_sqlite!(
    reading_pictures_follows_the_authorization_matrix,
    uploading_pictures_follows_the_authorization_matrix,
    missing_and_hidden_pictures_answer_identically,
    photo_by_id_requires_a_token,
);

async fn statuses(client: &Client, trip: &str) -> [u16; 2] {
    [
        client.b().picture(trip).await.status,
        client.a().pictures(trip).await.status,
    ]
}

async fn reading_pictures_follows_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = cast.nobody.with_token("nonsense");
    for private in [true, false] {
        let trip = cast.trip(private).await;
        for with_picture in [false, true] {
            if with_picture {
                let upload =
                    cast.ada
                        .a()
                        .set_pictures(&trip)
                        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
                upload.await.expect_status(200);
            }
            assert_eq!(statuses(&cast.ada.client, &trip).await, [200; 2]);
            assert_eq!(statuses(&cast.bob.client, &trip).await, [200; 2]);
            assert_eq!(
                statuses(&cast.eve.client, &trip).await,
                [if private { 403 } else { 200 }; 2]
            );
            assert_eq!(statuses(&cast.nobody, &trip).await, [401; 2]);
            assert_eq!(statuses(&bad, &trip).await, [401; 2]);
        }
    }
}

async fn uploading_pictures_follows_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    let give = |client: &Client, trip: &str, tint| {
        let call = client
            .a()
            .set_pictures(trip)
            .file("mainImage", "a.jpg", jpeg(40, 30, tint));
        async { call.await.status }
    };
    for private in [true, false] {
        let trip = cast.trip(private).await;
        assert_eq!(give(&cast.ada.client, &trip, 1).await, 200);
        assert_eq!(give(&cast.bob.client, &trip, 2).await, 200);
        assert_eq!(
            give(&cast.eve.client, &trip, 3).await,
            if private { 404 } else { 401 }
        );
        assert_eq!(give(&cast.nobody, &trip, 4).await, 401);
        assert_eq!(give(&cast.ada.client, NO_TRIP, 5).await, 404);
        assert_eq!(give(&cast.ada.client, "not-a-uuid", 6).await, 404);
        // Authorization is checked before the body.
        let wrong =
            |client: &Client, trip: &str| client.a().set_pictures(trip).body("text/plain", "x");
        assert_eq!(wrong(&cast.nobody, &trip).await.status, 401);
        assert_eq!(
            wrong(&cast.eve.client, &trip).await.status,
            if private { 404 } else { 401 }
        );
        assert_eq!(wrong(&cast.ada.client, NO_TRIP).await.status, 404);
        assert_eq!(wrong(&cast.bob.client, &trip).await.status, 415);
    }
    assert_eq!(server.kept_pictures().len(), 2);
}

/// Gives the trip a photo, and returns the photo's id.
async fn upload_photo(cast: &Cast, trip: &str) -> String {
    let upload = cast.ada.a().set_pictures(trip);
    upload
        .file("photos", "a.jpg", jpeg(40, 30, 0))
        .await
        .expect_status(200);
    let summary = cast.ada.a().trip(trip).await.json().summary;
    summary.photos.into_iter().next().unwrap()
}

async fn missing_and_hidden_pictures_answer_identically(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let photo = upload_photo(&cast, &trip).await;
    let eve = &cast.eve.client;
    let mut bodies = Vec::new();
    for trip in [
        trip.as_str(),
        NO_TRIP,
        "not-a-uuid",
        "{0198c0de-0000-7000-8000-00000000000a}",
    ] {
        for path in [
            format!("/api/v1/trip/{trip}/picture"),
            format!("/api/v1/trips/{trip}/picture"),
            format!("/api/v1/trips/{trip}/picture/{photo}"),
            format!("/api/v1/trips/{trip}/picture/{NO_TRIP}"),
        ] {
            let reply = eve
                .request(Method::GET, &path)
                .header("x-request-id", "same")
                .await
                .expect_status(403);
            bodies.push(reply.body);
        }
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1);
}

async fn photo_by_id_requires_a_token(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let other = cast.trip(true).await;
    let photo = upload_photo(&cast, &trip).await;
    let open = |client: &Client, trip: &str| {
        client.request(
            Method::GET,
            &format!("/api/v1/trips/{trip}/picture/{photo}"),
        )
    };
    assert_eq!(size(&open(&cast.bob.client, &trip).await), (40, 30));
    open(&cast.nobody, &trip).await.expect_status(401);
    open(&cast.eve.client, &trip).await.expect_status(403);
    open(&cast.ada.client, &other).await.expect_status(403);
    // Other methods are answered with `Allow`.
    let delete = cast
        .ada
        .client
        .request(Method::DELETE, &format!("/api/v1/trips/{trip}/picture"));
    assert_eq!(
        delete.await.expect_status(405).header("allow"),
        Some("GET, HEAD, PUT")
    );
    sample::public_trip(&cast.ada, "Last").await;
}

//! Stored pictures are deleted with their owners.

use std::time::{Duration, Instant};

use wayfare_testkit::{Method, TestServer, both, on_sqlite, sample};

use crate::cast::Cast;
use crate::pictures::samples::{jpeg, size};

both!(
    deleting_a_trip_deletes_its_pictures,
    deleting_a_user_deletes_their_pictures,
    refused_deletion_deletes_no_pictures,
);

on_sqlite!(
    reports_an_unavailable_picture_store,
    serves_the_default_picture_for_a_lost_file,
);

async fn deleting_a_trip_deletes_its_pictures(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, other) = (
        sample::trip(&ada, "Lisbon").await,
        sample::trip(&ada, "Porto").await,
    );
    for trip in [&trip, &other] {
        let upload = ada
            .a()
            .set_pictures(trip)
            .file("mainImage", "a.jpg", jpeg(40, 30, 0));
        upload
            .file("photos", "b.jpg", jpeg(50, 30, 1))
            .await
            .expect_status(200);
    }
    assert_eq!(server.kept_pictures().len(), 4);
    ada.a().delete(&trip).await.expect_status(204);
    assert_eq!(server.kept_pictures().len(), 2);
    ada.client
        .open(&ada.a().pictures(&other).await.json().main_image)
        .await
        .expect_status(200);
    ada.b().delete(&other).await.expect_status(204);
    assert_eq!(server.kept_pictures().len(), 0);
}

async fn deleting_a_user_deletes_their_pictures(server: TestServer) {
    let Cast { ada, bob, .. } = Cast::of(&server).await;
    let (of_ada, of_bob) = (
        sample::trip(&ada, "Lisbon").await,
        sample::trip(&bob, "Porto").await,
    );
    sample::add_members(&bob, &of_bob, &[&ada]).await;
    for (user, trip) in [(&ada, &of_ada), (&bob, &of_bob)] {
        user.a()
            .set_pictures(trip)
            .file("photos", "a.jpg", jpeg(40, 30, 0))
            .await
            .expect_status(200);
        user.users()
            .set_picture(&user.username)
            .file("image", "a.jpg", jpeg(40, 30, 0))
            .await
            .expect_status(200);
    }
    assert_eq!(server.kept_pictures().len(), 4);
    ada.users().delete("ada").await.expect_status(204);
    assert_eq!(server.kept_pictures().len(), 2);
    let left = bob.a().pictures(&of_bob).await.json();
    bob.client.open(&left.photos[0]).await.expect_status(200);
    bob.users().picture("bob").await.expect_status(200);
    bob.users().picture("ada").await.expect_status(404);
}

async fn refused_deletion_deletes_no_pictures(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let upload = cast
        .ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    upload.await.expect_status(200);
    cast.bob.a().delete(&trip).await.expect_status(401);
    cast.ada
        .a()
        .delete(&trip)
        .if_match("\"1-x\"")
        .await
        .expect_status(412);
    cast.bob.users().delete("ada").await.expect_status(401);
    assert_eq!(server.kept_pictures().len(), 1);
}

async fn reports_an_unavailable_picture_store(server: TestServer) {
    let ready = || server.client().request(Method::GET, "/readyz");
    ready().await.expect_status(200);
    let folder = server
        .settings()
        .pictures_url
        .clone()
        .unwrap()
        .to_file_path()
        .unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    // The last result is good for a second.
    let begun = Instant::now();
    let reply = loop {
        let reply = ready().await;
        if reply.status == 503 || begun.elapsed() > Duration::from_secs(10) {
            break reply;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    reply.expect_status(503).problem();
    server
        .client()
        .request(Method::GET, "/healthz")
        .await
        .expect_status(200);
}

async fn serves_the_default_picture_for_a_lost_file(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    upload.await.expect_status(200);
    std::fs::remove_file(server.kept_pictures().remove(0)).unwrap();
    let reply = ada.b().picture(&trip).await;
    assert_eq!(
        (size(&reply), reply.header("cache-control")),
        ((1600, 1200), Some("no-store"))
    );
}

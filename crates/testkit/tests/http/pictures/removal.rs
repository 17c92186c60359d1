//! Pictures go from the store with whatever they belong to.

use wayfare_testkit::{TestServer, both, sample};

use super::samples::jpeg;
use crate::cast::Cast;

both!(a_trip_takes_its_pictures_along, a_user_takes_theirs_along, a_deletion_that_is_refused_takes_none);

async fn a_trip_takes_its_pictures_along(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, other) = (sample::trip(&ada, "Lisbon").await, sample::trip(&ada, "Porto").await);
    for trip in [&trip, &other] {
        let upload = ada.a().set_pictures(trip).file("mainImage", "a.jpg", jpeg(40, 30, 0));
        upload.file("photos", "b.jpg", jpeg(50, 30, 1)).await.expect_status(200);
    }
    assert_eq!(server.kept_pictures().len(), 4);
    ada.a().delete(&trip).await.expect_status(204);
    assert_eq!(server.kept_pictures().len(), 2);
    ada.client.open(&ada.a().pictures(&other).await.json().main_image).await.expect_status(200);
    ada.b().delete(&other).await.expect_status(204);
    assert_eq!(server.kept_pictures().len(), 0);
}

async fn a_user_takes_theirs_along(server: TestServer) {
    let Cast { ada, bob, .. } = Cast::of(&server).await;
    let (of_ada, of_bob) = (sample::trip(&ada, "Lisbon").await, sample::trip(&bob, "Porto").await);
    sample::add_members(&bob, &of_bob, &[&ada]).await;
    for (user, trip) in [(&ada, &of_ada), (&bob, &of_bob)] {
        user.a().set_pictures(trip).file("photos", "a.jpg", jpeg(40, 30, 0)).await.expect_status(200);
        user.users().set_picture(&user.username).file("image", "a.jpg", jpeg(40, 30, 0)).await.expect_status(200);
    }
    assert_eq!(server.kept_pictures().len(), 4);
    ada.users().delete("ada").await.expect_status(204);
    assert_eq!(server.kept_pictures().len(), 2);
    let left = bob.a().pictures(&of_bob).await.json();
    bob.client.open(&left.photos[0]).await.expect_status(200);
    bob.users().picture("bob").await.expect_status(200);
    bob.users().picture("ada").await.expect_status(404);
}

async fn a_deletion_that_is_refused_takes_none(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let upload = cast.ada.a().set_pictures(&trip).file("mainImage", "a.jpg", jpeg(40, 30, 0));
    upload.await.expect_status(200);
    cast.bob.a().delete(&trip).await.expect_status(401);
    cast.ada.a().delete(&trip).if_match("\"1-x\"").await.expect_status(412);
    cast.bob.users().delete("ada").await.expect_status(401);
    assert_eq!(server.kept_pictures().len(), 1);
}

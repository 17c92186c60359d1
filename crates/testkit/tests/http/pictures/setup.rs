//! Steps that many tests of pictures begin with.

use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, TestServer};

use super::remote::Web;

/// Ada, and a private trip of hers.
pub(crate) async fn ada_with_trip(server: &TestServer) -> (Traveller, String) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    (ada, trip)
}

/// Ada and a trip of hers, on a server that may fetch from `web`.
pub(crate) async fn ada_beside(builder: Builder, web: &Web) -> (TestServer, Traveller, String) {
    let server = builder
        .setting("pictures-allowed-hosts", &web.host())
        .start()
        .unwrap();
    let (ada, trip) = ada_with_trip(&server).await;
    (server, ada, trip)
}

/// Uploads the main picture of a trip.
pub(crate) async fn set_main(by: &Traveller, trip: &str, picture: Vec<u8>) {
    let upload = by.a().set_pictures(trip);
    upload
        .file("mainImage", "a.jpg", picture)
        .await
        .expect_status(200);
}

/// Uploads a profile picture.
pub(crate) async fn set_profile(by: &Traveller, picture: Vec<u8>) {
    let upload = by.users().set_picture(&by.username);
    upload
        .file("image", "a.jpg", picture)
        .await
        .expect_status(200);
}

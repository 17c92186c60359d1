//! The quota of stored pictures of an account.

use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Reply, both, on_sqlite};

use crate::cast::Cast;
use crate::pictures::samples::jpeg;

both!(
    counts_the_pictures_of_trips_for_their_owner,
    concurrent_uploads_do_not_exceed_the_quota,
);

on_sqlite!(zero_means_no_quota);

/// The size of the stored form of the sample.
const SAMPLE: (u32, u32) = (320, 240);

fn sample_picture(tint: u8) -> Vec<u8> {
    jpeg(SAMPLE.0, SAMPLE.1, tint)
}

fn assert_refused<T>(reply: Reply<T>) {
    let refused = reply.expect_status(413);
    let kind = "urn:wayfare:problem:picture-quota";
    assert_eq!(refused.problem().r#type, kind);
}

/// Uploads photos of these tints, which replace all others.
async fn set_photos(by: &Traveller, trip: &str, tints: &[u8]) -> u16 {
    let upload = tints
        .iter()
        .fold(by.a().set_pictures(trip), |upload, tint| {
            upload.file("photos", "a.jpg", sample_picture(*tint))
        });
    upload.await.status
}

/// The bytes of a stored sample.
async fn stored_bytes(builder: &Builder) -> u64 {
    let server = builder.clone().start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    assert_eq!(set_photos(&ada, &trip, &[0]).await, 200);
    let kept = server.kept_pictures();
    std::fs::metadata(&kept[0]).unwrap().len()
}

async fn counts_the_pictures_of_trips_for_their_owner(builder: Builder) {
    // Room for three samples and a half.
    let limit = stored_bytes(&builder).await * 7 / 2;
    let builder = builder.setting("pictures-per-account", &limit.to_string());
    let server = builder.start().unwrap();
    let Cast { ada, bob, eve, .. } = Cast::of(&server).await;
    let (first, second) = (
        sample::trip(&ada, "Lisbon").await,
        sample::trip(&ada, "Porto").await,
    );
    sample::add_members(&ada, &first, &[&bob]).await;
    // Bob's upload counts for Ada, who owns the trip.
    assert_eq!(set_photos(&bob, &first, &[0, 1]).await, 200);
    assert_eq!(set_photos(&ada, &second, &[0]).await, 200);
    let profile = ada.users().set_picture("ada");
    assert_refused(profile.file("image", "a.jpg", sample_picture(3)).await);
    let main = ada.a().set_pictures(&second);
    assert_refused(main.file("mainImage", "a.jpg", sample_picture(3)).await);
    assert_eq!(server.kept_pictures().len(), 3, "nothing refused is kept");
    // Others can be exchanged, and removed.
    assert_eq!(set_photos(&ada, &second, &[4]).await, 200);
    let own = bob.users().set_picture("bob");
    own.file("image", "a.jpg", sample_picture(3))
        .await
        .expect_status(200);

    // A new owner needs room for them to keep the trip. Until then they count for Ada.
    sample::add_members(&ada, &first, &[&eve]).await;
    let of_eve = sample::trip(&eve, "Faro").await;
    assert_eq!(set_photos(&eve, &of_eve, &[0, 1]).await, 200);
    let give = json!({"owner": "eve"});
    ada.a().manage(&first, &give).await.expect_status(200);
    let kept = json!({"uuids": [first]});
    let refused = eve.users().keep_trips("eve", &kept).await;
    assert_eq!(refused.expect_status(400).problem().pointers(), ["/uuids"]);
    eve.a().delete(&of_eve).await.expect_status(204);
    eve.users()
        .keep_trips("eve", &kept)
        .await
        .expect_status(204);
    // So Ada has room again.
    assert_eq!(set_photos(&ada, &second, &[0, 1, 2]).await, 200);
}

async fn concurrent_uploads_do_not_exceed_the_quota(builder: Builder) {
    let limit = stored_bytes(&builder).await * 5 / 2;
    let builder = builder.setting("pictures-per-account", &limit.to_string());
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let mut trips = Vec::new();
    for name in ["Lisbon", "Porto", "Faro", "Braga"] {
        trips.push(sample::trip(&ada, name).await);
    }
    let one = |trip| set_photos(&ada, trip, &[7]);
    let (a, b, c, d) = tokio::join!(
        one(&trips[0]),
        one(&trips[1]),
        one(&trips[2]),
        one(&trips[3])
    );
    let mut answers = [a, b, c, d];
    answers.sort_unstable();
    assert_eq!(answers, [200, 200, 413, 413]);
    assert_eq!(server.kept_pictures().len(), 2);
}

async fn zero_means_no_quota(builder: Builder) {
    let server = builder
        .setting("pictures-per-account", "0")
        .start()
        .unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    assert_eq!(set_photos(&ada, &trip, &[0, 1]).await, 200);
}

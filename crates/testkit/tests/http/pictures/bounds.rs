//! Max-Width and Max-Height: exact, in all combinations, on every route that returns a picture.

use wayfare_testkit::{Call, TestServer, on_sqlite, sample};

use super::samples::{jpeg, size};
use crate::cast::Cast;

on_sqlite!(
    resizes_to_the_exact_bounds,
    every_picture_route_honours_the_bounds,
    rejects_invalid_bounds,
);

fn bounded<T>(call: Call<T>, width: &str, height: &str) -> Call<T> {
    let call = if width.is_empty() {
        call
    } else {
        call.max_width(width)
    };
    if height.is_empty() {
        call
    } else {
        call.max_height(height)
    }
}

/// Bounds, and the resulting size of a picture of 640 by 480 pixels.
const FITS: [(&str, &str, (u32, u32)); 17] = [
    ("", "", (640, 480)),
    ("320", "", (320, 240)),
    ("", "240", (320, 240)),
    ("320", "1000", (320, 240)),
    ("1000", "240", (320, 240)),
    ("100", "100", (100, 75)),
    ("100", "50", (67, 50)),
    ("640", "480", (640, 480)),
    ("639", "480", (639, 479)),
    ("5000", "5000", (640, 480)),
    ("1", "", (1, 1)),
    ("", "1", (1, 1)),
    ("3", "2", (3, 2)),
    ("320.9", "", (320, 240)),
    ("3.2e2", "", (320, 240)),
    ("99999999999", "120", (160, 120)),
    ("333", "", (333, 250)),
];

async fn resizes_to_the_exact_bounds(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(640, 480, 0))
        .await
        .expect_status(200);
    for (width, height, fits) in FITS {
        let reply = bounded(ada.b().picture(&trip), width, height).await;
        assert_eq!(size(&reply), fits, "in {width:?} by {height:?}");
    }
    // Each side of an extremely narrow picture has at least one pixel.
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(600, 2, 0))
        .await
        .expect_status(200);
    assert_eq!(size(&ada.b().picture(&trip).max_width("30").await), (30, 1));
}

async fn every_picture_route_honours_the_bounds(server: TestServer) {
    let Cast {
        ada, bob, nobody, ..
    } = Cast::of(&server).await;
    let trip = sample::public_trip(&ada, "Lisbon").await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(400, 300, 0));
    upload
        .file("photos", "b.jpg", jpeg(300, 400, 1))
        .file("photos", "c.jpg", jpeg(200, 200, 2))
        .await
        .expect_status(200);
    ada.users()
        .set_picture("ada")
        .file("image", "a.jpg", jpeg(400, 300, 3))
        .await
        .expect_status(200);

    assert_eq!(
        size(&nobody.users().picture("ada").max_width("80").await),
        (80, 60)
    );
    // The default pictures have 1024 by 1024 and 1600 by 1200 pixels.
    assert_eq!(
        size(&nobody.users().picture("bob").max_height("99").await),
        (99, 99)
    );
    assert_eq!(
        size(&nobody.users().picture("default").max_height("99").await),
        (99, 99)
    );
    assert_eq!(
        size(&nobody.b().picture("default").max_width("160").await),
        (160, 120)
    );

    // The answer with addresses carries the bounds in them, for browsers that can't send them.
    let pictures = bob
        .a()
        .pictures(&trip)
        .max_width("100")
        .max_height("50")
        .await
        .json();
    assert_eq!(size(&nobody.open(&pictures.main_image).await), (67, 50));
    let photos = &pictures.photos;
    assert_eq!(size(&nobody.open(&photos[0]).await), (38, 50));
    assert_eq!(size(&nobody.open(&photos[1]).await), (50, 50));
    // A client can request smaller bounds than the link's, but not larger ones.
    assert_eq!(
        size(&nobody.open(&photos[1]).max_width("20").await),
        (20, 20)
    );
    assert_eq!(
        size(&nobody.open(&photos[1]).max_width("99").await),
        (50, 50)
    );

    let without = sample::trip(&ada, "No picture").await;
    let pictures = ada.a().pictures(&without).max_width("100").await.json();
    assert_eq!(size(&nobody.open(&pictures.main_image).await), (100, 75));
}

async fn rejects_invalid_bounds(server: TestServer) {
    let Cast {
        ada, eve, nobody, ..
    } = Cast::of(&server).await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for bad in [
        "0", "0.99", "-5", "abc", "NaN", "Infinity", "1,5", "10px", "0x10", "1 2",
    ] {
        for call in [
            ada.b().picture(&trip),
            nobody.users().picture("ada"),
            nobody.b().picture("default"),
        ] {
            let refused = call
                .max_width(bad)
                .max_height(bad)
                .await
                .expect_status(400)
                .problem();
            assert_eq!(refused.pointers(), ["/Max-Width", "/Max-Height"]);
        }
        ada.b()
            .picture(&trip)
            .max_width("100")
            .max_height(bad)
            .await
            .expect_status(400);
        ada.a()
            .pictures(&trip)
            .max_height(bad)
            .await
            .expect_status(400);
    }
    // An invalid bound reveals nothing to an unauthorized caller.
    eve.b()
        .picture(&trip)
        .max_width("0")
        .await
        .expect_status(403);
    eve.a()
        .pictures(&trip)
        .max_width("0")
        .await
        .expect_status(403);
    nobody
        .b()
        .picture(&trip)
        .max_width("0")
        .await
        .expect_status(401);
    nobody
        .users()
        .picture("zoe")
        .max_width("0")
        .await
        .expect_status(404);
}

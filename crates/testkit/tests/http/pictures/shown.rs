//! Stored pictures: supported types, transparency, orientation, no metadata.

use image::{GenericImageView, ImageFormat};
use wayfare_testkit::{TestServer, on_sqlite, sample};

use super::samples::{FORMATS, file, is_about, photo, shown, telling_jpeg, transparent_png};

on_sqlite!(
    accepts_and_serves_every_supported_type,
    preserves_transparency,
    removes_metadata,
    ignores_the_file_name,
);

async fn accepts_and_serves_every_supported_type(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    // Each in another tint: the same pixels would be the same picture, whatever their format.
    for ((format, name), tint) in FORMATS.into_iter().zip([20, 80, 140, 200]) {
        let sent = photo(64, 48, tint);
        ada.a()
            .set_pictures(&trip)
            .file("mainImage", name, file(&sent, format))
            .await
            .expect_status(200);
        let reply = ada.b().picture(&trip).await;
        assert_eq!(
            reply.header("x-content-type-options"),
            Some("nosniff"),
            "{name}"
        );
        assert!(
            reply
                .header("content-security-policy")
                .unwrap()
                .contains("default-src 'none'"),
            "{name}"
        );
        let picture = shown(&reply);
        assert_eq!(picture.dimensions(), (64, 48), "{name}");
        for place in [(2, 2), (60, 40)] {
            let [red, green, blue, _] = sent.get_pixel(place.0, place.1).0;
            assert!(
                is_about(&picture, place, [red, green, blue]),
                "{name} at {place:?}"
            );
        }
    }
}

async fn preserves_transparency(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "a.png", transparent_png(200, 100))
        .await
        .expect_status(200);
    for (reply, size) in [
        (ada.b().picture(&trip).await, (200, 100)),
        (ada.b().picture(&trip).max_width("50").await, (50, 25)),
    ] {
        assert_eq!(reply.header("content-type"), Some("image/png"));
        let picture = shown(&reply);
        assert_eq!(picture.dimensions(), size);
        assert_eq!(
            picture.get_pixel(0, 0).0[3],
            0,
            "the corner lets the ground through"
        );
        assert_eq!(
            picture.get_pixel(size.0 / 2, size.1 / 2).0,
            [255, 0, 0, 255],
            "the dot does not"
        );
    }
}

async fn removes_metadata(server: TestServer) {
    const CANARY: &str = "38.6916N 9.2160W Torre";
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let telling = telling_jpeg(80, 40, CANARY);
    let holds_it = |bytes: &[u8]| {
        bytes
            .windows(CANARY.len())
            .any(|window| window == CANARY.as_bytes())
    };
    assert!(holds_it(&telling));
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", telling.clone());
    let urls = upload
        .file("photos", "a.jpg", telling.clone())
        .await
        .expect_status(200)
        .json();
    ada.users()
        .set_picture("ada")
        .file("image", "a.jpg", telling)
        .await
        .expect_status(200);
    let replies = [
        ada.b().picture(&trip).await,
        ada.b().picture(&trip).max_width("20").await,
        ada.client.open(&urls.photos[0]).await,
        ada.users().picture("ada").await,
    ];
    for reply in replies {
        let (width, height) = shown(&reply).dimensions();
        assert!(
            height == width * 2,
            "turned upright, as its orientation says"
        );
        assert!(!holds_it(&reply.body));
        assert!(!reply.body.windows(4).any(|window| window == b"Exif"));
    }
    for kept in server.kept_pictures() {
        assert!(
            !holds_it(&std::fs::read(&kept).unwrap()),
            "{}",
            kept.display()
        );
    }
}

async fn ignores_the_file_name(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let png = file(&photo(30, 20, 0), ImageFormat::Png);
    for name in [
        "a.txt",
        "a.svg",
        "../../etc/passwd",
        "",
        "a.jpg\u{7f}",
        "ä☃.gif",
    ] {
        ada.a()
            .set_pictures(&trip)
            .file("mainImage", name, png.clone())
            .await;
        assert_eq!(
            shown(&ada.b().picture(&trip).await).dimensions(),
            (30, 20),
            "{name:?}"
        );
    }
}

//! Invalid files: rejected with a reason; trip and store are unchanged.

use image::ImageFormat;
use serde_json::json;
use wayfare_testkit::{Reply, TestServer, on_sqlite};

use super::samples::{FORMATS, bomb, file, jpeg, photo};
use super::setup::{ada_with_trip, set_profile};

on_sqlite!(
    invalid_files_change_nothing,
    says_what_to_do_with_pictures_of_a_phone,
    rejects_bodies_that_are_not_multipart,
    rejects_too_many_files,
    invalid_data_urls_change_nothing,
);

/// Names, files, and the permitted statuses.
fn unfit() -> Vec<(String, Vec<u8>, &'static [u16])> {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let mut files: Vec<(String, Vec<u8>, &'static [u16])> = vec![
        (
            "text.png".to_owned(),
            b"hello, I am called holiday.png".to_vec(),
            &[415],
        ),
        ("drawing.svg".to_owned(), svg.into(), &[415]),
        (
            "page.html".to_owned(),
            b"<!DOCTYPE html><html></html>".to_vec(),
            &[415],
        ),
        ("empty.jpg".to_owned(), Vec::new(), &[415]),
        ("bomb.png".to_owned(), bomb(), &[413]),
        (
            "large.jpg".to_owned(),
            [jpeg(100, 100, 0), vec![0; 21 << 20]].concat(),
            &[413],
        ),
        (
            "only a signature.png".to_owned(),
            b"\x89PNG\r\n\x1a\n".to_vec(),
            &[400],
        ),
    ];
    for (format, name) in FORMATS {
        let whole = file(&photo(200, 150, 0), format);
        files.push((
            format!("cut {name}"),
            whole[..whole.len() * 2 / 3].to_vec(),
            &[400],
        ));
    }
    files
}

/// The first bytes of pictures that an iPhone takes, in both kinds of brand.
async fn says_what_to_do_with_pictures_of_a_phone(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    for brand in ["heic", "mif1"] {
        let file = [&b"\0\0\0\x24ftyp"[..], brand.as_bytes(), &[0; 100]].concat();
        let upload = ada.a().set_pictures(&trip).file("mainImage", "a.jpg", file);
        let problem = upload.await.expect_status(415).problem();
        for word in ["HEIC", "JPEG", "PNG", "WebP", "GIF", "Most Compatible"] {
            assert!(problem.detail.contains(word), "{problem:?}");
        }
    }
}

fn check<T: std::fmt::Debug>(reply: Reply<T>, name: &str, statuses: &[u16]) {
    assert!(statuses.contains(&reply.status), "{name}: {reply:?}");
    reply.problem();
}

async fn invalid_files_change_nothing(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    upload
        .file("photos", "b.jpg", jpeg(30, 40, 1))
        .await
        .expect_status(200);
    set_profile(&ada, jpeg(40, 30, 0)).await;
    let (before, profile) = (ada.a().trip(&trip).await, ada.users().own().await);
    let mut kept = server.kept_pictures();
    kept.sort();
    for (name, file, statuses) in unfit() {
        let good = jpeg(50, 50, 7);
        let main = ada
            .a()
            .set_pictures(&trip)
            .file("photos", "good.jpg", good.clone())
            .file("mainImage", &name, file.clone());
        check(main.await, &name, statuses);
        let photos = ada
            .a()
            .set_pictures(&trip)
            .file("mainImage", "good.jpg", good.clone())
            .file("photos", "good.jpg", good);
        check(
            photos.file("photos", &name, file.clone()).await,
            &name,
            statuses,
        );
        check(
            ada.users()
                .set_picture("ada")
                .file("image", &name, file)
                .await,
            &name,
            statuses,
        );
        assert_eq!(ada.a().trip(&trip).await.body, before.body, "{name}");
        assert_eq!(ada.users().own().await.body, profile.body, "{name}");
        let mut left = server.kept_pictures();
        left.sort();
        assert_eq!(left, kept, "{name} left something in the store");
    }
}

async fn rejects_bodies_that_are_not_multipart(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    let form = "multipart/form-data; boundary=x";
    let picture = jpeg(40, 30, 0);
    let whole = [
        b"--x\r\nContent-Disposition: form-data; name=\"mainImage\"; filename=\"a\"\r\n\r\n",
        &picture[..],
    ]
    .concat();
    for (kind, body, status) in [
        ("application/json", b"{}".to_vec(), 415),
        ("image/jpeg", picture.clone(), 415),
        ("multipart/mixed; boundary=x", b"--x--\r\n".to_vec(), 415),
        ("nonsense", Vec::new(), 415),
        ("multipart/form-data", b"--x--\r\n".to_vec(), 400),
        (form, Vec::new(), 400),
        (form, b"hello".to_vec(), 400),
        (form, b"--x\r\n\r\nno name\r\n--x--\r\n".to_vec(), 400),
        (form, whole, 400),
    ] {
        let reply = ada.a().set_pictures(&trip).body(kind, body.clone()).await;
        assert_eq!(
            reply.status,
            status,
            "{kind} {}: {reply:?}",
            String::from_utf8_lossy(&body[..body.len().min(60)])
        );
        reply.problem();
        ada.users()
            .set_picture("ada")
            .body(kind, body)
            .await
            .expect_status(status);
    }
    assert_eq!(server.kept_pictures().len(), 0);
    // A form without any known part changes nothing.
    ada.a()
        .set_pictures(&trip)
        .file("other", "a.jpg", picture.clone())
        .await
        .expect_status(304);
    ada.users()
        .set_picture("ada")
        .file("mainImage", "a.jpg", picture)
        .await
        .expect_status(304);
    ada.a()
        .set_pictures(&trip)
        .file("other", "a", vec![0; 3 << 20])
        .await
        .expect_status(413);
}

async fn rejects_too_many_files(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    let photo = file(&photo(8, 8, 0), ImageFormat::Png);
    let mut thirty = ada.a().set_pictures(&trip);
    let mut more = ada.a().set_pictures(&trip);
    for _ in 0..30 {
        thirty = thirty.file("photos", "a.png", photo.clone());
        more = more.file("photos", "a.png", photo.clone());
    }
    assert_eq!(thirty.await.expect_status(200).json().photos.len(), 30);
    let refused = more
        .file("photos", "a.png", photo.clone())
        .await
        .expect_status(400)
        .problem();
    assert_eq!(refused.pointers(), ["/photos"]);
    let twice = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.png", photo.clone())
        .file("mainImage", "b.png", photo);
    assert_eq!(
        twice.await.expect_status(400).problem().pointers(),
        ["/mainImage"]
    );
    assert_eq!(server.kept_pictures().len(), 30);
}

async fn invalid_data_urls_change_nothing(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    for (url, status) in [
        ("data:image/png;base64,!!!", 400),
        ("data:image/png", 400),
        ("data:image/png;base64,iVBORw0KGgo=", 400),
        ("data:image/png;base64,aGVsbG8=", 415),
        ("data:image/png,hello", 415),
        ("data:,", 415),
    ] {
        let change = json!({"name": "Porto", "img": url});
        let refused = ada.b().update(&trip, &change).await.expect_status(status);
        let problem = refused.problem();
        match status {
            400 => assert_eq!(problem.pointers(), ["/img"], "{url}"),
            _ => assert!(problem.detail.contains("/img"), "{url}: {}", problem.detail),
        }
        let refused = ada.a().update(&trip, &change).await;
        refused.expect_status(status);
        ada.users()
            .update("ada", &json!({"name": "Ada", "image": url}))
            .await
            .expect_status(status);
    }
    assert_eq!(ada.b().trip(&trip).await.json().name, "Lisbon");
    // All errors of a body are listed, even beside a valid picture.
    let picture = crate::pictures::input::data_url(&jpeg(20, 20, 0));
    let refused = ada
        .b()
        .update(&trip, &json!({"img": picture, "members": ["zoe"]}))
        .await
        .expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/members/0"]);
    assert_eq!(server.kept_pictures().len(), 0);
}

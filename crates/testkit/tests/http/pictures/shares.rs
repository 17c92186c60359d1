//! Picture work that one account or address starts, and what others get meanwhile.

use std::time::Duration;

use futures_util::future::join_all;
use image::{GenericImageView, ImageFormat, Rgba, RgbaImage};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Method, TestServer, on_sqlite};

use super::input::data_url;
use super::samples::{file, jpeg, shown, size};
use super::setup::ada_with_trip;

on_sqlite!(
    limits_uploads_of_an_account,
    limits_uploads_of_the_accounts_of_an_address,
    cuts_endless_preambles_off,
    stores_large_pictures_scaled_down,
    many_sizes_of_one_picture_delay_nobody_else,
);

/// The limit of concurrent uploads of an account.
const AT_ONCE: usize = 4;
/// Accounts whose uploads are all that one address may have at the same time.
const ACCOUNTS: usize = 16;
/// The address from which uploads are stalled, as a proxy names it.
const CROWDED: &str = "203.0.113.7";
/// The number of uploads above the limit.
const MORE: usize = 3;

/// Starts an upload that never ends.
async fn stalled_upload(server: &TestServer, owner: &Traveller, trip: &str) -> TcpStream {
    let head = format!(
        "PUT /api/v1/trips/{trip}/picture HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {CROWDED}\r\n\
         Authorization: Bearer {}\r\nContent-Length: 99999\r\n\
         Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\nContent-Disposition: \
         form-data; name=\"mainImage\"\r\n\r\n",
        owner.token
    );
    let mut connection = TcpStream::connect(server.address()).await.unwrap();
    connection.write_all(head.as_bytes()).await.unwrap();
    connection
}

async fn limits_uploads_of_an_account(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let bob = sample::sign_up(&server.client(), "bob").await;
    let (trip, bobs) = (
        sample::trip(&ada, "Lisbon").await,
        sample::trip(&bob, "Porto").await,
    );
    let mut stalled = Vec::new();
    for _ in 0..AT_ONCE + MORE {
        stalled.push(stalled_upload(&server, &ada, &trip).await);
    }
    for _ in 0..600 {
        // Refused uploads are answered immediately, the others not at all.
        stalled.retain(|connection| connection.try_read(&mut [0; 12]).is_err());
        if stalled.len() <= AT_ONCE {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(stalled.len(), AT_ONCE);
    let upload = |by: &Traveller, trip: &str| {
        by.a()
            .set_pictures(trip)
            .file("mainImage", "a.jpg", jpeg(40, 30, 0))
    };
    let refusal = upload(&ada, &trip).await.expect_status(429);
    assert!(refusal.header("retry-after").is_some());
    assert!(refusal.problem().r#type.ends_with("too-many-uploads"));
    let url = data_url(&jpeg(9, 9, 0));
    ada.b()
        .update(&trip, &json!({"img": url}))
        .await
        .expect_status(429);
    // Others still upload, and the account still does everything else.
    upload(&bob, &bobs).await.expect_status(200);
    bob.b()
        .update(&bobs, &json!({"img": url}))
        .await
        .expect_status(200);
    ada.b().trip(&trip).await.expect_status(200);
    let metrics = ada.client.request(Method::GET, "/metrics").await.body;
    let metrics = String::from_utf8(metrics).unwrap();
    let refused = format!(
        "wayfare_picture_uploads_refused_total{{bound=\"account\"}} {}",
        MORE + 2
    );
    assert!(metrics.contains(&refused), "{metrics}");
    drop(stalled);
    for _ in 0..600 {
        if upload(&ada, &trip).await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the slots of uploads that broke off are not freed");
}

async fn limits_uploads_of_the_accounts_of_an_address(server: Builder) {
    let server = server.setting("trusted-proxies", "127.0.0.0/8");
    let server = server.start().unwrap();
    let mut stalled = Vec::new();
    for number in 0..ACCOUNTS {
        let owner = sample::sign_up(&server.client(), &format!("owner{number}")).await;
        let trip = sample::trip(&owner, "Lisbon").await;
        for _ in 0..AT_ONCE {
            stalled.push(stalled_upload(&server, &owner, &trip).await);
        }
    }
    let (ada, trip) = ada_with_trip(&server).await;
    let upload_from = |address| {
        ada.a()
            .set_pictures(&trip)
            .header("x-forwarded-for", address)
            .file("mainImage", "a.jpg", jpeg(40, 30, 0))
    };
    // The last of the stalled uploads may not have begun yet.
    for _ in 0..600 {
        let reply = upload_from(CROWDED).await;
        if reply.status == 429 {
            assert!(reply.problem().r#type.ends_with("too-many-uploads"));
            upload_from("203.0.113.8").await.expect_status(200);
            return;
        }
        reply.expect_status(200);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("one address takes all uploads");
}

async fn cuts_endless_preambles_off(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    let picture = jpeg(40, 30, 0);
    let form = |preamble: usize| {
        [
            &b"a line of the preamble\r\n".repeat(preamble / 24)[..],
            b"--x\r\nContent-Disposition: form-data; name=\"mainImage\"; filename=\"a\"\r\n\r\n",
            &picture,
            b"\r\n--x--\r\n",
        ]
        .concat()
    };
    for (preamble, status) in [(3 << 20, 413), (1 << 10, 200)] {
        ada.a()
            .set_pictures(&trip)
            .body("multipart/form-data; boundary=x", form(preamble))
            .await
            .expect_status(status);
    }
    assert_eq!(server.kept_pictures().len(), 1);
}

/// Noise with transparency: no format compresses it.
fn noise(width: u32, height: u32) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    let picture = RgbaImage::from_fn(width, height, |_, _| Rgba([next(), next(), next(), next()]));
    file(&picture.into(), ImageFormat::WebP)
}

async fn stores_large_pictures_scaled_down(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let upload = noise(2_000, 1_600);
    assert!(upload.len() > 8 << 20);
    ada.users()
        .set_picture("ada")
        .file("image", "a.webp", upload)
        .await
        .expect_status(200);
    let kept = server.kept_pictures();
    assert_eq!(kept.len(), 1);
    assert!(kept[0].metadata().unwrap().len() <= 8 << 20);
    let nobody = server.client();
    let reply = nobody.users().picture("ada").await;
    let (width, height) = size(&reply);
    assert!(width < 2_000 && width.abs_diff(height * 5 / 4) <= 1);
    assert!(shown(&reply).color().has_alpha());
    // A large original is streamed: its length, tag and HEAD are those of any picture.
    let length = reply.body.len().to_string();
    assert_eq!(reply.header("content-length"), Some(length.as_str()));
    let path = "/api/v1/user/ada/picture";
    let head = nobody.request(Method::HEAD, path).await.expect_status(200);
    assert_eq!(head.body.len(), 0);
    for name in ["content-length", "content-type", "etag", "cache-control"] {
        assert_eq!(head.header(name), reply.header(name), "{name}");
    }
    let same = nobody.users().picture("ada").if_none_match(&reply.etag());
    same.await.expect_status(304);

    let long = file(&super::samples::photo(6_000, 600, 0), ImageFormat::Jpeg);
    ada.users()
        .set_picture("ada")
        .file("image", "a.jpg", long)
        .await
        .expect_status(200);
    assert_eq!(size(&nobody.users().picture("ada").await), (4_096, 410));
}

async fn many_sizes_of_one_picture_delay_nobody_else(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let bob = sample::sign_up(&server.client(), "bob").await;
    let trip = sample::trip(&bob, "Porto").await;
    for (by, picture) in [(&ada, jpeg(900, 600, 0)), (&bob, jpeg(800, 600, 1))] {
        by.users()
            .set_picture(&by.username)
            .file("image", "a.jpg", picture)
            .await
            .expect_status(200);
    }
    bob.a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(800, 600, 2))
        .await
        .expect_status(200);
    let nobody = server.client();
    let greedy = join_all((0..200_u32).map(|turn| {
        let (users, width) = (nobody.clone(), (899 - 3 * turn).to_string());
        async move { users.users().picture("ada").max_width(&width).await.status }
    }));
    let modest = async {
        for width in (100..600).step_by(50) {
            let reply = bob.b().picture(&trip).max_width(&width.to_string()).await;
            assert_eq!(shown(&reply).dimensions().0, width);
        }
    };
    let (greedy, ()) = futures_util::join!(greedy, modest);
    assert!(greedy.iter().all(|status| matches!(status, 200 | 503)));
    assert!(greedy.contains(&200));
}

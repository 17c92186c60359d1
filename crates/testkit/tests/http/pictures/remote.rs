//! Remote pictures: fetched through a guard on the first request; the default picture until then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use time::macros::datetime;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{Builder, FixedClock, Reply, TestServer, both, on_sqlite, sample};

use super::samples::{jpeg, size};
use super::setup::{ada_beside, ada_with_trip};

both!(
    fetches_from_an_allowed_host_once,
    fetches_remote_profile_pictures,
);

on_sqlite!(
    does_not_fetch_from_private_addresses,
    checks_redirect_targets,
    retries_a_failed_fetch_later,
    leaves_fetches_to_other_accounts,
    does_not_serve_a_fetched_non_picture,
);

/// A web server on loopback that counts its requests.
pub(crate) struct Web {
    port: u16,
    requests: Arc<AtomicUsize>,
    works: Arc<AtomicBool>,
}

impl Web {
    /// `/a.jpg` is a picture, `/text` is not, anything else redirects to `elsewhere`.
    pub(crate) async fn start(elsewhere: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (requests, works) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicBool::new(true)),
        );
        let (count, is_up) = (Arc::clone(&requests), Arc::clone(&works));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(answer(
                    stream,
                    elsewhere.clone(),
                    is_up.load(Ordering::SeqCst),
                ));
            }
        });
        Self {
            port,
            requests,
            works,
        }
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

async fn answer(mut stream: TcpStream, elsewhere: String, works: bool) {
    let mut request = vec![0; 4096];
    let read = stream.read(&mut request).await.unwrap_or(0);
    let request = String::from_utf8_lossy(&request[..read]).into_owned();
    let (status, body) = match request.split(' ').nth(1) {
        _ if !works => ("500 Broken".to_owned(), Vec::new()),
        Some("/a.jpg") => (
            "200 OK\r\nContent-Type: text/plain".to_owned(),
            jpeg(90, 60, 0),
        ),
        Some("/text") => (
            "200 OK\r\nContent-Type: image/jpeg".to_owned(),
            b"hello".to_vec(),
        ),
        _ => (format!("302 Found\r\nLocation: {elsewhere}"), Vec::new()),
    };
    // A delay, so that concurrent requests arrive before the first is answered.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), &body].concat()).await;
}

#[track_caller]
fn is_stand_in(reply: &Reply<()>) {
    assert_eq!(size(reply), (1600, 1200), "{reply:?}");
    assert_eq!(reply.header("cache-control"), Some("no-store"));
}

async fn does_not_fetch_from_private_addresses(server: TestServer) {
    let web = Web::start(String::new()).await;
    let (ada, trip) = ada_with_trip(&server).await;
    let port = web.port;
    for host in [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.2",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "127。0。0。1",
        "１２７.0.0.1",
    ] {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{port}/a.jpg");
            ada.b()
                .update(&trip, &json!({"img": url}))
                .await
                .expect_status(200);
            is_stand_in(&ada.b().picture(&trip).await);
        }
    }
    assert_eq!(web.requests(), 0);
    assert_eq!(server.kept_pictures().len(), 0);
}

async fn checks_redirect_targets(builder: Builder) {
    let inside = Web::start(String::new()).await;
    let outside = Web::start(inside.url("/a.jpg")).await;
    let server = builder
        .setting("pictures-allowed-hosts", &outside.host())
        .start()
        .unwrap();
    let (ada, trip) = ada_with_trip(&server).await;
    ada.b()
        .update(&trip, &json!({"img": outside.url("/leads/inside")}))
        .await
        .expect_status(200);
    is_stand_in(&ada.b().picture(&trip).await);
    assert_eq!((outside.requests(), inside.requests()), (1, 0));
}

async fn fetches_from_an_allowed_host_once(builder: Builder) {
    let web = Web::start(String::new()).await;
    let server = builder
        .setting(
            "pictures-allowed-hosts",
            &format!("example.org, {}", web.host()),
        )
        .start()
        .unwrap();
    let (ada, trip) = ada_with_trip(&server).await;
    let url = web.url("/a.jpg");
    let updated = ada
        .b()
        .update(&trip, &json!({"img": url}))
        .await
        .expect_status(200)
        .json();
    assert_eq!(
        updated.img,
        format!("{}/api/v1/trip/{trip}/picture", server.base_url()),
        "it is served from here"
    );
    assert_eq!(
        web.requests(),
        0,
        "nothing is fetched before the first request"
    );
    let signed = ada.a().pictures(&trip).await.json().main_image;
    let tag = ada.a().trip(&trip).await.etag();

    let nobody = server.client();
    let all = join_all((0..12).map(|turn| {
        let (ada, nobody, trip, signed) = (&ada, &nobody, &trip, &signed);
        async move {
            if turn % 2 == 0 {
                ada.b().picture(trip).await
            } else {
                nobody.open(signed).await
            }
        }
    }));
    for reply in all.await {
        assert_eq!(size(&reply), (90, 60));
        assert_ne!(reply.header("cache-control"), Some("no-store"));
    }
    assert_eq!(web.requests(), 1, "once for concurrent requests");
    web.works.store(false, Ordering::SeqCst);
    assert_eq!(
        size(&ada.b().picture(&trip).max_width("30").await),
        (30, 20)
    );
    assert_eq!(web.requests(), 1);
    // Neither fetching the picture nor sending its URL again is a change.
    ada.a()
        .trip(&trip)
        .if_none_match(&tag)
        .await
        .expect_status(304);
    ada.b()
        .update(&trip, &json!({"img": url}))
        .await
        .expect_status(304);
    assert_eq!(server.kept_pictures().len(), 1);
    ada.b().delete(&trip).await.expect_status(204);
    assert_eq!(server.kept_pictures().len(), 0);
}

async fn retries_a_failed_fetch_later(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let web = Web::start(String::new()).await;
    web.works.store(false, Ordering::SeqCst);
    let server = builder
        .clock(clock.clone())
        .setting("pictures-allowed-hosts", &web.host())
        .start()
        .unwrap();
    let (ada, trip) = ada_with_trip(&server).await;
    ada.b()
        .update(&trip, &json!({"img": web.url("/a.jpg")}))
        .await
        .expect_status(200);
    for _ in 0..3 {
        is_stand_in(&ada.b().picture(&trip).await);
    }
    assert_eq!(web.requests(), 1);
    web.works.store(true, Ordering::SeqCst);
    clock.advance(Duration::from_secs(29));
    is_stand_in(&ada.b().picture(&trip).await);
    clock.advance(Duration::from_secs(1));
    assert_eq!(size(&ada.b().picture(&trip).await), (90, 60));
    assert_eq!(web.requests(), 2);
}

async fn does_not_serve_a_fetched_non_picture(builder: Builder) {
    let web = Web::start(String::new()).await;
    let (_server, ada, trip) = ada_beside(builder, &web).await;
    ada.b()
        .update(&trip, &json!({"img": web.url("/text")}))
        .await
        .expect_status(200);
    is_stand_in(&ada.b().picture(&trip).await);
    // A URL with a fragment or in other letters is fetched like any other.
    ada.b()
        .update(
            &trip,
            &json!({"img": web.url("/a.jpg").replace("http", "HTTP") + "#x"}),
        )
        .await
        .expect_status(200);
    assert_eq!(size(&ada.b().picture(&trip).await), (90, 60));
}

async fn fetches_remote_profile_pictures(builder: Builder) {
    let web = Web::start(String::new()).await;
    let server = builder
        .setting("pictures-allowed-hosts", &web.host())
        .start()
        .unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let updated = ada
        .users()
        .update("ada", &json!({"image": web.url("/a.jpg")}))
        .await
        .expect_status(200)
        .json();
    assert_eq!(
        updated.image,
        format!("{}/api/v1/user/ada/picture", server.base_url())
    );
    assert_eq!(
        size(&server.client().users().picture("ada").await),
        (90, 60)
    );
    assert_eq!(
        size(&server.client().users().picture("ada").await),
        (90, 60)
    );
    assert_eq!(web.requests(), 1);
    ada.users()
        .update("ada", &json!({"image": web.url("/text")}))
        .await
        .expect_status(200);
    let stand_in = server.client().users().picture("ada").await;
    assert_eq!(
        (size(&stand_in), stand_in.header("cache-control")),
        ((1024, 1024), Some("no-store"))
    );
    assert_eq!(server.kept_pictures().len(), 0);
}

async fn leaves_fetches_to_other_accounts(builder: Builder) {
    let web = Web::start(String::new()).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent_host = silent.local_addr().unwrap().to_string();
    let server = builder
        .setting(
            "pictures-allowed-hosts",
            &format!("{},{silent_host}", web.host()),
        )
        .start()
        .unwrap();
    let (ada, bob) = (
        sample::sign_up(&server.client(), "ada").await,
        sample::sign_up(&server.client(), "bob").await,
    );
    let trip_with = async |account: &Traveller, url: String| {
        let trip = sample::trip(account, "Lisbon").await;
        let image = json!({"img": url});
        account.b().update(&trip, &image).await.expect_status(200);
        trip
    };
    let mut slow = Vec::new();
    for number in 0..7 {
        slow.push(trip_with(&ada, format!("http://{silent_host}/{number}.jpg")).await);
    }
    let other = trip_with(&bob, web.url("/a.jpg")).await;
    let (last, slow) = slow.split_last().unwrap();
    let waiting = join_all(slow.iter().map(async |trip| ada.b().picture(trip).await));
    let served = async {
        let mut connections = Vec::new();
        for _ in slow {
            connections.push(silent.accept().await.unwrap());
        }
        is_stand_in(&ada.b().picture(last).await);
        assert_eq!(size(&bob.b().picture(&other).await), (90, 60));
    };
    tokio::select! {
        _ = waiting => panic!("a fetch from a silent server ended"),
        () = served => {}
    }
}

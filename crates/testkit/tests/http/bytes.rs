//! Bytes in memory: answers to large invalid bodies, bodies in flight, long lists, readiness
//! checks.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method, TestServer, on_sqlite};

on_sqlite!(
    answers_large_invalid_bodies_briefly,
    refuses_long_lists_and_objects_as_a_whole,
    shares_the_room_for_large_bodies_between_accounts,
    streams_long_lists,
    refuses_long_lists_of_one_reader_but_serves_others,
    counts_large_answers_until_they_are_sent,
    asks_its_stores_for_readiness_once_a_second,
);

const MIB: usize = 1 << 20;

/// The value of a metric.
async fn metric(client: &Client, series: &str) -> f64 {
    let reply = client.request(Method::GET, "/metrics").await;
    let text = String::from_utf8(reply.expect_status(200).body).unwrap();
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    value
        .unwrap_or_else(|| panic!("no {series} in {text}"))
        .parse()
        .unwrap()
}

/// 1,000 items with six wrong values in each of 89 shares and one in each item: 535,000.
fn wrong_items() -> String {
    let share = "{\"memberId\":1,\"memberName\":1,\"cost\":\"\",\"paidValue\":\"\",\
        \"paymentDate\":{},\"estimatedCost\":\"\"}";
    let shares = vec![share; 89].join(",");
    let item = format!(r#"{{"item_type":1,"budget":{{"membersBudget":[{shares}]}}}}"#);
    format!("[{}]", vec![item.as_str(); 1_000].join(","))
}

async fn answers_large_invalid_bodies_briefly(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let body = wrong_items();
    assert!((7 * MIB..8 * MIB).contains(&body.len()), "{}", body.len());
    let reply = ada
        .client
        .request(Method::PUT, &format!("/api/v1/trips/{trip}/trip_items"))
        .body("application/json", body)
        .await
        .expect_status(400);
    assert!(reply.body.len() <= 64 << 10, "{} bytes", reply.body.len());
    let problem = reply.problem();
    assert_eq!(problem.error_count, Some(535_000));
    assert_eq!(problem.errors.len(), 100);
    assert_eq!(problem.errors[0].pointer, "/0/item_type");
    assert_eq!(
        problem.errors[1].pointer,
        "/0/budget/membersBudget/0/memberId"
    );
}

async fn refuses_long_lists_and_objects_as_a_whole(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let ones = format!("[{}1]", "1,".repeat(4 * MIB - 2));
    let put = |trip: &str, body: &str| {
        let path = format!("/api/v1/trips/{trip}/trip_items");
        let call = ada.client.request(Method::PUT, &path);
        call.body("application/json", body)
    };
    let nowhere = "0198c0de-0000-7000-8000-00000000000a";
    put(nowhere, &ones).await.expect_status(404);
    let problem = put(&trip, &ones).await.expect_status(400).problem();
    assert_eq!(problem.error_count, Some(1));
    assert_eq!(problem.errors[0].detail, "must have at most 1000 elements");
    let mut fields = String::from("{\"trip_items\": []");
    for number in 0..400_000 {
        write!(fields, ",\"{number}\":1").unwrap();
    }
    fields.push('}');
    let problem = put(&trip, &fields).await.expect_status(400).problem();
    assert_eq!(problem.error_count, Some(1));
    assert_eq!(problem.errors[0].detail, "must have at most 1000 fields");
}

/// A connection that has sent all but the last byte of a body of `size` bytes, or a refusal.
struct Upload(TcpStream);

impl Upload {
    async fn begin(server: &TestServer, who: &Traveller, trip: &str, size: usize) -> Self {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let head = format!(
            "PUT /api/v1/trip/{trip} HTTP/1.1\r\nHost: wayfare\r\nToken: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n",
            who.token
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // A refused upload may be cut off.
        let _ = stream.write_all(&vec![b' '; size - 1]).await;
        Self(stream)
    }

    async fn answer(mut self) -> String {
        let _ = self.0.write_all(b" ").await;
        let mut answer = vec![0; 4_096];
        let read = self.0.read(&mut answer).await.unwrap_or_default();
        String::from_utf8_lossy(&answer[..read]).to_lowercase()
    }
}

async fn wait_until(client: &Client, series: &str, wanted: impl Fn(f64) -> bool) {
    let begun = Instant::now();
    loop {
        let value = metric(client, series).await;
        if wanted(value) {
            return;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{series} {value}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn shares_the_room_for_large_bodies_between_accounts(server: TestServer) {
    const HELD: &str = "wayfare_held_bytes{held=\"bodies\"}";
    const REFUSED: &str = "wayfare_held_bytes_refused_total{held=\"bodies\"}";
    let client = server.client();
    let (ada, bob) = (
        sample::sign_up(&client, "ada").await,
        sample::sign_up(&client, "bob").await,
    );
    let trip = sample::trip(&ada, "Lisbon").await;
    let size = 6 * MIB;
    let first = Upload::begin(&server, &ada, &trip, size).await;
    let second = Upload::begin(&server, &ada, &trip, size).await;
    let both = f64::from(u32::try_from(2 * (size - 1)).unwrap());
    wait_until(&client, HELD, |held| held == both).await;
    let third = Upload::begin(&server, &ada, &trip, size).await;
    wait_until(&client, REFUSED, |refused| refused == 1.0).await;
    let refusal = third.answer().await;
    assert!(refusal.starts_with("http/1.1 429 "), "{refusal}");
    assert!(refusal.contains("retry-after: "), "{refusal}");
    assert!(refusal.contains("problem:too-many-bytes"), "{refusal}");
    // Small bodies, also of the same account, and large ones of others are taken.
    let small = ada.b().update(&trip, &json!({"desc": "small"}));
    small.await.expect_status(200);
    let own = sample::trip(&bob, "Porto").await;
    let large = format!("{{\"desc\": \"large\"{}}}", " ".repeat(size));
    let path = format!("/api/v1/trip/{own}");
    let call = bob.client.request(Method::PUT, &path);
    call.body("application/json", large)
        .await
        .expect_status(200);
    for upload in [first, second] {
        let answer = upload.answer().await;
        assert!(answer.starts_with("http/1.1 400 "), "{answer}");
    }
    wait_until(&client, HELD, |held| held == 0.0).await;
}

/// Public trips with the longest descriptions.
async fn long_trips(owner: &Traveller, number: usize) {
    let desc = "\u{1F600}".repeat(10_000);
    for _ in 0..number / 10 {
        let body = json!({"name": "Lisbon", "desc": desc, "private": false});
        let trips = (0..10).map(|_| sample::trip_with(owner, &body));
        join_all(trips).await;
    }
}

async fn streams_long_lists(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    long_trips(&ada, 30).await;
    for variant in ["a", "b", ""] {
        let get = |path: &str| {
            let call = ada.client.request(Method::GET, path);
            if variant.is_empty() {
                call
            } else {
                call.variant(variant)
            }
        };
        let list = get("/api/v1/trips").await.expect_status(200);
        assert_eq!(list.header("content-type"), Some("application/json"));
        assert_eq!(
            list.header("content-length"),
            Some(list.body.len().to_string().as_str())
        );
        assert!(list.body.len() > MIB);
        let tag = list.etag();
        get("/api/v1/trips")
            .if_none_match(&tag)
            .await
            .expect_status(304);
        let value: Value = serde_json::from_slice(&list.body).unwrap();
        let trips = value.as_array().unwrap();
        assert_eq!(trips.len(), 30);
        assert!(
            trips
                .iter()
                .all(|trip| trip["desc"].as_str().unwrap().len() == 40_000)
        );
        let head = ada.client.request(Method::HEAD, "/api/v1/trips");
        assert!(head.await.expect_status(200).body.is_empty());
    }
    let of_ada = server.client().request(Method::GET, "/api/v1/trips/ada");
    let list: Value = of_ada.await.expect_status(200).value();
    assert_eq!(list.as_array().unwrap().len(), 30);
    wait_until(
        &server.client(),
        "wayfare_held_bytes{held=\"answers\"}",
        |held| held == 0.0,
    )
    .await;
}

async fn refuses_long_lists_of_one_reader_but_serves_others(server: TestServer) {
    const HELD: &str = "wayfare_held_bytes{held=\"answers\"}";
    let client = server.client();
    let ada = sample::sign_up(&client, "ada").await;
    long_trips(&ada, 700).await;
    // One reader of a list of 28 MB that does not read it.
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = b"GET /api/v1/trips/ada HTTP/1.1\r\nHost: wayfare\r\n\r\n";
    stream.write_all(request).await.unwrap();
    let held = f64::from(u32::try_from(15 * MIB).unwrap());
    wait_until(&client, HELD, |bytes| bytes > held).await;
    let again = client.request(Method::GET, "/api/v1/trips/ada").await;
    assert_eq!(again.expect_status(429).header("retry-after"), Some("2"));
    let others = ada.client.request(Method::GET, "/api/v1/trips/ada").await;
    assert!(others.expect_status(200).body.len() > 20 * MIB);
    drop(stream);
    wait_until(&client, HELD, |bytes| bytes == 0.0).await;
}

/// A connection that asks for a path and reads no answer.
pub(crate) async fn ask_without_reading(
    server: &TestServer,
    path: &str,
    header: &str,
) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(server.address()).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: wayfare\r\n{header}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

async fn counts_large_answers_until_they_are_sent(server: TestServer) {
    const HELD: &str = "wayfare_held_bytes{held=\"answers\"}";
    let client = server.client();
    let ada = sample::sign_up(&client, "ada").await;
    let bob = sample::sign_up(&client, "bob").await;
    let trip = sample::public_trip(&ada, "Long").await;
    // More than the system's buffers of a connection take.
    let text = "x".repeat(2_000);
    let place = json!({"location": text, "description": text});
    let items = vec![json!({"item_type": "stay", "destination": place}); 950];
    let items = json!({"trip_items": items});
    ada.a().set_items(&trip, &items).await.expect_status(200);
    let link = json!({"label": "all", "sections": ["itinerary"]});
    let link = ada.extensions().create_share_link(&trip, &link).await;
    let link = link.expect_status(201).value();
    let (_, token) = link["url"].as_str().unwrap().rsplit_once('/').unwrap();
    let bearer = format!("Authorization: Bearer {}\r\n", ada.token);
    let readers = [
        (format!("/trip/{trip}"), "", &client),
        (format!("/s/{token}"), "", &client),
        (format!("/api/v1/shared/{token}"), "", &client),
        (
            format!("/api/v1/trips/{trip}/trip_items"),
            &*bearer,
            &ada.client,
        ),
    ];
    for (path, header, reader) in readers {
        let other = bob.client.request(Method::GET, &path).await;
        let size = other.expect_status(200).body.len();
        assert!(size > 3 * MIB, "{path}");
        let mut slow = Vec::new();
        for _ in 0..16 {
            slow.push(ask_without_reading(&server, &path, header).await);
        }
        // A quarter of 192 MiB, without room for one answer more.
        let [most, size] = [48 * MIB, size].map(|bytes| f64::from(u32::try_from(bytes).unwrap()));
        wait_until(&client, HELD, |bytes| bytes > most - size).await;
        let refused = reader.request(Method::GET, &path).await;
        assert_eq!(refused.status, 429, "{path}");
        assert!(metric(&client, HELD).await <= most, "{path}");
        bob.client
            .request(Method::GET, &path)
            .await
            .expect_status(200);
        drop(slow);
        wait_until(&client, HELD, |bytes| bytes == 0.0).await;
    }
}

async fn asks_its_stores_for_readiness_once_a_second(server: TestServer) {
    const JOBS: &str = "wayfare_database_jobs_total";
    let client = server.client();
    let before = metric(&client, JOBS).await;
    let begun = Instant::now();
    for _ in 0..4 {
        let checks = (0..50).map(|_| client.request(Method::GET, "/readyz").into_future());
        for reply in join_all(checks).await {
            reply.expect_status(200);
        }
    }
    let jobs = metric(&client, JOBS).await - before;
    assert!(jobs <= begun.elapsed().as_secs_f64() + 1.0, "{jobs} jobs");
    assert!(jobs >= 1.0);
}

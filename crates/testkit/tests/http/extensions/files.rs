//! Files of a trip: tickets and other documents, as they were sent, for its people alone.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::lists::TripFile;
use wayfare_testkit::{Call, Method, TestServer, both, on_sqlite};

use crate::cast::Cast;
use crate::pictures::samples::jpeg;

both!(
    files_are_kept_as_they_are,
    files_stay_when_their_item_goes,
    outsiders_of_a_public_trip_learn_of_no_file,
    a_repeated_addition_adds_no_file_again,
    a_trip_has_a_hundred_mebibytes_of_files,
);
on_sqlite!(
    ranges_of_a_file_are_served,
    the_content_tells_the_type,
    bad_files_change_nothing,
    files_never_leave_their_people,
    a_trip_has_two_hundred_files,
);

const PDF: &[u8] = b"%PDF-1.7\n% a ticket\n";

fn add(by: &Traveller, trip: &str, name: &str, bytes: &[u8]) -> Call<Value> {
    let path = format!("/api/v1/trips/{trip}/files");
    let call = by.client.request(Method::POST, &path);
    call.file("file", name, bytes.to_vec())
}

async fn files(by: &Traveller, trip: &str) -> Vec<TripFile> {
    by.extensions().files(trip).await.json()
}

async fn with_item(by: &Traveller) -> String {
    let trip = sample::trip(by, "Lisbon").await;
    let item = json!({"item_id": "train", "item_type": "transportation"});
    by.extensions()
        .add_item(&trip, &item)
        .await
        .expect_status(201);
    trip
}

async fn files_are_kept_as_they_are(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = with_item(&ada).await;
    let before = ada.a().trip(&trip).await;
    let reply = add(&ada, &trip, "C:\\Fahrkarte Köln.pdf", PDF)
        .text("item_id", "train")
        .await
        .expect_status(201);
    let location = reply.header("location").unwrap().to_owned();
    let file = reply.value();
    let id = file["id"].as_str().unwrap().to_owned();
    assert!(location.ends_with(&format!("/api/v1/trips/{trip}/files/{id}")));
    assert_eq!(file["name"], "Fahrkarte Köln.pdf");
    assert_eq!(file["type"], "application/pdf");
    assert_eq!(file["size"], PDF.len());
    assert_eq!(file["item_id"], "train");
    assert_eq!(file["by"], "ada");
    assert!(file["createdAt"].as_str().unwrap().ends_with('Z'));
    assert_ne!(ada.a().trip(&trip).await.etag(), before.etag());
    assert_eq!(ada.extensions().files(&trip).await.value(), json!([file]));
    let read = ada.extensions().file(&trip, &id).await.expect_status(200);
    assert_eq!(read.body, PDF);
    assert_eq!(read.header("content-type"), Some("application/pdf"));
    assert_eq!(read.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(
        read.header("content-disposition"),
        Some(
            "attachment; filename=\"Fahrkarte K_ln.pdf\"; \
             filename*=UTF-8''Fahrkarte%20K%C3%B6ln.pdf"
        )
    );
    let path = format!("/api/v1/trips/{trip}/files/{id}");
    let head = ada.client.request(Method::HEAD, &path).await;
    assert_eq!(head.header("content-length"), Some("20"));
    let known = ada.client.request(Method::GET, &path);
    let known = known.header("if-none-match", read.etag()).await;
    known.expect_status(304);
    let deleted = ada.extensions().delete_file(&trip, &id).await;
    deleted.expect_status(204);
    assert_eq!(files(&ada, &trip).await, []);
    ada.extensions().file(&trip, &id).await.expect_status(404);
    ada.extensions()
        .delete_file(&trip, &id)
        .await
        .expect_status(404);
    assert_eq!(server.kept_pictures().len(), 0, "its bytes are gone");
}

async fn files_stay_when_their_item_goes(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = with_item(&ada).await;
    let added = add(&ada, &trip, "a.pdf", PDF).text("item_id", "train");
    added.await.expect_status(201);
    let gone = ada.extensions().delete_item(&trip, "train").await;
    gone.expect_status(204);
    let left = files(&ada, &trip).await;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].item_id, None);
}

async fn outsiders_of_a_public_trip_learn_of_no_file(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let added = add(&cast.ada, &trip, "a.pdf", PDF).await.expect_status(201);
    let id = added.value()["id"].as_str().unwrap().to_owned();
    let outsider = sample::sign_up(&server.client(), "zoe").await;
    outsider.a().trip(&trip).await.expect_status(200);
    outsider.extensions().files(&trip).await.expect_status(404);
    outsider
        .extensions()
        .file(&trip, &id)
        .await
        .expect_status(404);
    let deleted = outsider.extensions().delete_file(&trip, &id).await;
    deleted.expect_status(404);
    add(&outsider, &trip, "b.pdf", PDF).await.expect_status(401);
    // A file is no picture of the trip, not even to its people.
    let pictures = [
        format!("/api/v1/trips/{trip}/picture/{id}"),
        format!("/api/v1/trip/{trip}/picture/{id}"),
    ];
    for path in pictures {
        let shown = cast.ada.client.request(Method::GET, &path).await;
        assert!(
            matches!(shown.status, 403 | 404),
            "{path}: {}",
            shown.status
        );
    }
}

async fn a_repeated_addition_adds_no_file_again(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let add = || add(&ada, &trip, "a.pdf", PDF).header("idempotency-key", "ticket");
    let first = add().await.expect_status(201).value();
    let again = add().await.expect_status(201);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.value(), first);
    assert_eq!(files(&ada, &trip).await.len(), 1);
    assert_eq!(server.kept_pictures().len(), 1);
    let id = first["id"].as_str().unwrap();
    ada.extensions()
        .delete_file(&trip, id)
        .await
        .expect_status(204);
    add().await.expect_status(410);
}

async fn a_trip_has_a_hundred_mebibytes_of_files(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let large = vec![7; 20 << 20];
    for _ in 0..5 {
        add(&ada, &trip, "a.bin", &large).await.expect_status(201);
    }
    let refused = add(&ada, &trip, "b.bin", b"x").await.expect_status(400);
    assert_eq!(refused.problem().errors[0].pointer, "/file");
    let longer = vec![7; (20 << 20) + 1];
    let other = sample::trip(&ada, "Porto").await;
    add(&ada, &other, "a.bin", &longer).await.expect_status(413);
    assert_eq!(server.kept_pictures().len(), 5);
}

async fn ranges_of_a_file_are_served(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let added = add(&ada, &trip, "a.txt", b"0123456789").await;
    let id = added.value()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/trips/{trip}/files/{id}");
    let tag = ada.extensions().file(&trip, &id).await.etag();
    let read = async |range: &str, if_range: &str| {
        let call = ada.client.request(Method::GET, &path);
        let call = call.header("range", range);
        match if_range {
            "" => call.await,
            tag => call.header("if-range", tag).await,
        }
    };
    for (range, body, content_range) in [
        ("bytes=0-3", "0123", "bytes 0-3/10"),
        ("bytes=8-", "89", "bytes 8-9/10"),
        ("bytes=-3", "789", "bytes 7-9/10"),
        ("bytes=4-99", "456789", "bytes 4-9/10"),
    ] {
        let part = read(range, "").await.expect_status(206);
        assert_eq!(part.body, body.as_bytes(), "{range}");
        assert_eq!(part.header("content-range"), Some(content_range));
        assert_eq!(read(range, &tag).await.status, 206);
        assert_eq!(read(range, "\"other\"").await.status, 200);
    }
    for ignored in ["bytes=0-1,4-5", "items=0-1", "bytes=x"] {
        assert_eq!(
            read(ignored, "").await.expect_status(200).body,
            b"0123456789"
        );
    }
    let beyond = read("bytes=10-", "").await.expect_status(416);
    assert_eq!(beyond.header("content-range"), Some("bytes */10"));
}

async fn the_content_tells_the_type(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for (name, bytes, kind) in [
        (
            "a.html",
            &b"<!doctype html><script>1</script>"[..],
            "application/octet-stream",
        ),
        (
            "a.pdf",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            "application/octet-stream",
        ),
        (
            "a",
            b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
            "text/calendar; charset=utf-8",
        ),
        (
            "a.exe",
            "Zug 41, Köln".as_bytes(),
            "text/plain; charset=utf-8",
        ),
    ] {
        let added = add(&ada, &trip, name, bytes).await.expect_status(201);
        let id = added.value()["id"].as_str().unwrap().to_owned();
        let read = ada.extensions().file(&trip, &id).await;
        assert_eq!(read.header("content-type"), Some(kind), "{name}");
        assert_eq!(read.body, bytes);
    }
    let photo = jpeg(8, 8, 3);
    let added = add(&ada, &trip, "scan", &photo).await.value();
    assert_eq!(added["type"], "image/jpeg");
    assert_eq!(ada.a().trip(&trip).await.json().summary.photos.len(), 0);
}

async fn bad_files_change_nothing(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let tag = ada.a().trip(&trip).await.etag();
    let empty = add(&ada, &trip, "a.pdf", b"").await.expect_status(400);
    assert_eq!(empty.problem().errors[0].pointer, "/file");
    let unknown = add(&ada, &trip, "a.pdf", PDF).text("item_id", "nothing");
    let unknown = unknown.await.expect_status(400);
    assert_eq!(unknown.problem().errors[0].pointer, "/item_id");
    let stale = add(&ada, &trip, "a.pdf", PDF).header("if-match", "\"99-x\"");
    stale.await.expect_status(412);
    let path = format!("/api/v1/trips/{trip}/files");
    let call = ada.client.request(Method::POST, &path);
    call.json(&json!({})).await.expect_status(415);
    assert_eq!(ada.a().trip(&trip).await.etag(), tag);
    assert_eq!(server.kept_pictures().len(), 0);
}

async fn files_never_leave_their_people(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = json!({"name": "Lisbon", "private": false});
    let trip = sample::trip_with(&ada, &trip).await;
    add(&ada, &trip, "SECRET.pdf", PDF).await.expect_status(201);
    let zoe = sample::sign_up(&server.client(), "zoe").await;
    let archive = |by: &Traveller| by.extensions().export(&trip, "zip");
    let has_file = |body: &[u8]| {
        let path = b"files/001-SECRET.pdf";
        body.windows(path.len()).any(|window| window == path)
    };
    assert!(has_file(&archive(&ada).await.body));
    assert!(!has_file(&archive(&zoe).await.body));
    let copy = ada
        .extensions()
        .copy_trip(&trip, &json!({"with": ["pictures", "people"]}));
    let copy = copy.await.expect_status(201).json().uuid;
    assert_eq!(files(&ada, &copy).await, []);
    for format in ["ics", "gpx", "kml", "geojson", "csv"] {
        let exported = ada.extensions().export(&trip, format).await;
        assert!(
            !String::from_utf8_lossy(&exported.body).contains("SECRET"),
            "{format}"
        );
    }
}

async fn a_trip_has_two_hundred_files(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for place in 0..200 {
        let added = add(&ada, &trip, &format!("{place}.pdf"), PDF).await;
        added.expect_status(201);
    }
    let refused = add(&ada, &trip, "one more.pdf", PDF)
        .await
        .expect_status(400);
    assert_eq!(refused.problem().errors[0].pointer, "/file");
    assert_eq!(files(&ada, &trip).await.len(), 200);
}

//! Another file of a booking changes its item.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::extensions::{BookingChange, Import};
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::exports::unzipped;
use super::imports::calendar;
use crate::cast::{Cast, archive_of};

both!(the_same_reservation_again_changes_its_item);

on_sqlite!(
    a_cancelled_reservation_is_proposed_for_removal,
    an_event_of_the_same_uid_changes_its_item,
    archives_of_people_of_the_trip_have_bookings,
);

/// A reservation of a hotel from that hour on.
fn hotel(hour: &str, room: &str, status: &str) -> String {
    let reservation = json!({
        "@context": "http://schema.org",
        "@type": "LodgingReservation",
        "reservationNumber": "HTL-4711",
        "reservationStatus": format!("http://schema.org/Reservation{status}"),
        "reservationFor": {
            "@type": "LodgingBusiness",
            "name": "Hotel Beispiel",
            "address": "Rua do Exemplo 1, Lisboa",
        },
        "checkinTime": format!("2026-05-04T{hour}"),
        "checkoutTime": "2026-05-07T10:00:00",
        "lodgingUnitDescription": room,
        "totalPrice": "450.00",
        "priceCurrency": "EUR",
    });
    reservation.to_string()
}

async fn dated_trip(by: &Traveller) -> String {
    let trip = sample::trip(by, "Portugal").await;
    let dates = json!({"date": {"start": "2026-05-01", "end": "2026-05-09"}});
    by.b().update(&trip, &dates).await.expect_status(200);
    trip
}

async fn add(by: &Traveller, trip: &str, file: String) -> Import {
    let call = by.extensions().import(&format!("trip={trip}"), file);
    call.await.expect_status(200).json()
}

/// The only item of a trip.
async fn only_item(by: &Traveller, trip: &str) -> Value {
    let items = by.a().items(trip).extended().await.value();
    let [item] = &items.as_array().unwrap()[..] else {
        panic!("{items}")
    };
    item.clone()
}

fn change(item: &Value, changed: &[&str], kept: &[&str]) -> BookingChange {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    BookingChange {
        item_id: item["item_id"].as_str().unwrap().to_owned(),
        name: item["destination"]["name"].as_str().unwrap().to_owned(),
        changed: names(changed),
        kept: names(kept),
        cancelled: false,
    }
}

async fn the_same_reservation_again_changes_its_item(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = dated_trip(&ada).await;
    let file = |hour: &str, room: &str| hotel(hour, room, "Confirmed");
    let first = add(&ada, &trip, file("15:00:00", "Double room")).await;
    assert_eq!((first.items, first.changes), (1, Vec::new()));
    let before = only_item(&ada, &trip).await;
    assert_eq!(
        (&before["day"], &before["start_local"]),
        (&json!(4), &json!("2026-05-04T15:00:00"))
    );

    // The same again is known.
    let tag = ada.a().trip(&trip).await.etag();
    let again = add(&ada, &trip, file("15:00:00", "Double room")).await;
    assert_eq!((again.items, again.changes), (0, Vec::new()));
    assert_eq!(ada.a().trip(&trip).await.etag(), tag);

    // A preview tells of another hour, and changes nothing.
    let query = format!("trip={trip}&preview=true");
    let preview = ada
        .extensions()
        .import(&query, file("16:30:00", "Double room"));
    let preview = preview.await.expect_status(200).json();
    let expected = vec![change(&before, &["start"], &[])];
    assert_eq!((preview.items, &preview.changes), (0, &expected));
    assert_eq!(only_item(&ada, &trip).await, before);
    let added = add(&ada, &trip, file("16:30:00", "Double room")).await;
    assert_eq!(added.changes, expected);
    let after = only_item(&ada, &trip).await;
    assert_eq!(after["item_id"], before["item_id"]);
    assert_eq!(after["start_local"], "2026-05-04T16:30:00");
    assert_eq!(after["end_time"], before["end_time"]);

    // What somebody has changed stays.
    let id = before["item_id"].as_str().unwrap();
    let own = json!({"destination": {"description": "Sea view"}});
    let update = ada.extensions().update_item(&trip, id, &own).await;
    update.expect_status(200);
    let added = add(&ada, &trip, file("18:00:00", "Suite")).await;
    assert_eq!(
        added.changes,
        [change(&before, &["start"], &["description"])]
    );
    let warning = "fields that were changed here since stay: Hotel Beispiel: description";
    assert!(added.warnings.iter().any(|it| it == warning), "{added:?}");
    let after = only_item(&ada, &trip).await;
    assert_eq!(after["destination"]["description"], "Sea view");
    assert_eq!(after["start_local"], "2026-05-04T18:00:00");
}

async fn a_cancelled_reservation_is_proposed_for_removal(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = dated_trip(&ada).await;
    add(&ada, &trip, hotel("15:00:00", "Suite", "Confirmed")).await;
    let before = only_item(&ada, &trip).await;
    let cancelled = add(&ada, &trip, hotel("15:00:00", "Suite", "Cancelled")).await;
    let expected = BookingChange {
        cancelled: true,
        ..change(&before, &[], &[])
    };
    assert_eq!(cancelled.changes, [expected]);
    let warning = "a cancelled reservation is still in the trip: Hotel Beispiel";
    let has = |warnings: &[String]| warnings.iter().any(|it| it == warning);
    assert!(has(&cancelled.warnings), "{cancelled:?}");
    assert_eq!(only_item(&ada, &trip).await, before);

    let other = dated_trip(&ada).await;
    let unknown = add(&ada, &other, hotel("15:00:00", "Suite", "Cancelled")).await;
    assert_eq!(unknown.changes, []);
    assert!(!has(&unknown.warnings), "{unknown:?}");
}

async fn an_event_of_the_same_uid_changes_its_item(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let event = |name: &str, start: &str| {
        calendar(&format!(
            "BEGIN:VEVENT\nUID:dinner@example.org\nSUMMARY:{name}\nDTSTART:{start}\nEND:VEVENT\n"
        ))
    };
    let new = ada
        .extensions()
        .import("", event("Dinner", "20260504T190000Z"))
        .await
        .expect_status(201)
        .json();
    let trip = new.uuid.unwrap();
    let before = only_item(&ada, &trip).await;
    let added = add(&ada, &trip, event("Supper", "20260504T200000Z")).await;
    assert_eq!(added.changes, [change(&before, &["name", "start"], &[])]);
    let after = only_item(&ada, &trip).await;
    assert_eq!(after["item_id"], before["item_id"]);
    assert_eq!(after["destination"]["name"], "Supper");
    assert_eq!(after["start_time"], "2026-05-04T20:00:00Z");
}

async fn archives_of_people_of_the_trip_have_bookings(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = dated_trip(&cast.ada).await;
    add(&cast.ada, &trip, hotel("15:00:00", "Suite", "Confirmed")).await;
    let public = json!({"private": false});
    let update = cast.ada.b().update(&trip, &public).await;
    update.expect_status(200);
    let archive = archive_of(&cast.ada, &trip).await;
    let made = cast.ada.extensions().import("", archive).await;
    let copy = made.expect_status(201).json().uuid.unwrap();
    let before = only_item(&cast.ada, &copy).await;
    let added = add(&cast.ada, &copy, hotel("17:00:00", "Suite", "Confirmed")).await;
    assert_eq!(added.changes, [change(&before, &["start"], &[])]);

    let archive = archive_of(&cast.eve, &trip).await;
    let files = unzipped(archive);
    let has = |text: &str| {
        let mut files = files.iter();
        files.any(|(_, bytes)| String::from_utf8_lossy(bytes).contains(text))
    };
    assert!(has("Hotel Beispiel") && !has("HTL-4711"));
}

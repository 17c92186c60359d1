//! Files with several trips of other services: one trip each, all or none, and into one trip.

use serde_json::json;
use wayfare_testkit::sample;
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::hostile::zipped;
use crate::pictures::samples::jpeg;

both!(a_feed_of_tripit_makes_all_of_its_trips);

on_sqlite!(pictures_that_are_no_pictures_are_left_out);

/// A feed of TripIt with two trips and a booking in each.
fn feed() -> String {
    let event = |uid: &str, title: &str, times: &str, description: &str| {
        format!(
            "BEGIN:VEVENT\r\nUID:{uid}@tripit.com\r\nSUMMARY:{title}\r\n{times}\r\n\
             DESCRIPTION:{description}\r\nEND:VEVENT\r\n"
        )
    };
    let link = |id: u32| format!("https://www.tripit.com/trip/show/id/{id}\\n");
    let trip = |id: u32, title: &str, days: [u32; 2]| {
        let times = format!(
            "DTSTART;VALUE=DATE:202705{:02}\r\nDTEND;VALUE=DATE:202705{:02}",
            days[0], days[1]
        );
        event(&format!("t{id}"), title, &times, &link(id))
    };
    let flight = |id: u32, day: u32, code: &str| {
        let times = format!("DTSTART:202705{day:02}T080000Z\r\nDTEND:202705{day:02}T104500Z");
        let what = format!("{}[Flight] LHR to LIS\\nConfirmation # {code}\\n", link(id));
        event(&format!("item-{id}"), "TP1365 LHR to LIS", &times, &what)
    };
    let events = [
        trip(11, "Lisbon", [1, 6]),
        trip(22, "Porto", [20, 22]),
        flight(11, 2, "ABC123"),
        flight(22, 20, "XYZ789"),
    ];
    format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Ada (TripIt)\r\n{}END:VCALENDAR\r\n",
        events.concat()
    )
}

async fn a_feed_of_tripit_makes_all_of_its_trips(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let own = ada.extensions();
    let preview = own.import("preview=true", feed()).await.expect_status(200);
    let preview = preview.json();
    assert_eq!((preview.uuid, preview.uuids), (None, Vec::new()));
    assert_eq!((preview.format.as_str(), preview.items), ("tripit", 2));
    assert_eq!(ada.b().trips().await.value(), json!([]));

    let send = || own.import("", feed()).idempotency_key("feed");
    let made = send().await.expect_status(201);
    let location = made.header("location").unwrap().to_owned();
    let made = made.json();
    let [lisbon, porto] = &made.uuids[..] else {
        panic!("{made:?}")
    };
    assert_eq!(made.uuid.as_ref(), Some(lisbon));
    assert!(location.ends_with(lisbon), "{location}");
    for (trip, name, start, code, day) in [
        (lisbon, "Lisbon", 1_809_129_600, "ABC123", 2),
        (porto, "Porto", 1_810_771_200, "XYZ789", 1),
    ] {
        let read = ada.b().trip(trip).await.value();
        assert_eq!(
            (&read["name"], &read["date"]["start"]),
            (&json!(name), &json!(start))
        );
        let items = ada.a().items(trip).extended().await.value();
        let item = &items[0];
        assert_eq!(
            (&item["confirmation"], &item["day"]),
            (&json!(code), &json!(day))
        );
    }
    // Sent again with its key, it tells of the same trips.
    let again = send().await.expect_status(201);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.json().uuids, made.uuids);
    let all = ada.b().trips().await.value();
    assert_eq!(all.as_array().unwrap().len(), 2);

    let one = sample::trip(&ada, "Portugal").await;
    let added = own.import(&format!("trip={one}"), feed()).await;
    let added = added.expect_status(200).json();
    assert_eq!(
        (added.uuid.as_deref(), added.items),
        (Some(one.as_str()), 2)
    );
    assert_eq!(added.uuids, Vec::<String>::new());
    let items = ada.a().items(&one).await.value();
    assert_eq!(items.as_array().unwrap().len(), 2);
}

async fn pictures_that_are_no_pictures_are_left_out(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let step = json!({"id": 5, "display_name": "Osaka", "start_time": 1_809_214_200});
    let trip = json!({"name": "Japan", "all_steps": [step]}).to_string();
    let photo = jpeg(40, 30, 1);
    let file = zipped(&[
        ("trip/japan_1/trip.json", trip.as_bytes()),
        ("trip/japan_1/osaka_5/photos/a.jpg", b"no picture"),
        ("trip/japan_1/osaka_5/photos/b.jpg", &photo),
    ]);
    let made = ada.extensions().import("", file).await.expect_status(201);
    let made = made.json();
    assert_eq!((made.format.as_str(), made.pictures), ("polarsteps", 1));
    assert_eq!(made.uuids.len(), 1);
    let warning = "pictures left out that can't be read: 1".to_owned();
    assert!(made.warnings.contains(&warning), "{:?}", made.warnings);
    assert_eq!(server.kept_pictures().len(), 1);
}

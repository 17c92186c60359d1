//! The days and dates of what files hold, and files that are added to a trip once more.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::imports::{calendar, import};

both!(what_a_trip_has_is_not_added_twice);

on_sqlite!(
    events_are_on_the_days_of_their_local_dates,
    events_are_there_on_their_local_dates_in_a_trip_too,
    what_ends_at_midnight_ends_on_the_day_before,
    the_last_day_of_folders_ends_the_trip,
    times_of_items_date_a_trip,
    a_track_dates_a_trip_where_it_lies,
    events_whose_names_say_so_are_travel,
);

fn event(uid: &str, start: &str, more: &str) -> String {
    format!("BEGIN:VEVENT\nUID:{uid}\nSUMMARY:{uid}\nDTSTART:{start}\n{more}END:VEVENT\n")
}

/// The names of the items with their days.
async fn days(by: &Traveller, trip: &str) -> Vec<(String, u64)> {
    let items = by.a().items(trip).await.value();
    let items = items.as_array().unwrap().iter();
    let day = |item: &Value| {
        let name = item["destination"]["name"].as_str().unwrap().to_owned();
        (name, item["day"].as_u64().unwrap())
    };
    items.map(day).collect()
}

async fn dates(by: &Traveller, trip: &str) -> [String; 2] {
    let date = by.a().trip(trip).await.value()["date"].clone();
    ["start", "end"].map(|key| date[key].as_str().unwrap()[..10].to_owned())
}

fn named(days: &[(&str, u64)]) -> Vec<(String, u64)> {
    let days = days.iter();
    days.map(|(name, day)| ((*name).to_owned(), *day)).collect()
}

fn in_tokyo() -> String {
    calendar(
        &[
            "X-WR-TIMEZONE:Asia/Tokyo\n".to_owned(),
            event("Dinner", "20270506T100000Z", ""),
            event("Breakfast", "20270506T213000Z", "LOCATION:Tokyo\\, Japan\n"),
            event("Museum", "20270507T020000Z", ""),
        ]
        .concat(),
    )
}

async fn events_are_on_the_days_of_their_local_dates(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, _) = import(&ada, in_tokyo()).await;
    let expected = named(&[("Dinner", 1), ("Breakfast", 2), ("Museum", 2)]);
    assert_eq!(days(&ada, &trip).await, expected);
    assert_eq!(dates(&ada, &trip).await, ["2027-05-06", "2027-05-07"]);

    let in_new_york = [
        event("Late", "20270507T003000Z", "LOCATION:New York\n"),
        event("Early", "20270506T133000Z", ""),
        "BEGIN:VEVENT\nUID:Later\nSUMMARY:Later\nDTSTART;TZID=America/New_York:20270506T210000\n\
         END:VEVENT\n"
            .to_owned(),
        event("Day", "20270508", "").replace("DTSTART", "DTSTART;VALUE=DATE"),
    ];
    let (trip, _) = import(&ada, calendar(&in_new_york.concat())).await;
    let expected = named(&[("Early", 1), ("Late", 1), ("Later", 1), ("Day", 3)]);
    assert_eq!(days(&ada, &trip).await, expected);
    assert_eq!(dates(&ada, &trip).await, ["2027-05-06", "2027-05-08"]);
}

async fn events_are_there_on_their_local_dates_in_a_trip_too(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let dated = json!({"name": "T", "date": {"start": "2027-05-05", "end": "2027-05-09"}});
    let trip = sample::trip_with(&ada, &dated).await;
    let file = event("Late", "20270507T003000Z", "LOCATION:New York\n");
    let added = ada
        .extensions()
        .import(&format!("trip={trip}"), calendar(&file));
    added.await.expect_status(200);
    assert_eq!(days(&ada, &trip).await, named(&[("Late", 2)]));
}

async fn what_ends_at_midnight_ends_on_the_day_before(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let concert = event(
        "Concert",
        "20270507T010000Z",
        "LOCATION:New York\nDTEND:20270507T040000Z\n",
    );
    let (trip, _) = import(&ada, calendar(&concert)).await;
    assert_eq!(dates(&ada, &trip).await, ["2027-05-06", "2027-05-06"]);
    let stay = event(
        "Hotel",
        "20270506",
        "LOCATION:New York\nDTEND;VALUE=DATE:20270509\n",
    );
    let stay = stay.replace("DTSTART", "DTSTART;VALUE=DATE");
    let (trip, _) = import(&ada, calendar(&stay)).await;
    assert_eq!(dates(&ada, &trip).await, ["2027-05-06", "2027-05-08"]);
}

async fn the_last_day_of_folders_ends_the_trip(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let folder = |name: &str, place: &str| {
        format!("<Folder><name>{name}</name><Placemark><name>{place}</name></Placemark></Folder>")
    };
    let kml = |folders: &[String]| format!("<kml><Document>{}</Document></kml>", folders.concat());
    let file = kml(&[folder("7 May 2027", "A"), folder("9 May 2027", "B")]);
    let (trip, _) = import(&ada, file).await;
    assert_eq!(dates(&ada, &trip).await, ["2027-05-07", "2027-05-09"]);
    let file = kml(&[folder("2027-05-29 Saturday", "A"), folder("Monday", "B")]);
    let (trip, _) = import(&ada, file).await;
    assert_eq!(days(&ada, &trip).await, named(&[("A", 1), ("B", 3)]));
    assert_eq!(dates(&ada, &trip).await, ["2027-05-29", "2027-05-31"]);
}

async fn times_of_items_date_a_trip(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let gpx = r#"<gpx version="1.1"><rte><rtept lat="1" lon="2"/></rte>
        <rte><rtept lat="40.7" lon="-74">
        <name>A</name><time>2027-05-07T00:30:00Z</time></rtept></rte>
        <rte><rtept lat="40.7" lon="-74"/></rte></gpx>"#;
    let (trip, _) = import(&ada, gpx).await;
    assert_eq!(dates(&ada, &trip).await, ["2027-05-05", "2027-05-07"]);
    let kml = r#"<kml><Folder><name>Day 1</name><Placemark><name>A</name>
        <TimeSpan><begin>2027-05-06T20:00:00Z</begin><end>2027-05-07T02:00:00Z</end></TimeSpan>
        <Point><coordinates>139.7,35.7</coordinates></Point></Placemark></Folder></kml>"#;
    let (trip, _) = import(&ada, kml).await;
    assert_eq!(dates(&ada, &trip).await, ["2027-05-07", "2027-05-07"]);
}

const TRACK: &str = r#"<gpx version="1.1"><trk><name>Tongariro</name><trkseg>
    <trkpt lat="-39.1" lon="175.6"><time>2027-01-05T20:00:00Z</time></trkpt>
    <trkpt lat="-39.2" lon="175.7"><time>2027-01-06T04:00:00Z</time></trkpt></trkseg></trk></gpx>"#;

async fn a_track_dates_a_trip_where_it_lies(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, _) = import(&ada, TRACK).await;
    assert_eq!(dates(&ada, &trip).await, ["2027-01-06", "2027-01-06"]);
    let shown = ada.a().trip(&trip).extended().await.value();
    assert_eq!(shown["timezone"], "Pacific/Auckland");
}

async fn what_a_trip_has_is_not_added_twice(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (trip, _) = import(&ada, in_tokyo()).await;
    let twin = event("Walk", "20270508T020000Z", "");
    let hours = event("Hours", "20270508T110000", "");
    let more = in_tokyo().replace(
        "END:VCALENDAR",
        &format!("{twin}{twin}{hours}END:VCALENDAR"),
    );
    let warning = |kind: &str, number: usize| {
        format!("{kind} left out, because each is in the trip already: {number}")
    };
    for (preview, known, items) in [(true, 3, 3), (false, 3, 5), (true, 5, 5), (false, 5, 5)] {
        let query = format!("trip={trip}&preview={preview}");
        let added = ada.extensions().import(&query, more.clone()).await;
        let added = added.expect_status(200).json();
        let warning = warning("items", known);
        assert!(added.warnings.contains(&warning), "{:?}", added.warnings);
        assert_eq!(added.items, 5 - known);
        assert_eq!(days(&ada, &trip).await.len(), items);
    }
    for (number, tracks) in [(0, 1), (1, 1)] {
        let added = ada.extensions().import(&format!("trip={trip}"), TRACK);
        let added = added.await.expect_status(200).json();
        let is_warned = added.warnings.contains(&warning("lines", 1));
        assert_eq!(is_warned, number == 1, "{:?}", added.warnings);
        let map = ada.b().map(&trip).extended().await.value();
        assert_eq!(map["tracks"].as_array().unwrap().len(), tracks);
    }
}

async fn events_whose_names_say_so_are_travel(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (name, kind) in [
        ("Flight FRA → JFK", "transportations"),
        ("Train Roma – Napoli", "transportations"),
        ("LH 716 Frankfurt - Tokyo Haneda", "transportations"),
        ("Walk - Old town", "destination"),
        ("Bus tour - Old town", "destination"),
        ("Lisbon - Museum", "destination"),
        ("Flight", "destination"),
    ] {
        let (trip, _) = import(&ada, calendar(&event(name, "20270506T100000Z", ""))).await;
        let items = ada.a().items(&trip).await.value();
        assert_eq!(items[0]["item_type"], kind, "{name}");
    }
}

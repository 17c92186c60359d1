//! Places of Google Takeout and calendars of TripIt, in the shapes that these write.

use serde_json::json;
use wayfare_domain::trip::{ItemClass, ItineraryItem};
use wayfare_formats::{ImportFormat, ImportedTrip};

use crate::reading::import;

pub(crate) fn items(trip: &ImportedTrip) -> &[ItineraryItem] {
    &trip.content.itinerary
}

pub(crate) fn names(trip: &ImportedTrip) -> Vec<&str> {
    let items = items(trip).iter();
    items.map(|item| item.destination.name.as_str()).collect()
}

/// The names, points and descriptions of the destinations.
pub(crate) fn places(trip: &ImportedTrip) -> Vec<(String, Option<[String; 2]>, String)> {
    let places = trip.content.plan.destinations.iter().map(|place| {
        let at = place.coordinates;
        let at = at.map(|at| [at.latitude(), at.longitude()].map(|it| it.normalize().to_string()));
        (place.name.to_string(), at, place.description.to_string())
    });
    places.collect()
}

pub(crate) fn dates(trip: &ImportedTrip) -> [String; 2] {
    let dates = trip.content.plan.dates;
    [dates.start, dates.end].map(|at| at.map_or(String::new(), |at| at.at.to_string()))
}

#[test]
fn places_of_takeout_are_places() {
    let point = json!({"type": "Point", "coordinates": [8.05, 46.5]});
    let nowhere = json!({"type": "Point", "coordinates": [0, 0]});
    let new = json!({"type": "FeatureCollection", "features": [
        {"geometry": point, "type": "Feature", "properties": {"date": "2024-01-01T10:00:00Z",
            "google_maps_url": "http://maps.google.com/?cid=1", "location": {
                "address": "Invented Square 1", "country_code": "CH", "name": "Hut"}}},
        {"geometry": nowhere, "type": "Feature", "properties": {"date": "2024-01-02T10:00:00Z",
            "google_maps_url": "http://maps.google.com/?q=Invented+Bay"}},
    ]});
    let imported = import(new.to_string()).unwrap();
    assert_eq!(imported.format, ImportFormat::Takeout);
    let at = Some(["46.5", "8.05"].map(str::to_owned));
    let [hut, bay] = &places(&imported)[..] else {
        panic!()
    };
    assert_eq!((hut.0.as_str(), &hut.1), ("Hut", &at));
    assert_eq!((bay.0.as_str(), &bay.1), ("Invented Bay", &None));
    let labelled = json!({"type": "FeatureCollection", "features": [{"geometry": point,
        "properties": {"address": "Invented Street 2", "name": "Home"}, "type": "Feature"}]});
    let imported = import(labelled.to_string()).unwrap();
    assert_eq!(imported.format, ImportFormat::Takeout);
    let plain = json!({"type": "FeatureCollection", "features": [{"geometry": point,
        "properties": {"address": "A", "name": "B", "kind": "bar"}, "type": "Feature"}]});
    assert_eq!(
        import(plain.to_string()).unwrap().format,
        ImportFormat::GeoJson
    );
}

#[test]
fn lists_of_takeout_have_points_where_their_links_do() {
    let maps = "https://www.google.com/maps";
    let rows = [
        format!("Café,Try the cake,{maps}/place/Caf%C3%A9/data=!4m2!3m1!1s0x1:0x2,,open late"),
        format!("Dropped pin,,\"{maps}/search/38.71,-9.13\",,"),
        format!("Bay,,\"{maps}/place/Bay/@38.7,-9.1,17z/data=!3m1!4b1!8m2!3d38.6!4d-9.2\",,"),
        format!("Middle,,\"{maps}/@38.5,-9.5,15z\",,"),
        "Query,,\"https://maps.google.com/?q=1.5,2.5\",,".to_owned(),
        format!("Nowhere,,\"{maps}/search/0,0\",,"),
        ",,,,".to_owned(),
    ];
    let header = "Title,Note,URL,Tags,Comment";
    for (before, expected) in [("", ""), ("My favourites\n\n", "My favourites")] {
        let file = format!("{before}{header}\n,,,,\n{}\n", rows.join("\n"));
        let imported = import(&file).unwrap();
        assert_eq!(imported.format, ImportFormat::Takeout);
        assert_eq!(&*imported.content.description, expected);
        let places = places(&imported);
        let points = places.iter().map(|(name, at, _)| {
            let at = at.as_ref().map(|at| at.join(" ")).unwrap_or_default();
            (name.as_str(), at)
        });
        let points: Vec<(&str, String)> = points.collect();
        assert_eq!(
            points
                .iter()
                .map(|(name, at)| (*name, at.as_str()))
                .collect::<Vec<_>>(),
            [
                ("Café", ""),
                ("Dropped pin", "38.71 -9.13"),
                ("Bay", "38.6 -9.2"),
                ("Middle", "38.5 -9.5"),
                ("Query", "1.5 2.5"),
                ("Nowhere", ""),
            ]
        );
        assert!(
            places[0].2.starts_with("Try the cake\nhttps://"),
            "{:?}",
            places[0]
        );
        assert!(places[0].2.ends_with("\nopen late"), "{:?}", places[0]);
    }
    let german = format!("Titel,Notiz,URL,Kommentar\nBay,,{maps}/place/Bay,\n");
    assert_eq!(import(german).unwrap().format, ImportFormat::Takeout);
    // The links of something else are no places.
    assert!(import("Name,Text,URL\nA,b,https://example.org/c\n").is_err());
}

/// A feed of TripIt with these events.
fn feed(head: &str, events: &[&str]) -> String {
    let events = events.iter().map(|event| {
        let event = event.trim().replace('\n', "\r\n");
        format!("BEGIN:VEVENT\r\nDTSTAMP:20270101T000000Z\r\n{event}\r\nEND:VEVENT\r\n")
    });
    let events: String = events.collect();
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{head}{events}END:VCALENDAR\r\n")
}

const NAMED: &str = "PRODID:-//TripIt//Feed//EN\r\nX-WR-CALNAME:Ada (TripIt)\r\n";
const LISBON: &str = r"
UID:aa11@tripit.com
SUMMARY:Lisbon\, May 2027
LOCATION:Lisbon\, Portugal
DTSTART;VALUE=DATE:20270501
DTEND;VALUE=DATE:20270506
DESCRIPTION:Ada is in Lisbon\, Portugal from May 1 to May 5\, 2027\nView and/or edit detai
 ls in TripIt : https://www.tripit.com/trip/show/id/11\n";
const OSLO: &str = r"
UID:bb22@tripit.com
SUMMARY:Oslo
DTSTART;VALUE=DATE:20270610
DTEND;VALUE=DATE:20270612
DESCRIPTION:View and/or edit details in TripIt : https://www.tripit.com/trip/show?id=22\n";
const FLIGHT: &str = r"
UID:item-1@tripit.com
SUMMARY:TP1365 LHR to LIS
LOCATION:London (LHR)
GEO:51.47;-0.45
DTSTART:20270501T080000Z
DTEND:20270501T104500Z
DESCRIPTION:View and/or edit details in TripIt : https://www.tripit.com/trip/show/id/11\n 
 \n\n9:00 AM BST\n[Flight] LHR to LIS\nTP 1365\nConfirmation # ABC123\n \nSat\, May 1\n11:
 45 AM WEST\nArrive Lisbon (LIS)\nTripIt - organize your travel at https://www.tripit.com";
const CHECK_IN: &str = r"
UID:item-2@tripit.com
SUMMARY:Check-in: Invented Hotel
LOCATION:Rua Inventada 1\, Lisbon
GEO:38.71;-9.13
DTSTART:20270501T140000Z
DTEND:20270501T150000Z
DESCRIPTION:https://www.tripit.com/trip/show/id/11\n3:00 PM WEST\n[Lodging] Arrive Invente
 d Hotel\nCheck-In: 3:00pm\nConfirmation: H-77\n";
const CHECK_OUT: &str = r"
UID:item-3@tripit.com
SUMMARY:Check-out: Invented Hotel
LOCATION:Rua Inventada 1\, Lisbon
GEO:38.71;-9.13
DTSTART:20270505T100000Z
DTEND:20270505T110000Z
DESCRIPTION:https://www.tripit.com/trip/show/id/11\n11:00 AM WEST\n[Lodging] Depart Invent
 ed Hotel\nCheck-Out: 11:00am\nConfirmation: H-77\n";
const TRAIN: &str = r"
UID:item-4@tripit.com
SUMMARY:Vy - Oslo S to Bergen
LOCATION:Oslo S
DTSTART:20270611T060000Z
DTEND:20270611T130000Z
DESCRIPTION:[Rail] Vy - Oslo S to Bergen\nArrive Bergen Strømgaten 4\n";

#[test]
fn a_feed_of_tripit_is_its_trips() {
    let file = feed(NAMED, &[OSLO, CHECK_OUT, LISBON, FLIGHT, TRAIN, CHECK_IN]);
    let lisbon = import(file).unwrap();
    assert_eq!(lisbon.format, ImportFormat::TripIt);
    assert_eq!(lisbon.content.name.as_str(), "Lisbon, May 2027");
    assert!(lisbon.content.description.starts_with("Ada is in Lisbon"));
    assert_eq!(
        dates(&lisbon),
        ["2027-05-01T00:00:00Z", "2027-05-05T00:00:00Z"]
    );
    assert_eq!(places(&lisbon)[0].0, "Lisbon, Portugal");
    let [flight, stay] = items(&lisbon) else {
        panic!("{:?}", names(&lisbon))
    };
    assert_eq!(flight.class, Some(ItemClass::Flight));
    assert_eq!((&*flight.confirmation, flight.day.number()), ("ABC123", 1));
    let end = flight.ends.destination.as_ref().unwrap();
    assert_eq!(&*end.name, "Lisbon (LIS)");
    assert!(!flight.destination.description.contains("TripIt"));
    assert_eq!(&*stay.destination.name, "Invented Hotel");
    assert_eq!(stay.class, Some(ItemClass::Stay));
    assert_eq!(&*stay.confirmation, "H-77");
    let hours = [stay.start, stay.end].map(|at| at.unwrap().to_string());
    assert_eq!(hours, ["2027-05-01T14:00:00Z", "2027-05-05T10:00:00Z"]);
    assert!(stay.destination.description.contains("Check-Out: 11:00am"));
    let [oslo] = &lisbon.others[..] else { panic!() };
    assert_eq!(oslo.content.name.as_str(), "Oslo");
    // It has no link, but is within the dates.
    let train = &items(oslo)[0];
    assert_eq!(
        (train.class, train.day.number()),
        (Some(ItemClass::Train), 2)
    );
    let end = train.ends.destination.as_ref().unwrap();
    assert_eq!((&*end.name, &*end.location), ("Bergen", "Strømgaten 4"));
    assert_eq!(lisbon.warnings.len() + oslo.warnings.len(), 0);
}

#[test]
fn what_is_of_no_trip_of_a_feed_is_told() {
    let late = TRAIN.replace("202706", "202709");
    let imported = import(feed(NAMED, &[OSLO, &late])).unwrap();
    assert_eq!(
        imported.warnings,
        ["an event is of no trip of the calendar"]
    );
    let rest = &imported.others[0];
    assert_eq!(rest.content.name.as_str(), "Ada (TripIt)");
    assert_eq!(names(rest), ["Vy - Oslo S to Bergen"]);
    // Two rooms are two stays, each with its own check-out if that is known.
    let room = |event: &str, number| {
        event
            .replace("item-", &format!("item-{number}"))
            .replace("H-77", number)
    };
    let rooms = [
        room(CHECK_OUT, "8"),
        room(CHECK_IN, "9"),
        room(CHECK_IN, "8"),
        room(CHECK_OUT, "7"),
    ];
    let rooms: Vec<&str> = rooms.iter().map(String::as_str).chain([LISBON]).collect();
    let imported = import(feed(NAMED, &rooms)).unwrap();
    let codes = items(&imported)
        .iter()
        .map(|it| (&*it.confirmation, it.end.is_some()));
    let codes: Vec<_> = codes.collect();
    assert_eq!(codes.len(), 2, "{codes:?}");
}

#[test]
fn other_calendars_are_none_of_tripit() {
    let own = "UID:a@example.org\nSUMMARY:Trip\nDTSTART;VALUE=DATE:20270501";
    let linked = format!("{own}\nDESCRIPTION:see https://www.tripit.com/trip/show/id/1");
    for (head, event) in [
        ("PRODID:-//X//EN\r\n", own),
        ("PRODID:-//X//EN\r\n", &linked),
    ] {
        let imported = import(feed(head, &[event])).unwrap();
        assert_eq!(imported.format, ImportFormat::Ics, "{event}");
    }
    assert_eq!(
        import(feed(NAMED, &[own])).unwrap().format,
        ImportFormat::Ics
    );
}

#[test]
fn the_trips_of_a_file_are_one_to_be_added() {
    let merged = import(feed(NAMED, &[OSLO, LISBON, FLIGHT, TRAIN]))
        .unwrap()
        .merged();
    assert!(merged.others.is_empty());
    assert_eq!(
        dates(&merged),
        ["2027-05-01T00:00:00Z", "2027-06-11T00:00:00Z"]
    );
    let days = items(&merged).iter().map(|item| item.day.number());
    assert_eq!(days.collect::<Vec<_>>(), [1, 42]);
}

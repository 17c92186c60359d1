//! Time zones against another source, hostile bytes, and archives of earlier versions.

use std::io::Cursor;

use proptest::prelude::*;
use uuid::Uuid;
use wayfare_domain::trip::edit::EditContext;
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::{Currency, Date, Instant, Name, People, Trip, TripId, UserId};
use wayfare_formats::{Format, ImportedTrip, Limits, Zone, read, write};

/// Zone, instant, and its local time, from Python's `zoneinfo`: both sides of each change of clocks
/// in 2025 and 2026.
const ZONES: &str = include_str!("zones.csv");

#[test]
fn local_times_agree_with_another_database_around_changes_of_clocks() {
    let mut count = 0;
    for line in ZONES.lines() {
        let parts: Vec<&str> = line.split(',').collect();
        let zone = Zone::find(&ZoneName::new(parts[0]).unwrap()).unwrap();
        let local = zone.local(Instant::parse(parts[1]).unwrap()).unwrap();
        assert_eq!(local.to_string(), parts[2], "{line}");
        count += 1;
    }
    assert!(count > 50, "{count}");
}

fn import(bytes: &[u8]) -> Result<ImportedTrip, wayfare_formats::ImportError> {
    let mut next = 0;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let today = Date::from(Instant::EPOCH);
    read(Cursor::new(bytes), Limits::default(), today, &mut mint)
}

/// The trip that an import makes.
pub(crate) fn trip(imported: ImportedTrip) -> Trip {
    let owner = UserId(Uuid::from_u128(1));
    let mut context = EditContext {
        by: owner,
        now: Instant::EPOCH,
        find_user: &|_| None,
        mint: &mut || Uuid::from_u128(9),
        default_currency: Currency::CAD,
        rates: &wayfare_domain::ReferenceRates::default(),
        has_same_mentions: false,
        places: &|_| None,
        wall_clock: &Zone::same_hour,
    };
    let import = Trip::import(TripId(Uuid::from_u128(2)), imported.content, &mut context);
    import.unwrap().trip
}

const SEEDS: [&str; 4] = [
    "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"x\"><metadata><name>T</name></metadata>\
     <wpt lat=\"1\" \
         lon=\"2\"><name>A</name><type>location</type><time>2026-01-01T00:00:00Z</time></wpt>\
     <rte><number>2</number><rtept lat=\"1\" lon=\"2\"><name>B &amp; c</name></rtept></rte></gpx>",
    "<kml><Document><name>T</name><Folder><ExtendedData><Data name=\"day\"><value>3</value></Data>\
     </ExtendedData><Placemark><name>X</name><TimeSpan><begin>2026-01-01</begin></TimeSpan><Point>\
     <coordinates>1,2</coordinates></Point></Placemark></Folder></Document></kml>",
    "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\
        \"geometry\":{\"type\":\"Point\",\
     \"coordinates\":[1,2]},\"properties\":{\"name\":\"A\",\"visits\":[{\"day\":2,\"index\":0}]}}\
     ]}",
    "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:20200101T000000\r\n\
     RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\n\
     END:STANDARD\r\n\
     END:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Z:20260101T100000\r\nDURATION:PT2H\r\n\
     SUMMARY:Su\\,m\r\nGEO:1;2\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
];

#[test]
fn seeds_are_read() {
    for seed in SEEDS {
        let imported = import(seed.as_bytes()).unwrap();
        assert_eq!(imported.content.itinerary.len(), 1, "{seed}");
        trip(imported);
    }
}

#[test]
fn lines_stay_lines_of_xml() {
    let gpx =
        |text: &str| format!("<gpx><metadata><name>T</name><desc>{text}</desc></metadata></gpx>");
    for (text, expected) in [
        ("a&#13;\nb", "a\nb"),
        ("a\r\nb\rc&#13;d&#13;&#10;e", "a\nb\nc\nd\ne"),
        ("a\r<![CDATA[\n]]>b", "a\nb"),
    ] {
        let imported = import(gpx(text).as_bytes()).unwrap();
        assert_eq!(&*imported.content.description, expected);
    }
    let of_json =
        r#"{"type":"FeatureCollection","name":"T","description":"a\r\nb\rc","features":[]}"#;
    let (trip, people) = (trip(import(of_json.as_bytes()).unwrap()), People::default());
    assert_eq!(&*trip.description, "a\r\nb\rc");
    for format in [Format::Gpx, Format::Kml] {
        let names = trip.member_names(&people);
        let written = write(&trip, &names, Currency::CAD, format).unwrap();
        let again = import(&written).unwrap();
        assert_eq!(&*again.content.description, "a\nb\nc", "{format:?}");
    }
}

/// Files with a description of the trip and of a place.
fn described(text: &str) -> [String; 4] {
    let xml = text.replace('&', "&amp;").replace('<', "&lt;");
    [
        format!(
            "<gpx><metadata><name>T</name><desc>{xml}</desc></metadata>\
             <rte><rtept lat=\"1\" lon=\"2\"><name>A</name><desc>{xml}</desc></rtept></rte></gpx>"
        ),
        format!(
            "<kml><Document><name>T</name><description>{xml}</description><Folder><name>Day \
                1</name>\
             <Placemark><name>A</name><description><![CDATA[{text}]]></description></Placemark>\
             </Folder></Document></kml>"
        ),
        format!(
            "{{\"type\":\"FeatureCollection\",\"name\":\"T\",\"description\":\"{text}\",\
                \"features\":[{{\
             \"type\":\"Feature\",\"geometry\":null,\"properties\":{{\"name\":\"A\",\
             \"description\":\"{text}\",\"visits\":[{{\"day\":1,\"index\":0}}]}}}}]}}"
        ),
        format!(
            "BEGIN:VCALENDAR\r\nNAME:T\r\nDESCRIPTION:{text}\r\nBEGIN:VEVENT\r\nUID:a\r\n\
             DTSTART;VALUE=DATE:20260101\r\nSUMMARY:A\r\nDESCRIPTION:{text}\r\nEND:VEVENT\r\n\
             END:VCALENDAR\r\n"
        ),
    ]
}

#[test]
fn markup_of_other_programs_becomes_text_and_our_text_stays() {
    for (text, expected) in [
        ("<p><b>a</b></p><p>b &amp; c</p>", "a\nb & c"),
        ("&lt;b&gt; &amp;amp;", "<b> &amp;"),
        ("a < b R&D", "a < b R&D"),
    ] {
        for file in described(text) {
            let trip = trip(import(file.as_bytes()).unwrap());
            assert_eq!(&*trip.description, expected, "{file}");
            assert_eq!(
                &*trip.itinerary[0].destination.description, expected,
                "{file}"
            );
            let people = People::default();
            let names = trip.member_names(&people);
            for format in [Format::Ics, Format::Gpx, Format::Kml, Format::GeoJson] {
                let written = write(&trip, &names, Currency::CAD, format).unwrap();
                let again = import(&written).unwrap().content;
                assert_eq!(&*again.description, expected, "{format:?}");
                for item in &again.itinerary {
                    assert_eq!(&*item.destination.description, expected, "{format:?}");
                }
            }
        }
    }
}

proptest! {
    #![
        proptest_config(
            ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() }
        )
    ]

    /// Whatever is read can be written in every format, and what is written can be read.
    #[test]
    fn damaged_files_are_refused_or_make_a_trip(
        seed in 0..SEEDS.len(),
        cuts in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[ -~\n]{0,8}"), 0..4
        ),
    ) {
        let mut bytes = SEEDS[seed].as_bytes().to_vec();
        for (from, length, insert) in cuts {
            let from = from.index(bytes.len() + 1);
            let to = (from + length.index(20)).min(bytes.len());
            bytes.splice(from..to, insert.bytes());
        }
        if let Ok(imported) = import(&bytes) {
            let (trip, people) = (trip(imported), People::default());
            for format in Format::ALL {
                let names = trip.member_names(&people);
                let written = write(&trip, &names, Currency::CAD, format).unwrap();
                if format != Format::Csv {
                    let again = import(&written);
                    prop_assert!(
                        again.is_ok(), "{format:?} {:?} {}", again.err(),
                        String::from_utf8_lossy(&written)
                    );
                }
            }
        }
    }
}

/// An archive that version 1 wrote.
const KEPT: &[u8] = include_bytes!("kept/trip-1.zip");

#[test]
fn archives_of_earlier_versions_are_read() {
    let imported = import(KEPT).unwrap();
    assert_eq!(
        imported.content.name,
        Name::new("A week in Lisbon").unwrap()
    );
    assert_eq!(imported.warnings, Vec::<String>::new());
    assert_eq!(
        imported.photos.len() + usize::from(imported.main_picture.is_some()),
        2
    );
    let trip = trip(imported);
    assert_eq!(trip.itinerary.len(), 2);
    assert_eq!(trip.plan.destinations.len(), 2);
    assert_eq!(trip.plan.settlements.len(), 1);
    assert_eq!(trip.map.locations.len(), 1);
    let shares = &trip.itinerary[0].budget.shares;
    assert_eq!(shares[0].cost.value().to_string(), "120.1");
}

//! Maps of other programs: where places lie, what is said of them, and what is a line.

use std::io::{Cursor, Write};

use wayfare_domain::trip::Destination;
use wayfare_formats::ImportedTrip;

use crate::reading::import;

fn read(file: impl AsRef<[u8]>) -> ImportedTrip {
    import(file).unwrap()
}

fn gpx(content: &str) -> ImportedTrip {
    read(format!("<gpx version=\"1.1\">{content}</gpx>"))
}

fn kml(content: &str) -> ImportedTrip {
    read(format!(
        "<kml><Document><name>T</name>{content}</Document></kml>"
    ))
}

fn geojson(features: &[&str]) -> ImportedTrip {
    let features = features.join(",");
    read(format!(
        "{{\"type\":\"FeatureCollection\",\"features\":[{features}]}}"
    ))
}

fn places(imported: &ImportedTrip) -> Vec<(&str, Option<String>)> {
    let places = imported.content.plan.destinations.iter();
    places
        .filter(|place| !place.id.is_empty())
        .map(|place| (&*place.name, at(place)))
        .collect()
}

fn at(place: &Destination) -> Option<String> {
    let at = place.coordinates?;
    Some(format!(
        "{} {}",
        at.latitude().normalize(),
        at.longitude().normalize()
    ))
}

fn stops(imported: &ImportedTrip) -> Vec<&str> {
    let items = imported.content.itinerary.iter();
    items.map(|item| &*item.destination.name).collect()
}

/// The names of the lines, and how many points each has.
fn lines(imported: &ImportedTrip) -> Vec<(&str, usize)> {
    let tracks = imported.content.map.tracks.iter();
    tracks
        .map(|track| (&*track.name, track.points().len()))
        .collect()
}

fn dates(imported: &ImportedTrip) -> [Option<String>; 2] {
    let dates = imported.content.plan.dates;
    [dates.start, dates.end].map(|date| date.map(|date| date.at.to_string()))
}

const NOWHERE: &str = "a point has no valid coordinates";

fn warns(imported: &ImportedTrip, warning: &str) -> bool {
    imported.warnings.iter().any(|it| it.starts_with(warning))
}

#[test]
fn every_format_knows_where_nothing_lies() {
    let point = |latitude: &str, longitude: &str| {
        let kml_point = format!(
            "<Placemark><name>A</name><Point><coordinates>{longitude},{latitude},0</coordinates>\
             </Point></Placemark>"
        );
        let feature = format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"name\":\"A\"}},\
                \"geometry\":{{\"type\":\"Point\",\
             \"coordinates\":[\"{longitude}\",\"{latitude}\"]}}}}"
        );
        [
            gpx(&format!(
                "<wpt lat=\"{latitude}\" lon=\"{longitude}\"><name>A</name></wpt>"
            )),
            kml(&kml_point),
            geojson(&[&feature]),
        ]
    };
    for (latitude, longitude, expected) in [
        ("0", "0.0", None),
        ("-0.0", "0", None),
        ("x", "1", None),
        ("91", "1", None),
        ("", "", None),
        ("0", "1", Some("0 1")),
        ("-17.8", "181.5", Some("-17.8 -178.5")),
        ("-17.8", "-190", Some("-17.8 170")),
        ("1", "999", None),
    ] {
        for imported in point(latitude, longitude) {
            let expected = expected.map(str::to_owned);
            let is_located = expected.is_some();
            assert_eq!(
                places(&imported),
                [("A", expected)],
                "{latitude} {longitude}"
            );
            assert_eq!(
                warns(&imported, NOWHERE),
                !is_located,
                "{latitude} {longitude}"
            );
        }
    }
}

#[test]
fn lines_leave_out_points_that_are_nowhere() {
    let line = "<trkpt lat=\"0\" lon=\"0\"/><trkpt lat=\"38\" lon=\"185\"/><trkpt lat=\"x\" \
        lon=\"1\"/>\
                <trkpt lat=\"39\" lon=\"-174\"/>";
    let imported = gpx(&format!("<trk><trkseg>{line}</trkseg></trk>"));
    assert_eq!(lines(&imported), [("", 2)]);
    let first = imported.content.map.tracks[0].points()[0];
    assert_eq!(first.longitude(), (-175).into());
    assert!(warns(&imported, NOWHERE));
    let through = kml(
        "<Placemark><LineString><coordinates>-1,0 0,0 1,0 2,</coordinates>\
                       </LineString></Placemark>",
    );
    assert_eq!(lines(&through), [("", 3)]);
    assert!(warns(&through, NOWHERE));
    let imported = geojson(&[
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\
        \"coordinates\":[[1,2],[3],[null,null],[5,6]]}}",
    ]);
    assert_eq!(lines(&imported), [("", 2)]);
    assert!(
        warns(&imported, &format!("{NOWHERE} (2 times)")),
        "{:?}",
        imported.warnings
    );
}

#[test]
fn clocks_that_were_not_set_date_nothing() {
    let point = |time: &str, latitude: u32| {
        format!("<trkpt lat=\"{latitude}\" lon=\"9\"><time>{time}</time></trkpt>")
    };
    let track = |times: [&str; 3]| {
        let points = [1, 2, 3].map(|n| point(times[n - 1], u32::try_from(n).unwrap()));
        format!(
            "<trk><name>N</name><trkseg>{}</trkseg></trk>",
            points.concat()
        )
    };
    let day = |day: u32| format!("2026-07-0{day}T09:00:00Z");
    let imported = gpx(&track(["1970-01-01T00:00:00Z", &day(2), &day(1)]));
    assert_eq!(dates(&imported), [Some(day(1)), Some(day(2))]);
    assert!(warns(&imported, "a time before 1980 is left out"));
    let none = gpx(&track(["1979-12-31T23:59:59Z", "", "x"]));
    assert_eq!(dates(&none), [None, None]);
    assert!(warns(&none, "a time is left out: it is malformed"));
    // All tracks of a file are one trip.
    let days = [track([&day(1), "", ""]), track([&day(3), "", &day(4)])];
    assert_eq!(dates(&gpx(&days.concat())), [Some(day(1)), Some(day(4))]);
}

#[test]
fn waypoints_keep_what_is_said_of_them() {
    let imported = gpx("<metadata><name>T</name><link \
            href=\"https://t.example/\"><text>Site</text></link></metadata>\
         <wpt lat=\"1\" lon=\"2\"><time>2026-07-01T09:00:00Z</time><name>Kiosk</name>\
         <cmt>Closed on Mondays</cmt><desc>&lt;b&gt;Good&lt;/b&gt; coffee</desc>\
         <link href=\"https://k.example/\"><text>Menu</text></link><link \
             href=\"https://b.example/\"/>\
         <sym>Restaurant</sym><type>Food</type></wpt>\
         <wpt lat=\"1\" lon=\"3\"><name>Hut</name><cmt>Hut</cmt><extensions><x:address>Way 1, Bern\
         </x:address></extensions></wpt>\
         <wpt lat=\"1\" lon=\"4\"><name>Inn</name><extensions><y:WaypointExtension><y:Address>\
         <y:StreetAddress>Way 2</y:StreetAddress><y:City>Olten</y:City></y:Address>\
         <y:PhoneNumber>+41 1</y:PhoneNumber></y:WaypointExtension></extensions></wpt>");
    let content = &imported.content;
    assert_eq!(&*content.description, "Site (https://t.example/)");
    let [kiosk, hut, inn] = content.plan.destinations.as_slice() else {
        panic!("{:?}", content.plan.destinations);
    };
    let lines = "Good coffee\nClosed on Mondays\nMenu (https://k.example/)\nhttps://b.example/\n\
                 Restaurant\nFood";
    assert_eq!((&*kiosk.location, &*kiosk.description), ("", lines));
    assert_eq!((&*hut.location, &*hut.description), ("Way 1, Bern", ""));
    assert_eq!(
        (&*inn.location, &*inn.description),
        ("Way 2, Olten", "+41 1")
    );
    assert!(warns(&imported, "the dates of a place are left out"));
}

fn route(points: &str) -> String {
    format!("<rte><name>Ride</name><desc>Flat</desc>{points}</rte>")
}

#[test]
fn a_planned_way_is_a_line_with_its_stops() {
    let point = |n: u32, more: &str| format!("<rtept lat=\"4{n}\" lon=\"8\">{more}</rtept>");
    let named = |n, name: &str| point(n, &format!("<name>{name}</name>"));
    let shaping = "<name>Via</name><extensions><t:ShapingPoint/></extensions>";
    let way = [
        named(1, "Inn"),
        point(2, "<desc>Turn left</desc>"),
        point(3, shaping),
        named(4, "RPT004"),
        named(5, "12"),
        named(6, "Hut"),
    ];
    let imported = gpx(&route(&way.concat()));
    assert_eq!(stops(&imported), ["Inn", "Hut"]);
    assert_eq!(lines(&imported), [("Ride", 6)]);
    assert!(warns(
        &imported,
        "the text of a point of a route is left out"
    ));
    let content = &imported.content;
    let about = (content.name.as_str(), &*content.description);
    assert_eq!(about, ("Ride", "Ride: Flat"));
    // Stops alone are a day.
    let days = route(&(named(1, "Inn") + &named(2, "Hut"))) + &route(&named(3, "Lake"));
    let imported = gpx(&days);
    assert_eq!((stops(&imported).len(), lines(&imported)), (3, vec![]));
    let lake = &imported.content.itinerary[2].destination;
    assert_eq!(&*lake.description, "Ride");
    // So is a single point.
    assert_eq!(stops(&gpx(&route(&point(1, "")))), ["41, 8"]);
    let garmin = "<name>Inn</name><extensions><g:RoutePointExtension><g:rpt lat=\"42\" \
        lon=\"8.5\"/>\
                  </g:RoutePointExtension></extensions>";
    let imported = gpx(&route(&(point(1, garmin) + &named(3, "Hut"))));
    assert_eq!(
        (stops(&imported).len(), lines(&imported)),
        (2, vec![("Ride", 3)])
    );
}

#[test]
fn a_long_planned_way_is_simplified() {
    let points: String = (0..5_000)
        .map(|n| {
            format!(
                "<rtept lat=\"{}\" lon=\"{}\"/>",
                f64::from(n) / 100.0,
                n % 7
            )
        })
        .collect();
    let imported = gpx(&route(&points));
    assert_eq!(
        (stops(&imported), lines(&imported)),
        (vec![], vec![("Ride", 2_000)])
    );
    assert!(warns(&imported, "a line is simplified"));
}

#[test]
fn google_says_where_its_places_are() {
    let feature = |point: &str, properties: &str| {
        format!(
            "{{\"geometry\":{{\"coordinates\":{point},\"type\":\"Point\"}},\
                \"properties\":{{{properties}}},\
             \"type\":\"Feature\"}}"
        )
    };
    let link = "http://maps.google.com/?cid=1";
    let hut = format!(
        "\"Google Maps URL\":\"{link}\",\"Location\":{{\"Address\":\"Way 1, Bern\",\
         \"Business Name\":\"Hut\",\"Geo \
             Coordinates\":{{\"Latitude\":\"46.5\",\"Longitude\":8.05}}}},\
         \"Title\":\"My hut\",\"Comment\":\"Cold\""
    );
    let lookout = "\"Location\":{\"Business Name\":\"Lookout\",\"Geo Coordinates\":\
                   {\"Latitude\":\"38.712\",\"Longitude\":\"-9.13\"}}";
    let pin = "\"google_maps_url\":\"http://maps.google.com/?q=38.7,-9.1\"";
    let named = "\"google_maps_url\":\"http://maps.google.com/?q=Caf%C3%A9,+Lisbon&ftid=0x0\"";
    let imported = geojson(&[
        &feature("[8,46]", &hut),
        &feature("[0,0]", lookout),
        &feature("[0,0]", pin),
        &feature("[0,0]", named),
    ]);
    let expected = [
        ("My hut", Some("46 8".to_owned())),
        ("Lookout", Some("38.712 -9.13".to_owned())),
        ("38.7, -9.1", Some("38.7 -9.1".to_owned())),
        ("Café, Lisbon", None),
    ];
    assert_eq!(places(&imported), expected);
    let hut = &imported.content.plan.destinations[0];
    assert_eq!(&*hut.location, "Way 1, Bern");
    assert_eq!(&*hut.description, format!("Cold\n{link}"));
}

#[test]
fn geometries_of_several_parts_are_their_points_and_lines() {
    let feature = |name: &str, geometry: &str| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"name\":\"{name}\"}},\
                \"geometry\":{geometry}}}"
        )
    };
    let point = "{\"type\":\"Point\",\"coordinates\":[9,52]}";
    let multi = "{\"coordinates\":[[9.42,52.94],[0,0],[9.43,52.95,3]],\"type\":\"MultiPoint\"}";
    let line = "{\"type\":\"LineString\",\"coordinates\":[[9,52],[10,53]]}";
    let area = "{\"type\":\"Polygon\",\"coordinates\":[[[1,1],[2,2],[1,2],[1,1]]]}";
    let nested = format!(
        "{{\"geometries\":[{point},{{\"type\":\"GeometryCollection\",\"geometries\":[{line},{area}\
            ]}}],\
         \"type\":\"GeometryCollection\"}}"
    );
    let empty = "{\"type\":\"Feature\",\"geometry\":null,\"properties\":null}";
    let imported = geojson(&[&feature("Gates", multi), &feature("Trail", &nested), empty]);
    let some = |at: &str| Some(at.to_owned());
    let expected = [
        ("Gates", some("52.94 9.42")),
        ("Gates", some("52.95 9.43")),
        ("Trail", some("52 9")),
    ];
    assert_eq!(places(&imported), expected);
    assert_eq!(lines(&imported), [("Trail", 2)]);
    let left_out = "a feature that is no point and no line is left out (2 times)";
    assert!(warns(&imported, left_out), "{:?}", imported.warnings);
    assert_eq!(places(&read(multi)).len(), 2);
    assert_eq!(places(&read(&nested)).len(), 1);
}

#[test]
fn a_recorded_track_names_and_dates_its_trip() {
    let track = "<Placemark><name>Hike</name><gx:MultiTrack><gx:Track>\
        <when>2026-07-01T09:00:00Z</when><when>2026-07-02T09:00:00Z</when>\
        <gx:coord>8 46 1</gx:coord><gx:coord/><gx:coord>8.1 46.1 1</gx:coord></gx:Track>\
        </gx:MultiTrack></Placemark>";
    let imported = read(format!(
        "<kml xmlns:gx=\"x\"><Document>{track}</Document></kml>"
    ));
    assert_eq!(imported.content.name.as_str(), "Hike");
    let day = |day: u32| Some(format!("2026-07-0{day}T09:00:00Z"));
    assert_eq!(dates(&imported), [day(1), day(2)]);
    assert!(imported.dated_at.is_some());
    assert_eq!(imported.warnings, [""; 0]);
}

/// What gpsbabel writes of a track or route.
fn babel(name: &str, style: &str, points: &[(String, String)], path: &str) -> String {
    let points: String = points
        .iter()
        .map(|(name, at)| {
            format!(
                "<Placemark><name>{name}</name><snippet/><TimeStamp><when>2026-07-01T09:00:00Z</\
                    when>\
                 </TimeStamp><styleUrl>#{style}</styleUrl><Point><coordinates>{at}</coordinates></\
                 Point>\
                 </Placemark>"
            )
        })
        .collect();
    format!(
        "<Folder><name>Tracks</name><Folder><name>{name}</name><description>12 km</description>\
         <Folder><name>Points</name>{points}</Folder><Placemark><name>Path</name><LineString>\
         <coordinates>{path}</coordinates></LineString></Placemark></Folder></Folder>"
    )
}

#[test]
fn points_that_a_path_repeats_are_none() {
    let at = |n: u32| format!("{}.5,{}", n % 60, n / 60);
    for count in [3, 1_500] {
        let points: Vec<_> = (0..count).map(|n| (format!("Hike-{n}"), at(n))).collect();
        let path: Vec<_> = (0..count).map(at).collect();
        let path = path.join("\n");
        let imported = kml(&babel("Hike", "track", &points, &path));
        assert_eq!((places(&imported), stops(&imported)), (vec![], vec![]));
        assert_eq!(
            lines(&imported),
            [("Hike", usize::try_from(count).unwrap())]
        );
        assert_eq!(&*imported.content.description, "Hike: 12 km");
        assert_eq!(dates(&imported)[0].as_deref(), Some("2026-07-01T09:00:00Z"));
    }
    let points = [("Tower".to_owned(), at(1)), ("RPT002".to_owned(), at(2))];
    let path = format!("{} {}", at(1), at(2));
    // The stops of a route have names of their own.
    let imported = kml(&babel("Tour", "route", &points, &path));
    assert_eq!(places(&imported), [("Tower", Some("0 1.5".to_owned()))]);
    let imported = kml(&babel("Tour", "track", &points, "1,1 2,2"));
    assert_eq!((places(&imported).len(), lines(&imported).len()), (2, 1));
    assert_eq!(places(&kml(&babel("Tour", "track", &points, ""))).len(), 2);
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn archives_made_on_a_mac_are_read() {
    let kml = b"<kml><Document><name>Map</name></Document></kml>";
    let imported = read(zip(&[
        ("__MACOSX/trip/._trip.kml", b"\0\x05\x16\x07"),
        ("trip/.DS_Store", b"\0"),
        ("trip/trip.kml", kml),
        ("trip/more.kml", kml),
    ]));
    assert_eq!(imported.content.name.as_str(), "Map");
    let warning = "a file of the archive is not part of the trip";
    assert!(warns(&imported, warning), "{:?}", imported.warnings);
    let mut archive = zip::ZipArchive::new(Cursor::new(include_bytes!("kept/trip-1.zip"))).unwrap();
    let mut files = vec![("__MACOSX/trip/._manifest.json".to_owned(), vec![0, 5])];
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).unwrap();
        let mut bytes = Vec::new();
        std::io::copy(&mut file, &mut bytes).unwrap();
        files.push((format!("trip/{}", file.name().unwrap()), bytes));
    }
    let files: Vec<_> = files
        .iter()
        .map(|(name, bytes)| (&**name, &**bytes))
        .collect();
    let imported = read(zip(&files));
    assert_eq!(imported.warnings, [""; 0]);
    assert_eq!(
        imported.photos.len() + usize::from(imported.main_picture.is_some()),
        2
    );
}

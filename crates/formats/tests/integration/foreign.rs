//! What other programs write.

use wayfare_domain::trip::Destination;
use wayfare_formats::ImportedTrip;

use crate::reading::{event, import};

/// The place of the first item, else the first place.
fn place(imported: &ImportedTrip) -> &Destination {
    let items = imported.content.itinerary.iter();
    let mut places = items.map(|item| &item.destination);
    let places = places.next().or(imported.content.plan.destinations.first());
    places.unwrap()
}

fn refusal(file: impl AsRef<[u8]>) -> String {
    import(file).unwrap_err().to_string()
}

#[test]
fn addresses_of_events_end_their_descriptions() {
    let link = "https://booking.example/r?id=7";
    let html = "<p>Hi <a href=\"https://booking.example/r?id=7\">Manage booking</a></p>";
    for (properties, expected) in [
        (
            format!("DESCRIPTION:{html}\r\n"),
            format!("Hi Manage booking ({link})"),
        ),
        (
            format!("DESCRIPTION:Hi\\n\r\nURL:{link}\r\n"),
            format!("Hi\n{link}"),
        ),
        (format!("URL;VALUE=URI:{link}\r\n"), link.to_owned()),
        (
            format!("DESCRIPTION:See {link}.\r\nURL:{link}\r\n"),
            format!("See {link}."),
        ),
        ("URL:message:1@example\r\n".to_owned(), String::new()),
        (
            "DESCRIPTION: \r\nX-ALT-DESC;FMTTYPE=text/html:<b>Two</b>\\, three\r\n".to_owned(),
            "Two, three".to_owned(),
        ),
        (
            "DESCRIPTION:Plain\r\nX-ALT-DESC;FMTTYPE=text/html:<b>Two</b>\r\n".to_owned(),
            "Plain".to_owned(),
        ),
    ] {
        let imported = import(event(&format!("DTSTART:20260601T090000Z\r\n{properties}")));
        assert_eq!(
            &*place(&imported.unwrap()).description,
            expected,
            "{properties}"
        );
    }
}

#[test]
fn points_of_apple_count_where_there_is_no_other() {
    let apple = "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE=\"205 E Houston \
                 St, New York\":geo:40.722233,-73.98742\r\n";
    for (more, latitude) in [("", "40.722233"), ("GEO:1.5;2\r\n", "1.5")] {
        let imported = import(event(&format!("DTSTART:20260601T090000Z\r\n{apple}{more}")));
        let at = place(&imported.unwrap()).coordinates.unwrap();
        assert_eq!(at.latitude().to_string(), latitude);
    }
}

#[test]
fn data_of_placemarks_end_their_descriptions() {
    let kml = |content: &str| {
        let file = format!("<kml><Placemark><name>A</name>{content}</Placemark></kml>");
        import(file).unwrap()
    };
    let data = "<ExtendedData><Data name=\"Phone\"><value>123</value></Data><Data name=\"x\">\
                <value/></Data><SchemaData><SimpleData name=\"Price\">2 &lt; 3</SimpleData>\
                </SchemaData></ExtendedData>";
    for (description, expected) in [
        ("", "Phone: 123\nPrice: 2 < 3"),
        ("Soup\n\nBread\n", "Soup\n\nBread\nPhone: 123\nPrice: 2 < 3"),
        ("<![CDATA[Phone: 123<br>x]]>", "Phone: 123\nx\nPrice: 2 < 3"),
    ] {
        let description = format!("<description>{description}</description>");
        let imported = kml(&format!("{description}{data}"));
        assert_eq!(&*place(&imported).description, expected);
    }
    let point = |at: &str| format!("<Point><coordinates>{at}</coordinates></Point>");
    let points = [point("2,1"), point("4,3")].concat();
    let imported = kml(&format!("<MultiGeometry>{points}</MultiGeometry>"));
    let at = place(&imported).coordinates.unwrap();
    assert_eq!((at.latitude(), at.longitude()), (1.into(), 2.into()));
    let others = &imported.content.plan.destinations[1..];
    let others: Vec<&str> = others.iter().map(|place| &*place.name).collect();
    assert_eq!(others, ["A"]);
}

#[test]
fn names_are_read_where_others_write_them() {
    let geojson = |properties: &str| {
        format!(
            "{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"Point\",\"coordinates\":[2,1]}},\
             \"properties\":{{{properties}}}}}"
        )
    };
    for (properties, name) in [
        ("\"Title\":\"A\"", "A"),
        ("\"Name\":\"B\",\"title\":\"C\",\"Title\":\"D\"", "C"),
    ] {
        let imported = import(geojson(properties)).unwrap();
        assert_eq!(&*place(&imported).name, name);
    }
    let gpx = "<gpx version=\"1.0\"><name>Tour</name><desc>Nice</desc>\
               <wpt lat=\"1\" lon=\"2\"><name>A</name><desc>B</desc></wpt></gpx>";
    let content = import(gpx).unwrap().content;
    let found = (content.name.as_str(), &*content.description);
    assert_eq!(found, ("Tour", "Nice"));
}

#[test]
fn xml_is_read_in_the_encoding_that_it_declares() {
    let gpx = |encoding: &str, name: &[u8]| {
        let begin = format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?><gpx><wpt lat=\"1\" ");
        let begin = format!("{begin}lon=\"2\"><name>");
        [begin.as_bytes(), name, b"</name></wpt></gpx>"].concat()
    };
    let utf16 = |mark: char, bytes: fn(u16) -> [u8; 2]| {
        let text = String::from_utf8(gpx("UTF-16", "Café €".as_bytes())).unwrap();
        let units = format!("{mark}{text}");
        units.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
    };
    for (file, name) in [
        (gpx("ISO-8859-1", b"Caf\xe9"), "Café"),
        (gpx("windows-1252", b"Caf\xe9 \x80"), "Café €"),
        (gpx("utf-8", "Café".as_bytes()), "Café"),
        (gpx("UTF-16", "Café".as_bytes()), "Café"),
        (utf16('\u{feff}', u16::to_le_bytes), "Café €"),
        (utf16('\u{feff}', u16::to_be_bytes), "Café €"),
    ] {
        let imported = import(&file).unwrap();
        assert_eq!(&*place(&imported).name, name);
    }
    let unknown = "the encoding of the document is not known";
    assert_eq!(refusal(gpx("klingon", b"A")), unknown);
    assert!(import(gpx("UTF-8", b"Caf\xe9")).is_err());
    assert_eq!(
        refusal(gpx("ISO-8859-1", b"\0")),
        "must not hold a NUL character"
    );
}

#[test]
fn lines_of_calendars_may_end_with_a_carriage_return() {
    let file = event("DTSTART:20260601T090000Z\r\nLOCATION:New \r\n York\r\n");
    for end in ["\r", "\n", "\r\n"] {
        let imported = import(file.replace("\r\n", end)).unwrap();
        assert_eq!(&*place(&imported).location, "New York", "{end:?}");
        assert_eq!(imported.warnings.len(), 1, "{:?}", imported.warnings);
    }
}

#[test]
fn other_coordinates_than_those_of_wgs_84_are_refused() {
    let file = |crs: &str| {
        format!(
            "{{\"type\":\"FeatureCollection\",\"crs\":{crs},\"features\":[{{\"type\":\"Feature\",\
             \"geometry\":{{\"type\":\"Point\",\"coordinates\":[2,1]}},\"properties\":{{}}}}]}}"
        )
    };
    let named = |name: &str| {
        file(&format!(
            "{{\"type\":\"name\",\"properties\":{{\"name\":\"{name}\"}}}}"
        ))
    };
    for known in [
        file("null"),
        named("urn:ogc:def:crs:OGC:1.3:CRS84"),
        named("urn:ogc:def:crs:EPSG::4326"),
        file("\"EPSG:4326\""),
        file("{\"properties\":null}"),
    ] {
        import(&known).unwrap();
    }
    for other in [
        named("urn:ogc:def:crs:EPSG::3857"),
        named("EPSG:14326"),
        file("{\"type\":\"link\",\"properties\":{\"href\":\"a.prj\"}}"),
    ] {
        assert_eq!(
            refusal(other),
            "must be in WGS 84: degrees of longitude and latitude"
        );
    }
}

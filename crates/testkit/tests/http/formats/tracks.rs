//! Lines of the map: read from files, shown on request, and written to files again.

use serde_json::{Value, json};
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{ProblemDetails, TestServer, both, on_sqlite, sample};

use super::exports::text;
use super::imports::import;
use crate::cast::{Cast, archive_of};

both!(tracks_are_kept_by_writes_that_do_not_name_them);

on_sqlite!(
    tracks_of_every_format_become_lines,
    long_tracks_are_simplified,
    tracks_come_back_as_they_were,
    refuses_tracks_that_are_none,
);

async fn tracks(by: &Traveller, trip: &str) -> Value {
    let map = by.b().map(trip).extended().await.expect_status(200);
    map.value()["tracks"].clone()
}

async fn tracks_are_kept_by_writes_that_do_not_name_them(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let way = json!([{"name": "Way", "points": [[-9.1, 38.7], [-9.123_456, 38.700_001]]}]);
    let set = cast.ada.b().set_map(&trip, &json!({"tracks": way})).await;
    let plain = set.expect_status(200).value();
    assert_eq!(plain, json!({"notes": "", "locations": []}));
    assert_eq!(tracks(&cast.bob, &trip).await, way);
    assert_eq!(cast.bob.b().map(&trip).await.value(), plain);
    let notes = json!({"notes": "x", "locations": []});
    cast.ada.b().set_map(&trip, &notes).await.expect_status(200);
    assert_eq!(tracks(&cast.ada, &trip).await, way);
    let whole = cast.ada.b().map(&trip).extended().await.value();
    cast.ada.b().set_map(&trip, &whole).await.expect_status(304);
    let none = cast
        .ada
        .b()
        .set_map(&trip, &json!({"tracks": []}))
        .extended()
        .await;
    assert_eq!(none.expect_status(200).value()["tracks"], json!([]));
}

const GPX: &str = r#"<gpx version="1.1"><trk><name>Hike</name>
    <trkseg><trkpt lat="38.7" lon="-9.1"><time>2026-05-01T08:00:00Z</time></trkpt>
    <trkpt lat="38.8" lon="-9.2"/></trkseg>
    <trkseg><trkpt lat="38.9" lon="-9.3"><time>2026-05-02T08:00:00Z</time></trkpt></trkseg>
    </trk></gpx>"#;
const KML: &str = r#"<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
    <Placemark><name>Hike</name><LineString><coordinates>
    -9.1,38.7,0 -9.2,38.8,0
    -9.3,38.9</coordinates></LineString></Placemark></Document></kml>"#;

async fn tracks_of_every_format_become_lines(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let lines = json!([[[-9.1, 38.7], [-9.2, 38.8]], [[-9.3, 38.9, 100]]]);
    let geojson = json!({"type": "Feature", "properties": {"name": "Hike"},
        "geometry": {"type": "MultiLineString", "coordinates": lines}});
    let gx = r#"<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><name>Hike</name>
        <gx:Track><when>2026-05-01T08:00:00Z</when><gx:coord>-9.1 38.7 0</gx:coord>
        <gx:coord>-9.2 38.8 0</gx:coord>
        <gx:coord>-9.3 38.9 0</gx:coord></gx:Track></Placemark></kml>"#;
    let expected = json!([{"name": "Hike", "points": [[-9.1, 38.7], [-9.2, 38.8], [-9.3, 38.9]]}]);
    for file in [GPX, KML, gx, &geojson.to_string()] {
        let (trip, imported) = import(&ada, file).await;
        assert_eq!((imported.items, imported.places), (0, 0), "{file}");
        assert_eq!(tracks(&ada, &trip).await, expected, "{file}");
    }
    let (trip, _) = import(&ada, GPX).await;
    let detail = ada.a().trip(&trip).await.value();
    assert_eq!(detail["name"], "Hike");
    let date = json!({"start": "2026-05-01T00:00:00Z", "end": "2026-05-02T00:00:00Z"});
    assert_eq!(detail["date"], date);
    // Into a trip that exists, too.
    let added = ada
        .extensions()
        .import(&format!("trip={trip}"), KML.replace("Hike", "Way"));
    added.await.expect_status(200);
    assert_eq!(tracks(&ada, &trip).await.as_array().unwrap().len(), 2);
}

async fn long_tracks_are_simplified(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let point = |n: u32| format!("{},{}", f64::from(n) / 1_000.0, f64::from(n % 7) / 100.0);
    let points: Vec<String> = (0..5_000).map(point).collect();
    let line = format!(
        "<LineString><coordinates>{}</coordinates></LineString>",
        points.join(" ")
    );
    let kml =
        format!("<kml><Document><Placemark><name>Long</name>{line}</Placemark></Document></kml>");
    let (trip, imported) = import(&ada, kml).await;
    assert!(
        imported
            .warnings
            .contains(&"a line is simplified".to_owned()),
        "{imported:?}"
    );
    let tracks = tracks(&ada, &trip).await;
    let points = tracks[0]["points"].as_array().unwrap();
    assert_eq!(points.len(), 2_000);
    assert_eq!(
        (&points[0], &points[1_999]),
        (&json!([0, 0]), &json!([4.999, 0.01]))
    );
    let many: String = (0..22)
        .map(|_| {
            "<trk><trkseg><trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"2\" \
        lon=\"2\"/></trkseg></trk>"
        })
        .collect();
    let (trip, imported) = import(&ada, format!("<gpx version=\"1.1\">{many}</gpx>")).await;
    assert_eq!(
        self::tracks(&ada, &trip).await.as_array().unwrap().len(),
        20
    );
    assert!(
        imported
            .warnings
            .iter()
            .any(|it| it.ends_with("at most 20 (2 times)")),
        "{imported:?}"
    );
    let more = ada
        .extensions()
        .import(&format!("trip={trip}"), GPX)
        .await
        .problem();
    assert_eq!((more.status, more.pointers()), (400, vec!["/file"]));
}

async fn tracks_come_back_as_they_were(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let way = json!([
        {"name": "Day 1", "points": [[-9.1, 38.7], [-9.123_456, 38.700_001], [-9.1, 38.7]]},
        {"name": "", "points": [[1, 2], [3, 4]]},
    ]);
    let mut body = json!({"tracks": way});
    body["tracks"][0]["name"] = json!(" Day 1\t");
    ada.b().set_map(&trip, &body).await.expect_status(200);
    for format in ["gpx", "kml", "geojson"] {
        let file = text(&ada, &trip, format).await;
        let (again, _) = import(&ada, file).await;
        assert_eq!(tracks(&ada, &again).await, way, "{format}");
    }
    let archive = archive_of(&ada, &trip).await;
    let (again, _) = import(&ada, archive).await;
    assert_eq!(tracks(&ada, &again).await, way);
}

/// The pointers of a problem.
fn owned(problem: &ProblemDetails) -> Vec<String> {
    let pointers = problem.pointers().into_iter();
    pointers.map(str::to_owned).collect()
}

async fn refuses_tracks_that_are_none(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let refused = async |tracks: Value| {
        let set = ada.b().set_map(&trip, &json!({"tracks": tracks})).await;
        owned(&set.problem())
    };
    let points = |points: Value| json!([{"name": "x", "points": points}]);
    assert_eq!(refused(json!([{"name": "x"}])).await, ["/tracks/0/points"]);
    assert_eq!(refused(points(json!([[1, 2]]))).await, ["/tracks/0/points"]);
    assert_eq!(
        refused(points(json!([[1, 2], [181, 2]]))).await,
        ["/tracks/0/points/1"]
    );
    assert_eq!(
        refused(points(json!([[1, 2], [1]]))).await,
        ["/tracks/0/points/1"]
    );
    assert_eq!(
        refused(points(json!(vec![[1, 2]; 2_001]))).await,
        ["/tracks/0/points"]
    );
    let many: Vec<Value> = vec![json!({"points": [[1, 2], [3, 4]]}); 21];
    assert_eq!(refused(json!(many)).await, ["/tracks"]);
}

//! The Nominatim client against a server on loopback, with correct and faulty responses.

#![expect(clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wayfare_gazetteer::{
    BuiltIn, Candidate, Coordinates, Gazetteer, Nominatim, Place, PlaceKind, PlaceText, Query,
    ServerAddress, ServerKind, TripTexts,
};
use wayfare_queue::Client;

const TIMEOUT: Duration = Duration::from_millis(800);
const SECOND: Duration = Duration::from_secs(1);
/// Tolerance for an operation that takes no time, on a busy machine.
const MOMENT: Duration = Duration::from_millis(1_500);

/// How the server responds to a request.
#[derive(Clone, Copy)]
enum Behaviour {
    /// Responds as Nominatim does.
    Normal,
    /// Responds after a delay.
    Slow(Duration),
    /// Responds with this status and body.
    Fixed(&'static str, &'static str),
    /// Sends an endless body.
    Endless,
}

/// A server on loopback that records its requests.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<(Instant, String)>>>,
}

impl Server {
    async fn start(behaviours: &[Behaviour]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/geo", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<_>>> = Arc::default();
        let (log, behaviours) = (Arc::clone(&requests), behaviours.to_vec());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&log), behaviours.clone()));
            }
        });
        Self { address, requests }
    }

    /// A gazetteer without a rate limit.
    fn without_interval(&self) -> Nominatim {
        self.with_interval(Duration::ZERO)
    }

    fn with_interval(&self, interval: Duration) -> Nominatim {
        let built_in = BuiltIn::new();
        // Loads the data in advance, so that the time limits exclude it.
        built_in.load();
        Nominatim::new(
            ServerAddress::new(&self.address).unwrap(),
            interval,
            TIMEOUT,
            built_in,
        )
    }

    /// Returns the heads of the requests so far.
    fn requests(&self) -> Vec<String> {
        self.requests
            .lock()
            .unwrap()
            .iter()
            .map(|(_, head)| head.clone())
            .collect()
    }

    fn times(&self) -> Vec<Instant> {
        self.requests
            .lock()
            .unwrap()
            .iter()
            .map(|(at, _)| *at)
            .collect()
    }
}

/// Serves the requests of a connection. Each request gets the next behaviour; later requests repeat
/// the last.
async fn serve(
    mut stream: TcpStream,
    log: Arc<Mutex<Vec<(Instant, String)>>>,
    behaviours: Vec<Behaviour>,
) {
    let mut request = Vec::new();
    while stream
        .read_buf(&mut request)
        .await
        .is_ok_and(|read| read > 0)
    {
        if !request.ends_with(b"\r\n\r\n") {
            continue;
        }
        let head = String::from_utf8(std::mem::take(&mut request)).unwrap();
        let number = {
            let mut log = log.lock().unwrap();
            log.push((Instant::now(), head.clone()));
            log.len() - 1
        };
        let (status, body) = match behaviours[number.min(behaviours.len() - 1)] {
            Behaviour::Normal => ("200 OK", answer(&head)),
            Behaviour::Slow(time) => {
                tokio::time::sleep(time).await;
                ("200 OK", answer(&head))
            }
            Behaviour::Fixed(status, body) => (status, body.to_owned()),
            Behaviour::Endless => {
                let _ = stream
                    .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\n[")
                    .await;
                while stream.write_all(&[b' '; 65_536]).await.is_ok() {}
                return;
            }
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        if stream
            .write_all(format!("{head}{body}").as_bytes())
            .await
            .is_err()
        {
            return;
        }
    }
}

/// Lisbon, whatever the request.
fn answer(head: &str) -> String {
    if !head.contains("Lisbo") {
        return "[]".to_owned();
    }
    let lisbon = json!([{
        "place_id": 1, "osm_type": "relation", "osm_id": 5_400_890, "lat": "38.7077507", "lon": "-9.1365919",
        "category": "boundary", "type": "administrative", "place_rank": 14, "importance": 0.85, "addresstype": "city",
        "name": "Lisbon", "display_name": "Lisbon, Lisbon, Portugal",
        "address": {"city": "Lisbon", "state": "Lisbon", "country": "Portugal", "country_code": "pt"},
        "extratags": {"wikidata": "Q597", "wikipedia": "pt:Lisboa", "capital": "yes"},
        "boundingbox": ["38.6913994", "38.7967584", "-9.2298356", "-9.0863328"],
    }]);
    lisbon.to_string()
}

fn first(found: &[Candidate]) -> &Place {
    &found.first().unwrap().place
}

/// Returns whether the place is from the server, not from the built-in gazetteer.
fn is_servers(found: &[Candidate]) -> bool {
    first(found).wikidata.is_some()
}

#[tokio::test]
async fn returns_all_properties_from_the_server() {
    let server = Server::start(&[Behaviour::Normal]).await;
    let found = server
        .without_interval()
        .find(Client::new(0), Query::Name("Lisboa"), 1)
        .await;
    let place = first(&found);
    assert_eq!(
        (place.name.as_str(), place.display_name.as_str()),
        ("Lisbon", "Lisbon, Portugal")
    );
    assert_eq!(
        (place.kind.as_str(), place.description.as_str()),
        ("city", "City in Portugal")
    );
    assert_eq!(
        (place.coordinates.latitude, place.coordinates.longitude),
        (38.7077507, -9.1365919)
    );
    let bounds = place.bounds;
    let sides = [
        bounds.min_latitude,
        bounds.min_longitude,
        bounds.max_latitude,
        bounds.max_longitude,
    ];
    assert_eq!(sides, [38.6913994, -9.2298356, 38.7967584, -9.0863328]);
    let osm = place.osm.as_ref().unwrap();
    assert_eq!(
        (osm.kind.as_str(), osm.id.as_str()),
        ("relation", "5400890")
    );
    assert_eq!(
        (place.wikidata.as_deref(), place.wikipedia.as_deref()),
        (Some("Q597"), Some("pt:Lisboa"))
    );
    assert_eq!(
        (place.time_zone.as_str(), place.country_code.as_str()),
        ("Europe/Lisbon", "PT")
    );
    let head = &server.requests()[0];
    let line = "GET /geo/search?q=Lisboa&format=jsonv2&addressdetails=1&extratags=1&limit=10&accept-language=en HTTP/1.1";
    assert!(head.starts_with(line), "{head}");
    assert!(
        head.to_lowercase().contains("user-agent: wayfare/"),
        "{head}"
    );
}

#[tokio::test]
async fn sends_the_place_of_a_text_but_not_the_text() {
    let server = Server::start(&[Behaviour::Normal]).await;
    let nominatim = server.without_interval();
    assert!(is_servers(
        &nominatim
            .find(Client::new(0), Query::Text("A secret week in Lisbon"), 1)
            .await
    ));
    assert_eq!(
        nominatim
            .find(Client::new(0), Query::Text("Secret plans"), 1)
            .await,
        []
    );
    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    assert!(
        requests[0].contains("q=Lisbon%2C+Portugal&") && !requests[0].contains("ecret"),
        "{}",
        requests[0]
    );
}

#[tokio::test]
async fn asks_for_a_name_that_the_built_in_gazetteer_does_not_know() {
    const ANSWER: &str = r#"[
        {"lat": "51.9", "lon": "4.6", "name": "Kinder", "address": {"country_code": "nl"}},
        {"lat": "51.88", "lon": "4.63", "name": "Kinderdijk", "address": {"country_code": "nl"}}
    ]"#;
    let server = Server::start(&[Behaviour::Fixed("200 OK", ANSWER)]).await;
    let nominatim = server.without_interval();
    let client = Client::new(0);
    let found = nominatim.find(client, Query::Text("Kinderdijk"), 1).await;
    assert_eq!(first(&found).coordinates.longitude, 4.63);
    assert_eq!(first(&found).time_zone, "Europe/Amsterdam");
    let trip = TripTexts {
        name: "Holiday".to_owned(),
        ..trip(&[("Kinderdijk", ""), ("Dinner", ""), ("Kinder Garten", "")])
    };
    let found = nominatim.locate(client, trip).await.places;
    assert_eq!(found[0].as_ref().unwrap().name, "Kinderdijk");
    assert!(found[1].is_none() && found[2].is_none(), "{found:?}");
    for text in [
        "Our secret plans",
        "Honeymoon",
        "Zzzy 2026",
        "Six Zzzy Words Are Too Many",
    ] {
        assert_eq!(nominatim.find(client, Query::Text(text), 1).await, []);
    }
    let requests = server.requests();
    let asked = requests
        .iter()
        .map(|head| head.split(['=', '&']).nth(1).unwrap());
    assert_eq!(asked.collect::<Vec<_>>(), ["Kinderdijk", "Kinder+Garten"]);
}

#[tokio::test]
async fn falls_back_for_names_unknown_to_the_server() {
    let server = Server::start(&[Behaviour::Fixed("200 OK", "[]")]).await;
    let nominatim = server.without_interval();
    assert!(!is_servers(
        &nominatim
            .find(Client::new(0), Query::Name("Lisbon"), 1)
            .await
    ));
    assert!(!is_servers(
        &nominatim
            .find(Client::new(0), Query::Text("A week in Lisbon"), 1)
            .await
    ));
    assert_eq!(
        nominatim
            .find(Client::new(0), Query::Name("Qqxyzzy"), 1)
            .await,
        []
    );
}

#[tokio::test]
async fn failures_fall_back_immediately_and_are_not_cached() {
    for behaviour in [
        Behaviour::Fixed("500 Internal Server Error", ""),
        Behaviour::Fixed("302 Found\r\nLocation: /geo/elsewhere", ""),
        Behaviour::Fixed("200 OK", "<html>"),
        Behaviour::Fixed("200 OK", "{\"error\": \"no\"}"),
        Behaviour::Endless,
    ] {
        let server = Server::start(&[behaviour, Behaviour::Normal]).await;
        let nominatim = server.without_interval();
        let begin = Instant::now();
        assert!(!is_servers(
            &nominatim
                .find(Client::new(0), Query::Name("Lisbon"), 1)
                .await
        ));
        assert!(begin.elapsed() < MOMENT, "{:?}", begin.elapsed());
        assert!(
            is_servers(
                &nominatim
                    .find(Client::new(0), Query::Name("Lisbon"), 1)
                    .await
            ),
            "it is requested again"
        );
    }
    let unreachable = Nominatim::new(
        ServerAddress::new("http://127.0.0.1:1").unwrap(),
        SECOND,
        TIMEOUT,
        BuiltIn::new(),
    );
    assert!(!is_servers(
        &unreachable
            .find(Client::new(0), Query::Name("Lisbon"), 1)
            .await
    ));
}

#[tokio::test]
async fn a_slow_server_times_out_and_requests_pause() {
    let server = Server::start(&[Behaviour::Slow(SECOND * 10), Behaviour::Normal]).await;
    let nominatim = server.without_interval();
    let begin = Instant::now();
    assert!(!is_servers(
        &nominatim
            .find(Client::new(0), Query::Name("Lisbon"), 1)
            .await
    ));
    let took = begin.elapsed();
    assert!(took > SECOND / 2 && took < SECOND + MOMENT, "{took:?}");
    let begin = Instant::now();
    assert!(!is_servers(
        &nominatim
            .find(Client::new(0), Query::Name("Lisbon"), 1)
            .await
    ));
    assert!(begin.elapsed() < MOMENT, "{:?}", begin.elapsed());
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn caches_responses() {
    let server = Server::start(&[Behaviour::Normal]).await;
    let nominatim = server.without_interval();
    for name in ["Lisbon", "lisbon ", "LISBON"] {
        assert!(is_servers(
            &nominatim.find(Client::new(0), Query::Name(name), 1).await
        ));
    }
    for _ in 0..3 {
        assert_eq!(
            nominatim
                .find(Client::new(0), Query::Name("Qqxyzzy"), 1)
                .await,
            []
        );
    }
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn concurrent_look_ups_of_a_name_share_a_request() {
    let server = Server::start(&[Behaviour::Slow(SECOND / 5)]).await;
    let nominatim = server.without_interval();
    let [one, two, three] = ["Lisbon", "Lisbon", "lisbon"]
        .map(|name| nominatim.find(Client::new(0), Query::Name(name), 1));
    let (one, two, three) = tokio::join!(one, two, three);
    assert!([one, two, three].iter().all(|found| is_servers(found)));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn respects_the_interval_and_falls_back_if_the_wait_is_too_long() {
    let server = Server::start(&[Behaviour::Normal]).await;
    let nominatim = server.with_interval(SECOND / 2);
    let begin = Instant::now();
    let names = [
        "Lisbon",
        "Lisbon, Portugal",
        "Lisboa",
        "Lisboa, Portugal",
        "LisbonPT",
    ];
    let [a, b, c, d, e] = names.map(|name| nominatim.find(Client::new(0), Query::Name(name), 1));
    let found: [Vec<Candidate>; 5] = tokio::join!(a, b, c, d, e).into();
    assert!(begin.elapsed() < SECOND + MOMENT, "{:?}", begin.elapsed());
    // Immediately and after half a second. A busy machine may start the last one later, or miss a
    // slot.
    let times = server.times();
    assert!((1..names.len()).contains(&times.len()), "{}", times.len());
    let gaps = times.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(
        gaps.into_iter()
            .all(|gap| gap >= SECOND / 2 - Duration::from_millis(20)),
        "{times:?}"
    );
    assert!(
        found
            .iter()
            .filter(|found| !found.is_empty() && is_servers(found))
            .count()
            <= times.len()
    );
}

#[tokio::test]
async fn does_not_send_invalid_names() {
    let server = Server::start(&[Behaviour::Normal]).await;
    let nominatim = server.without_interval();
    for name in ["", "  ", &"x".repeat(2_000)] {
        let found = nominatim.find(Client::new(0), Query::Name(name), 1);
        assert_eq!(found.await, []);
    }
    assert_eq!(server.requests().len(), 0);
}

#[tokio::test]
async fn debug_output_omits_secrets() {
    let address = ServerAddress::new("https://mia:hush@example.org/?key=hush").unwrap();
    let nominatim = Nominatim::new(address, SECOND, TIMEOUT, BuiltIn::new());
    assert!(!format!("{nominatim:?}").contains("hush"));
}

/// A trip to Lisbon with places of these names and locations.
fn trip(places: &[(&str, &str)]) -> TripTexts {
    let place = |(name, location): &(&str, &str)| PlaceText {
        name: (*name).to_owned(),
        location: (*location).to_owned(),
        known: None,
    };
    TripTexts {
        name: "A week in Lisbon".to_owned(),
        places: places.iter().map(place).collect(),
        ..TripTexts::default()
    }
}

#[tokio::test]
async fn asks_for_the_places_of_a_trip_and_takes_those_near_it() {
    const ANSWER: &str = r#"[
        {"lat": "-1.45", "lon": "-48.5", "name": "Belem", "address": {"country_code": "br"}},
        {"lat": "38.6975", "lon": "-9.2033", "name": "Museum", "address": {"country_code": "pt"}}
    ]"#;
    let server = Server::start(&[Behaviour::Fixed("200 OK", ANSWER)]).await;
    let mut trip = trip(&[
        ("Museum", "R. de Belém 84, Lisboa"),
        ("Dinner", ""),
        ("Tower", "38.6916, -9.2160"),
        ("Hotel", "Porto"),
    ]);
    trip.places[3].known = Some(Coordinates {
        latitude: 41.1,
        longitude: -8.6,
    });
    let found = server.without_interval().locate(Client::new(0), trip).await;
    let found = found.places;
    assert_eq!(found[0].as_ref().unwrap().coordinates.longitude, -9.2033);
    assert!(found[1].is_none() && found[3].is_none());
    assert_eq!(found[2].as_ref().unwrap().coordinates.longitude, -9.216);
    let requests = server.requests();
    assert_eq!(requests.len(), 1, "{requests:?}");
    assert!(requests[0].contains("q=Museum%2C+R.+de+Bel"));
}

#[tokio::test]
async fn the_built_in_gazetteer_locates_if_the_server_fails() {
    let server = Server::start(&[Behaviour::Fixed("500 Oh", "")]).await;
    let trip = trip(&[("Hotel", "Rua Augusta 27, Lisboa")]);
    let found = server.without_interval().locate(Client::new(0), trip).await;
    assert_eq!(found.places[0].as_ref().unwrap().name, "Lisbon");
}

#[tokio::test]
async fn only_photon_is_asked_for_suggestions() {
    const ANSWER: &str = r#"{"type": "FeatureCollection", "features": [
        {"geometry": {"coordinates": [-9.14, 38.71]}, "properties": {"name": "Lisbon", "type": "city"}},
        {"geometry": {"coordinates": [-9.206, 38.6977]}, "properties": {"name": "Lisbon Tower",
            "osm_type": "W", "osm_id": 7, "osm_key": "tourism", "osm_value": "attraction", "type": "house",
            "country": "Portugal", "countrycode": "PT", "extent": [-9.21, 38.70, -9.20, 38.69]}},
        {"geometry": {"coordinates": [-9.13, 38.78]}, "properties": {"name": "Airport", "osm_value": "aerodrome"}},
        {"geometry": {"coordinates": [999, 38]}, "properties": {"name": "Nowhere"}},
        {"geometry": null}, 5
    ]}"#;
    let server = Server::start(&[Behaviour::Fixed("200 OK", ANSWER)]).await;
    let near = vec![Coordinates {
        latitude: 38.7,
        longitude: -9.1,
    }];
    let suggest = async |gazetteer: Nominatim| {
        let places = gazetteer.suggest(Client::new(0), "Lisb".to_owned(), near.clone(), 10);
        places.await
    };
    assert!(!suggest(server.without_interval()).await.is_empty());
    assert!(server.requests().is_empty());
    let photon = || server.without_interval().with_kind(ServerKind::Photon);
    let found = suggest(photon()).await;
    assert_eq!(found[0].display_name, "Lisbon, Portugal");
    let named = |name: &str| found.iter().find(|place| place.name == name);
    let tower = named("Lisbon Tower").unwrap();
    assert_eq!(tower.kind, PlaceKind::Other("attraction".to_owned()));
    assert_eq!(tower.bounds.min_latitude, 38.69);
    assert_eq!(tower.bounds.max_longitude, -9.20);
    assert_eq!(tower.time_zone, "Europe/Lisbon");
    assert_eq!(named("Airport").unwrap().kind, PlaceKind::Airport);
    assert!(named("Nowhere").is_none());
    let is_far = |place: &Place| (place.coordinates.longitude + 9.1).abs() > 6.0;
    assert!(found.iter().any(is_far));
    assert!(found.iter().is_sorted_by_key(is_far));
    let lisbon = |place: &&Place| place.name == "Lisbon" && place.time_zone == "Europe/Lisbon";
    assert_eq!(found.iter().filter(lisbon).count(), 1);
    assert!(server.requests()[0].contains("/geo/api?q=Lisb&limit=10&lang=en&lat=38.7&lon=-9.1"));
    let broken = Server::start(&[Behaviour::Fixed("200 OK", "[]")]).await;
    let broken = broken.without_interval().with_kind(ServerKind::Photon);
    assert_eq!(suggest(broken).await[0].display_name, "Lisbon, Portugal");
}

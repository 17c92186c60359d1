//! The Nominatim client against a server on loopback, with correct and faulty responses.

#![expect(clippy::indexing_slicing, reason = "a test fails by panicking")]

mod trips;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wayfare_bounds::Client;
use wayfare_gazetteer::{BuiltIn, Candidate, Gazetteer, Nominatim, Place, Query, ServerAddress};

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
        "place_id": 1, "osm_type": "relation", "osm_id": 5_400_890, "lat": "38.7077507",
        "lon": "-9.1365919",
        "category": "boundary", "type": "administrative", "place_rank": 14, "importance": 0.85,
        "addresstype": "city",
        "name": "Lisbon", "display_name": "Lisbon, Lisbon, Portugal",
        "address": {
            "city": "Lisbon", "state": "Lisbon", "country": "Portugal", "country_code": "pt"
        },
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
    let line = "GET \
        /geo/search?q=Lisboa&format=jsonv2&addressdetails=1&extratags=1&limit=10&\
        accept-language=en HTTP/1.1";
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

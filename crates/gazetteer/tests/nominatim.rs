//! The Nominatim-compatible gazetteer against a server on loopback that speaks its protocol, well
//! and badly.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wayfare_gazetteer::{BuiltIn, Candidate, Gazetteer, Nominatim, Place, Query, ServerAddress};

const SECOND: Duration = Duration::from_secs(1);
/// Time for what takes no time, on a machine that is busy.
const MOMENT: Duration = Duration::from_millis(1_500);

/// What the server does with a request.
#[derive(Clone, Copy)]
enum Manner {
    /// Answers as Nominatim does.
    Answers,
    /// Answers after so long.
    Slow(Duration),
    /// Answers with that status and body.
    Says(&'static str, &'static str),
    /// Sends a body that never ends.
    Endless,
}

/// A server on loopback, and what it was asked.
struct Server {
    address: String,
    asked: Arc<Mutex<Vec<(Instant, String)>>>,
}

impl Server {
    async fn start(manners: &[Manner]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/geo", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<_>>> = Arc::default();
        let (log, manners) = (Arc::clone(&asked), manners.to_vec());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&log), manners.clone()));
            }
        });
        Self { address, asked }
    }

    /// Asked as often as anyone likes.
    fn freely(&self) -> Nominatim {
        self.every(Duration::ZERO)
    }

    fn every(&self, interval: Duration) -> Nominatim {
        let built_in = BuiltIn::new();
        // Its loading is no part of what is timed.
        built_in.load();
        Nominatim::new(
            ServerAddress::new(&self.address).unwrap(),
            interval,
            built_in,
        )
    }

    /// The heads of the requests so far.
    fn asked(&self) -> Vec<String> {
        self.asked
            .lock()
            .unwrap()
            .iter()
            .map(|(_, head)| head.clone())
            .collect()
    }

    fn times(&self) -> Vec<Instant> {
        self.asked
            .lock()
            .unwrap()
            .iter()
            .map(|(at, _)| *at)
            .collect()
    }
}

/// Serves the requests of a connection: the first by the first of the manners, and so on, all that
/// come later by the last one.
async fn serve(
    mut stream: TcpStream,
    log: Arc<Mutex<Vec<(Instant, String)>>>,
    manners: Vec<Manner>,
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
        let (status, body) = match manners[number.min(manners.len() - 1)] {
            Manner::Answers => ("200 OK", answer(&head)),
            Manner::Slow(time) => {
                tokio::time::sleep(time).await;
                ("200 OK", answer(&head))
            }
            Manner::Says(status, body) => (status, body.to_owned()),
            Manner::Endless => {
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

/// Lisbon, for whoever asks for it.
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

/// Whether the place is the server's, or else that of the built-in gazetteer.
fn is_servers(found: &[Candidate]) -> bool {
    first(found).wikidata.is_some()
}

#[tokio::test]
async fn a_name_is_found_with_all_that_the_server_knows() {
    let server = Server::start(&[Manner::Answers]).await;
    let found = server.freely().find(Query::Name("Lisboa"), 1).await;
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
    let head = &server.asked()[0];
    let line = "GET /geo/search?q=Lisboa&format=jsonv2&addressdetails=1&extratags=1&limit=10&accept-language=en HTTP/1.1";
    assert!(head.starts_with(line), "{head}");
    assert!(
        head.to_lowercase().contains("user-agent: wayfare/"),
        "{head}"
    );
}

#[tokio::test]
async fn a_text_stays_here_and_its_place_is_asked_for() {
    let server = Server::start(&[Manner::Answers]).await;
    let nominatim = server.freely();
    assert!(is_servers(
        &nominatim
            .find(Query::Text("A secret week in Lisbon"), 1)
            .await
    ));
    assert_eq!(nominatim.find(Query::Text("Secret plans"), 1).await, []);
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    assert!(
        asked[0].contains("q=Lisbon%2C+Portugal&") && !asked[0].contains("ecret"),
        "{}",
        asked[0]
    );
}

#[tokio::test]
async fn what_the_server_does_not_know_the_built_in_gazetteer_may() {
    let server = Server::start(&[Manner::Says("200 OK", "[]")]).await;
    let nominatim = server.freely();
    assert!(!is_servers(&nominatim.find(Query::Name("Lisbon"), 1).await));
    assert!(!is_servers(
        &nominatim.find(Query::Text("A week in Lisbon"), 1).await
    ));
    assert_eq!(nominatim.find(Query::Name("Qqxyzzy"), 1).await, []);
}

#[tokio::test]
async fn failures_and_nonsense_fall_back_at_once_and_are_not_remembered() {
    for manner in [
        Manner::Says("500 Internal Server Error", ""),
        Manner::Says("302 Found\r\nLocation: /geo/elsewhere", ""),
        Manner::Says("200 OK", "<html>"),
        Manner::Says("200 OK", "{\"error\": \"no\"}"),
        Manner::Endless,
    ] {
        let server = Server::start(&[manner, Manner::Answers]).await;
        let nominatim = server.freely();
        let begin = Instant::now();
        assert!(!is_servers(&nominatim.find(Query::Name("Lisbon"), 1).await));
        assert!(begin.elapsed() < MOMENT, "{:?}", begin.elapsed());
        assert!(
            is_servers(&nominatim.find(Query::Name("Lisbon"), 1).await),
            "it is asked again"
        );
    }
    let nobody = Nominatim::new(
        ServerAddress::new("http://127.0.0.1:1").unwrap(),
        SECOND,
        BuiltIn::new(),
    );
    assert!(!is_servers(&nobody.find(Query::Name("Lisbon"), 1).await));
}

#[tokio::test]
async fn a_slow_server_costs_a_second_and_is_left_alone_for_a_while() {
    let server = Server::start(&[Manner::Slow(SECOND * 10), Manner::Answers]).await;
    let nominatim = server.freely();
    let begin = Instant::now();
    assert!(!is_servers(&nominatim.find(Query::Name("Lisbon"), 1).await));
    let took = begin.elapsed();
    assert!(took > SECOND / 2 && took < SECOND + MOMENT, "{took:?}");
    let begin = Instant::now();
    assert!(!is_servers(&nominatim.find(Query::Name("Lisbon"), 1).await));
    assert!(begin.elapsed() < MOMENT, "{:?}", begin.elapsed());
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn what_was_said_is_not_asked_again() {
    let server = Server::start(&[Manner::Answers]).await;
    let nominatim = server.freely();
    for name in ["Lisbon", "lisbon ", "LISBON"] {
        assert!(is_servers(&nominatim.find(Query::Name(name), 1).await));
    }
    for _ in 0..3 {
        assert_eq!(nominatim.find(Query::Name("Qqxyzzy"), 1).await, []);
    }
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test]
async fn those_who_ask_for_one_name_at_once_share_a_request() {
    let server = Server::start(&[Manner::Slow(SECOND / 5)]).await;
    let nominatim = server.freely();
    let [one, two, three] =
        ["Lisbon", "Lisbon", "lisbon"].map(|name| nominatim.find(Query::Name(name), 1));
    let (one, two, three) = tokio::join!(one, two, three);
    assert!([one, two, three].iter().all(|found| is_servers(found)));
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn the_interval_is_kept_and_who_would_wait_too_long_falls_back() {
    let server = Server::start(&[Manner::Answers]).await;
    let nominatim = server.every(SECOND / 2);
    let begin = Instant::now();
    let names = [
        "Lisbon",
        "Lisbon, Portugal",
        "Lisboa",
        "Lisboa, Portugal",
        "LisbonPT",
    ];
    let [a, b, c, d, e] = names.map(|name| nominatim.find(Query::Name(name), 1));
    let found: [Vec<Candidate>; 5] = tokio::join!(a, b, c, d, e).into();
    assert!(begin.elapsed() < SECOND + MOMENT, "{:?}", begin.elapsed());
    // At once and after half a second; a busy machine may start the last of them later, or miss a
    // turn.
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
async fn names_that_are_none_are_not_sent() {
    let server = Server::start(&[Manner::Answers]).await;
    let nominatim = server.freely();
    for name in ["", "  ", &"x".repeat(2_000)] {
        assert_eq!(nominatim.find(Query::Name(name), 1).await, []);
    }
    assert_eq!(server.asked().len(), 0);
}

#[tokio::test]
async fn no_secret_of_the_address_is_shown() {
    let address = ServerAddress::new("https://mia:hush@example.org/?key=hush").unwrap();
    let nominatim = Nominatim::new(address, SECOND, BuiltIn::new());
    assert!(!format!("{nominatim:?}").contains("hush"));
}

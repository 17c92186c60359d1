//! A server of places, as far as the tests need one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server with Nominatim's search protocol that finds one place for every name, and records the
/// queries.
pub(crate) struct Nominatim {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Nominatim {
    pub(crate) async fn start(delay: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&log), delay));
            }
        });
        Self { url, requests }
    }

    /// The targets of the requests.
    pub(crate) fn requests(&self) -> Vec<String> {
        let target = |request: &String| request.split(' ').nth(1).unwrap_or_default().to_owned();
        self.heads().iter().map(target).collect()
    }

    /// The requests with their headers.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

async fn answer(mut stream: TcpStream, log: Arc<Mutex<Vec<String>>>, delay: Duration) {
    let mut request = vec![0; 4096];
    let read = stream.read(&mut request).await.unwrap_or(0);
    let request = String::from_utf8_lossy(&request[..read]).into_owned();
    log.lock().unwrap().push(request);
    tokio::time::sleep(delay).await;
    let body = json!([{
        "osm_type": "relation", "osm_id": 5_400_890, "lat": "38.7077507", "lon": "-9.1365919", "pla\
            ce_rank": 14,
        "addresstype": "city", "name": "Lisbon", "display_name": "Lisbon, Lisbon, Portugal",
        "address": {"city": "Lisbon", "country": "Portugal", "country_code": "pt"},
        "extratags": {"wikidata": "Q597", "wikipedia": "pt:Lisboa"},
        "boundingbox": ["38.6913994", "38.7967584", "-9.2298356", "-9.0863328"],
    }])
    .to_string();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
}

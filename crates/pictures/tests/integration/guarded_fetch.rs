//! Guarded fetch: URLs that reach internal addresses are refused before any connection, in every
//! spelling.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wayfare_bounds::Client;
use wayfare_bounds::trace::{TraceContext, scope};
use wayfare_pictures::{
    AllowedHosts, CleanPicture, Cleaner, FetchError, PictureError, ReceiveError, RemotePictures,
    TempSpace, UploadLimits,
};

use crate::samples::{encode, photo};

/// A server on loopback that counts its connections and answers by path.
struct LocalServer {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl LocalServer {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(answer(stream));
            }
        });
        Self {
            address,
            connections,
        }
    }

    fn connection_count(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    fn port(&self) -> u16 {
        self.address.port()
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }
}

async fn answer(mut stream: TcpStream) {
    let mut request = vec![0; 4096];
    let read = stream.read(&mut request).await.unwrap_or(0);
    let request = String::from_utf8_lossy(&request[..read]).into_owned();
    let path = request.split_whitespace().nth(1).unwrap_or("/").to_owned();
    let (status, headers, body) = match path.as_str() {
        "/picture" => ("200 OK", String::new(), encode(&photo(80, 60), "jpeg")),
        "/text" => (
            "200 OK",
            "content-type: image/jpeg\r\n".into(),
            b"I say I am a picture".to_vec(),
        ),
        // Only for requests of this trace.
        path if path
            .strip_prefix("/traced/")
            .is_some_and(|id| !request.contains(&format!("traceparent: 00-{id}-"))) =>
        {
            ("404 Not Found", String::new(), Vec::new())
        }
        path if path.starts_with("/traced/") => {
            ("200 OK", String::new(), encode(&photo(80, 60), "jpeg"))
        }
        "/missing" => ("404 Not Found", String::new(), Vec::new()),
        "/large" => ("200 OK", String::new(), vec![0; 200_000]),
        "/nowhere" => ("302 Found", String::new(), Vec::new()),
        "/slow" => {
            let _ = stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
                .await;
            tokio::time::sleep(Duration::from_secs(60)).await;
            return;
        }
        path => match path
            .strip_prefix("/hop/")
            .map(|left| left.parse::<u32>().unwrap())
        {
            Some(0) => ("302 Found", "location: /picture\r\n".into(), Vec::new()),
            Some(left) => (
                "301 Moved",
                format!("location: /hop/{}\r\n", left - 1),
                Vec::new(),
            ),
            None => {
                let target = path.strip_prefix("/to?").unwrap_or("/");
                ("302 Found", format!("location: {target}\r\n"), Vec::new())
            }
        },
    };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), &body].concat()).await;
}

/// A resolver with a fixed table of names and addresses.
struct Names(Vec<(&'static str, Vec<SocketAddr>)>);

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let found = self.0.iter().find(|(known, _)| *known == name.as_str());
        let found = found.map(|(_, addresses)| addresses.clone());
        Box::pin(async move {
            let addresses: Addrs = Box::new(found.ok_or("no such name")?.into_iter());
            Ok(addresses)
        })
    }
}

fn fetcher(folder: &TempDir, allowed: &[String], names: Option<Names>) -> RemotePictures {
    let space = TempSpace::new(folder.path(), 100_000, 1 << 20);
    let cleaner = Cleaner::new(UploadLimits::default(), 2, 8);
    let allowed = AllowedHosts::new(allowed.iter().cloned());
    match names {
        Some(names) => RemotePictures::with_resolver(allowed, space, cleaner, Arc::new(names)),
        None => RemotePictures::new(allowed, space, cleaner),
    }
}

async fn fetch(allowed: &[String], address: &str) -> Result<CleanPicture, FetchError> {
    let folder = tempfile::tempdir().unwrap();
    let result = fetcher(&folder, allowed, None)
        .fetch(Client::new(1), address)
        .await;
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "left behind"
    );
    result
}

/// Internal hosts, in the spellings that a URL allows.
const INSIDE: &[&str] = &[
    // Loopback, in every spelling.
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "0177.0x0.0.1",
    "%31%32%37.0.0.1",
    "１２７.0.0.1",
    "127。0。0。1",
    "①②⑦.0.0.1",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "internal.localhost",
    "0",
    "0.0.0.0",
    "0x0",
    "0.1.2.3",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "[0000::0001]",
    // IPv4 in IPv6: mapped, compatible, NAT64, 6to4, Teredo, ISATAP.
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:7f00:0001]",
    "[::127.0.0.1]",
    "[::ffff:10.0.0.1]",
    "[::ffff:8.8.8.8]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[2002:7f00:1::]",
    "[2002:c0a8:101::1]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
    "[2606:4700::5efe:10.0.0.1]",
    "[fe80::200:5efe:a00:1]",
    // Private networks and carrier-grade NAT.
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.255.255",
    "0xc0a80001",
    "3232235521",
    "012.0.0.1",
    "100.64.0.1",
    "100.127.255.254",
    "100.100.100.200",
    // Link-local and cloud metadata.
    "169.254.169.254",
    "169.254.0.1",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "[fe80::1]",
    "[febf::1]",
    "[fd00:ec2::254]",
    "168.63.129.16",
    "192.0.0.192",
    // Multicast, broadcast, reserved, benchmarking, documentation, relays.
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "198.19.255.255",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "192.88.99.1",
    "192.0.0.1",
    "[ff02::1]",
    "[ff0e::1]",
    "[fc00::1]",
    "[fdff::1]",
    "[fec0::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[2001:2::1]",
    "[2001:10::1]",
    "[3ffe::1]",
    "[100::1]",
    "[5f00::1]",
    "[4000::1]",
    "[::2]",
];

#[tokio::test]
async fn refuses_internal_hosts_in_every_spelling() {
    assert!(INSIDE.len() >= 60);
    let internal = LocalServer::start().await;
    for host in INSIDE {
        let address = format!("http://{host}:{}/picture", internal.port());
        let began = Instant::now();
        let error = fetch(&[], &address).await.unwrap_err();
        assert!(matches!(error, FetchError::Refused), "{address}: {error:?}");
        assert!(began.elapsed() < Duration::from_secs(2), "{address}");
    }
    assert_eq!(internal.connection_count(), 0);
}

#[tokio::test]
async fn refuses_urls_other_than_plain_http() {
    let internal = LocalServer::start().await;
    let port = internal.port();
    for address in [
        "",
        "picture",
        "//127.0.0.1/picture",
        "file:///etc/passwd",
        "ftp://127.0.0.1/x",
        "gopher://127.0.0.1:1/x",
        "data:image/png;base64,AAAA",
        "javascript:alert(1)",
        "http://",
        "http:///",
        "http://[::1",
        "http://127.0.0.1:99999/",
        "unix:///var/run/docker.sock",
        "http://0x7g000001 /",
        "blob:http://127.0.0.1/x",
    ] {
        let error = fetch(&[], address).await.unwrap_err();
        assert!(matches!(error, FetchError::Refused), "{address}: {error:?}");
    }
    // A user name or password is refused even for an allowed host.
    let allowed = [format!("127.0.0.1:{port}")];
    for user in ["user", "user:password", ":password", "example.org%20"] {
        let address = format!("http://{user}@127.0.0.1:{port}/picture");
        let error = fetch(&allowed, &address).await.unwrap_err();
        assert!(matches!(error, FetchError::Refused), "{address}: {error:?}");
    }
    assert_eq!(internal.connection_count(), 0);
}

#[tokio::test]
async fn refuses_names_with_any_internal_address() {
    let internal = LocalServer::start().await;
    let private = internal.address;
    let public = SocketAddr::from(([93, 184, 216, 34], 0));
    let names = Names(vec![
        ("internal.example", vec![private]),
        ("mixed.example", vec![public, private]),
        (
            "mapped.example",
            vec![SocketAddr::from(([0, 0, 0, 0, 0, 0xffff, 0x7f00, 1], 0))],
        ),
        ("none.example", vec![]),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let fetcher = fetcher(&folder, &[], Some(names));
    for name in ["internal.example", "mixed.example", "mapped.example"] {
        let address = format!("http://{name}:{}/picture", internal.port());
        let error = fetcher.fetch(Client::new(1), &address).await.unwrap_err();
        assert!(matches!(error, FetchError::Refused), "{address}: {error:?}");
    }
    for name in ["none.example", "unknown.example"] {
        let error = fetcher
            .fetch(Client::new(1), &format!("http://{name}/picture"))
            .await
            .unwrap_err();
        assert!(
            matches!(error, FetchError::Unreachable(_)),
            "{name}: {error:?}"
        );
    }
    assert_eq!(internal.connection_count(), 0);
}

#[tokio::test]
async fn fetches_from_allowed_hosts() {
    let internal = LocalServer::start().await;
    let port = internal.port();
    for (allowed, host) in [
        (format!("127.0.0.1:{port}"), "127.0.0.1"),
        ("127.0.0.1".to_owned(), "127.0.0.1"),
        (" LocalHost ".to_owned(), "localhost"),
        (format!("localhost:{port}"), "LOCALHOST"),
        ("127.0.0.1".to_owned(), "0x7f.1"),
    ] {
        let picture = fetch(&[allowed], &format!("http://{host}:{port}/picture"))
            .await
            .unwrap();
        assert_eq!((picture.info.width, picture.info.height), (80, 60));
    }
    let seen = internal.connection_count();
    for allowed in [
        "127.0.0.1:1",
        "127.0.0.2",
        "127.0.0",
        "127.0.0.1.example",
        "",
        "localhost.example",
        "*",
    ] {
        let error = fetch(&[allowed.to_owned()], &internal.url("picture"))
            .await
            .unwrap_err();
        assert!(matches!(error, FetchError::Refused), "{allowed}: {error:?}");
    }
    assert_eq!(internal.connection_count(), seen);
}

#[tokio::test]
async fn checks_every_redirect() {
    let external = LocalServer::start().await;
    let internal = LocalServer::start().await;
    // The first server stands for an external one: only it is allowed.
    let allowed = [format!("127.0.0.1:{}", external.port())];
    for target in [
        internal.url("picture"),
        format!("//127.0.0.1:{}/picture", internal.port()),
        format!("http://localhost:{}/picture", internal.port()),
        format!("http://[::ffff:127.0.0.1]:{}/picture", internal.port()),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "file:///etc/passwd".to_owned(),
        "http://user@127.0.0.1/".to_owned(),
    ] {
        let error = fetch(&allowed, &external.url(&format!("to?{target}")))
            .await
            .unwrap_err();
        assert!(matches!(error, FetchError::Refused), "{target}: {error:?}");
    }
    assert_eq!(internal.connection_count(), 0);
    assert!(external.connection_count() > 0);
}

#[tokio::test]
async fn follows_at_most_three_redirects() {
    let server = LocalServer::start().await;
    let allowed = ["127.0.0.1".to_owned()];
    for hops in ["hop/0", "hop/2"] {
        assert!(fetch(&allowed, &server.url(hops)).await.is_ok(), "{hops}");
    }
    for hops in ["hop/3", "hop/1000"] {
        let error = fetch(&allowed, &server.url(hops)).await.unwrap_err();
        assert!(
            matches!(error, FetchError::TooManyRedirects),
            "{hops}: {error:?}"
        );
    }
    let error = fetch(&allowed, &server.url("nowhere")).await.unwrap_err();
    assert!(matches!(error, FetchError::Status(302)));
}

#[tokio::test]
async fn checks_the_response() {
    let server = LocalServer::start().await;
    let allowed = ["127.0.0.1".to_owned()];
    let error = fetch(&allowed, &server.url("text")).await.unwrap_err();
    assert!(
        matches!(error, FetchError::Picture(PictureError::UnsupportedType)),
        "{error:?}"
    );
    let error = fetch(&allowed, &server.url("missing")).await.unwrap_err();
    assert!(matches!(error, FetchError::Status(404)), "{error:?}");
    let error = fetch(&allowed, &server.url("large")).await.unwrap_err();
    let too_large = FetchError::Receive(ReceiveError::TooManyBytes { limit: 100_000 });
    assert_eq!(error.to_string(), too_large.to_string());
}

#[tokio::test]
async fn times_out_after_ten_seconds() {
    let server = LocalServer::start().await;
    let began = Instant::now();
    let error = fetch(&["127.0.0.1".to_owned()], &server.url("slow"))
        .await
        .unwrap_err();
    assert!(matches!(error, FetchError::TimedOut), "{error:?}");
    assert!((9..13).contains(&began.elapsed().as_secs()));
}

#[tokio::test]
async fn errors_do_not_repeat_the_address() {
    let error = fetch(
        &["127.0.0.1".to_owned()],
        "http://127.0.0.1:9/x?secret=hunter2",
    )
    .await
    .unwrap_err();
    assert!(matches!(error, FetchError::Unreachable(_)));
    assert!(!format!("{error:?}").contains("hunter2"));
}

#[tokio::test]
async fn propagates_the_trace_context() {
    let internal = LocalServer::start().await;
    let allowed = [internal.address.to_string()];
    let context = TraceContext::continuing(None);
    let address = internal.url(&format!("traced/{}", context.trace_id()));
    assert!(scope(context, fetch(&allowed, &address)).await.is_ok());
    assert!(
        matches!(
            fetch(&allowed, &address).await,
            Err(FetchError::Status(404))
        ),
        "no trace to propagate"
    );
}

//! The samples of reverse proxies: each loses no request while both servers behind it are replaced,
//! one after the other.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::process::Node;
use crate::several::rounds::wait_for;
use crate::several::shared_stores::SharedStores;

const NGINX: &str = include_str!("../../../../../docs/operations/nginx.conf");
const CADDYFILE: &str = include_str!("../../../../../docs/operations/Caddyfile");
/// The addresses of the servers in the samples.
const SERVERS: [&str; 2] = ["10.0.0.11:8080", "10.0.0.12:8080"];
const START_LIMIT: Duration = Duration::from_secs(20);

/// A proxy that is stopped when it is dropped.
pub(crate) struct Proxy {
    process: Child,
    /// A client of the proxy, without a token.
    pub(crate) client: Client,
    _folder: TempDir,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        if let Ok(id) = self.process.id().try_into() {
            let _ = kill(Pid::from_raw(id), Signal::SIGTERM);
        }
        let _ = self.process.wait();
    }
}

impl Proxy {
    fn start(mut command: Command, address: SocketAddr, folder: TempDir) -> Self {
        let process = command.stdin(Stdio::null()).spawn().unwrap();
        let proxy = Self {
            process,
            client: wayfare_testkit::client(format!("http://{address}")),
            _folder: folder,
        };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(start.elapsed() < START_LIMIT, "the proxy does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        proxy
    }
}

/// A program of the path, or of the folders of administrators.
fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from))
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .unwrap_or_else(|| panic!("{name} is missing: cargo xtask ci operations installs it"))
}

/// An address that nobody listens on.
pub(crate) fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// The sample with the addresses of these servers.
fn with_servers(sample: &str, servers: [SocketAddr; 2]) -> String {
    let mut text = sample.to_owned();
    for (sample, server) in SERVERS.iter().zip(servers) {
        assert!(text.contains(sample), "{sample}");
        text = text.replace(sample, &server.to_string());
    }
    text
}

/// A complete configuration of nginx around the sample, whose files are below `folder`.
fn nginx_configuration(folder: &Path, sample: &str) -> PathBuf {
    let path = folder.join("nginx.conf");
    let folder = folder.display();
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|kind| format!("{kind}_temp_path {folder}/{kind};\n"))
        .collect();
    let text = format!(
        "daemon off;\nmaster_process off;\nerror_log stderr warn;\npid {folder}/nginx.pid;\n\
         events {{ worker_connections 512; }}\nhttp {{\n{temporary}{sample}\n}}\n"
    );
    fs::write(&path, text).unwrap();
    path
}

/// The sample of nginx in front of these servers, without TLS, which the client of the tests does
/// not speak.
pub(crate) fn nginx(servers: [SocketAddr; 2]) -> Proxy {
    let address = free_address();
    let sample: String = with_servers(NGINX, servers)
        .lines()
        .filter(|line| !line.trim_start().starts_with("ssl_"))
        .map(|line| match line.trim_start() {
            "listen 443 ssl http2;" => format!("listen {address};\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    start_nginx(&sample, address)
}

/// The sample of nginx in front of these servers, with a certificate of `localhost` in the file
/// `pem` of a folder.
pub(crate) fn nginx_with_tls(servers: [SocketAddr; 2], folder: &Path) -> (Proxy, SocketAddr) {
    let address = free_address();
    let certificate = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (pem, key) = (folder.join("pem"), folder.join("key"));
    fs::write(&pem, certificate.cert.pem()).unwrap();
    fs::write(&key, certificate.signing_key.serialize_pem()).unwrap();
    let sample = with_servers(NGINX, servers)
        .replace("listen 443", &format!("listen {address}"))
        .replace("/etc/ssl/trips.pem", pem.to_str().unwrap())
        .replace("/etc/ssl/trips.key", key.to_str().unwrap());
    (start_nginx(&sample, address), address)
}

fn start_nginx(sample: &str, address: SocketAddr) -> Proxy {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(program("nginx"));
    let configuration = nginx_configuration(folder.path(), sample);
    command
        .arg("-p")
        .arg(folder.path())
        .arg("-c")
        .arg(configuration);
    Proxy::start(command, address, folder)
}

fn caddy(servers: [SocketAddr; 2]) -> Proxy {
    let folder = TempDir::new().unwrap();
    let address = free_address();
    let sample = with_servers(CADDYFILE, servers);
    assert!(sample.contains("\ntrips.example.org {"));
    let sample = sample.replace("trips.example.org", &format!("http://{address}"));
    let configuration = folder.path().join("Caddyfile");
    let global = "{\n\tadmin off\n\tauto_https off\n}\n";
    fs::write(&configuration, format!("{global}{sample}")).unwrap();
    let mut command = Command::new(program("caddy"));
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(configuration)
        .env("HOME", folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .stderr(Stdio::null());
    Proxy::start(command, address, folder)
}

/// Sends requests of every method until the end; panics at the first failure.
async fn work(user: Traveller, rounds: Arc<AtomicU64>, end: Arc<AtomicBool>) {
    let mut number = 0_u64;
    while !end.load(Ordering::Relaxed) {
        number += 1;
        let made = user.b().create(&json!({"name": "Lisbon"})).await;
        let trip = made.expect_status(200).json().uuid;
        let todo = json!({"todo": [number.to_string()]});
        user.b().update(&trip, &todo).await.expect_status(200);
        let read = user.b().trip(&trip).await.expect_status(200).json();
        assert_eq!(read.todo, [number.to_string()]);
        user.b().delete(&trip).await.expect_status(204);
        rounds.fetch_add(1, Ordering::Relaxed);
    }
}

/// Starts a server behind a proxy, with further settings.
pub(crate) fn start_server(
    stores: &SharedStores,
    address: SocketAddr,
    further: &[(&str, &str)],
) -> Node {
    let listen = address.to_string();
    let mut settings = vec![
        ("WAYFARE_LISTEN", listen.as_str()),
        ("WAYFARE_TRUSTED_PROXIES", "127.0.0.1"),
    ];
    settings.extend_from_slice(further);
    stores.spawn_with(&settings).ready()
}

/// Replaces a server under load: the old one ends before the new one takes its address, as on
/// machines of their own.
pub(crate) async fn replace(
    node: &mut Option<Node>,
    start: impl FnOnce() -> Node,
    users: &[JoinHandle<()>],
    rounds: &AtomicU64,
) {
    let former = node.take().unwrap();
    let stopped = tokio::task::spawn_blocking(move || former.stop());
    stopped.await.unwrap();
    wait_for(users, rounds, 20).await;
    let new = start();
    // The proxy uses it from its next health check on.
    while !new.log().contains("answered") {
        wait_for(users, rounds, 1).await;
    }
    *node = Some(new);
}

/// Replaces both servers behind a proxy under load, twice.
async fn replace_servers(start_proxy: fn([SocketAddr; 2]) -> Proxy, drain: &str) {
    let stores = SharedStores::new();
    let addresses = [free_address(), free_address()];
    let drain = [("WAYFARE_DRAIN", drain)];
    let mut nodes = addresses.map(|address| Some(start_server(&stores, address, &drain)));
    let proxy = start_proxy(addresses);
    let metrics = proxy.client.request(Method::GET, "/metrics").await;
    assert_eq!(metrics.status, 404);
    let (rounds, end) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
    let mut users = Vec::new();
    for number in 0..4 {
        let user = sample::sign_up(&proxy.client, &format!("user{number}")).await;
        users.push(tokio::spawn(work(
            user,
            Arc::clone(&rounds),
            Arc::clone(&end),
        )));
    }
    for place in [0, 1, 0, 1] {
        wait_for(&users, &rounds, 20).await;
        let start = || start_server(&stores, addresses[place], &drain);
        replace(&mut nodes[place], start, &users, &rounds).await;
    }
    wait_for(&users, &rounds, 20).await;
    end.store(true, Ordering::Relaxed);
    for user in users {
        user.await.unwrap();
    }
    for node in nodes.into_iter().flatten() {
        let log = node.log();
        assert!(!log.contains("WAYFARE_TRUSTED_PROXIES"), "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx_loses_no_request_in_a_rolling_replacement() {
    replace_servers(nginx, "0s").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn caddy_loses_no_request_in_a_rolling_replacement() {
    replace_servers(caddy, "5s").await;
}

/// Events pass a proxy as they come, and go on at the other server when one stops.
async fn events_pass(start_proxy: fn([SocketAddr; 2]) -> Proxy, drain: &str) {
    let stores = SharedStores::new();
    let addresses = [free_address(), free_address()];
    let drain = [("WAYFARE_DRAIN", drain)];
    let nodes = addresses.map(|address| start_server(&stores, address, &drain));
    let proxy = start_proxy(addresses);
    // Caddy uses the servers from its first health check on.
    while proxy.client.request(Method::GET, "/readyz").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let ada = sample::sign_up(&proxy.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let mut watch = ada.client.watch(&trip);
    let mut next = async |limit| {
        let next = timeout(Duration::from_secs(limit), watch.next()).await;
        next.expect("an event is held back").unwrap()
    };
    assert_eq!(next(2).await, Some(1));
    let change = async |text| {
        let update = json!({"desc": text});
        ada.b().update(&trip, &update).await.expect_status(200);
    };
    for version in 2..5 {
        change(format!("Version {version}")).await;
        assert_eq!(next(3).await, Some(version));
    }
    let [one, other] = nodes;
    tokio::task::spawn_blocking(move || one.stop())
        .await
        .unwrap();
    change("One has stopped".to_owned()).await;
    assert_eq!(next(12).await, Some(5));
    ada.b().delete(&trip).await.expect_status(204);
    assert_eq!(next(3).await, None);
    other.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx_passes_events_on_unbuffered() {
    events_pass(nginx, "0s").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn caddy_passes_events_on_unbuffered() {
    events_pass(caddy, "5s").await;
}

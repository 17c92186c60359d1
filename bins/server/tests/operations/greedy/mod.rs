//! Slow and greedy clients and malformed requests: the server disconnects them at its limits, and
//! serves other clients as fast as before.

mod files;
mod honest;
mod memory;
mod offender;

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tempfile::TempDir;
use tokio::time::sleep;
use wayfare_testkit::soak;

use crate::process::{Node, spawn};
use honest::Honest;
use offender::{End, Offender, malformed};

/// The usual soft limit of open files.
const USUAL_FILES: u64 = 1_024;
/// The number of pipelined requests.
const FLOOD: usize = 10_000;
/// The connections of the honest client: the present one, and briefly the one before.
const OWN: usize = 2;
/// The tolerance of time limits on a busy machine.
const SLACK: Duration = Duration::from_secs(4);

/// A server with its own database.
struct Stage {
    node: Node,
    // Dropped after the server, which writes into it.
    _folder: TempDir,
}

impl Stage {
    fn new(settings: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        Self {
            node: spawn(folder.path(), settings).ready(),
            _folder: folder,
        }
    }

    fn address(&self) -> &str {
        self.node.client.base_url().trim_start_matches("http://")
    }

    async fn offenders(&self, number: usize) -> Vec<Offender> {
        join_all((0..number).map(|_| Offender::connect(self.address()))).await
    }

    /// The processor time of the server so far.
    fn processor_time(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.node.pid())).unwrap();
        // In hundredths of a second; the process name before them may contain blanks.
        let fields: Vec<&str> = text
            .rsplit_once(')')
            .unwrap()
            .1
            .split_whitespace()
            .collect();
        let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
        Duration::from_millis(ticks * 10)
    }

    fn open_files(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.node.pid()))
            .unwrap()
            .count()
    }
}

#[tokio::test]
async fn idle_connections_delay_no_other_client() {
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    assert!(
        most >= 2_500,
        "this test needs 2,500 open files; the limit is {most}"
    );
    setrlimit(Resource::RLIMIT_NOFILE, USUAL_FILES, most).unwrap();
    let stage = Stage::new(&[]);
    setrlimit(Resource::RLIMIT_NOFILE, most, most).unwrap();
    let mut idle = stage.offenders(2_000).await;
    join_all(idle.iter_mut().map(|offender| offender.get("/healthz"))).await;
    assert!(stage.open_files() > 2_000);
    Honest::sign_up(&stage.node.client)
        .await
        .is_served("2,000 idle connections", sleep(Duration::from_secs(3)))
        .await;
    // All of them are still open.
    join_all(idle.iter_mut().map(|offender| offender.get("/healthz"))).await;
}

#[tokio::test]
async fn disconnects_slow_heads() {
    let stage = Stage::new(&[]);
    let honest = Honest::sign_up(&stage.node.client).await;
    let [first, mut later, mut after] = [
        stage.offenders(100).await,
        stage.offenders(100).await,
        stage.offenders(100).await,
    ];
    join_all(later.iter_mut().map(|offender| offender.get("/healthz"))).await;
    // An unexpected body, which goes on after the response.
    let chunked =
        "POST /healthz HTTP/1.1\r\nHost: wayfare\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n";
    join_all(
        after
            .iter_mut()
            .map(|offender| offender.send(chunked.as_bytes())),
    )
    .await;
    let begun = Instant::now();
    let drip = |offenders: Vec<Offender>, bytes: &'static [u8]| {
        join_all(
            offenders
                .into_iter()
                .map(move |offender| offender.drip(bytes, Duration::from_secs(1))),
        )
    };
    let head = b"GET /healthz HTTP/1.1\r\nHost: wayfare\r\nX-Slow: ".as_slice();
    let all = async {
        let after_answers =
            b"1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n".as_slice();
        tokio::join!(
            drip(first, head),
            drip(later, head),
            drip(after, after_answers)
        )
    };
    let (first, later, after) = honest.is_served("300 slow heads", all).await;
    assert!(
        first
            .iter()
            .all(|end| end.text.starts_with("HTTP/1.1 408 ")),
        "{:?}",
        first[0]
    );
    for end in first.iter().chain(&later).chain(&after) {
        let took = end.at - begun;
        assert!(took < Duration::from_secs(10) + SLACK, "{took:?}");
    }
}

#[tokio::test]
async fn disconnects_slow_bodies() {
    let stage = Stage::new(&[("WAYFARE_BODY_TIMEOUT", "1s")]);
    let honest = Honest::sign_up(&stage.node.client).await;
    let mut offenders = stage.offenders(300).await;
    let head = "POST /api/v1/user HTTP/1.1\r\nHost: wayfare\r\nContent-Type: \
        application/json\r\nContent-Length: 1000\r\n\r\n";
    join_all(
        offenders
            .iter_mut()
            .map(|offender| offender.send(head.as_bytes())),
    )
    .await;
    let begun = Instant::now();
    let drips = offenders
        .into_iter()
        .map(|offender| offender.drip(&[b'{'; 900], Duration::from_millis(50)));
    let ends = honest.is_served("300 slow bodies", join_all(drips)).await;
    for end in ends {
        assert!(end.text.starts_with("HTTP/1.1 408 "), "{end:?}");
        assert!(end.at - begun < Duration::from_secs(1) + SLACK);
    }
}

/// Cheap requests whose responses exceed the socket buffers of a client that does not read.
fn large() -> String {
    "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: wayfare\r\n\r\n".repeat(12)
}

#[tokio::test]
async fn disconnects_clients_that_do_not_read() {
    let stage = Stage::new(&[("WAYFARE_BODY_TIMEOUT", "1s")]);
    let honest = Honest::sign_up(&stage.node.client).await;
    let before = stage.open_files();
    let mut offenders = stage.offenders(20).await;
    let requests = large();
    join_all(
        offenders
            .iter_mut()
            .map(|offender| offender.send(requests.as_bytes())),
    )
    .await;
    let closed = async {
        let begun = Instant::now();
        while stage.open_files() > before + OWN {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "the connections are still open"
            );
            sleep(Duration::from_millis(50)).await;
        }
    };
    honest
        .is_served("20 clients that read nothing", closed)
        .await;
    for end in join_all(offenders.into_iter().map(Offender::finish)).await {
        assert!(end.was_reset, "the rest of the responses is discarded");
    }
}

#[tokio::test]
async fn pipelined_flood_uses_no_processor_time_while_blocked() {
    let stage = Stage::new(&[("WAYFARE_BODY_TIMEOUT", "10s")]);
    let honest = Honest::sign_up(&stage.node.client).await;
    let small = "GET /healthz HTTP/1.1\r\nHost: wayfare\r\n\r\n".repeat(FLOOD);
    let many = small.repeat(8);
    let mut offenders = stage.offenders(4).await;
    for offender in &mut offenders {
        offender.send(large().as_bytes()).await;
        offender
            .send_at_most(many.as_bytes(), Duration::from_millis(500))
            .await;
    }
    // Waits until the responses fill the socket buffers.
    let quiet = async {
        sleep(Duration::from_secs(1)).await;
        let before = stage.processor_time();
        sleep(Duration::from_secs(1)).await;
        stage.processor_time() - before
    };
    let work = quiet.await;
    assert!(
        work < Duration::from_millis(150),
        "{work:?} of processor time in a second while blocked"
    );
    let floods = async {
        for _ in 0..soak::rounds(1) {
            flood(&stage, &small).await;
        }
    };
    honest.is_served("floods of requests", floods).await;
}

/// Pipelines requests on several connections, and reads the responses.
async fn flood(stage: &Stage, requests: &str) {
    let offenders = stage.offenders(4).await;
    let ends = join_all(
        offenders
            .into_iter()
            .map(|offender| offender.flood(requests.as_bytes())),
    )
    .await;
    for End { text, .. } in ends {
        assert_eq!(
            text.matches("HTTP/1.1 200 ").count(),
            FLOOD,
            "each request has its response"
        );
    }
}

/// A sign-up of about 200 KB.
fn sign_up(number: usize, chunked: bool) -> String {
    let body = format!(
        "{{\"name\": \"Ada\", \"username\": \"ada{number}\"}}{}",
        " ".repeat(200_000)
    );
    let (framing, body) = if chunked {
        (
            "Transfer-Encoding: chunked".to_owned(),
            format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len()),
        )
    } else {
        (format!("Content-Length: {}", body.len()), body)
    };
    format!(
        "POST /api/v1/user HTTP/1.1\r\nHost: wayfare\r\nContent-Type: \
            application/json\r\n{framing}\r\n\r\n{body}"
    )
}

#[tokio::test]
async fn answers_all_pipelined_requests() {
    let stage = Stage::new(&[]);
    let small = "GET /healthz HTTP/1.1\r\nHost: wayfare\r\n\r\n";
    let large_head = format!(
        "GET /healthz HTTP/1.1\r\nHost: wayfare\r\nX-Large: {}\r\n\r\n",
        "x".repeat(50_000)
    );
    let mut requests = Vec::new();
    for number in 0..6 {
        requests.extend([sign_up(number, number % 2 == 0), large_head.clone()]);
        requests.extend(vec![small.to_owned(); 100]);
    }
    let mut left = requests.as_slice();
    let mut connections = 0;
    while !left.is_empty() {
        let offender = Offender::connect(stage.address()).await;
        let End {
            text, was_reset, ..
        } = offender.flood(left.concat().as_bytes()).await;
        let answered = text.matches("HTTP/1.1 200 ").count();
        connections += 1;
        // The HTTP library may close a connection while part of a later request has arrived. The
        // client then resends unanswered requests (RFC 9112, section 9.3.2); a sign-up that was
        // processed all the same would be refused.
        assert!(
            answered > 0 && !was_reset && connections <= 6,
            "{answered} of {} answered",
            left.len()
        );
        left = left.split_at(answered).1;
    }
}

#[tokio::test]
async fn refuses_malformed_requests_and_too_many_headers() {
    let stage = Stage::new(&[]);
    let honest = Honest::sign_up(&stage.node.client).await;
    let rounds = async {
        let mut refused = 0;
        for _ in 0..soak::rounds(10) {
            let shapes = malformed();
            let ends = shapes.into_iter().map(|shape| async {
                let offender = Offender::connect(stage.address()).await;
                (offender.exchange(&shape).await, shape)
            });
            for (end, shape) in join_all(ends).await {
                let status = end.text.get(9..12).unwrap_or_default();
                let shape = String::from_utf8_lossy(&shape[..shape.len().min(120)]).into_owned();
                assert!(["400", "431"].contains(&status), "{shape}: {end:?}");
                assert_eq!(end.text.matches("HTTP/1.1 ").count(), 1, "{shape}: {end:?}");
                refused += 1;
            }
        }
        refused
    };
    assert!(honest.is_served("malformed requests", rounds).await >= 100);
}

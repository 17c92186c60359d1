//! A client that sends raw bytes.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// The maximum wait for the end of a connection.
const LONG: Duration = Duration::from_secs(60);

/// How a connection ended.
#[derive(Debug)]
pub(crate) struct End {
    /// The text that was received.
    pub(crate) text: String,
    /// The time of the end.
    pub(crate) at: Instant,
    /// Whether the connection was reset.
    pub(crate) was_reset: bool,
}

/// One connection.
pub(crate) struct Offender(TcpStream);

impl Offender {
    pub(crate) async fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self(stream)
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    /// Sends as much as the server accepts within a time.
    pub(crate) async fn send_at_most(&mut self, bytes: &[u8], time: Duration) {
        // The server need not accept all of it.
        let _ = timeout(time, self.0.write_all(bytes)).await;
    }

    /// Sends a GET request that must succeed, and reads a small response.
    pub(crate) async fn get(&mut self, path: &str) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: wayfare\r\n\r\n");
        self.send(request.as_bytes()).await;
        let mut answer = vec![0; 4_096];
        let read = self.0.read(&mut answer).await.unwrap();
        assert!(answer[..read].starts_with(b"HTTP/1.1 200 "));
    }

    /// Sends a byte after each pause until the end of the connection.
    pub(crate) async fn drip(self, bytes: &[u8], pause: Duration) -> End {
        let (mut reader, mut writer) = self.0.into_split();
        let sending = async {
            for byte in bytes.iter().cycle() {
                sleep(pause).await;
                if writer.write_all(&[*byte]).await.is_err() {
                    break;
                }
            }
            sleep(LONG).await;
        };
        tokio::select! {
            end = end_of(&mut reader) => end,
            () = sending => panic!("the server did not disconnect"),
        }
    }

    /// Sends all bytes and reads all responses.
    pub(crate) async fn flood(self, bytes: &[u8]) -> End {
        let (mut reader, mut writer) = self.0.into_split();
        let sending = async {
            writer.write_all(bytes).await.unwrap();
            writer.shutdown().await.unwrap();
        };
        tokio::join!(sending, end_of(&mut reader)).1
    }

    /// Sends a request and waits for the end, also if the server does not read all of it.
    pub(crate) async fn exchange(mut self, bytes: &[u8]) -> End {
        // A refused client need not send the rest.
        let _ = self.0.write_all(bytes).await;
        self.finish().await
    }

    /// Reads until the end.
    pub(crate) async fn finish(mut self) -> End {
        end_of(&mut self.0).await
    }
}

async fn end_of(reader: &mut (impl AsyncReadExt + Unpin)) -> End {
    let mut bytes = Vec::new();
    let read = timeout(LONG, reader.read_to_end(&mut bytes))
        .await
        .expect("the connection does not end");
    End {
        text: String::from_utf8_lossy(&bytes).into_owned(),
        at: Instant::now(),
        was_reset: read.is_err(),
    }
}

/// Ambiguous or oversized requests, each followed by one that must not be answered.
pub(crate) fn malformed() -> Vec<Vec<u8>> {
    let second = "GET /healthz HTTP/1.1\r\nHost: wayfare\r\n\r\n";
    let post = |headers: &str, body: &str| {
        format!("POST /api/v1/user HTTP/1.1\r\n{headers}\r\n{body}{second}")
    };
    let chunked = |body: &str| {
        post(
            "Host: wayfare\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
            body,
        )
    };
    let many: String = (0..1_000)
        .map(|number| format!("X-{number}: x\r\n"))
        .collect();
    let shapes = [
        post(
            "Host: wayfare\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            "0\r\n\r\n",
        ),
        post(
            "Host: wayfare\r\nContent-Length: 2\r\nContent-Length: 4\r\n",
            "{}",
        ),
        post("Host: wayfare\r\nTransfer-Encoding: xchunked\r\n", "{}"),
        post(
            "Host: wayfare\r\nTransfer-Encoding : chunked\r\n",
            "0\r\n\r\n",
        ),
        post("Host: wayfare\r\nHost: other\r\n", ""),
        post("", ""),
        post("Host: wayfare\r\nContent-Length: +2\r\n", "{}"),
        post("Host: wayfare\r\nContent-Length: -2\r\n", "{}"),
        post("Host: wayfare\r\nContent-Length: 2, 2\r\n", "{}"),
        post("Host: wayfare\r\nContent-Length: 0x2\r\n", "{}"),
        post(
            "Host: wayfare\r\nContent-Length: 18446744073709551618\r\n",
            "{}",
        ),
        post(
            "Host: wayfare\r\nTransfer-Encoding: chunked, identity\r\n",
            "0\r\n\r\n",
        ),
        post(
            "Host: wayfare\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
            "0\r\n\r\n",
        ),
        post("Host: wayfare\r\nX-Folded: a\r\n Content-Length: 2\r\n", ""),
        post("Host: wayfare\r\nX-Bare: a\rContent-Length: 2\r\n", ""),
        post("Host: wayfare\r\nX-Nul: a\0b\r\n", ""),
        post("Host: wayfare\r\nX Blank: a\r\n", ""),
        post("Host: wayfare\r\n: a\r\n", ""),
        "POST /api/v1/user HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".to_owned()
            + second,
        "GET /healthz HTTP/1.1 HTTP/1.1\r\nHost: wayfare\r\n\r\n".to_owned() + second,
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned() + second,
        post(&format!("Host: wayfare\r\n{many}"), ""),
        post(
            &format!("Host: wayfare\r\nX-Large: {}\r\n", "x".repeat(1 << 20)),
            "",
        ),
        chunked("zz\r\n{}\r\n0\r\n\r\n"),
        chunked("\r\n{}\r\n0\r\n\r\n"),
        chunked("+2\r\n{}\r\n0\r\n\r\n"),
        chunked("0x2\r\n{}\r\n0\r\n\r\n"),
        chunked("2;\0\r\n{}\r\n0\r\n\r\n"),
        chunked("2 2\r\n{}\r\n0\r\n\r\n"),
        chunked("fffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
        chunked("2\n{}\r\n0\r\n\r\n"),
        chunked("2\r\n{}00\r\n\r\n"),
    ];
    shapes.into_iter().map(String::into_bytes).collect()
}

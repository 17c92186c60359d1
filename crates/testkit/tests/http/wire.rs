//! Raw requests, written to the socket byte by byte.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wayfare_testkit::TestServer;

/// Sends a request line and headers unchanged; returns the status and the whole answer as text, or
/// nothing if the server closes the connection.
pub(crate) async fn send(server: &TestServer, head: &[u8]) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(head).await.unwrap();
    let mut answer = Vec::new();
    // The server may reset the connection after its answer; the answer counts.
    let _ = stream.read_to_end(&mut answer).await;
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    Some((status, text))
}

/// A request without a body.
pub(crate) fn request(method: &str, target: &[u8], headers: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{method} ").into_bytes();
    bytes.extend_from_slice(target);
    bytes.extend_from_slice(b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    bytes.extend_from_slice(headers);
    bytes.extend_from_slice(b"\r\n");
    bytes
}

//! Connections that send or read slowly.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::accounts::{Accounts, OFFENDING};

/// Sends a form with a picture at 9 KiB a second.
pub(super) async fn slow_form(address: String, accounts: Arc<Accounts>) {
    let head = format!(
        "PUT /api/v1/trips/{}/picture HTTP/1.1\r\nHost: wayfare\r\nAuthorization: Bearer {}\r\n\
        X-Forwarded-For: {OFFENDING}\r\nContent-Type: multipart/form-data; boundary=x\r\n\
        Content-Length: 10000000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"mainImage\"; \
        filename=\"a.jpg\"\r\n\r\n",
        accounts.offender_trip, accounts.offender.token
    );
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return;
    };
    if stream.write_all(head.as_bytes()).await.is_err() {
        return;
    }
    // Until the server or the measurement ends it.
    while stream.write_all(&[0xff; 922]).await.is_ok() {
        sleep(Duration::from_millis(100)).await;
    }
}

/// Asks for a path, and reads the answer at 10 KiB a second.
pub(super) async fn slow_reader(address: String, accounts: Arc<Accounts>, path: &'static str) {
    let path = accounts.path(path);
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: wayfare\r\nAuthorization: Bearer {}\r\n\
        X-Forwarded-For: {OFFENDING}\r\nAccept-Encoding: identity\r\n\r\n",
        accounts.offender.token
    );
    // Again, if the server ends or refuses it.
    loop {
        read_slowly(&address, &head).await.ok();
        sleep(Duration::from_millis(500)).await;
    }
}

async fn read_slowly(address: &str, head: &str) -> anyhow::Result<()> {
    let socket = TcpSocket::new_v4()?;
    // So that the kernel takes little of the answer.
    socket.set_recv_buffer_size(4_096)?;
    let mut stream = socket.connect(address.parse()?).await?;
    stream.write_all(head.as_bytes()).await?;
    let mut buffer = [0; 1_024];
    while stream.read(&mut buffer).await? > 0 {
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

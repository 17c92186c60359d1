//! Closes a listening socket without losing connections that are being made.
//!
//! The kernel resets connections that wait to be accepted when their listening socket is closed. A
//! proxy has sent its request on such a connection by then, and may not repeat a `POST`. So new
//! connections are ignored for a moment, while those that wait are accepted. When the socket is
//! closed, the proxy's next attempt is refused, and it turns to another server.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use socket2::Socket;
use tokio::time::sleep;

/// How long connections that are being made have until they are accepted: less than the second
/// after which a client tries again.
const GRACE: Duration = Duration::from_millis(250);

/// A second handle of a listening socket.
#[derive(Debug)]
pub(crate) struct Drain(Socket);

impl Drain {
    /// A handle of the socket of `listener`.
    ///
    /// # Errors
    /// The process has no free file descriptor.
    pub(crate) fn new(listener: &TcpListener) -> io::Result<Self> {
        Ok(Self(listener.try_clone()?.into()))
    }

    /// Ignores new connections, waits until those that are being made are accepted, and closes this
    /// handle.
    pub(crate) async fn run(self) {
        match ignore_new_connections(&self.0) {
            Ok(()) => sleep(GRACE).await,
            Err(error) => tracing::debug!(%error, "connections that are being made may be reset"),
        }
    }
}

/// Attaches a packet filter that drops the first segment of a connection: `SYN` without `ACK`.
#[cfg(target_os = "linux")]
fn ignore_new_connections(socket: &Socket) -> io::Result<()> {
    use socket2::SockFilter;

    /// The offset of the flags in a TCP header.
    const FLAGS: u32 = 13;
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    // The instructions of classic BPF, by their codes.
    const LOAD_BYTE: u16 = 0x30;
    const AND: u16 = 0x54;
    const JUMP_IF_EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    socket.attach_filter(&[
        SockFilter::new(LOAD_BYTE, 0, 0, FLAGS),
        SockFilter::new(AND, 0, 0, SYN | ACK),
        SockFilter::new(JUMP_IF_EQUAL, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, 0),
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ])
}

#[cfg(not(target_os = "linux"))]
fn ignore_new_connections(_: &Socket) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests;

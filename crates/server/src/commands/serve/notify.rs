//! Tells systemd when the service is ready and when it stops (`Type=notify`): a datagram to the
//! socket that it names, which is all of that protocol that a service needs.

use std::env;
use std::io;
#[cfg(target_os = "linux")]
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

/// The environment variable that names the socket. Without it nobody is told.
const SOCKET: &str = "NOTIFY_SOCKET";

/// What systemd is told.
#[derive(Debug, Clone, Copy)]
pub(crate) enum State {
    /// It serves.
    Ready,
    /// It finishes requests in flight.
    Stopping,
}

/// Tells the service manager, if there is one, of a state.
pub(crate) fn notify(state: State) {
    let message = match state {
        State::Ready => "READY=1",
        State::Stopping => "STOPPING=1",
    };
    if let Err(error) = send(message) {
        tracing::warn!(%error, "the service manager can't be told: {message}");
    }
}

fn send(message: &str) -> io::Result<()> {
    let Some(name) = env::var_os(SOCKET) else {
        return Ok(());
    };
    let address = match name.as_bytes().strip_prefix(b"@") {
        #[cfg(target_os = "linux")]
        Some(name) => SocketAddr::from_abstract_name(name)?,
        _ => SocketAddr::from_pathname(&name)?,
    };
    let socket = UnixDatagram::unbound()?;
    socket.send_to_addr(message.as_bytes(), &address).map(drop)
}

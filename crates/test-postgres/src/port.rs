//! Finds a free TCP port for a server.

use std::net::TcpListener;

use crate::Error;

/// Returns a port below the ephemeral range of common systems. An outgoing connection could take a
/// port in that range while the server is stopped, and a client that retries could connect to
/// itself.
pub(crate) fn free_port() -> Result<u16, Error> {
    let mut last = None;
    for _ in 0..100 {
        let random = u16::try_from(uuid::Uuid::new_v4().as_u128() % 17_000).unwrap_or_default();
        match TcpListener::bind(("127.0.0.1", 15_000 + random)) {
            Ok(listener) => {
                return listener
                    .local_addr()
                    .map(|address| address.port())
                    .map_err(Error::io("looking at a port"));
            }
            Err(error) => last = Some(error),
        }
    }
    let error = last.unwrap_or_else(|| std::io::ErrorKind::AddrInUse.into());
    Err(Error::io("looking for a free port")(error))
}

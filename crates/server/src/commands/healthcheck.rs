//! `wayfare healthcheck`: calls the liveness check of a server on this machine.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::http::health::HEALTHZ;
use crate::{Failure, Settings};

/// The timeout of each step.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Calls the server at the listen address.
///
/// # Errors
/// The server does not answer, or not with 200.
pub(crate) fn run(settings: &Settings) -> Result<(), Failure> {
    let address = reachable(settings.listen);
    let status_line = ask(address).with_context(|| format!("no response from {address}"))?;
    if !status_line.starts_with("HTTP/1.1 200 ") {
        return Err(anyhow::anyhow!("{address} answered {}", status_line.trim()).into());
    }
    Ok(())
}

fn ask(address: SocketAddr) -> anyhow::Result<String> {
    let mut connection = TcpStream::connect_timeout(&address, TIMEOUT)?;
    connection.set_read_timeout(Some(TIMEOUT))?;
    connection.set_write_timeout(Some(TIMEOUT))?;
    write!(
        connection,
        "GET {HEALTHZ} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer)?;
    let Some(line) = answer
        .split(|byte| *byte == b'\n')
        .next()
        .filter(|line| !line.is_empty())
    else {
        bail!("the server closed the connection");
    };
    Ok(String::from_utf8_lossy(line).into_owned())
}

/// The address to connect to: loopback if the server listens on all interfaces.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

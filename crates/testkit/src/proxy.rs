//! nginx in front of a server, for runs of the tests through a reverse proxy.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};
use tempfile::TempDir;

use crate::Error;

/// The environment variable that names a configuration of nginx. It has `{listen}` for the address
/// of nginx and its option, `{server}` for that of the server, and `{folder}` for a folder of
/// files.
const VARIABLE: &str = "WAYFARE_TEST_NGINX";
const START_LIMIT: Duration = Duration::from_secs(20);

/// A proxy that has not started yet, with its reserved address.
#[derive(Debug)]
pub(crate) struct Proxy {
    configuration: String,
    address: SocketAddr,
    reserved: Socket,
    folder: TempDir,
}

/// A running proxy, which is stopped when this is dropped.
#[derive(Debug)]
pub(crate) struct RunningProxy {
    process: Child,
    address: SocketAddr,
    _reserved: Socket,
    _folder: TempDir,
}

impl Proxy {
    /// Returns the proxy that the environment names, if it names one.
    pub(crate) fn of_environment() -> Result<Option<Self>, Error> {
        let Some(file) = std::env::var_os(VARIABLE) else {
            return Ok(None);
        };
        // Bound as long as nginx runs, so that no one else gets the port: only sockets that share
        // it may. It listens not, so nginx gets all connections.
        let reserved = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        reserved.set_reuse_port(true)?;
        reserved.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into())?;
        let address = reserved.local_addr()?.as_socket().ok_or(Error::Proxy)?;
        Ok(Some(Self {
            configuration: fs::read_to_string(file)?,
            address,
            reserved,
            folder: tempfile::Builder::new().prefix("wayfare-test-").tempdir()?,
        }))
    }

    /// The public address of a server behind it.
    pub(crate) fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Starts it in front of a server. Blocks until it takes connections.
    pub(crate) fn start(self, server: SocketAddr) -> Result<RunningProxy, Error> {
        let address = self.address;
        let configuration = self.folder.path().join("nginx.conf");
        let text = self
            .configuration
            .replace("{listen}", &format!("{address} reuseport"))
            .replace("{server}", &server.to_string())
            .replace("{folder}", &self.folder.path().display().to_string());
        fs::write(&configuration, text)?;
        let process = Command::new(program())
            .arg("-p")
            .arg(self.folder.path())
            .arg("-c")
            .arg(configuration)
            .stdin(Stdio::null())
            .spawn()?;
        let mut proxy = RunningProxy {
            process,
            address,
            _reserved: self.reserved,
            _folder: self.folder,
        };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            let has_ended = proxy.process.try_wait()?.is_some();
            if has_ended || start.elapsed() > START_LIMIT {
                return Err(Error::Proxy);
            }
            sleep(Duration::from_millis(5));
        }
        Ok(proxy)
    }
}

impl RunningProxy {
    /// The address that it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for RunningProxy {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The path of nginx, which may be in a folder for administrators that is not in `PATH`.
fn program() -> PathBuf {
    let administrators = PathBuf::from("/usr/sbin/nginx");
    if administrators.is_file() {
        administrators
    } else {
        PathBuf::from("nginx")
    }
}

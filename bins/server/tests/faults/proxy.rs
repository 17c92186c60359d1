//! A TCP proxy that can close, stall or silently drop connections.

use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::thread;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::watch;

/// What the proxy does with connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Relays them.
    Open,
    /// Closes new and existing connections.
    Closed,
    /// Accepts connections, and relays nothing until the proxy is open again.
    Stalled,
    /// As `Stalled`, and existing connections never get through again, as after a router lost its
    /// state.
    Cut,
}

/// A proxy before a server.
pub(crate) struct Proxy {
    address: SocketAddr,
    /// The mode, and how often it was `Cut`.
    mode: watch::Sender<(Mode, u32)>,
}

impl Proxy {
    /// Starts an open proxy before the server, which runs until this process ends.
    pub(crate) fn to(server: SocketAddr) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (mode, modes) = watch::channel((Mode::Open, 0));
        thread::spawn(move || {
            Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(async {
                    let listener = TcpListener::from_std(listener).unwrap();
                    loop {
                        let (client, _) = listener.accept().await.unwrap();
                        tokio::spawn(Connection::new(modes.clone()).run(client, server));
                    }
                });
        });
        Self { address, mode }
    }

    /// The address that it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the mode.
    pub(crate) fn set(&self, mode: Mode) {
        self.mode.send_modify(|(present, cuts)| {
            *present = mode;
            *cuts += u32::from(mode == Mode::Cut);
        });
    }
}

/// A relayed connection.
#[derive(Clone)]
struct Connection {
    modes: watch::Receiver<(Mode, u32)>,
    /// The number of cuts when it was accepted.
    cuts: u32,
}

impl Connection {
    fn new(modes: watch::Receiver<(Mode, u32)>) -> Self {
        let cuts = modes.borrow().1;
        Self { modes, cuts }
    }

    async fn run(self, client: TcpStream, server: SocketAddr) {
        let (mut closing, relaying) = (self.clone(), self);
        tokio::select! {
            _ = relaying.relay(client, server) => {}
            () = closing.closed() => {}
        }
    }

    async fn relay(mut self, mut client: TcpStream, server: SocketAddr) -> io::Result<()> {
        self.open().await;
        let mut server = TcpStream::connect(server).await?;
        let (mut from_client, mut to_client) = client.split();
        let (mut from_server, mut to_server) = server.split();
        let (back, cut) = (self.clone(), self.clone());
        tokio::select! {
            done = self.pump(&mut from_client, &mut to_server) => done,
            done = back.pump(&mut from_server, &mut to_client) => done,
            () = cut.cut() => {
                // When the service closes its side, the server's side closes too, so that the test
                // counts no dead connection.
                let mut rest = [0; 1_024];
                while from_client.read(&mut rest).await? > 0 {}
                Ok(())
            }
        }
    }

    async fn pump(
        mut self,
        from: &mut (impl AsyncRead + Unpin),
        to: &mut (impl AsyncWrite + Unpin),
    ) -> io::Result<()> {
        let mut bytes = vec![0; 16_384];
        loop {
            let count = from.read(&mut bytes).await?;
            if count == 0 {
                return Ok(());
            }
            self.open().await;
            to.write_all(&bytes[..count]).await?;
        }
    }

    /// Waits until the proxy is open; forever if the connection was cut.
    async fn open(&mut self) {
        let open = self.modes.wait_for(|&(mode, _)| mode == Mode::Open).await;
        let is_cut = open.is_ok_and(|now| now.1 != self.cuts);
        if is_cut {
            pending::<()>().await;
        }
    }

    async fn closed(&mut self) {
        if self
            .modes
            .wait_for(|&(mode, _)| mode == Mode::Closed)
            .await
            .is_err()
        {
            pending::<()>().await;
        }
    }

    async fn cut(mut self) {
        let cuts = self.cuts;
        if self.modes.wait_for(|now| now.1 != cuts).await.is_err() {
            pending::<()>().await;
        }
    }
}

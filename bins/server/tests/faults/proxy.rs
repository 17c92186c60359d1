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
    /// As `Stalled`, and existing connections are reset when the proxy is open again, as by a host
    /// that restarted.
    Reset,
}

/// The mode, and how often it was `Cut` and `Reset`.
#[derive(Debug, Clone, Copy)]
struct State {
    mode: Mode,
    cuts: u32,
    resets: u32,
}

/// A proxy before a server.
pub(crate) struct Proxy {
    address: SocketAddr,
    state: watch::Sender<State>,
}

impl Proxy {
    /// Starts an open proxy before the server, which runs until this process ends.
    pub(crate) fn to(server: SocketAddr) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (state, states) = watch::channel(State {
            mode: Mode::Open,
            cuts: 0,
            resets: 0,
        });
        thread::spawn(move || {
            Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(async {
                    let listener = TcpListener::from_std(listener).unwrap();
                    loop {
                        let (client, _) = listener.accept().await.unwrap();
                        tokio::spawn(Connection::new(states.clone()).run(client, server));
                    }
                });
        });
        Self { address, state }
    }

    /// The address that it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the mode.
    pub(crate) fn set(&self, mode: Mode) {
        self.state.send_modify(|state| {
            state.mode = mode;
            state.cuts += u32::from(mode == Mode::Cut);
            state.resets += u32::from(mode == Mode::Reset);
        });
    }
}

/// A relayed connection.
#[derive(Clone)]
struct Connection {
    states: watch::Receiver<State>,
    /// The state when it was accepted.
    accepted: State,
}

impl Connection {
    fn new(states: watch::Receiver<State>) -> Self {
        let accepted = *states.borrow();
        Self { states, accepted }
    }

    async fn run(self, client: TcpStream, server: SocketAddr) {
        let (mut closing, relaying) = (self.clone(), self);
        tokio::select! {
            _ = relaying.relay(client, server) => {}
            () = closing.closed() => {}
        }
    }

    async fn relay(mut self, mut client: TcpStream, server: SocketAddr) -> io::Result<()> {
        self.open().await?;
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
            self.open().await?;
            to.write_all(&bytes[..count]).await?;
        }
    }

    /// Waits until the proxy is open; forever if the connection was cut. Fails if it was reset.
    async fn open(&mut self) -> io::Result<()> {
        let State { cuts, resets, .. } = self.accepted;
        let open = self.states.wait_for(|now| now.mode == Mode::Open).await;
        let now = open.map_or(self.accepted, |now| *now);
        if now.cuts != cuts {
            pending::<()>().await;
        }
        if now.resets != resets {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }

    async fn closed(&mut self) {
        if self
            .states
            .wait_for(|now| now.mode == Mode::Closed)
            .await
            .is_err()
        {
            pending::<()>().await;
        }
    }

    async fn cut(mut self) {
        let cuts = self.accepted.cuts;
        if self.states.wait_for(|now| now.cuts != cuts).await.is_err() {
            pending::<()>().await;
        }
    }
}

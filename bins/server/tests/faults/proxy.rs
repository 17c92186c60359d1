//! A way to a server that can be closed, stall, or be cut in silence.

use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::thread;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::watch;

/// What becomes of connections and their bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// They are passed on.
    Open,
    /// They are ended at once, those that were there as well.
    Closed,
    /// They are taken, and wait until the way is open again.
    Stalled,
    /// They are taken and wait; what was there before never gets through any more, as after the
    /// loss of a router's memory.
    Cut,
}

/// A way to a server.
pub(crate) struct Proxy {
    address: SocketAddr,
    /// The way, and how often it was cut.
    way: watch::Sender<(Way, u32)>,
}

impl Proxy {
    /// An open way to the server at an address, for as long as this process lives.
    pub(crate) fn to(server: SocketAddr) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (way, ways) = watch::channel((Way::Open, 0));
        thread::spawn(move || {
            Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(async {
                    let listener = TcpListener::from_std(listener).unwrap();
                    loop {
                        let (client, _) = listener.accept().await.unwrap();
                        tokio::spawn(Connection::new(ways.clone()).run(client, server));
                    }
                });
        });
        Self { address, way }
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the way.
    pub(crate) fn set(&self, way: Way) {
        self.way.send_modify(|(present, cuts)| {
            *present = way;
            *cuts += u32::from(way == Way::Cut);
        });
    }
}

/// A connection on its way.
#[derive(Clone)]
struct Connection {
    ways: watch::Receiver<(Way, u32)>,
    /// How often the way had been cut when it came.
    cuts: u32,
}

impl Connection {
    fn new(ways: watch::Receiver<(Way, u32)>) -> Self {
        let cuts = ways.borrow().1;
        Self { ways, cuts }
    }

    async fn run(self, client: TcpStream, server: SocketAddr) {
        let (mut closing, way) = (self.clone(), self);
        tokio::select! {
            _ = way.relay(client, server) => {}
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
                // The service's side ends it some day; the server's then ends too, so that none is
                // counted that is long gone.
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

    /// Waits until the way is open, for ever where it was cut.
    async fn open(&mut self) {
        let open = self.ways.wait_for(|&(way, _)| way == Way::Open).await;
        let is_cut = open.is_ok_and(|now| now.1 != self.cuts);
        if is_cut {
            pending::<()>().await;
        }
    }

    async fn closed(&mut self) {
        if self
            .ways
            .wait_for(|&(way, _)| way == Way::Closed)
            .await
            .is_err()
        {
            pending::<()>().await;
        }
    }

    async fn cut(mut self) {
        let cuts = self.cuts;
        if self.ways.wait_for(|now| now.1 != cuts).await.is_err() {
            pending::<()>().await;
        }
    }
}

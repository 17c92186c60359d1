//! What bounds the work of a server: queues that are fair between clients, quotas, and a cache of
//! bytes. And what follows that work: [`trace`].
//!
//! - [`Batcher`] answers requests of many callers in batches, on threads of its own.
//! - [`WorkPool`] runs work that would block an async thread: a batcher whose requests are
//!   functions.
//! - [`FairQueue`] is the order of both, for jobs that are done otherwise.
//! - [`Quota`] bounds what all clients hold together, what one of them holds, and what all clients
//!   of a network hold.
//! - [`ByteCache`] keeps values up to a number of bytes. Each is validated when it is read.
//!
//! Each request belongs to a [`Client`]: the account or the network that it is done for. Clients
//! take turns, so the requests of one wait for at most one of each other client. When a queue is
//! full, a new request displaces the newest one of the client with the longest queue (longest queue
//! drop), so a client with few requests is not refused because of one with many.
//!
//! ```
//! use wayfare_bounds::{Client, Deadline, QueueMetrics, WorkPool};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
//! let metrics = QueueMetrics::default();
//! let pool = WorkPool::new("squares", 2, 64, 2, Deadline::None, &metrics);
//! assert_eq!(pool.run(Client::new(7), 1, || 12 * 12).await?, 144);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batcher;
mod byte_cache;
mod fair;
mod quota;
pub mod trace;
mod work_pool;

use std::hash::{Hash, Hasher};
use std::net::IpAddr;

pub use batcher::{Batcher, Deadline, Error, Limits, QueueMetrics};
pub use byte_cache::{ByteCache, CacheMetrics, Weigh};
pub use fair::FairQueue;
pub use quota::{Exceeded, Quota, QuotaMetrics, Reservation};
pub use work_pool::WorkPool;

/// Prefix length of an IPv6 site, which counts as one client: the largest network that is commonly
/// given to one customer (RIPE-690, section 4.2).
const SITE_V6: u8 = 48;

/// The network of an address: of IPv6, its first 48 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network(u128);

impl Network {
    /// The network of an address; `None` for this machine's own, from which everybody may come.
    #[must_use]
    pub fn of(address: IpAddr) -> Option<Self> {
        let address = address.to_canonical();
        (!address.is_loopback()).then(|| Self(network_bits(address)))
    }
}

/// An account, or the network of a caller without one: the party that requests are counted for.
/// Clients are equal by their number, from whatever network they come.
#[derive(Debug, Clone, Copy)]
pub struct Client {
    number: u128,
    network: Option<Network>,
}

impl Client {
    /// A client with a unique number, such as the bits of a UUID.
    #[must_use]
    pub const fn new(number: u128) -> Self {
        Self {
            number,
            network: None,
        }
    }

    /// The client, whose requests come from a network.
    #[must_use]
    pub const fn from_network(self, network: Option<Network>) -> Self {
        Self { network, ..self }
    }

    /// The network that the client's requests come from, if known.
    #[must_use]
    pub const fn network(self) -> Option<Network> {
        self.network
    }
}

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Client {}

impl Hash for Client {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl From<IpAddr> for Client {
    /// The network of an address as a client of its own.
    fn from(address: IpAddr) -> Self {
        Self::new(network_bits(address.to_canonical())).from_network(Network::of(address))
    }
}

fn network_bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits() & (u128::MAX << (128 - SITE_V6)),
    }
}

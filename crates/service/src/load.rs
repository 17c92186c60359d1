//! The service's present load and totals since its start, for metrics.

use std::time::Duration;

use wayfare_pictures::{RenditionLoad, WorkLoad};

/// The service's load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Units of work and reads on the database.
    pub database: DatabaseLoad,
    /// Password hashing.
    pub passwords: WorkLoad,
    /// Cleaning of map notes.
    pub notes: WorkLoad,
    /// Cleaning of uploaded pictures.
    pub cleaning: WorkLoad,
    /// Pictures being served.
    pub renditions: RenditionLoad,
    /// Uploads being received or stored.
    pub uploads: usize,
}

/// The load of the database threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatabaseLoad {
    /// Size of the connection pool. A busy thread holds a connection or waits for one.
    pub connections: usize,
    /// Busy threads.
    pub running: usize,
    /// Queue depth.
    pub waiting: usize,
    /// Jobs started since the start.
    pub begun: u64,
    /// Time that these spent in the queue, summed.
    pub waited: Duration,
    /// Jobs refused, or not started before their deadline.
    pub refused: u64,
}

impl DatabaseLoad {
    /// Sums the loads of several queues.
    pub(crate) fn new<const N: usize>(
        connections: usize,
        loads: [wayfare_batcher::Load; N],
    ) -> Self {
        let mut sum = Self {
            connections,
            ..Self::default()
        };
        for load in loads {
            sum.running += load.running;
            sum.waiting += load.waiting;
            sum.begun += load.started;
            sum.waited += load.waited;
            sum.refused += load.refused;
        }
        sum
    }
}

//! The work pools for pixel work: they bound the memory of the jobs that run at the same time.

use std::time::Duration;

use wayfare_bounds::{Deadline, QueueMetrics, WorkPool};

/// Returns a pool whose unit of weight is a MiB of memory.
pub(crate) fn memory_pool(
    name: &'static str,
    threads: u32,
    max_waiting: u32,
    max_wait: Duration,
    capacity: u32,
    metrics: &QueueMetrics,
) -> WorkPool {
    let size = |number| usize::try_from(number).unwrap_or(usize::MAX);
    let deadline = Deadline::ToStart(max_wait);
    WorkPool::new(
        name,
        size(threads),
        size(max_waiting),
        capacity,
        deadline,
        metrics,
    )
}

/// Returns the weight of a job that takes this many bytes.
pub(crate) fn memory_weight(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1 << 20)).unwrap_or(u32::MAX)
}

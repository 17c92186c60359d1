//! The work pools for pixel work: they bound the pixels that are decoded at the same time.

use crate::{WorkPool, WorkPoolConfig};

/// The capacity of a pool in Mpixel: one picture of the largest size, or several ordinary ones.
const CAPACITY: u32 = 50;

/// Returns a pool whose unit of weight is a megapixel.
pub(crate) fn pixel_pool(name: &'static str, threads: u32, max_waiting: u32) -> WorkPool {
    WorkPool::new(WorkPoolConfig {
        name,
        threads,
        max_waiting,
        max_wait: None,
        capacity: CAPACITY,
    })
}

/// Returns the weight of a picture of this width times height.
pub(crate) fn pixel_weight(pixels: u64) -> u32 {
    u32::try_from(pixels / 1_000_000).unwrap_or(u32::MAX)
}

//! The memory of the machine, and the share of it that caches take.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The share of the memory that a cache may hold.
const SHARE: u64 = 64;
/// The least and the greatest size of a cache that follows from the memory, in bytes.
const LEAST: u64 = 24 << 20;
const GREATEST: u64 = 512 << 20;

/// The default size of the trip cache in bytes, and of the response cache likewise. Parsed trips
/// take about three times their size, so both together take at most a sixteenth of the memory, or
/// 96 MiB.
pub(crate) fn cache_size() -> usize {
    let size = share_of(total().unwrap_or_default());
    usize::try_from(size).unwrap_or(usize::MAX)
}

fn share_of(memory: u64) -> u64 {
    (memory / SHARE).clamp(LEAST, GREATEST)
}

/// The memory of the machine in bytes, or of the container if that has less; `None` if the system
/// does not tell.
fn total() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory).ok()?;
    let container = system.cgroup_limits().map(|limits| limits.total_memory);
    let machine = system.total_memory();
    Some(container.map_or(machine, |container| container.min(machine)))
}

#[cfg(test)]
mod tests;

//! Tasks that use servers in rounds while a test replaces the servers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;

/// Waits until tasks that count their rounds have done so many more; panics if a task has ended.
pub(crate) async fn wait_for(tasks: &[JoinHandle<()>], rounds: &AtomicU64, more: u64) {
    let enough = rounds.load(Ordering::Relaxed) + more;
    while rounds.load(Ordering::Relaxed) < enough {
        let is_over = tasks.iter().any(JoinHandle::is_finished);
        assert!(!is_over, "a request failed (see above)");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

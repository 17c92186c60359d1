//! Saving edits: optimistic writes, in turn with the other edits of the trip in this process.
//!
//! Edits in this process thus rarely conflict. A write by another server fails an optimistic write;
//! the trip is then reloaded, and after repeated conflicts locked in the database.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use wayfare_domain::{Action, TripId};

use super::access::permitted;
use super::edit::TripEdit;
use super::{TripView, Trips};
use crate::{Error, Updated};

/// Optimistic attempts before the trip is locked. Under more contention, an optimistic attempt
/// rarely succeeds.
const OPTIMISTIC_ATTEMPTS: u32 = 2;

type Saved = Result<Updated<TripView>, Error>;

impl Trips {
    /// Applies an edit to the latest state of a trip and saves it. `before` is the trip as the
    /// caller read it. After [`Error::Busy`] it may yet be saved, as after every failure of the
    /// store.
    ///
    /// The future is boxed, or each crate that polls it would compile it anew.
    pub(super) fn save_in_turn(
        &self,
        id: TripId,
        before: Option<TripView>,
        edit: Arc<TripEdit>,
    ) -> BoxFuture<'_, Saved> {
        let longest_wait = self.context.policy.longest_wait;
        let save = async move {
            let lock = self.context.edit_locks.lock(id, edit.caller.user);
            let lock = timeout(longest_wait, lock).await;
            let lock = lock.map_err(|_| Error::Busy)??;
            let before = before.filter(|_| !lock.has_waited);
            self.save_optimistically(id, before, &edit).await
        };
        Box::pin(async move {
            let saved = timeout(longest_wait + longest_wait / 8, save).await;
            saved.map_err(|_| Error::Busy)?
        })
    }

    async fn save_optimistically(
        &self,
        id: TripId,
        mut before: Option<TripView>,
        edit: &Arc<TripEdit>,
    ) -> Saved {
        // Edits of members and pictures are rare, and read more rows.
        if edit.is_content_only() {
            for _ in 0..OPTIMISTIC_ATTEMPTS {
                let before = match before.take() {
                    Some(before) => before,
                    None => {
                        let found = self.context.find(edit.caller, id, Action::Submit);
                        found.await?
                    }
                };
                let applied = edit.apply_to_content(&self.context, &before).await?;
                let Some((write, after)) = applied else {
                    return Ok(Updated::Unchanged(before));
                };
                let executor = &self.context.executor;
                if executor.save(edit.caller.client(), write).await? {
                    return Ok(Updated::Changed { before, after });
                }
                let key = edit.key.as_ref();
                self.context.check_unused(edit.caller, key).await?;
            }
        }
        self.lock_and_save(id, Arc::clone(edit)).await
    }

    /// Locks the trip, and applies and saves an edit of any kind.
    async fn lock_and_save(&self, id: TripId, edit: Arc<TripEdit>) -> Saved {
        let (context, client) = (Arc::clone(&self.context), edit.caller.client());
        let locked = self.context.executor.write(client, move |data| {
            let (lookup, named) = edit.lock(data, id)?;
            let before = permitted(lookup, edit.caller, Action::Submit)?;
            edit.save_locked(&context, data, before, &named)
        });
        locked.await
    }
}

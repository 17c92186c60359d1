//! Saving edits: optimistic writes, in turn with the other edits of the trip in this process.
//!
//! Edits in this process thus rarely conflict. A write by another server fails an optimistic write;
//! the trip is then reloaded, and after repeated conflicts locked in the database.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use wayfare_domain::{Action, TripId};
use wayfare_storage::Repositories;

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
    /// caller read it. After [`Error::Unavailable`] and [`Error::Internal`] it may yet be saved.
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
            saved.unwrap_or_else(|late| Err(Error::Unavailable(late.into())))
        })
    }

    async fn save_optimistically(
        &self,
        id: TripId,
        mut before: Option<TripView>,
        edit: &Arc<TripEdit>,
    ) -> Saved {
        for _ in 0..OPTIMISTIC_ATTEMPTS {
            let before = match before.take() {
                Some(before) => before,
                None => {
                    let found = self.context.find(edit.caller, id, Action::Submit);
                    found.await?
                }
            };
            if let Some(saved) = self.save_once(before, edit).await? {
                return Ok(saved);
            }
        }
        let save = self.locked_save(id, Arc::clone(edit));
        let executor = &self.context.executor;
        executor.write(edit.caller.client(), save).await
    }

    /// Applies an edit to a trip as it was read. Returns `None` if the trip has changed since.
    async fn save_once(
        &self,
        before: TripView,
        edit: &Arc<TripEdit>,
    ) -> Result<Option<Updated<TripView>>, Error> {
        let (executor, client) = (&self.context.executor, edit.caller.client());
        if !edit.is_content_only(&before.people) {
            let (context, edit) = (Arc::clone(&self.context), Arc::clone(edit));
            let save =
                move |data: &mut dyn Repositories| edit.save_within(&context, data, before.clone());
            return executor.write(client, save).await;
        }
        let applied = edit.apply_to_content(&self.context, &before).await?;
        let Some((write, after)) = applied else {
            return Ok(Some(Updated::Unchanged(before)));
        };
        let growth = self.context.counted_growth(before.sizes, after.sizes);
        if let Some(more) = growth {
            let account = after.people.accountable(after.trip.owner);
            let context = Arc::clone(&self.context);
            let check =
                move |data: &mut dyn Repositories| context.check_account_bytes(data, account, more);
            executor.read(client, check).await?;
        }
        if executor.save(client, write).await? {
            return Ok(Some(Updated::Changed { before, after }));
        }
        let key = edit.key.as_ref();
        self.context.check_unused(edit.caller, key).await?;
        Ok(None)
    }

    /// Does all that saving an edit of a locked trip does, and rolls it back.
    pub(super) async fn rehearse(&self, id: TripId, edit: Arc<TripEdit>) -> Saved {
        let client = edit.caller.client();
        let save = self.locked_save(id, edit);
        self.context.executor.rehearse(client, save).await
    }

    /// Locks the trip, and applies and saves an edit of any kind.
    fn locked_save(
        &self,
        id: TripId,
        edit: Arc<TripEdit>,
    ) -> impl Fn(&mut dyn Repositories) -> Saved + Send + use<> {
        let context = Arc::clone(&self.context);
        move |data| {
            data.trips().lock_row(id)?;
            let lookup = data.trips().find(id, edit.caller.user)?;
            let before = permitted(lookup, edit.caller, Action::Submit)?;
            let saved = edit.save_within(&context, data, before)?;
            // The row is locked, so the token generation is what differs.
            saved.ok_or(Error::TokenRefused)
        }
    }
}

//! Saving edits: those of one trip run in turn, in chains that are saved by one group commit.
//!
//! Each trip with queued edits has one task, which applies each edit to the result of the one
//! before. Edits in this process thus never conflict. A write by another server fails the chain's
//! optimistic write; the trip is then reloaded, and after repeated conflicts locked.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;
use tokio::time::timeout;
use tracing::Instrument;
use wayfare_domain::{Action, TripId, UserId};
use wayfare_storage::TripWrite;

use super::access::permitted;
use super::edit::TripEdit;
use super::{TripView, Trips};
use crate::{Error, Updated};

/// Optimistic attempts before the trip is locked. Under more contention, an optimistic attempt
/// rarely succeeds.
const OPTIMISTIC_ATTEMPTS: u32 = 2;
/// Edits that are saved together.
const MAX_CHAIN: usize = 32;
/// Edits of one account that may wait for one trip.
const MAX_WAITING_PER_ACCOUNT: usize = 128;
/// Edits of all accounts that may wait for one trip.
const MAX_WAITING: usize = 1_024;

type Saved = Result<Updated<TripView>, Error>;

/// An edit that waits for its turn.
pub(crate) struct QueuedEdit {
    edit: Arc<TripEdit>,
    /// The trip as the caller read it.
    before: Option<TripView>,
    result: oneshot::Sender<Saved>,
    queued_at: Instant,
}

impl QueuedEdit {
    fn finish(self, saved: Saved) {
        // The caller may have gone.
        self.result.send(saved).ok();
    }
}

/// The queued edits by trip. A trip is listed while it has a task.
#[derive(Clone, Default)]
pub(crate) struct EditQueues(Arc<Mutex<HashMap<TripId, Vec<QueuedEdit>>>>);

impl EditQueues {
    fn lock(&self) -> MutexGuard<'_, HashMap<TripId, Vec<QueuedEdit>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an edit. Returns whether the trip needs a task.
    ///
    /// # Errors
    /// [`Error::Busy`] if too many are waiting.
    fn push(&self, trip: TripId, queued: QueuedEdit) -> Result<bool, Error> {
        let mut queues = self.lock();
        match queues.entry(trip) {
            Entry::Vacant(queue) => {
                queue.insert(vec![queued]);
                Ok(true)
            }
            Entry::Occupied(mut queue) => {
                let queue = queue.get_mut();
                queue.retain(|other| !other.result.is_closed());
                let account = queued.edit.caller.user;
                let own = queue
                    .iter()
                    .filter(|other| other.edit.caller.user == account);
                if queue.len() >= MAX_WAITING || own.count() >= MAX_WAITING_PER_ACCOUNT {
                    return Err(Error::Busy);
                }
                queue.push(queued);
                Ok(false)
            }
        }
    }

    /// Takes the next edits, whose accounts take turns. Returns `None` and removes the trip if
    /// there are none.
    fn take(&self, trip: TripId) -> Option<Vec<QueuedEdit>> {
        let mut queues = self.lock();
        let queue = queues.get_mut(&trip)?;
        queue.retain(|queued| !queued.result.is_closed());
        if queue.is_empty() {
            queues.remove(&trip);
            return None;
        }
        let mut turns: HashMap<UserId, usize> = HashMap::new();
        let mut ordered: Vec<(usize, QueuedEdit)> = queue
            .drain(..)
            .map(|queued| {
                let turn = turns.entry(queued.edit.caller.user).or_default();
                *turn += 1;
                (*turn, queued)
            })
            .collect();
        // The sort is stable: the edits of one account keep their order.
        ordered.sort_by_key(|(turn, _)| *turn);
        let mut next: Vec<QueuedEdit> = ordered.into_iter().map(|(_, queued)| queued).collect();
        queue.extend(next.drain(next.len().min(MAX_CHAIN)..));
        Some(next)
    }
}

/// Drops the queued edits of a trip if its task panics, so that their callers do not wait for it.
struct Task {
    queues: EditQueues,
    trip: TripId,
    is_done: bool,
}

impl Drop for Task {
    fn drop(&mut self) {
        if !self.is_done {
            self.queues.lock().remove(&self.trip);
        }
    }
}

/// What an edit of a chain does.
enum Step {
    Write { before: TripView, after: TripView },
    Unchanged(TripView),
    Refused(Error),
}

impl Trips {
    /// Applies an edit to the latest state of a trip and saves it, after the edits that were queued
    /// before. After [`Error::Busy`] it may yet be saved, as after every failure of the store.
    pub(super) async fn save_in_turn(
        &self,
        id: TripId,
        before: Option<TripView>,
        edit: Arc<TripEdit>,
    ) -> Saved {
        let (result, saved) = oneshot::channel();
        let queued = QueuedEdit {
            edit,
            before,
            result,
            queued_at: Instant::now(),
        };
        if self.context.edits.push(id, queued)? {
            let trips = self.clone();
            // A task of its own: a caller who goes away must not stop the edits of others.
            tokio::spawn(async move { trips.save_queued(id).await }.in_current_span());
        }
        // What it waits for may take as long as an operation at most, and then its own would begin.
        let longest_wait = self.context.policy.longest_wait;
        let saved = timeout(longest_wait + longest_wait / 8, saved).await;
        let saved = saved.map_err(|_| Error::Busy)?;
        saved.map_err(Error::internal)?
    }

    /// Saves the queued edits of a trip until there are none.
    async fn save_queued(&self, id: TripId) {
        let mut task = Task {
            queues: self.context.edits.clone(),
            trip: id,
            is_done: false,
        };
        let mut latest = None;
        while let Some(mut edits) = self.context.edits.take(id) {
            let mut conflicts = 0;
            while !edits.is_empty() {
                edits = self.save_next(id, edits, &mut latest, &mut conflicts).await;
            }
        }
        task.is_done = true;
    }

    /// Saves the first edits, and returns the others. `latest` is the state that this task has
    /// saved last.
    async fn save_next(
        &self,
        id: TripId,
        mut edits: Vec<QueuedEdit>,
        latest: &mut Option<TripView>,
        conflicts: &mut u32,
    ) -> Vec<QueuedEdit> {
        let first = edits.remove(0);
        if first.queued_at.elapsed() > self.context.policy.longest_wait {
            first.finish(Err(Error::Busy));
            return edits;
        }
        // Edits of members and pictures are rare, and read more rows.
        if !first.edit.is_content_only() || *conflicts >= OPTIMISTIC_ATTEMPTS {
            *latest = None;
            *conflicts = 0;
            let saved = self.save_locked(id, Arc::clone(&first.edit)).await;
            first.finish(saved);
            return edits;
        }
        let own = match &first.before {
            Some(before) => Ok(before.clone()),
            None => {
                self.context
                    .find_trip(first.edit.caller, id, Action::Submit)
                    .await
            }
        };
        let own = match own {
            Ok(own) => own,
            Err(error) => {
                first.finish(Err(error));
                return edits;
            }
        };
        let known = edits.iter().filter_map(|queued| queued.before.as_ref());
        let known = known.chain([&own]).chain(latest.as_ref());
        let newest = known.max_by_key(|view| view.trip.version).unwrap_or(&own);
        if !has_same_people(&own, newest) {
            // Who the caller is on the trip may have changed.
            let first = QueuedEdit {
                before: None,
                ..first
            };
            *latest = None;
            let others = edits.into_iter().map(|queued| QueuedEdit {
                before: None,
                ..queued
            });
            return [first].into_iter().chain(others).collect();
        }
        let base = newest.clone();
        edits.insert(
            0,
            QueuedEdit {
                before: Some(own),
                ..first
            },
        );
        let (chain, rest, writes) = self.apply_chain(edits, base).await;
        self.save_chain(chain, rest, writes, latest, conflicts)
            .await
    }

    /// Applies the first edits to `state`, each to the result of the one before. Stops before one
    /// that does not fit into the chain.
    async fn apply_chain(
        &self,
        edits: Vec<QueuedEdit>,
        mut state: TripView,
    ) -> (Vec<(QueuedEdit, Step)>, Vec<QueuedEdit>, Vec<TripWrite>) {
        let mut rest = edits.into_iter();
        let (mut chain, mut writes) = (Vec::new(), Vec::new());
        while let Some(queued) = rest.next() {
            let fits = |before: &TripView| {
                queued.edit.is_content_only()
                    && has_same_people(before, &state)
                    // A large edit makes no others wait for it.
                    && (chain.is_empty() || !queued.edit.is_large(&state))
            };
            let Some(own) = queued.before.as_ref().filter(|before| fits(before)) else {
                let others = [queued].into_iter().chain(rest).collect();
                return (chain, others, writes);
            };
            let view = TripView {
                people: own.people.clone(),
                viewer: own.viewer,
                ..state.clone()
            };
            let step = match queued.edit.apply_to_content(&self.context, &view).await {
                Ok(Some((write, after))) => {
                    writes.push(write);
                    state = after.clone();
                    Step::Write {
                        before: view,
                        after,
                    }
                }
                Ok(None) => Step::Unchanged(view),
                Err(error) => Step::Refused(error),
            };
            chain.push((queued, step));
        }
        (chain, Vec::new(), writes)
    }

    /// Saves a chain and answers its edits up to the first write that failed. Returns the others,
    /// followed by `rest`.
    async fn save_chain(
        &self,
        chain: Vec<(QueuedEdit, Step)>,
        rest: Vec<QueuedEdit>,
        writes: Vec<TripWrite>,
        latest: &mut Option<TripView>,
        conflicts: &mut u32,
    ) -> Vec<QueuedEdit> {
        let (count, mut failure) = (writes.len(), None);
        let mut saved = 0;
        if count > 0 {
            match self.context.executor.save(writes).await {
                Ok(writes) => saved = writes,
                Err(error) => failure = Some(error),
            }
        }
        if saved < count {
            *latest = None;
            *conflicts += 1;
        }
        let mut chain = chain.into_iter();
        let mut again = Vec::new();
        for (queued, step) in chain.by_ref() {
            match step {
                Step::Write { before, after } if saved > 0 => {
                    saved -= 1;
                    *latest = Some(after.clone());
                    queued.finish(Ok(Updated::Changed { before, after }));
                }
                Step::Write { .. } => {
                    again.push(queued);
                    break;
                }
                Step::Unchanged(view) => queued.finish(Ok(Updated::Unchanged(view))),
                Step::Refused(error) => queued.finish(Err(error)),
            }
        }
        again.extend(chain.map(|(queued, _)| queued));
        if let Some(error) = failure {
            // The write may be committed nevertheless: another attempt could make it twice.
            for queued in again.drain(..) {
                queued.finish(Err(error.shared()));
            }
        }
        let reload = |queued| QueuedEdit {
            before: None,
            ..queued
        };
        again.into_iter().map(reload).chain(rest).collect()
    }

    /// Locks the trip, and applies and saves an edit of any kind.
    async fn save_locked(&self, id: TripId, edit: Arc<TripEdit>) -> Saved {
        let context = Arc::clone(&self.context);
        let locked = self.context.executor.write(move |data| {
            let (lookup, named) = edit.lock(data, id)?;
            let before = permitted(lookup, edit.caller, Action::Submit)?;
            edit.save_locked(&context, data, before, &named)
        });
        locked.await
    }
}

/// Whether two states of a trip have the same owner and members in the same roles, so that callers
/// may do the same.
fn has_same_people(one: &TripView, other: &TripView) -> bool {
    let roles = |view: &TripView| (view.trip.owner, view.trip.viewers.clone());
    roles(one) == roles(other) && one.trip.members == other.trip.members
}

//! Answers questions of one kind together: what is asked for while a thread is at work waits, and
//! is then asked for at once. To the database many questions are little more work than one, and so
//! is waking a thread for them.

use std::collections::VecDeque;
use std::error::Error as StdError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use wayfare_storage::{self as storage, Store};

use super::turn::{Begun, Turn};
use crate::Error;
use crate::load::DatabaseCounts;

/// How many questions wait for a thread, how many threads there are, and how many questions are
/// answered at once, each at most. Of those answered at once the first waits for the last.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) room: usize,
    pub(super) threads: usize,
    pub(super) together: usize,
}

/// How long a question waits for those that are being answered, while another thread has nothing to
/// do.
const PATIENCE: Duration = Duration::from_millis(1);

/// Answers questions, each of which ends its turn.
pub(super) type Answer<Q, A> = fn(&dyn Store, Vec<(Q, Begun<A>)>);

/// The threads that answer questions of one kind. They end once this is dropped.
pub(super) struct Together<Q, A> {
    desk: Arc<Desk<Q, A>>,
    counts: Arc<DatabaseCounts>,
}

/// Where questions wait for a thread.
struct Desk<Q, A> {
    state: Mutex<State<Q, A>>,
    change: Condvar,
    bounds: Bounds,
}

struct State<Q, A> {
    waiting: VecDeque<Question<Q, A>>,
    /// How many threads are at work.
    at_work: usize,
    /// Whether a thread that is not looks after questions that wait for long.
    watched: bool,
    open: bool,
}

struct Question<Q, A> {
    asked: Q,
    turn: Turn<A>,
}

impl<Q: Send + 'static, A: Send + 'static> Together<Q, A> {
    /// Starts the threads, of that name.
    pub(super) fn start(
        name: &str,
        store: &Arc<dyn Store>,
        bounds: Bounds,
        counts: &Arc<DatabaseCounts>,
        answer: Answer<Q, A>,
    ) -> std::io::Result<Self> {
        let state = State {
            waiting: VecDeque::new(),
            at_work: 0,
            watched: false,
            open: true,
        };
        let desk = Arc::new(Desk {
            state: Mutex::new(state),
            change: Condvar::new(),
            bounds,
        });
        // From here on, its end is that of the threads.
        let together = Self {
            desk,
            counts: Arc::clone(counts),
        };
        for number in 0..bounds.threads {
            let (store, desk, counts) = (
                Arc::clone(store),
                Arc::clone(&together.desk),
                Arc::clone(counts),
            );
            let serve = move || serve(store.as_ref(), &desk, &counts, answer);
            thread::Builder::new()
                .name(format!("{name}-{number}"))
                .spawn(serve)?;
        }
        Ok(together)
    }

    /// Asks, and waits for the answer.
    pub(super) async fn ask(&self, asked: Q, longest_wait: Duration) -> Result<A, Error> {
        let (turn, wait) = Turn::new(&self.counts);
        if !self.desk.put(Question { asked, turn }) {
            self.counts.refused();
            return Err(Error::Busy);
        }
        wait.at_most(longest_wait).await
    }
}

impl<Q, A> Drop for Together<Q, A> {
    fn drop(&mut self) {
        self.desk.lock().open = false;
        self.desk.change.notify_all();
    }
}

impl<Q, A> Desk<Q, A> {
    fn lock(&self) -> MutexGuard<'_, State<Q, A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a question down, where there is room for it.
    fn put(&self, question: Question<Q, A>) -> bool {
        let mut state = self.lock();
        if state.waiting.len() >= self.bounds.room {
            return false;
        }
        state.waiting.push_back(question);
        let is_seen_to =
            state.watched && state.at_work > 0 && state.waiting.len() < self.bounds.together;
        drop(state);
        if !is_seen_to {
            self.change.notify_one();
        }
        true
    }

    /// The questions to be answered next, once it is time for that; none once nobody could ask any
    /// more.
    fn take(&self) -> Option<Vec<Question<Q, A>>> {
        let mut state = self.lock();
        loop {
            let Some(oldest) = state.waiting.front() else {
                if !state.open {
                    return None;
                }
                state = self
                    .change
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = PATIENCE.saturating_sub(oldest.turn.waited());
            if state.at_work == 0 || state.waiting.len() >= self.bounds.together || left.is_zero() {
                state.at_work += 1;
                let together = state.waiting.len().min(self.bounds.together);
                let questions = state.waiting.drain(..together).collect();
                if !state.waiting.is_empty() {
                    self.change.notify_one();
                }
                return Some(questions);
            }
            if state.watched {
                state = self
                    .change
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            } else {
                state.watched = true;
                state = self
                    .change
                    .wait_timeout(state, left)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
                state.watched = false;
            }
        }
    }

    /// A thread has given its answers.
    fn done(&self) {
        self.lock().at_work -= 1;
    }
}

/// One thread: takes what waits and answers it, until there is nobody left who could ask.
fn serve<Q, A>(
    store: &dyn Store,
    desk: &Desk<Q, A>,
    counts: &DatabaseCounts,
    answer: Answer<Q, A>,
) {
    while let Some(questions) = desk.take() {
        let begun = questions
            .into_iter()
            .filter_map(|question| Some((question.asked, question.turn.begin()?)));
        let batch: Vec<(Q, Begun<A>)> = begun.collect();
        if !batch.is_empty() {
            // A panic leaves turns without an end, which those who wait take for one.
            let _ = counts.at_work(|| catch_unwind(AssertUnwindSafe(|| answer(store, batch))));
        }
        desk.done();
    }
}

/// Asks the storage for all that waits, and gives each its result by `end`. Where that fails, it is
/// asked for one by one, unless the database is away: then all are told.
pub(super) fn settle<Q, R, A>(
    batch: Vec<(Q, Begun<A>)>,
    ask: &dyn Fn(&[Q]) -> storage::Result<Vec<R>>,
    end: &dyn Fn(Q, R) -> A,
) {
    let is_alone = batch.len() == 1;
    let (questions, turns): (Vec<Q>, Vec<Begun<A>>) = batch.into_iter().unzip();
    match ask(&questions) {
        Ok(results) => {
            for ((question, turn), result) in questions.into_iter().zip(turns).zip(results) {
                turn.end(Ok(end(question, result)));
            }
        }
        // All are in the same plight, and would only wait longer one by one.
        Err(storage::Error::Unavailable(cause)) => {
            let cause: Arc<dyn StdError + Send + Sync> = cause.into();
            turns
                .into_iter()
                .for_each(|turn| turn.end(Err(Error::Unavailable(Arc::clone(&cause).into()))));
        }
        Err(error) if is_alone => {
            if let Some(turn) = turns.into_iter().next() {
                turn.end(Err(error.into()));
            }
        }
        // It may be the fault of one of them.
        Err(_) => questions
            .into_iter()
            .zip(turns)
            .for_each(|one| settle(vec![one], ask, end)),
    }
}

#[cfg(test)]
mod tests;

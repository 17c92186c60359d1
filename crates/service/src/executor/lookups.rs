//! Looks trips up. What is asked for while a thread is at work waits, and is then asked for at once: a question to the database costs
//! little more for many trips than for one, and so does waking the thread.

use std::collections::VecDeque;
use std::error::Error as StdError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use wayfare_storage::{self as storage, Asked, Lookup, Store};

use super::turn::{Begun, Turn};
use crate::Error;
use crate::load::DatabaseCounts;

/// How many trips are looked up at once, at most: the first of them waits for the last.
const TOGETHER: usize = 32;
/// How long a question waits for those that are being answered, while another thread has nothing to do.
const PATIENCE: Duration = Duration::from_millis(1);

/// The threads that look trips up. They end once this is dropped.
pub(super) struct Lookups {
    desk: Arc<Desk>,
    counts: Arc<DatabaseCounts>,
}

/// Where questions wait for a thread.
struct Desk {
    state: Mutex<State>,
    change: Condvar,
    room: usize,
}

struct State {
    waiting: VecDeque<Question>,
    /// How many threads are at work.
    at_work: usize,
    /// Whether a thread that is not looks after questions that wait for long.
    watched: bool,
    open: bool,
}

struct Question {
    asked: Asked,
    turn: Turn<Lookup>,
    since: Instant,
}

impl Lookups {
    /// Starts the threads. At most `room` questions wait.
    pub(super) fn start(
        store: &Arc<dyn Store>,
        threads: usize,
        room: usize,
        counts: &Arc<DatabaseCounts>,
    ) -> std::io::Result<Self> {
        let state = State { waiting: VecDeque::new(), at_work: 0, watched: false, open: true };
        let desk = Arc::new(Desk { state: Mutex::new(state), change: Condvar::new(), room });
        let lookups = Self { desk, counts: Arc::clone(counts) };
        for number in 0..threads {
            let (store, desk, counts) = (Arc::clone(store), Arc::clone(&lookups.desk), Arc::clone(counts));
            let serve = move || serve(store.as_ref(), &desk, &counts);
            thread::Builder::new().name(format!("lookups-{number}")).spawn(serve)?;
        }
        Ok(lookups)
    }

    /// Looks a trip up.
    pub(super) async fn ask(&self, asked: Asked, longest_wait: Duration) -> Result<Lookup, Error> {
        let (turn, wait) = Turn::new(&self.counts);
        if !self.desk.put(Question { asked, turn, since: Instant::now() }) {
            self.counts.refused();
            return Err(Error::Busy);
        }
        wait.at_most(longest_wait).await
    }
}

impl Drop for Lookups {
    fn drop(&mut self) {
        self.desk.lock().open = false;
        self.desk.change.notify_all();
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a question down, where there is room for it.
    fn put(&self, question: Question) -> bool {
        let mut state = self.lock();
        if state.waiting.len() >= self.room {
            return false;
        }
        state.waiting.push_back(question);
        let is_seen_to = state.watched && state.at_work > 0 && state.waiting.len() < TOGETHER;
        drop(state);
        if !is_seen_to {
            self.change.notify_one();
        }
        true
    }

    /// The questions to be answered next, once it is time for that; none once nobody could ask any more.
    fn take(&self) -> Option<Vec<Question>> {
        let mut state = self.lock();
        loop {
            let Some(oldest) = state.waiting.front() else {
                if !state.open {
                    return None;
                }
                state = self.change.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = PATIENCE.saturating_sub(oldest.since.elapsed());
            if state.at_work == 0 || state.waiting.len() >= TOGETHER || left.is_zero() {
                state.at_work += 1;
                let together = state.waiting.len().min(TOGETHER);
                let questions = state.waiting.drain(..together).collect();
                if !state.waiting.is_empty() {
                    self.change.notify_one();
                }
                return Some(questions);
            }
            if state.watched {
                state = self.change.wait(state).unwrap_or_else(PoisonError::into_inner);
            } else {
                state.watched = true;
                state = self.change.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
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
fn serve(store: &dyn Store, desk: &Desk, counts: &DatabaseCounts) {
    while let Some(questions) = desk.take() {
        let begun = questions.into_iter().filter_map(|question| Some((question.asked, question.turn.begin()?)));
        let (asked, turns): (Vec<Asked>, Vec<Begun<Lookup>>) = begun.unzip();
        if !asked.is_empty() {
            // A panic leaves the turns without an answer, which those who wait take for one.
            let _ = counts.at_work(|| catch_unwind(AssertUnwindSafe(|| answer(store, &asked, turns))));
        }
        desk.done();
    }
}

fn answer(store: &dyn Store, asked: &[Asked], turns: Vec<Begun<Lookup>>) {
    match look_up(store, asked) {
        Ok(found) => turns.into_iter().zip(found).for_each(|(turn, lookup)| turn.end(Ok(lookup))),
        // All are in the same plight, and would only wait longer one by one.
        Err(storage::Error::Unavailable(cause)) => {
            let cause: Arc<dyn StdError + Send + Sync> = cause.into();
            turns.into_iter().for_each(|turn| turn.end(Err(Error::Unavailable(Arc::clone(&cause).into()))));
        }
        // It may be the fault of one of them.
        Err(_) if asked.len() > 1 => {
            for (asked, turn) in asked.iter().zip(turns) {
                answer(store, std::slice::from_ref(asked), vec![turn]);
            }
        }
        Err(error) => {
            if let Some(turn) = turns.into_iter().next() {
                turn.end(Err(error.into()));
            }
        }
    }
}

fn look_up(store: &dyn Store, asked: &[Asked]) -> storage::Result<Vec<Lookup>> {
    store.read()?.trips().find_all(asked)
}

#[cfg(test)]
mod tests;

//! Looks trips up. What is asked for while a thread is at work waits, and is then asked for at once: a question to the database costs
//! little more for many trips than for one, and so does waking the thread.

use std::error::Error as StdError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use wayfare_storage::{self as storage, Asked, Lookup, Store};

use super::turn::{Begun, Turn};
use crate::Error;
use crate::load::DatabaseCounts;

/// How many trips are looked up at once, at most: the first of them waits for the last.
const TOGETHER: usize = 32;

type Question = (Asked, Turn<Lookup>);

/// The threads that look trips up. They end once this is dropped.
pub(super) struct Lookups {
    questions: SyncSender<Question>,
    counts: Arc<DatabaseCounts>,
}

impl Lookups {
    /// Starts the threads. At most `queue` questions wait.
    pub(super) fn start(
        store: &Arc<dyn Store>,
        threads: usize,
        queue: usize,
        counts: &Arc<DatabaseCounts>,
    ) -> std::io::Result<Self> {
        let (questions, waiting) = sync_channel::<Question>(queue);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..threads {
            let (store, waiting, counts) = (Arc::clone(store), Arc::clone(&waiting), Arc::clone(counts));
            let serve = move || serve(store.as_ref(), &waiting, &counts);
            thread::Builder::new().name(format!("lookups-{number}")).spawn(serve)?;
        }
        Ok(Self { questions, counts: Arc::clone(counts) })
    }

    /// Looks a trip up.
    pub(super) async fn ask(&self, asked: Asked, longest_wait: Duration) -> Result<Lookup, Error> {
        let (turn, wait) = Turn::new(&self.counts);
        if self.questions.try_send((asked, turn)).is_err() {
            self.counts.refused();
            return Err(Error::Busy);
        }
        wait.at_most(longest_wait).await
    }
}

/// One thread: takes what waits and answers it, until there is nobody left who could ask.
fn serve(store: &dyn Store, waiting: &Mutex<Receiver<Question>>, counts: &DatabaseCounts) {
    while let Some(questions) = next(waiting) {
        let begun = questions.into_iter().filter_map(|(asked, turn)| Some((asked, turn.begin()?)));
        let (asked, turns): (Vec<Asked>, Vec<Begun<Lookup>>) = begun.unzip();
        if asked.is_empty() {
            continue;
        }
        // A panic leaves the turns without an answer, which those who wait take for one.
        let _ = counts.at_work(|| catch_unwind(AssertUnwindSafe(|| answer(store, &asked, turns))));
    }
}

/// What waits, once anything does.
fn next(waiting: &Mutex<Receiver<Question>>) -> Option<Vec<Question>> {
    let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let mut questions = vec![waiting.recv().ok()?];
    questions.extend(waiting.try_iter().take(TOGETHER - 1));
    Some(questions)
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

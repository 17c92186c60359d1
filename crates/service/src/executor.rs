//! Runs what blocks on the database on threads of its own, behind bounded queues.

mod batches;
mod together;
mod turn;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tracing::Span;
use wayfare_storage::{self as storage, Asked, ListAsked, Listing, Lookup, Repositories, Store};

use crate::Error;
use crate::load::{DatabaseCounts, DatabaseLoad};
use together::{Bounds, Together};
use turn::Turn;

pub(crate) use batches::{Edit, Edited};

/// How often a unit of work that meets another one is begun.
const ATTEMPTS: u32 = 3;
/// The pause before a unit of work is begun again, times the attempts made.
const PAUSE: Duration = Duration::from_millis(5);

/// For so many connections there is a thread that looks trips up, one that lists them, and one that
/// edits what they hold.
const ONE_FOR_BATCHES: usize = 4;
/// How many trips are looked up or edited at once.
const TRIPS_TOGETHER: usize = 32;
/// How many lists are read at once, which may be long.
const LISTS_TOGETHER: usize = 8;

type Job = Box<dyn FnOnce(&dyn Store) + Send>;

/// How a unit of work ends that was not refused.
pub(crate) enum Ending<T> {
    /// What it wrote is kept.
    Commit(T),
    /// It wrote nothing that is to be kept.
    Rollback(T),
}

/// Why a unit of work stops.
pub(crate) enum Stop {
    /// A rule refuses it: that is final.
    Refused(Error),
    /// The storage failed: a conflict is worth another attempt.
    Storage(storage::Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<storage::Error> for Stop {
    fn from(error: storage::Error) -> Self {
        Self::Storage(error)
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Refused(error) => error,
            Stop::Storage(error) => error.into(),
        }
    }
}

/// Whether an update was kept that is made of what was read before: one that met another was not,
/// and is to be made anew.
pub(crate) fn is_kept(written: storage::Result<bool>) -> Result<bool, Stop> {
    match written {
        Err(storage::Error::Conflict(_)) => Ok(false),
        written => Ok(written?),
    }
}

/// The database threads, which share the connections of the store. They end once this is dropped.
pub(crate) struct Executor {
    jobs: SyncSender<Job>,
    lookups: Together<Asked, Lookup>,
    lists: Together<ListAsked, Listing>,
    edits: Together<Edit, Edited>,
    longest_wait: Duration,
    connections: usize,
    counts: Arc<DatabaseCounts>,
}

impl Executor {
    /// Starts the threads. At most `queue` jobs wait, and as many questions and edits of each kind.
    /// Who hands one in waits for its result for at most `longest_wait`.
    pub(crate) fn start(
        store: &Arc<dyn Store>,
        queue: usize,
        longest_wait: Duration,
    ) -> std::io::Result<Self> {
        let (jobs, waiting) = sync_channel::<Job>(queue);
        let waiting = Arc::new(Mutex::new(waiting));
        let (connections, counts) = (store.connections().max(1), Arc::<DatabaseCounts>::default());
        let of_each = (connections / ONE_FOR_BATCHES).max(1);
        let bounds = |together| Bounds {
            room: queue,
            threads: of_each,
            together,
        };
        let lookups = Together::start(
            "lookups",
            store,
            bounds(TRIPS_TOGETHER),
            &counts,
            batches::look_up,
        )?;
        let lists = Together::start(
            "lists",
            store,
            bounds(LISTS_TOGETHER),
            &counts,
            batches::list,
        )?;
        let edits = Together::start(
            "edits",
            store,
            bounds(TRIPS_TOGETHER),
            &counts,
            batches::edit,
        )?;
        // Of what is done together hardly ever two of a kind are under way at once: these threads
        // share the connections that jobs leave.
        for number in 0..connections.saturating_sub(of_each).max(1) {
            let (store, waiting) = (Arc::clone(store), Arc::clone(&waiting));
            thread::Builder::new()
                .name(format!("database-{number}"))
                .spawn(move || serve(store.as_ref(), &waiting))?;
        }
        Ok(Self {
            jobs,
            lookups,
            lists,
            edits,
            longest_wait,
            connections,
            counts,
        })
    }

    /// What the threads have to do, and have done.
    pub(crate) fn load(&self) -> DatabaseLoad {
        self.counts.load(self.connections)
    }

    /// Runs a job on a database thread and gives its result. A job whose caller has gone before it
    /// began is not run; one that has begun is finished.
    ///
    /// # Errors
    /// [`Error::Busy`] where the queue is full or the job could not begin in time,
    /// [`Error::Unavailable`] where it has begun and the database does not answer in time (what it
    /// writes may be kept all the same), [`Error::Internal`] where it panicked; else the job's own.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (turn, wait) = Turn::new(&self.counts);
        let span = Span::current();
        let job: Job = Box::new(move |store| {
            let Some(turn) = turn.begin() else { return };
            let result = turn
                .counts()
                .at_work(|| span.in_scope(|| catch_unwind(AssertUnwindSafe(|| job(store)))));
            turn.end(result.unwrap_or_else(|_| Err(Error::internal("a database job panicked"))));
        });
        if self.jobs.try_send(job).is_err() {
            self.counts.refused();
            return Err(Error::Busy);
        }
        wait.at_most(self.longest_wait).await
    }

    /// Looks a trip up, together with those that others ask for at the same time.
    ///
    /// # Errors
    /// As [`Executor::run`].
    pub(crate) async fn look_up(&self, asked: Asked) -> Result<Lookup, Error> {
        self.lookups.ask(asked, self.longest_wait).await
    }

    /// Lists somebody's trips, together with those that others ask for at the same time.
    ///
    /// # Errors
    /// As [`Executor::run`].
    pub(crate) async fn list(&self, asked: ListAsked) -> Result<Listing, Error> {
        self.lists.ask(asked, self.longest_wait).await
    }

    /// Edits what a trip holds, together with the edits that others make at the same time; `edit`
    /// runs on a database thread.
    ///
    /// # Errors
    /// That of `edit`, else as [`Executor::run`].
    pub(crate) async fn edit(&self, edit: Edit) -> Result<Edited, Error> {
        self.edits.ask(edit, self.longest_wait).await
    }

    /// Reads, outside of a transaction.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut dyn Repositories) -> Result<T, Stop> + Send + 'static,
    ) -> Result<T, Error> {
        self.run(move |store| Ok(ask(store.read()?.as_mut())?))
            .await
    }

    /// Runs a unit of work, again from its start where it met another one.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn Repositories) -> Result<Ending<T>, Stop> + Send + 'static,
    ) -> Result<T, Error> {
        self.retrying(move |store| once(store, &work)).await
    }

    /// Runs `work`, which writes one unit of work at most, again from its start where that met
    /// another one.
    pub(crate) async fn retrying<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Store) -> Result<T, Stop> + Send + 'static,
    ) -> Result<T, Error> {
        self.run(move |store| {
            let mut attempt = 1;
            loop {
                match work(store) {
                    Err(Stop::Storage(storage::Error::Conflict(cause))) if attempt < ATTEMPTS => {
                        tracing::debug!(attempt, cause = %cause, "a unit of work met another one");
                        thread::sleep(PAUSE * attempt);
                        attempt += 1;
                    }
                    ended => return Ok(ended?),
                }
            }
        })
        .await
    }
}

fn once<T>(
    store: &dyn Store,
    work: &impl Fn(&mut dyn Repositories) -> Result<Ending<T>, Stop>,
) -> Result<T, Stop> {
    let mut unit = store.begin()?;
    match work(unit.as_mut())? {
        Ending::Commit(value) => {
            unit.commit()?;
            Ok(value)
        }
        Ending::Rollback(value) => Ok(value),
    }
}

/// One thread: takes a job and runs it, until there is nobody left who could hand one in.
fn serve(store: &dyn Store, waiting: &Mutex<Receiver<Job>>) {
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(job) = next else { return };
        job(store);
    }
}

#[cfg(test)]
mod tests;

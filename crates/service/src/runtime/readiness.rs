//! Whether the stores answer: checked when somebody asks, and logged when it changes.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::chain;
use crate::context::Context;

/// How long a store may take to answer.
const TIMEOUT: Duration = Duration::from_secs(2);
/// How long a result is good.
const INTERVAL: Duration = Duration::from_secs(1);

/// Which stores answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readiness {
    /// The database answers, and takes writes.
    pub database: bool,
    /// The picture store answers.
    pub pictures: bool,
}

impl Readiness {
    const READY: Self = Self {
        database: true,
        pictures: true,
    };

    /// Whether both stores answer.
    pub fn is_ready(self) -> bool {
        self == Self::READY
    }
}

/// The last result.
#[derive(Debug, Default)]
pub(crate) struct ReadinessCheck(Mutex<Option<(Readiness, Instant)>>);

impl ReadinessCheck {
    /// The last result, or a new one if that is too old.
    pub(crate) async fn run(&self, context: &Context) -> Readiness {
        let mut last = self.0.lock().await;
        if let Some((readiness, checked)) = *last
            && checked.elapsed() < INTERVAL
        {
            return readiness;
        }
        let (database, pictures) = tokio::join!(
            timeout(TIMEOUT, context.executor.ping()),
            timeout(TIMEOUT, context.ingest.ping()),
        );
        let [database, pictures] = [
            database.map(|it| it.map_err(|error| chain(&error))),
            pictures.map(|it| it.map_err(|error| chain(&error))),
        ];
        let before = last.map_or(Readiness::READY, |(before, _)| before);
        let readiness = Readiness {
            database: log_change("database", before.database, database),
            pictures: log_change("picture store", before.pictures, pictures),
        };
        *last = Some((readiness, Instant::now()));
        readiness
    }
}

/// Whether a store answers. Logs that if it did not before, and why not if it did.
fn log_change<T>(store: &str, did_answer: bool, answer: Result<Result<(), String>, T>) -> bool {
    let answer = answer.unwrap_or_else(|_| Err("it takes too long".to_owned()));
    match &answer {
        Err(reason) if did_answer => {
            tracing::warn!(%reason, "not ready: the {store} does not answer");
        }
        Ok(()) if !did_answer => tracing::info!("the {store} answers again"),
        _ => {}
    }
    answer.is_ok()
}

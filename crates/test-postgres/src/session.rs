//! Administrative statements, run on a separate thread.

use std::{panic::resume_unwind, thread};

use postgres::{Client, NoTls};
use url::Url;

use crate::Error;

/// Runs `work` with a connection to `url`, on a thread: the client drives its own runtime and would
/// panic inside another. So callers may be async.
pub(crate) fn with_client<T: Send>(
    url: &Url,
    work: impl FnOnce(&mut Client) -> Result<T, Error> + Send,
) -> Result<T, Error> {
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let mut client = Client::connect(url.as_str(), NoTls)
                .map_err(Error::statement("connecting to PostgreSQL"))?;
            work(&mut client)
        });
        worker.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Runs a statement that can't take parameters, such as `CREATE DATABASE`.
pub(crate) fn execute(client: &mut Client, statement: &str) -> Result<(), Error> {
    client
        .batch_execute(statement)
        .map_err(Error::statement(statement))
}

//! Batched database calls: trip look-ups, lists and group commits.

use std::error::Error as StdError;
use std::sync::Arc;

use wayfare_storage::{self as storage, ListQuery, Store, TripList, TripLookup, TripQuery};

use super::{Save, may_be_made};
use crate::Error;

pub(super) fn look_up(store: &dyn Store, queries: &[TripQuery]) -> Vec<Result<TripLookup, Error>> {
    call(queries, &|queries| store.read()?.trips().find_all(queries))
}

/// Reads a list once for all who ask for it.
pub(super) fn list(store: &dyn Store, queries: &[ListQuery]) -> Vec<Result<TripList, Error>> {
    call(queries, &|queries| {
        let list = match queries.first() {
            Some(query) => store.read()?.trips().list(query)?,
            None => TripList::default(),
        };
        Ok(vec![list; queries.len()])
    })
}

/// Saves trips in one transaction. Returns which of them were saved.
pub(super) fn save(store: &dyn Store, saves: &[Save]) -> Vec<Result<bool, Error>> {
    call(saves, &|saves| match commit(store, saves) {
        // The caller reloads the trip and retries.
        Err(storage::Error::Conflict(_)) if saves.len() == 1 => Ok(vec![false]),
        saved => saved,
    })
}

fn commit(store: &dyn Store, saves: &[Save]) -> storage::Result<Vec<bool>> {
    let mut unit = match saves {
        [Save { write, .. }] if write.is_single() => store.begin_single()?,
        _ => store.begin()?,
    };
    let mut results: Vec<(&Save, bool)> = saves.iter().map(|save| (save, false)).collect();
    // Every writer locks trips in this order, which prevents deadlocks.
    let mut by_trip: Vec<_> = results.iter_mut().collect();
    by_trip.sort_by_key(|(save, _)| save.write.after().id);
    for (save, is_saved) in by_trip {
        *is_saved = unit.trips().save(&save.write)?;
    }
    let committed = unit.commit();
    if may_be_made(&committed) {
        let saved = results.iter().filter(|(_, is_saved)| *is_saved);
        let follow = saved.filter_map(|(save, _)| save.then.take());
        follow.for_each(|then| then());
    }
    committed?;
    Ok(results.into_iter().map(|(_, is_saved)| is_saved).collect())
}

/// Makes one call for all requests. If it fails, repeats it for each request alone, since one of
/// them may be the cause; an outage, or a list that is too long, is reported to all of them.
fn call<Q, A>(
    requests: &[Q],
    make: &dyn Fn(&[Q]) -> storage::Result<Vec<A>>,
) -> Vec<Result<A, Error>> {
    match make(requests) {
        Ok(answers) => answers.into_iter().map(Ok).collect(),
        Err(storage::Error::Unavailable(cause)) => {
            let cause: Arc<dyn StdError + Send + Sync> = cause.into();
            let unavailable = |_| Err(Error::Unavailable(Arc::clone(&cause).into()));
            requests.iter().map(unavailable).collect()
        }
        Err(storage::Error::ListTooLong) => {
            let too_long = |_| Err(Error::ListTooLong);
            requests.iter().map(too_long).collect()
        }
        Err(error) if requests.len() == 1 => vec![Err(error.into())],
        Err(_) => requests
            .chunks(1)
            .flat_map(|request| call(request, make))
            .collect(),
    }
}

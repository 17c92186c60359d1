//! Batched database calls: trip look-ups, lists and group commits.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error as StdError;
use std::sync::Arc;

use wayfare_storage::{
    self as storage, ListQuery, Store, TripList, TripLookup, TripQuery, TripWrite,
};

use crate::Error;

pub(super) fn look_up(store: &dyn Store, queries: &[TripQuery]) -> Vec<Result<TripLookup, Error>> {
    call(queries, &|queries| store.read()?.trips().find_all(queries))
}

/// Reads each of several lists once.
pub(super) fn list(store: &dyn Store, queries: &[ListQuery]) -> Vec<Result<TripList, Error>> {
    call(queries, &|queries| {
        let mut data = store.read()?;
        let mut lists: HashMap<ListQuery, TripList> = HashMap::new();
        let lists = queries.iter().map(|query| match lists.entry(*query) {
            Entry::Occupied(list) => Ok(list.get().clone()),
            Entry::Vacant(list) => Ok(list.insert(data.trips().list(query)?).clone()),
        });
        lists.collect()
    })
}

/// Saves chains of writes in one transaction. Returns how many writes of each chain were saved.
pub(super) fn save(store: &dyn Store, chains: &[Vec<TripWrite>]) -> Vec<Result<usize, Error>> {
    call(chains, &|chains| match save_all(store, chains) {
        // The caller reloads the trip and retries.
        Err(storage::Error::Conflict(_)) if chains.len() == 1 => Ok(vec![0]),
        saved => saved,
    })
}

fn save_all(store: &dyn Store, chains: &[Vec<TripWrite>]) -> storage::Result<Vec<usize>> {
    let mut unit = store.begin()?;
    let mut results: Vec<(&[TripWrite], usize)> =
        chains.iter().map(|chain| (chain.as_slice(), 0)).collect();
    // Every writer locks trips in this order, which prevents deadlocks.
    let mut by_trip: Vec<_> = results.iter_mut().collect();
    by_trip.sort_by_key(|(chain, _)| chain.first().map(|write| write.after().id));
    for (chain, saved) in by_trip {
        for write in *chain {
            // Each write builds on the one before.
            if !unit.trips().save(write)? {
                break;
            }
            *saved += 1;
        }
    }
    unit.commit()?;
    Ok(results.into_iter().map(|(_, saved)| saved).collect())
}

/// Makes one call for all requests. If it fails, repeats it for each request alone, since one of
/// them may be the cause; an outage is reported to all of them.
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
        Err(error) if requests.len() == 1 => vec![Err(error.into())],
        Err(_) => requests
            .chunks(1)
            .flat_map(|request| call(request, make))
            .collect(),
    }
}

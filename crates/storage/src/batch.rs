//! Changes of what trips hold that are written together.

use std::collections::HashSet;

use diesel::QueryResult;
use wayfare_domain::TripId;

use crate::cache::TripCache;
use crate::rows::{Documents, documents, lengths};
use crate::{Change, Result};

/// Writes one change by `write`, which takes the documents that differ and tells whether the trip
/// was there. What has become of it then is remembered.
pub(crate) fn write_alone(
    Change { before, after, .. }: &Change,
    cache: &TripCache,
    failed: impl FnOnce(diesel::result::Error) -> crate::Error,
    write: impl FnOnce(&Documents) -> Result<bool>,
) -> Result<bool> {
    let documents = documents(before, after).map_err(failed)?;
    let made = write(&documents)?;
    if made {
        cache.replace(before, after, lengths(&documents));
    }
    Ok(made)
}

/// Changes of which each trip has one at most.
pub(crate) struct Batch<'a> {
    changes: &'a [Change],
    /// What is to be written; none of a change that can't be written with the others.
    writes: Vec<Option<Documents>>,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(changes: &'a [Change]) -> QueryResult<Self> {
        let mut seen = HashSet::with_capacity(changes.len());
        let write = |Change { before, after, .. }: &Change| {
            let fits =
                before.id == after.id && before.members == after.members && seen.insert(after.id);
            fits.then(|| documents(before, after)).transpose()
        };
        Ok(Self {
            changes,
            writes: changes.iter().map(write).collect::<QueryResult<_>>()?,
        })
    }

    /// Each change that is to be written, with the documents that differ.
    pub(crate) fn writes(&self) -> impl Iterator<Item = (&Change, &Documents)> {
        self.changes
            .iter()
            .zip(&self.writes)
            .filter_map(|(change, documents)| Some((change, documents.as_ref()?)))
    }

    /// Whether each change was written, where those of the trips in `made` were. What has become of
    /// these is remembered.
    pub(crate) fn settle(&self, made: &HashSet<TripId>, cache: &TripCache) -> Vec<bool> {
        for (change, documents) in self
            .writes()
            .filter(|(change, _)| made.contains(&change.after.id))
        {
            cache.replace(&change.before, &change.after, lengths(documents));
        }
        let pairs = self.changes.iter().zip(&self.writes);
        pairs
            .map(|(change, write)| write.is_some() && made.contains(&change.after.id))
            .collect()
    }
}

//! What is done for many at once: looking trips up, listing them, and edits of what they hold.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use wayfare_domain::Trip;
use wayfare_storage::{self as storage, Asked, Change, ListAsked, Listing, Lookup, Store};

use super::together::settle;
use super::turn::Begun;
use crate::Error;

/// Makes of a trip, as it was read, what it is to be: nothing where that is the same.
pub(crate) type Edit = Box<dyn FnOnce() -> Result<Option<Change>, Error> + Send>;

/// What came of an edit.
pub(crate) enum Edited {
    /// The trip stays as it is.
    Unchanged,
    /// The trip is this now.
    Changed(Arc<Trip>),
    /// The trip is not (any more) what it was read as, or somebody holds it.
    Overtaken,
}

pub(super) fn look_up(store: &dyn Store, batch: Vec<(Asked, Begun<Lookup>)>) {
    settle(
        batch,
        &|asked| store.read()?.trips().find_all(asked),
        &|_, lookup| lookup,
    );
}

pub(super) fn list(store: &dyn Store, batch: Vec<(ListAsked, Begun<Listing>)>) {
    settle(
        batch,
        &|asked| store.read()?.trips().list_all(asked),
        &|_, listing| listing,
    );
}

pub(super) fn edit(store: &dyn Store, batch: Vec<(Edit, Begun<Edited>)>) {
    let mut changes = Vec::with_capacity(batch.len());
    for (edit, turn) in batch {
        // What breaks one harms no other.
        let made = catch_unwind(AssertUnwindSafe(edit))
            .unwrap_or_else(|_| Err(Error::internal("an edit panicked")));
        match made {
            Ok(Some(change)) => changes.push((change, turn)),
            Ok(None) => turn.end(Ok(Edited::Unchanged)),
            Err(error) => turn.end(Err(error)),
        }
    }
    if changes.is_empty() {
        return;
    }
    let keep = |changes: &[Change]| match store.update_contents(changes) {
        // Each may find its trip again and be made of that.
        Err(storage::Error::Conflict(_)) => Ok(vec![false; changes.len()]),
        ended => ended,
    };
    settle(changes, &keep, &|change, is_kept| match is_kept {
        true => Edited::Changed(change.after),
        false => Edited::Overtaken,
    });
}

//! Changes that stand for themselves, each within the turn to write.

use std::collections::HashSet;

use diesel::{QueryResult, RunQueryDsl};
use wayfare_domain::{Trip, TripId, UserId};

use super::ops::trips::{bind_change, update_members};
use super::{Backend, Connection, Handle};
use crate::batch::Batch;
use crate::fixed::Fixed;
use crate::rows::Documents;
use crate::texts::{change_trip, update_trip};
use crate::{Account, Change, Exchange, Renewal, Repositories, Result, TripUpdate, UserUpdate};

/// Writes a batch, and tells of which trips that was done.
pub(super) fn contents(
    connection: &mut Connection,
    batch: &Batch<'_>,
) -> QueryResult<HashSet<TripId>> {
    let mut made = HashSet::new();
    for (change, documents) in batch.writes() {
        if row(connection, change, documents)? {
            made.insert(change.after.id);
        }
    }
    Ok(made)
}

/// Writes a new trip, and tells whether its owner was there for that.
pub(super) fn new_trip(unit: &mut Handle, trip: &Trip, generation: i64) -> Result<bool> {
    if !is_of_generation(unit, trip.owner, generation)? {
        return Ok(false);
    }
    unit.trips().insert(trip)?;
    Ok(true)
}

/// Writes an update of a trip, and tells whether the trip was there to be written.
pub(super) fn trip(unit: &mut Handle, update: &TripUpdate, documents: &Documents) -> Result<bool> {
    let TripUpdate { change, pictures } = update;
    if !unit.run(|connection| Ok(row(connection, change, documents)?))? {
        return Ok(false);
    }
    unit.run(|connection| update_members(connection, &change.before, &change.after))?;
    unit.pictures().change(pictures)?;
    Ok(true)
}

/// Writes an update of a user, and tells whether the user was there to be written.
pub(super) fn user(unit: &mut Handle, update: &UserUpdate) -> Result<bool> {
    let UserUpdate {
        before,
        after,
        pictures,
    } = update;
    let present = unit.users().find(after.id)?;
    let is_as_before = |present: &Account| {
        (present.user.version, present.generation) == (before.user.version, before.generation)
    };
    if !present.as_ref().is_some_and(is_as_before) {
        return Ok(false);
    }
    unit.users().update(after)?;
    unit.pictures().change(pictures)?;
    Ok(true)
}

/// Writes a token's successor, and tells whether the token was there to be spent.
pub(super) fn exchange(unit: &mut Handle, exchange: &Exchange) -> Result<bool> {
    let Exchange { spent, successor } = exchange;
    let present = unit.users().find(successor.user)?;
    if present.map(|account| account.generation) != successor.generation
        || !unit.sessions().spend(*spent, successor.issued_at)?
    {
        return Ok(false);
    }
    unit.sessions().insert(successor)?;
    Ok(true)
}

/// Raises the token generation of a user, with a new password where there is one, and tells whether
/// the user was there for that.
pub(super) fn renew(unit: &mut Handle, renewal: &Renewal) -> Result<bool> {
    let Renewal {
        user,
        generation,
        password,
    } = renewal;
    if !is_of_generation(unit, *user, *generation)? {
        return Ok(false);
    }
    match password {
        Some(hash) => unit.users().set_password(*user, hash)?,
        None => unit.users().raise_generation(*user)?,
    }
    unit.sessions().revoke_user(*user)?;
    Ok(true)
}

/// Writes the row of a trip, and tells whether it was there to be written.
fn row(connection: &mut Connection, change: &Change, documents: &Documents) -> QueryResult<bool> {
    Ok(
        bind_change(Fixed::<Backend>::new(change_trip!()), change, documents)
            .execute(connection)?
            == 1,
    )
}

fn is_of_generation(unit: &mut Handle, user: UserId, generation: i64) -> Result<bool> {
    Ok(unit
        .users()
        .find(user)?
        .is_some_and(|account| account.generation == generation))
}

//! Deleting accounts: access ends at once, what they own goes in steps that nobody else feels.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant as Timer, sleep, timeout};
use tracing::Instrument;
use wayfare_domain::{PictureId, UserId};
use wayfare_storage::{AccountDeletion, PictureOwner, Repositories};

use super::{Accounts, named};
use crate::audit::{Origin, audit_early, in_current_origin, request_id};
use crate::context::Context;
use crate::runtime::executor::INTERNAL;
use crate::trips::audit_leave;
use crate::{AuditAction, Caller, Error, Precondition, audit};

/// After so long a step deletes no further trip. One trip takes some hundredths of a second.
const STEP: Duration = Duration::from_millis(20);
/// The maximum of trips whose files a step removes.
const TRIPS: u32 = 20;
/// How long a request waits for the rest. Most accounts are gone by then.
const OF_REQUEST: Duration = Duration::from_millis(250);
/// How long a server has a deletion to itself, in milliseconds; another one goes on if it has
/// ended.
const LEASE: i64 = 20_000;
/// The pause before a server asks again whether there is something to delete.
const PAUSE: Duration = Duration::from_secs(5);

impl Accounts {
    /// Deletes the caller's own account, named by its username: with the trips they own, and off
    /// all others. Its access has ended, its trips are gone for everybody and its username is free
    /// when this returns; [`Accounts::finish_deletions`] deletes what is left.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::VersionMismatch`].
    pub async fn delete(
        &self,
        caller: Caller,
        username: &str,
        precondition: Precondition,
    ) -> Result<(), Error> {
        let (context, username) = (Arc::clone(&self.context), username.to_owned());
        let deletion = AccountDeletion {
            user: caller.user,
            request_id: request_id(),
        };
        let begun = deletion.clone();
        let begin = move |data: &mut dyn Repositories| {
            let user = caller.check(data.users().lock(caller.user)?)?;
            let user = named(data, caller, user, &username)?;
            precondition.check(user.version)?;
            begin_deletion(data, &begun)
        };
        context.executor.write(caller.client(), begin).await?;
        let rest = in_current_origin(async move {
            // The account is deleted all the same.
            if let Err(error) = context.delete_rest(&deletion).await {
                tracing::warn!(%error, "the data of a deleted account stays for now");
            }
        });
        // It goes on after that.
        let _ = timeout(OF_REQUEST, tokio::spawn(rest.in_current_span())).await;
        Ok(())
    }

    /// Deletes what deleted accounts have left, also those of a server that was killed. Never ends.
    pub async fn finish_deletions(&self) {
        loop {
            match self.finish_deletion().await {
                Ok(true) => {}
                Ok(false) => sleep(PAUSE).await,
                Err(error) => {
                    tracing::debug!(%error, "the data of deleted accounts stays for now");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Finishes one deletion that no server has. Returns `false` if there is none.
    async fn finish_deletion(&self) -> Result<bool, Error> {
        let (context, now) = (&self.context, self.context.now());
        let find = move |data: &mut dyn Repositories| Ok(data.users().find_deletion(now)?);
        let Some(deletion) = context.executor.read(INTERNAL, find).await? else {
            return Ok(false);
        };
        // If it fails, others come first.
        let (user, until) = (deletion.user, now.plus_millis(LEASE));
        let claim =
            move |data: &mut dyn Repositories| Ok(data.users().lock_deletion(user, until)?);
        context.executor.write(INTERNAL, claim).await?;
        let origin = match &deletion.request_id {
            Some(id) => Origin::Request {
                client: None,
                id: id.clone(),
                assistant: None,
            },
            None => Origin::Command,
        };
        origin.scope(context.delete_rest(&deletion)).await?;
        Ok(true)
    }
}

impl Context {
    /// Gives back what was handed over to a deleted account and not accepted, then deletes all that
    /// it has left. Half of the time is for others.
    pub(super) async fn delete_rest(&self, deletion: &AccountDeletion) -> Result<(), Error> {
        loop {
            let started = Timer::now();
            if !self.give_back(deletion).await? {
                break;
            }
            sleep(started.elapsed()).await;
        }
        loop {
            let started = Timer::now();
            if self.delete_some(deletion).await? {
                return Ok(());
            }
            sleep(started.elapsed()).await;
        }
    }

    /// Deletes some of what a deleted account has left: its place on trips of others, then its own
    /// trips, then the rest. Returns whether nothing is left.
    ///
    /// Files go first: a server that is killed meanwhile leaves none that no record names. Lines
    /// are written before the commit, which nobody can refuse any more, for the same reason.
    async fn delete_some(&self, deletion: &AccountDeletion) -> Result<bool, Error> {
        let user = deletion.user;
        let find = move |data: &mut dyn Repositories| {
            let trips = data.trips().owned(user, TRIPS)?;
            let mut pictures: Vec<PictureId> = Vec::new();
            let owners = trips.iter().map(|trip| PictureOwner::Trip(*trip));
            for owner in owners.chain([PictureOwner::User(user)]) {
                let found = data.pictures().find_by_owner(owner)?;
                pictures.extend(found.iter().map(|picture| picture.id));
            }
            Ok((trips, pictures))
        };
        let (trips, pictures) = self.executor.read(INTERNAL, find).await?;
        self.ingest.remove(pictures).await;
        let (actor, now) = (actor_of(deletion), self.now());
        let until = now.plus_millis(LEASE);
        let delete = move |data: &mut dyn Repositories| {
            if !data.users().lock_deletion(user, until)? {
                return Ok((true, Vec::new()));
            }
            let started = Timer::now();
            // First, since the username is another's by now, perhaps on the same trip.
            let mut has_left = false;
            while data.users().leave_trip(user, now)? {
                has_left = true;
                if started.elapsed() >= STEP {
                    break;
                }
            }
            if has_left {
                return Ok((false, Vec::new()));
            }
            for trip in &trips {
                if data.trips().delete(*trip)? {
                    audit_early(AuditAction::TripDelete, actor, trip, Some(*trip));
                }
                if started.elapsed() >= STEP {
                    break;
                }
            }
            if !trips.is_empty() {
                return Ok((false, Vec::new()));
            }
            data.users().lock_with_trips(user)?;
            Ok((true, data.users().delete(user, now)?))
        };
        let (is_done, pictures) = self.executor.write(INTERNAL, delete).await?;
        self.ingest.remove(pictures).await;
        Ok(is_done)
    }

    /// Gives one trip back that was handed over to a deleted account. Returns `false` if there is
    /// none.
    async fn give_back(&self, deletion: &AccountDeletion) -> Result<bool, Error> {
        let (user, actor, now) = (deletion.user, actor_of(deletion), self.now());
        let give = move |data: &mut dyn Repositories| {
            while let Some(place) = data.trips().returnable(user)? {
                data.trips().lock_row(place.trip)?;
                // Its maker may have left before.
                if data.trips().returnable(user)? == Some(place) {
                    data.trips()
                        .leave(place.trip, user, place.new_owner(), now)?;
                    audit_leave(&place, actor, user);
                    return Ok(true);
                }
            }
            Ok(false)
        };
        self.executor.write(INTERNAL, give).await
    }
}

/// Ends the access to an account.
pub(super) fn begin_deletion(
    data: &mut dyn Repositories,
    deletion: &AccountDeletion,
) -> Result<(), Error> {
    let user = deletion.user;
    audit(AuditAction::AccountDelete, actor_of(deletion), &user, None);
    Ok(data.users().begin_deletion(deletion)?)
}

/// The holder of the account; `None` if an operator has deleted it.
fn actor_of(deletion: &AccountDeletion) -> Option<UserId> {
    deletion.request_id.is_some().then_some(deletion.user)
}

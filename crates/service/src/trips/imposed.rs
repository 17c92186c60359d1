//! What others have imposed on a person, who keeps it or leaves it (interface: "Trips of others").
//!
//! A membership, or a trip that was handed over, counts for the limits of who made it until the
//! person accepts it: keeps it, writes to it, or joins it by an invitation.

use std::sync::Arc;

use wayfare_domain::{Path, TripId, UserId, Violations};
use wayfare_storage::{PictureOwner, Placement, Repositories};

use super::limits::Takeover;
use super::{TripView, Trips};
use crate::accounts::named;
use crate::context::Context;
use crate::pictures::quota::bytes_of;
use crate::{AuditAction, Caller, Error, audit};

impl Trips {
    /// Accepts trips and memberships that were imposed on the caller, named by their username: all
    /// or none. What was accepted stays so.
    ///
    /// # Errors
    /// As [`Trips::authorize_own_list`], then [`Error::Invalid`] for trips that the caller is not
    /// on, or where they are more than an account may have.
    pub async fn keep(
        &self,
        caller: Caller,
        username: &str,
        trips: Vec<TripId>,
    ) -> Result<(), Error> {
        let (context, username) = (Arc::clone(&self.context), username.to_owned());
        let keep = move |data: &mut dyn Repositories| {
            let user = caller.check(data.users().lock(caller.user)?)?;
            let user = named(data, caller, user, &username)?.id;
            let places = data.trips().placements(user, &trips)?;
            let mut violations = Violations::new();
            for (index, trip) in trips.iter().enumerate() {
                if places.iter().all(|place| place.trip != *trip) {
                    violations.add(path(index), "is no trip of yours");
                }
            }
            violations.or(())?;
            let is_imposed = |place: &&Placement| place.imposed_by.is_some();
            for place in places.iter().filter(is_imposed) {
                data.trips().accept(place.trip, user)?;
            }
            let kept = |is_owner| {
                let mut places = places.iter().filter(is_imposed);
                places.any(|place| place.is_owner == is_owner)
            };
            let mut lacks = None;
            if kept(true) {
                lacks = context.lacks_room(data, user, Takeover::default())?;
            }
            if kept(false) && context.has_too_many_memberships(data, user)? {
                lacks = Some(context.too_many_memberships());
            }
            lacks.map_or(Ok(()), |reason| {
                let uuids = Path::root().field("uuids");
                Err(Error::Invalid(Violations::at(uuids, reason)))
            })
        };
        self.context.executor.write(caller.client(), keep).await
    }

    /// Takes the caller, named by their username, off trips: all or none. One that was handed over
    /// to them, and that they have not accepted, goes back to who did it. One that the caller is
    /// not on changes nothing.
    ///
    /// # Errors
    /// As [`Trips::authorize_own_list`], then [`Error::Invalid`] for trips that the caller owns
    /// otherwise, or that nobody can take back.
    pub async fn leave(
        &self,
        caller: Caller,
        username: &str,
        mut trips: Vec<TripId>,
    ) -> Result<(), Error> {
        let (context, username) = (Arc::clone(&self.context), username.to_owned());
        let sent = trips.clone();
        // Everybody locks trips in this order.
        trips.sort_unstable();
        trips.dedup();
        let leave = move |data: &mut dyn Repositories| {
            let user = caller.check(data.users().find(caller.user)?)?;
            let user = named(data, caller, user, &username)?.id;
            for trip in &trips {
                data.trips().lock_row(*trip)?;
            }
            let places = data.trips().placements(user, &trips)?;
            let mut violations = Violations::new();
            for place in places.iter().filter(|place| place.is_owner) {
                let reason = match place.imposed_by {
                    None => "is your own trip",
                    Some(_) if place.has_maker => continue,
                    Some(_) => "is yours: who handed it over to you is no longer on the trip",
                };
                let mut indexes = sent.iter().enumerate();
                let found = indexes.find(|(_, trip)| **trip == place.trip);
                violations.add(path(found.map_or(0, |(index, _)| index)), reason);
            }
            violations.or(())?;
            for place in &places {
                let now = context.now();
                data.trips()
                    .leave(place.trip, user, place.new_owner(), now)?;
                audit_leave(place, Some(user), user);
            }
            Ok(())
        };
        self.context.executor.write(caller.client(), leave).await
    }
}

/// Writes the audit lines of a user who has left a trip.
pub(crate) fn audit_leave(place: &Placement, actor: Option<UserId>, user: UserId) {
    if let Some(owner) = place.new_owner() {
        audit(AuditAction::TripHandOver, actor, &owner, Some(place.trip));
    }
    audit(AuditAction::RoleRemove, actor, &user, Some(place.trip));
}

fn path(index: usize) -> Path {
    Path::root().field("uuids").index(index)
}

impl Context {
    /// Whether a person accepts what was imposed on them by an edit of the trip, which they have
    /// locked their account for. Without room for it, it stays imposed.
    pub(crate) fn accepts(
        &self,
        data: &mut dyn Repositories,
        user: UserId,
        view: &TripView,
    ) -> Result<bool, Error> {
        if !view.people.is_imposed_on(user) {
            return Ok(false);
        }
        if view.trip.owner != user {
            return Ok(self.memberships_left(data, user)? > 0);
        }
        let pictures = data
            .pictures()
            .find_by_owner(PictureOwner::Trip(view.trip.id))?;
        let takeover = Takeover {
            trips: 1,
            bytes: view.sizes.total(),
            pictures: bytes_of(&pictures),
        };
        Ok(self.lacks_room(data, user, takeover)?.is_none())
    }
}

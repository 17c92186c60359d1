//! The accounts that an edit names: their locks, and the limits of their trips.

use std::collections::HashSet;

use wayfare_domain::trip::{Edit, PartyPatch, PeoplePatch};
use wayfare_domain::{Path, People, Reason, UserId, Username, Violations};
use wayfare_storage::Repositories;

use super::TripEdit;
use crate::Error;
use crate::context::Context;
use crate::trips::TripView;

impl TripEdit {
    fn people(&self) -> impl Iterator<Item = &PeoplePatch> {
        self.edits.iter().filter_map(|edit| match edit {
            Edit::People(people) => Some(people),
            _ => None,
        })
    }

    /// The new owner, by username or id.
    pub(super) fn owner(&self) -> Option<&str> {
        self.people().find_map(|people| people.owner.as_deref())
    }

    /// The members that were sent.
    fn members(&self) -> impl Iterator<Item = &String> {
        self.people().flat_map(|people| &people.members).flatten()
    }

    /// Reads the users whom the edit names, but for those on the trip. Locks the accounts whose
    /// trips or pictures it adds to, and the caller's, so that concurrent requests are counted.
    pub(super) fn lock_accounts(
        &self,
        data: &mut dyn Repositories,
        before: &TripView,
    ) -> Result<People, Error> {
        let owner = self.owner();
        let references = self.people().flat_map(|people| &people.owner);
        let references = references.chain(self.members());
        // A party of somebody whose account was deleted is nobody's account.
        let names_party = |edit: &Edit| {
            matches!(
                edit,
                Edit::Party(PartyPatch::Remove(_) | PartyPatch::Rename(..))
            )
        };
        let former = match self.edits.iter().any(names_party) {
            true => before.trip.former_people(&before.people),
            false => Vec::new(),
        };
        let former: Vec<String> = former.iter().map(UserId::to_string).collect();
        let references = references.chain(&former);
        // Ids have the form of a username, too.
        let others: HashSet<String> = references
            .filter(|name| before.people.resolve(name).is_none() && Username::new(name).is_ok())
            .map(|name| Username::key_of(name))
            .collect();
        let others = match others.is_empty() {
            true => Vec::new(),
            false => data.users().find_people(&Vec::from_iter(others))?,
        };
        let mut growing: Vec<UserId> = others.iter().map(|person| person.id).collect();
        if self.may_need_room() {
            growing.push(before.trip.owner);
            growing.extend(owner.and_then(|owner| before.people.resolve(owner)));
        }
        if !growing.is_empty() {
            growing.push(self.caller.user);
            data.users().lock_all(growing)?;
        }
        Ok(People::new(others))
    }

    /// Checks how many trips the new owner and new members have already. The former owner becomes
    /// a member.
    pub(super) fn check_account_limits(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: &TripView,
        named: &People,
    ) -> Result<Violations, Error> {
        let mut violations = Violations::new();
        let owner = self.owner();
        let owner = owner.and_then(|owner| before.people.resolve(owner).or(named.resolve(owner)));
        let new_owner = owner.filter(|owner| *owner != before.trip.owner);
        if let Some(user) = new_owner {
            let mut refuse = |reason: String| {
                violations.add(Path::root().field("owner"), Reason::new(reason));
            };
            if let Some(limit) = context.reached_trips(data, user)? {
                refuse(format!(
                    "already owns {limit} trips, as many as an account may"
                ));
            }
            let quota = context.picture_quota();
            if !quota.has_room_for_trip(data, user, before.trip.id)? {
                refuse("has no room for the pictures of the trip".to_owned());
            }
            if !context.has_room_for_bytes(data, user, before.sizes.total())? {
                refuse("has no room for the trip".to_owned());
            }
            if let Some(limit) = reached_memberships(context, data, before.trip.owner)? {
                refuse(format!(
                    "would make the present owner a member of more than {limit} trips"
                ));
            }
        }
        let mut seen = HashSet::new();
        for (index, reference) in self.members().enumerate() {
            let joins = named.resolve(reference).filter(|user| {
                before.people.get(*user).is_none() && new_owner != Some(*user) && seen.insert(*user)
            });
            let Some(user) = joins else { continue };
            if let Some(limit) = reached_memberships(context, data, user)? {
                let reason =
                    format!("is already a member of {limit} trips, as many as an account may");
                let path = Path::root().field("members").index(index);
                violations.add(path, Reason::new(reason));
            }
        }
        Ok(violations)
    }
}

/// The limit of memberships, if the user has reached it.
pub(crate) fn reached_memberships(
    context: &Context,
    data: &mut dyn Repositories,
    user: UserId,
) -> Result<Option<u32>, Error> {
    let limit = context.policy.memberships_per_account;
    let is_reached = limit > 0 && data.trips().is_member_of_at_least(user, limit)?;
    Ok(is_reached.then_some(limit))
}

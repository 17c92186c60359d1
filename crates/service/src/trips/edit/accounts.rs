//! The accounts that an edit names: their locks, and the limits of their trips.

use std::collections::HashSet;

use wayfare_domain::trip::{Edit, PartyPatch, PeoplePatch};
use wayfare_domain::{Path, People, UserId, Username, Violations};
use wayfare_storage::Repositories;

use super::PreparedEdit;
use crate::Error;
use crate::context::Context;
use crate::trips::TripView;
use crate::trips::limits::NO_ROOM;

impl PreparedEdit {
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
        if before.people.is_imposed_on(self.caller.user) {
            growing.push(self.caller.user);
        }
        if !growing.is_empty() {
            growing.push(self.caller.user);
            data.users().lock_all(growing)?;
        }
        Ok(People::new(others))
    }

    /// Checks how many memberships the edit makes: those of new members count for the caller until
    /// they accept them, and a former owner becomes a member.
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
        let mut seen: HashSet<UserId> = new_owner.into_iter().collect();
        let mut more = Vec::from_iter(new_owner.map(|_| Path::root().field("owner")));
        for (index, reference) in self.members().enumerate() {
            let joins = named.resolve(reference);
            if joins.is_some_and(|user| before.people.get(user).is_none() && seen.insert(user)) {
                more.push(Path::root().field("members").index(index));
            }
        }
        if more.is_empty() {
            return Ok(violations);
        }
        let user = self.caller.user;
        // Members stay on the trip for as long as their deletion takes.
        if let Some(new_owner) = new_owner
            && data.users().find(new_owner)?.is_none()
        {
            let owner = self.owner().unwrap_or_default();
            violations.add(
                Path::root().field("owner"),
                format!("there is no user {owner:?}"),
            );
        }
        if let Some(new_owner) = new_owner
            && before.people.is_imposed_on(user)
            && !before.people.gives_back(before.trip.owner, new_owner)
            && !context.accepts(data, user, before)?
        {
            violations.add(Path::root().field("owner"), NO_ROOM);
        }
        let left = context.memberships_left(data, user)?;
        for path in more
            .into_iter()
            .skip(usize::try_from(left).unwrap_or(usize::MAX))
        {
            violations.add(path, context.too_many_memberships());
        }
        Ok(violations)
    }
}

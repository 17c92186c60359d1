//! Owner, members, their roles and privacy: who may change them, and what becomes of the lists.

use std::collections::HashMap;

use super::{Edit, EditContext, PatchError};
use crate::access::MemberRole;
use crate::trip::{Trip, Withdrawal};
use crate::user::set;
use crate::{Path, UserId, Violations};

/// Owner, members, their roles and privacy: fields that are `None` stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PeoplePatch {
    /// The new owner, by username or id.
    pub owner: Option<String>,
    /// The members, each by username or id.
    pub members: Option<Vec<String>>,
    /// [`TripOverview::private`](crate::TripOverview::private).
    pub private: Option<bool>,
    /// The roles of members, each of whom is named by username or id.
    pub roles: Option<Vec<(String, MemberRole)>>,
}

impl PeoplePatch {
    /// Whether it changes who is on the trip, or as what.
    pub(super) fn names_accounts(&self) -> bool {
        self.owner.is_some() || self.members.is_some() || self.roles.is_some()
    }
}

impl Trip {
    /// Applies owner, members, roles and privacy. Only the owner may change them, except that a
    /// member may take themself off.
    pub(super) fn change_people(
        &mut self,
        patch: &PeoplePatch,
        context: &EditContext<'_>,
    ) -> Result<Violations, PatchError> {
        let mut violations = Violations::new();
        let owner = match &patch.owner {
            Some(reference) => find(
                reference,
                &Path::root().field("owner"),
                context,
                &mut violations,
            ),
            None => Some(self.owner),
        };
        let sent = patch.members.as_ref().map(|members| {
            let path = Path::root().field("members");
            members
                .iter()
                .enumerate()
                .filter_map(|(place, reference)| {
                    find(reference, &path.index(place), context, &mut violations)
                })
                .collect::<Vec<_>>()
        });
        let is_invalid = !violations.is_empty();
        let is_owner = self.owner == context.by;
        let leaves = sent
            .as_ref()
            .is_some_and(|sent| self.is_without(sent, context.by));
        let other_members = sent.as_ref().is_some_and(|sent| !self.has_members(sent)) && !leaves;
        let before = (self.owner, self.private, self.viewers.clone());
        self.owner = owner.unwrap_or(self.owner);
        let references = patch.members.iter().flatten().chain(&patch.owner);
        let added = references.filter_map(|reference| {
            let user = (context.find_user)(reference)?;
            (!self.members.contains(&user)).then_some((reference.as_str(), user))
        });
        let added = added.collect();
        self.record_named(&added);
        self.set_members(sent, before.0);
        set(&mut self.private, patch.private);
        let viewers = self.viewers.clone();
        let roles = self.set_roles(patch.roles.as_deref().unwrap_or_default(), context);
        if !is_owner
            && (is_invalid
                || other_members
                || !roles.is_empty()
                || self.viewers != viewers
                || (self.owner, self.private) != (before.0, before.1))
        {
            return Err(PatchError::NotPermitted);
        }
        violations.append(roles);
        if self.members.len() > Self::MAX_MEMBERS {
            violations.add(
                Path::root().field("members"),
                format!(
                    "must have at most {} entries, the owner included",
                    Self::MAX_MEMBERS
                ),
            );
        }
        Ok(violations)
    }

    /// Records whom the owner has taken off the trip or made a viewer, for [`Trip::join`], and
    /// forgets whom the owner has made an editor since.
    pub(super) fn record_withdrawals(&mut self, before: &Self, context: &EditContext<'_>) {
        if before.owner != context.by {
            return;
        }
        if before.owner != self.owner {
            // All invitations end.
            self.plan.withdrawals.clear();
            return;
        }
        if (&before.members, &before.viewers) == (&self.members, &self.viewers) {
            return;
        }
        let people = before.members.iter().chain(&self.members);
        for user in people.copied().collect::<Vec<UserId>>() {
            let role = self.member_role(user);
            if role == before.member_role(user) {
                continue;
            }
            let withdrawals = &mut self.plan.withdrawals;
            withdrawals.retain(|withdrawal| withdrawal.user != user);
            if matches!(role, None | Some(MemberRole::Viewer)) {
                let at = context.now;
                withdrawals.push(Withdrawal { user, at });
            }
        }
    }

    /// Whether edits take the user who edits off the trip, and do nothing else.
    pub(super) fn is_leave(&self, edits: &[Edit], context: &EditContext<'_>) -> bool {
        let mut sent = edits.iter().filter(|edit| !edit.is_empty());
        let (Some(Edit::People(patch)), None) = (sent.next(), sent.next()) else {
            return false;
        };
        let (Some(members), None, None, None) =
            (&patch.members, &patch.owner, patch.private, &patch.roles)
        else {
            return false;
        };
        let sent = members
            .iter()
            .map(|reference| (context.find_user)(reference));
        let sent: Option<Vec<UserId>> = sent.collect();
        sent.is_some_and(|sent| self.is_without(&sent, context.by))
    }

    /// Sets the members that were sent, deduplicated: present members in the order in which they
    /// joined, then new ones. The owner is a member, and a former owner stays one. Who stays keeps
    /// the role; the former owner and new members are editors.
    fn set_members(&mut self, sent: Option<Vec<UserId>>, former: UserId) {
        let sent = sent.unwrap_or_else(|| self.members.clone());
        let stays = |user: &UserId| sent.contains(user) || *user == self.owner || *user == former;
        let mut members: Vec<UserId> = self.members.iter().copied().filter(stays).collect();
        for user in sent.iter().copied().chain([self.owner]) {
            if !members.contains(&user) {
                members.push(user);
            }
        }
        let owner = self.owner;
        self.viewers
            .retain(|user| *user != owner && members.contains(user));
        self.members = members;
    }

    /// Gives members the roles that were sent.
    fn set_roles(
        &mut self,
        sent: &[(String, MemberRole)],
        context: &EditContext<'_>,
    ) -> Violations {
        let mut violations = Violations::new();
        let mut named: HashMap<UserId, MemberRole> = HashMap::new();
        for (reference, role) in sent {
            let found = (context.find_user)(reference);
            let present = found.and_then(|user| Some((user, self.member_role(user)?)));
            let reason = match present {
                None => "is no member of the trip",
                Some((_, MemberRole::Owner)) if *role != MemberRole::Owner => {
                    "owns the trip: name another owner first"
                }
                Some((_, MemberRole::Editor | MemberRole::Viewer))
                    if *role == MemberRole::Owner =>
                {
                    "must be editor or viewer: another owner is named by the field owner"
                }
                Some((user, _)) => match named.insert(user, *role) {
                    Some(other) if other != *role => "is named with another role, too",
                    _ => continue,
                },
            };
            let path = Path::root().field("roles").unknown(reference);
            violations.add(path, reason);
        }
        let is_viewer = |user: &UserId| match named.get(user) {
            Some(role) => *role == MemberRole::Viewer,
            None => self.viewers.contains(user),
        };
        self.viewers = self.members.iter().copied().filter(is_viewer).collect();
        violations
    }

    /// Whether `sent` are the present members; the owner may be left out.
    fn has_members(&self, sent: &[UserId]) -> bool {
        sent.iter().all(|user| self.members.contains(user))
            && self
                .members
                .iter()
                .all(|user| *user == self.owner || sent.contains(user))
    }

    /// Whether `sent` are the present members without `leaver`; the owner may be left out.
    fn is_without(&self, sent: &[UserId], leaver: UserId) -> bool {
        sent.iter()
            .all(|user| *user != leaver && self.members.contains(user))
            && self
                .members
                .iter()
                .all(|user| *user == leaver || *user == self.owner || sent.contains(user))
    }
}

fn find(
    reference: &str,
    path: &Path,
    context: &EditContext<'_>,
    violations: &mut Violations,
) -> Option<UserId> {
    let user = (context.find_user)(reference);
    if user.is_none() {
        violations.add(path.clone(), format!("there is no user {reference:?}"));
    }
    user
}

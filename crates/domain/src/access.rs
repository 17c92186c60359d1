//! Who may do what to a trip: the one home of the access table.

use crate::{Trip, UserId};

/// What somebody is to a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Owns it.
    Owner,
    /// Travels along.
    Member,
    /// Neither.
    Outsider,
}

/// What somebody wants to do with a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// See it.
    Read,
    /// Change what it holds.
    Edit,
    /// Change its owner, its members or its privacy, or delete it.
    Manage,
}

/// How a wish is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessDecision {
    /// They may.
    Allowed,
    /// They may see the trip, but not do this.
    Forbidden,
    /// For them there is no such trip.
    Hidden,
}

impl Role {
    /// What somebody is to a trip, from its owner and whether they are a member.
    pub fn new(user: UserId, owner: UserId, is_member: bool) -> Self {
        if user == owner {
            Self::Owner
        } else if is_member {
            Self::Member
        } else {
            Self::Outsider
        }
    }

    /// Whether somebody in this role may do `action` to a trip that is `private` or public.
    pub fn may(self, action: Action, private: bool) -> AccessDecision {
        match (self, action) {
            (Self::Outsider, _) if private => AccessDecision::Hidden,
            (Self::Owner, _)
            | (Self::Member, Action::Read | Action::Edit)
            | (Self::Outsider, Action::Read) => AccessDecision::Allowed,
            (Self::Member, Action::Manage) | (Self::Outsider, Action::Edit | Action::Manage) => {
                AccessDecision::Forbidden
            }
        }
    }
}

impl Trip {
    /// What `user` is to this trip.
    pub fn role_of(&self, user: UserId) -> Role {
        Role::new(user, self.owner, self.members.contains(&user))
    }

    /// Whether somebody sees this trip in a list: everybody sees a public one, its people a private
    /// one.
    pub fn is_visible_to(&self, viewer: Option<UserId>) -> bool {
        let role = viewer.map_or(Role::Outsider, |user| self.role_of(user));
        role.may(Action::Read, self.private) == AccessDecision::Allowed
    }
}

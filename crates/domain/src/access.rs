//! Access control: the roles of users on a trip, and the authorization matrix.

use crate::{Trip, UserId};

/// The role of a user on a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Owns the trip.
    Owner,
    /// Is a member, but not the owner.
    Member,
    /// Is neither owner nor member.
    Outsider,
}

/// An action on a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Read it.
    Read,
    /// Change its content.
    Edit,
    /// Change its owner, its members or its privacy, or delete it.
    Manage,
}

/// Whether an action is permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessDecision {
    /// The action is permitted.
    Allowed,
    /// The user may read the trip, but the action is not permitted.
    Forbidden,
    /// The user may not learn that the trip exists.
    Hidden,
}

impl Role {
    /// The role of `user`, from the trip's owner and whether the user is a member.
    pub fn new(user: UserId, owner: UserId, is_member: bool) -> Self {
        if user == owner {
            Self::Owner
        } else if is_member {
            Self::Member
        } else {
            Self::Outsider
        }
    }

    /// Whether this role permits `action` on a private or a public trip.
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

/// Whether `viewer` may read a trip, from its `owner` and whether the viewer is a member. A public
/// trip is visible to all, a private one to its owner and members; `None` is an anonymous viewer.
pub fn is_visible(private: bool, owner: UserId, is_member: bool, viewer: Option<UserId>) -> bool {
    let role = viewer.map_or(Role::Outsider, |user| Role::new(user, owner, is_member));
    role.may(Action::Read, private) == AccessDecision::Allowed
}

impl Trip {
    /// The role of `user` on this trip.
    pub fn role_of(&self, user: UserId) -> Role {
        Role::new(user, self.owner, self.members.contains(&user))
    }

    /// Whether `viewer` may read this trip, by [`is_visible`].
    pub fn is_visible_to(&self, viewer: Option<UserId>) -> bool {
        let is_member = viewer.is_some_and(|user| self.members.contains(&user));
        is_visible(self.private, self.owner, is_member, viewer)
    }
}

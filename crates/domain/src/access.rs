//! Access control: the roles of users on a trip, and the authorization matrix.

use crate::{TripOverview, UserId};

/// The role of a caller on a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Owns the trip.
    Owner,
    /// Is a member who may change the trip's content.
    Editor,
    /// Is a member who may only read.
    Viewer,
    /// Has an account, but is not a member.
    Outsider,
    /// Is not signed in.
    Nobody,
}

/// An action on a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Read it.
    Read,
    /// Read its files.
    ReadFiles,
    /// Read its share links and invitations.
    ReadLinks,
    /// Have a calendar feed of it.
    Subscribe,
    /// Send an update. [`Trip::apply`](crate::Trip::apply) decides whether the role permits what it
    /// changes.
    Submit,
    /// Change its content.
    Edit,
    /// Change its owner, its members, their roles or its privacy, share it by links, or delete it.
    Manage,
}

impl Action {
    /// Whether it changes nothing.
    pub fn is_read(self) -> bool {
        matches!(self, Self::Read | Self::ReadFiles | Self::ReadLinks)
    }
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

/// The role of a member in requests and answers: a [`Role`] that somebody on the trip can have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum MemberRole {
    /// [`Role::Owner`].
    Owner,
    /// [`Role::Editor`].
    #[default]
    Editor,
    /// [`Role::Viewer`].
    Viewer,
}

impl MemberRole {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Owner, Self::Editor, Self::Viewer];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Editor => "editor",
            Self::Viewer => "viewer",
        }
    }

    /// The role of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name)
    }
}

impl Role {
    /// Whether this role permits `action` on a private or a public trip.
    pub fn may(self, action: Action, private: bool) -> AccessDecision {
        use AccessDecision::{Allowed, Forbidden, Hidden};
        use Action::{Edit, Manage, Read, ReadFiles, ReadLinks, Submit, Subscribe};
        match (self, action) {
            (Self::Outsider | Self::Nobody, _) if private => Hidden,
            // Files are for people of the trip: others do not learn of them.
            (Self::Outsider | Self::Nobody, ReadFiles) => Hidden,
            (Self::Owner, Read | ReadFiles | ReadLinks | Subscribe | Submit | Edit | Manage)
            | (Self::Editor, Read | ReadFiles | Subscribe | Submit | Edit)
            | (Self::Viewer, Read | ReadFiles | Subscribe | Submit)
            | (Self::Outsider | Self::Nobody, Read) => Allowed,
            (Self::Editor, ReadLinks | Manage)
            | (Self::Viewer, ReadLinks | Edit | Manage)
            | (Self::Outsider | Self::Nobody, ReadLinks | Subscribe | Submit | Edit | Manage) => {
                Forbidden
            }
        }
    }
}

/// Whether `reader` may read a trip, from its `owner` and whether the reader is a member. A public
/// trip is visible to all, a private one to its owner and members; `None` is an anonymous reader.
pub fn is_visible(private: bool, owner: UserId, is_member: bool, reader: Option<UserId>) -> bool {
    let role = match reader {
        Some(user) if user == owner => Role::Owner,
        // Both roles of members may read.
        Some(_) if is_member => Role::Viewer,
        Some(_) => Role::Outsider,
        None => Role::Nobody,
    };
    role.may(Action::Read, private) == AccessDecision::Allowed
}

impl TripOverview {
    /// The role of `user` on this trip.
    pub fn role_of(&self, user: UserId) -> Role {
        match self.member_role(user) {
            Some(MemberRole::Owner) => Role::Owner,
            Some(MemberRole::Editor) => Role::Editor,
            Some(MemberRole::Viewer) => Role::Viewer,
            None => Role::Outsider,
        }
    }

    /// The role of a member of this trip; `None` for other users.
    pub fn member_role(&self, user: UserId) -> Option<MemberRole> {
        if user == self.owner {
            Some(MemberRole::Owner)
        } else if !self.members.contains(&user) {
            None
        } else if self.viewers.contains(&user) {
            Some(MemberRole::Viewer)
        } else {
            Some(MemberRole::Editor)
        }
    }
}

//! Invitations: how people come onto a trip by themselves, and which party of its budgets they are
//! (interface: "Invitations and parties").

use serde::{Deserialize, Serialize};

use super::party::Party;
use crate::access::MemberRole;
use crate::trip::money::budget::MemberId;
use crate::trip::{Parties, Trip};
use crate::{
    Dates, Grant, GrantKind, GrantScope, Instant, LinkScope, Path, People, Reason, ShortText,
    UserId, Violations,
};

/// A link that makes whoever opens it a member of a trip, in this role; not owner.
pub type Invitation = Grant<MemberRole>;

impl Invitation {
    /// The role that an invitation may give of this name.
    ///
    /// # Errors
    /// It is no such role.
    pub fn parse_role(name: &str) -> Result<MemberRole, Reason> {
        let role = MemberRole::parse(name).filter(|role| *role != MemberRole::Owner);
        role.ok_or_else(|| Reason::new("must be editor or viewer"))
    }
}

impl GrantScope for MemberRole {
    const KIND: GrantKind = GrantKind::Invitation;

    fn to_words(&self) -> String {
        self.as_str().to_owned()
    }

    fn parse_words(words: &str) -> Result<Self, Reason> {
        Invitation::parse_role(words)
    }
}

impl LinkScope for MemberRole {
    fn no_more(most: usize) -> String {
        format!("a trip has at most {most} invitations")
    }

    /// In 14 days.
    fn usual_end(_: Dates, now: Instant) -> Instant {
        now.plus_days(14)
    }
}

/// The owner's decision to take somebody off a trip or to make them a viewer. Invitations that were
/// made before no longer let them in or make them an editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// Who it concerns.
    pub user: UserId,
    /// The time of the decision.
    pub at: Instant,
}

/// Why somebody can't join a trip as they ask to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The owner has taken them off the trip since the invitation was made.
    #[error("the owner has taken the user off the trip")]
    Withdrawn,
    /// The party is somebody's account.
    #[error("the party is somebody's account")]
    PartyTaken,
    /// There is no such party, or no room for another member.
    #[error("{0}")]
    Invalid(Violations),
}

impl Trip {
    /// The trip with `user` as a member by an invitation, who keeps a higher role, and is the party
    /// `party` from now on. A later [`Withdrawal`] prevails. Returns `None` if that changes
    /// nothing. `people` are the trip's, `deleted` those of [`Trip::former_people`] whose account
    /// was deleted.
    ///
    /// # Errors
    /// The owner has taken the user off since; the party is unknown or somebody else's account; the
    /// trip has no room for another member.
    pub fn join(
        &self,
        user: UserId,
        invitation: &Invitation,
        party: Option<&str>,
        people: &People,
        deleted: &[UserId],
        now: Instant,
    ) -> Result<Option<Self>, JoinError> {
        let is_withdrawn = |it: &Withdrawal| it.user == user && it.at > invitation.created_at;
        let is_withdrawn = self.plan.withdrawals.iter().any(is_withdrawn);
        let is_new = !self.members.contains(&user);
        if is_new && is_withdrawn {
            return Err(JoinError::Withdrawn);
        }
        let mut next = self.clone();
        if let Some(party) = party {
            next.claim(party, user, people, deleted)?;
        }
        if is_new {
            if next.members.len() >= Self::MAX_MEMBERS {
                let most = Self::MAX_MEMBERS;
                let reason = format!("the trip has {most} people, as many as it may");
                return Err(JoinError::Invalid(Violations::at(Path::root(), reason)));
            }
            next.members.push(user);
            if invitation.scope == MemberRole::Viewer {
                next.viewers.push(user);
            }
        } else if invitation.scope == MemberRole::Editor && !is_withdrawn {
            next.viewers.retain(|viewer| *viewer != user);
        }
        if next == *self {
            return Ok(None);
        }
        next.version += 1;
        next.updated_at = now.max(self.updated_at);
        next.plan.relocations = 0;
        next.record_editor(user);
        Ok(Some(next))
    }

    /// Makes a party that is nobody's account that of a user.
    fn claim(
        &mut self,
        party: &str,
        user: UserId,
        people: &People,
        deleted: &[UserId],
    ) -> Result<(), JoinError> {
        let parties = Parties::new(self.all_mentions(), people);
        let place = parties.find(party);
        let owner = match place {
            Some(place) => parties.user(place),
            None => people.resolve(party),
        };
        match owner {
            Some(owner) if owner == user => return Ok(()),
            Some(owner) if !deleted.contains(&owner) => return Err(JoinError::PartyTaken),
            _ => {}
        }
        let member = place.and_then(|place| parties.names().get(place));
        let member = member.and_then(|member| MemberId::new(member).ok());
        let Some(member) = member else {
            let reason = "must be a memberId of the trip that is nobody's account";
            let path = Path::root().field("as");
            return Err(JoinError::Invalid(Violations::at(path, reason)));
        };
        self.bind_party(member, user, owner);
        Ok(())
    }

    /// Records that a member id means a user, wherever it is and will be written, and so does every
    /// one that means `former`.
    fn bind_party(&mut self, member: MemberId, user: UserId, former: Option<UserId>) {
        let bind = |written: &MemberId, meant: &mut Option<UserId>| {
            if *written == member || former.is_some() && *meant == former {
                *meant = Some(user);
            }
        };
        for share in self.budgets_mut().flat_map(|budget| &mut budget.shares) {
            bind(&share.member, &mut share.user);
        }
        for settlement in &mut self.plan.settlements {
            bind(&settlement.from, &mut settlement.from_user);
            bind(&settlement.to, &mut settlement.to_user);
        }
        let entries = self.plan.lists.entries_mut();
        for by in entries.filter_map(|entry| entry.by.as_mut()) {
            bind(&by.member, &mut by.user);
        }
        for party in &mut self.plan.parties {
            bind(&party.member, &mut party.user);
        }
        let parties = &mut self.plan.parties;
        if !parties.iter().any(|party| party.member == member) {
            parties.push(Party {
                member,
                name: ShortText::EMPTY,
                user: Some(user),
            });
        }
    }
}

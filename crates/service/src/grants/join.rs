//! Opening an invitation by its token, and joining the trip.

use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::trip::{Invitation, JoinError, OpenParty};
use wayfare_domain::{Action, Dates, GrantId, GrantKind, Name, TripId, UserId};
use wayfare_storage::{PictureChanges, Repositories, StoredGrant, TripParts, TripQuery, TripWrite};

use super::Grants;
use super::parties::deleted_of;
use crate::trips::access::{MAX_INLINE_BYTES, check_decision};
use crate::{AuditAction, Caller, Client, Error, KeyClaim, audit};

/// What an invitation shows to whoever has its link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvitation {
    /// The invitation.
    pub invitation: Invitation,
    /// The trip.
    pub trip: TripId,
    /// The name of the trip.
    pub name: Name,
    /// The dates of the trip.
    pub dates: Dates,
    /// The display name of the owner.
    pub by: String,
    /// The parties that are nobody's account.
    pub parties: Vec<OpenParty>,
    /// The members of the trip.
    pub members: Vec<UserId>,
    /// Those of them who need not say which party they are: the owner, and who has said it.
    pub known: Vec<UserId>,
}

impl Grants {
    /// Opens an invitation on behalf of a client, by its token.
    ///
    /// Unknown, forged, expired, ended and used up ones answer alike.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open_invitation(
        &self,
        client: Client,
        token: &str,
    ) -> Result<OpenInvitation, Error> {
        let (invitation, _): (Invitation, _) = self.find_by_token(client, token).await?;
        if invitation.is_used_up() {
            return Err(Error::NotFound);
        }
        let trip = invitation.trip.ok_or(Error::NotFound)?;
        let query = TripQuery {
            trip,
            caller: Some(invitation.user),
            parts: TripParts::Whole,
        };
        let context = &self.context;
        let lookup = context.executor.look_up(client, query).await?;
        let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
        let is_large = stored.sizes().total() > MAX_INLINE_BYTES;
        let trip = context.run_in_document_pool_if(is_large, client, move || stored.parse());
        let (trip, people) = (trip.await??, Arc::new(people));
        let parties = self.open_parties(client, &trip, is_large, &people);
        let by = people.get(invitation.user);
        let claimants = trip.plan.parties.iter().filter_map(|party| party.user);
        Ok(OpenInvitation {
            known: claimants.chain([trip.owner]).collect(),
            name: trip.name.clone(),
            dates: trip.plan.dates,
            by: by.map_or_else(String::new, |person| person.name.to_string()),
            parties: parties.await?,
            members: trip.members.clone(),
            trip: trip.id,
            invitation,
        })
    }

    /// Checks that the caller may join by the token of an invitation.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then as [`Grants::open_invitation`], then
    /// [`Error::NotPermitted`] for an API key that only reads.
    pub async fn authorize_join(&self, caller: Caller, token: &str) -> Result<(), Error> {
        let check = self.context.executor.read(caller.client(), move |data| {
            caller.check(data.users().find(caller.user)?)
        });
        check.await?;
        let (_, invitation) = self.find_for(caller, token).await?;
        match invitation.is_used_up() {
            true => Err(Error::NotFound),
            false => Ok(()),
        }
    }

    /// Makes the caller a member by the token of an invitation, and the party `party` from now on.
    /// Who is a member already keeps a higher role and is not counted; whom the owner has made a
    /// viewer since stays one. Returns the trip.
    ///
    /// # Errors
    /// As [`Grants::open_invitation`], also if the owner has taken the caller off the trip since;
    /// [`Error::NotPermitted`] for an API key that only reads, [`Error::TokenRefused`];
    /// [`Error::PartyTaken`],
    /// [`Error::Invalid`] if there is no such party or no room for another member,
    /// [`Error::TooManyTrips`]; [`Error::AlreadyDone`] with the trip's id, [`Error::KeyReused`],
    /// [`Error::KeyInUse`].
    pub async fn join(
        &self,
        caller: Caller,
        token: &str,
        party: Option<String>,
        key: Option<KeyClaim>,
    ) -> Result<TripId, Error> {
        let join = async {
            let (trip, invitation) = self.find_for(caller, token).await?;
            let (context, own_key, id) = (Arc::clone(&self.context), key.clone(), invitation.id);
            let joined = self.context.executor.write(caller.client(), move |data| {
                let join = Join {
                    context: &context,
                    caller,
                    party: party.as_deref(),
                    key: own_key.as_ref(),
                };
                let has_joined = join.write(data, trip, id)?;
                if has_joined {
                    let used = AuditAction::InvitationUse;
                    audit(used, Some(caller.user), &id, Some(trip));
                }
                Ok(has_joined)
            });
            if !joined.await? {
                // Perhaps an earlier request has changed all.
                self.context.check_unused(caller, key.as_ref()).await?;
            }
            Ok(trip)
        };
        self.context.once(caller, key.as_ref(), join).await
    }

    /// Reads the invitation of a token for a caller who wants to join, and its trip; for an API
    /// key, only one to a trip that it covers.
    async fn find_for(&self, caller: Caller, token: &str) -> Result<(TripId, Invitation), Error> {
        let found: (Invitation, _) = self.find_by_token(caller.client(), token).await?;
        let (invitation, _) = found;
        let trip = invitation.trip.ok_or(Error::NotFound)?;
        check_decision(AccessDecision::Allowed, caller, trip, Action::Edit)?;
        Ok((trip, invitation))
    }
}

/// A request to join, within its unit of work.
struct Join<'a> {
    context: &'a crate::context::Context,
    caller: Caller,
    party: Option<&'a str>,
    key: Option<&'a KeyClaim>,
}

impl Join<'_> {
    /// Locks the trip, then makes the caller a member. Returns whether that changed anything.
    fn write(&self, data: &mut dyn Repositories, trip: TripId, id: GrantId) -> Result<bool, Error> {
        let (context, caller, user) = (self.context, self.caller, self.caller.user);
        let (_, members) = data.trips().lock_row(trip)?.ok_or(Error::NotFound)?;
        let is_new = !members.contains(&user);
        data.users().lock_all(vec![user])?;
        caller.check(data.users().find(user)?)?;
        // It may have ended while the trip was waited for.
        let found = data.grants().find(GrantKind::Invitation, id)?;
        let (stored, _) = found.ok_or(Error::NotFound)?;
        let invitation: Invitation = stored.parse()?;
        if is_new && invitation.is_used_up() {
            return Err(Error::NotFound);
        }
        let found = data.trips().find(trip, invitation.user)?;
        let (stored, people) = found.trip.ok_or(Error::NotFound)?;
        let (before, now) = (stored.parse()?, context.now());
        let deleted = match self.party {
            Some(_) => deleted_of(data, &before.former_people(&people))?,
            None => Vec::new(),
        };
        if people.is_imposed_on(user)
            && before.owner != user
            && context.memberships_left(data, user)? > 0
        {
            data.trips().accept(trip, user)?;
        }
        let joined = before.join(user, &invitation, self.party, &people, &deleted, now)?;
        let Some(after) = joined else {
            return Ok(false);
        };
        if invitation.is_used_up() {
            return Err(Error::NotFound);
        }
        if is_new {
            if context.memberships_left(data, user)? == 0 {
                let limit = context.policy.memberships_per_account;
                return Err(Error::TooManyTrips { limit });
            }
            let used = StoredGrant::new(&invitation.with_use());
            if !data.grants().save(&used)? {
                return Err(Error::NotFound);
            }
        }
        let (sizes, pictures) = (stored.sizes(), PictureChanges::default());
        let generation = caller.generation;
        let write = TripWrite::new(before, sizes, after.into(), user, generation, pictures)?;
        let key = self.key.map(|key| key.used(caller, trip.to_string(), now));
        if data.trips().save(&write.with_key(key))? {
            return Ok(true);
        }
        if let Some(key) = self.key {
            key.check_unused(data, caller, now)?;
        }
        // The row is locked, so the token generation is what differs.
        Err(Error::TokenRefused)
    }
}

impl From<JoinError> for Error {
    fn from(refusal: JoinError) -> Self {
        match refusal {
            JoinError::Withdrawn => Self::NotFound,
            JoinError::PartyTaken => Self::PartyTaken,
            JoinError::Invalid(violations) => Self::Invalid(violations),
            refusal => Self::internal(refusal),
        }
    }
}

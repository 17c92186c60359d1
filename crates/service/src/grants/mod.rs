//! Use cases of grants: share links, invitations, calendar feeds, API keys, mailboxes and consents
//! to assistants (interface: "Share links", "Invitations and parties", "Calendar feeds", "API
//! keys").
//!
//! All are rows of one table, made, listed and ended here. The tokens of links are derived from
//! them, so that the owner of a trip can copy a link again; of the secrets of feeds and keys only a
//! hash is stored. What opens with them is in the other files: one for each kind.

mod assistants;
mod feeds;
mod join;
mod key_text;
mod keys;
mod links;
mod mailbox;
mod parties;
mod refusal;
mod share;

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use wayfare_domain::{
    Action, ApiKey, Date, Grant, GrantId, GrantKind, GrantScope, Instant, LinkScope, TripId,
};
use wayfare_storage::{GrantsOf, Repositories, StoredGrant};

use crate::accounts::named;
use crate::context::Context;
use crate::sessions::derived_tokens::{DerivedTokens, TokenClaim};
use crate::trips::access::permitted;
use crate::{AuditAction, Caller, Client, Error, KeyClaim, Precondition, TripView, audit};

pub use assistants::{Application, ApplicationError, AskedConsent, NewConsent};
pub use feeds::FeedDocument;
pub use join::OpenInvitation;
pub use keys::NewApiKey;
pub use links::{GrantRequest, NO_MAIL, RECIPIENT_LIMIT};
pub use share::{OpenShare, SharedPicture, SharedSums};

/// A grant as its maker sees it. `Debug` hides the token.
#[derive(Clone, PartialEq, Eq)]
pub struct GrantView<S> {
    /// The grant.
    pub grant: Grant<S>,
    /// Whether it has a password.
    pub has_password: bool,
    /// Its token. That of a feed or a key is not stored.
    pub token: String,
    /// The version of its trip, if it is of one.
    pub trip_version: Option<i64>,
}

impl<S: fmt::Debug> fmt::Debug for GrantView<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrantView")
            .field("grant", &self.grant)
            .finish_non_exhaustive()
    }
}

/// What a grant is of.
#[derive(Debug, Clone)]
pub enum GrantPlace {
    /// A trip that the caller is on.
    Trip(TripId),
    /// The account of the caller, whose username this is.
    Account(String),
}

impl GrantPlace {
    fn trip(&self) -> Option<TripId> {
        match self {
            Self::Trip(trip) => Some(*trip),
            Self::Account(_) => None,
        }
    }

    /// Locks the trip or account, and checks that the caller may make and end its grants.
    fn lock(
        &self,
        data: &mut dyn Repositories,
        caller: Caller,
        kind: GrantKind,
    ) -> Result<(GrantsOf, Option<TripView>), Error> {
        match self {
            Self::Trip(trip) => {
                let (of, view) = lock_trip(data, caller, kind, *trip)?;
                Ok((of, Some(view)))
            }
            Self::Account(username) => {
                let user = caller.check(data.users().lock(caller.user)?)?;
                let (user, trip) = (named(data, caller, user, username)?.id, None);
                Ok((GrantsOf { kind, user, trip }, None))
            }
        }
    }
}

/// The use cases of grants. Cheap to clone.
#[derive(Clone)]
pub struct Grants {
    context: Arc<Context>,
}

impl Grants {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Ends a grant of the caller's trip or account. The precondition is on the trip's version.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], or as
    /// [`Accounts::authorize`](crate::Accounts::authorize); then [`Error::NotFound`] if there is no
    /// such grant, [`Error::VersionMismatch`].
    pub async fn revoke(
        &self,
        caller: Caller,
        kind: GrantKind,
        place: GrantPlace,
        id: GrantId,
        precondition: Precondition,
    ) -> Result<(), Error> {
        let revoke = self.context.executor.write(caller.client(), move |data| {
            let (of, view) = place.lock(data, caller, kind)?;
            if !data.grants().delete(of, id)? {
                return Err(Error::NotFound);
            }
            let [_, ended] = actions(kind);
            audit(ended, Some(caller.user), &id, place.trip());
            view.map_or(Ok(()), |view| precondition.check_trip(&view.trip))
        });
        revoke.await
    }

    /// Stores a grant of the caller that has a secret. A feed or mailbox ends the one before; its
    /// audit line names whose it is.
    async fn insert<S: GrantScope>(
        &self,
        caller: Caller,
        place: GrantPlace,
        grant: &Grant<S>,
        secret: &str,
        claim: Option<KeyClaim>,
    ) -> Result<(), Error> {
        let stored = StoredGrant {
            hash: Some(hash_of(secret)),
            ..StoredGrant::new(grant)
        };
        let target = match S::KIND {
            GrantKind::Feed | GrantKind::Mailbox => caller.user.0,
            _ => grant.id.0,
        };
        let context = Arc::clone(&self.context);
        let insert = self.context.executor.write(caller.client(), move |data| {
            let (of, _) = place.lock(data, caller, S::KIND)?;
            let resource = match S::KIND {
                GrantKind::Feed | GrantKind::Mailbox => {
                    end_all(data, of)?;
                    String::new()
                }
                GrantKind::Assistant => {
                    end_dead(data, of, caller.generation, context.now())?;
                    String::new()
                }
                _ => stored.grant.id.to_string(),
            };
            let limit = ApiKey::MAX_PER_ACCOUNT;
            if data.grants().list(of)?.len() >= limit {
                return Err(Error::TooManyKeys { limit });
            }
            context.use_key(data, caller, claim.as_ref(), || resource)?;
            let [made, _] = actions(S::KIND);
            audit(made, Some(caller.user), &target, place.trip());
            Ok(data.grants().insert(&stored)?)
        });
        insert.await
    }

    /// Reads a grant that has not expired, and the token generation of its account.
    async fn find_open(
        &self,
        client: Client,
        kind: GrantKind,
        id: GrantId,
    ) -> Result<Option<(StoredGrant, i64)>, Error> {
        let find = move |data: &mut dyn Repositories| Ok(data.grants().find(kind, id)?);
        let found = self.context.executor.read(client, find).await?;
        let now = self.context.now();
        Ok(found.filter(|(stored, _)| stored.grant.is_open(now)))
    }

    /// Reads the link of a token, unless it has ended. Unknown, forged, expired and ended tokens
    /// answer alike, after one look-up each.
    async fn find_by_token<S: LinkScope>(
        &self,
        client: Client,
        token: &str,
    ) -> Result<(Grant<S>, StoredGrant), Error> {
        let claim = TokenClaim::parse(token);
        let found = self.find_open(client, S::KIND, GrantId(claim.id)).await?;
        let tokens = self.context.link_tokens(S::KIND);
        let is_genuine = |(stored, _): &(StoredGrant, i64)| {
            tokens.verify(&claim, stored.grant.id.0, stored.grant.generation)
        };
        let (stored, _) = found.filter(is_genuine).ok_or(Error::NotFound)?;
        Ok((stored.parse()?, stored))
    }

    /// Records the day of a use in the background, once a day.
    fn record_use<S>(&self, client: Client, grant: &Grant<S>) {
        let today = Date::from(self.context.now());
        if grant.last_used == Some(today) {
            return;
        }
        let (context, id) = (Arc::clone(&self.context), grant.id);
        tokio::spawn(async move {
            let record = move |data: &mut dyn Repositories| {
                data.grants().record_use(id, today)?;
                Ok(())
            };
            if let Err(error) = context.executor.write(client, record).await {
                tracing::debug!(%error, "the use of a grant was not recorded");
            }
        });
    }
}

impl Context {
    /// What derives the tokens of links of a kind.
    fn link_tokens(&self, kind: GrantKind) -> &DerivedTokens {
        match kind {
            GrantKind::Invitation => &self.invitation_tokens,
            _ => &self.share_tokens,
        }
    }

    /// The token of a link.
    pub(crate) fn link_token<S: LinkScope>(&self, link: &Grant<S>) -> String {
        self.link_tokens(S::KIND).token(link.id.0, link.generation)
    }
}

/// Locks a trip, and checks that the caller may make and end grants of it.
fn lock_trip(
    data: &mut dyn Repositories,
    caller: Caller,
    kind: GrantKind,
    trip: TripId,
) -> Result<(GrantsOf, TripView), Error> {
    let action = match kind {
        GrantKind::Feed => Action::Subscribe,
        _ => Action::Manage,
    };
    let lookup = data.trips().lock(trip, caller.user)?;
    let view = permitted(lookup, caller, action)?;
    let (user, trip) = (caller.user, Some(trip));
    Ok((GrantsOf { kind, user, trip }, view))
}

/// Ends all grants of a place. Returns `false` if there are none.
fn end_all(data: &mut dyn Repositories, of: GrantsOf) -> Result<bool, Error> {
    let stored = data.grants().list(of)?;
    for stored in &stored {
        data.grants().delete(of, stored.grant.id)?;
    }
    Ok(!stored.is_empty())
}

/// Deletes the consents of an account that are of former tokens, or have expired.
fn end_dead(
    data: &mut dyn Repositories,
    of: GrantsOf,
    generation: i64,
    now: Instant,
) -> Result<(), Error> {
    for StoredGrant { grant, .. } in data.grants().list(of)? {
        if grant.generation != generation || !grant.is_open(now) {
            data.grants().delete(of, grant.id)?;
        }
    }
    Ok(())
}

/// The actions of making and of ending a grant.
fn actions(kind: GrantKind) -> [AuditAction; 2] {
    match kind {
        GrantKind::ShareLink => [AuditAction::ShareLinkCreate, AuditAction::ShareLinkDelete],
        GrantKind::Invitation => [AuditAction::InvitationCreate, AuditAction::InvitationDelete],
        GrantKind::Feed => [AuditAction::FeedCreate, AuditAction::FeedDelete],
        GrantKind::ApiKey => [AuditAction::KeyCreate, AuditAction::KeyDelete],
        GrantKind::Mailbox => [AuditAction::MailboxCreate, AuditAction::MailboxDelete],
        GrantKind::Assistant => [AuditAction::AssistantAllow, AuditAction::AssistantEnd],
    }
}

/// What is stored of a secret.
fn hash_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

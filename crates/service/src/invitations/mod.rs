//! Use cases of invitations (interface: "Invitations and parties").

mod join;
mod parties;
mod refusal;

use std::fmt;
use std::sync::Arc;

use wayfare_domain::trip::{Invitation, InvitationId, NewInvitation};
use wayfare_domain::{Action, Language, Path, Reason, ShortText, TripId, TripOverview, Violations};

use crate::context::Context;
use crate::shares::lock;
use crate::trips::access::check_role;
use crate::{AuditAction, Caller, Error, KeyClaim, Precondition, audit};

pub use join::OpenInvitation;

/// Why an address is refused while mail is not set up.
pub const NO_MAIL: &str = "can't be sent to: this service sends no mail";
/// Why an address is refused that gets no more invitations by mail for now.
pub const RECIPIENT_LIMIT: &str =
    "gets no more invitations by mail for now: send the link of one without an address";
/// The generation of all tokens: an invitation is ended, never renewed.
pub(crate) const GENERATION: i64 = 1;

/// An invitation as the owner of its trip sees it. `Debug` hides the token.
#[derive(Clone, PartialEq, Eq)]
pub struct InvitationView {
    /// The invitation.
    pub invitation: Invitation,
    /// Its token.
    pub token: String,
    /// The version of its trip.
    pub trip_version: i64,
}

impl fmt::Debug for InvitationView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvitationView")
            .field("invitation", &self.invitation)
            .finish_non_exhaustive()
    }
}

/// The request for a new invitation.
#[derive(Debug, Clone, Default)]
pub struct InvitationRequest {
    /// All but the address.
    pub new: NewInvitation,
    /// The e-mail address that it is sent to, parsed by [`email`](crate::email).
    pub email: Option<ShortText>,
    /// The language of the request, for that mail.
    pub language: Language,
    /// The idempotency key of the request.
    pub key: Option<KeyClaim>,
    /// Violations found in the rest of the input. They are reported together with those found
    /// here, to the trip's owner.
    pub violations: Violations,
}

/// The use cases of invitations. Cheap to clone.
#[derive(Clone)]
pub struct Invitations {
    context: Arc<Context>,
}

impl Invitations {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Makes an invitation to a trip that the caller owns, and sends it if it has an address.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::Invalid`], then [`Error::NoMail`], then [`Error::VersionMismatch`], then
    /// [`Error::TooManyMails`], [`Error::RecipientLimit`]; [`Error::AlreadyDone`],
    /// [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn create(
        &self,
        caller: Caller,
        trip: TripId,
        request: InvitationRequest,
        precondition: Precondition,
    ) -> Result<InvitationView, Error> {
        let key = request.key.clone();
        let create = self.insert(caller, trip, request, precondition);
        let created = self.context.once(caller, key.as_ref(), create).await?;
        self.context.wake_mail();
        Ok(created)
    }

    async fn insert(
        &self,
        caller: Caller,
        trip: TripId,
        request: InvitationRequest,
        precondition: Precondition,
    ) -> Result<InvitationView, Error> {
        let InvitationRequest {
            new,
            email,
            language,
            key,
            violations,
        } = request;
        let context = Arc::clone(&self.context);
        let has_no_mail = email.is_some() && context.mail.is_none();
        let created = self.context.executor.write(caller.client(), move |data| {
            if email.is_some() {
                // The mail is counted for the account. The shared lock that follows could not be
                // upgraded without a deadlock.
                data.trips().lock_row(trip)?;
                data.users().lock(caller.user)?;
            }
            let view = lock(data, caller, trip)?;
            let now = context.now();
            let id = InvitationId(context.ids.ordered(now));
            let owner = view.trip.owner;
            let mut violations = violations.clone();
            let invitation = violations.collect(Invitation::new(id, trip, owner, new, now));
            if data.invitations().list(trip, owner)?.len() >= Invitation::MAX_PER_TRIP {
                let most = Invitation::MAX_PER_TRIP;
                let reason = format!("a trip has at most {most} invitations");
                violations.add(Path::root(), Reason::new(reason));
            }
            let invitation = invitation.filter(|_| violations.is_empty());
            let Some(invitation) = invitation else {
                if has_no_mail {
                    violations.add(Path::root().field("email"), NO_MAIL);
                }
                return Err(Error::Invalid(violations));
            };
            if has_no_mail {
                return Err(Error::NoMail);
            }
            precondition.check_trip(&view.trip)?;
            context.use_key(data, caller, key.as_ref(), || id.to_string())?;
            data.invitations().insert(&invitation)?;
            if let Some(email) = &email {
                context.queue_invitation(data, &invitation, email, language)?;
            }
            Ok((invitation, view.trip.version))
        });
        let (invitation, version) = created.await?;
        let created = AuditAction::InvitationCreate;
        audit(created, Some(caller.user), &invitation.id, Some(trip));
        Ok(self.view(invitation, version))
    }

    /// Reads the invitations to a trip that the caller owns, newest first, and the version of the
    /// trip.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::ReadLinks`].
    pub async fn list(
        &self,
        caller: Caller,
        trip: TripId,
    ) -> Result<(Vec<InvitationView>, i64), Error> {
        let found = self.context.find(caller, trip, Action::ReadLinks);
        let overview: Arc<TripOverview> = found.await?.trip;
        self.list_of(caller, &overview).await
    }

    /// Reads the invitations to a trip as [`Invitations::list`] does, which the caller has just read.
    ///
    /// # Errors
    /// As [`Invitations::list`].
    pub async fn list_of(
        &self,
        caller: Caller,
        trip: &TripOverview,
    ) -> Result<(Vec<InvitationView>, i64), Error> {
        check_role(trip, caller, Action::ReadLinks)?;
        let (trip, owner, version) = (trip.id, trip.owner, trip.version);
        let list = self.context.executor.read(caller.client(), move |data| {
            Ok(data.invitations().list(trip, owner)?)
        });
        let views = list.await?.into_iter();
        let views = views.map(|invitation| self.view(invitation, version));
        Ok((views.collect(), version))
    }

    /// Ends an invitation. The precondition is on the version of the trip.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::NotFound`] if the trip has no such invitation, [`Error::VersionMismatch`].
    pub async fn delete(
        &self,
        caller: Caller,
        trip: TripId,
        id: InvitationId,
        precondition: Precondition,
    ) -> Result<(), Error> {
        let deleted = self.context.executor.write(caller.client(), move |data| {
            let view = lock(data, caller, trip)?;
            let found = data.invitations().find(id)?;
            if found.is_none_or(|invitation| invitation.trip != trip) {
                return Err(Error::NotFound);
            }
            precondition.check_trip(&view.trip)?;
            data.invitations().delete(trip, id)?;
            Ok(())
        });
        deleted.await?;
        let deleted = AuditAction::InvitationDelete;
        audit(deleted, Some(caller.user), &id, Some(trip));
        Ok(())
    }

    fn view(&self, invitation: Invitation, trip_version: i64) -> InvitationView {
        let tokens = &self.context.invitation_tokens;
        InvitationView {
            token: tokens.token(invitation.id.0, GENERATION),
            invitation,
            trip_version,
        }
    }
}

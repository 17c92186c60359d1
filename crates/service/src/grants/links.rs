//! The links that the owner of a trip makes: share links and invitations.

use std::sync::Arc;

use wayfare_domain::trip::Sections;
use wayfare_domain::{
    Action, Grant, GrantId, GrantPatch, GrantScope, Language, LinkScope, Path, Reason, ShortText,
    TripId, TripOverview, Violations,
};
use wayfare_storage::{GrantsOf, MailContent, PasswordHash, Repositories, StoredGrant};

use super::{GrantView, Grants, actions, lock_trip};
use crate::trips::access::check_role;
use crate::trips::limits::NO_ROOM;
use crate::{
    AuditAction, Caller, Error, KeyClaim, Password, Precondition, TripView, Updated, audit,
};

/// Why an address is refused while mail is not set up.
pub const NO_MAIL: &str = "can't be sent to: this service sends no mail";
/// Why an address is refused that gets no more invitations by mail for now.
pub const RECIPIENT_LIMIT: &str =
    "gets no more invitations by mail for now: send the link of one without an address";

/// The request for a new link, or for a change of one.
#[derive(Debug, Clone, Default)]
pub struct GrantRequest<S> {
    /// All but the password and the address.
    pub patch: GrantPatch<S>,
    /// The password, `Some(None)` for none.
    pub password: Option<Option<Password>>,
    /// The e-mail address that a new one is sent to, parsed by [`email`](crate::email).
    pub email: Option<ShortText>,
    /// The language of the request, for that mail.
    pub language: Language,
    /// The idempotency key of a request for a new link.
    pub key: Option<KeyClaim>,
    /// Violations found in the rest of the input. They are reported together with those found
    /// here, to the trip's owner.
    pub violations: Violations,
}

impl Grants {
    /// Makes a link of a trip that the caller owns, and sends it if it has an address.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::Invalid`], then [`Error::NoMail`], then [`Error::VersionMismatch`], then
    /// [`Error::TooManyMails`], [`Error::RecipientLimit`]; [`Error::AlreadyDone`],
    /// [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn make<S: LinkScope>(
        &self,
        caller: Caller,
        trip: TripId,
        request: GrantRequest<S>,
        precondition: Precondition,
    ) -> Result<GrantView<S>, Error> {
        let (key, has_mail) = (request.key.clone(), request.email.is_some());
        let make = self.make_once(caller, trip, request, precondition);
        let made = self.context.once(caller, key.as_ref(), make).await?;
        if has_mail {
            self.context.wake_mail();
        }
        Ok(made)
    }

    async fn make_once<S: LinkScope>(
        &self,
        caller: Caller,
        trip: TripId,
        request: GrantRequest<S>,
        precondition: Precondition,
    ) -> Result<GrantView<S>, Error> {
        let GrantRequest {
            patch,
            password,
            email,
            language,
            key,
            violations,
        } = request;
        let password = match password.flatten() {
            Some(password) if violations.is_empty() => {
                // Hashing is for those who may make a link.
                self.authorize(caller, trip, Action::Manage).await?;
                Some(self.context.hasher.hash(caller.client(), password).await?)
            }
            _ => None,
        };
        let context = Arc::clone(&self.context);
        let has_no_mail = email.is_some() && context.mail.is_none();
        let made = self.context.executor.write(caller.client(), move |data| {
            data.trips().lock_row(trip)?;
            let mut places = data.trips().placements(caller.user, &[trip])?.into_iter();
            let accepts = places.any(|place| place.imposed_by.is_some());
            if accepts || email.is_some() {
                // A mail is counted for the account, and so is a trip that it accepts. The shared
                // lock that follows could not be upgraded without a deadlock.
                data.users().lock(caller.user)?;
            }
            let (of, view) = lock_trip(data, caller, S::KIND, trip)?;
            let now = context.now();
            let id = GrantId(context.ids.ordered(now));
            let mut violations = violations.clone();
            let (owner, dates) = (view.trip.owner, view.trip.plan.dates);
            let made = Grant::of_trip(id, trip, owner, dates, patch.clone(), now);
            let made = violations.collect(made);
            let is_imposed = view.people.is_imposed_on(caller.user);
            if is_imposed && !context.accepts(data, caller.user, &view)? {
                violations.add(Path::root(), NO_ROOM);
            }
            let most = Grant::<S>::MAX_PER_TRIP;
            if data.grants().list(of)?.len() >= most {
                violations.add(Path::root(), Reason::new(S::no_more(most)));
            }
            let Some(grant) = made.filter(|_| violations.is_empty()) else {
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
            let stored = StoredGrant {
                password: password.clone(),
                ..StoredGrant::new(&grant)
            };
            data.grants().insert(&stored)?;
            if is_imposed {
                data.trips().accept(trip, caller.user)?;
            }
            if let Some(email) = &email {
                let invitation = id.0;
                let content = MailContent::Invitation { trip, invitation };
                context.queue_invitation(data, owner, email, content, language)?;
            }
            let [made, _] = actions(S::KIND);
            audit(made, Some(caller.user), &id, Some(trip));
            Ok((stored, view.trip.version))
        });
        let (stored, version) = made.await?;
        self.view(&stored, version)
    }

    /// Reads the links of a trip that the caller owns, newest first, and the version of the trip.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::ReadLinks`].
    pub async fn list<S: LinkScope>(
        &self,
        caller: Caller,
        trip: TripId,
    ) -> Result<(Vec<GrantView<S>>, i64), Error> {
        let view = self.authorize(caller, trip, Action::ReadLinks).await?;
        self.list_of(caller, &view.trip).await
    }

    /// Reads the links of a trip as [`Grants::list`] does, which the caller has just read.
    ///
    /// # Errors
    /// As [`Grants::list`].
    pub async fn list_of<S: LinkScope>(
        &self,
        caller: Caller,
        trip: &TripOverview,
    ) -> Result<(Vec<GrantView<S>>, i64), Error> {
        check_role(trip, caller, Action::ReadLinks)?;
        let of = GrantsOf {
            kind: S::KIND,
            user: trip.owner,
            trip: Some(trip.id),
        };
        let list = move |data: &mut dyn Repositories| Ok(data.grants().list(of)?);
        let list = self.context.executor.read(caller.client(), list).await?;
        // One that breaks a rule opens nothing.
        let views = list
            .iter()
            .filter_map(|stored| self.view(stored, trip.version).ok());
        Ok((views.collect(), trip.version))
    }

    /// Reads a link of a trip that the caller owns.
    ///
    /// # Errors
    /// As [`Grants::list`], then [`Error::NotFound`] if the trip has no such link.
    pub async fn link<S: LinkScope>(
        &self,
        caller: Caller,
        trip: TripId,
        id: GrantId,
    ) -> Result<GrantView<S>, Error> {
        let (links, _) = self.list(caller, trip).await?;
        let found = links.into_iter().find(|view| view.grant.id == id);
        found.ok_or(Error::NotFound)
    }

    /// Checks that the caller may change a share link, where a request's body can't be read.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::NotFound`] if the trip has no such link.
    pub async fn authorize_link(
        &self,
        caller: Caller,
        trip: TripId,
        id: GrantId,
    ) -> Result<(), Error> {
        self.authorize(caller, trip, Action::Manage).await?;
        self.link::<Sections>(caller, trip, id).await.map(drop)
    }

    /// Changes a share link. The precondition is on the version of the trip.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::NotFound`] if the trip has no such link, [`Error::Invalid`],
    /// [`Error::VersionMismatch`].
    pub async fn change(
        &self,
        caller: Caller,
        trip: TripId,
        id: GrantId,
        request: GrantRequest<Sections>,
        precondition: Precondition,
    ) -> Result<Updated<GrantView<Sections>>, Error> {
        let GrantRequest {
            patch,
            password,
            violations,
            ..
        } = request;
        let password = match password {
            Some(Some(_)) if !violations.is_empty() => None,
            Some(Some(password)) => self.new_hash(caller, trip, id, password).await?.map(Some),
            other => other.map(|_| None),
        };
        let context = Arc::clone(&self.context);
        let changed = self.context.executor.write(caller.client(), move |data| {
            let (_, view) = lock_trip(data, caller, Sections::KIND, trip)?;
            let before = find(data, trip, id)?;
            let changes = match &password {
                Some(Some(_)) => true,
                Some(None) => before.password.is_some(),
                None => false,
            };
            let mut violations = violations.clone();
            let link: Grant<Sections> = before.parse()?;
            let applied = link.apply(patch.clone(), changes, context.now());
            let applied = violations.collect(applied).flatten();
            violations.or(()).map_err(Error::Invalid)?;
            precondition.check_trip(&view.trip)?;
            let Some(link) = applied else {
                return Ok((before, None, view.trip.version));
            };
            let kept = || before.password.clone();
            let after = StoredGrant {
                password: password.clone().unwrap_or_else(kept),
                ..StoredGrant::new(&link)
            };
            // The trip is locked, so nobody else changes its links.
            if !data.grants().save(&after)? {
                return Err(Error::NotFound);
            }
            let changed = AuditAction::ShareLinkUpdate;
            audit(changed, Some(caller.user), &id, Some(trip));
            Ok((before, Some(after), view.trip.version))
        });
        let (before, after, version) = changed.await?;
        let before = self.view(&before, version)?;
        let Some(after) = after else {
            return Ok(Updated::Unchanged(before));
        };
        let after = self.view(&after, version)?;
        Ok(Updated::Changed { before, after })
    }

    /// The hash of a new password of a link; `None` if it is the present one.
    async fn new_hash(
        &self,
        caller: Caller,
        trip: TripId,
        id: GrantId,
        password: Password,
    ) -> Result<Option<PasswordHash>, Error> {
        self.authorize(caller, trip, Action::Manage).await?;
        let find = move |data: &mut dyn Repositories| find(data, trip, id);
        let stored = self.context.executor.read(caller.client(), find).await?;
        let hasher = &self.context.hasher;
        if let Some(hash) = stored.password {
            let is_same = hasher.verify(caller.client(), password.clone(), Some(hash));
            if is_same.await? {
                return Ok(None);
            }
        }
        Ok(Some(hasher.hash(caller.client(), password).await?))
    }

    async fn authorize(
        &self,
        caller: Caller,
        trip: TripId,
        action: Action,
    ) -> Result<TripView<TripOverview>, Error> {
        self.context.find(caller, trip, action).await
    }

    fn view<S: LinkScope>(
        &self,
        stored: &StoredGrant,
        version: i64,
    ) -> Result<GrantView<S>, Error> {
        let grant = stored.parse()?;
        Ok(GrantView {
            token: self.context.link_token(&grant),
            has_password: stored.password.is_some(),
            grant,
            trip_version: Some(version),
        })
    }
}

/// Reads a share link of a trip.
fn find(data: &mut dyn Repositories, trip: TripId, id: GrantId) -> Result<StoredGrant, Error> {
    let found = data.grants().find(Sections::KIND, id)?;
    let of_trip = |stored: &StoredGrant| stored.grant.trip == Some(trip);
    let found = found.map(|(stored, _)| stored);
    found.filter(of_trip).ok_or(Error::NotFound)
}

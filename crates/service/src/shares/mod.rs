//! Use cases of share links (interface: "Share links").

mod open;

use std::fmt;
use std::sync::Arc;

use wayfare_domain::trip::{ShareLink, ShareLinkId, ShareLinkPatch};
use wayfare_domain::{Action, Path, Reason, TripId, TripOverview, Violations};
use wayfare_storage::{PasswordHash, Repositories, StoredShareLink};

use crate::context::Context;
use crate::trips::TripView;
use crate::trips::access::{check_role, permitted};
use crate::{AuditAction, Caller, Error, KeyClaim, Password, Precondition, Updated, audit};

pub use open::{OpenShare, SharedPicture, SharedSums};

/// A share link as its owner sees it. `Debug` hides the token.
#[derive(Clone, PartialEq, Eq)]
pub struct ShareLinkView {
    /// The link.
    pub link: ShareLink,
    /// Whether it has a password.
    pub has_password: bool,
    /// Its token.
    pub token: String,
    /// The version of its trip.
    pub trip_version: i64,
}

impl fmt::Debug for ShareLinkView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShareLinkView")
            .field("link", &self.link)
            .finish_non_exhaustive()
    }
}

/// The request for a new link, or for a change of one.
#[derive(Debug, Clone, Default)]
pub struct ShareLinkRequest {
    /// All but the password.
    pub patch: ShareLinkPatch,
    /// The password, `Some(None)` for none.
    pub password: Option<Option<Password>>,
    /// The idempotency key of a request for a new link.
    pub key: Option<KeyClaim>,
    /// Violations found in the rest of the input. They are reported together with those found
    /// here, to the trip's owner.
    pub violations: Violations,
}

/// The use cases of share links. Cheap to clone.
#[derive(Clone)]
pub struct Shares {
    context: Arc<Context>,
}

impl Shares {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Makes a link of a trip that the caller owns.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::Invalid`], then [`Error::VersionMismatch`]; [`Error::AlreadyDone`],
    /// [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn create(
        &self,
        caller: Caller,
        trip: TripId,
        request: ShareLinkRequest,
        precondition: Precondition,
    ) -> Result<ShareLinkView, Error> {
        let key = request.key.clone();
        let create = self.create_link(caller, trip, request, precondition);
        self.context.once(caller, key.as_ref(), create).await
    }

    async fn create_link(
        &self,
        caller: Caller,
        trip: TripId,
        request: ShareLinkRequest,
        precondition: Precondition,
    ) -> Result<ShareLinkView, Error> {
        let ShareLinkRequest {
            patch,
            password,
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
        let created = self.context.executor.write(caller.client(), move |data| {
            let view = lock(data, caller, trip)?;
            let now = context.now();
            let id = ShareLinkId(context.ids.ordered(now));
            let (owner, dates) = (view.trip.owner, view.trip.plan.dates);
            let mut violations = violations.clone();
            let link =
                violations.collect(ShareLink::new(id, trip, owner, dates, patch.clone(), now));
            if data.share_links().list(trip, owner)?.len() >= ShareLink::MAX_PER_TRIP {
                let reason = format!("a trip has at most {} links", ShareLink::MAX_PER_TRIP);
                violations.add(Path::root(), Reason::new(reason));
            }
            let Some(link) = link.filter(|_| violations.is_empty()) else {
                return Err(Error::Invalid(violations));
            };
            precondition.check_trip(&view.trip)?;
            let stored = StoredShareLink {
                link,
                password: password.clone(),
            };
            context.use_key(data, caller, key.as_ref(), || id.to_string())?;
            data.share_links().insert(&stored)?;
            Ok((stored, view.trip.version))
        });
        let (stored, version) = created.await?;
        let link = stored.link.id;
        let created = AuditAction::ShareLinkCreate;
        audit(created, Some(caller.user), &link, Some(trip));
        Ok(self.view(stored, version))
    }

    /// Reads the links of a trip that the caller owns, newest first, and the version of the trip.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::ReadLinks`].
    pub async fn list(
        &self,
        caller: Caller,
        trip: TripId,
    ) -> Result<(Vec<ShareLinkView>, i64), Error> {
        let view = self.authorize(caller, trip, Action::ReadLinks).await?;
        self.list_of(caller, &view.trip).await
    }

    /// Reads the links of a trip as [`Shares::list`] does, which the caller has just read.
    ///
    /// # Errors
    /// As [`Shares::list`].
    pub async fn list_of(
        &self,
        caller: Caller,
        trip: &TripOverview,
    ) -> Result<(Vec<ShareLinkView>, i64), Error> {
        check_role(trip, caller, Action::ReadLinks)?;
        let (trip, owner, version) = (trip.id, trip.owner, trip.version);
        let links = self.context.executor.read(caller.client(), move |data| {
            Ok(data.share_links().list(trip, owner)?)
        });
        let links = links.await?.into_iter();
        Ok((
            links.map(|link| self.view(link, version)).collect(),
            version,
        ))
    }

    /// Checks that the caller may change a link, where a request's body can't be read.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::NotFound`] if the trip has no such link.
    pub async fn authorize_link(
        &self,
        caller: Caller,
        trip: TripId,
        id: ShareLinkId,
    ) -> Result<(), Error> {
        self.authorize(caller, trip, Action::Manage).await?;
        let (links, _) = self.list(caller, trip).await?;
        let mut ids = links.iter().map(|view| view.link.id);
        ids.any(|link| link == id)
            .then_some(())
            .ok_or(Error::NotFound)
    }

    /// Changes a link. The precondition is on the version of the trip.
    ///
    /// # Errors
    /// As [`Trips::authorize`](crate::Trips::authorize) for [`Action::Manage`], then
    /// [`Error::NotFound`] if the trip has no such link, [`Error::Invalid`],
    /// [`Error::VersionMismatch`].
    pub async fn update(
        &self,
        caller: Caller,
        trip: TripId,
        id: ShareLinkId,
        request: ShareLinkRequest,
        precondition: Precondition,
    ) -> Result<Updated<ShareLinkView>, Error> {
        let ShareLinkRequest {
            patch,
            password,
            key: _,
            violations,
        } = request;
        let password = match password {
            Some(Some(_)) if !violations.is_empty() => None,
            Some(Some(password)) => self.new_hash(caller, trip, id, password).await?.map(Some),
            other => other.map(|_| None),
        };
        let context = Arc::clone(&self.context);
        let updated = self.context.executor.write(caller.client(), move |data| {
            let view = lock(data, caller, trip)?;
            let before = find(data, trip, id)?;
            let changes = match &password {
                Some(Some(_)) => true,
                Some(None) => before.password.is_some(),
                None => false,
            };
            let mut violations = violations.clone();
            let applied = before.link.apply(patch.clone(), changes, context.now());
            let applied = violations.collect(applied).flatten();
            violations.or(()).map_err(Error::Invalid)?;
            precondition.check_trip(&view.trip)?;
            let Some(link) = applied else {
                return Ok((Updated::Unchanged(before), view));
            };
            let kept = || before.password.clone();
            let after = StoredShareLink {
                link,
                password: password.clone().unwrap_or_else(kept),
            };
            // The trip is locked, so nobody else changes its links.
            if !data.share_links().save(&after)? {
                return Err(Error::NotFound);
            }
            Ok((Updated::Changed { before, after }, view))
        });
        let (updated, view) = updated.await?;
        let version = view.trip.version;
        Ok(match updated {
            Updated::Changed { before, after } => {
                let updated = AuditAction::ShareLinkUpdate;
                audit(updated, Some(caller.user), &id, Some(trip));
                Updated::Changed {
                    before: self.view(before, version),
                    after: self.view(after, version),
                }
            }
            Updated::Unchanged(link) => Updated::Unchanged(self.view(link, version)),
        })
    }

    /// Ends a link. The precondition is on the version of the trip.
    ///
    /// # Errors
    /// As [`Shares::update`], but for [`Error::Invalid`].
    pub async fn delete(
        &self,
        caller: Caller,
        trip: TripId,
        id: ShareLinkId,
        precondition: Precondition,
    ) -> Result<(), Error> {
        let deleted = self.context.executor.write(caller.client(), move |data| {
            let view = lock(data, caller, trip)?;
            find(data, trip, id)?;
            precondition.check_trip(&view.trip)?;
            data.share_links().delete(trip, id)?;
            Ok(())
        });
        deleted.await?;
        let deleted = AuditAction::ShareLinkDelete;
        audit(deleted, Some(caller.user), &id, Some(trip));
        Ok(())
    }

    /// The hash of a new password of a link; `None` if it is the present one.
    async fn new_hash(
        &self,
        caller: Caller,
        trip: TripId,
        id: ShareLinkId,
        password: Password,
    ) -> Result<Option<PasswordHash>, Error> {
        self.authorize(caller, trip, Action::Manage).await?;
        let stored = self
            .context
            .executor
            .read(caller.client(), move |data| find(data, trip, id));
        let hasher = &self.context.hasher;
        if let Some(hash) = stored.await?.password {
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

    fn view(&self, stored: StoredShareLink, trip_version: i64) -> ShareLinkView {
        let StoredShareLink { link, password } = stored;
        ShareLinkView {
            token: self.context.share_tokens.token(link.id.0, link.generation),
            has_password: password.is_some(),
            link,
            trip_version,
        }
    }
}

/// Locks a trip that the caller owns.
pub(crate) fn lock(
    data: &mut dyn Repositories,
    caller: Caller,
    trip: TripId,
) -> Result<TripView, Error> {
    let lookup = data.trips().lock(trip, caller.user)?;
    permitted(lookup, caller, Action::Manage)
}

/// Reads a link of a trip.
fn find(
    data: &mut dyn Repositories,
    trip: TripId,
    id: ShareLinkId,
) -> Result<StoredShareLink, Error> {
    let found = data.share_links().find(id)?;
    let of_trip = |stored: &StoredShareLink| stored.link.trip == trip;
    found.filter(of_trip).ok_or(Error::NotFound)
}

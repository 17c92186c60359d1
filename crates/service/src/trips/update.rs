//! Updating a trip: look up, authorise, gather, apply, save; on a conflict from the top.
//!
//! Edits of one trip in this process take turns, so they rarely conflict. A write by another server
//! fails an optimistic write; the trip is then read again, and after repeated conflicts locked in
//! the database.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use wayfare_domain::trip::Edit;
use wayfare_domain::trip::import::TripImport;
use wayfare_domain::{Action, PictureId, TripId, Violations};
use wayfare_storage::Repositories;

use super::access::permitted;
use super::edit::{PhotosUpdate, PreparedEdit, pictures_gone, pictures_of};
use super::{TripView, Trips};
use crate::pictures::files::{PictureInput, PictureUpdate, StoredPicture};
use crate::runtime::detached::run_detached;
use crate::{Caller, Error, ImportOptions, KeyClaim, Precondition, Updated};

/// Optimistic attempts before the trip is locked. Under more contention, an optimistic attempt
/// rarely succeeds.
const OPTIMISTIC_ATTEMPTS: u32 = 2;

type Saved = Result<Updated<TripView>, Error>;

/// An update that a caller requests.
#[derive(Debug, Clone, Default)]
pub struct TripUpdateRequest {
    /// The edits, in order.
    pub edits: Vec<Edit>,
    /// The main picture.
    pub picture: Option<PictureInput>,
    /// The idempotency key of the request.
    pub key: Option<KeyClaim>,
    /// Violations found in the rest of the input. They are reported together with those found
    /// here, to callers who may edit the trip.
    pub violations: Violations,
}

impl TripUpdateRequest {
    /// An update of everything but the main picture.
    pub fn of(edits: impl IntoIterator<Item = Edit>) -> Self {
        Self {
            edits: edits.into_iter().collect(),
            ..Self::default()
        }
    }
}

impl Trips {
    /// Updates a trip, all or nothing, once for all requests with a key.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for [`Action::Submit`], and [`Error::NotPermitted`] if the caller's
    /// role does not permit the change; then [`Error::Picture`],
    /// [`Error::Invalid`] with all violations, [`Error::VersionMismatch`] and
    /// [`Error::TripTooLarge`], [`Error::AccountFull`]; [`Error::AlreadyDone`],
    /// [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn update(
        &self,
        caller: Caller,
        id: TripId,
        request: TripUpdateRequest,
        precondition: Precondition,
    ) -> Saved {
        let edit = PreparedEdit {
            key: request.key,
            // Invalid updates are refused, so their pictures need no work.
            picture: request.picture.filter(|_| request.violations.is_empty()),
            violations: request.violations,
            ..PreparedEdit::new(caller, request.edits, precondition)
        };
        self.submit(id, Action::Submit, edit).await
    }

    /// Computes edits from the trip with `make` and applies them, once for all requests with a key.
    /// Computes them anew if somebody else changes the trip meanwhile. None change nothing.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for `action`; then [`Error::Invalid`] with the violations that
    /// `make` finds; then as [`Trips::update`].
    pub async fn edit(
        &self,
        caller: Caller,
        id: TripId,
        action: Action,
        key: Option<KeyClaim>,
        make: impl Fn(&TripView) -> Result<Vec<Edit>, Violations> + Send + Sync + 'static,
    ) -> Saved {
        let edit = PreparedEdit {
            key,
            make: Some(Arc::new(make)),
            ..PreparedEdit::new(caller, Vec::new(), Precondition::None)
        };
        self.submit(id, action, edit).await
    }

    async fn submit(&self, id: TripId, action: Action, edit: PreparedEdit) -> Saved {
        let (caller, key) = (edit.caller, edit.key.clone());
        let update = async {
            let (mut edit, before) = self.gather(id, action, edit).await?;
            if edit.make.is_some() && edit.edits.is_empty() {
                return Ok(Updated::Unchanged(before));
            }
            let Some(picture) = edit.picture.take() else {
                return self.save(id, Some(before), edit).await;
            };
            let trips = self.clone();
            run_detached(async move {
                let stored = picture.prepare(caller.client(), &trips.context.ingest);
                edit.main_picture = Some(stored.await?);
                trips.save(id, Some(before), edit).await
            })
            .await
        };
        let updated = self.context.once(caller, key.as_ref(), update).await?;
        if matches!(updated, Updated::Unchanged(_)) {
            // Perhaps an earlier request has changed all.
            self.context.check_unused(caller, key.as_ref()).await?;
        }
        Ok(updated)
    }

    /// Looks a trip up for `action`, and gathers what an edit needs. If that fails, removes the
    /// pictures that were stored for it.
    async fn gather(
        &self,
        id: TripId,
        action: Action,
        edit: PreparedEdit,
    ) -> Result<(PreparedEdit, TripView), Error> {
        let unused = edit.stored_pictures();
        let gather = async {
            let before = self.context.find(edit.caller, id, action).await?;
            Ok((edit.gather(&self.context, &before).await?, before))
        };
        let gathered = gather.await;
        if gathered.is_err() {
            self.context.ingest.remove(unused).await;
        }
        gathered
    }

    /// Adds what was made of a file, with its pictures as photos; for a preview, rolls it back.
    ///
    /// # Errors
    /// As [`Trips::update`].
    pub(crate) async fn add_imported(
        &self,
        caller: Caller,
        id: TripId,
        import: Arc<TripImport>,
        photos: Vec<StoredPicture>,
        key: Option<KeyClaim>,
        options: ImportOptions,
    ) -> Saved {
        let local = options.keeps_hours.then_some(Edit::LocalTimes(None));
        let edits = local.into_iter().chain([Edit::Import(import)]).collect();
        let photos = (!photos.is_empty()).then_some(PhotosUpdate::Add(photos));
        let edit = PreparedEdit {
            key,
            photos,
            ..PreparedEdit::new(caller, edits, options.precondition)
        };
        let unused = edit.stored_pictures();
        let (edit, before) = self.gather(id, Action::Edit, edit).await?;
        if !options.is_preview {
            return self.save(id, Some(before), edit).await;
        }
        let save = self.locked_save(id, Arc::new(edit));
        let rehearsed = self.context.executor.rehearse(caller.client(), save).await;
        self.context.ingest.remove(unused).await;
        rehearsed
    }

    /// Changes pictures to ones that are in the picture store. `None` leaves them unchanged.
    pub(crate) async fn update_pictures(
        &self,
        caller: Caller,
        id: TripId,
        main: Option<StoredPicture>,
        photos: Option<PhotosUpdate>,
        key: Option<KeyClaim>,
        precondition: Precondition,
    ) -> Saved {
        let edit = PreparedEdit {
            key,
            main_picture: main.map(PictureUpdate::Stored),
            photos,
            ..PreparedEdit::new(caller, Vec::new(), precondition)
        };
        self.save(id, None, edit).await
    }

    /// Removes pictures of a trip. One that is gone changes nothing.
    ///
    /// # Errors
    /// As [`Trips::update`].
    pub async fn remove_pictures(
        &self,
        caller: Caller,
        id: TripId,
        pictures: Vec<PictureId>,
    ) -> Saved {
        let photos = Some(PhotosUpdate::Remove(pictures));
        self.update_pictures(caller, id, None, photos, None, Precondition::None)
            .await
    }

    /// Saves an edit, then removes stored pictures that are not in use. `before` is the trip as it
    /// was read.
    pub(super) async fn save(
        &self,
        id: TripId,
        before: Option<TripView>,
        edit: PreparedEdit,
    ) -> Saved {
        let mut unused = edit.stored_pictures();
        let (client, keeps_hours) = (edit.caller.client(), edit.keeps_hours());
        let updated = self.take_turn(id, before, Arc::new(edit)).await;
        match &updated {
            Ok(Updated::Changed { before, after }) => {
                self.context.relocate_soon(after, client, keeps_hours);
                let used = pictures_of(&after.trip);
                unused.retain(|picture| !used.contains(picture));
                unused.extend(pictures_gone(&before.trip, &after.trip));
            }
            // It may have been committed. If not, the sweep finds the pictures.
            Err(Error::Unavailable(_) | Error::Internal(_)) => unused.clear(),
            Err(Error::TripTooLarge { .. }) => {
                self.context.metrics.limit_hits("trip-size").inc();
            }
            Ok(Updated::Unchanged(_)) | Err(_) => {}
        }
        self.context.ingest.remove(unused).await;
        updated
    }

    /// Applies an edit to the latest state of a trip and saves it. After [`Error::Unavailable`] and
    /// [`Error::Internal`] it may yet be saved.
    ///
    /// The future is boxed, or each crate that polls it would compile it anew.
    fn take_turn(
        &self,
        id: TripId,
        mut before: Option<TripView>,
        edit: Arc<PreparedEdit>,
    ) -> BoxFuture<'_, Saved> {
        let context = &self.context;
        let longest_wait = context.policy.longest_wait;
        let save = async move {
            let lock = context.edit_locks.lock(id, edit.caller.user);
            let lock = timeout(longest_wait, lock).await;
            let lock = lock.map_err(|_| Error::Busy)??;
            before = before.filter(|_| !lock.has_waited);
            for _ in 0..OPTIMISTIC_ATTEMPTS {
                let before = match before.take() {
                    Some(before) => before,
                    None => context.find(edit.caller, id, Action::Submit).await?,
                };
                if let Some(saved) = edit.attempt(context, before).await? {
                    return Ok(saved);
                }
            }
            let client = edit.caller.client();
            let save = self.locked_save(id, edit);
            context.executor.write(client, save).await
        };
        Box::pin(async move {
            let saved = timeout(longest_wait + longest_wait / 8, save).await;
            saved.unwrap_or_else(|late| Err(Error::Unavailable(late.into())))
        })
    }

    /// Locks the trip, and applies and saves an edit of any kind.
    fn locked_save(
        &self,
        id: TripId,
        edit: Arc<PreparedEdit>,
    ) -> impl Fn(&mut dyn Repositories) -> Saved + Send + use<> {
        let context = Arc::clone(&self.context);
        move |data| {
            data.trips().lock_row(id)?;
            let lookup = data.trips().find(id, edit.caller.user)?;
            let before = permitted(lookup, edit.caller, Action::Submit)?;
            let saved = edit.write_in(&context, data, before)?;
            // The row is locked, so the token generation is what differs.
            saved.ok_or(Error::TokenRefused)
        }
    }
}

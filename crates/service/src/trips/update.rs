//! Updating a trip: look up, authorise, enrich, apply, save.

use std::sync::Arc;

use wayfare_domain::trip::TripPatch;
use wayfare_domain::trip::import::TripImport;
use wayfare_domain::{Action, PictureId, TripId, Violations};

use super::edit::{MakePatch, PhotosUpdate, Remake, TripEdit, pictures_gone, pictures_of};
use super::{TripView, Trips};
use crate::audit::audit_edit;
use crate::pictures::files::{PictureInput, PictureUpdate, StoredPicture};
use crate::runtime::detached::run_detached;
use crate::trips::notes::CleanNotes;
use crate::{Caller, Error, ImportOptions, KeyClaim, Precondition, Updated};

/// An update that a caller requests.
#[derive(Debug, Clone, Default)]
pub struct TripUpdateRequest {
    /// The patch. Its notes are not cleaned yet.
    pub patch: TripPatch,
    /// The main picture, which takes precedence over [`TripPatch::main_picture`].
    pub picture: Option<PictureInput>,
    /// The idempotency key of the request.
    pub key: Option<KeyClaim>,
    /// Violations found in the rest of the input. They are reported together with those found
    /// here, to callers who may edit the trip.
    pub violations: Violations,
}

impl TripUpdateRequest {
    /// An update of everything but the main picture.
    pub fn of(patch: TripPatch) -> Self {
        Self {
            patch,
            ..Self::default()
        }
    }
}

impl Trips {
    /// Updates a trip, all or nothing.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for [`Action::Submit`], and [`Error::NotPermitted`] if the caller's
    /// role does not permit the change; then [`Error::Picture`],
    /// [`Error::Invalid`] with all violations, [`Error::VersionMismatch`] and
    /// [`Error::TripTooLarge`], [`Error::AccountFull`].
    pub async fn update(
        &self,
        caller: Caller,
        id: TripId,
        request: TripUpdateRequest,
        precondition: Precondition,
    ) -> Result<Updated<TripView>, Error> {
        let key = request.key.clone();
        let update = async {
            let before = self.context.find(caller, id, Action::Submit).await?;
            self.submit(caller, before, request, precondition, None)
                .await
        };
        self.update_once(caller, key, update).await
    }

    /// Runs an update once for all requests with a key.
    async fn update_once(
        &self,
        caller: Caller,
        key: Option<KeyClaim>,
        update: impl Future<Output = Result<Updated<TripView>, Error>>,
    ) -> Result<Updated<TripView>, Error> {
        let (context, key) = (&self.context, key.as_ref());
        let updated = context.once(caller, key, update).await?;
        if matches!(updated, Updated::Unchanged(_)) {
            // Perhaps an earlier request has changed all.
            context.check_unused(caller, key).await?;
        }
        Ok(updated)
    }

    /// Computes a patch from the trip with `make`, applies it, and recomputes it if somebody else
    /// changes the trip meanwhile. `None` changes nothing.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for `action`; then [`Error::Invalid`] with the violations that `make`
    /// finds; then as [`Trips::update`].
    pub async fn edit(
        &self,
        caller: Caller,
        id: TripId,
        action: Action,
        make: impl Fn(&TripView) -> Result<Option<TripPatch>, Violations> + Send + Sync + 'static,
    ) -> Result<Updated<TripView>, Error> {
        self.make_and_submit(caller, id, action, None, make).await
    }

    /// Edits a trip as [`Trips::edit`] does, once for all requests with a key.
    ///
    /// # Errors
    /// As [`Trips::edit`]; [`Error::AlreadyDone`], [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn edit_once(
        &self,
        caller: Caller,
        id: TripId,
        action: Action,
        key: Option<KeyClaim>,
        make: impl Fn(&TripView) -> Result<Option<TripPatch>, Violations> + Send + Sync + 'static,
    ) -> Result<Updated<TripView>, Error> {
        let edit = self.make_and_submit(caller, id, action, key.clone(), make);
        self.update_once(caller, key, edit).await
    }

    async fn make_and_submit(
        &self,
        caller: Caller,
        id: TripId,
        action: Action,
        key: Option<KeyClaim>,
        make: impl Fn(&TripView) -> Result<Option<TripPatch>, Violations> + Send + Sync + 'static,
    ) -> Result<Updated<TripView>, Error> {
        let before = self.context.find(caller, id, action).await?;
        let (make, view) = (Arc::new(make), before.clone());
        let first = Arc::clone(&make);
        let first = move || first(&view);
        let documents = &self.context.documents;
        let made = documents.run(caller.client(), 1, first).await?;
        match made.map_err(Error::Invalid)? {
            Some(patch) => {
                let request = TripUpdateRequest {
                    key,
                    ..TripUpdateRequest::of(patch)
                };
                self.submit(caller, before, request, Precondition::None, Some(make))
                    .await
            }
            None => Ok(Updated::Unchanged(before)),
        }
    }

    /// Prepares and saves an update of the trip that was read as `before`.
    async fn submit(
        &self,
        caller: Caller,
        before: TripView,
        request: TripUpdateRequest,
        precondition: Precondition,
        make: Option<Arc<MakePatch>>,
    ) -> Result<Updated<TripView>, Error> {
        let id = before.trip.id;
        let TripUpdateRequest {
            mut patch,
            picture,
            key,
            violations,
        } = request;
        let notes = match patch.notes.take() {
            Some(notes) => {
                Some(CleanNotes::new(caller.client(), notes, &self.context.cleaning).await?)
            }
            None => None,
        };
        if patch.names_currency() {
            self.context.fresh_rates().await?;
        }
        // Invalid updates are refused, so their pictures need no work.
        let picture = picture.filter(|_| violations.is_empty());
        let edit = TripEdit {
            key,
            violations,
            notes,
            remake: make.map(|make| Remake {
                computed_from: before.trip.version,
                make,
            }),
            ..TripEdit::new(caller, patch, precondition)
        };
        let mut edit = edit.find_places(&self.context, &before).await?;
        let Some(picture) = picture else {
            return self.save(id, Some(before), edit).await;
        };
        let trips = self.clone();
        run_detached(async move {
            let ingest = &trips.context.ingest;
            edit.main_picture = Some(picture.prepare(caller.client(), ingest).await?);
            trips.save(id, Some(before), edit).await
        })
        .await
    }

    /// Adds what was made of a file, with its pictures as photos; for a preview, rolls it back.
    ///
    /// # Errors
    /// As [`Trips::update`].
    pub(crate) async fn add_imported(
        &self,
        caller: Caller,
        id: TripId,
        (import, photos): (Arc<TripImport>, Vec<StoredPicture>),
        key: Option<KeyClaim>,
        options: ImportOptions,
    ) -> Result<Updated<TripView>, Error> {
        let patch = TripPatch {
            import: Some(import),
            has_local_times: options.keeps_hours,
            ..TripPatch::default()
        };
        let photos = (!photos.is_empty()).then_some(PhotosUpdate::Add(photos));
        let edit = TripEdit {
            key,
            photos,
            ..TripEdit::new(caller, patch, options.precondition)
        };
        let unused = edit.stored_pictures();
        let find = async {
            let before = self.context.find(caller, id, Action::Edit).await?;
            self.context.fresh_rates().await?;
            Ok((edit.find_places(&self.context, &before).await?, before))
        };
        let (edit, before) = match find.await {
            Ok(found) => found,
            Err(error) => {
                self.context.ingest.remove(unused).await;
                return Err(error);
            }
        };
        if !options.is_preview {
            return self.save(id, Some(before), edit).await;
        }
        let rehearsed = self.rehearse(id, Arc::new(edit)).await;
        self.context.ingest.remove(unused).await;
        rehearsed
    }

    /// Changes pictures to ones that are in the picture store. `None` leaves them unchanged.
    pub(crate) async fn update_pictures(
        &self,
        caller: Caller,
        id: TripId,
        (main, photos): (Option<StoredPicture>, Option<PhotosUpdate>),
        key: Option<KeyClaim>,
        precondition: Precondition,
    ) -> Result<Updated<TripView>, Error> {
        let edit = TripEdit {
            key,
            main_picture: main.map(PictureUpdate::Stored),
            photos,
            ..TripEdit::new(caller, TripPatch::default(), precondition)
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
    ) -> Result<Updated<TripView>, Error> {
        let photos = Some(PhotosUpdate::Remove(pictures));
        self.update_pictures(caller, id, (None, photos), None, Precondition::None)
            .await
    }

    /// Saves an edit, then removes stored pictures that are not in use.
    async fn save(
        &self,
        id: TripId,
        before: Option<TripView>,
        edit: TripEdit,
    ) -> Result<Updated<TripView>, Error> {
        let mut unused = edit.stored_pictures();
        // The times of imported items are instants.
        let keeps_hours = edit.patch.has_local_times && edit.patch.import.is_none();
        let client = edit.caller.client();
        let updated = self.save_in_turn(id, before, Arc::new(edit)).await;
        if let Err(Error::TripTooLarge { .. }) = &updated {
            self.context.metrics.limit_hits("trip-size").inc();
        }
        match &updated {
            Ok(Updated::Changed { before, after }) => {
                self.context.relocate_soon(after, client, keeps_hours);
                let used = pictures_of(&after.trip);
                unused.retain(|picture| !used.contains(picture));
                unused.extend(pictures_gone(&before.trip, &after.trip));
                audit_edit(before.reader, &before.trip, &after.trip);
            }
            // It may have been committed. If not, the sweep finds the pictures.
            Err(Error::Unavailable(_) | Error::Internal(_)) => unused.clear(),
            Ok(Updated::Unchanged(_)) | Err(_) => {}
        }
        self.context.ingest.remove(unused).await;
        updated
    }
}

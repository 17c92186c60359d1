//! Files of a trip, for its people alone (interface: "Files of a trip").

use std::ops::Range;

use bytes::Bytes;
use futures_util::{Stream, TryStreamExt};
use wayfare_domain::trip::{Edit, FilePatch, TripFile};
use wayfare_domain::{Action, Path, PictureId, ShortText, TripId, TripOverview, Violations};
use wayfare_pictures::{ObjectId, PictureStore, ReceivedFile, StoreError};
use wayfare_storage::{PictureOwner, Repositories};

use super::edit::PreparedEdit;
use super::{TripView, Trips};
use crate::pictures::Upload;
use crate::runtime::detached::run_detached;
use crate::{Caller, Error, KeyClaim, Precondition, Updated};

/// A file as it was received.
pub struct SentFile {
    /// The upload that brought it.
    pub upload: Upload,
    /// Its bytes.
    pub file: ReceivedFile,
    /// The name that it was sent with.
    pub name: String,
    /// The id of its item, if it is for one.
    pub item: Option<ShortText>,
    /// The idempotency key of the request.
    pub key: Option<KeyClaim>,
    /// What the trip must be.
    pub precondition: Precondition,
}

/// A file that the caller may read.
pub struct OpenFile {
    /// What is known of it.
    pub file: TripFile,
    /// SHA-256 of its bytes.
    pub hash: [u8; 32],
    store: PictureStore,
}

impl OpenFile {
    /// Streams some of its bytes. The first are read at once, so that an error of the store is
    /// known before the stream is used.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the store does not have it, [`Error::Unavailable`].
    pub async fn stream(
        &self,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes, Error>> + Send + use<>, Error> {
        let opened = self.store.stream(ObjectId::from(self.file.id.0), range);
        let chunks = opened.await.map_err(|error| match error {
            StoreError::NotFound => Error::NotFound,
            error => error.into(),
        })?;
        Ok(chunks.map_err(Error::from))
    }
}

impl Trips {
    /// Adds a file to a trip, once for all requests with a key. Returns the trip as it is now, and
    /// the file's id. Authorize the caller before receiving the file.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for [`Action::Edit`]; [`Error::Invalid`] for an empty file, an item
    /// that the trip does not have, and too many files or bytes; [`Error::VersionMismatch`],
    /// [`Error::PictureQuota`]; [`Error::AlreadyDone`] with the id of the file,
    /// [`Error::KeyReused`], [`Error::KeyInUse`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn add_file(
        &self,
        caller: Caller,
        id: TripId,
        sent: SentFile,
    ) -> Result<(TripView, PictureId), Error> {
        let trips = self.clone();
        // It ends even if the client goes away, so that no file is left without a trip.
        run_detached(async move {
            let SentFile {
                mut upload,
                file,
                name,
                item,
                key,
                precondition,
            } = sent;
            if file.size() == 0 {
                let path = Path::root().field("file");
                return Err(Error::Invalid(Violations::at(path, "must not be empty")));
            }
            let stored = upload.store_as_is(file, &name, item).await?;
            let file = stored.id;
            let edits = vec![Edit::File(FilePatch::Add(stored))];
            let edit = PreparedEdit {
                key: key.clone(),
                ..PreparedEdit::new(caller, edits, precondition)
            };
            upload.keep();
            let save = trips.save(id, None, edit);
            let (Updated::Changed { after, .. } | Updated::Unchanged(after)) =
                trips.context.once(caller, key.as_ref(), save).await?;
            Ok((after, file))
        })
        .await
    }

    /// Opens a file of a trip for a caller who is on it.
    ///
    /// # Errors
    /// [`Error::TokenRefused`]; [`Error::NotFound`] if there is no such file, or the caller is not
    /// on the trip; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open_file(
        &self,
        caller: Caller,
        id: TripId,
        file: PictureId,
    ) -> Result<OpenFile, Error> {
        let view: TripView<TripOverview> = self.context.find(caller, id, Action::ReadFiles).await?;
        let found = view.trip.file(file).cloned().ok_or(Error::NotFound)?;
        let find = move |data: &mut dyn Repositories| Ok::<_, Error>(data.pictures().find(file)?);
        let record = self.context.executor.read(caller.client(), find).await?;
        let record = record.filter(|record| record.owner == PictureOwner::Trip(id));
        let content = record.and_then(|record| record.content);
        Ok(OpenFile {
            file: found,
            hash: content.ok_or(Error::NotFound)?.hash,
            store: self.context.ingest.store.clone(),
        })
    }

    /// Reads a trip with its files, for a caller who is on it.
    ///
    /// # Errors
    /// As [`Trips::open_file`].
    pub async fn read_files(&self, caller: Caller, id: TripId) -> Result<TripView, Error> {
        self.context.find(caller, id, Action::ReadFiles).await
    }
}

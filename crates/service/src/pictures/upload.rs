//! Uploads of pictures as files: each is cleaned and stored as it arrives; all are kept, or none.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;
use wayfare_domain::trip::{NewFile, TripFile};
use wayfare_domain::{Path, PictureId, ShortText, TripId, User};
use wayfare_pictures::{IncomingFile, ReceiveError, ReceivedFile};
use wayfare_storage::{Picture, PictureOwner};

use super::Pictures;
use crate::accounts::Accounts;
use crate::error::PictureFault;
use crate::pictures::files::{PictureIngest, StoredPicture, UploadSlot};
use crate::runtime::detached::run_detached;
use crate::trips::{PhotosUpdate, TripView, Trips};
use crate::{Caller, Client, Error, KeyClaim, Precondition, Updated};

/// The time limit of an import, from its first byte to the last picture stored.
const IMPORT_TIME: Duration = Duration::from_secs(30 * 60);
/// The largest archive to import, in bytes: half of the temporary space, which a client may take.
const MAX_ARCHIVE: u64 = 512 << 20;

/// An upload on its way. Dropping it removes the pictures that were stored for it.
pub struct Upload {
    ingest: Arc<PictureIngest>,
    slot: Arc<UploadSlot>,
    stored: Vec<PictureId>,
    /// The most bytes of a zip file; `None` as any other file.
    archive_limit: Option<u64>,
}

/// A picture of an upload, cleaned and stored.
#[derive(Debug)]
pub struct UploadedPicture(StoredPicture);

/// The pictures of an upload of a trip's pictures. `None` keeps the present ones.
#[derive(Debug, Default)]
pub struct TripFiles {
    /// The main picture.
    pub main: Option<UploadedPicture>,
    /// The photos, which replace all present ones.
    pub photos: Option<Vec<UploadedPicture>>,
}

impl Upload {
    /// How long the upload may still take.
    pub fn time_left(&self) -> Duration {
        self.slot.deadline.saturating_duration_since(Instant::now())
    }

    /// Starts to receive a file of this upload.
    ///
    /// # Errors
    /// See [`Error::from_receiving`].
    pub async fn file(&self) -> Result<IncomingFile, Error> {
        let created = self.ingest.space.create(self.slot.client).await;
        let file = created.map_err(|error| Error::from_receiving(error, Path::root()))?;
        Ok(match self.archive_limit {
            Some(limit) => file.with_archive_limit(limit),
            None => file,
        })
    }

    /// Cleans and stores the file at `path`.
    ///
    /// # Errors
    /// [`Error::Picture`] if it is not an acceptable picture; [`Error::Busy`],
    /// [`Error::Unavailable`], [`Error::Full`].
    pub async fn store(
        &mut self,
        path: Path,
        file: ReceivedFile,
    ) -> Result<UploadedPicture, Error> {
        let stored = self.ingest.store_file(&self.slot, file).await;
        let stored = stored.map_err(|error| error.at(path))?;
        self.stored.push(stored.id);
        Ok(UploadedPicture(stored))
    }

    /// Stores a picture of an archive; one that is in stored form keeps its bytes.
    ///
    /// # Errors
    /// As [`Upload::store`].
    pub(crate) async fn store_archived(&mut self, bytes: Bytes) -> Result<UploadedPicture, Error> {
        let stored = self.ingest.store_archived(&self.slot, bytes).await?;
        self.stored.push(stored.id);
        Ok(UploadedPicture(stored))
    }

    /// Stores a file as it is; `name` is what it was sent with.
    ///
    /// # Errors
    /// [`Error::Invalid`] if it is empty; [`Error::Busy`], [`Error::Unavailable`],
    /// [`Error::Full`].
    pub(crate) async fn store_as_is(
        &mut self,
        file: ReceivedFile,
        name: &str,
        item: Option<ShortText>,
    ) -> Result<NewFile, Error> {
        let mut stored = self.ingest.store_as_is(&self.slot, file).await?;
        self.stored.push(stored.id);
        (stored.name, stored.item) = (TripFile::name_of(name), item);
        Ok(stored)
    }

    /// Stores the bytes of a file that comes with an import, as they are.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`], [`Error::Full`].
    pub(crate) async fn store_attached(&mut self, bytes: Bytes) -> Result<NewFile, Error> {
        let stored = self.ingest.store_whole(bytes).await?;
        self.stored.push(stored.id);
        Ok(stored)
    }

    /// Removes a picture that was stored for it.
    pub(crate) async fn discard(&mut self, picture: UploadedPicture) {
        self.stored.retain(|id| *id != picture.id());
        self.ingest.remove([picture.id()]).await;
    }

    /// Removes the pictures that were stored for it.
    pub async fn undo(mut self) {
        let stored = std::mem::take(&mut self.stored);
        self.ingest.remove(stored).await;
    }

    /// Leaves the stored pictures to the use case that records them.
    pub(crate) fn keep(mut self) {
        self.stored.clear();
    }
}

impl UploadedPicture {
    /// Its id.
    pub(crate) fn id(&self) -> PictureId {
        self.0.id
    }

    /// The size of its file.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.content.bytes
    }

    /// The stored picture.
    pub(crate) fn into_stored(self) -> StoredPicture {
        self.0
    }

    /// Its record.
    pub(crate) fn record(&self, owner: PictureOwner, now: wayfare_domain::Instant) -> Picture {
        self.0.record(owner, now)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.stored.is_empty() {
            // It goes on in the background, and logs its failures.
            drop(self.ingest.start_removal(std::mem::take(&mut self.stored)));
        }
    }
}

impl Error {
    /// The error of a file at `path` that could not be received.
    pub fn from_receiving(error: ReceiveError, path: Path) -> Self {
        match error {
            ReceiveError::TooManyBytes { limit } => Self::Picture {
                path,
                fault: PictureFault::TooManyBytes { limit },
            },
            ReceiveError::NoRoom(exceeded) => Self::from_quota(exceeded, Self::TooManyUploads),
            ReceiveError::Io(ref cause) if cause.kind() == ErrorKind::StorageFull => {
                Self::Full(error.into())
            }
            _ => Self::Unavailable(error.into()),
        }
    }
}

impl Pictures {
    /// Begins to upload files on behalf of a client.
    ///
    /// # Errors
    /// [`Error::TooManyUploads`] if the client has too many uploads on their way; [`Error::Busy`]
    /// if all clients together do.
    pub fn begin_upload(&self, client: Client) -> Result<Upload, Error> {
        let ingest = Arc::clone(&self.context.ingest);
        Ok(Upload {
            slot: Arc::new(ingest.uploads.take(client)?),
            ingest,
            stored: Vec::new(),
            archive_limit: None,
        })
    }

    /// Begins to upload a file to import: as [`Pictures::begin_upload`], but an archive may be
    /// larger, and take longer.
    ///
    /// # Errors
    /// As [`Pictures::begin_upload`].
    pub fn begin_import(&self, client: Client) -> Result<Upload, Error> {
        let ingest = Arc::clone(&self.context.ingest);
        Ok(Upload {
            slot: Arc::new(ingest.uploads.take_for(client, IMPORT_TIME)?),
            ingest,
            stored: Vec::new(),
            archive_limit: Some(MAX_ARCHIVE),
        })
    }

    /// Replaces pictures of a trip by the uploaded ones, all or nothing. Authorize the caller
    /// before receiving the files.
    ///
    /// # Errors
    /// As [`Trips::update`].
    pub async fn replace_of_trip(
        &self,
        upload: Upload,
        caller: Caller,
        trip: TripId,
        files: TripFiles,
        precondition: Precondition,
    ) -> Result<Updated<TripView>, Error> {
        let trips = Trips::new(Arc::clone(&self.context));
        run_detached(async move {
            upload.keep();
            let main = files.main.map(|picture| picture.0);
            let photos = files.photos.map(stored).map(PhotosUpdate::Replace);
            trips
                .update_pictures(caller, trip, main, photos, None, precondition)
                .await
        })
        .await
    }

    /// Adds uploaded photos to a trip, after the present ones, once for all requests with a key.
    /// Authorize the caller before receiving the files.
    ///
    /// # Errors
    /// As [`Trips::edit`]; [`Error::Invalid`] if the trip would have too many photos.
    pub async fn add_to_trip(
        &self,
        upload: Upload,
        caller: Caller,
        trip: TripId,
        photos: Vec<UploadedPicture>,
        key: Option<KeyClaim>,
    ) -> Result<Updated<TripView>, Error> {
        let context = Arc::clone(&self.context);
        run_detached(async move {
            let trips = Trips::new(Arc::clone(&context));
            let claim = key.clone();
            let add = async move {
                upload.keep();
                let photos = Some(PhotosUpdate::Add(stored(photos)));
                trips
                    .update_pictures(caller, trip, None, photos, claim, Precondition::None)
                    .await
            };
            context.once(caller, key.as_ref(), add).await
        })
        .await
    }

    /// Adds one uploaded picture to a trip, after the present ones, once for all requests with a
    /// key. Returns the trip as it is now, and the picture. Authorize the caller before receiving
    /// the file.
    ///
    /// # Errors
    /// As [`Pictures::add_to_trip`], then [`Error::VersionMismatch`]; [`Error::AlreadyDone`] with
    /// the id of the picture.
    pub async fn add_one_to_trip(
        &self,
        upload: Upload,
        caller: Caller,
        trip: TripId,
        picture: UploadedPicture,
        key: Option<KeyClaim>,
        precondition: Precondition,
    ) -> Result<(TripView, PictureId), Error> {
        let context = Arc::clone(&self.context);
        run_detached(async move {
            let trips = Trips::new(Arc::clone(&context));
            let (claim, id) = (key.clone(), picture.id());
            let add = async move {
                upload.keep();
                let photos = Some(PhotosUpdate::Append(picture.0));
                trips
                    .update_pictures(caller, trip, None, photos, claim, precondition)
                    .await
            };
            let (Updated::Changed { after, .. } | Updated::Unchanged(after)) =
                context.once(caller, key.as_ref(), add).await?;
            Ok((after, id))
        })
        .await
    }

    /// Replaces the caller's profile picture. Authorize the caller before receiving the file.
    ///
    /// # Errors
    /// As [`Accounts::update`].
    pub async fn replace_of_user(
        &self,
        upload: Upload,
        caller: Caller,
        username: &str,
        picture: Option<UploadedPicture>,
        precondition: Precondition,
    ) -> Result<Updated<User>, Error> {
        let accounts = Accounts::new(Arc::clone(&self.context));
        let username = username.to_owned();
        run_detached(async move {
            upload.keep();
            let picture = picture.map(|picture| picture.0);
            accounts
                .set_picture(caller, &username, picture, precondition)
                .await
        })
        .await
    }
}

fn stored(pictures: Vec<UploadedPicture>) -> Vec<StoredPicture> {
    pictures.into_iter().map(|picture| picture.0).collect()
}

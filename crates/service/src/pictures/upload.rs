//! Uploads of pictures as files: a bounded number at a time, each stored whole or not at all.

use std::io::ErrorKind;
use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;
use wayfare_domain::{Path, TripId, User};
use wayfare_pictures::{IncomingFile, ReceiveError, ReceivedFile, TempSpace};

use super::Pictures;
use crate::accounts::Accounts;
use crate::detached::run_detached;
use crate::error::PictureFault;
use crate::picture_files::{IngestError, StoredPicture};
use crate::trips::{TripView, Trips};
use crate::{Caller, Error, Precondition, Updated};

/// A permit to upload files. The number of permits is bounded; dropping one returns it.
pub struct Upload {
    space: TempSpace,
    _permit: OwnedSemaphorePermit,
}

impl Upload {
    /// Starts to receive a file of this upload.
    ///
    /// # Errors
    /// See [`Error::from_receiving`].
    pub async fn file(&self) -> Result<IncomingFile, Error> {
        self.space
            .create()
            .await
            .map_err(|error| Error::from_receiving(error, Path::root()))
    }
}

/// The files of an upload of a trip's pictures. `None` keeps the present pictures.
#[derive(Debug, Default)]
pub struct TripFiles {
    /// The main picture.
    pub main: Option<ReceivedFile>,
    /// The photos, which replace all present ones.
    pub photos: Option<Vec<ReceivedFile>>,
}

impl Error {
    /// The error of a file at `path` that could not be received.
    pub fn from_receiving(error: ReceiveError, path: Path) -> Self {
        match error {
            ReceiveError::TooManyBytes { limit } => Self::Picture {
                path,
                fault: PictureFault::TooManyBytes { limit },
            },
            ReceiveError::NoRoom => Self::Busy,
            ReceiveError::Io(ref cause) if cause.kind() == ErrorKind::StorageFull => {
                Self::Full(error.into())
            }
            ReceiveError::Io(_) => Self::Unavailable(error.into()),
        }
    }
}

impl Pictures {
    /// Takes a permit to upload files.
    ///
    /// # Errors
    /// [`Error::Busy`] if all permits are taken.
    pub fn begin_upload(&self) -> Result<Upload, Error> {
        let ingest = &self.context.ingest;
        let permit = Arc::clone(&ingest.uploads)
            .try_acquire_owned()
            .map_err(|_| Error::Busy)?;
        Ok(Upload {
            space: ingest.space.clone(),
            _permit: permit,
        })
    }

    /// Replaces pictures of a trip by the uploaded ones, all or nothing. Authorize the caller
    /// before receiving the files.
    ///
    /// # Errors
    /// [`Error::Picture`] for the first file that is not an acceptable picture; then as
    /// [`Trips::update`].
    pub async fn replace_of_trip(
        &self,
        upload: Upload,
        caller: Caller,
        trip: TripId,
        files: TripFiles,
        precondition: Precondition,
    ) -> Result<Updated<TripView>, Error> {
        let context = Arc::clone(&self.context);
        run_detached(async move {
            let TripFiles { main, photos } = files;
            let pictures = Self { context };
            let mut stored = Vec::new();
            let (has_main, has_photos) = (main.is_some(), photos.is_some());
            let main = main.map(|file| (Path::root().field("main_picture"), file));
            let photos = photos.into_iter().flatten().enumerate();
            let photos =
                photos.map(|(index, file)| (Path::root().field("photos").index(index), file));
            for (path, file) in main.into_iter().chain(photos) {
                pictures.store_or_undo(&mut stored, path, file).await?;
            }
            drop(upload);
            let mut stored = stored.into_iter();
            let main = has_main.then(|| stored.next()).flatten();
            let photos = has_photos.then(|| stored.collect());
            Trips::new(pictures.context)
                .set_pictures(caller, trip, main, photos, precondition)
                .await
        })
        .await
    }

    /// Replaces the caller's profile picture. Authorize the caller before receiving the file.
    ///
    /// # Errors
    /// [`Error::Picture`] if the file is not an acceptable picture; then as [`Accounts::update`].
    pub async fn replace_of_user(
        &self,
        upload: Upload,
        caller: Caller,
        username: &str,
        file: Option<ReceivedFile>,
        precondition: Precondition,
    ) -> Result<Updated<User>, Error> {
        let (context, username) = (Arc::clone(&self.context), username.to_owned());
        run_detached(async move {
            let pictures = Self { context };
            let mut stored = Vec::new();
            if let Some(file) = file {
                let path = Path::root().field("picture");
                pictures.store_or_undo(&mut stored, path, file).await?;
            }
            drop(upload);
            Accounts::new(pictures.context)
                .set_picture(caller, &username, stored.pop(), precondition)
                .await
        })
        .await
    }

    /// Stores one more file of an upload. On a failure, removes those already stored.
    async fn store_or_undo(
        &self,
        stored: &mut Vec<StoredPicture>,
        path: Path,
        file: ReceivedFile,
    ) -> Result<(), Error> {
        match self.context.ingest.store_file(file).await {
            Ok(picture) => {
                stored.push(picture);
                Ok(())
            }
            Err(error) => {
                let removal = self
                    .context
                    .ingest
                    .start_removal(stored.iter().map(|picture| picture.id).collect());
                match error {
                    IngestError::Unfit(fault) => {
                        let _ = removal.await;
                        Err(Error::Picture { path, fault })
                    }
                    // The picture store may be unavailable, so the removal is not awaited.
                    IngestError::Failed(error) => Err(error),
                }
            }
        }
    }
}

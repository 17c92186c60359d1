//! Giving pictures as files: a bounded number of uploads at once, each kept whole or not at all.

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

/// The right to send files, of which a bounded number is given at once. It is given back when
/// dropped.
pub struct Upload {
    space: TempSpace,
    _place: OwnedSemaphorePermit,
}

impl Upload {
    /// Begins to receive a file of this upload.
    ///
    /// # Errors
    /// As [`Error::from_receiving`] says.
    pub async fn file(&self) -> Result<IncomingFile, Error> {
        self.space
            .create()
            .await
            .map_err(|error| Error::from_receiving(error, Path::root()))
    }
}

/// The files of an upload of a trip's pictures. What is `None` was not sent and stays as it is.
#[derive(Debug, Default)]
pub struct TripFiles {
    /// The main picture.
    pub main: Option<ReceivedFile>,
    /// The photos, in place of all there were.
    pub photos: Option<Vec<ReceivedFile>>,
}

impl Error {
    /// Why a file could not be received; `path` names it.
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
    /// Takes one of the places for uploads.
    ///
    /// # Errors
    /// [`Error::Busy`] where all are taken.
    pub fn begin_upload(&self) -> Result<Upload, Error> {
        let ingest = &self.context.ingest;
        let place = Arc::clone(&ingest.uploads)
            .try_acquire_owned()
            .map_err(|_| Error::Busy)?;
        Ok(Upload {
            space: ingest.space.clone(),
            _place: place,
        })
    }

    /// Replaces those pictures of a trip that were sent, all of them or none. Who sends is to be
    /// authorized before the files are received.
    ///
    /// # Errors
    /// [`Error::Picture`] for the first file that is no picture that is taken; then as
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
            let mut kept = Vec::new();
            let sent_main = main.is_some();
            let files = main
                .into_iter()
                .map(|file| (Path::root().field("mainImage"), file));
            let sent_photos = photos.is_some();
            let places = photos.into_iter().flatten().enumerate();
            let files = files.chain(
                places.map(|(place, file)| (Path::root().field("photos").index(place), file)),
            );
            for (path, file) in files {
                pictures.keep_or_undo(&mut kept, path, file).await?;
            }
            drop(upload);
            let mut kept = kept.into_iter();
            let main = sent_main.then(|| kept.next()).flatten();
            let photos = sent_photos.then(|| kept.collect());
            Trips::new(pictures.context)
                .set_pictures(caller, trip, main, photos, precondition)
                .await
        })
        .await
    }

    /// Replaces the caller's profile picture. Who sends is to be authorized before the file is
    /// received.
    ///
    /// # Errors
    /// [`Error::Picture`] where the file is no picture that is taken; then as [`Accounts::update`].
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
            let mut kept = Vec::new();
            if let Some(file) = file {
                pictures
                    .keep_or_undo(&mut kept, Path::root().field("image"), file)
                    .await?;
            }
            drop(upload);
            Accounts::new(pictures.context)
                .set_picture(caller, &username, kept.pop(), precondition)
                .await
        })
        .await
    }

    /// Keeps one more file of an upload; where it can't be kept, none of the upload is.
    async fn keep_or_undo(
        &self,
        kept: &mut Vec<StoredPicture>,
        path: Path,
        file: ReceivedFile,
    ) -> Result<(), Error> {
        match self.context.ingest.store_file(file).await {
            Ok(picture) => {
                kept.push(picture);
                Ok(())
            }
            Err(error) => {
                // A store that is away has made this one wait already.
                let removal = self
                    .context
                    .ingest
                    .start_removal(kept.iter().map(|picture| picture.id).collect());
                match error {
                    IngestError::Unfit(fault) => {
                        let _ = removal.await;
                        Err(Error::Picture { path, fault })
                    }
                    IngestError::Failed(error) => Err(error),
                }
            }
        }
    }
}

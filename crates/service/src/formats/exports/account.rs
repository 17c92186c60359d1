//! Archives of accounts: the profile, and each trip after the other, so that the number of trips
//! does not matter to memory.

use std::sync::Arc;
use std::vec::IntoIter;

use bytes::Bytes;
use futures_util::{Stream, stream};
use wayfare_bounds::Reservation;
use wayfare_domain::TripId;
use wayfare_formats::{AccountHead, ArchiveWriter};
use wayfare_storage::{PictureOwner, Repositories};

use super::archive::{ArchiveFiles, StoredObject, TripArchive};
use crate::accounts::Accounts;
use crate::trips::Trips;
use crate::{AuditAction, Caller, Error, audit};

/// The archive of an account that is ready to be written.
pub struct AccountArchive {
    trips: Trips,
    caller: Caller,
    /// The trips that are still to be written.
    rest: IntoIter<TripId>,
    writer: ArchiveWriter,
    files: ArchiveFiles,
    /// The profile picture, and what is kept of proposals, until it is written.
    own: Vec<(String, StoredObject)>,
    /// The trip whose pictures are being written.
    open: Option<OpenTrip>,
    _slot: Reservation,
}

/// A trip of an archive.
struct OpenTrip {
    folder: String,
    archive: TripArchive,
    /// The next picture.
    next: usize,
}

impl Trips {
    /// Prepares the archive of the caller's own account, named by its username: profile, settings,
    /// e-mail address, pictures, proposals, and the trips that they are on.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::TooManyStreams`] if too many archives of the
    /// account are being written.
    pub async fn archive_account(
        &self,
        caller: Caller,
        username: &str,
    ) -> Result<AccountArchive, Error> {
        let context = &self.context;
        let user = Accounts::new(Arc::clone(context))
            .own_named(caller, username)
            .await?;
        let slot = context.exports.take(caller.client())?;
        let ids = self.ids(caller).await?;
        let owner = PictureOwner::User(user.id);
        let find = move |data: &mut dyn Repositories| Ok(data.pictures().find_by_owner(owner)?);
        let records = context.executor.read(caller.client(), find).await?;
        let stored = records.iter().filter_map(|record| {
            let object = StoredObject::of(record)?;
            let path = match Some(record.id) == user.picture {
                true => format!("picture.{}", object.extension),
                false => format!("proposals/{}.zip", record.id),
            };
            Some((path, object))
        });
        let own: Vec<_> = stored.collect();
        let mut paths = own.iter().map(|(path, _)| path.as_str());
        let picture = paths.find(|path| path.starts_with("picture."));
        let head = AccountHead::new(&user, picture).map_err(Error::internal)?;
        audit(AuditAction::AccountExport, Some(user.id), &user.id, None);
        Ok(AccountArchive {
            trips: self.clone(),
            caller,
            rest: ids.into_iter(),
            writer: ArchiveWriter::of_account(&head).map_err(Error::internal)?,
            files: ArchiveFiles::new(context, caller.client()),
            own,
            open: None,
            _slot: slot,
        })
    }
}

impl AccountArchive {
    /// Writes the archive. At most one trip's documents and one picture are in memory.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes, Error>> {
        stream::try_unfold(Some(self), |archive| async move {
            match archive {
                Some(archive) => archive.step().await.map(Some),
                None => Ok(None),
            }
        })
    }

    /// The next piece, and the rest; `None` after the last piece.
    async fn step(mut self) -> Result<(Bytes, Option<Self>), Error> {
        if let Some((path, object)) = self.own.pop() {
            self.writer = self.files.add_picture(&object, path, self.writer).await?;
        } else if let Some(mut trip) = self.open.take() {
            let written = trip
                .archive
                .write_picture(trip.next, &trip.folder, self.writer);
            let (is_more, writer) = written.await?;
            self.writer = writer;
            if is_more {
                trip.next += 1;
                self.open = Some(trip);
            }
        } else if let Some(id) = self.rest.next() {
            self = self.begin(id).await?;
        } else {
            let writer = self.writer;
            let end = self.files.write(move || writer.finish()).await?;
            return Ok((end.into(), None));
        }
        let piece = self.writer.take();
        Ok((piece.into(), Some(self)))
    }

    /// Writes the documents of a trip, unless it is gone.
    async fn begin(mut self, id: TripId) -> Result<Self, Error> {
        let view = match self.trips.read(self.caller, id).await {
            Err(Error::NotFound) => return Ok(self),
            read => read?,
        };
        let archive = self.trips.archive(self.caller, &view).await?;
        let folder = format!("trips/{id}/");
        let files = self.files.clone();
        let write = move || {
            archive.write_documents(&folder, &mut self.writer)?;
            self.open = Some(OpenTrip {
                folder,
                archive,
                next: 0,
            });
            Ok(self)
        };
        files.write(write).await
    }
}

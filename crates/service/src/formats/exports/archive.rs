//! Archives of trips: their documents at once, their pictures one by one.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::{Stream, stream};
use sha2::{Digest, Sha256};
use wayfare_domain::{Gallery, PictureId};
use wayfare_formats::{ArchiveHead, ArchiveWriter};
use wayfare_pictures::{ObjectId, PictureStore, StoreError};
use wayfare_storage::{Picture, PictureOwner, Repositories};

use crate::pictures::files::content;
use crate::trips::Trips;
use crate::{Caller, Error, TripView};

/// An archive that is ready to be written.
pub struct TripArchive {
    head: ArchiveHead,
    objects: Objects,
    store: PictureStore,
}

/// The stored pictures of a trip.
type Objects = HashMap<PictureId, StoredObject>;

/// The bytes of a picture in the picture store.
pub(super) struct StoredObject {
    id: ObjectId,
    hash: [u8; 32],
    pub(super) extension: &'static str,
}

/// The progress of writing an archive.
struct Progress {
    /// `None` before the documents are written.
    writer: Option<ArchiveWriter>,
    archive: TripArchive,
    /// The next picture.
    next: usize,
}

impl Trips {
    /// Prepares the archive of a trip that the caller may read. It has confirmations for people of
    /// the trip alone.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`], [`Error::Internal`].
    pub async fn archive(&self, caller: Caller, view: &TripView) -> Result<TripArchive, Error> {
        let owner = PictureOwner::Trip(view.trip.id);
        let find = move |data: &mut dyn Repositories| Ok(data.pictures().find_by_owner(owner)?);
        let records = if view.trip.gallery == Gallery::default() {
            Vec::new()
        } else {
            self.context.executor.read(caller.client(), find).await?
        };
        let stored = |record: &Picture| Some((record.id, StoredObject::of(record)?));
        let objects: Objects = records.iter().filter_map(stored).collect();
        let (view, base) = (view.clone(), self.base_currency(&view.trip));
        let render = move || {
            let extension = |id| objects.get(&id).map(|object| object.extension);
            let mut trip = Arc::clone(&view.trip);
            if !trip.members.contains(&view.reader) {
                Arc::make_mut(&mut trip).hide_confirmations();
            }
            let head =
                ArchiveHead::new(&trip, (&view.people, &view.member_names()), base, extension);
            head.map(|head| (head, objects)).map_err(Error::internal)
        };
        self.context.metrics.exported("zip");
        let documents = &self.context.documents;
        let (head, objects) = documents.run(caller.client(), 1, render).await??;
        Ok(TripArchive {
            head,
            objects,
            store: self.context.ingest.store.clone(),
        })
    }
}

impl StoredObject {
    /// The object of a picture; `None` until a remote picture has been fetched.
    pub(super) fn of(record: &Picture) -> Option<Self> {
        let stored = record.content.as_ref()?;
        let info = content::info(stored).ok()?;
        Some(Self {
            id: content::object(record.id, record.source.as_deref(), &info),
            hash: stored.hash,
            extension: info.format.extension(),
        })
    }
}

/// Adds a stored picture to an archive. One that is gone from the store is left out.
pub(super) async fn add_object(
    store: &PictureStore,
    object: &StoredObject,
    path: &str,
    writer: &mut ArchiveWriter,
) -> Result<(), Error> {
    match store.get(object.id).await {
        Ok(bytes) => writer.picture(path, &bytes).map_err(Error::internal),
        Err(StoreError::NotFound) => {
            tracing::warn!("a picture is not in the picture store");
            Ok(())
        }
        Err(error) => Err(Error::Unavailable(error.into())),
    }
}

impl TripArchive {
    /// A digest of all that the archive holds.
    pub fn digest(&self) -> Sha256 {
        let mut digest = Sha256::new();
        digest.update(&self.head.manifest);
        digest.update(&self.head.trip);
        for entry in &self.head.pictures {
            digest.update(entry.path.as_bytes());
            let object = self.objects.get(&entry.id);
            digest.update(object.map(|object| object.hash).unwrap_or_default());
        }
        digest
    }

    /// Adds the documents to an archive, in a folder.
    pub(super) fn write_documents(
        &self,
        folder: &str,
        writer: &mut ArchiveWriter,
    ) -> Result<(), Error> {
        writer.trip(folder, &self.head).map_err(Error::internal)
    }

    /// Adds the picture at a place to an archive, in a folder. Returns whether there is one.
    pub(super) async fn write_picture(
        &self,
        place: usize,
        folder: &str,
        writer: &mut ArchiveWriter,
    ) -> Result<bool, Error> {
        let Some(entry) = self.head.pictures.get(place) else {
            return Ok(false);
        };
        if let Some(object) = self.objects.get(&entry.id) {
            let path = format!("{folder}{}", entry.path);
            add_object(&self.store, object, &path, writer).await?;
        }
        Ok(true)
    }

    /// Writes the archive. At most one picture is in memory.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes, Error>> {
        let progress = Progress {
            writer: None,
            archive: self,
            next: 0,
        };
        stream::try_unfold(Some(progress), |progress| async move {
            match progress {
                Some(progress) => progress.step().await.map(Some),
                None => Ok(None),
            }
        })
    }
}

impl Progress {
    /// The next piece, and the progress after it; `None` after the last piece.
    async fn step(mut self) -> Result<(Bytes, Option<Self>), Error> {
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => ArchiveWriter::new(&self.archive.head).map_err(Error::internal)?,
        };
        if self
            .archive
            .write_picture(self.next, "", &mut writer)
            .await?
        {
            self.next += 1;
            let piece = writer.take();
            self.writer = Some(writer);
            return Ok((piece.into(), Some(self)));
        }
        let end = writer.finish().map_err(Error::internal)?;
        Ok((end.into(), None))
    }
}

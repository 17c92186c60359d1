//! Archives of trips: their documents at once, their pictures one by one.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::{Stream, stream};
use sha2::{Digest, Sha256};
use wayfare_domain::PictureId;
use wayfare_formats::{ArchiveHead, ArchiveWriter};
use wayfare_pictures::{ObjectId, StoreError};
use wayfare_storage::{Picture, PictureOwner, Repositories};

use crate::context::Context;
use crate::pictures::files::content;
use crate::trips::Trips;
use crate::{Caller, Client, Error, TripView};

/// An archive that is ready to be written.
pub struct TripArchive {
    head: ArchiveHead,
    objects: Objects,
    files: ArchiveFiles,
}

/// Writes the files of an archive for a client: compression and checksums in the work pool for
/// documents.
#[derive(Clone)]
pub(super) struct ArchiveFiles {
    context: Arc<Context>,
    client: Client,
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
    /// Prepares the archive of a trip that the caller may read. It has confirmations and files for
    /// people of the trip alone.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`], [`Error::Internal`].
    pub async fn archive(&self, caller: Caller, view: &TripView) -> Result<TripArchive, Error> {
        let owner = PictureOwner::Trip(view.trip.id);
        let find = move |data: &mut dyn Repositories| Ok(data.pictures().find_by_owner(owner)?);
        let records = if view.trip.objects().next().is_none() {
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
                Arc::make_mut(&mut trip).hide_from_outsiders();
            }
            let names = view.member_names();
            let head = ArchiveHead::new(&trip, &view.people, &names, base, extension);
            head.map(|head| (head, objects)).map_err(Error::internal)
        };
        self.context.metrics.exported("zip");
        let documents = &self.context.documents;
        let (head, objects) = documents.run(caller.client(), 1, render).await??;
        Ok(TripArchive {
            head,
            objects,
            files: ArchiveFiles::new(&self.context, caller.client()),
        })
    }
}

impl StoredObject {
    /// The object of a picture or a file; `None` until a remote picture has been fetched.
    pub(super) fn of(record: &Picture) -> Option<Self> {
        let stored = record.content.as_ref()?;
        if !stored.is_picture() {
            return Some(Self {
                id: ObjectId::from(record.id.0),
                hash: stored.hash,
                extension: "",
            });
        }
        let info = content::info(stored).ok()?;
        Some(Self {
            id: content::object(record.id, record.source.as_deref(), &info),
            hash: stored.hash,
            extension: info.format.extension(),
        })
    }
}

impl ArchiveFiles {
    pub(super) fn new(context: &Arc<Context>, client: Client) -> Self {
        Self {
            context: Arc::clone(context),
            client,
        }
    }

    /// Runs `write` in the work pool for documents.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let written = self.context.documents.run(self.client, 1, write).await?;
        written.map_err(Error::internal)
    }

    /// Adds a stored picture to an archive. One that is gone from the store is left out.
    pub(super) async fn add_picture(
        &self,
        object: &StoredObject,
        path: String,
        mut writer: ArchiveWriter,
    ) -> Result<ArchiveWriter, Error> {
        match self.context.ingest.store.get(object.id).await {
            Ok(bytes) => {
                let add = move || writer.picture(&path, &bytes).map(|()| writer);
                self.write(add).await
            }
            Err(StoreError::NotFound) => {
                tracing::warn!("a picture is not in the picture store");
                Ok(writer)
            }
            Err(error) => Err(Error::Unavailable(error.into())),
        }
    }
}

impl TripArchive {
    /// A digest of all that the archive holds. This takes long for a large trip: run it in the
    /// work pool for documents.
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

    /// Adds the documents to an archive, in a folder. This takes long for a large trip: run it in
    /// the work pool for documents.
    pub(super) fn write_documents(
        &self,
        folder: &str,
        writer: &mut ArchiveWriter,
    ) -> io::Result<()> {
        writer.trip(folder, &self.head)
    }

    /// Adds the picture at a place to an archive, in a folder. Returns whether there is one.
    pub(super) async fn write_picture(
        &self,
        place: usize,
        folder: &str,
        writer: ArchiveWriter,
    ) -> Result<(bool, ArchiveWriter), Error> {
        let Some(entry) = self.head.pictures.get(place) else {
            return Ok((false, writer));
        };
        let writer = match self.objects.get(&entry.id) {
            Some(object) => {
                let path = format!("{folder}{}", entry.path);
                self.files.add_picture(object, path, writer).await?
            }
            None => writer,
        };
        Ok((true, writer))
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
        let files = self.archive.files.clone();
        let (is_more, mut writer) = match self.writer.take() {
            Some(writer) => self.archive.write_picture(self.next, "", writer).await?,
            None => {
                let begin = move || Ok((ArchiveWriter::new(&self.archive.head)?, self));
                let (mut writer, begun) = files.write(begin).await?;
                let piece = writer.take();
                let writer = Some(writer);
                return Ok((piece.into(), Some(Self { writer, ..begun })));
            }
        };
        if is_more {
            self.next += 1;
            let piece = writer.take();
            self.writer = Some(writer);
            return Ok((piece.into(), Some(self)));
        }
        let end = files.write(move || writer.finish()).await?;
        Ok((end.into(), None))
    }
}

//! Imports: a file becomes a new trip of the caller, all of it or nothing (interface: "Imports").

use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use wayfare_domain::trip::edit::EditContext;
use wayfare_domain::trip::import::{ImportedContent, TripImport};
use wayfare_domain::trip::place::PLACE_RULES;
use wayfare_domain::trip::{NewFile, TripFile};
use wayfare_domain::{Date, Gallery, Name, Notes, Path, People, Reason, Trip, TripId, Violations};
use wayfare_formats::{ImportError, ImportFormat, ImportedTrip, Limits, Zone};
use wayfare_pictures::ReceivedFile;
use wayfare_storage::{PictureChanges, PictureOwner, Repositories};

use super::imported::{Imported, place_warnings};
use crate::error::PictureFault;
use crate::pictures::files::StoredPicture;
use crate::pictures::{Upload, UploadedPicture};
use crate::runtime::detached::run_detached;
use crate::runtime::random;
use crate::trips::notes::clean_in_pool;
use crate::trips::{Trips, creator};
use crate::{Caller, Error, KeyClaim};

/// The part of the form that holds the file.
const PART: &str = "file";
/// The most bytes of several trips of one file, as they are stored: others' edits wait for them.
const MAX_SEVERAL: usize = 8 << 20;
/// The largest picture of an archive, in bytes.
const MAX_PICTURE: u64 = 20 << 20;

/// A file to import.
pub struct ImportFile {
    /// The upload that brought it.
    pub upload: Upload,
    /// The file.
    pub source: ImportSource,
    /// How large it may be unpacked.
    pub limits: Limits,
    /// The idempotency key of the request; a preview needs none.
    pub key: Option<KeyClaim>,
}

/// Where a file is.
pub enum ImportSource {
    /// It was received, perhaps with a name for a trip that has none.
    Received(ReceivedFile, Option<Name>),
    /// It is the operator's.
    Path(PathBuf),
    /// It was kept of a message.
    Kept(Bytes),
}

/// What a file is read from.
pub(super) trait ImportReader: Read + Seek {}

impl<T: Read + Seek> ImportReader for T {}

impl ImportSource {
    pub(super) fn open(&self) -> Result<Box<dyn ImportReader + '_>, Error> {
        let opened = match self {
            Self::Received(file, _) => file.open(),
            Self::Path(path) => File::open(path),
            Self::Kept(bytes) => return Ok(Box::new(Cursor::new(bytes))),
        };
        let opened = opened.map_err(|error| Error::Unavailable(error.into()));
        Ok(Box::new(opened?))
    }
}

impl Trips {
    /// Makes a new private trip of the caller from each trip that a file holds, or only tells what
    /// they would be.
    ///
    /// # Errors
    /// As [`Trips::authorize_creation`], [`Error::Invalid`] and [`Error::Picture`] for the file,
    /// [`Error::FileTooLarge`], [`Error::TooManyTrips`], [`Error::TripTooLarge`],
    /// [`Error::AccountFull`], [`Error::PictureQuota`];
    /// [`Error::AlreadyDone`] for [`Trips::read_import`],
    /// [`Error::KeyReused`], [`Error::KeyInUse`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn import(
        &self,
        caller: Caller,
        mut file: ImportFile,
        is_preview: bool,
    ) -> Result<Imported, Error> {
        let trips = self.clone();
        // A preview makes nothing.
        file.key = file.key.filter(|_| !is_preview);
        let key = file.key.clone();
        // It ends even if the client goes away, so that no picture is left without a trip.
        run_detached(async move {
            let mut format = None;
            let import = trips.import_file(caller, file, is_preview, &mut format);
            let result = trips.context.once(caller, key.as_ref(), import).await;
            trips.context.count_import(format, is_preview, &result);
            result
        })
        .await
    }

    /// Tells what an earlier request has imported, by the id of [`Error::AlreadyDone`], as it is
    /// now.
    ///
    /// # Errors
    /// As [`Trips::read_made`].
    pub async fn read_import(&self, caller: Caller, id: &str) -> Result<Imported, Error> {
        let mut words = id.split(' ');
        let (id, format) = words.next().zip(words.next()).ok_or(Error::Gone)?;
        let first = self.read_made(caller, id).await?.trip;
        let mut trips = vec![first];
        for id in words {
            match self.read_made(caller, id).await {
                Ok(view) => trips.push(view.trip),
                Err(Error::Gone) => {}
                Err(error) => return Err(error),
            }
        }
        let sum = |count: fn(&Trip) -> usize| trips.iter().map(|trip| count(trip)).sum();
        Ok(Imported {
            trip: trips.first().map(|trip| trip.id),
            trips: trips.iter().map(|trip| trip.id).collect(),
            format: format.to_owned(),
            items: sum(|trip| trip.itinerary.len()),
            places: sum(wayfare_formats::number_of_places),
            tracks: sum(|trip| trip.map.tracks.len()),
            pictures: sum(|trip| {
                trip.gallery.photos.len() + usize::from(trip.gallery.main.is_some())
            }),
            warnings: Vec::new(),
            is_of_costs: false,
            changes: Vec::new(),
            preview: Vec::new(),
        })
    }

    async fn import_file(
        &self,
        caller: Caller,
        file: ImportFile,
        is_preview: bool,
        format: &mut Option<ImportFormat>,
    ) -> Result<Imported, Error> {
        let ImportFile {
            mut upload,
            source,
            limits,
            key,
        } = file;
        let source = Arc::new(source);
        let today = Date::from(self.context.now()).into();
        let mut first = self.read_file(caller, &source, limits, today).await?;
        *format = Some(first.format);
        let mut result = Imported::of(first.format);
        let mut room = self.context.picture_room(caller).await?;
        let (mut trips, others) = (Vec::new(), std::mem::take(&mut first.others));
        for imported in std::iter::once(first).chain(others) {
            let prepare = self.prepare(caller, &mut upload, &source, limits, imported, &mut room);
            let (imported, pictures) = prepare.await?;
            trips.push(self.make(caller, imported, pictures, &mut result).await?);
        }
        let key = key.map(|key| (key, result.format.clone()));
        if is_preview {
            result.preview = trips.iter().map(|(trip, _)| Arc::clone(trip)).collect();
        }
        let saved = self.insert_imports(caller, trips, is_preview, key).await;
        match &saved {
            Ok(made) if !is_preview => {
                result.trip = made.first().copied();
                result.trips.clone_from(made);
                upload.keep();
            }
            // It may have been committed. If not, the sweep finds the pictures.
            Err(Error::Unavailable(_) | Error::Internal(_)) if !is_preview => upload.keep(),
            _ => upload.undo().await,
        }
        saved.map(|_| result)
    }

    /// Makes a trip that was read, and adds it to what the import made. Returns it with its
    /// pictures.
    async fn make(
        &self,
        caller: Caller,
        imported: ImportedTrip,
        pictures: Vec<UploadedPicture>,
        result: &mut Imported,
    ) -> Result<(Arc<Trip>, PictureChanges), Error> {
        let context = &self.context;
        let import = self.build(caller, imported.content).await?;
        let files: Vec<_> = import.files.iter().map(StoredPicture::of_file).collect();
        result.is_of_costs |= import.is_of_costs;
        result.warn(imported.warnings);
        // An archive has the places of its trip.
        let mut trip = if import.trip.plan.place_rules == PLACE_RULES {
            import.trip
        } else {
            let look_up = context.look_up_places(caller.client(), &import.trip, None, false);
            let answers = look_up.await;
            let before = import.trip.clone();
            let trip = import.locate(&|query| answers.get(query).cloned(), &Zone::same_hour);
            result.warn(place_warnings(&before, &trip));
            trip
        };
        result.items += trip.itinerary.len();
        result.places += wayfare_formats::number_of_places(&trip);
        result.tracks += trip.map.tracks.len();
        result.pictures += pictures.len();
        let sources = imported.main_picture.iter().chain(&imported.photos);
        let captions = sources.zip(&pictures).filter_map(|(source, picture)| {
            let caption = &source.caption;
            (!caption.is_empty()).then(|| (picture.id(), caption.clone()))
        });
        let captions = captions.collect();
        let mut ids = pictures.iter().map(UploadedPicture::id);
        trip.gallery = Gallery {
            main: imported.main_picture.as_ref().and_then(|_| ids.next()),
            photos: ids.collect(),
            captions,
        };
        let owner = PictureOwner::Trip(trip.id);
        let records = pictures
            .iter()
            .map(|picture| picture.record(owner, trip.created_at));
        let files = files.iter().map(|file| file.record(owner, trip.created_at));
        let changes = PictureChanges {
            added: records.chain(files).collect(),
            removed: Vec::new(),
        };
        Ok((Arc::new(trip), changes))
    }

    /// Cleans the notes of a trip that was read, dates it in its zone, and stores its pictures for
    /// the upload: as far as there is `room` for their bytes, and those of other services' files as
    /// far as they can be read.
    pub(super) async fn prepare(
        &self,
        caller: Caller,
        upload: &mut Upload,
        source: &Arc<ImportSource>,
        limits: Limits,
        mut imported: ImportedTrip,
        room: &mut u64,
    ) -> Result<(ImportedTrip, Vec<UploadedPicture>), Error> {
        let context = &self.context;
        let zone = match imported.dated_at {
            Some(at) => context.zone_of(caller.client(), at).await?,
            None => None,
        };
        let content = &mut imported.content;
        if let Some(zone) = zone {
            content.set_zone_of_dates(zone, &Zone::same_hour);
        }
        let notes = std::mem::replace(&mut content.map.notes, Notes::EMPTY);
        let notes = clean_in_pool(caller.client(), notes, &context.cleaning).await?;
        content.map.notes = notes.map_err(|reason| refused(&reason))?;
        let (mut pictures, mut unreadable, mut large) = (Vec::new(), 0, 0);
        let main = imported.main_picture.take();
        let has_main = main.is_some();
        let photos = std::mem::take(&mut imported.photos);
        for (place, picture) in main.into_iter().chain(photos).enumerate() {
            let (file, wanted) = (Arc::clone(source), picture.clone());
            let read = move || -> Result<Bytes, Error> {
                let file = file.open()?;
                Ok(wayfare_formats::read_picture(file, limits, &wanted, MAX_PICTURE)?.into())
            };
            let stored = match context.imports.run(caller.client(), 1, read).await? {
                Ok(bytes) => upload.store_archived(bytes).await.map_err(damaged),
                Err(error) => Err(error),
            };
            match stored {
                Ok(stored) if stored.bytes() > *room => {
                    upload.discard(stored).await;
                    large += 1;
                    continue;
                }
                Ok(stored) => {
                    *room -= stored.bytes();
                    pictures.push(stored);
                }
                Err(Error::Invalid(_) | Error::Picture { .. } | Error::FileTooLarge { .. })
                    if imported.format != ImportFormat::Zip =>
                {
                    unreadable += 1;
                    continue;
                }
                Err(error) => return Err(error),
            }
            match place {
                0 if has_main => imported.main_picture = Some(picture),
                _ => imported.photos.push(picture),
            }
        }
        let unreadable =
            (unreadable > 0).then(|| format!("pictures left out that can't be read: {unreadable}"));
        let large = (large > 0)
            .then(|| format!("pictures left out, because the account has no room: {large}"));
        imported
            .warnings
            .extend(unreadable.into_iter().chain(large));
        self.store_files(caller, upload, source, limits, &mut imported, room)
            .await?;
        Ok((imported, pictures))
    }

    /// Stores the files that come with a trip that was read, as far as there is `room` for their
    /// bytes and they can be read.
    async fn store_files(
        &self,
        caller: Caller,
        upload: &mut Upload,
        source: &Arc<ImportSource>,
        limits: Limits,
        imported: &mut ImportedTrip,
        room: &mut u64,
    ) -> Result<(), Error> {
        let (mut lost, mut left) = (0, Trip::MAX_FILE_BYTES);
        for attached in std::mem::take(&mut imported.files) {
            let (file, wanted) = (Arc::clone(source), attached.clone());
            let read = move || -> Result<Bytes, Error> {
                let file = file.open()?;
                Ok(wayfare_formats::read_attached(file, limits, &wanted, MAX_PICTURE)?.into())
            };
            let read = self.context.imports.run(caller.client(), 1, read).await?;
            let size = |bytes: &Bytes| u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            let has_room = |it: &Bytes| !it.is_empty() && size(it) <= left.min(*room);
            let Some(bytes) = read.ok().filter(has_room) else {
                lost += 1;
                continue;
            };
            *room -= size(&bytes);
            left -= size(&bytes);
            let stored = upload.store_attached(bytes).await?;
            imported.content.files.push(NewFile {
                name: TripFile::name_of(&attached.name),
                item: attached.item,
                ..stored
            });
        }
        let lost = (lost > 0).then(|| {
            format!(
                "files left out that can't be read, or that the account has no room for: {lost}"
            )
        });
        imported.warnings.extend(lost);
        Ok(())
    }

    /// Builds the trip in the work pool for imports.
    pub(super) async fn build(
        &self,
        caller: Caller,
        content: ImportedContent,
    ) -> Result<TripImport, Error> {
        self.context.fresh_rates().await?;
        let context = Arc::clone(&self.context);
        let find = move |data: &mut dyn Repositories| caller.check(data.users().find(caller.user)?);
        let owner = self.context.executor.read(caller.client(), find).await?;
        let build = move || {
            let people = People::new(vec![creator(owner)]);
            let now = context.now();
            let rates = context.rates.known();
            let mut edit = EditContext {
                by: caller.user,
                now,
                find_user: &|reference| people.resolve(reference),
                mint: &mut random::id,
                default_currency: context.policy.default_currency,
                rates: &rates,
                has_same_mentions: false,
                places: &|_| None,
                wall_clock: &Zone::same_hour,
            };
            let id = TripId(context.ids.ordered(now));
            Trip::import(id, content, &mut edit).map_err(|violations| refused_by(&violations))
        };
        let imports = &self.context.imports;
        imports.run(caller.client(), 1, build).await?
    }

    /// Saves trips with their pictures, all or none; of a preview, everything but the end of that.
    async fn insert_imports(
        &self,
        caller: Caller,
        trips: Vec<(Arc<Trip>, PictureChanges)>,
        is_preview: bool,
        key: Option<(KeyClaim, String)>,
    ) -> Result<Vec<TripId>, Error> {
        let context = Arc::clone(&self.context);
        let save = move |data: &mut dyn Repositories| {
            caller.check(data.users().lock(caller.user)?)?;
            caller.check_creation()?;
            let ids: Vec<TripId> = trips.iter().map(|(trip, _)| trip.id).collect();
            if let Some((key, format)) = &key {
                context.use_key(data, caller, Some(key), || made(&ids, format))?;
            }
            let mut written = 0;
            for (trip, changes) in &trips {
                context.check_trip_limit(data, caller.user)?;
                context.check_picture_quota(data, caller.user, changes)?;
                written += data.trips().insert(trip)?.total();
                if trips.len() > 1 && written > MAX_SEVERAL {
                    let reason = "holds trips of more than 8 MiB in all; import them one by one";
                    return Err(Error::FileTooLarge {
                        reason: reason.to_owned(),
                    });
                }
                data.pictures().insert(&changes.added)?;
            }
            context.check_account_bytes(data, caller.user, 0)?;
            Ok::<_, Error>(ids)
        };
        let executor = &self.context.executor;
        if is_preview {
            return executor.rehearse(caller.client(), save).await;
        }
        executor.write(caller.client(), save).await
    }
}

/// What is recorded of an import with a key: the first trip, the format, and the other trips.
fn made(ids: &[TripId], format: &str) -> String {
    let mut ids = ids.iter().map(TripId::to_string);
    let first = ids.next().unwrap_or_default();
    let words = [first, format.to_owned()].into_iter().chain(ids);
    words.collect::<Vec<_>>().join(" ")
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Malformed(reason) | ImportError::Unread(reason) => {
                refused(&Reason::new(reason))
            }
            ImportError::TooLarge(reason) => Self::FileTooLarge { reason },
        }
    }
}

/// The error of a file that is refused for its content: the first violation.
pub(super) fn refused_by(violations: &Violations) -> Error {
    let first = violations.iter().next();
    let text = first.map(|found| format!("{} {}", found.path, found.reason));
    let text = text.unwrap_or_default();
    refused(&Reason::new(format!(
        "the file holds what a trip can't: {text}"
    )))
}

/// The error of a file that is refused.
fn refused(reason: &Reason) -> Error {
    let mut violations = Violations::new();
    violations.add(Path::root().field(PART), reason.clone());
    Error::Invalid(violations)
}

/// The error of a picture of an archive, which is damaged if it can't be read as one.
fn damaged(error: Error) -> Error {
    match error {
        Error::Picture {
            fault: PictureFault::UnsupportedType | PictureFault::Heif | PictureFault::Unreadable,
            ..
        } => refused(&Reason::new("has a damaged picture")),
        error => error.at(Path::root().field(PART)),
    }
}

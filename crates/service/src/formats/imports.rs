//! Imports: a file becomes a new trip of the caller, all of it or nothing (interface: "Imports").

use std::collections::HashSet;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use wayfare_domain::trip::Destination;
use wayfare_domain::trip::import::ImportedContent;
use wayfare_domain::trip::patch::EditContext;
use wayfare_domain::trip::place::PlaceQuery;
use wayfare_domain::{Gallery, Notes, Path, People, Reason, Trip, TripId, Violations};
use wayfare_formats::{ImportError, ImportFormat, ImportedTrip, Limits};
use wayfare_pictures::ReceivedFile;
use wayfare_storage::{PictureChanges, PictureOwner, Repositories};

use crate::context::Context;
use crate::error::PictureFault;
use crate::formats::exports::PlaceIndex;
use crate::pictures::{Upload, UploadedPicture};
use crate::runtime::detached::run_detached;
use crate::runtime::random;
use crate::trips::notes::CleanNotes;
use crate::trips::{Trips, creator};
use crate::{Caller, Error};

/// The part of the form that holds the file.
const PART: &str = "file";
/// The largest picture of an archive, in bytes.
const MAX_PICTURE: u64 = 20 << 20;

/// What an import made of a file.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The new trip; `None` for a preview.
    pub trip: Option<TripId>,
    /// The name of the format.
    pub format: &'static str,
    /// How many items its itinerary has.
    pub items: usize,
    /// How many places it has.
    pub places: usize,
    /// How many pictures it has.
    pub pictures: usize,
    /// What was dropped or is doubtful.
    pub warnings: Vec<String>,
}

/// A file to import.
pub struct ImportFile {
    /// The upload that brought it.
    pub upload: Upload,
    /// The file.
    pub source: ImportSource,
    /// How large it may be unpacked.
    pub limits: Limits,
}

/// Where a file is.
pub enum ImportSource {
    /// It was received.
    Received(ReceivedFile),
    /// It is the operator's.
    Path(PathBuf),
}

impl ImportSource {
    fn open(&self) -> Result<File, Error> {
        let opened = match self {
            Self::Received(file) => file.open(),
            Self::Path(path) => File::open(path),
        };
        opened.map_err(|error| Error::Unavailable(error.into()))
    }
}

impl Trips {
    /// Makes a new private trip of the caller from a file, or only tells what it would be.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::Invalid`] and [`Error::Picture`] for the file,
    /// [`Error::FileTooLarge`], [`Error::TooManyTrips`], [`Error::TripTooLarge`],
    /// [`Error::PictureQuota`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn import(
        &self,
        caller: Caller,
        file: ImportFile,
        is_preview: bool,
    ) -> Result<Imported, Error> {
        let trips = self.clone();
        // It ends even if the client goes away, so that no picture is left without a trip.
        run_detached(async move {
            let mut format = None;
            let result = trips
                .import_file(caller, file, is_preview, &mut format)
                .await;
            let outcome = match &result {
                Ok(_) if is_preview => "previewed",
                Ok(_) => "kept",
                Err(Error::Busy | Error::Unavailable(_) | Error::Full(_) | Error::Internal(_)) => {
                    "failed"
                }
                Err(_) => "refused",
            };
            let format = format.map_or("unknown", ImportFormat::as_str);
            trips.context.metrics.imported(format, outcome);
            result
        })
        .await
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
        } = file;
        let context = &self.context;
        let source = Arc::new(source);
        let file = Arc::clone(&source);
        let read = move || {
            wayfare_formats::read(file.open()?, limits, &mut random::id).map_err(Error::from)
        };
        let imported = context.documents.run(caller.client(), 1, read).await??;
        *format = Some(imported.format);
        let mut imported = context.find_places(caller, imported).await?;
        let content = &mut imported.content;
        let notes = std::mem::replace(&mut content.map.notes, Notes::EMPTY);
        let notes = CleanNotes::new(caller.client(), notes, &context.cleaning).await?;
        content.map.notes = notes
            .over(&Notes::EMPTY)
            .map_err(|reason| refused(&reason))?;
        let mut pictures = Vec::new();
        for picture in imported.main_picture.iter().chain(&imported.photos) {
            let (source, picture) = (Arc::clone(&source), picture.clone());
            let read = move || -> Result<Bytes, Error> {
                let file = source.open()?;
                Ok(wayfare_formats::read_picture(file, limits, &picture, MAX_PICTURE)?.into())
            };
            let bytes = context.documents.run(caller.client(), 1, read).await??;
            pictures.push(upload.store_archived(bytes).await.map_err(damaged)?);
        }
        let mut trip = self.build(caller, imported.content).await?;
        let mut result = Imported {
            trip: None,
            format: imported.format.as_str(),
            items: trip.itinerary.len(),
            places: wayfare_formats::number_of_places(&trip),
            pictures: pictures.len(),
            warnings: imported.warnings,
        };
        let mut ids = pictures.iter().map(UploadedPicture::id);
        trip.gallery = Gallery {
            main: imported.main_picture.as_ref().and_then(|_| ids.next()),
            photos: ids.collect(),
        };
        let saved = self
            .save_import(caller, pictures, Arc::new(trip), is_preview)
            .await;
        match saved {
            Ok(trip) if !is_preview => {
                result.trip = Some(trip);
                upload.keep();
            }
            // It may have been committed. If not, the sweep finds the pictures.
            Err(Error::Unavailable(_) | Error::Internal(_)) if !is_preview => upload.keep(),
            _ => upload.undo().await,
        }
        saved.map(|_| result)
    }

    /// Builds the trip in the work pool for documents.
    async fn build(&self, caller: Caller, content: ImportedContent) -> Result<Trip, Error> {
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
                places: &|_| None,
            };
            let id = TripId(context.ids.ordered(now));
            Trip::import(id, content, &mut edit).map_err(|violations| {
                let first = violations.iter().next();
                let text = first.map(|found| format!("{} {}", found.path, found.reason));
                refused(&Reason::new(text.unwrap_or_default()))
            })
        };
        let documents = &self.context.documents;
        documents.run(caller.client(), 1, build).await?
    }

    /// Saves the trip with its pictures; of a preview, everything but the end of that.
    async fn save_import(
        &self,
        caller: Caller,
        pictures: Vec<UploadedPicture>,
        trip: Arc<Trip>,
        is_preview: bool,
    ) -> Result<TripId, Error> {
        let owner = PictureOwner::Trip(trip.id);
        let records = pictures
            .iter()
            .map(|picture| picture.record(owner, trip.created_at));
        let changes = PictureChanges {
            added: records.collect(),
            removed: Vec::new(),
        };
        let context = Arc::clone(&self.context);
        let save = move |data: &mut dyn Repositories| {
            caller.check(data.users().lock(caller.user)?)?;
            context.check_trip_limit(data, caller.user)?;
            context.check_picture_quota(data, caller.user, &changes)?;
            data.trips().insert(&trip)?;
            data.pictures().insert(&changes.added)?;
            Ok::<_, Error>(trip.id)
        };
        let executor = &self.context.executor;
        if is_preview {
            return executor.rehearse(caller.client(), save).await;
        }
        executor.write(caller.client(), save).await
    }
}

impl Context {
    /// Finds the coordinates and time zones of imported places. An archive has its own.
    async fn find_places(
        &self,
        caller: Caller,
        mut imported: ImportedTrip,
    ) -> Result<ImportedTrip, Error> {
        let places = self.places.as_ref();
        let Some(places) = places.filter(|_| imported.format != ImportFormat::Zip) else {
            return Ok(imported);
        };
        let query = |place: &Destination| {
            let is_unlocated = place.coordinates.is_none() && !place.name.is_empty();
            is_unlocated.then(|| PlaceQuery {
                name: place.name.clone(),
                location: place.location.clone(),
            })
        };
        let queries = imported.content.destinations_mut();
        let queries: HashSet<PlaceQuery> = queries.filter_map(|place| query(place)).collect();
        let mut queries = Vec::from_iter(queries);
        queries
            .sort_by(|one, other| (&one.name, &one.location).cmp(&(&other.name, &other.location)));
        let found = places.of_destinations(caller.client(), queries).await;
        let (mut located, mut lost) = (0, 0);
        for place in imported.content.destinations_mut() {
            match query(place).map(|query| found.get(&query)) {
                Some(Some(found)) => {
                    place.coordinates = Some(found.coordinates);
                    let zone = place.time_zone.take();
                    place.time_zone = zone.or_else(|| found.time_zone.clone());
                    located += 1;
                }
                Some(None) => lost += 1,
                None => {}
            }
        }
        let located = (located, "located by name, without coordinates in the file");
        for (number, what) in [located, (lost, "places that were not found")] {
            if number > 0 {
                imported.warnings.push(format!("{what}: {number}"));
            }
        }
        let Some(offline) = places.offline() else {
            return Ok(imported);
        };
        // The time zones at the coordinates of the file.
        let find_zones = move || {
            let mut index = PlaceIndex::new(offline.as_ref());
            for place in imported.content.destinations_mut() {
                index.find_zone(place);
            }
            imported
        };
        Ok(self.documents.run(caller.client(), 1, find_zones).await?)
    }
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Malformed(reason) => refused(&Reason::new(reason)),
            ImportError::TooLarge(reason) => Self::FileTooLarge { reason },
        }
    }
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

//! The pictures of a trip after an edit.

use std::collections::HashSet;

use wayfare_domain::trip::{Edit, FilePatch, NewFile};
use wayfare_domain::{Instant, Path, PictureId, Reason, Trip, Violations};
use wayfare_storage::{Picture, PictureOwner, Repositories};

use super::PreparedEdit;
use crate::Error;
use crate::pictures::files::{PictureUpdate, StoredPicture};

/// A change of a trip's photos.
#[derive(Clone)]
pub(crate) enum PhotosUpdate {
    /// Replaces all of them.
    Replace(Vec<StoredPicture>),
    /// Adds these after the present ones. One with the content of a present one is not added.
    Add(Vec<StoredPicture>),
    /// Adds one after the present ones, whatever its content.
    Append(StoredPicture),
    /// Removes these, the main picture too.
    Remove(Vec<PictureId>),
}

impl PhotosUpdate {
    /// The pictures that were stored for it.
    fn stored(&self) -> &[StoredPicture] {
        match self {
            Self::Replace(photos) | Self::Add(photos) => photos,
            Self::Append(photo) => std::slice::from_ref(photo),
            Self::Remove(_) => &[],
        }
    }
}

/// The pictures of a trip after an edit.
#[derive(Default)]
pub(super) struct NewPictures {
    pub(super) main: Option<Option<PictureId>>,
    pub(super) photos: Option<Vec<PictureId>>,
    /// The records of those that are new.
    pub(super) records: Vec<Picture>,
    pub(super) violations: Violations,
}

impl PreparedEdit {
    pub(super) fn find_new_pictures(
        &self,
        data: &mut dyn Repositories,
        before: &Trip,
        now: Instant,
    ) -> Result<NewPictures, Error> {
        let owner = PictureOwner::Trip(before.id);
        let update = self.main_picture.as_ref();
        let needs_records =
            update.is_some_and(PictureUpdate::needs_records) || self.photos.is_some();
        let records = if needs_records {
            data.pictures().find_by_owner(owner)?
        } else {
            Vec::new()
        };
        let mut pictures = NewPictures::default();
        for edit in &self.edits {
            let files = match edit {
                Edit::File(FilePatch::Add(file)) => vec![file],
                Edit::Import(import) => before.new_files(import).collect(),
                _ => continue,
            };
            let files = files.into_iter().map(StoredPicture::of_file);
            pictures
                .records
                .extend(files.map(|file| file.record(owner, now)));
        }
        if let Some(update) = update {
            let resolved = update.resolve(&records, owner, before.gallery.main, now);
            let replacement = pictures
                .violations
                .take(&main_picture_path(), resolved)
                .flatten();
            if let Some(replacement) = replacement {
                pictures.main = Some(replacement.picture);
                pictures.records.extend(replacement.new);
            }
        }
        if let Some(update) = &self.photos {
            self.update_photos(update, &records, before, now, &mut pictures);
        }
        Ok(pictures)
    }

    /// Applies a change of the photos. A photo with the content of a present one is that photo.
    fn update_photos(
        &self,
        update: &PhotosUpdate,
        records: &[Picture],
        before: &Trip,
        now: Instant,
        pictures: &mut NewPictures,
    ) {
        let owner = PictureOwner::Trip(before.id);
        let present = &before.gallery.photos;
        let mut photos: Vec<PictureId> = match update {
            PhotosUpdate::Replace(_) => Vec::new(),
            PhotosUpdate::Add(_) | PhotosUpdate::Append(_) => present.clone(),
            PhotosUpdate::Remove(removed) => {
                let is_removed = |id: &PictureId| removed.contains(id);
                if before.gallery.main.as_ref().is_some_and(is_removed) {
                    pictures.main = Some(None);
                }
                present
                    .iter()
                    .copied()
                    .filter(|id| !is_removed(id))
                    .collect()
            }
        };
        let keeps_same = !matches!(update, PhotosUpdate::Append(_));
        let mut same: Vec<&Picture> = present
            .iter()
            .filter(|_| keeps_same)
            .filter_map(|id| records.iter().find(|record| record.id == *id))
            .collect();
        for photo in update.stored() {
            let index = same.iter().position(|record| photo.has_content_of(record));
            let known = index.map(|index| same.remove(index).id);
            let id = known.unwrap_or_else(|| {
                pictures.records.push(photo.record(owner, now));
                photo.id
            });
            if known.is_none() || !photos.contains(&id) {
                photos.push(id);
            }
        }
        if photos.len() > Trip::MAX_PHOTOS {
            let reason = format!("must have at most {} photos", Trip::MAX_PHOTOS);
            let path = Path::root().field("photos");
            pictures.violations.add(path, Reason::new(reason));
        }
        pictures.photos = Some(photos);
    }

    /// The files that it may add.
    pub(super) fn sent_files(&self) -> impl Iterator<Item = &NewFile> {
        self.edits.iter().flat_map(|edit| match edit {
            Edit::File(FilePatch::Add(file)) => std::slice::from_ref(file),
            Edit::Import(import) => import.files.as_slice(),
            _ => &[],
        })
    }

    /// The pictures and files that were stored for this edit.
    pub(crate) fn stored_pictures(&self) -> Vec<PictureId> {
        let files = self.sent_files().map(|file| file.id);
        let main = self.main_picture.as_ref().and_then(PictureUpdate::stored);
        let photos = self.photos.iter().flat_map(PhotosUpdate::stored);
        let photos = photos.map(|photo| photo.id);
        main.into_iter().chain(photos).chain(files).collect()
    }
}

pub(super) fn main_picture_path() -> Path {
    Path::root().field("main_picture")
}

/// The pictures and files of a trip.
pub(crate) fn pictures_of(trip: &Trip) -> HashSet<PictureId> {
    trip.objects().collect()
}

/// The pictures and files that only `before` has.
pub(crate) fn pictures_gone(before: &Trip, after: &Trip) -> Vec<PictureId> {
    pictures_of(before)
        .difference(&pictures_of(after))
        .copied()
        .collect()
}

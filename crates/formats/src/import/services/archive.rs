//! The documents and pictures of an archive.

use std::collections::HashSet;
use std::io::{Read, Seek};

use serde::de::DeserializeOwned;
use wayfare_domain::{ShortText, Trip};

use crate::archive::read::document;
use crate::archive::zip_file::Unpacked;
use crate::import::draft::Draft;
use crate::import::{ImportError, ImportedPicture, ImportedTrip};

/// The most bytes that the JSON documents of an archive have together.
pub(super) const MAX_JSON: u64 = 50 << 20;

/// An archive of a service.
pub(super) struct Archive<R> {
    unpacked: Unpacked<R>,
    files: HashSet<String>,
    /// The bytes of JSON that may yet be read.
    left: u64,
}

impl<R: Read + Seek> Archive<R> {
    pub(super) fn new(unpacked: Unpacked<R>) -> Self {
        Self {
            files: unpacked.names().iter().cloned().collect(),
            unpacked,
            left: MAX_JSON,
        }
    }

    /// Its files, in their order.
    pub(super) fn names(&self) -> &[String] {
        self.unpacked.names()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.files.contains(name)
    }

    /// Reads a JSON document.
    ///
    /// # Errors
    /// It is not there, malformed or too large.
    pub(super) fn document<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, ImportError> {
        let size = self.unpacked.size_of(name)?;
        let most = self.left;
        self.left = most.saturating_sub(size);
        document(&mut self.unpacked, name, most)
    }
}

/// The pictures of a trip.
#[derive(Debug, Default)]
pub(super) struct Album {
    main: Option<ImportedPicture>,
    /// Each with its place among those of its item.
    photos: Vec<(usize, ImportedPicture)>,
    known: HashSet<String>,
}

impl Album {
    /// Adds a picture: the `place`th of something of that name. One that is there already is not
    /// added again.
    pub(super) fn add(&mut self, place: usize, path: String, name: &str) {
        if self.known.insert(path.clone()) {
            let caption = ShortText::cut(name.trim());
            self.photos.push((place, ImportedPicture { path, caption }));
        }
    }

    /// Makes a picture the main one.
    pub(super) fn set_main(&mut self, path: String) {
        self.photos.retain(|(_, photo)| photo.path != path);
        self.known.insert(path.clone());
        let caption = ShortText::default();
        self.main = Some(ImportedPicture { path, caption });
    }

    /// Makes the photo of that file name the main picture, else the first one.
    pub(super) fn choose_main(&mut self, file: &str) {
        let mut photos = self.photos.iter().map(|(_, photo)| &photo.path);
        let found = photos.find(|path| path.rsplit('/').next() == Some(file));
        let path = found.or(self.photos.first().map(|(_, photo)| &photo.path));
        if let Some(path) = path.cloned() {
            self.set_main(path);
        }
    }

    /// As many pictures as a trip may have, the first ones of each item before the second ones.
    pub(super) fn put_into(mut self, trip: &mut ImportedTrip) {
        let most = Trip::MAX_PHOTOS;
        if self.photos.len() > most {
            let mut places: Vec<usize> = self.photos.iter().map(|(place, _)| *place).collect();
            places.sort_unstable();
            let last = places.get(most - 1).copied().unwrap_or_default();
            let mut at_last = most - places.iter().take_while(|place| **place < last).count();
            self.photos.retain(|(place, _)| {
                let is_kept = *place < last || *place == last && at_last > 0;
                at_last -= usize::from(is_kept && *place == last);
                is_kept
            });
            trip.warnings.push(format!(
                "a trip has at most {most} photos: the others are left out"
            ));
        }
        trip.main_picture = self.main;
        trip.photos = self.photos.into_iter().map(|(_, photo)| photo).collect();
    }
}

/// Warns of a picture that is not in the archive; returns its path if it is.
pub(super) fn picture<R: Read + Seek>(
    archive: &Archive<R>,
    draft: &mut Draft<'_>,
    file: &str,
) -> Option<String> {
    let path = format!("images/{}", file.rsplit('/').next().unwrap_or(file));
    if archive.has(&path) {
        return Some(path);
    }
    draft.warn("a picture is missing");
    None
}

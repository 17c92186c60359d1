//! Picture ids, and the gallery of a trip.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Path, PictureId, ShortText, Trip, Violations};

/// The pictures of a trip.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Gallery {
    /// The main picture; `None` means the default one.
    pub main: Option<PictureId>,
    /// Photos, in order.
    pub photos: Vec<PictureId>,
    /// The captions of those pictures that have one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub captions: BTreeMap<PictureId, ShortText>,
}

/// A change of one picture of a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PicturePatch {
    /// Changes what is sent of a picture.
    Change(PictureId, PictureChange),
    /// Removes it.
    Remove(PictureId),
}

/// What is sent of a picture: fields that are `None` stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureChange {
    /// Its caption; empty for none.
    pub caption: Option<ShortText>,
    /// Its place among [`Gallery::pictures`]; the end if it is beyond.
    pub index: Option<u32>,
    /// Whether it is the main picture.
    pub main: Option<bool>,
}

impl PicturePatch {
    /// The picture.
    pub fn target(&self) -> PictureId {
        match self {
            Self::Change(id, _) | Self::Remove(id) => *id,
        }
    }
}

impl Gallery {
    /// The pictures in order, the main one first.
    pub fn pictures(&self) -> impl Iterator<Item = PictureId> + Clone {
        self.main.iter().chain(&self.photos).copied()
    }

    /// The caption of a picture; empty if it has none.
    pub fn caption(&self, picture: PictureId) -> &str {
        self.captions.get(&picture).map_or("", ShortText::as_str)
    }

    /// Applies a change of one picture, which is one of these.
    ///
    /// # Errors
    /// Another place than the first for the main picture; too many photos.
    pub(crate) fn apply(&mut self, patch: PicturePatch) -> Result<(), Violations> {
        match patch {
            PicturePatch::Change(id, change) => self.change(id, change),
            PicturePatch::Remove(id) => {
                self.main = self.main.filter(|main| *main != id);
                self.photos.retain(|photo| *photo != id);
                Ok(())
            }
        }
    }

    fn change(&mut self, id: PictureId, change: PictureChange) -> Result<(), Violations> {
        let PictureChange {
            caption,
            index,
            main,
        } = change;
        let was_main = self.main == Some(id);
        let is_main = main.unwrap_or(was_main);
        if is_main && index.is_some_and(|index| index > 0) {
            let path = Path::root().field("index");
            return Err(Violations::at(path, "must be 0: the main picture is first"));
        }
        let place = self.photos.iter().position(|photo| *photo == id);
        self.photos.retain(|photo| *photo != id);
        if is_main {
            // The former main picture stays, as the first photo.
            if let Some(former) = self.main.replace(id).filter(|former| *former != id) {
                self.photos.insert(0, former);
            }
        } else {
            self.main = self.main.filter(|main| *main != id);
            let index = index.and_then(|index| usize::try_from(index).ok());
            let index = index.map(|index| index.saturating_sub(usize::from(self.main.is_some())));
            let place = index.or(place).unwrap_or(0).min(self.photos.len());
            self.photos.insert(place, id);
        }
        if self.photos.len() > Trip::MAX_PHOTOS {
            let reason = format!("leaves more than {} photos", Trip::MAX_PHOTOS);
            return Err(Violations::at(Path::root().field("main"), reason));
        }
        match caption {
            Some(caption) if caption.is_empty() => _ = self.captions.remove(&id),
            Some(caption) => _ = self.captions.insert(id, caption),
            None => {}
        }
        Ok(())
    }

    /// Drops the captions of pictures that are gone.
    pub(crate) fn drop_lost_captions(&mut self) {
        let mut captions = std::mem::take(&mut self.captions);
        captions.retain(|id, _| self.pictures().any(|picture| picture == *id));
        self.captions = captions;
    }
}

//! The keys of objects in the picture store.

use object_store::path::{Path, PathPart};
use uuid::Uuid;

use crate::ContentHash;

/// The folder of the store that holds all pictures.
pub(crate) const FOLDER: &str = "pictures";

/// The key of an object in the picture store.
///
/// An uploaded picture has an id of its own, which is its key. A remote picture may be fetched by
/// several servers at the same time: each writes its content under the hash of that content, so
/// that an object never changes, and the picture's record names the hash that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ObjectId {
    /// The picture's id.
    pub picture: Uuid,
    /// The hash of the content; only of a fetched picture.
    pub fetched: Option<ContentHash>,
}

impl From<Uuid> for ObjectId {
    fn from(picture: Uuid) -> Self {
        Self {
            picture,
            fetched: None,
        }
    }
}

impl ObjectId {
    /// `pictures/<id>`, or `pictures/<id>/<hash>`.
    pub(crate) fn path(&self) -> Path {
        let path = Path::from_iter([FOLDER, &self.picture.to_string()]);
        match &self.fetched {
            Some(hash) => path.join(hash.to_string()),
            None => path,
        }
    }

    /// Parses a path of the store. Returns `None` if it is not the path of a picture.
    pub(crate) fn from_path(path: &Path) -> Option<Self> {
        let text = |part: Option<PathPart<'_>>| part.map(|part| part.as_ref().to_owned());
        let mut parts = path.parts();
        let (_, picture) = (text(parts.next())?, text(parts.next())?);
        let (hash, rest) = (text(parts.next()), parts.next());
        let fetched = hash.map(|hash| hash.parse()).transpose().ok()?;
        let picture = picture.parse().ok()?;
        rest.is_none().then_some(Self { picture, fetched })
    }
}

#[cfg(test)]
mod tests;

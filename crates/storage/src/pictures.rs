//! The contract of the repository of pictures: what is known of them; their bytes are in the
//! picture store.

use wayfare_domain::{Instant, PictureId, TripId, UserId};

use crate::Result;

/// What a picture hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureOwner {
    /// A picture of a trip.
    Trip(TripId),
    /// A user's profile picture.
    User(UserId),
}

/// What is known of a picture's stored bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureContent {
    /// SHA-256 of the stored bytes.
    pub hash: [u8; 32],
    /// Media type, such as `image/jpeg`.
    pub media_type: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// How many bytes are stored.
    pub bytes: u64,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Which picture; also its key in the picture store.
    pub id: PictureId,
    /// What it hangs on.
    pub owner: PictureOwner,
    /// The remote URL it is to be fetched from, where it was given as one.
    pub source: Option<String>,
    /// The stored bytes; none while a remote picture was not fetched yet.
    pub content: Option<PictureContent>,
    /// When it was given.
    pub created_at: Instant,
}

/// What becomes of the pictures of a trip or user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureChange {
    /// Those that are new.
    pub added: Vec<Picture>,
    /// Those that go.
    pub removed: Vec<PictureId>,
}

/// What is known of pictures.
pub trait PictureRepository {
    /// Keeps new pictures of trips or users that exist.
    ///
    /// # Errors
    /// See [`crate::Error`]; so for all methods.
    fn insert(&mut self, pictures: &[Picture]) -> Result<()>;

    /// Keeps the pictures that are new, and forgets those that go.
    fn change(&mut self, PictureChange { added, removed }: &PictureChange) -> Result<()> {
        self.insert(added)?;
        self.delete(removed)
    }

    /// A picture by id.
    fn find(&mut self, id: PictureId) -> Result<Option<Picture>>;

    /// All pictures of a trip or user, in no particular order.
    fn find_by_owner(&mut self, owner: PictureOwner) -> Result<Vec<Picture>>;

    /// Notes the stored bytes of a picture that had none.
    fn set_content(&mut self, id: PictureId, content: &PictureContent) -> Result<()>;

    /// Forgets pictures.
    fn delete(&mut self, ids: &[PictureId]) -> Result<()>;

    /// Which of these pictures are known: a sweep of the picture store removes the others.
    fn known(&mut self, ids: &[PictureId]) -> Result<Vec<PictureId>>;
}

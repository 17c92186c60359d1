//! The repository of picture records. The picture store holds the bytes.

use wayfare_domain::{Instant, PictureId, TripId, UserId};

use crate::Result;

/// The trip or user that a picture belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureOwner {
    /// A picture of a trip.
    Trip(TripId),
    /// A user's profile picture.
    User(UserId),
}

/// A description of the stored bytes of a picture, or of a file of a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureContent {
    /// SHA-256 of the stored bytes.
    pub hash: [u8; 32],
    /// Media type, such as `image/jpeg`.
    pub media_type: String,
    /// Width in pixels; 0 for a file, which is nobody's picture whatever it holds.
    pub width: u32,
    /// Height in pixels; 0 for a file.
    pub height: u32,
    /// How many bytes are stored.
    pub bytes: u64,
}

impl PictureContent {
    /// Whether it is that of a picture: files are no pictures, and are served to people of their
    /// trip alone.
    pub fn is_picture(&self) -> bool {
        self.width > 0
    }
}

/// The record of a picture, or of a file of a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its id, and its key in the picture store.
    pub id: PictureId,
    /// Its trip or user.
    pub owner: PictureOwner,
    /// The URL to fetch it from, if it was given as a URL.
    pub source: Option<String>,
    /// The stored bytes; `None` until a remote picture has been fetched.
    pub content: Option<PictureContent>,
    /// When it was added.
    pub created_at: Instant,
}

/// Records of pictures to add to and remove from a trip or user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureChanges {
    /// New pictures.
    pub added: Vec<Picture>,
    /// Pictures to remove.
    pub removed: Vec<PictureId>,
}

/// Records of pictures.
pub trait PictureRepository {
    /// Reads a picture by id.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, id: PictureId) -> Result<Option<Picture>>;

    /// Reads all pictures of a trip or user, in no particular order.
    fn find_by_owner(&mut self, owner: PictureOwner) -> Result<Vec<Picture>>;

    /// Reads the account that the pictures of a trip or user count for: the user, or the trip's
    /// owner or who has handed it over to them. Returns `None` for a missing trip, and for one of
    /// an account that is being deleted.
    fn account_of(&mut self, owner: PictureOwner) -> Result<Option<UserId>>;

    /// Reads how many bytes the pictures of an account have: its profile picture, and those of the
    /// trips that count for it.
    fn bytes_of_account(&mut self, account: UserId) -> Result<u64>;

    /// Records the stored bytes of a picture, if its record still has the content that was read
    /// `before`. Returns `false` otherwise.
    fn set_content(
        &mut self,
        id: PictureId,
        before: Option<&PictureContent>,
        content: &PictureContent,
    ) -> Result<bool>;

    /// Inserts the records of new pictures.
    fn insert(&mut self, pictures: &[Picture]) -> Result<()>;

    /// Reads those pictures of `ids` that have a record, in no particular order. The sweep of the
    /// picture store deletes the objects of the others.
    fn find_many(&mut self, ids: &[PictureId]) -> Result<Vec<Picture>>;
}

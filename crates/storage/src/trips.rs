//! The repository of trips.

use std::sync::Arc;

use wayfare_domain::{Description, Gallery, Name, People, Trip, TripId, UserId};

use crate::rows::ChangedDocuments;
use crate::{Error, PictureChanges, Result};

/// A request for one trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TripQuery {
    /// The trip.
    pub trip: TripId,
    /// The caller, whose token generation is read along.
    pub caller: UserId,
}

/// The answer to a [`TripQuery`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripLookup {
    /// The caller's token generation; `None` if that user does not exist.
    pub generation: Option<i64>,
    /// The trip and its people in the order in which they joined, if it exists, whoever the caller
    /// is.
    pub trip: Option<(Arc<Trip>, People)>,
}

/// A new state of a trip, with the documents that differ already serialised.
#[derive(Debug, Clone)]
pub struct TripWrite {
    /// The trip as the caller read it.
    pub(crate) before: Arc<Trip>,
    /// The trip to store.
    pub(crate) after: Arc<Trip>,
    /// The user who makes the change, and the token generation of that user's token.
    pub(crate) by: UserId,
    pub(crate) generation: i64,
    /// The records of pictures to add and remove.
    pub(crate) pictures: PictureChanges,
    pub(crate) documents: ChangedDocuments,
}

impl TripWrite {
    /// The change from `before` to `after` by the user `by`, whose token is of `generation`.
    ///
    /// # Errors
    /// [`crate::Error::Internal`] if a document can't be serialised.
    pub fn new(
        before: Arc<Trip>,
        after: Arc<Trip>,
        by: UserId,
        generation: i64,
        pictures: PictureChanges,
    ) -> Result<Self> {
        let documents = ChangedDocuments::new(&before, &after);
        Ok(Self {
            documents: documents.map_err(|error| Error::Internal(error.into()))?,
            before,
            after,
            by,
            generation,
            pictures,
        })
    }

    /// The trip to store.
    pub fn after(&self) -> &Arc<Trip> {
        &self.after
    }
}

/// The fields of a trip that lists show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripHead {
    /// The trip.
    pub id: TripId,
    /// Its version.
    pub version: i64,
    /// Its owner.
    pub owner: UserId,
    /// Whether only its members see it.
    pub private: bool,
    /// Its name.
    pub name: Name,
    /// Its description.
    pub description: Description,
    /// Its pictures.
    pub gallery: Gallery,
    /// Its people; empty unless the list was read with people.
    pub people: People,
    /// Whether the viewer is a member.
    pub viewer_is_member: bool,
}

/// A request for the trips that a user owns or is a member of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListQuery {
    /// The user, who is also the caller.
    pub caller: UserId,
    /// The page; `None` for the whole list.
    pub page: Option<Page>,
    /// Whether to read each trip's people.
    pub with_people: bool,
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page {
    /// Entries to skip.
    pub offset: u64,
    /// Entries to return at most.
    pub limit: u64,
}

/// The answer to a [`ListQuery`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripList {
    /// The caller's token generation; `None` if that user does not exist.
    pub generation: Option<i64>,
    /// The trips, newest first.
    pub trips: Vec<TripHead>,
    /// The number of trips in the whole list.
    pub total: u64,
}

/// A user whose list is requested by username, and the viewer's token generation.
#[derive(Debug, Clone, Copy)]
pub struct ListOwner {
    /// The user of that name, if there is one.
    pub user: Option<UserId>,
    /// The viewer's token generation; `None` without a viewer or if that user does not exist.
    pub viewer_generation: Option<i64>,
}

/// Trips with their members. A read of one page or of one trip takes at most two round trips.
pub trait TripRepository {
    /// Reads trips with their people, each from one moment, in the order of the queries.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find_all(&mut self, queries: &[TripQuery]) -> Result<Vec<TripLookup>>;

    /// Reads one trip like [`TripRepository::find_all`].
    fn find(&mut self, trip: TripId, caller: UserId) -> Result<TripLookup> {
        let mut found = self.find_all(&[TripQuery { trip, caller }])?;
        Ok(found.pop().unwrap_or_default())
    }

    /// Reads a trip and locks it: others wait to change it until the unit of work ends.
    fn lock(&mut self, trip: TripId, caller: UserId) -> Result<TripLookup>;

    /// Inserts a trip with its members.
    fn insert(&mut self, trip: &Trip) -> Result<()>;

    /// Stores a new state of a trip: its row, and the members and records of pictures that differ.
    /// Members who joined come after all others; the order of those who stay does not change.
    ///
    /// Returns `false` and writes nothing if another unit of work has locked the trip, if the trip
    /// no longer has the version that was read, or if the user who makes the change has another
    /// token generation by now.
    fn save(&mut self, write: &TripWrite) -> Result<bool>;

    /// Deletes a trip, its members and the records of its pictures.
    fn delete(&mut self, trip: TripId) -> Result<()>;

    /// Reads the trips that the caller owns or is a member of: newest first, ties by descending id.
    fn list(&mut self, query: &ListQuery) -> Result<TripList>;

    /// Reads the trips that a user owns or is a member of, newest first, without people and
    /// regardless of who may see them. `viewer` sets [`TripHead::viewer_is_member`].
    fn list_of(&mut self, user: UserId, viewer: Option<UserId>) -> Result<Vec<TripHead>>;

    /// Reads the user of a username, in any case, and the token generation of `viewer`.
    fn find_list_owner(&mut self, username: &str, viewer: Option<UserId>) -> Result<ListOwner>;
}

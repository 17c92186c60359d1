//! The repository of trips.

use std::sync::Arc;

use wayfare_domain::access::is_visible;
use wayfare_domain::{Description, Gallery, Instant, KeyTrips, Name, People, Trip, TripId, UserId};

use crate::rows::ChangedDocuments;
use crate::{
    BrokenValue, DocumentSizes, Error, IdempotencyKey, PictureChanges, Result, StoredTrip,
    TripSearch, TripSearchResult,
};

/// How much of a trip is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TripParts {
    /// Everything except the itinerary and the map.
    Overview,
    /// The whole trip.
    Whole,
}

/// A request for one trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TripQuery {
    /// The trip.
    pub trip: TripId,
    /// The caller, whose token generation is read along; `None` for one without an account.
    pub caller: Option<UserId>,
    /// How much of the trip to read at least.
    pub parts: TripParts,
}

/// The answer to a [`TripQuery`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TripLookup {
    /// The caller's token generation; `None` if that user does not exist.
    pub generation: Option<i64>,
    /// The trip and its people in the order in which they joined, if it exists and the caller may
    /// see it. A hidden trip costs no more than a missing one: its documents are not read.
    pub trip: Option<(StoredTrip, People)>,
}

impl TripLookup {
    /// Parses the trip, if it exists.
    ///
    /// # Errors
    /// As [`StoredTrip::parse`].
    pub fn parse(self) -> Result<Option<(Arc<Trip>, People)>> {
        self.trip
            .map(|(trip, people)| Ok((trip.parse()?, people)))
            .transpose()
    }
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
    /// The people on the trip before, and after.
    pub(crate) people: Option<(People, People)>,
    /// The records of pictures to add and remove.
    pub(crate) pictures: PictureChanges,
    /// The key that the request came with, to record with the change.
    pub(crate) key: Option<IdempotencyKey>,
    pub(crate) documents: ChangedDocuments,
    pub(crate) sizes: DocumentSizes,
}

impl TripWrite {
    /// The change from `before`, whose documents have `sizes`, to `after` by the user `by`, whose
    /// token is of `generation`.
    ///
    /// # Errors
    /// [`Error::TripTooLarge`] if it grows above the limit; [`Error::Internal`] if a document can't
    /// be serialised.
    pub fn new(
        before: Arc<Trip>,
        sizes: DocumentSizes,
        after: Arc<Trip>,
        by: UserId,
        generation: i64,
        pictures: PictureChanges,
    ) -> Result<Self> {
        let documents = ChangedDocuments::new(&before, &after);
        let documents = documents.map_err(|error| Error::Internal(error.into()))?;
        let sizes_after = documents.sizes(sizes);
        sizes_after.check(sizes.total())?;
        Ok(Self {
            documents,
            sizes: sizes_after,
            before,
            after,
            by,
            generation,
            people: None,
            pictures,
            key: None,
        })
    }

    /// Stores for the people of the trip after the change who has edited it, and what was imposed.
    #[must_use]
    pub fn with_people(self, before: &People, after: &People) -> Self {
        let people = (before != after).then(|| (before.clone(), after.clone()));
        Self { people, ..self }
    }

    /// Records an idempotency key with the change.
    #[must_use]
    pub fn with_key(self, key: Option<IdempotencyKey>) -> Self {
        Self { key, ..self }
    }

    /// Whether saving it takes a single statement: only the trip's row changes.
    pub fn is_single(&self) -> bool {
        let (before, after) = (&self.before, &self.after);
        self.key.is_none()
            && self.people.is_none()
            && self.pictures == PictureChanges::default()
            && before.owner == after.owner
            && before.members == after.members
            && before.viewers == after.viewers
    }

    /// The trip to store.
    pub fn after(&self) -> &Arc<Trip> {
        &self.after
    }

    /// The sizes of its documents.
    pub fn sizes(&self) -> DocumentSizes {
        self.sizes
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
    /// Whether the reader is a member.
    pub reader_is_member: bool,
}

impl TripHead {
    /// Whether a reader may see the trip, of whom [`TripHead::reader_is_member`] tells.
    pub(crate) fn is_visible_to(&self, reader: Option<UserId>) -> bool {
        is_visible(self.private, self.owner, self.reader_is_member, reader)
    }

    /// About how many bytes the trip has in a list.
    pub fn estimated_bytes(&self) -> usize {
        let people = self.people.iter().count();
        512 + self.description.as_str().len() + 256 * (self.gallery.photos.len() + people)
    }
}

/// A request for the trips that a user owns or is a member of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListQuery {
    /// The user.
    pub user: UserId,
    /// The reader, whose token generation is read along; `None` for one without an account.
    pub reader: Option<UserId>,
    /// The trips that the list is limited to; `None` for all.
    pub only: Option<KeyTrips>,
    /// The page; `None` for the whole list.
    pub page: Option<Page>,
    /// Whether to read each trip's people, who include the reader.
    pub with_people: bool,
}

impl ListQuery {
    /// A user's own list, whole and without people.
    pub fn own(user: UserId) -> Self {
        Self {
            user,
            reader: Some(user),
            only: None,
            page: None,
            with_people: false,
        }
    }
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
    /// The reader's token generation; `None` if that user does not exist.
    pub generation: Option<i64>,
    /// The trips, newest first; all who asked for the list together share them.
    pub trips: Arc<[TripHead]>,
    /// The number of trips in the whole list.
    pub total: u64,
}

impl TripList {
    /// The greatest number of [`TripHead::estimated_bytes`] of a list that is read whole: 48 MiB,
    /// as much as one client may hold of answers. What others have imposed on its user is left out
    /// first.
    pub const MAX_BYTES: usize = 48 << 20;
}

/// How much counts for the limits of an account: what is its own and was not imposed on it, and
/// what it has imposed on others who have not accepted it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AccountCounts {
    /// Trips that it owns or has handed over.
    pub trips: u64,
    /// Trips of others that it, or who it put on them, is a member of.
    pub memberships: u64,
}

/// The place that a user has on a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The trip.
    pub trip: TripId,
    /// Whether the user owns it.
    pub is_owner: bool,
    /// Who has imposed it.
    pub imposed_by: Option<UserId>,
    /// Whether that person is on the trip.
    pub has_maker: bool,
}

impl Placement {
    /// The maximum of places that are read at once.
    pub const MAX: usize = 100;

    /// Who owns the trip once the user has left it, if that is somebody else than before.
    pub fn new_owner(&self) -> Option<UserId> {
        self.imposed_by.filter(|_| self.is_owner)
    }
}

/// A user whose list is requested by username, and the reader's token generation.
#[derive(Debug, Clone, Copy)]
pub struct ListedUser {
    /// The user of that name, if there is one.
    pub user: Option<UserId>,
    /// The reader's token generation; `None` without a reader or if that user does not exist.
    pub reader_generation: Option<i64>,
}

/// Trips with their members. A read of one page or of one trip takes at most two round trips.
pub trait TripRepository {
    /// Reads the trips that the callers may see with their people, each from one moment, in the
    /// order of the queries.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find_all(&mut self, queries: &[TripQuery]) -> Result<Vec<TripLookup>>;

    /// Reads one whole trip like [`TripRepository::find_all`].
    fn find(&mut self, trip: TripId, caller: UserId) -> Result<TripLookup> {
        let query = TripQuery {
            trip,
            caller: Some(caller),
            parts: TripParts::Whole,
        };
        let mut found = self.find_all(&[query])?;
        Ok(found.pop().unwrap_or_default())
    }

    /// Reads a trip and locks it: others wait to change it, or to revoke the caller's tokens, until
    /// the unit of work ends.
    fn lock(&mut self, trip: TripId, caller: UserId) -> Result<TripLookup>;

    /// Locks a trip as [`TripRepository::lock`] does, but no account. Returns its owner and its
    /// members. Use it before [`crate::UserRepository::lock_all`]: [`TripRepository::lock`] takes a
    /// shared lock on the caller's account, and two units of work that both upgraded theirs would
    /// deadlock.
    fn lock_row(&mut self, trip: TripId) -> Result<Option<(UserId, Vec<UserId>)>>;

    /// The ids of at most `limit` trips after one, with their owners, in the order of the ids.
    fn ids(&mut self, after: TripId, limit: u32) -> Result<Vec<(TripId, UserId)>>;

    /// The next trip after this id, and its values that break a rule; `None` at the end. It reads
    /// one trip alone, and writes nothing.
    fn find_broken(&mut self, after: TripId) -> Result<Option<(TripId, Vec<BrokenValue>)>>;

    /// The ids of at most `limit` trips that a user owns, in their order.
    fn owned(&mut self, user: UserId, limit: u32) -> Result<Vec<TripId>>;

    /// Inserts a trip with its members, of whom the owner counts as having edited it. Returns the
    /// sizes of its documents.
    ///
    /// # Errors
    /// Also [`crate::Error::TripTooLarge`].
    fn insert(&mut self, trip: &Trip) -> Result<DocumentSizes>;

    /// The bytes of the documents of the trips that count for a user. Reads none of the documents.
    fn bytes_of_account(&mut self, user: UserId) -> Result<u64>;

    /// How many trips and memberships count for a user. Reads entries of indexes only, but for what
    /// was imposed.
    fn counts_of_account(&mut self, user: UserId) -> Result<AccountCounts>;

    /// Lists the trips that a user is on: their own, then what others have imposed on them, each
    /// newest first.
    fn ids_of(&mut self, user: UserId) -> Result<Vec<TripId>>;

    /// Records that a user has accepted a trip, or the membership of one, that was imposed on them.
    fn accept(&mut self, trip: TripId, user: UserId) -> Result<()>;

    /// The places that a user has on some trips, of at most [`Placement::MAX`].
    fn placements(&mut self, user: UserId, trips: &[TripId]) -> Result<Vec<Placement>>;

    /// One of the trips that the user, who is being deleted, owns and gives back.
    fn returnable(&mut self, user: UserId) -> Result<Option<Placement>>;

    /// Takes a member off a trip. An owner gives it to another member, which deletes its share
    /// links and invitations.
    fn leave(
        &mut self,
        trip: TripId,
        user: UserId,
        new_owner: Option<UserId>,
        now: Instant,
    ) -> Result<()>;

    /// Stores a new state of a trip: its row, and the members, roles, records of pictures, and what
    /// is kept of its people, that differ. A change of owner deletes its share links and
    /// invitations. Members who joined come after all others; the order of those who stay does not
    /// change.
    ///
    /// Returns `false` and writes nothing if another unit of work has locked the trip, if the trip
    /// no longer has the version that was read, if the user who makes the change has another token
    /// generation by now, or if they have used the change's idempotency key before. That user's
    /// tokens can't be revoked until the unit of work ends.
    fn save(&mut self, write: &TripWrite) -> Result<bool>;

    /// Deletes a trip, its members, its share links, its invitations and the records of its
    /// pictures. Returns `false` if there is no such trip.
    fn delete(&mut self, trip: TripId) -> Result<bool>;

    /// Reads the trips that a user owns or is a member of and that the reader may see: newest
    /// first, ties by descending id.
    ///
    /// # Errors
    /// Also [`crate::Error::ListTooLong`].
    fn list(&mut self, query: &ListQuery) -> Result<TripList>;

    /// Searches the trips that the caller owns or is a member of: two statements for a page.
    fn search(&mut self, search: &TripSearch) -> Result<TripSearchResult>;

    /// Reads the user of a username, in any case, and the token generation of `reader`.
    fn find_listed_user(&mut self, username: &str, reader: Option<UserId>) -> Result<ListedUser>;
}

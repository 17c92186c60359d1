//! Where users, trips, sessions and pictures are kept: the traits, and their one implementation for
//! PostgreSQL and SQLite.
//!
//! A [`Store`] is opened from a URL, whose scheme picks the backend. Reads go through
//! [`Store::read`]; everything that writes goes through a unit of work, [`Store::begin`], which is
//! committed whole or not at all: dropping it undoes it. Updates that are made of what was read
//! before are units of work of their own, kept where that still is so: [`Store::update_trip`] and
//! its like. All calls block; run them on threads that may. Absence is `Ok(None)`, never an error.
//! No type of this crate's interface names a database library.

mod backend;
mod batch;
mod cache;
mod columns;
mod error;
mod fault;
mod fixed;
mod open;
pub mod pictures;
mod rows;
mod schema;
pub mod sessions;
mod texts;
pub mod trips;
pub mod users;

pub use error::{Error, Result};
pub use open::{OpenError, OpenOptions, open};
pub use pictures::{Picture, PictureChange, PictureContent, PictureOwner, PictureRepository};
pub use sessions::{Exchange, RefreshToken, SessionRepository};
pub use trips::{
    Asked, Change, ListAsked, ListOwner, Listing, Lookup, TripHead, TripRepository, TripUpdate,
    Window,
};
pub use users::{Account, Credentials, PasswordHash, Renewal, UserRepository, UserUpdate};

use wayfare_domain::{Trip, User};

/// A store of all aggregates. Cheap to share between threads.
pub trait Store: Send + Sync {
    /// A connection for reads, outside of a transaction.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where no connection could be had in time.
    fn read(&self) -> Result<Box<dyn Repositories + '_>>;

    /// A unit of work: what it writes is seen by others all at once, on [`UnitOfWork::commit`], or
    /// never.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where no connection, or on SQLite the turn to write, could be had in
    /// time.
    fn begin(&self) -> Result<Box<dyn UnitOfWork + '_>>;

    /// Keeps what has become of trips, as a unit of work of its own, and tells of each whether it
    /// was kept. It was not where the trip is not (any more) what it was before, where who changes
    /// it is of another token generation by now, where its members change or another change of it
    /// comes first, and it need not be where another unit of work holds the trip: nobody is waited
    /// for.
    ///
    /// # Errors
    /// As for a unit of work; none is kept then.
    fn update_contents(&self, changes: &[Change]) -> Result<Vec<bool>>;

    /// Keeps a new user, as a unit of work of its own, with the hash of a password where one was
    /// given; gives their token generation.
    ///
    /// # Errors
    /// As [`UserRepository::insert`].
    fn insert_user(&self, user: &User, password: Option<&PasswordHash>) -> Result<i64>;

    /// Keeps a new trip with its members, as a unit of work of its own, and tells whether: not
    /// where its owner is of another token generation by now, or gone.
    ///
    /// # Errors
    /// As for a unit of work; nothing is kept then.
    fn insert_trip(&self, trip: &Trip, generation: i64) -> Result<bool>;

    /// Keeps what has become of a trip, its members and its pictures, as a unit of work of its own,
    /// and tells whether: not where the trip is not (any more) what it was before, nor where who
    /// changes it is of another token generation by now.
    ///
    /// # Errors
    /// As for a unit of work; nothing is kept then.
    fn update_trip(&self, update: &TripUpdate) -> Result<bool>;

    /// Likewise of a user and their picture.
    ///
    /// # Errors
    /// As [`UserRepository::update`]; nothing is kept then.
    fn update_user(&self, update: &UserUpdate) -> Result<bool>;

    /// Spends a refresh token for its successor, as a unit of work of its own, and tells whether:
    /// not where it is spent already or gone, nor where its user is of another token generation by
    /// now.
    ///
    /// # Errors
    /// As for a unit of work; nothing is kept then.
    fn exchange(&self, exchange: &Exchange) -> Result<bool>;

    /// Raises the token generation of a user and removes their refresh tokens, as a unit of work of
    /// its own, and tells whether: not where they are of another token generation by now, or gone.
    ///
    /// # Errors
    /// As for a unit of work; nothing is kept then.
    fn renew(&self, renewal: &Renewal) -> Result<bool>;

    /// Brings the schema up to date, under a lock where several servers start at once; gives the
    /// names of the migrations that ran.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where the database can't be reached, [`Error::Internal`] where a
    /// migration fails.
    fn migrate(&self) -> Result<Vec<String>>;

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where it does not.
    fn ping(&self) -> Result<()>;

    /// How many connections it keeps at most; more threads than these only wait.
    fn connections(&self) -> usize;
}

/// The repositories, one per aggregate.
pub trait Repositories {
    /// Users and their credentials.
    fn users(&mut self) -> &mut dyn UserRepository;
    /// Trips, their members included.
    fn trips(&mut self) -> &mut dyn TripRepository;
    /// Refresh tokens.
    fn sessions(&mut self) -> &mut dyn SessionRepository;
    /// What is known of pictures; their bytes are kept elsewhere.
    fn pictures(&mut self) -> &mut dyn PictureRepository;
}

/// A transaction.
pub trait UnitOfWork: Repositories {
    /// Makes what was written last.
    ///
    /// # Errors
    /// [`Error::Conflict`] where it met another unit of work and is to be tried again from its
    /// start.
    fn commit(self: Box<Self>) -> Result<()>;
}

//! Storage of users, trips, grants, refresh tokens and picture records: repository traits, and
//! their one implementation for PostgreSQL and SQLite.
//!
//! [`open`] opens a [`Store`] from a URL, whose scheme selects the backend. [`Store::read`] gives
//! repositories for reads. [`Store::begin`] starts a unit of work, which is committed whole or,
//! when dropped, rolled back.
//!
//! Writes to existing trips and users are optimistic: [`TripRepository::save`] and
//! [`UserRepository::save`] write only if the row still has the version that the caller read, and
//! return whether they did.
//!
//! All calls block. A missing row is `Ok(None)`, never an error. No type of this crate's interface
//! names a database library.
//!
//! For the use cases of `wayfare-service`, and for tools that work on a database directly:
//!
//! ```no_run
//! use wayfare_storage::{OpenOptions, open};
//!
//! let store = open("sqlite://trips.db", &OpenOptions::default())?;
//! store.migrate()?;
//! let account = store.read()?.users().find_by_username("ada")?;
//! if let Some(account) = account {
//!     println!("{}", account.user.name);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(
    not(any(feature = "postgres", feature = "sqlite")),
    expect(dead_code, unused_imports, reason = "only backends use them")
)]

mod backend;
mod broken;
mod cache;
mod cached_statement;
mod columns;
mod error;
mod fault;
#[cfg_attr(
    not(feature = "sqlite"),
    expect(dead_code, reason = "only copies use it")
)]
mod offline;
mod open;
mod options;
mod repositories;
mod rows;
mod schema;
mod stored_trip;

pub use repositories::{pictures, proposals, rates, sessions, trips, users, watch, zone_releases};
pub use wayfare_bounds::CacheMetrics;

#[cfg(feature = "sqlite")]
pub use backend::sqlite::copy_sqlite_file;
pub use broken::BrokenValue;
pub use cache::Stamp;
pub use error::{Error, Result, UniqueValue};
#[cfg(feature = "sqlite")]
pub use offline::{CopiedTable, copy};
pub use offline::{OfflineDatabase, OfflineError};
pub use open::{check_url, is_missing, open, open_offline};
pub use options::{OpenError, OpenOptions};
pub use repositories::grants::{GrantRepository, GrantsOf, StoredGrant};
pub use repositories::idempotency::{IdempotencyKey, IdempotencyRepository};
pub use repositories::identities::{IdentityKey, IdentityRepository};
pub use repositories::mail::{MailContent, MailLimit, MailRepository, OutgoingMail};
pub use repositories::pictures::{
    Picture, PictureChanges, PictureContent, PictureOwner, PictureRepository,
};
pub use repositories::proposals::{Proposal, ProposalRepository, ProposalState, ProposalSummary};
pub use repositories::rates::{RateImport, RateRepository};
pub use repositories::sessions::{RefreshToken, SessionRepository};
pub use repositories::trip_search::{
    FoundTrip, SortKey, SortPlace, TripOrder, TripSearch, TripSearchResult, TripTime,
};
pub use repositories::trips::{
    AccountCounts, ListQuery, ListedUser, Page, Placement, TripHead, TripList, TripLookup,
    TripParts, TripQuery, TripRepository, TripWrite,
};
pub use repositories::users::{
    Account, AccountDeletion, Credentials, FormerEmail, PasswordHash, UserOverview, UserRepository,
    UserWrite,
};
pub use repositories::watch::{TripReaders, WatchQuery, WatchRepository, WatchState};
pub use repositories::zone_releases::{ZoneRelease, ZoneReleaseRepository};
pub use stored_trip::{DocumentSizes, StoredTrip};

/// A fingerprint of the migrations: test harnesses name a migrated database after it, so that a
/// changed schema gets a new one.
#[doc(hidden)]
pub const SCHEMA_HASH: &str = env!("SCHEMA_HASH");

/// A store of all aggregates. Cheap to share between threads.
pub trait Store: Send + Sync {
    /// Takes a connection for reads, outside of a transaction.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if no connection is free in time.
    fn read(&self) -> Result<Box<dyn Repositories + '_>>;

    /// Begins a unit of work. Others see its writes all together after [`UnitOfWork::commit`], or
    /// never.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if no connection, or on SQLite the write lock, is free in time.
    fn begin(&self) -> Result<Box<dyn UnitOfWork + '_>>;

    /// Begins a unit of work of a single statement, which may commit at once instead of at
    /// [`UnitOfWork::commit`].
    ///
    /// # Errors
    /// As [`Store::begin`].
    fn begin_single(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        self.begin()
    }

    /// Runs the pending migrations and returns their names. Several servers may call it
    /// concurrently: they run one after the other.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the database can't be reached, [`Error::Internal`] if a migration
    /// fails.
    fn migrate(&self) -> Result<Vec<String>>;

    /// Whether no migration has run: there is no database of this service yet.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the database can't be reached.
    fn is_new(&self) -> Result<bool>;

    /// Checks that the database answers; that of PostgreSQL also takes writes.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if it does not.
    fn ping(&self) -> Result<()>;

    /// Checks that a small write is committed, after others have failed.
    ///
    /// # Errors
    /// [`Error::Full`], [`Error::Unavailable`].
    fn check_writes(&self) -> Result<()> {
        self.ping()
    }

    /// The size of the connection pool. More threads than this only wait for each other.
    fn connections(&self) -> usize;

    /// What the trip cache counts.
    fn cache_metrics(&self) -> CacheMetrics;
}

/// The repositories, one per aggregate.
pub trait Repositories {
    /// Users and their credentials.
    fn users(&mut self) -> &mut dyn UserRepository;
    /// Trips with their members.
    fn trips(&mut self) -> &mut dyn TripRepository;
    /// Refresh tokens.
    fn sessions(&mut self) -> &mut dyn SessionRepository;
    /// Records of pictures. The picture store holds their bytes.
    fn pictures(&mut self) -> &mut dyn PictureRepository;
    /// Reference rates.
    fn rates(&mut self) -> &mut dyn RateRepository;
    /// Share links, invitations, calendar feeds and API keys.
    fn grants(&mut self) -> &mut dyn GrantRepository;
    /// Idempotency keys.
    fn idempotency(&mut self) -> &mut dyn IdempotencyRepository;
    /// Mails that are to be sent.
    fn mail(&mut self) -> &mut dyn MailRepository;
    /// Identities at OpenID providers.
    fn identities(&mut self) -> &mut dyn IdentityRepository;
    /// Trips and tokens that are watched.
    fn watch(&mut self) -> &mut dyn WatchRepository;
    /// Proposals: what was read of messages that came in.
    fn proposals(&mut self) -> &mut dyn ProposalRepository;
    /// Releases of the time zone database.
    fn zone_releases(&mut self) -> &mut dyn ZoneReleaseRepository;
}

/// A transaction. Dropping it rolls it back.
pub trait UnitOfWork: Repositories {
    /// Commits the transaction.
    ///
    /// # Errors
    /// [`Error::Conflict`] if it met a concurrent transaction; the caller may retry it from its
    /// start. [`Error::Internal`] if a statement of it had failed.
    fn commit(self: Box<Self>) -> Result<()>;
}

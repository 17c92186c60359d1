//! Use cases: one function for each thing that a caller can do with accounts, sessions, trips and
//! pictures.
//!
//! A use case runs on a database thread. It loads, checks the caller's token and permission against
//! the same read, lets the domain apply the change, and saves. Both variants of the interface map
//! onto these functions and hold no rules. Nothing here knows HTTP or a database library. The time
//! comes from a [`Clock`].
//!
//! [`Sessions::verify`] turns a token into a [`Caller`] without asking the database. The use case
//! checks whether the user still exists and has the token's generation.

mod access_token;
mod accounts;
mod clock;
mod context;
mod detached;
mod error;
mod executor;
mod hashing;
mod load;
mod notes;
mod password;
mod picture_files;
mod pictures;
mod places;
mod policy;
mod precondition;
mod random;
mod secret;
mod sessions;
mod trips;

use std::sync::Arc;
use std::time::Duration;

use wayfare_gazetteer::Gazetteer;
use wayfare_pictures::PictureStore;
use wayfare_storage::Store;

pub use access_token::{Caller, IssuedToken};
pub use accounts::{Accounts, NewAccount, UserUpdateRequest, email};
pub use clock::{Clock, SystemClock};
pub use error::{Error, PictureFault, Source};
pub use load::{DatabaseLoad, Load};
pub use password::Password;
pub use picture_files::{PictureInput, PictureSigner};
pub use pictures::{Orphans, PictureOf, Pictures, Served, TripFiles, Upload};
pub use policy::Policy;
pub use precondition::{Precondition, Updated};
pub use secret::Secret;
pub use sessions::{Sessions, Tokens};
pub use trips::{TripPage, TripUpdateRequest, TripView, Trips};
pub use wayfare_pictures::{RenditionLoad, WorkLoad};
pub use wayfare_storage::TripHead;

use context::Context;

/// The timeout of [`Service::is_ready`].
const READY_TIMEOUT: Duration = Duration::from_secs(2);

/// All use cases. Cheap to clone; the clones share one set of database threads.
#[derive(Clone)]
pub struct Service {
    /// Accounts.
    pub accounts: Accounts,
    /// Tokens and passwords.
    pub sessions: Sessions,
    /// Trips.
    pub trips: Trips,
    /// Pictures.
    pub pictures: Pictures,
    context: Arc<Context>,
}

/// The parts of a [`Service`].
pub struct Parts {
    /// The store, already migrated.
    pub store: Arc<dyn Store>,
    /// The picture store.
    pub pictures: PictureStore,
    /// The gazetteer; `None` disables place look-ups.
    pub gazetteer: Option<Arc<dyn Gazetteer>>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The secret that signs tokens and picture URLs.
    pub secret: Secret,
    /// The settings.
    pub policy: Policy,
}

impl Service {
    /// A service of these parts. Starts its database threads, which end once its last clone is
    /// dropped.
    ///
    /// # Errors
    /// [`Error::Internal`] if a thread can't be started.
    pub fn new(parts: Parts) -> Result<Self, Error> {
        let context = Arc::new(Context::new(parts)?);
        Ok(Self {
            accounts: Accounts::new(Arc::clone(&context)),
            sessions: Sessions::new(Arc::clone(&context)),
            trips: Trips::new(Arc::clone(&context)),
            pictures: Pictures::new(Arc::clone(&context)),
            context,
        })
    }

    /// The present load and the totals since the start.
    pub fn load(&self) -> Load {
        let Context {
            executor,
            hasher,
            cleaning,
            ingest,
            ..
        } = self.context.as_ref();
        let (cleaned, renditions, uploads) = ingest.load();
        Load {
            database: executor.load(),
            passwords: hasher.load(),
            notes: cleaning.load(),
            cleaning: cleaned,
            renditions,
            uploads,
        }
    }

    /// Whether the database and the picture store answer within two seconds.
    pub async fn is_ready(&self) -> bool {
        let database = self.context.executor.run(|store| Ok(store.ping()?));
        let both = async { tokio::join!(database, self.context.ingest.ping()) };
        matches!(
            tokio::time::timeout(READY_TIMEOUT, both).await,
            Ok((Ok(()), Ok(())))
        )
    }
}

//! The use cases: one function for each thing that a caller can do with accounts, sessions, trips
//! and pictures.
//!
//! Each opens a unit of work on a database thread, loads, checks the caller's token and access in
//! the same query, lets the domain apply the change, and saves. Both variants of the interface map
//! onto these and hold no rules of their own. Nothing here knows of HTTP or of a database library.
//! Time comes from a [`Clock`], ids and tokens from one place.
//!
//! A [`Caller`] comes from [`Sessions::verify`], which looks at the token alone; whether its user
//! still exists and it is of their present generation is found out by the use case itself, with
//! what it reads anyway.

mod access_token;
mod accounts;
mod background;
mod clock;
mod context;
mod error;
mod executor;
mod hashing;
mod load;
mod notes;
mod password;
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
pub use pictures::{
    Orphans, PictureInput, PictureOf, PictureSigner, Pictures, Served, TripFiles, Upload,
};
pub use policy::Policy;
pub use precondition::{Precondition, Updated};
pub use secret::Secret;
pub use sessions::{Sessions, Tokens};
pub use trips::{TripPage, TripUpdateRequest, TripView, Trips};
pub use wayfare_pictures::{RenditionLoad, WorkLoad};
pub use wayfare_storage::TripHead;

use context::Context;

/// How long [`Service::is_ready`] waits for the database and the picture store.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// All use cases. Cheap to clone; the clones share one set of database threads.
#[derive(Clone)]
pub struct Service {
    /// What one can do with accounts.
    pub accounts: Accounts,
    /// What one can do with tokens and passwords.
    pub sessions: Sessions,
    /// What one can do with trips.
    pub trips: Trips,
    /// What one can do with pictures.
    pub pictures: Pictures,
    context: Arc<Context>,
}

/// What a [`Service`] is made of.
pub struct Parts {
    /// Where everything is kept but the files of pictures; migrated already.
    pub store: Arc<dyn Store>,
    /// Where the files of pictures are kept.
    pub pictures: PictureStore,
    /// Where places are looked up, for trips and their destinations; `None` where they are not.
    pub gazetteer: Option<Arc<dyn Gazetteer>>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The secret that tokens and the addresses of pictures are signed with.
    pub secret: Secret,
    /// What the operator may set.
    pub policy: Policy,
}

impl Service {
    /// A service of these parts. Starts its database threads, which end once its last clone is
    /// dropped.
    ///
    /// # Errors
    /// [`Error::Internal`] where a thread can't be started.
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

    /// What it has to do at the moment, and what it has done since its start.
    pub fn load(&self) -> Load {
        let Context {
            executor,
            hasher,
            cleaning,
            keeper,
            ..
        } = self.context.as_ref();
        let (cleaned, renditions, uploads) = keeper.load();
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
        let both = async { tokio::join!(database, self.context.keeper.ping()) };
        matches!(
            tokio::time::timeout(READY_WITHIN, both).await,
            Ok((Ok(()), Ok(())))
        )
    }
}

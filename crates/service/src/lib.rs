//! Use cases: one function for each thing that a caller can do with accounts, sessions, trips and
//! pictures.
//!
//! An update of a trip is looked up, checked and applied by the calling task (that of a large trip
//! in a work pool), and then saved. Other writes are units of work on one database thread. The
//! caller's token and permission are checked against the same read. Both variants of the interface
//! map onto these functions and hold no rules. Nothing here knows HTTP or a database library. The
//! time comes from a [`Clock`].
//!
//! [`Sessions::verify`] turns a token into a [`Caller`] without asking the database. The use case
//! checks whether the user still exists and has the token's generation.
//!
//! For programs that run the service's use cases inside themselves, without HTTP:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use wayfare_domain::{Language, Name, Username};
//! use wayfare_pictures::PictureStore;
//! use wayfare_service::{NewAccount, Parts, Policy, Secret, Secrets, Service, SystemClock, Client};
//! use wayfare_storage::OpenOptions;
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let store = wayfare_storage::open("sqlite://trips.db", &OpenOptions::default())?;
//! store.migrate()?;
//! let service = Service::new(Parts {
//!     store,
//!     pictures: PictureStore::open("memory://")?,
//!     gazetteer: None,
//!     mailer: None,
//!     clock: Arc::new(SystemClock),
//!     secrets: Secrets::new(Secret::new(*b"32 bytes that only you can know.")?),
//!     policy: Policy::default(),
//! })?;
//! let new = NewAccount {
//!     username: Username::new("ada")?,
//!     name: Name::new("Ada")?,
//!     email: None,
//!     language: Language::English,
//!     password: None,
//! };
//! let signed_up = service.accounts.create(Client::new(0), new).await?;
//! let ada = service.sessions.verify(&signed_up.access_token.token)?;
//! # let _ = ada;
//! # Ok(())
//! # }
//! ```

mod accounts;
mod audit;
mod context;
mod error;
mod formats;
mod grants;
mod idempotency;
mod mail;
mod metrics;
mod pictures;
mod policy;
mod rates;
mod runtime;
mod sessions;
mod trips;

use std::sync::Arc;

use prometheus_client::registry::Registry;

pub use accounts::administration::{Administration, UserDetails};
pub use accounts::email::email;
pub use accounts::identities::{BegunSignIn, Identities, JoinedIdentity, PendingSignIn};
pub use accounts::{Accounts, NewAccount, SignedUp, UserUpdateRequest};
pub use audit::{AUDIT, AuditAction, Origin, audit};
pub use bytes::Bytes;
pub use context::Parts;
pub use error::{Error, IdentityRefusal, PictureFault, Source, chain};
pub use formats::exports::{AccountArchive, TripArchive};
pub use formats::import_into::ImportOptions;
pub use formats::imported::Imported;
pub use formats::imports::{ImportFile, ImportSource};
pub use formats::proposals::{MAX_MESSAGE, ProposalView, Proposals};
pub use grants::{
    Application, ApplicationError, AskedConsent, FeedDocument, GrantPlace, GrantRequest, GrantView,
    Grants, NO_MAIL, NewApiKey, NewConsent, OpenInvitation, OpenShare, RECIPIENT_LIMIT,
    SharedPicture, SharedSums,
};
pub use idempotency::KeyClaim;
pub use mail::Mail;
pub use metrics::{LabelledMetrics, Metrics};
pub use pictures::files::{PictureInput, PictureSigner};
pub use pictures::{Orphans, PictureOf, Pictures, Served, TripFiles, Upload, UploadedPicture};
pub use policy::{OidcPolicy, Policy};
pub use rates::{
    ImportedRates, MAX_FILE as MAX_RATE_FILE, RateAge, RateFileError, RateImportError, Rates,
    import_rates, read_rates,
};
pub use runtime::clock::{Clock, SystemClock};
pub use runtime::readiness::Readiness;
pub use sessions::access_token::{Caller, Credential, IssuedToken};
pub use sessions::codes::Purpose;
pub use sessions::password::Password;
pub use sessions::secret::{Secret, Secrets};
pub use sessions::{Sessions, Tokens};
pub use trips::places::{coordinates_of, precision_of};
pub use trips::precondition::{Precondition, Updated};
pub use trips::watch::{TripEvent, TripWatch};
pub use trips::{
    MAX_INLINE_BYTES, OpenFile, OwnTripsPage, OwnTripsRequest, SentFile, TripContent, TripPage,
    TripUpdateRequest, TripView, Trips,
};
pub use wayfare_bounds::{Client, Network};
pub use wayfare_formats::{
    ImportFormat, Limits as ImportLimits, Zone as TimeZone, use_zone_folder, zone_release,
};
pub use wayfare_mail::{Mailer, Sender, SmtpUrl};
pub use wayfare_oidc::{ClientSecret, Issuer, Provider as OidcProvider, Settings as OidcSettings};
pub use wayfare_storage::{
    DocumentSizes, FoundTrip, Stamp, TripHead, TripOrder, TripTime, UserOverview,
};

use context::Context;
use runtime::readiness::ReadinessCheck;

/// All use cases. Cheap to clone; the clones share one set of database threads.
#[derive(Clone)]
pub struct Service {
    /// Accounts.
    pub accounts: Accounts,
    /// What operators do with accounts.
    pub administration: Administration,
    /// Tokens and passwords.
    pub sessions: Sessions,
    /// Sign-ins at an OpenID provider.
    pub identities: Identities,
    /// Trips.
    pub trips: Trips,
    /// Pictures.
    pub pictures: Pictures,
    /// Share links, invitations, calendar feeds and API keys.
    pub grants: Grants,
    /// Proposals: what was read of messages that came in.
    pub proposals: Proposals,
    /// Reference rates.
    pub rates: Rates,
    /// Mail.
    pub mail: Mail,
    context: Arc<Context>,
    readiness: Arc<ReadinessCheck>,
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
            administration: Administration::new(Arc::clone(&context)),
            sessions: Sessions::new(Arc::clone(&context)),
            identities: Identities::new(Arc::clone(&context)),
            trips: Trips::new(Arc::clone(&context)),
            pictures: Pictures::new(Arc::clone(&context)),
            grants: Grants::new(Arc::clone(&context)),
            proposals: Proposals::new(Arc::clone(&context)),
            rates: Rates::new(Arc::clone(&context)),
            mail: Mail::new(Arc::clone(&context)),
            context,
            readiness: Arc::default(),
        })
    }

    /// Runs work on a large document, such as parsing or rendering, on behalf of a client and off
    /// the request threads.
    ///
    /// # Errors
    /// [`Error::Busy`] if too much such work is waiting; [`Error::Internal`] if it panicked.
    pub async fn run_in_document_pool<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        Ok(self.context.documents.run(client, 1, work).await?)
    }

    /// Runs work on a document that may take a second and more, as imports do: a thread of the pool
    /// for documents is never at it.
    ///
    /// # Errors
    /// As [`Service::run_in_document_pool`].
    pub async fn run_in_import_pool<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        Ok(self.context.imports.run(client, 1, work).await?)
    }

    /// Whether the database and the picture store answer within two seconds, and the database takes
    /// writes, which is tried if the last one failed. They are asked at most
    /// once a second: callers share a result, and wait for the check that is under way.
    pub async fn readiness(&self) -> Readiness {
        self.readiness.run(&self.context).await
    }

    /// The present time.
    pub fn now(&self) -> wayfare_domain::Instant {
        self.context.now()
    }

    /// What the use cases count.
    pub fn metrics(&self) -> &Metrics {
        &self.context.metrics
    }

    /// Registers the metrics of the service and of its parts.
    pub fn register(&self, registry: &mut Registry) {
        let context = &self.context;
        context.metrics.register(registry);
        context.executor.register(registry);
        context.watches.register(registry);
        context.ingest.register(registry);
        let pools = [
            ("passwords", context.hasher.metrics()),
            ("notes", context.cleaning.metrics()),
            ("documents", context.documents.metrics()),
            ("imports", context.imports.metrics()),
            ("cleaning", context.ingest.cleaner.work()),
            ("resizing", context.ingest.renditions.work()),
        ];
        metrics::register_pools(registry, pools);
    }
}

//! The parts that all use cases share.

use std::sync::Arc;

use wayfare_bounds::WorkPool;
use wayfare_domain::{Instant, ReferenceRates};
use wayfare_gazetteer::Gazetteer;
use wayfare_mail::Mailer;
use wayfare_oidc::Provider;
use wayfare_pictures::{GuardedClient, PictureStore};
use wayfare_storage::Store;

use crate::formats::export_slots::ExportSlots;
use crate::formats::extractor::Extractor;
use crate::mail::queue::MailQueue;
use crate::metrics::Metrics;
use crate::pictures::files::{Fetches, PictureIngest, PictureSigner};
use crate::rates::table::RateTable;
use crate::runtime::edit_locks::EditLocks;
use crate::runtime::executor::Executor;
use crate::runtime::random::Ids;
use crate::sessions::access_token::{AccessTokens, Audience};
use crate::sessions::codes::Purpose;
use crate::sessions::derived_tokens::DerivedTokens;
use crate::sessions::hashing::Hasher;
use crate::trips::places::look_ups::Places;
use crate::trips::places::relocation::waiting::Relocations;
use crate::trips::watch::channels::Watches;
use crate::{Client, Clock, Error, Policy, Secrets};

/// The issuer of tokens. Not the base URL, which may change, while a token may be the only way into
/// an account. Services differ by their secrets.
const ISSUER: &str = "wayfare";

/// The parts of a [`Service`](crate::Service).
pub struct Parts {
    /// The store, already migrated.
    pub store: Arc<dyn Store>,
    /// The picture store.
    pub pictures: PictureStore,
    /// The gazetteer; `None` disables place look-ups.
    pub gazetteer: Option<Arc<dyn Gazetteer>>,
    /// How mail is sent; `None` sends none.
    pub mailer: Option<Mailer>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The secrets that sign tokens and picture URLs.
    pub secrets: Secrets,
    /// The settings.
    pub policy: Policy,
}

/// The parts that all use cases share.
pub(crate) struct Context {
    pub(crate) executor: Executor,
    pub(crate) hasher: Hasher,
    /// Cleans notes.
    pub(crate) cleaning: WorkPool,
    /// Parses, edits and renders large documents.
    pub(crate) documents: WorkPool,
    /// Reads imported files.
    pub(crate) imports: WorkPool,
    /// `None` leaves unread what no reader of imports reads.
    pub(crate) extractor: Option<Extractor>,
    /// The archives of accounts that are being written.
    pub(crate) exports: ExportSlots,
    pub(crate) edit_locks: EditLocks,
    pub(crate) metrics: Metrics,
    pub(crate) access_tokens: AccessTokens,
    pub(crate) assistant_tokens: AccessTokens,
    pub(crate) share_tokens: DerivedTokens,
    pub(crate) invitation_tokens: DerivedTokens,
    pub(crate) ingest: Arc<PictureIngest>,
    pub(crate) fetches: Fetches,
    /// Asks other servers for documents.
    pub(crate) outside: GuardedClient,
    pub(crate) signer: PictureSigner,
    /// `None` disables place look-ups.
    pub(crate) places: Option<Arc<Places>>,
    pub(crate) relocations: Relocations,
    pub(crate) watches: Watches,
    pub(crate) rates: RateTable,
    pub(crate) ids: Ids,
    /// `None` sends no mail.
    pub(crate) mail: Option<MailQueue>,
    /// `None` without an OpenID provider.
    pub(crate) oidc: Option<Arc<Provider>>,
    pub(crate) policy: Policy,
    pub(crate) secrets: Secrets,
    clock: Arc<dyn Clock>,
}

impl Context {
    pub(crate) fn new(parts: Parts) -> Result<Self, Error> {
        let Parts {
            store,
            pictures,
            gazetteer,
            mailer,
            clock,
            secrets,
            policy,
        } = parts;
        let ingest = Arc::new(PictureIngest::new(pictures, &policy));
        let metrics = Metrics::default();
        let (timeout, cut_short) = (policy.place_timeout, metrics.limit_hits("place-look-ups"));
        let places = gazetteer.map(|gazetteer| Places {
            gazetteer,
            timeout,
            cut_short,
        });
        let extractor = policy.extractor.clone();
        let oidc = policy.oidc.as_ref();
        let oidc = oidc.map(|oidc| Provider::new(oidc.provider.clone()));
        Ok(Self {
            fetches: Fetches::new(policy.picture_hosts.clone(), &ingest),
            outside: GuardedClient::new(policy.picture_hosts.clone()),
            ingest,
            places: places.map(Arc::new),
            relocations: Relocations::default(),
            watches: Watches::default(),
            signer: PictureSigner::new(&secrets, Arc::clone(&clock)),
            executor: Executor::start(&store, policy.database_queue, policy.longest_wait)
                .map_err(Error::internal)?,
            hasher: Hasher::new(policy.work_pool("passwords"))?,
            cleaning: policy.work_pool("notes"),
            documents: policy.work_pool("documents"),
            imports: policy.slow_work_pool("imports"),
            extractor: extractor.map(|program| Extractor::new(program, policy.longest_wait)),
            exports: ExportSlots::default(),
            edit_locks: EditLocks::default(),
            access_tokens: AccessTokens::new(&secrets, ISSUER, Audience::Api),
            assistant_tokens: AccessTokens::new(&secrets, ISSUER, Audience::Assistants),
            share_tokens: DerivedTokens::new(&secrets, Purpose::ShareLink),
            invitation_tokens: DerivedTokens::new(&secrets, Purpose::Invitation),
            metrics,
            rates: RateTable::default(),
            ids: Ids::new(),
            mail: mailer.map(MailQueue::new),
            oidc: oidc.map(Arc::new),
            policy,
            secrets,
            clock,
        })
    }

    /// Runs work on documents: at once, or in their pool if they are large.
    pub(crate) async fn run_in_document_pool_if<T: Send + 'static>(
        &self,
        is_large: bool,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        if is_large {
            Ok(self.documents.run(client, 1, work).await?)
        } else {
            Ok(work())
        }
    }

    /// The imported rates, not older than [`RateTable::fresh`] says.
    pub(crate) async fn fresh_rates(&self) -> Result<Arc<ReferenceRates>, Error> {
        self.rates.fresh(&self.executor).await
    }

    pub(crate) fn now(&self) -> Instant {
        self.clock.now()
    }
}

//! Fetching a picture from an address that a user gave, without letting that address reach into the
//! network the service runs in.

mod address;
mod guard;

use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::dns::Resolve;
use reqwest::header::{ACCEPT, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::Url;
use wayfare_trace_context::TRACEPARENT;

use crate::{CleanPicture, Cleaner, PictureError, ReceiveError, ReceivedFile, TempSpace};

pub use guard::AllowedHosts;
use guard::{AddressRefused, GuardedResolver, SystemResolver};

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 3;
/// How long a fetch takes at most, redirects and content included.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// How long the other side may take to answer a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// Why a picture was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address, or one that it was redirected to, is not one that may be fetched.
    #[error("the address may not be fetched")]
    Refused,
    /// It leads from redirect to redirect.
    #[error("the address redirects too often")]
    TooManyRedirects,
    /// It answered with something other than a picture; the HTTP status.
    #[error("the other side answered with status {0}")]
    Status(u16),
    /// It took too long.
    #[error("the other side took too long")]
    TimedOut,
    /// It can't be reached.
    #[error("the other side can't be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// It could not be received: too large, or no room.
    #[error(transparent)]
    Receive(#[from] ReceiveError),
    /// What came is not a picture that is taken.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Fetches pictures from addresses that users gave.
///
/// `Pictures`: http and https only; every address that a name resolves to has to be public, and the
/// connection goes to an address so checked; redirects are followed at most three times, each
/// checked anew; 10 seconds in all; the size is capped by `space`. Proxies of the environment are
/// not used. The trace that the task works in, where it does, is named to the other side.
pub struct RemotePictures {
    allowed: AllowedHosts,
    resolver: Arc<dyn Resolve>,
    guarded: OnceLock<Client>,
    trusted: OnceLock<Client>,
    space: TempSpace,
    cleaner: Cleaner,
}

impl std::fmt::Debug for RemotePictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemotePictures")
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}

impl RemotePictures {
    /// Receives into `space` and cleans with `cleaner`. Hosts in `allowed` are fetched from
    /// whatever their address.
    #[must_use]
    pub fn new(allowed: AllowedHosts, space: TempSpace, cleaner: Cleaner) -> Self {
        Self::with_resolver(allowed, space, cleaner, Arc::new(SystemResolver))
    }

    /// Like [`RemotePictures::new`], with names looked up by `resolver`.
    #[must_use]
    pub fn with_resolver(
        allowed: AllowedHosts,
        space: TempSpace,
        cleaner: Cleaner,
        resolver: Arc<dyn Resolve>,
    ) -> Self {
        Self {
            allowed,
            resolver,
            guarded: OnceLock::new(),
            trusted: OnceLock::new(),
            space,
            cleaner,
        }
    }

    /// Fetches the picture at `address` and cleans it.
    ///
    /// # Errors
    /// `Refused` for an address that may not be fetched (also for what is no address), and the
    /// other reasons of [`FetchError`].
    pub async fn fetch(&self, address: &str) -> Result<CleanPicture, FetchError> {
        let file = tokio::time::timeout(TIME_LIMIT, self.receive(address))
            .await
            .map_err(|_| FetchError::TimedOut)??;
        Ok(self.cleaner.clean_file(file).await?)
    }

    async fn receive(&self, address: &str) -> Result<ReceivedFile, FetchError> {
        let mut url = Url::parse(address).map_err(|_| FetchError::Refused)?;
        for _ in 0..=MAX_REDIRECTS {
            let response = self.request(&url).await?;
            let status = response.status();
            if status.is_redirection() {
                url = redirected(&url, &response).ok_or(FetchError::Status(status.as_u16()))?;
                continue;
            }
            if !status.is_success() {
                return Err(FetchError::Status(status.as_u16()));
            }
            return self.save(response).await;
        }
        Err(FetchError::TooManyRedirects)
    }

    async fn request(&self, url: &Url) -> Result<Response, FetchError> {
        guard::check_form(url)?;
        let client = if self.allowed.contains(url) {
            client(&self.trusted, || Arc::clone(&self.resolver))?
        } else {
            guard::check_literal(url)?;
            client(&self.guarded, || {
                Arc::new(GuardedResolver::over(Arc::clone(&self.resolver)))
            })?
        };
        let request = client
            .get(url.clone())
            .header(ACCEPT, "image/jpeg, image/png, image/webp, image/gif");
        let request = match wayfare_trace_context::current() {
            Some(context) => request.header(TRACEPARENT, context.to_string()),
            None => request,
        };
        request.send().await.map_err(from_request)
    }

    async fn save(&self, mut response: Response) -> Result<ReceivedFile, FetchError> {
        let mut file = self.space.create().await?;
        while let Some(chunk) = response.chunk().await.map_err(from_request)? {
            file.write(&chunk).await?;
        }
        Ok(file.finish().await?)
    }
}

fn redirected(from: &Url, response: &Response) -> Option<Url> {
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    from.join(location).ok()
}

/// The client is made at first use: without the system's certificates it can't be made at all, and
/// that shall fail a fetch, not the service.
fn client(
    cell: &OnceLock<Client>,
    resolver: impl FnOnce() -> Arc<dyn Resolve>,
) -> Result<&Client, FetchError> {
    if let Some(client) = cell.get() {
        return Ok(client);
    }
    let made = Client::builder()
        .user_agent(concat!("Wayfare/", env!("CARGO_PKG_VERSION")))
        .no_proxy()
        .redirect(Policy::none())
        .referer(false)
        // A connection is never used for another fetch, so each one goes to an address that was
        // checked for it.
        .pool_max_idle_per_host(0)
        .connect_timeout(CONNECT_LIMIT)
        .dns_resolver(resolver())
        .build()
        .map_err(|error| FetchError::Unreachable(Box::new(error)))?;
    Ok(cell.get_or_init(|| made))
}

fn from_request(error: reqwest::Error) -> FetchError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(error) = cause {
        if error.is::<AddressRefused>() {
            return FetchError::Refused;
        }
        cause = error.source();
    }
    if error.is_timeout() {
        FetchError::TimedOut
    } else {
        // Addresses may hold secrets in their query; they do not belong in logs.
        FetchError::Unreachable(Box::new(error.without_url()))
    }
}

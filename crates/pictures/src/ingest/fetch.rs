//! Fetches pictures from URLs that users sent, with protection against server-side request forgery.

mod address;
mod client;
mod guard;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Response;
use reqwest::dns::Resolve;
use reqwest::header::LOCATION;
use url::Url;
use wayfare_bounds::Client;

use crate::{CleanPicture, Cleaner, PictureError, ReceiveError, ReceivedFile, TempSpace};

pub use client::GuardedClient;
use client::from_request;
pub use guard::AllowedHosts;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 3;
/// The time limit of a fetch: redirects, content and cleaning included.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// The types of pictures.
const PICTURES: &str = "image/jpeg, image/png, image/webp, image/gif";

/// Why a picture was not fetched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The URL, or one that it redirects to, may not be fetched.
    #[error("the address may not be fetched")]
    Refused,
    /// Too many redirects.
    #[error("the address redirects too often")]
    TooManyRedirects,
    /// The server answered with an HTTP status other than success.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// The fetch exceeded its time limit.
    #[error("the server took too long")]
    TimedOut,
    /// The server can't be reached.
    #[error("the server can't be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The content could not be received: too large, or the temporary space is full.
    #[error(transparent)]
    Receive(#[from] ReceiveError),
    /// The content is not an accepted picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Fetches pictures from URLs that users sent.
///
/// `Pictures`: http and https only. Every address that a name resolves to must be public, and the
/// connection goes to a checked address. At most three redirects are followed, each checked again.
/// The time limit is 10 seconds in total; `space` caps the size. Proxy settings of the environment
/// are ignored. The current trace context is propagated to the server.
pub struct RemotePictures {
    client: GuardedClient,
    space: TempSpace,
    cleaner: Cleaner,
}

impl std::fmt::Debug for RemotePictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemotePictures")
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

impl RemotePictures {
    /// Creates a fetcher that receives into `space` and cleans with `cleaner`. Hosts in `allowed`
    /// may have any address.
    #[must_use]
    pub fn new(allowed: AllowedHosts, space: TempSpace, cleaner: Cleaner) -> Self {
        Self {
            client: GuardedClient::new(allowed),
            space,
            cleaner,
        }
    }

    /// Like [`RemotePictures::new`], with `resolver` for name resolution.
    #[must_use]
    pub fn with_resolver(
        allowed: AllowedHosts,
        space: TempSpace,
        cleaner: Cleaner,
        resolver: Arc<dyn Resolve>,
    ) -> Self {
        Self {
            client: GuardedClient::with_resolver(allowed, resolver),
            space,
            cleaner,
        }
    }

    /// Fetches the picture at `address` and cleans it, on behalf of a client.
    ///
    /// # Errors
    /// `Refused` if the URL is malformed or may not be fetched, and the other variants of
    /// [`FetchError`].
    pub async fn fetch(&self, client: Client, address: &str) -> Result<CleanPicture, FetchError> {
        let fetch = async {
            let file = self.receive(client, address).await?;
            Ok(self.cleaner.clean_file(client, file).await?)
        };
        tokio::time::timeout(TIME_LIMIT, fetch)
            .await
            .map_err(|_| FetchError::TimedOut)?
    }

    async fn receive(&self, client: Client, address: &str) -> Result<ReceivedFile, FetchError> {
        let mut url = Url::parse(address).map_err(|_| FetchError::Refused)?;
        for _ in 0..=MAX_REDIRECTS {
            let response = self.client.get(&url, PICTURES).await?;
            let status = response.status();
            if status.is_redirection() {
                url = redirected(&url, &response).ok_or(FetchError::Status(status.as_u16()))?;
                continue;
            }
            if !status.is_success() {
                return Err(FetchError::Status(status.as_u16()));
            }
            return self.save(client, response).await;
        }
        Err(FetchError::TooManyRedirects)
    }

    async fn save(
        &self,
        client: Client,
        mut response: Response,
    ) -> Result<ReceivedFile, FetchError> {
        let mut file = self.space.create(client).await?;
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

//! The client of requests to addresses that users sent.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Response;
use reqwest::dns::Resolve;
use reqwest::header::ACCEPT;
use reqwest::redirect::Policy;
use url::Url;
use wayfare_bounds::trace::TRACEPARENT;

use super::guard::{self, AddressRefused, GuardedResolver, SystemResolver};
use super::{AllowedHosts, FetchError};
use crate::ReceiveError;

/// The time limit of a connection attempt.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// A client that asks public addresses alone, or hosts that are allowed; it follows no redirects.
pub struct GuardedClient {
    allowed: AllowedHosts,
    resolver: Arc<dyn Resolve>,
    guarded: OnceLock<reqwest::Client>,
    trusted: OnceLock<reqwest::Client>,
}

impl fmt::Debug for GuardedClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedClient")
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}

impl GuardedClient {
    /// A client to which hosts in `allowed` may have any address.
    pub fn new(allowed: AllowedHosts) -> Self {
        Self::with_resolver(allowed, Arc::new(SystemResolver))
    }

    pub(super) fn with_resolver(allowed: AllowedHosts, resolver: Arc<dyn Resolve>) -> Self {
        Self {
            allowed,
            resolver,
            guarded: OnceLock::new(),
            trusted: OnceLock::new(),
        }
    }

    /// Whether the host of a URL may have any address.
    pub fn allows(&self, url: &Url) -> bool {
        self.allowed.contains(url)
    }

    /// Fetches a document of at most `most` bytes, within a time limit.
    ///
    /// # Errors
    /// [`FetchError::Refused`] if the URL may not be fetched, and the other variants but those of
    /// pictures; a redirect is a [`FetchError::Status`].
    pub async fn document(
        &self,
        url: &Url,
        accept: &str,
        limit: Duration,
        most: usize,
    ) -> Result<Vec<u8>, FetchError> {
        let fetch = async {
            let mut response = self.get(url, accept).await?;
            if !response.status().is_success() {
                return Err(FetchError::Status(response.status().as_u16()));
            }
            let mut bytes = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(from_request)? {
                if bytes.len() + chunk.len() > most {
                    let limit = u64::try_from(most).unwrap_or(u64::MAX);
                    return Err(ReceiveError::TooManyBytes { limit }.into());
                }
                bytes.extend_from_slice(&chunk);
            }
            Ok(bytes)
        };
        let fetched = tokio::time::timeout(limit, fetch).await;
        fetched.unwrap_or(Err(FetchError::TimedOut))
    }

    pub(super) async fn get(&self, url: &Url, accept: &str) -> Result<Response, FetchError> {
        guard::check_form(url)?;
        let client = if self.allowed.contains(url) {
            client(&self.trusted, || Arc::clone(&self.resolver))?
        } else {
            guard::check_literal(url)?;
            client(&self.guarded, || {
                Arc::new(GuardedResolver::over(Arc::clone(&self.resolver)))
            })?
        };
        let request = client.get(url.clone()).header(ACCEPT, accept);
        let request = match wayfare_bounds::trace::current() {
            Some(context) => request.header(TRACEPARENT, context.to_string()),
            None => request,
        };
        request.send().await.map_err(from_request)
    }
}

/// Creates the client at first use. Creation fails without system certificates, which fails the
/// fetch but not the start of the service.
fn client(
    cell: &OnceLock<reqwest::Client>,
    resolver: impl FnOnce() -> Arc<dyn Resolve>,
) -> Result<&reqwest::Client, FetchError> {
    if let Some(client) = cell.get() {
        return Ok(client);
    }
    let new_client = reqwest::Client::builder()
        .user_agent(concat!("Wayfare/", env!("CARGO_PKG_VERSION")))
        .no_proxy()
        .redirect(Policy::none())
        .referer(false)
        // No connection reuse: each fetch connects to an address that was checked for it.
        .pool_max_idle_per_host(0)
        .connect_timeout(CONNECT_LIMIT)
        .dns_resolver(resolver())
        .build()
        .map_err(|error| FetchError::Unreachable(Box::new(error)))?;
    Ok(cell.get_or_init(|| new_client))
}

pub(super) fn from_request(error: reqwest::Error) -> FetchError {
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
        // URLs may hold secrets in their query, which must not reach the logs.
        FetchError::Unreachable(Box::new(error.without_url()))
    }
}

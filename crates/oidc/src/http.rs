//! Requests to the provider: bounded in time and size, without redirections.

use std::error::Error as StdError;
use std::sync::OnceLock;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::redirect::Policy;
use url::Url;

use crate::is_protected;

/// The time limit of a request, with its answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum size of an answer, in bytes.
const MAX_ANSWER: usize = 1 << 20;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("an address of the provider is neither https nor on loopback")]
    Unprotected,
    #[error("the answer has more than {MAX_ANSWER} bytes")]
    TooLarge,
    #[error("the provider can't be reached")]
    Unreachable(#[source] Box<dyn StdError + Send + Sync>),
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        Self::Unreachable(Box::new(error.without_url()))
    }
}

/// Sends requests. The client is created at first use: that reads the certificates of the system.
#[derive(Default)]
pub(crate) struct Http(OnceLock<reqwest::Client>);

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = Failure;
    type Future = BoxFuture<'c, Result<HttpResponse, Failure>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        self.send(request).boxed()
    }
}

impl Http {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, Failure> {
        let url = Url::parse(&request.uri().to_string());
        if !url.as_ref().is_ok_and(is_protected) {
            return Err(Failure::Unprotected);
        }
        let request = reqwest::Request::try_from(request)?;
        let mut answer = self.client()?.execute(request).await?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            if body.len() + chunk.len() > MAX_ANSWER {
                return Err(Failure::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        let mut response = HttpResponse::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        Ok(response)
    }

    fn client(&self) -> Result<&reqwest::Client, Failure> {
        if let Some(client) = self.0.get() {
            return Ok(client);
        }
        let new_client = reqwest::Client::builder()
            .user_agent(concat!("Wayfare/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .referer(false)
            .timeout(TIMEOUT)
            .build()?;
        Ok(self.0.get_or_init(|| new_client))
    }
}

//! A request that is built and then sent.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, Response};
use serde::Serialize;
use tokio::time::sleep;
use uuid::Uuid;

use crate::input::Body;
use crate::session::Credential;
use crate::{Error, Mode, Reply, Results};

/// How often a call with an idempotency key is sent at most.
const ATTEMPTS: u32 = 5;
/// The longest pause before the second attempt; each further one may be twice as long.
const PAUSE: Duration = Duration::from_millis(200);
/// The longest pause that a server can ask for.
const MAX_PAUSE: Duration = Duration::from_secs(10);

/// How long a call with files may take at least.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// A request whose answer is a `T`. `.await` sends it, and gives what the [`Mode`] says.
#[derive(Debug)]
#[must_use = "a call is sent by .await"]
pub struct Call<T, M = Results> {
    request: RequestBuilder,
    credential: Credential,
    timeout: Option<Duration>,
    files: Vec<File>,
    key: Option<String>,
    label: String,
    answer: PhantomData<fn() -> (T, M)>,
}

/// A file of a form, or a text, which has no name.
#[derive(Debug, Clone)]
struct File {
    part: String,
    name: Option<String>,
    content: Vec<u8>,
}

impl<T, M> Call<T, M> {
    pub(crate) fn new(
        request: RequestBuilder,
        credential: Credential,
        timeout: Option<Duration>,
        label: String,
    ) -> Self {
        Self {
            request,
            credential,
            timeout,
            files: Vec::new(),
            key: None,
            label,
            answer: PhantomData,
        }
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.request = self.request.header(name, value.as_ref());
        self
    }

    /// Sets a JSON body.
    pub fn json(mut self, body: &impl Serialize) -> Self {
        self.request = self.request.json(body);
        self
    }

    /// Sets a body of the route.
    pub(crate) fn carrying<B>(self, body: &impl Body<B>) -> Self {
        self.json(body)
    }

    /// Sets a key of its own, for a POST that makes or moves something: it is retried if the
    /// connection is lost.
    pub(crate) fn once(self) -> Self {
        self.idempotency_key(&Uuid::new_v4().to_string())
    }

    /// Sets a body of any content type.
    pub fn body(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.request = self
            .request
            .header("content-type", content_type)
            .body(body.into());
        self
    }

    /// Adds a file to a multipart form, in the part of this name.
    pub fn file(mut self, part: &str, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.push(File {
            part: part.to_owned(),
            name: Some(name.to_owned()),
            content: content.into(),
        });
        self
    }

    /// Adds a text to a multipart form, in the part of this name.
    pub fn text(mut self, part: &str, text: &str) -> Self {
        self.files.push(File {
            part: part.to_owned(),
            name: None,
            content: text.into(),
        });
        self
    }

    /// Sets `Idempotency-Key`, instead of the key that a route which makes something sends of its
    /// own. The service does what was asked once for all calls with the key, within 24 hours.
    pub fn idempotency_key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }

    /// Sets `If-Match`.
    pub fn if_match(self, tag: &str) -> Self {
        self.header("if-match", tag)
    }

    /// Sets `If-None-Match`.
    pub fn if_none_match(self, tag: &str) -> Self {
        self.header("if-none-match", tag)
    }

    /// Sets `Api-Variant`: `a` or `b`.
    pub fn variant(self, variant: &str) -> Self {
        self.header("api-variant", variant)
    }

    /// Prefers an answer with the fields that go beyond its variant.
    pub fn extended(self) -> Self {
        self.header("Prefer", "extensions")
    }

    /// Sets `Max-Width`, in pixels.
    pub fn max_width(self, width: &str) -> Self {
        self.header("max-width", width)
    }

    /// Sets `Max-Height`, in pixels.
    pub fn max_height(self, height: &str) -> Self {
        self.header("max-height", height)
    }

    /// Sends the request. One with an idempotency key is sent again if the connection is lost, and
    /// while an earlier attempt is still being processed.
    ///
    /// # Errors
    /// [`Error::NoAnswer`]. An answer with an error status is not an error.
    pub async fn send(self) -> Result<Reply<T>, Error> {
        let mut attempt = 1;
        loop {
            let may_repeat = self.key.is_some() && attempt < ATTEMPTS;
            // A request whose body can't be repeated is sent once.
            let Some(call) = self.try_clone().filter(|_| may_repeat) else {
                return self.receive().await;
            };
            let result = call.receive().await;
            let backoff = PAUSE * 2_u32.pow(attempt - 1);
            let pause = match &result {
                Err(Error::NoAnswer { source, .. }) if !source.is_builder() => backoff,
                Err(_) => return result,
                Ok(reply) => match reply.header("retry-after").filter(|_| reply.status == 409) {
                    Some(seconds) => Duration::from_secs(seconds.parse().unwrap_or(1)),
                    None => return result,
                },
            };
            // At random times, so that clients come back one by one.
            let factor = rand::random_range(0.5..=1.0);
            sleep(pause.min(MAX_PAUSE).mul_f64(factor)).await;
            attempt += 1;
        }
    }

    fn try_clone(&self) -> Option<Self> {
        Some(Self {
            request: self.request.try_clone()?,
            credential: self.credential.clone(),
            timeout: self.timeout,
            files: self.files.clone(),
            key: self.key.clone(),
            label: self.label.clone(),
            answer: PhantomData,
        })
    }

    async fn receive(self) -> Result<Reply<T>, Error> {
        let label = self.label.clone();
        let least = match self.files.is_empty() {
            true => Duration::ZERO,
            false => UPLOAD_TIMEOUT,
        };
        let timeout = self.timeout.map(|timeout| timeout.max(least));
        let request = match timeout {
            Some(timeout) => self.request.timeout(timeout),
            None => self.request,
        };
        let response = Self { request, ..self }.open().await?;
        Reply::received(label, response).await
    }

    /// Sends the request once, and leaves the body of the answer to be read. It has no timeout.
    pub(crate) async fn open(self) -> Result<Response, Error> {
        let request = match self.key {
            Some(key) => self.request.header("idempotency-key", key),
            None => self.request,
        };
        let form = self
            .files
            .into_iter()
            .fold(None, |form: Option<Form>, file| {
                let part = Part::bytes(file.content);
                let part = match file.name {
                    Some(name) => part.file_name(name),
                    None => part,
                };
                Some(form.unwrap_or_default().part(file.part, part))
            });
        let request = match form {
            Some(form) => request.multipart(form),
            None => request,
        };
        let no_answer = |source| Error::NoAnswer {
            request: self.label,
            source,
        };
        self.credential.send(request).await.map_err(no_answer)
    }
}

impl<T: 'static, M: Mode> IntoFuture for Call<T, M> {
    type Output = M::Output<T>;
    type IntoFuture = Pin<Box<dyn Future<Output = M::Output<T>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async { M::finish(self.send().await) })
    }
}

//! A request that is built and then sent.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;

use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, Response};
use serde::Serialize;

use crate::{Error, Mode, Reply, Results};

/// A request whose answer is a `T`. `.await` sends it, and gives what the [`Mode`] says.
#[derive(Debug)]
#[must_use = "a call is sent by .await"]
pub struct Call<T, M = Results> {
    request: RequestBuilder,
    form: Option<Form>,
    label: String,
    answer: PhantomData<fn() -> (T, M)>,
}

impl<T, M> Call<T, M> {
    pub(crate) fn new(request: RequestBuilder, label: String) -> Self {
        Self {
            request,
            form: None,
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
        let file = Part::bytes(content.into()).file_name(name.to_owned());
        self.form = Some(self.form.unwrap_or_default().part(part.to_owned(), file));
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

    /// Sends the request.
    ///
    /// # Errors
    /// [`Error::NoAnswer`]. An answer with an error status is not an error.
    pub async fn send(self) -> Result<Reply<T>, Error> {
        let label = self.label.clone();
        Reply::received(label, self.open().await?).await
    }

    /// Sends the request, and leaves the body of the answer to be read.
    pub(crate) async fn open(self) -> Result<Response, Error> {
        let Self {
            request,
            form,
            label,
            ..
        } = self;
        let request = match form {
            Some(form) => request.multipart(form),
            None => request,
        };
        let no_answer = |source| Error::NoAnswer {
            request: label,
            source,
        };
        request.send().await.map_err(no_answer)
    }
}

impl<T: 'static, M: Mode> IntoFuture for Call<T, M> {
    type Output = M::Output<T>;
    type IntoFuture = Pin<Box<dyn Future<Output = M::Output<T>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async { M::finish(self.send().await) })
    }
}

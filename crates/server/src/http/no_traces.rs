//! Stands in for the exporter of traces in a build without the cargo feature `otlp`.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use url::Url;

use crate::Failure;
use crate::server::lacks;

/// An exporter of traces: this build has none.
#[derive(Clone)]
pub(crate) enum Traces {}

impl Traces {
    /// Refuses the setting.
    pub(crate) fn start(_: &Url) -> Result<Self, Failure> {
        Err(lacks("otlp-endpoint", "otlp"))
    }

    pub(crate) fn stop(&self) {
        match *self {}
    }
}

/// Passes every request on.
pub(crate) async fn trace<B: MessageBody>(
    _: Option<Traces>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    next.call(request).await
}

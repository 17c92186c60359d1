//! Lists of trips: a long one is rendered in the work pool for documents.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Serialize;
use serde::ser::Serializer;
use wayfare_service::{MAX_INLINE_BYTES, TripHead};

use crate::answer::conditional::{self, Document};
use crate::limits::byte_budget;
use crate::{Answer, App, Links, Problem, RequestClient};

/// Answers a list of trips, each in a shape, with its tag.
///
/// # Errors
/// 429 or 503 if there is no room for a long list; 500 if a shape can't be serialised.
pub async fn json<S: Serialize>(
    app: &Data<App>,
    request: &HttpRequest,
    trips: impl AsRef<[TripHead]> + Send + 'static,
    shape: impl Fn(&Links, &TripHead) -> S + Send + 'static,
) -> Answer {
    let size = trips.as_ref().iter().map(TripHead::estimated_bytes).sum();
    let render = move |links: &Links| render(trips.as_ref(), |trip| shape(links, trip));
    answer(app, request, size, render).await
}

/// Answers a list of about `size` bytes, rendered in the work pool for documents if it is long.
///
/// # Errors
/// As [`json`]; that of `render`.
pub async fn answer(
    app: &Data<App>,
    request: &HttpRequest,
    size: usize,
    render: impl FnOnce(&Links) -> Result<Document, Problem> + Send + 'static,
) -> Answer {
    if size <= MAX_INLINE_BYTES {
        return Ok(conditional::answer(request, render(&app.links)?));
    }
    let shared = Data::clone(app);
    let render = move || render(&shared.links);
    let RequestClient(client) = RequestClient::of(request);
    // The trips themselves, until they are rendered.
    let mut reservation = app.answers.reserve(client);
    reservation.grow_to(byte_budget::size(size))?;
    let document = app.service.run_in_document_pool(client, render).await??;
    Ok(conditional::answer(request, document))
}

/// The trips as JSON. There is one shape in memory at a time.
fn render<S: Serialize>(
    trips: &[TripHead],
    shape: impl Fn(&TripHead) -> S,
) -> Result<Document, Problem> {
    let mut bytes = Vec::new();
    serde_json::Serializer::new(&mut bytes)
        .collect_seq(trips.iter().map(shape))
        .map_err(|error| Problem::internal(&error))?;
    Ok(Document::from_bytes(None, bytes))
}

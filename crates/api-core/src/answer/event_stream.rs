//! The event stream of a trip (interface: "Events"), as server-sent events.

use std::convert::Infallible;
use std::future::ready;
use std::time::{Duration, Instant};

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::rt::time::timeout;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::{StreamExt, stream};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use wayfare_service::{TripEvent, TripWatch};

use crate::input::path::header_parameter;

/// The media type.
pub const EVENT_STREAM: &str = "text/event-stream";
/// The header with the last event that a client knows.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Tells nginx to pass each event on at once.
const NO_BUFFERING: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-accel-buffering"),
    HeaderValue::from_static("no"),
);
/// The time between two comments, by which client and server notice a lost connection.
const COMMENT_INTERVAL: Duration = Duration::from_secs(15);

/// The version that a client knows, by its last event: none if that is no version.
#[derive(Debug, Clone, Copy)]
pub struct LastEventId(pub Option<i64>);

impl LastEventId {
    /// That of a request.
    pub fn of(request: &HttpRequest) -> Self {
        let id = request.headers().get(LAST_EVENT_ID);
        let id = id.and_then(|id| id.to_str().ok()?.trim().parse().ok());
        Self(id)
    }
}

impl IntoParams for LastEventId {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let known = "The version that is known already";
        vec![header_parameter("Last-Event-ID", known)]
    }
}

/// Answers with the events of a trip. The stream is pulled: while its reader does not read, it
/// holds no event.
pub fn answer(request: &HttpRequest, watch: TripWatch) -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .insert_header(NO_BUFFERING)
        .content_type(EVENT_STREAM);
    if request.method() == Method::HEAD {
        return answer.finish();
    }
    let reconnect = watch.reconnect_after().as_millis();
    // Its block ends with the first event: some readers take one without data for an event.
    let first = Bytes::from(format!("retry: {reconnect}\n"));
    let comment_at = Instant::now() + COMMENT_INTERVAL;
    let events = stream::unfold(Some((watch, comment_at)), |state| async move {
        let (mut watch, comment_at) = state?;
        let left = comment_at.saturating_duration_since(Instant::now());
        Some(match timeout(left, watch.next()).await {
            Ok(Some(TripEvent::Changed(version))) => {
                let text =
                    format!("event: trip\nid: {version}\ndata: {{\"version\": {version}}}\n\n");
                (Bytes::from(text), Some((watch, comment_at)))
            }
            // Browsers ignore an event without data.
            Ok(Some(TripEvent::Gone)) => (Bytes::from_static(b"event: gone\ndata: {}\n\n"), None),
            Ok(None) => return None,
            Err(_) => {
                let next = Instant::now() + COMMENT_INTERVAL;
                (Bytes::from_static(b":\n"), Some((watch, next)))
            }
        })
    });
    let events = stream::once(ready(first)).chain(events);
    answer.streaming(events.map(Ok::<_, Infallible>))
}

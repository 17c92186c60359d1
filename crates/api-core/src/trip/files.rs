//! The bytes of a file of a trip, as an answer: whole, or a range of them (RFC 9110, section 14).

use std::ops::Range;

use actix_web::HttpRequest;
use actix_web::body::SizedStream;
use actix_web::http::header::{self, ByteRangeSpec, ContentRange, ContentRangeSpec, Header};
use actix_web::http::{Method, StatusCode};
use futures_util::{StreamExt, TryStreamExt, stream};
use sha2::{Digest, Sha256};
use wayfare_domain::{PictureId, TripId};
use wayfare_service::{Caller, Error};

use crate::answer::{attachment, conditional};
use crate::{Answer, App, Problem};

/// Answers with a file of a trip, which a browser saves and never shows; 304 if the request names
/// its tag.
///
/// # Errors
/// 404 if there is no such file or the caller is not on the trip; 416 for a range beyond its end;
/// 401, 503.
pub async fn answer(
    app: &App,
    request: &HttpRequest,
    caller: Caller,
    trip: TripId,
    id: PictureId,
) -> Answer {
    let opened = app.service.trips.open_file(caller, trip, id).await?;
    let size = opened.file.size;
    let tag = conditional::tag(None, Sha256::new_with_prefix(opened.hash));
    let disposition = attachment::content_disposition(opened.file.name.as_str());
    let disposition = disposition.map_err(|error| Problem::internal(&error))?;
    let part = match requested(request, &tag, size) {
        Ok(part) => part,
        Err(Unsatisfiable) => return Err(Problem::range_not_satisfiable(size)),
    };
    let range = part.clone().unwrap_or(0..size);
    let is_head = request.method() == Method::HEAD;
    let is_known = conditional::names(request, &header::IF_NONE_MATCH, &tag);
    let chunks = if is_head || is_known {
        stream::empty().boxed()
    } else {
        let chunks = opened.stream(range.clone()).await?;
        let broken = |error: Error| Problem::from(error).into_broken_answer();
        chunks.map_err(broken).boxed()
    };
    let kind = opened.file.kind.media_type();
    let kind = match kind {
        "text/plain" | "text/calendar" => format!("{kind}; charset=utf-8"),
        kind => kind.to_owned(),
    };
    Ok(conditional::answer_with(request, &tag, |mut answer| {
        if part.is_some() {
            answer.status(StatusCode::PARTIAL_CONTENT);
            answer.insert_header(ContentRange(ContentRangeSpec::Bytes {
                range: Some((range.start, range.end - 1)),
                instance_length: Some(size),
            }));
        }
        answer
            .content_type(kind)
            .insert_header((header::ACCEPT_RANGES, "bytes"))
            .insert_header((header::CACHE_CONTROL, "private, no-cache"))
            .insert_header((header::CONTENT_DISPOSITION, disposition))
            .body(SizedStream::new(range.end - range.start, chunks))
    }))
}

/// No byte of the range exists.
struct Unsatisfiable;

/// The range that a request asks for; `None` for the whole file, also if it asks for several
/// ranges, or for one of another version.
fn requested(
    request: &HttpRequest,
    tag: &str,
    size: u64,
) -> Result<Option<Range<u64>>, Unsatisfiable> {
    let headers = request.headers();
    let is_same = headers
        .get(header::IF_RANGE)
        .is_none_or(|known| known.as_bytes() == tag.as_bytes());
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if !headers.contains_key(header::RANGE) || !is_same || !is_read {
        return Ok(None);
    }
    let Ok(header::Range::Bytes(ranges)) = header::Range::parse(request) else {
        return Ok(None);
    };
    let [range] = ranges.as_slice() else {
        return Ok(None);
    };
    let satisfiable = ByteRangeSpec::to_satisfiable_range(range, size);
    let (first, last) = satisfiable.ok_or(Unsatisfiable)?;
    Ok(Some(first..last + 1))
}

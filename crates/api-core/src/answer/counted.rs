//! The bytes of large answers: counted for their client from when they are rendered until they are
//! sent. A streamed body counts its own.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, ResponseError};

use wayfare_bounds::Reservation;

use crate::limits::byte_budget::size;
use crate::{App, Problem, RequestClient};

/// The bytes of large answers that are in memory at the same time, in total: 192 MiB.
pub(crate) const BUDGET: u64 = 192 << 20;
/// The size up to which the bytes of an answer are not counted: 64 KiB.
const MAX_UNCOUNTED: usize = 64 << 10;
/// How many bytes are passed to the connection at a time, which copies them: 512 KiB, so that a
/// picture is sent in one piece.
const CHUNK: usize = 512 << 10;

/// Middleware directly around the routes: reserves the bytes of each large answer. `hold` keeps
/// them until they are sent.
///
/// # Errors
/// Never one of its own: 429 or 503 is the answer if there is no room. A write is refused before
/// it is done or not at all.
pub async fn reserve(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(app) = request.app_data::<Data<App>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let is_write = !request.method().is_safe();
    if is_write {
        let RequestClient(client) = RequestClient::of(request.request());
        if let Err(exceeded) = app.answers.reserve(client).grow_to(1) {
            return Ok(request.into_response(Problem::from(exceeded).error_response()));
        }
    }
    let answer = next.call(request).await?.map_into_boxed_body();
    let (request, response) = answer.into_parts();
    let (mut response, body) = response.into_parts();
    let bytes = match body.try_into_bytes() {
        Ok(bytes) => bytes,
        Err(stream) => return Ok(ServiceResponse::new(request, response.set_body(stream))),
    };
    if bytes.len() > MAX_UNCOUNTED {
        // A page knows its visitor's account only now.
        let RequestClient(client) = RequestClient::of(&request);
        let mut reservation = app.answers.reserve(client);
        if is_write {
            reservation.force_to(size(bytes.len()));
        } else if let Err(exceeded) = reservation.grow_to(size(bytes.len())) {
            let refusal = Problem::from(exceeded).error_response();
            return Ok(ServiceResponse::new(request, refusal));
        }
        response.extensions_mut().insert(reservation);
    }
    let response = response.set_body(BoxBody::new(bytes));
    Ok(ServiceResponse::new(request, response))
}

/// Keeps the reservation of a large answer until its body is sent, for as many bytes as that has.
pub(crate) fn hold(mut answer: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let reserved = answer
        .response_mut()
        .extensions_mut()
        .remove::<Reservation>();
    let Some(mut reservation) = reserved else {
        return answer;
    };
    answer.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => {
            reservation.shrink_to(size(bytes.len()));
            BoxBody::new(CountedBody { bytes, reservation })
        }
        Err(stream) => stream,
    })
}

/// A body that returns its bytes to the budget once the last are passed on.
struct CountedBody {
    bytes: Bytes,
    #[expect(dead_code, reason = "dropped with the body")]
    reservation: Reservation,
}

impl MessageBody for CountedBody {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(u64::try_from(self.bytes.len()).unwrap_or(u64::MAX))
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        let length = self.bytes.len().min(CHUNK);
        Poll::Ready((length > 0).then(|| Ok(self.bytes.split_to(length))))
    }
}

//! Requests that outlive their connection.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::ErrorInternalServerError;
use actix_web::middleware::Next;
use actix_web::{Error, rt};
use tracing::Instrument;

/// Middleware around the envelope: a request that may change something runs as a task of its own.
/// `is_sign_in` says so of one whose method is safe.
///
/// What follows its commit (audit lines, removed files, mail, its line in the log) then happens even
/// if the client has closed the connection. A body that has not arrived by then is incomplete, which
/// refuses the request.
///
/// # Errors
/// Passes on those of the routes.
pub async fn detach(
    is_sign_in: bool,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let is_read = request.method().is_safe() && !is_sign_in;
    let work = next.call(request);
    let answer = if is_read {
        work.await
    } else {
        let task = rt::spawn(work.in_current_span());
        // A panic outside of a route, which answers for its own.
        task.await.map_err(ErrorInternalServerError)?
    };
    Ok(answer?.map_into_boxed_body())
}

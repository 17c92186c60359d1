//! Requests that outlive their connection.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::thread;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, rt};
use tracing::Instrument;

/// Middleware around the envelope: a request that may change something goes on as a task of its own
/// once its connection is gone. `is_sign_in` says so of one whose method is safe.
///
/// What follows its commit (audit lines, removed files, mail, its line in the log) then happens
/// even if the client has closed the connection. A body that has not arrived by then is incomplete,
/// which refuses the request.
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
        Detached(Some(Box::pin(work.in_current_span()))).await
    };
    Ok(answer?.map_into_boxed_body())
}

/// Work that goes on as a task of its thread if it is dropped before its end. While the connection
/// lives, it runs within its task: a malformed body is answered there or not at all.
struct Detached<F: Future<Output: 'static> + 'static>(Option<Pin<Box<F>>>);

impl<F: Future<Output: 'static> + 'static> Future for Detached<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(work) = &mut self.0 else {
            return Poll::Pending;
        };
        let output = ready!(work.as_mut().poll(context));
        self.0 = None;
        Poll::Ready(output)
    }
}

impl<F: Future<Output: 'static> + 'static> Drop for Detached<F> {
    fn drop(&mut self) {
        // Work that has panicked is over.
        if let Some(work) = self.0.take().filter(|_| !thread::panicking()) {
            rt::spawn(work);
        }
    }
}

//! Minimum transfer rates of bodies and answers, and the timeout of requests whose body is slower.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::rt::time::{Sleep, sleep};
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage, ResponseError};
use futures_util::Stream;

use crate::Problem;

/// How slowly a body or an answer may be transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadDeadline {
    /// How long a client may pause, and how long it has before its rate counts.
    pub pause: Duration,
    /// The least rate after that, over all of the body or answer, in bytes a second.
    pub rate: u64,
}

impl ReadDeadline {
    /// The time limit of a transfer after `bytes` bytes.
    fn for_bytes(self, bytes: u64) -> Duration {
        self.pause + Duration::from_millis(bytes.saturating_mul(1_000) / self.rate.max(1))
    }
}

/// Checks the rate of a transfer. Only the time spent waiting for the client counts.
#[derive(Debug, Clone)]
pub struct MinimumRate {
    deadline: ReadDeadline,
    bytes: u64,
    waited: Duration,
    waiting_since: Option<Instant>,
}

impl MinimumRate {
    /// A transfer that has not begun.
    pub fn new(deadline: ReadDeadline) -> Self {
        Self {
            deadline,
            bytes: 0,
            waited: Duration::ZERO,
            waiting_since: None,
        }
    }

    /// Starts waiting, if not waiting yet; returns the deadline of this wait.
    pub fn wait(&mut self) -> Instant {
        *self.waiting_since.get_or_insert_with(Instant::now) + self.deadline.pause
    }

    /// Whether a wait is under way.
    pub fn is_waited_for(&self) -> bool {
        self.waiting_since.is_some()
    }

    /// Ends a wait after `bytes` bytes moved; returns whether the transfer is fast enough so far.
    pub fn moved(&mut self, bytes: usize) -> bool {
        self.bytes = self
            .bytes
            .saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        self.waited += self
            .waiting_since
            .take()
            .map(|since| since.elapsed())
            .unwrap_or_default();
        self.waited <= self.deadline.for_bytes(self.bytes)
    }
}

/// A body that fails past its deadline.
struct WithDeadline {
    body: Payload,
    rate: MinimumRate,
    pause: Pin<Box<Sleep>>,
    ran_out: Rc<Cell<bool>>,
}

impl WithDeadline {
    fn new(body: Payload, deadline: ReadDeadline, ran_out: Rc<Cell<bool>>) -> Self {
        Self {
            body,
            rate: MinimumRate::new(deadline),
            pause: Box::pin(sleep(deadline.pause)),
            ran_out,
        }
    }

    /// Whether the present wait has passed its deadline.
    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        let begins = !self.rate.is_waited_for();
        let end = self.rate.wait();
        if begins {
            self.pause.as_mut().reset(end.into());
        }
        self.pause.as_mut().poll(context).is_ready()
    }

    fn run_out(&self) -> Poll<Option<Result<Bytes, PayloadError>>> {
        self.ran_out.set(true);
        Poll::Ready(Some(Err(PayloadError::Io(io::ErrorKind::TimedOut.into()))))
    }
}

impl Stream for WithDeadline {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ran_out.get() {
            return Poll::Ready(None);
        }
        match Pin::new(&mut self.body).poll_next(context) {
            Poll::Ready(Some(Ok(chunk))) if !self.rate.moved(chunk.len()) => self.run_out(),
            Poll::Pending if self.is_over(context) => self.run_out(),
            other => other,
        }
    }
}

/// Body timeout middleware: answers 408 and closes the connection if a body comes too slowly.
///
/// # Errors
/// Never one of its own: the refusal is an answer.
pub async fn enforce_deadline(
    deadline: ReadDeadline,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let body = request.take_payload();
    if matches!(body, Payload::None) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let ran_out = Rc::new(Cell::new(false));
    let body = WithDeadline::new(body, deadline, Rc::clone(&ran_out));
    let stream: Pin<Box<dyn Stream<Item = Result<Bytes, PayloadError>>>> = Box::pin(body);
    request.set_payload(Payload::Stream { payload: stream });
    let mut answer = next.call(request).await?.map_into_boxed_body();
    // Replaces the route's error about a body that ended early.
    if ran_out.get() && answer.status().is_client_error() {
        let request = answer.request().clone();
        answer = ServiceResponse::new(request, Problem::too_slow().error_response());
        answer
            .response_mut()
            .head_mut()
            .set_connection_type(ConnectionType::Close);
    }
    Ok(answer)
}

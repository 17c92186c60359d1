//! A client's connection, with timeouts against slow clients and a limit on pipelining.
//!
//! The HTTP library limits the time of a connection's first head and of idleness after a complete
//! response. This module limits the rest: later heads, responses that the client does not read, and
//! bodies that go on after their response.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, TRANSFER_ENCODING};
use actix_web::middleware::Next;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Sleep, sleep_until};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;
use tokio::task::yield_now;
use wayfare_api_core::answer::event_stream::EVENT_STREAM;
use wayfare_api_core::limits::slow::{MinimumRate, ReadDeadline};

/// Bytes that are read before other tasks get their turn, so that one client's pipelined requests
/// do not delay other clients. A larger head takes several turns; bodies are exempt.
const READ_QUANTUM: usize = 1 << 10;

/// The timeouts of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// From the first byte of a request to the end of its head, from the second request on.
    pub(crate) head: Duration,
    /// From the end of a response to the first byte of the next request.
    pub(crate) idle: Duration,
    /// How slowly the client may read a response.
    pub(crate) response: ReadDeadline,
}

/// The state that a connection shares with its requests.
#[derive(Debug)]
pub(crate) struct Requests {
    /// Requests that have begun so far.
    begun: Cell<u64>,
    /// Whether one of them is being served.
    serving: Cell<bool>,
    /// Whether the last one is answered by an event stream.
    is_stream: Cell<bool>,
    /// The total length of their bodies, in bytes.
    bodies: Cell<usize>,
    /// Wakes the reader on a change.
    reader: RefCell<Option<Waker>>,
    /// Closed once the connection and all its requests are gone.
    _open: mpsc::Sender<Infallible>,
}

impl Requests {
    fn new(open: mpsc::Sender<Infallible>) -> Self {
        Self {
            begun: Cell::default(),
            serving: Cell::default(),
            is_stream: Cell::default(),
            bodies: Cell::default(),
            reader: RefCell::default(),
            _open: open,
        }
    }

    fn begin(self: &Rc<Self>, body: usize) -> RunningRequest {
        self.begun.set(self.begun.get().wrapping_add(1));
        self.serving.set(true);
        self.is_stream.set(false);
        self.bodies.set(self.bodies.get().saturating_add(body));
        self.wake();
        RunningRequest(Rc::clone(self))
    }

    fn wake(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }
}

/// A request that is being served.
struct RunningRequest(Rc<Requests>);

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.0.serving.set(false);
        self.0.wake();
    }
}

/// The outermost middleware: tells the connection when a request begins and ends.
///
/// # Errors
/// Passes on those of the routes.
pub(crate) async fn track<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let running = request
        .conn_data::<Rc<Requests>>()
        .map(|requests| requests.begin(body_length(request.headers())));
    let response = next.call(request).await;
    if let (Some(RunningRequest(requests)), Ok(response)) = (&running, &response) {
        let kind = response.headers().get(CONTENT_TYPE);
        let is_stream = kind.is_some_and(|kind| kind == EVENT_STREAM);
        requests.is_stream.set(is_stream);
    }
    drop(running);
    response
}

/// The maximum length of a request's body. The HTTP library has validated the header.
fn body_length(headers: &HeaderMap) -> usize {
    if headers.contains_key(TRANSFER_ENCODING) {
        return usize::MAX;
    }
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    length
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0)
}

/// The stage of a connection that decides its timeout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Another limit applies: a first head, the body of a running request, or a response.
    Active,
    /// The client is idle, until this deadline at most.
    Idle(Instant),
    /// The client sends a head, until this deadline at most.
    Head(Instant),
}

/// A client's connection.
pub(crate) struct Connection {
    stream: TcpStream,
    requests: Rc<Requests>,
    limits: Limits,
    stage: Stage,
    /// The number of requests when the stage was last updated.
    seen: u64,
    /// Bytes that were read since the connection was idle or yielded.
    ahead: usize,
    /// The pace at which the client reads the responses since then.
    response: MinimumRate,
    /// Fires at the deadline or earlier.
    timer: Pin<Box<Sleep>>,
}

impl Connection {
    /// A connection, and what ends once it and all its requests are gone: requests that write
    /// finish after a lost connection.
    pub(crate) fn new(stream: TcpStream, limits: Limits) -> (Self, mpsc::Receiver<Infallible>) {
        let (open, gone) = mpsc::channel(1);
        let timer = Box::pin(sleep_until((Instant::now() + limits.idle).into()));
        let response = MinimumRate::new(limits.response);
        let connection = Self {
            stream,
            requests: Rc::new(Requests::new(open)),
            limits,
            stage: Stage::Active,
            seen: 0,
            ahead: 0,
            response,
            timer,
        };
        (connection, gone)
    }

    /// The state that its requests share with it.
    pub(crate) fn requests(&self) -> Rc<Requests> {
        Rc::clone(&self.requests)
    }

    /// Updates the stage from the progress of requests and responses.
    fn update_stage(&mut self) {
        let begun = self.requests.begun.get();
        if begun == 0 || self.requests.serving.get() || self.response.is_waited_for() {
            self.stage = Stage::Active;
        } else if self.stage == Stage::Active || begun != self.seen {
            self.stage = Stage::Idle(Instant::now() + self.limits.idle);
            self.ahead = 0;
            self.requests.bodies.set(0);
            self.response = MinimumRate::new(self.limits.response);
        }
        self.seen = begun;
    }

    /// How many bytes may be read now. If none, wakes the task later.
    fn allowance(&mut self, context: &mut Context<'_>) -> usize {
        if self.response.is_waited_for() {
            // Reads no further requests while the client does not read responses.
            self.requests.reader.replace(Some(context.waker().clone()));
            return 0;
        }
        let left = READ_QUANTUM
            .saturating_add(self.requests.bodies.get())
            .saturating_sub(self.ahead);
        if left == 0 && self.requests.serving.get() {
            self.requests.reader.replace(Some(context.waker().clone()));
        } else if left == 0 {
            self.ahead = 0;
            // Yields instead of waking immediately, so that the runtime polls other sockets.
            let _ = pin!(yield_now()).poll(context);
        }
        left
    }

    /// Reads up to `max` bytes that have arrived.
    fn receive(
        &mut self,
        max: usize,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(max.min(buffer.remaining())));
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut part))?;
        let bytes = part.filled().len();
        // Else the stream would go on to a client that may only have ended its side.
        if bytes == 0 && max > 0 && self.requests.is_stream.get() {
            return self.reset("the reader of an event stream has left");
        }
        buffer.advance(bytes);
        self.ahead = self.ahead.saturating_add(bytes);
        if bytes > 0 && matches!(self.stage, Stage::Idle(_)) {
            self.stage = Stage::Head(Instant::now() + self.limits.head);
        }
        Poll::Ready(Ok(()))
    }

    /// Returns whether the deadline has passed; if not, wakes the task then.
    fn is_past(&mut self, deadline: Instant, context: &mut Context<'_>) -> bool {
        loop {
            // Resets the timer only if it would fire too late: most deadlines are lifted before.
            if deadline < self.timer.deadline().into_std() || self.timer.is_elapsed() {
                self.timer.as_mut().reset(deadline.into());
            }
            if self.timer.as_mut().poll(context).is_pending() {
                return false;
            }
            if deadline <= Instant::now() {
                return true;
            }
        }
    }

    /// Closes the connection and discards the data that waits for the client.
    fn reset<T>(&self, reason: &'static str) -> Poll<io::Result<T>> {
        tracing::debug!(reason, "connection closed");
        // Without this option the connection closes all the same, only later.
        let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, reason)))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.update_stage();
        let max = self.allowance(context);
        if max == 0 {
            return Poll::Pending;
        }
        if let Poll::Ready(read) = self.receive(max, context, buffer) {
            return Poll::Ready(read);
        }
        let stage = self.stage;
        match stage {
            Stage::Idle(deadline) if self.is_past(deadline, context) => self.reset("idle timeout"),
            Stage::Head(deadline) if self.is_past(deadline, context) => {
                self.reset("request head timeout")
            }
            _ => Poll::Pending,
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Ready(Ok(written)) => {
                let was_waited_for = self.response.is_waited_for();
                if !self.response.moved(written) {
                    return self.reset("response read too slowly");
                }
                if was_waited_for {
                    self.requests.wake();
                }
                if matches!(self.stage, Stage::Idle(_)) {
                    self.stage = Stage::Active;
                }
                Poll::Ready(Ok(written))
            }
            Poll::Pending => {
                let deadline = self.response.wait();
                if self.is_past(deadline, context) {
                    self.reset("response read timeout")
                } else {
                    Poll::Pending
                }
            }
            failed => failed,
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

//! A client's connection: cut off where the client leaves it half-used for too long, and read no
//! further ahead than it is served.
//!
//! The HTTP library below limits the time for the head of a connection's first request, and for
//! being idle after a whole answer. What it leaves open is closed here: later heads, answers that
//! nobody takes, and bodies that go on after their answer.

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_LENGTH, HeaderMap, TRANSFER_ENCODING};
use actix_web::middleware::Next;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Sleep, sleep_until};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::task::yield_now;
use wayfare_api_core::slow::{Pace, Patience};

/// How many bytes are read at once where they may be many requests, so that one client's come in
/// turn with those of others; a larger head is read in several turns. Bodies are read as they come.
const AHEAD: usize = 1 << 10;

/// How long a client may leave a connection half-used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// From the first byte of a request that is not the first one to the end of its head.
    pub(crate) head: Duration,
    /// From the end of an answer to the first byte of the next request.
    pub(crate) idle: Duration,
    /// How slowly an answer may be taken.
    pub(crate) answer: Patience,
}

/// What the requests on a connection tell it.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// How many requests have begun so far.
    begun: Cell<u64>,
    /// Whether one of them is being served.
    serving: Cell<bool>,
    /// How many bytes of body they have.
    bodies: Cell<usize>,
    /// Who waits for a change of that.
    reader: RefCell<Option<Waker>>,
}

impl Turns {
    fn begin(self: &Rc<Self>, body: usize) -> Turn {
        self.begun.set(self.begun.get().wrapping_add(1));
        self.serving.set(true);
        self.bodies.set(self.bodies.get().saturating_add(body));
        self.wake();
        Turn(Rc::clone(self))
    }

    fn wake(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }
}

/// A request that is being served.
struct Turn(Rc<Turns>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.serving.set(false);
        self.0.wake();
    }
}

/// Middleware around all else: tells the connection when a request begins and ends.
///
/// # Errors
/// Never one of its own.
pub(crate) async fn followed<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let turn = request
        .conn_data::<Rc<Turns>>()
        .map(|turns| turns.begin(length_of_body(request.headers())));
    let answer = next.call(request).await;
    drop(turn);
    answer
}

/// How many bytes of body are to come at most. That a length is one has been seen to before.
fn length_of_body(headers: &HeaderMap) -> usize {
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

/// What a client is doing on a connection, as far as there is a limit to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Something else has its eye on it: a first head, the body of a request that is served, an
    /// answer on its way.
    Watched,
    /// Nothing, until then.
    Idle(Instant),
    /// Sending the head of a request, until then.
    Head(Instant),
}

/// A client's connection.
pub(crate) struct Connection {
    stream: TcpStream,
    turns: Rc<Turns>,
    limits: Limits,
    stage: Stage,
    /// The request that was the last to begin when the stage was looked at.
    seen: u64,
    /// How many bytes were read since it was idle, or since others had their turn.
    ahead: usize,
    /// How the answers since then come along.
    answer: Pace,
    /// Rings when a limit may have been reached; too early more often than not.
    timer: Pin<Box<Sleep>>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, limits: Limits) -> Self {
        let timer = Box::pin(sleep_until((Instant::now() + limits.idle).into()));
        let answer = Pace::new(limits.answer);
        Self {
            stream,
            turns: Rc::default(),
            limits,
            stage: Stage::Watched,
            seen: 0,
            ahead: 0,
            answer,
            timer,
        }
    }

    /// What the requests on it tell it.
    pub(crate) fn turns(&self) -> Rc<Turns> {
        Rc::clone(&self.turns)
    }

    /// Brings the stage up to date with what requests and answers have done.
    fn look(&mut self) {
        let begun = self.turns.begun.get();
        if begun == 0 || self.turns.serving.get() || self.answer.is_waited_for() {
            self.stage = Stage::Watched;
        } else if self.stage == Stage::Watched || begun != self.seen {
            self.stage = Stage::Idle(Instant::now() + self.limits.idle);
            self.ahead = 0;
            self.turns.bodies.set(0);
            self.answer = Pace::new(self.limits.answer);
        }
        self.seen = begun;
    }

    /// How many bytes may be read for now. Where none may, its task is woken when some may.
    fn allowance(&mut self, context: &mut Context<'_>) -> usize {
        if self.answer.is_waited_for() {
            // Whoever does not take answers is not asked for more requests.
            self.turns.reader.replace(Some(context.waker().clone()));
            return 0;
        }
        let left = AHEAD
            .saturating_add(self.turns.bodies.get())
            .saturating_sub(self.ahead);
        if left == 0 && self.turns.serving.get() {
            self.turns.reader.replace(Some(context.waker().clone()));
        } else if left == 0 {
            self.ahead = 0;
            // Not woken at once: whoever always has more to do would keep the system from being
            // asked what others have sent.
            let _ = pin!(yield_now()).poll(context);
        }
        left
    }

    /// Reads what has come, up to so many bytes.
    fn receive(
        &mut self,
        most: usize,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(most.min(buffer.remaining())));
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut part))?;
        let bytes = part.filled().len();
        buffer.advance(bytes);
        self.ahead = self.ahead.saturating_add(bytes);
        if bytes > 0 && matches!(self.stage, Stage::Idle(_)) {
            self.stage = Stage::Head(Instant::now() + self.limits.head);
        }
        Poll::Ready(Ok(()))
    }

    /// Whether it is past `limit` by now; if not, the task is woken then.
    fn is_past(&mut self, limit: Instant, context: &mut Context<'_>) -> bool {
        loop {
            // Set anew only where it would ring too late: most limits are lifted long before.
            if limit < self.timer.deadline().into_std() || self.timer.is_elapsed() {
                self.timer.as_mut().reset(limit.into());
            }
            if self.timer.as_mut().poll(context).is_pending() {
                return false;
            }
            if limit <= Instant::now() {
                return true;
            }
        }
    }

    /// Ends it, along with what the system still keeps for the client.
    fn cut_off<T>(&self, why: &'static str) -> Poll<io::Result<T>> {
        tracing::debug!(why, "a connection is cut off");
        // Where that can't be, it ends all the same, only later.
        let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, why)))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.look();
        let most = self.allowance(context);
        if most == 0 {
            return Poll::Pending;
        }
        if let Poll::Ready(read) = self.receive(most, context, buffer) {
            return Poll::Ready(read);
        }
        let stage = self.stage;
        match stage {
            Stage::Idle(limit) if self.is_past(limit, context) => self.cut_off("it was idle"),
            Stage::Head(limit) if self.is_past(limit, context) => {
                self.cut_off("a head came too slowly")
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
                let was_waited_for = self.answer.is_waited_for();
                if !self.answer.moved(written) {
                    return self.cut_off("an answer was taken too slowly");
                }
                if was_waited_for {
                    self.turns.wake();
                }
                if matches!(self.stage, Stage::Idle(_)) {
                    self.stage = Stage::Watched;
                }
                Poll::Ready(Ok(written))
            }
            Poll::Pending => {
                let limit = self.answer.wait();
                if self.is_past(limit, context) {
                    self.cut_off("an answer was not taken")
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

//! A mail server that keeps what it gets, for one test.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mailin::{Action, Handler, Response, SessionBuilder, response};

/// How long a test waits for mails.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(30);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// What the server does with mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpBehaviour {
    /// Takes all.
    Accept,
    /// Refuses all recipients for now.
    RefuseForNow,
    /// Refuses all recipients for good.
    RefuseForGood,
    /// Closes connections at once.
    Close,
    /// Never answers.
    Silence,
}

/// A mail that the server has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SunkMail {
    /// Its recipients.
    pub to: Vec<String>,
    /// Its headers and its body.
    pub data: Vec<u8>,
}

/// A mail server on a port of its own. Dropping it stops it.
pub struct SmtpSink {
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    behaviour: Mutex<SmtpBehaviour>,
    mails: Mutex<Vec<SunkMail>>,
    /// Recipients that were refused.
    refused: Mutex<usize>,
    is_stopped: AtomicBool,
}

impl SmtpSink {
    /// Starts a server that takes all mails.
    ///
    /// # Errors
    /// No port is free.
    pub fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            behaviour: Mutex::new(SmtpBehaviour::Accept),
            mails: Mutex::default(),
            refused: Mutex::default(),
            is_stopped: AtomicBool::new(false),
        });
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if shared.is_stopped.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&shared);
                // A client that goes away ends its conversation.
                thread::spawn(move || drop(converse(stream, &shared)));
            }
        });
        Ok(Self { address, state })
    }

    /// Its URL: `smtp://127.0.0.1:…`.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Changes what it does with mails from now on.
    pub fn behave(&self, behaviour: SmtpBehaviour) {
        *lock(&self.state.behaviour) = behaviour;
    }

    /// All mails that it has taken so far.
    pub fn taken(&self) -> Vec<SunkMail> {
        lock(&self.state.mails).clone()
    }

    /// The recipients that it has refused so far.
    pub fn refused(&self) -> usize {
        *lock(&self.state.refused)
    }

    /// Waits until it has taken so many mails.
    ///
    /// # Panics
    /// They do not come in time.
    #[expect(clippy::panic, reason = "a missing mail fails the test")]
    pub async fn wait_for(&self, count: usize) -> Vec<SunkMail> {
        let start = Instant::now();
        loop {
            let mails = self.taken();
            if mails.len() >= count {
                return mails;
            }
            if start.elapsed() > RECEIVE_TIMEOUT {
                panic!("only {} of {count} mails have come", mails.len());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

impl fmt::Debug for SmtpSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SmtpSink").field(&self.address).finish()
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        self.state.is_stopped.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts.
        let _ = TcpStream::connect(self.address);
    }
}

/// Holds the conversation of one connection.
fn converse(mut stream: TcpStream, state: &Arc<State>) -> io::Result<()> {
    let behaviour = *lock(&state.behaviour);
    if behaviour == SmtpBehaviour::Close {
        return Ok(());
    }
    while behaviour == SmtpBehaviour::Silence && !state.is_stopped.load(Ordering::Relaxed) {
        thread::sleep(PAUSE);
    }
    let peer = stream.peer_addr()?.ip();
    let recorder = MailRecorder {
        state: Arc::clone(state),
        mail: SunkMail {
            to: Vec::new(),
            data: Vec::new(),
        },
    };
    let mut session = SessionBuilder::new("sink.example").build(peer, recorder);
    let mut lines = BufReader::new(stream.try_clone()?);
    session.greeting().write_to(&mut stream)?;
    loop {
        let mut line = Vec::new();
        if lines.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let response = session.process(&line);
        if response.action != Action::NoReply {
            response.write_to(&mut stream)?;
            stream.flush()?;
        }
        if response.action == Action::Close {
            return Ok(());
        }
    }
}

/// Records the mails of a connection.
struct MailRecorder {
    state: Arc<State>,
    mail: SunkMail,
}

impl Handler for MailRecorder {
    fn rcpt(&mut self, _: &str) -> Response {
        let (code, text) = match *lock(&self.state.behaviour) {
            SmtpBehaviour::RefuseForNow => (451, "4.7.1 canary-reply: later"),
            SmtpBehaviour::RefuseForGood => (550, "5.1.1 canary-reply: no such mailbox"),
            _ => return response::OK,
        };
        *lock(&self.state.refused) += 1;
        Response::custom(code, text.to_owned())
    }

    fn data_start(&mut self, _: &str, _: &str, _: bool, to: &[String]) -> Response {
        self.mail = SunkMail {
            to: to.to_vec(),
            data: Vec::new(),
        };
        response::OK
    }

    fn data(&mut self, line: &[u8]) -> io::Result<()> {
        self.mail.data.extend_from_slice(line);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        lock(&self.state.mails).push(self.mail.clone());
        response::OK
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

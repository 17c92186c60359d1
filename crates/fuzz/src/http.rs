//! A real server that lives as long as its thread, and raw HTTP requests to it.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use wayfare_testkit::{Backend, TestServer, sample};

/// The time limit of a response; an incomplete request may get none.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// The server and the account that calls it.
pub(crate) struct Site {
    server: TestServer,
    accounts: AtomicUsize,
    state: Mutex<State>,
}

/// The account that sends the requests.
pub(crate) struct State {
    /// The access token.
    pub(crate) token: String,
    /// The username of the token's user.
    pub(crate) username: String,
    /// The id of a trip of the account.
    pub(crate) trip: String,
    connection: Option<TcpStream>,
}

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Returns the body as JSON; null if it is not JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the response. Panics if it is a server error, or an error that is not a problem
    /// document.
    pub(crate) fn checked(self) -> Self {
        assert!(
            self.status < 500,
            "{} {}",
            self.head,
            String::from_utf8_lossy(&self.body)
        );
        if self.status >= 400 && !self.body.is_empty() {
            let problem = self.json();
            assert_eq!(problem["status"], self.status, "{} {problem}", self.head);
            assert!(
                problem["type"].is_string() && problem["instance"].is_string(),
                "{problem}"
            );
        }
        self
    }
}

thread_local! {
    // Its folders are removed with the thread, which those of the process would not be.
    static SITE: Rc<Site> = {
        let server = TestServer::start(Backend::Sqlite).unwrap();
        let state = State::new(&server, 0);
        Rc::new(Site {
            server,
            accounts: AtomicUsize::new(1),
            state: Mutex::new(state),
        })
    };
}

/// Returns the site of this thread, which the first call starts.
pub(crate) fn site() -> Rc<Site> {
    SITE.with(Rc::clone)
}

impl Site {
    /// Locks the state for one input.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates another account with a trip, in place of one that was given away or deleted.
    pub(crate) fn replace_account(&self, state: &mut State) {
        *state = State::new(&self.server, self.accounts.fetch_add(1, Ordering::Relaxed));
    }

    /// Sends a request to a path of the API with the state's token and additional header lines.
    pub(crate) fn call(
        &self,
        state: &mut State,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> Answer {
        let length = body.len();
        let token = &state.token;
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: x\r\nToken: \
                {token}\r\n{headers}Content-Length: {length}\r\n\r\n"
        );
        let request = [head.as_bytes(), body].concat();
        let answer = self.raw(state, &request);
        answer.unwrap_or_else(|| panic!("no answer to {}", request.escape_ascii()))
    }

    /// Sends raw bytes; returns `None` if the server closes the connection without a response.
    pub(crate) fn raw(&self, state: &mut State, request: &[u8]) -> Option<Answer> {
        // The server may have closed a pooled connection, so a new one is tried.
        for connection in [state.connection.take(), None] {
            let fresh = connection.is_none();
            let mut connection = connection.unwrap_or_else(|| self.connect());
            let answer = connection
                .write_all(request)
                .ok()
                .and_then(|()| answer(&mut connection));
            if let Some(answer) = answer {
                let ends = answer.status == 400
                    || answer
                        .head
                        .to_ascii_lowercase()
                        .contains("connection: close");
                state.connection = (!ends).then_some(connection);
                return Some(answer);
            }
            if fresh {
                break;
            }
        }
        None
    }

    fn connect(&self) -> TcpStream {
        let connection = TcpStream::connect(self.server.address()).unwrap();
        connection.set_read_timeout(Some(READ_TIMEOUT)).unwrap();
        connection.set_nodelay(true).unwrap();
        connection
    }
}

impl State {
    fn new(server: &TestServer, number: usize) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let owner = sample::sign_up(&server.client(), &format!("fuzz-{number}")).await;
            let trip = sample::trip(&owner, "Lisbon").await;
            let item = json!({"item_id": "item", "item_type": "destination"});
            let added = owner.extensions().add_item(&trip, &item).await;
            added.expect_status(201);
            Self {
                token: owner.token,
                username: owner.username,
                trip,
                connection: None,
            }
        })
    }
}

/// Reads the next bytes of a response; `None` at its end.
fn receive(connection: &mut TcpStream, chunk: &mut [u8]) -> Option<usize> {
    loop {
        match connection.read(chunk) {
            Ok(read) => return (read > 0).then_some(read),
            // The timer of the fuzzing engine interrupts system calls.
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

fn answer(connection: &mut TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16_384];
    let head_end = loop {
        let read = receive(connection, &mut chunk)?;
        bytes.extend_from_slice(chunk.get(..read)?);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let head = String::from_utf8_lossy(bytes.get(..head_end)?).into_owned();
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim().parse::<usize>().ok())?
    });
    let wanted = if matches!(status, 204 | 304) {
        0
    } else {
        length.unwrap_or_default()
    };
    let mut body = bytes.split_off(head_end);
    while body.len() < wanted {
        let read = receive(connection, &mut chunk)?;
        body.extend_from_slice(chunk.get(..read)?);
    }
    Some(Answer { status, head, body })
}

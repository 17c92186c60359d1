//! A server in this process, with an account that is also signed in to the pages.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use wayfare_testkit::{Backend, Client, Method, Reply, TestServer, sample};

const PASSWORD: &str = "correct horse battery";

pub(crate) struct Site {
    runtime: Runtime,
    pub(crate) server: TestServer,
    pub(crate) ada: sample::Traveller,
    /// Without a token.
    nobody: Client,
    cookies: String,
    edits: AtomicUsize,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// Who sends a request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sender {
    /// With a token of the interface.
    Token,
    /// With the cookies of a session of the pages.
    Session,
    Nobody,
}

impl Site {
    pub(crate) fn start() -> Self {
        let server = TestServer::start(Backend::Sqlite).unwrap();
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let nobody = server.client();
        let (ada, cookies) = runtime.block_on(async {
            let body = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
            let ada = sample::sign_up_with(&nobody, &body).await;
            (ada, sign_in(&server, &nobody).await)
        });
        Self {
            runtime,
            server,
            ada,
            nobody,
            cookies,
            edits: AtomicUsize::new(0),
        }
    }

    pub(crate) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Sends a request and reads its answer, whatever that is.
    pub(crate) fn send(
        &self,
        sender: Sender,
        method: Method,
        path: &str,
        header: (&str, &str),
        body: Option<(&str, &[u8])>,
    ) -> Option<Answer> {
        let mut call = match sender {
            Sender::Token => self.ada.client.request(method, path),
            Sender::Nobody => self.nobody.request(method, path),
            Sender::Session => {
                let call = self.nobody.request(method, path);
                call.header("cookie", &self.cookies)
            }
        };
        call = call.header(header.0, header.1);
        if let Some((kind, body)) = body {
            call = call.body(kind, body);
        }
        let reply = self.run(call.send()).ok()?;
        Some(Answer {
            status: reply.status,
            body: reply.body,
        })
    }

    pub(crate) fn get(&self, sender: Sender, path: &str) -> Answer {
        let reply = self.send(sender, Method::GET, path, ("accept", "*/*"), None);
        reply.unwrap_or_else(|| panic!("no answer to {path}"))
    }

    /// Changes a trip, so that no answer about it is cached.
    pub(crate) fn edit(&self, trip: &str) {
        let name = format!("Trip {}", self.edits.fetch_add(1, Ordering::Relaxed));
        let edit = json!({"name": name});
        self.run(async { self.ada.b().update(trip, &edit).await })
            .expect_status(200);
    }
}

/// Signs in on the page. Returns the cookies of the session.
async fn sign_in(server: &TestServer, client: &Client) -> String {
    let page = client.request(Method::GET, "/sign-in").await;
    let text = String::from_utf8_lossy(&page.body).into_owned();
    let (_, token) = text.split_once("name=\"form_token\" value=\"").unwrap();
    let token = token.split('"').next().unwrap();
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    form.extend_pairs([
        ("form_token", token),
        ("username", "ada"),
        ("password", PASSWORD),
    ]);
    let signed_in = client
        .request(Method::POST, "/sign-in")
        .header("origin", server.base_url())
        .header("cookie", cookies_of(&page))
        .body("application/x-www-form-urlencoded", form.finish())
        .await;
    assert_eq!(signed_in.status, 303);
    format!("{}; {}", cookies_of(&page), cookies_of(&signed_in))
}

fn cookies_of(reply: &Reply<Value>) -> String {
    let set = reply.headers.get_all("set-cookie").iter();
    let pairs = set.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
    pairs.collect::<Vec<_>>().join("; ")
}

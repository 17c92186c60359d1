//! What a client proves its account by: a token, or the tokens of a sign-in, which it renews.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::{RequestBuilder, StatusCode};
use serde_json::json;
use tokio::sync::Mutex;

use crate::shapes::users::Tokens;

/// What a client proves its account by.
#[derive(Clone)]
pub(crate) enum Credential {
    /// Nothing.
    None,
    /// An access token or an API key.
    Token(String),
    /// The tokens of a sign-in.
    Session(Arc<Session>),
}

/// The tokens of a sign-in, shared by all clones of a client.
pub(crate) struct Session {
    http: reqwest::Client,
    /// The address of the route that renews them.
    url: String,
    state: Mutex<State>,
}

struct State {
    tokens: Tokens,
    /// When the access token ends, if it was new when it came.
    ends: Instant,
}

impl State {
    fn new(tokens: Tokens) -> Self {
        let lifetime = Duration::from_secs(tokens.expires_in);
        let ends = Instant::now().checked_add(lifetime);
        Self {
            tokens,
            ends: ends.unwrap_or_else(Instant::now),
        }
    }
}

impl Session {
    pub(crate) fn new(http: reqwest::Client, url: String, tokens: Tokens) -> Self {
        let state = Mutex::new(State::new(tokens));
        Self { http, url, state }
    }

    /// The present tokens.
    pub(crate) async fn tokens(&self) -> Tokens {
        self.state.lock().await.tokens.clone()
    }

    /// The access token, renewed if it has ended.
    async fn access_token(&self) -> String {
        let (token, has_ended) = {
            let state = self.state.lock().await;
            (
                state.tokens.access_token.clone(),
                state.ends <= Instant::now(),
            )
        };
        if has_ended && self.renew(&token).await {
            return self.tokens().await.access_token;
        }
        token
    }

    /// Renews the tokens, unless another call has done so since `used` was sent. Returns whether
    /// there is another access token. Calls that need one wait for a single renewal.
    async fn renew(&self, used: &str) -> bool {
        let mut state = self.state.lock().await;
        if state.tokens.access_token != used {
            return true;
        }
        let token = &state.tokens.refresh_token;
        let body = json!({"grant_type": "refresh_token", "refresh_token": token});
        let request = self.http.post(&self.url).json(&body).send();
        let Ok(Ok(answer)) = request.await.map(reqwest::Response::error_for_status) else {
            return false;
        };
        match answer.json().await {
            Ok(renewed) => {
                *state = State::new(renewed);
                true
            }
            Err(_) => false,
        }
    }
}

impl Credential {
    /// Sends a request. The tokens of a session are renewed when the access token has ended; if the
    /// service says so, the request is sent again, unless its body can't be.
    pub(crate) async fn send(&self, request: RequestBuilder) -> reqwest::Result<reqwest::Response> {
        let session = match self {
            Self::None => return request.send().await,
            Self::Token(token) => return request.bearer_auth(token).send().await,
            Self::Session(session) => session,
        };
        let again = request.try_clone();
        let token = session.access_token().await;
        let answer = request.bearer_auth(&token).send().await?;
        match again {
            Some(again) if is_refused(&answer) && session.renew(&token).await => {
                let token = session.tokens().await.access_token;
                again.bearer_auth(token).send().await
            }
            _ => Ok(answer),
        }
    }
}

/// Whether the token of a request was refused, and not its sender.
fn is_refused(answer: &reqwest::Response) -> bool {
    let challenge = answer.headers().get("www-authenticate");
    let challenge = challenge.and_then(|challenge| challenge.to_str().ok());
    answer.status() == StatusCode::UNAUTHORIZED
        && challenge.is_some_and(|challenge| challenge.contains("invalid_token"))
}

/// Without the tokens.
impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Token(_) => "Token",
            Self::Session(_) => "Session",
        })
    }
}

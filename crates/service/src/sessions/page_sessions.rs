//! Use cases of sessions on pages (docs/pages.md): a token in a cookie, and the codes of what its
//! pages hand out.
//!
//! A session is stored as a refresh token of its own family, but hashed with a prefix: it is no
//! refresh token of the API, and a refresh token is no session. Whatever voids the user's refresh
//! tokens voids their sessions.

use std::time::Duration;

use uuid::Uuid;
use wayfare_domain::User;
use wayfare_storage::RefreshToken;

use crate::context::Context;
use crate::runtime::random;
use crate::sessions::{TokenKind, new_token};
use crate::{Caller, Client, Credential, Error, Password, Purpose, Sessions};

/// What separates a session from a refresh token.
const KIND: TokenKind = TokenKind::PAGE_SESSION;

impl Sessions {
    /// Signs a user in and opens a session. Returns its token.
    ///
    /// # Errors
    /// As [`Sessions::sign_in`].
    pub async fn sign_in_to_pages(
        &self,
        client: Client,
        username: &str,
        password: Password,
    ) -> Result<String, Error> {
        let caller = self.authenticate(client, username, password).await?;
        self.open_page_session(caller).await
    }

    /// Opens a session for a caller. Returns its token.
    ///
    /// # Errors
    /// [`Error::BadCredentials`] if the caller's tokens were revoked; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn open_page_session(&self, caller: Caller) -> Result<String, Error> {
        let now = self.context.now();
        self.insert_token(caller, now, new_session).await
    }

    /// Finds a session with its account, on behalf of a client.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] if it is unknown, ended or expired; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn resume_page_session(
        &self,
        client: Client,
        token: &str,
    ) -> Result<(Credential, User), Error> {
        let hash = KIND.hash_of(token);
        let find = self
            .context
            .executor
            .read(client, move |data| Ok(data.sessions().find(&hash)?));
        let now = self.context.now();
        let found = find
            .await?
            .filter(|(session, _)| session.expires_at > now && session.spent_at.is_none());
        let (session, account) = found.ok_or(Error::TokenRefused)?;
        let caller = Caller {
            network: client.network(),
            signed_in_at: random::time_of(session.family),
            ..Caller::new(session.user, session.generation)
        };
        let user = caller.check(Some(account))?;
        let credential = Credential {
            caller,
            session: Some(session.id),
            key: None,
            expires_at: Some(session.expires_at),
        };
        Ok((credential, user))
    }

    /// Ends a session. An unknown one counts as ended.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn end_page_session(&self, client: Client, token: &str) -> Result<(), Error> {
        self.revoke_hash(client, KIND.hash_of(token), None).await
    }

    /// How long a session lasts.
    pub fn page_session_ttl(&self) -> Duration {
        self.context.policy.refresh_token_ttl
    }

    /// A new random value, to which forms of visitors without a session are bound.
    pub fn new_form_binding(&self) -> String {
        random::token()
    }

    /// Whether a text has the shape of the values that sessions and forms are bound to.
    pub fn is_cookie(text: &str) -> bool {
        random::is_token(text)
    }

    /// The code of some parts, by which [`Sessions::accepts`] knows them again.
    pub fn code(&self, purpose: Purpose, parts: &[&str]) -> String {
        let parts: Vec<_> = parts.iter().map(|part| part.as_bytes()).collect();
        self.context.secrets.current.code(purpose, &parts)
    }

    /// Whether a text is the code of these parts for this purpose.
    pub fn accepts(&self, purpose: Purpose, parts: &[&str], code: &str) -> bool {
        let parts: Vec<_> = parts.iter().map(|part| part.as_bytes()).collect();
        self.context.secrets.accept(purpose, &parts, code)
    }
}

fn new_session(context: &Context, caller: Caller, family: Uuid) -> (RefreshToken, String) {
    let (session, _) = new_token(context, caller, family, KIND);
    let token = random::token();
    let hash = KIND.hash_of(&token);
    (RefreshToken { hash, ..session }, token)
}

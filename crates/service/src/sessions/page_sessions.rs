//! Use cases of sessions on pages (docs/pages.md): a token in a cookie, and the tokens against
//! forgery of the forms.
//!
//! A session is stored as a refresh token of its own family, but hashed with a prefix: it is no
//! refresh token of the API, and a refresh token is no session. Whatever voids the user's refresh
//! tokens voids their sessions.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;
use wayfare_domain::User;
use wayfare_storage::RefreshToken;

use crate::context::Context;
use crate::runtime::random;
use crate::sessions::new_token;
use crate::{Caller, Client, Credential, Error, Password, Secret, Sessions};

/// What separates the hash of a session from that of a refresh token.
const PREFIX: &[u8] = b"page session ";

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
        self.insert_token(caller, new_session).await
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
        let hash = hash_of(token);
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
        self.revoke_hash(client, hash_of(token), None).await
    }

    /// How long a session lasts.
    pub fn page_session_ttl(&self) -> Duration {
        self.context.policy.refresh_token_ttl
    }

    /// A new random value, to which forms of visitors without a session are bound.
    pub fn new_form_binding(&self) -> String {
        random::token()
    }

    /// The token against forgery of the forms that are bound to a cookie's value.
    pub fn form_token(&self, binding: &str) -> String {
        form_token(&self.context.secrets.current, binding)
    }

    /// Whether `token` is the token against forgery of that cookie's value.
    pub fn is_form_token(&self, binding: &str, token: &str) -> bool {
        self.context.secrets.valid().any(|secret| {
            let expected = form_token(secret, binding);
            expected.as_bytes().ct_eq(token.as_bytes()).into()
        })
    }
}

/// HKDF is a pseudorandom function of its info, so the token tells nothing about other tokens.
fn form_token(secret: &Secret, binding: &str) -> String {
    URL_SAFE_NO_PAD.encode(secret.derive(&format!("page form {binding}")))
}

fn new_session(context: &Context, caller: Caller, family: Uuid) -> (RefreshToken, String) {
    let (session, _) = new_token(context, caller, family);
    let token = random::token();
    let hash = hash_of(&token);
    (RefreshToken { hash, ..session }, token)
}

fn hash_of(token: &str) -> [u8; 32] {
    Sha256::new_with_prefix(PREFIX)
        .chain_update(token.as_bytes())
        .finalize()
        .into()
}

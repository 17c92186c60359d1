//! What one can do with tokens and passwords (interface: "Identity and tokens").

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use uuid::Uuid;
use wayfare_domain::{Instant, UserId, Username};
use wayfare_storage::{RefreshToken, Repositories};

use crate::accounts::checked;
use crate::context::Context;
use crate::executor::{Ending, Stop};
use crate::{Caller, Error, Password, random};

/// What a sign-in gives. Its `Debug` does not show the tokens.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// The access token.
    pub access_token: String,
    /// How long the access token is good.
    pub expires_in: Duration,
    /// What the next tokens are had for, once.
    pub refresh_token: String,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").field("expires_in", &self.expires_in).finish_non_exhaustive()
    }
}

/// What one can do with tokens and passwords. Cheap to clone.
#[derive(Clone)]
pub struct Sessions {
    context: Arc<Context>,
}

impl Sessions {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Who an access token names, by the token alone: the database is not asked.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] where it is malformed, forged, expired, or meant for another service.
    pub fn verify(&self, token: &str) -> Result<Caller, Error> {
        self.context.access_tokens.verify(token, self.context.now())
    }

    /// Tokens for who knows a user's password. Takes as long and answers alike whether or not there is such a user, and whether or
    /// not they have a password.
    ///
    /// # Errors
    /// [`Error::BadCredentials`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn sign_in(&self, username: &str, password: Password) -> Result<Tokens, Error> {
        let found = match Username::new(username) {
            Ok(username) => {
                let ask = self
                    .context
                    .executor
                    .read(move |data| Ok(data.users().credentials_by_username(username.as_str())?));
                ask.await?
            }
            Err(_) => None,
        };
        let hash = found.as_ref().and_then(|credentials| credentials.password.clone());
        let matches = self.context.hasher.verify(password, hash).await?;
        let credentials = found.filter(|_| matches).ok_or(Error::BadCredentials)?;
        let caller = Caller { user: credentials.user, generation: credentials.generation };
        let context = Arc::clone(&self.context);
        let begin = self.context.executor.write(move |data| {
            // The password may have changed while it was verified; that would have raised the generation.
            checked(data.users().lock(caller.user)?, caller).map_err(|_| Error::BadCredentials)?;
            let now = context.now();
            data.sessions().prune(caller.user, now)?;
            let refresh_token = keep_new(&context, data, caller.user, random::id(), now)?;
            Ok(Ending::Commit(refresh_token))
        });
        let refresh_token = begin.await?;
        self.tokens(caller, refresh_token)
    }

    /// New tokens for a refresh token, which is spent by it. Where it was spent before, it has been stolen: all tokens that stem
    /// from the same sign-in are revoked.
    ///
    /// # Errors
    /// [`Error::BadCredentials`] where it is unknown, spent, expired or revoked; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn refresh(&self, refresh_token: &str) -> Result<Tokens, Error> {
        let (context, hash) = (Arc::clone(&self.context), hash_of(refresh_token));
        let exchange = self.context.executor.write(move |data| exchanged(&context, data, &hash));
        let (caller, refresh_token) = exchange.await?.ok_or(Error::BadCredentials)?;
        self.tokens(caller, refresh_token)
    }

    /// Revokes a refresh token and all that stem from the same sign-in. An unknown one is revoked already.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn revoke(&self, refresh_token: &str) -> Result<(), Error> {
        let hash = hash_of(refresh_token);
        self.context
            .executor
            .write(move |data| match data.sessions().lock(&hash)? {
                Some((token, _)) => {
                    data.sessions().revoke_family(token.family)?;
                    Ok(Ending::Commit(()))
                }
                None => Ok(Ending::Rollback(())),
            })
            .await
    }

    /// Revokes all tokens of the caller: access tokens, this one included, and refresh tokens.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn revoke_all(&self, caller: Caller) -> Result<(), Error> {
        self.context
            .executor
            .write(move |data| {
                checked(data.users().lock(caller.user)?, caller)?;
                data.users().raise_generation(caller.user)?;
                data.sessions().revoke_user(caller.user)?;
                Ok(Ending::Commit(()))
            })
            .await
    }

    /// Sets the caller's password, which revokes all their tokens. Once there is a password, it takes the current one.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::BadCredentials`] where the current password is missing or wrong; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn set_password(&self, caller: Caller, current: Option<Password>, new: Password) -> Result<(), Error> {
        let known = self.context.executor.read(move |data| Ok(data.users().credentials(caller.user)?));
        let known = known.await?.filter(|known| known.generation == caller.generation).ok_or(Error::TokenRefused)?;
        if known.password.is_some() {
            let current = current.ok_or(Error::BadCredentials)?;
            if !self.context.hasher.verify(current, known.password).await? {
                return Err(Error::BadCredentials);
            }
        }
        let hash = self.context.hasher.hash(new).await?;
        self.context
            .executor
            .write(move |data| {
                // Another password set meanwhile has raised the generation: this change came too late.
                checked(data.users().lock(caller.user)?, caller)?;
                data.users().set_password(caller.user, &hash)?;
                data.sessions().revoke_user(caller.user)?;
                Ok(Ending::Commit(()))
            })
            .await
    }

    fn tokens(&self, caller: Caller, refresh_token: String) -> Result<Tokens, Error> {
        let context = &self.context;
        let issued = context.access_tokens.issue(caller, context.policy.access_token_ttl, context.now())?;
        Ok(Tokens { access_token: issued.token, expires_in: issued.expires_in, refresh_token })
    }
}

/// Exchanges the refresh token of a hash for its successor; gives that and whose it is, or nothing where it is refused. A refusal
/// may write too: it revokes the family of a token that was spent before.
fn exchanged(
    context: &Context,
    data: &mut dyn Repositories,
    hash: &[u8; 32],
) -> Result<Ending<Option<(Caller, String)>>, Stop> {
    let now = context.now();
    // Its user is held along with it, so that a change of password can't miss the successor.
    let Some((token, generation)) = data.sessions().lock(hash)? else { return Ok(Ending::Rollback(None)) };
    if token.spent_at.is_some() {
        tracing::warn!(user = %token.user, "a spent refresh token was sent again; its family is revoked");
        data.sessions().revoke_family(token.family)?;
        return Ok(Ending::Commit(None));
    }
    if token.expires_at <= now {
        return Ok(Ending::Rollback(None));
    }
    data.sessions().spend(token.id, now)?;
    let refresh_token = keep_new(context, data, token.user, token.family, now)?;
    Ok(Ending::Commit(Some((Caller { user: token.user, generation }, refresh_token))))
}

/// Keeps a new refresh token of a family, and gives it.
fn keep_new(
    context: &Context,
    data: &mut dyn Repositories,
    user: UserId,
    family: Uuid,
    now: Instant,
) -> Result<String, Stop> {
    let token = random::token();
    let ttl = i64::try_from(context.policy.refresh_token_ttl.as_millis()).unwrap_or(i64::MAX);
    data.sessions().insert(&RefreshToken {
        id: random::id(),
        family,
        user,
        hash: hash_of(&token),
        issued_at: now,
        expires_at: now.plus_millis(ttl),
        spent_at: None,
    })?;
    Ok(token)
}

fn hash_of(refresh_token: &str) -> [u8; 32] {
    Sha256::digest(refresh_token.as_bytes()).into()
}

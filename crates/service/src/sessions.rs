//! What one can do with tokens and passwords (interface: "Identity and tokens").

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use uuid::Uuid;
use wayfare_domain::{Instant, Username};
use wayfare_storage::{Exchange, PasswordHash, RefreshToken, Renewal, Repositories, Store};

use crate::accounts::checked;
use crate::context::Context;
use crate::executor::{Ending, Stop, is_kept};
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
        f.debug_struct("Tokens")
            .field("expires_in", &self.expires_in)
            .finish_non_exhaustive()
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
    /// [`Error::TokenRefused`] where it is malformed, forged, expired, or meant for another
    /// service.
    pub fn verify(&self, token: &str) -> Result<Caller, Error> {
        self.context.access_tokens.verify(token, self.context.now())
    }

    /// Tokens for who knows a user's password. Takes as long and answers alike whether or not there
    /// is such a user, and whether or not they have a password.
    ///
    /// # Errors
    /// [`Error::BadCredentials`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn sign_in(&self, username: &str, password: Password) -> Result<Tokens, Error> {
        let found = match Username::new(username) {
            Ok(username) => {
                let ask = self.context.executor.read(move |data| {
                    Ok(data.users().credentials_by_username(username.as_str())?)
                });
                ask.await?
            }
            Err(_) => None,
        };
        let hash = found
            .as_ref()
            .and_then(|credentials| credentials.password.clone());
        let matches = self.context.hasher.verify(password, hash).await?;
        let credentials = found.filter(|_| matches).ok_or(Error::BadCredentials)?;
        let caller = Caller {
            user: credentials.user,
            generation: credentials.generation,
        };
        let context = Arc::clone(&self.context);
        let begin = self.context.executor.write(move |data| {
            // The password may have changed while it was verified; that would have raised the
            // generation.
            checked(data.users().lock(caller.user)?, caller).map_err(|_| Error::BadCredentials)?;
            let now = context.now();
            data.sessions().prune(caller.user, now)?;
            let refresh_token = keep_new(&context, data, caller, random::id(), now)?;
            Ok(Ending::Commit(refresh_token))
        });
        let refresh_token = begin.await?;
        self.tokens(caller, refresh_token)
    }

    /// New tokens for a refresh token, which is spent by it. Where it was spent before, it has been
    /// stolen: all tokens that stem from the same sign-in are revoked.
    ///
    /// # Errors
    /// [`Error::BadCredentials`] where it is unknown, spent, expired or revoked; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn refresh(&self, refresh_token: &str) -> Result<Tokens, Error> {
        let hash = hash_of(refresh_token);
        let (context, executor) = (Arc::clone(&self.context), &self.context.executor);
        let as_read = executor.run(move |store| Ok(exchanged_as_read(&context, store, &hash)?));
        let exchanged = match as_read.await? {
            Some(exchanged) => exchanged,
            None => {
                let context = Arc::clone(&self.context);
                executor
                    .write(move |data| exchanged(&context, data, &hash))
                    .await?
            }
        };
        let (caller, refresh_token) = exchanged.ok_or(Error::BadCredentials)?;
        self.tokens(caller, refresh_token)
    }

    /// Revokes a refresh token and all that stem from the same sign-in. An unknown one is revoked
    /// already.
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
        self.renew(caller, None).await
    }

    /// Sets the caller's password, which revokes all their tokens. Once there is a password, it
    /// takes the current one.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::BadCredentials`] where the current password is
    /// missing or wrong; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn set_password(
        &self,
        caller: Caller,
        current: Option<Password>,
        new: Password,
    ) -> Result<(), Error> {
        let known = self
            .context
            .executor
            .read(move |data| Ok(data.users().credentials(caller.user)?));
        let known = known
            .await?
            .filter(|known| known.generation == caller.generation)
            .ok_or(Error::TokenRefused)?;
        if known.password.is_some() {
            let current = current.ok_or(Error::BadCredentials)?;
            if !self.context.hasher.verify(current, known.password).await? {
                return Err(Error::BadCredentials);
            }
        }
        let hash = self.context.hasher.hash(new).await?;
        // Another password set meanwhile has raised the generation: this change came too late.
        self.renew(caller, Some(hash)).await
    }

    async fn renew(&self, caller: Caller, password: Option<PasswordHash>) -> Result<(), Error> {
        let Caller { user, generation } = caller;
        let renewal = Renewal {
            user,
            generation,
            password,
        };
        let renewed = self
            .context
            .executor
            .retrying(move |store| Ok(store.renew(&renewal)?));
        if renewed.await? {
            Ok(())
        } else {
            Err(Error::TokenRefused)
        }
    }

    fn tokens(&self, caller: Caller, refresh_token: String) -> Result<Tokens, Error> {
        let context = &self.context;
        let issued =
            context
                .access_tokens
                .issue(caller, context.policy.access_token_ttl, context.now())?;
        Ok(Tokens {
            access_token: issued.token,
            expires_in: issued.expires_in,
            refresh_token,
        })
    }
}

/// What is to be made of a refresh token that was sent.
enum Verdict {
    /// It is exchanged for another one.
    Good(Caller),
    /// It is refused: it has expired, or its user's tokens were made void.
    Void,
    /// It was exchanged before, so one of the two who have it has stolen it.
    Spent,
}

impl Verdict {
    /// That on a token whose user is of a token generation.
    fn on(token: &RefreshToken, generation: i64, now: Instant) -> Self {
        // Without one, it was made by a server that did not write it down yet; it goes with the
        // next change of password.
        let is_of_it = token
            .generation
            .is_none_or(|of_token| of_token == generation);
        if token.spent_at.is_some() {
            Self::Spent
        } else if token.expires_at > now && is_of_it {
            Self::Good(Caller {
                user: token.user,
                generation,
            })
        } else {
            Self::Void
        }
    }
}

/// What an exchange gives: whose the token was and its successor, or nothing where it is refused.
type Exchanged = Option<(Caller, String)>;

/// Exchanges the refresh token of a hash for its successor, where it still is what it is read as;
/// nothing where it is not, or was spent.
fn exchanged_as_read(
    context: &Context,
    store: &dyn Store,
    hash: &[u8; 32],
) -> Result<Option<Exchanged>, Stop> {
    let now = context.now();
    let Some((token, generation)) = store.read()?.sessions().find(hash)? else {
        return Ok(Some(None));
    };
    let caller = match Verdict::on(&token, generation, now) {
        Verdict::Good(caller) => caller,
        Verdict::Void => return Ok(Some(None)),
        Verdict::Spent => return Ok(None),
    };
    let (refresh_token, successor) = new_token(context, caller, token.family, now);
    let is_kept = is_kept(store.exchange(&Exchange {
        spent: token.id,
        successor,
    }))?;
    Ok(is_kept.then_some(Some((caller, refresh_token))))
}

/// Exchanges the refresh token of a hash for its successor, and holds it meanwhile. A refusal may
/// write too: it revokes the family of a token that was spent before.
fn exchanged(
    context: &Context,
    data: &mut dyn Repositories,
    hash: &[u8; 32],
) -> Result<Ending<Exchanged>, Stop> {
    let now = context.now();
    // Its user is held along with it, so that a change of password can't miss the successor.
    let Some((token, generation)) = data.sessions().lock(hash)? else {
        return Ok(Ending::Rollback(None));
    };
    match Verdict::on(&token, generation, now) {
        Verdict::Good(caller) => {
            data.sessions().spend(token.id, now)?;
            let refresh_token = keep_new(context, data, caller, token.family, now)?;
            Ok(Ending::Commit(Some((caller, refresh_token))))
        }
        Verdict::Void => Ok(Ending::Rollback(None)),
        Verdict::Spent => {
            tracing::warn!(user = %token.user, "a spent refresh token was sent again; its family is revoked");
            data.sessions().revoke_family(token.family)?;
            Ok(Ending::Commit(None))
        }
    }
}

/// Keeps a new refresh token of a family, and gives it.
fn keep_new(
    context: &Context,
    data: &mut dyn Repositories,
    caller: Caller,
    family: Uuid,
    now: Instant,
) -> Result<String, Stop> {
    let (token, kept) = new_token(context, caller, family, now);
    data.sessions().insert(&kept)?;
    Ok(token)
}

/// A new refresh token of a family, and how it is kept.
fn new_token(
    context: &Context,
    caller: Caller,
    family: Uuid,
    now: Instant,
) -> (String, RefreshToken) {
    let token = random::token();
    let ttl = i64::try_from(context.policy.refresh_token_ttl.as_millis()).unwrap_or(i64::MAX);
    let kept = RefreshToken {
        id: random::id(),
        family,
        user: caller.user,
        generation: Some(caller.generation),
        hash: hash_of(&token),
        issued_at: now,
        expires_at: now.plus_millis(ttl),
        spent_at: None,
    };
    (token, kept)
}

fn hash_of(refresh_token: &str) -> [u8; 32] {
    Sha256::digest(refresh_token.as_bytes()).into()
}

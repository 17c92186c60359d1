//! Use cases of tokens and passwords (interface: "Authentication and tokens").

pub(crate) mod access_token;
pub(crate) mod codes;
pub(crate) mod derived_tokens;
pub(crate) mod hashing;
mod page_sessions;
pub(crate) mod password;
mod reset;
pub(crate) mod secret;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use uuid::Uuid;
use wayfare_domain::{Instant, Login, UserId};
use wayfare_storage::{Account, PasswordHash, RefreshToken, Repositories};

use crate::context::Context;
use crate::runtime::random;
use crate::{AuditAction, Caller, Client, Credential, Error, Password, audit};

/// How long a spent refresh token gets new tokens while its successor is unused, in milliseconds:
/// the answer may have been lost.
const REUSE_INTERVAL: i64 = 30_000;

/// The tokens of a sign-in. `Debug` hides them.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// The access token.
    pub access_token: String,
    /// The lifetime of the access token.
    pub expires_in: Duration,
    /// The refresh token, which can be rotated once.
    pub refresh_token: String,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens")
            .field("expires_in", &self.expires_in)
            .finish_non_exhaustive()
    }
}

/// The use cases of tokens and passwords. Cheap to clone.
#[derive(Clone)]
pub struct Sessions {
    pub(crate) context: Arc<Context>,
}

impl Sessions {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Whether people sign in with passwords.
    pub fn uses_passwords(&self) -> bool {
        self.context.policy.passwords
    }

    /// Verifies an access token without asking the database.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] if it is malformed, forged, expired, or of another service.
    pub fn verify(&self, token: &str) -> Result<Caller, Error> {
        Ok(self.credential(token)?.caller)
    }

    /// Verifies an access token as [`Sessions::verify`] does, for what goes on until it ends.
    ///
    /// # Errors
    /// As [`Sessions::verify`].
    pub fn credential(&self, token: &str) -> Result<Credential, Error> {
        let context = &self.context;
        context.access_tokens.verify(token, context.now())
    }

    /// Signs a user in on behalf of a client, by username or confirmed e-mail address. Takes the
    /// same time and answers alike whether or not the user exists or has a password.
    ///
    /// # Errors
    /// [`Error::PasswordsOff`], then [`Error::BadCredentials`]; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn sign_in(
        &self,
        client: Client,
        login: &str,
        password: Password,
    ) -> Result<Tokens, Error> {
        let caller = self.authenticate(client, login, password).await?;
        self.issue(caller, self.context.now()).await
    }

    /// Issues the first tokens of a sign-in at a time, which may have been earlier.
    pub(crate) async fn issue(&self, caller: Caller, at: Instant) -> Result<Tokens, Error> {
        let refresh_token = self.insert_token(caller, at, new_refresh_token).await?;
        self.tokens(caller, refresh_token)
    }

    /// Checks a login and a password. Takes the same time whether or not the user exists.
    pub(crate) async fn authenticate(
        &self,
        client: Client,
        login: &str,
        password: Password,
    ) -> Result<Caller, Error> {
        self.authorize_passwords()
            .map_err(|error| refuse_sign_in(None, error))?;
        let found = match Login::parse(login) {
            Some(login) => {
                let find = self.context.executor.read(client, move |data| {
                    Ok(data.users().credentials_by_login(&login)?)
                });
                find.await?
            }
            None => None,
        };
        let hash = found
            .as_ref()
            .and_then(|credentials| credentials.password.clone());
        let matches = self.context.hasher.verify(client, password, hash).await?;
        // What was typed may be a password in the wrong field.
        let account = found.as_ref().map(|credentials| credentials.user);
        let credentials = found.filter(|_| matches);
        let credentials =
            credentials.ok_or_else(|| refuse_sign_in(account, Error::BadCredentials))?;
        Ok(Caller::new(credentials.user, credentials.generation))
    }

    /// Stores the first token of a family, which `make` returns with its text: somebody is signed
    /// in since `at`.
    pub(crate) async fn insert_token(
        &self,
        caller: Caller,
        at: Instant,
        make: fn(&Context, Caller, Uuid) -> (RefreshToken, String),
    ) -> Result<String, Error> {
        let context = Arc::clone(&self.context);
        let insert = self.context.executor.write(caller.client(), move |data| {
            // A password change during verification has raised the generation.
            let account = data.users().lock_shared(caller.user)?;
            caller.check(account).map_err(|_| Error::BadCredentials)?;
            let (token, text) = make(&context, caller, random::id_since(at));
            data.sessions().insert(&token)?;
            data.sessions().prune(context.now())?;
            let accepted = AuditAction::SignInAccept;
            audit(accepted, Some(caller.user), &token.family, None);
            Ok(text)
        });
        insert.await.map_err(|error| match error {
            Error::BadCredentials => refuse_sign_in(Some(caller.user), error),
            error => error,
        })
    }

    /// Rotates a refresh token on behalf of a client. A spent token gets new ones, too, for
    /// 30 seconds and as long as its successor is unused, which is then void. Else it has been
    /// stolen: its whole family is revoked.
    ///
    /// # Errors
    /// [`Error::BadCredentials`] if it is unknown, spent, expired or revoked; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn refresh(&self, client: Client, refresh_token: &str) -> Result<Tokens, Error> {
        let (context, sent) = (Arc::clone(&self.context), refresh_token.to_owned());
        let rotate = move |data: &mut dyn Repositories| rotate(&context, data, &sent, KIND);
        match self.context.executor.write(client, rotate).await? {
            Rotation::Successor(token, refresh_token) => {
                self.tokens(Caller::new(token.user, token.generation), refresh_token)
            }
            Rotation::Refused | Rotation::Reuse => Err(Error::BadCredentials),
        }
    }

    /// Revokes a refresh token with its family on behalf of a client, also if it has been rotated.
    /// An unknown token counts as revoked.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn revoke(&self, client: Client, refresh_token: &str) -> Result<(), Error> {
        let (hash, family) = (
            KIND.hash_of(refresh_token),
            random::family_of(refresh_token),
        );
        self.revoke_hash(client, hash, family).await
    }

    /// Revokes the token of a hash with its family. Tokens that are no longer stored have the
    /// family in their text.
    pub(crate) async fn revoke_hash(
        &self,
        client: Client,
        hash: [u8; 32],
        family: Option<Uuid>,
    ) -> Result<(), Error> {
        let revoke = self.context.executor.write(client, move |data| {
            if let Some((user, family)) = find_family(data, &hash, family)? {
                // A rotation would insert a token of the family meanwhile.
                data.users().lock(user)?;
                data.sessions().revoke_family(family)?;
                audit(AuditAction::TokenRevoke, Some(user), &family, None);
            }
            Ok(())
        });
        revoke.await
    }

    /// Revokes all access and refresh tokens of the caller, including the present one, and ends
    /// their API keys and calendar feeds.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::NotPermitted`] for an API key; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn revoke_all(&self, caller: Caller) -> Result<(), Error> {
        caller.check_holder()?;
        self.revoke_all_tokens(caller, None).await
    }

    /// Sets the caller's password, which revokes all their tokens, but ends no API keys and
    /// calendar feeds. Needs the current password if there is one, else a recent sign-in of
    /// whoever signs in at the provider. Others without a password can't sign in again.
    ///
    /// # Errors
    /// [`Error::PasswordsOff`], [`Error::TokenRefused`], [`Error::NotPermitted`] for an API key,
    /// then [`Error::BadCredentials`] if the current password is missing or wrong, or
    /// [`Error::SignInTooOld`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn set_password(
        &self,
        caller: Caller,
        current: Option<Password>,
        new: Password,
    ) -> Result<(), Error> {
        caller.check_holder()?;
        let context = &self.context;
        self.authorize_passwords()?;
        let issuer = context.oidc.as_ref().map(|oidc| oidc.issuer().to_owned());
        let found = context.executor.read(caller.client(), move |data| {
            let issuer = issuer.as_deref();
            let joined = issuer.map(|issuer| data.identities().joined_at(caller.user, issuer));
            let has_identity = joined.transpose()?.flatten().is_some();
            Ok((data.users().credentials(caller.user)?, has_identity))
        });
        let (credentials, has_identity) = found.await?;
        let credentials = credentials
            .filter(|credentials| credentials.generation == caller.generation)
            .ok_or(Error::TokenRefused)?;
        if credentials.password.is_some() {
            let current = current.ok_or(Error::BadCredentials)?;
            if !context
                .hasher
                .verify(caller.client(), current, credentials.password)
                .await?
            {
                return Err(Error::BadCredentials);
            }
        } else if has_identity && !caller.has_signed_in_lately(context.now()) {
            return Err(Error::SignInTooOld);
        }
        let hash = context.hasher.hash(caller.client(), new).await?;
        self.revoke_all_tokens(caller, Some(hash)).await
    }

    /// Raises the caller's token generation, unless a concurrent call has done so.
    async fn revoke_all_tokens(
        &self,
        caller: Caller,
        password: Option<PasswordHash>,
    ) -> Result<(), Error> {
        let revoke = self.context.executor.write(caller.client(), move |data| {
            let Caller {
                user, generation, ..
            } = caller;
            if !data
                .users()
                .revoke_all_tokens(user, generation, password.as_ref())?
            {
                return Err(Error::TokenRefused);
            }
            let action = match password {
                Some(_) => AuditAction::PasswordSet,
                None => AuditAction::TokenRevokeAll,
            };
            audit(action, Some(user), &user, None);
            Ok(())
        });
        revoke.await
    }

    fn tokens(&self, caller: Caller, refresh_token: String) -> Result<Tokens, Error> {
        let context = &self.context;
        let ttl = context.policy.access_token_ttl;
        let caller = Caller {
            signed_in_at: random::family_of(&refresh_token).and_then(random::time_of),
            ..caller
        };
        let issued = context
            .access_tokens
            .issue(caller, None, ttl, context.now())?;
        Ok(Tokens {
            access_token: issued.token,
            expires_in: issued.expires_in,
            refresh_token,
        })
    }
}

/// What is hashed with a stored token, so that one kind is none of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokenKind(&'static [u8]);

/// Refresh tokens of the API.
const KIND: TokenKind = TokenKind(b"");

impl TokenKind {
    /// The tokens of sessions on pages.
    pub(crate) const PAGE_SESSION: Self = Self(b"page session ");
    /// The refresh tokens of assistants.
    pub(crate) const ASSISTANT: Self = Self(b"assistant ");

    /// What is stored of a token.
    pub(crate) fn hash_of(self, token: &str) -> [u8; 32] {
        let digest = Sha256::new_with_prefix(self.0);
        digest.chain_update(token.as_bytes()).finalize().into()
    }
}

/// What became of a refresh token that was to be rotated.
pub(crate) enum Rotation {
    /// Its successor, as it is stored and as the caller gets it.
    Successor(RefreshToken, String),
    /// It is refused.
    Refused,
    /// It was spent before: its family is revoked.
    Reuse,
}

/// Writes the audit line of a sign-in that is refused.
fn refuse_sign_in(account: Option<UserId>, error: Error) -> Error {
    let account = account.map_or_else(String::new, |account| account.to_string());
    audit(AuditAction::SignInRefuse, None, &account, None);
    error
}

/// The user and the family of the refresh token of a hash. Of a family, the token in use and the
/// one spent last are stored; older ones are known by the family in their text.
fn find_family(
    data: &mut dyn Repositories,
    hash: &[u8; 32],
    family: Option<Uuid>,
) -> Result<Option<(UserId, Uuid)>, Error> {
    if let Some((token, _)) = data.sessions().find(hash)? {
        return Ok(Some((token.user, token.family)));
    }
    let Some(family) = family else {
        return Ok(None);
    };
    let user = data.sessions().find_user(family)?;
    Ok(user.map(|user| (user, family)))
}

/// Replaces a refresh token of a kind by its successor. A spent one that is found has an unused
/// successor.
pub(crate) fn rotate(
    context: &Context,
    data: &mut dyn Repositories,
    refresh_token: &str,
    kind: TokenKind,
) -> Result<Rotation, Error> {
    let (hash, family) = (
        &kind.hash_of(refresh_token),
        random::family_of(refresh_token),
    );
    let Some((user, _)) = find_family(data, hash, family)? else {
        return Ok(Rotation::Refused);
    };
    // Rotations and revocations of a user's tokens take turns.
    data.users().lock(user)?;
    let Some((token, Account { generation, .. })) = data.sessions().find(hash)? else {
        return match family {
            Some(family) => revoke_reused(context, data, user, family),
            None => Ok(Rotation::Refused),
        };
    };
    let now = context.now();
    let is_valid = token.expires_at > now && token.generation == generation;
    match token.spent_at {
        None if is_valid && data.sessions().spend(token.id, now)? => {}
        None => return Ok(Rotation::Refused),
        Some(spent) if is_valid && spent.plus_millis(REUSE_INTERVAL) > now => {
            context.metrics.refresh_retries.inc();
        }
        Some(_) => return revoke_reused(context, data, user, token.family),
    }
    let caller = Caller::new(user, generation);
    let (successor, text) = new_token(context, caller, token.family, kind);
    data.sessions().insert(&successor)?;
    let kept = [token.id, successor.id];
    data.sessions().keep_two(token.family, kept)?;
    data.sessions().prune(now)?;
    Ok(Rotation::Successor(successor, text))
}

/// Revokes a family of which a spent token was reused.
fn revoke_reused(
    context: &Context,
    data: &mut dyn Repositories,
    user: UserId,
    family: Uuid,
) -> Result<Rotation, Error> {
    data.sessions().revoke_family(family)?;
    audit(AuditAction::TokenReuse, None, &family, None);
    tracing::warn!(%user, "a spent refresh token was reused; its family is revoked");
    context.metrics.refresh_reuses.inc();
    Ok(Rotation::Reuse)
}

/// Returns a new refresh token of a family, as it is stored and as the caller gets it.
pub(crate) fn new_token(
    context: &Context,
    caller: Caller,
    family: Uuid,
    kind: TokenKind,
) -> (RefreshToken, String) {
    let (text, now) = (random::token_of(family), context.now());
    let ttl = context.policy.refresh_token_ttl.as_millis();
    let stored = RefreshToken {
        id: random::id(),
        family,
        user: caller.user,
        generation: caller.generation,
        hash: kind.hash_of(&text),
        issued_at: now,
        expires_at: now.plus_millis(i64::try_from(ttl).unwrap_or(i64::MAX)),
        spent_at: None,
    };
    (stored, text)
}

/// [`new_token`] of the API.
pub(crate) fn new_refresh_token(
    context: &Context,
    caller: Caller,
    family: Uuid,
) -> (RefreshToken, String) {
    new_token(context, caller, family, KIND)
}

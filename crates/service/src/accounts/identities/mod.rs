//! Use cases of people who sign in at an OpenID provider (interface: "OpenID Connect").
//!
//! The issuer and the subject say who somebody is; an e-mail address never does.

mod pending;

use std::sync::Arc;

use url::Url;
use wayfare_domain::{Instant, Name, User, UserId, suggested_usernames};
use wayfare_oidc::{AuthorizationRequest, Identity, Provider};
use wayfare_storage::{IdentityKey, Repositories};

use crate::context::Context;
use crate::policy::OidcPolicy;
use crate::runtime::random;
use crate::{AuditAction, Caller, Client, Error, IdentityRefusal, Sessions, Tokens, audit};
pub use pending::PendingSignIn;

/// The letters of a random suffix of usernames.
const SUFFIX: usize = 8;

/// A sign-in that has begun.
pub struct BegunSignIn {
    /// Where the browser goes on.
    pub url: Url,
    /// The value of the cookie that it keeps meanwhile.
    pub cookie: String,
}

/// The identity of an account at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinedIdentity {
    /// When it was joined.
    pub at: Instant,
    /// Whether it is the only way to sign in to the account, so that it must stay.
    pub is_only_way: bool,
}

/// The use cases of sign-ins at the provider. Cheap to clone.
#[derive(Clone)]
pub struct Identities {
    context: Arc<Context>,
}

impl Identities {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// The name of the provider, for people; `None` if there is none.
    pub fn provider_name(&self) -> Option<&str> {
        let oidc = self.context.policy.oidc.as_ref();
        oidc.map(|oidc| oidc.name.as_str())
    }

    /// Whether who signs in at the provider gets an account.
    pub fn may_sign_up(&self) -> bool {
        let oidc = self.context.policy.oidc.as_ref();
        oidc.is_some_and(|oidc| oidc.sign_up)
    }

    /// The origin to which browsers are sent; `None` without a provider.
    ///
    /// # Errors
    /// [`Error::ProviderUnavailable`].
    pub async fn authorization_origin(&self) -> Result<Option<String>, Error> {
        match &self.context.oidc {
            Some(provider) => Ok(Some(provider.authorization_origin(self.seconds()).await?)),
            None => Ok(None),
        }
    }

    /// Begins a sign-in of the browser with this form binding, which comes back to `redirect` and
    /// is to end at `back`; or the joining of an identity to the caller's account.
    ///
    /// # Errors
    /// [`Error::NotFound`] without a provider, [`Error::ProviderUnavailable`];
    /// [`Error::SignInTooOld`] of who joins one: it is a way in, as a password is.
    pub async fn begin(
        &self,
        binding: &str,
        joins: Option<Caller>,
        redirect: &Url,
        back: &str,
    ) -> Result<BegunSignIn, Error> {
        let (context, now) = (&self.context, self.context.now());
        if joins.is_some_and(|caller| !caller.has_signed_in_lately(now)) {
            return Err(Error::SignInTooOld);
        }
        let (secret, joins) = (&context.secrets.current, joins.map(|caller| caller.user));
        let (pending, cookie) = PendingSignIn::new(secret, binding, joins, back, now);
        let request = request_of(&pending, redirect);
        let url = self.provider()?.authorize(request, self.seconds()).await?;
        Ok(BegunSignIn { url, cookie })
    }

    /// The sign-in of a browser that comes back with a state, and of some providers their issuer;
    /// `None` if it did not begin here, or more than ten minutes ago.
    pub fn resume(
        &self,
        binding: &str,
        cookie: &str,
        state: &str,
        issuer: Option<&str>,
    ) -> Option<PendingSignIn> {
        let (context, own) = (&self.context, self.provider().ok()?.issuer());
        // Mix-up defence (RFC 9207).
        if issuer.is_some_and(|issuer| issuer != own) {
            return None;
        }
        PendingSignIn::resume(&context.secrets, binding, cookie, state, context.now())
    }

    /// Ends a sign-in by the code with which the browser came back. Returns whose account it is:
    /// a new one if nobody had joined the identity and sign-up is on.
    ///
    /// # Errors
    /// [`Error::IdentityRefused`], [`Error::ProviderUnavailable`], [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn sign_in(
        &self,
        client: Client,
        pending: &PendingSignIn,
        redirect: &Url,
        code: &str,
    ) -> Result<Caller, Error> {
        let sign_in = async {
            let identity = self.exchange(pending, redirect, code).await?;
            self.account_of(client, identity).await
        };
        sign_in.await.inspect_err(audit_refusal)
    }

    /// Signs in by an ID token that the client of the settings has got.
    ///
    /// # Errors
    /// As [`Identities::sign_in`]; [`Error::NotFound`] without a provider.
    pub async fn sign_in_by_token(&self, client: Client, id_token: &str) -> Result<Tokens, Error> {
        let provider = self.provider()?;
        let sign_in = async {
            let identity = admitted(provider.verify(id_token, self.seconds()).await?)?;
            let at = identity.signed_in_at.saturating_mul(1_000);
            let at = Instant::from_millis(at).unwrap_or(Instant::EPOCH);
            Ok((self.account_of(client, identity).await?, at))
        };
        let (caller, at) = sign_in.await.inspect_err(audit_refusal)?;
        // A token may be older than this request, and the provider's clock ahead.
        let at = at.min(self.context.now());
        Sessions::new(Arc::clone(&self.context))
            .issue(caller, at)
            .await
    }

    /// Joins an identity to the caller's account, by the code with which the browser came back.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] if the sign-in began for another account,
    /// [`Error::IdentityRefused`] also if the identity or the account is joined already;
    /// otherwise as [`Identities::sign_in`].
    pub async fn join(
        &self,
        caller: Caller,
        pending: &PendingSignIn,
        redirect: &Url,
        code: &str,
    ) -> Result<(), Error> {
        if pending.joins != Some(caller.user) {
            return Err(Error::TokenRefused);
        }
        let key = key_of(&self.exchange(pending, redirect, code).await?);
        let (client, context) = (caller.client(), Arc::clone(&self.context));
        let join = self.context.executor.write(client, move |data| {
            let user = caller.check(data.users().lock_shared(caller.user)?)?.id;
            let found = data.identities().find(&key)?;
            let is_joined = found.is_some_and(|(owner, _)| owner == user);
            if !is_joined && !data.identities().insert(&key, user, context.now())? {
                return Err(Error::IdentityRefused(IdentityRefusal::Taken));
            }
            audit(AuditAction::IdentityJoin, Some(user), &user, None);
            Ok(())
        });
        join.await
    }

    /// The identity that is joined to the caller's account.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::NotFound`] without a provider, [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn joined(&self, caller: Caller) -> Result<Option<JoinedIdentity>, Error> {
        let issuer = self.provider()?.issuer().to_owned();
        let has_passwords = self.context.policy.passwords;
        let find = self.context.executor.read(caller.client(), move |data| {
            joined(data, caller, &issuer, has_passwords)
        });
        find.await
    }

    /// Undoes the joining of an identity to the caller's account.
    ///
    /// # Errors
    /// As [`Identities::joined`]; [`Error::IdentityRefused`] if it is the only way in.
    pub async fn leave(&self, caller: Caller) -> Result<(), Error> {
        let issuer = self.provider()?.issuer().to_owned();
        let has_passwords = self.context.policy.passwords;
        let leave = self.context.executor.write(caller.client(), move |data| {
            caller.check(data.users().lock(caller.user)?)?;
            let joined = joined(data, caller, &issuer, has_passwords)?;
            if joined.is_some_and(|joined| joined.is_only_way) {
                return Err(Error::IdentityRefused(IdentityRefusal::OnlyWay));
            }
            data.identities().delete(caller.user, &issuer)?;
            let left = AuditAction::IdentityLeave;
            audit(left, Some(caller.user), &caller.user, None);
            Ok(())
        });
        leave.await
    }

    async fn exchange(
        &self,
        pending: &PendingSignIn,
        redirect: &Url,
        code: &str,
    ) -> Result<Identity, Error> {
        let request = request_of(pending, redirect);
        let provider = self.provider()?;
        admitted(provider.exchange(code, request, self.seconds()).await?)
    }

    async fn account_of(&self, client: Client, identity: Identity) -> Result<Caller, Error> {
        let key = key_of(&identity);
        if let Some(caller) = self.find(client, key.clone()).await? {
            return Ok(caller);
        }
        if !self.policy()?.sign_up {
            return Err(Error::IdentityRefused(IdentityRefusal::Unknown));
        }
        match self.sign_up(client, key.clone(), identity).await {
            // Another request has signed the same person up meanwhile.
            Err(Error::IdentityRefused(IdentityRefusal::Taken)) => {
                let found = self.find(client, key).await?;
                found.ok_or(Error::IdentityRefused(IdentityRefusal::Taken))
            }
            result => result,
        }
    }

    async fn find(&self, client: Client, key: IdentityKey) -> Result<Option<Caller>, Error> {
        let find = self
            .context
            .executor
            .read(client, move |data| Ok(data.identities().find(&key)?));
        let found = find.await?;
        Ok(found.map(|(user, generation)| Caller::new(user, generation)))
    }

    /// Creates the account of an identity. Its username is the first one that is free.
    async fn sign_up(
        &self,
        client: Client,
        key: IdentityKey,
        identity: Identity,
    ) -> Result<Caller, Error> {
        let Identity {
            name,
            preferred_username,
            email,
            ..
        } = identity;
        let suffix: String = random::id().simple().to_string();
        let suffix = suffix.get(..SUFFIX).unwrap_or_default();
        let names = [&preferred_username, &name, &email];
        let names = names.into_iter().filter_map(Option::as_deref);
        for username in suggested_usernames(names, suffix) {
            let shown = name.as_deref().or(preferred_username.as_deref());
            let shown = shown.and_then(|name| Name::new(name).ok());
            let shown = shown.map_or_else(|| Name::new(username.as_str()), Ok);
            let shown = shown.map_err(|reason| Error::internal(reason.to_string()))?;
            let now = self.context.now();
            let id = UserId(self.context.ids.ordered(now));
            let user = User::new(id, username, shown, None, now);
            let key = key.clone();
            let insert = self.context.executor.write(client, move |data| {
                let generation = data.users().insert(&user, None)?;
                if !data.identities().insert(&key, user.id, now)? {
                    return Err(Error::IdentityRefused(IdentityRefusal::Taken));
                }
                let user = user.id;
                audit(AuditAction::AccountCreate, Some(user), &user, None);
                Ok(Caller::new(user, generation))
            });
            match insert.await {
                Err(Error::UsernameTaken) => {}
                inserted => return inserted,
            }
        }
        Err(Error::UsernameTaken)
    }

    fn provider(&self) -> Result<&Arc<Provider>, Error> {
        self.context.oidc.as_ref().ok_or(Error::NotFound)
    }

    fn policy(&self) -> Result<&OidcPolicy, Error> {
        self.context.policy.oidc.as_ref().ok_or(Error::NotFound)
    }

    fn seconds(&self) -> i64 {
        self.context.now().millis().div_euclid(1_000)
    }
}

/// Writes the audit line of a sign-in that is refused.
fn audit_refusal(error: &Error) {
    if let Error::IdentityRefused(_) = error {
        audit(AuditAction::SignInRefuse, None, &"", None);
    }
}

fn request_of<'a>(pending: &'a PendingSignIn, redirect: &'a Url) -> AuthorizationRequest<'a> {
    AuthorizationRequest {
        redirect,
        state: &pending.state,
        nonce: &pending.nonce,
        verifier: &pending.verifier,
    }
}

fn key_of(identity: &Identity) -> IdentityKey {
    IdentityKey {
        issuer: identity.issuer.clone(),
        subject: identity.subject.clone(),
    }
}

fn admitted(identity: Identity) -> Result<Identity, Error> {
    if identity.is_admitted {
        Ok(identity)
    } else {
        Err(Error::IdentityRefused(IdentityRefusal::NotInGroup))
    }
}

fn joined(
    data: &mut dyn Repositories,
    caller: Caller,
    issuer: &str,
    has_passwords: bool,
) -> Result<Option<JoinedIdentity>, Error> {
    let credentials = data.users().credentials(caller.user)?;
    let credentials = credentials.filter(|found| found.generation == caller.generation);
    let has_password = credentials.ok_or(Error::TokenRefused)?.password.is_some();
    let joined = data.identities().joined_at(caller.user, issuer)?;
    Ok(joined.map(|at| JoinedIdentity {
        at,
        is_only_way: !(has_password && has_passwords),
    }))
}

//! A sign-in that goes on at the provider. The browser keeps it meanwhile, in a cookie.
//!
//! The cookie says where the sign-in leads and whose account it joins. State, nonce and PKCE
//! verifier are derived from it, from the value that the visitor's forms are bound to, and from the
//! secret. So the state that comes back proves that the cookie is unchanged and of this browser,
//! and any server of the service can go on.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use crate::runtime::random;
use crate::{Purpose, Secret, Secrets};

/// How long a visitor may take to sign in at the provider, in milliseconds.
pub(crate) const TTL: i64 = 10 * 60 * 1_000;
/// The longest address to come back to, in bytes: browsers take cookies of 4 KiB.
const MAX_BACK: usize = 2_000;

/// A sign-in that goes on at the provider. It has no `Debug`: its fields are secrets.
pub struct PendingSignIn {
    /// Where it leads back to.
    pub back: String,
    /// The account that it joins; `None` to sign in.
    pub joins: Option<UserId>,
    pub(super) state: String,
    pub(super) nonce: String,
    pub(super) verifier: String,
}

impl PendingSignIn {
    /// A new one, with the value of its cookie.
    pub(super) fn new(
        secret: &Secret,
        binding: &str,
        joins: Option<UserId>,
        back: &str,
        now: Instant,
    ) -> (Self, String) {
        let back = if back.len() > MAX_BACK { "" } else { back };
        let user = joins.map(|user| user.to_string()).unwrap_or_default();
        let [random, back] = [random::token(), URL_SAFE_NO_PAD.encode(back)];
        let cookie = format!("{random}.{}.{user}.{back}", now.millis());
        (
            Self::derived(secret, binding, joins, &back, &cookie),
            cookie,
        )
    }

    /// The one of a cookie, if the state is its own.
    pub(super) fn resume(
        secrets: &Secrets,
        binding: &str,
        cookie: &str,
        state: &str,
        now: Instant,
    ) -> Option<Self> {
        let mut parts = cookie.split('.').skip(1);
        let (begun, user, back) = (parts.next()?, parts.next()?, parts.next()?);
        let age = now.millis().checked_sub(begun.parse().ok()?)?;
        if !(-TTL..TTL).contains(&age) {
            return None;
        }
        let joins = match user {
            "" => None,
            user => Some(UserId(Uuid::try_parse(user).ok()?)),
        };
        let mut pending = secrets
            .valid()
            .map(|secret| Self::derived(secret, binding, joins, back, cookie));
        pending.find(|pending| pending.state.as_bytes().ct_eq(state.as_bytes()).into())
    }

    fn derived(
        secret: &Secret,
        binding: &str,
        joins: Option<UserId>,
        back: &str,
        cookie: &str,
    ) -> Self {
        let code = |purpose| secret.code(purpose, &[binding.as_bytes(), cookie.as_bytes()]);
        let back = URL_SAFE_NO_PAD.decode(back).unwrap_or_default();
        Self {
            back: String::from_utf8(back).unwrap_or_default(),
            joins,
            state: code(Purpose::SignInState),
            nonce: code(Purpose::SignInNonce),
            verifier: code(Purpose::SignInVerifier),
        }
    }
}

#[cfg(test)]
mod tests;

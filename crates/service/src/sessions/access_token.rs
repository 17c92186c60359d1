//! Access tokens: their claims, how they are issued and verified.

use std::fmt;
use std::time::Duration;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use wayfare_domain::{GrantId, Instant, KeyGrant, UserId};

use crate::runtime::random;
use crate::{Error, Network, Purpose, Secrets};

/// The accepted clock skew between servers, in seconds: how far in the future `iat` may be.
const SKEW: i64 = 5;

/// How long ago a recent sign-in may be, in milliseconds.
const RECENT: i64 = 10 * 60 * 1_000;

/// The caller, from a verified token or API key. The use case checks that the user still exists and
/// that the token is of the current generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Caller {
    /// The user.
    pub user: UserId,
    /// The token generation; tokens of earlier generations are revoked.
    pub generation: i64,
    /// What the API key permits that is sent in place of a token; `None` for a token or a session.
    pub key: Option<KeyGrant>,
    /// The network that the request comes from, if known.
    pub network: Option<Network>,
    /// When they have signed in; `None` if unknown. Refreshing a token does not change it.
    pub signed_in_at: Option<Instant>,
}

impl Caller {
    /// A user with a token of a generation.
    pub fn new(user: UserId, generation: i64) -> Self {
        Self {
            user,
            generation,
            key: None,
            network: None,
            signed_in_at: None,
        }
    }

    /// Whether they have signed in within ten minutes, which proves as much as a password.
    pub(crate) fn has_signed_in_lately(&self, now: Instant) -> bool {
        let lately = |at: Instant| at.plus_millis(RECENT) >= now;
        self.signed_in_at.is_some_and(lately)
    }
}

/// What a caller has proved themself by: an access token, an API key, or the session of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Credential {
    /// The caller.
    pub caller: Caller,
    /// The stored session; `None` without one.
    pub(crate) session: Option<Uuid>,
    /// The API key, or the consent to an assistant; `None` without one.
    pub(crate) key: Option<GrantId>,
    /// When it expires; `None` for never.
    pub(crate) expires_at: Option<Instant>,
}

/// A new access token. Its `Debug` output omits the token.
#[derive(Clone, PartialEq, Eq)]
pub struct IssuedToken {
    /// The token.
    pub token: String,
    /// Its lifetime.
    pub expires_in: Duration,
}

impl fmt::Debug for IssuedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IssuedToken")
            .field("expires_in", &self.expires_in)
            .finish_non_exhaustive()
    }
}

/// The claims of a token (RFC 7519). All are required.
#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: Uuid,
    jti: Uuid,
    iat: i64,
    exp: i64,
    #[serde(rename = "gen")]
    generation: i64,
    /// When the user has signed in. Tokens of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    auth_time: Option<i64>,
    /// The consent to the assistant that it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    consent: Option<Uuid>,
}

/// Who takes access tokens. Those of one have a key of their own, too.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Audience {
    /// The interface and the pages.
    Api,
    /// The server for assistants.
    Assistants,
}

impl Audience {
    fn name(self) -> &'static str {
        match self {
            Self::Api => "wayfare",
            Self::Assistants => "wayfare assistants",
        }
    }

    fn key(self) -> Purpose {
        match self {
            Self::Api => Purpose::AccessToken,
            Self::Assistants => Purpose::AssistantToken,
        }
    }
}

/// Issues and verifies access tokens of one audience: JWTs with HS256 only.
pub(crate) struct AccessTokens {
    encoding: EncodingKey,
    decoding: Secrets<DecodingKey>,
    validation: Validation,
    issuer: String,
    audience: Audience,
}

impl AccessTokens {
    /// Signs with the current secret; verifies tokens of either.
    pub(crate) fn new(secrets: &Secrets, issuer: &str, audience: Audience) -> Self {
        let key = audience.key();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[issuer]);
        validation.set_audience(&[audience.name()]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // The library would use the system clock; `verify` uses the injected one.
        validation.validate_exp = false;
        Self {
            encoding: EncodingKey::from_secret(secrets.current.key(key)),
            decoding: secrets.derive(|secret| DecodingKey::from_secret(secret.key(key))),
            validation,
            issuer: issuer.to_owned(),
            audience,
        }
    }

    /// Issues a token for `caller`, or for the assistant of a consent of theirs, valid for `ttl`
    /// from `now`, in whole seconds.
    pub(crate) fn issue(
        &self,
        caller: Caller,
        consent: Option<GrantId>,
        ttl: Duration,
        now: Instant,
    ) -> Result<IssuedToken, Error> {
        let iat = seconds(now);
        let claims = Claims {
            iss: self.issuer.clone(),
            aud: self.audience.name().to_owned(),
            sub: caller.user.0,
            jti: random::id(),
            iat,
            exp: iat.saturating_add(i64::try_from(ttl.as_secs()).unwrap_or(i64::MAX)),
            generation: caller.generation,
            auth_time: caller.signed_in_at.map(seconds),
            consent: consent.map(|consent| consent.0),
        };
        let token = encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(Error::internal)?;
        Ok(IssuedToken {
            token,
            expires_in: Duration::from_secs(ttl.as_secs()),
        })
    }

    /// Verifies a token.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] for any defect.
    pub(crate) fn verify(&self, token: &str, now: Instant) -> Result<Credential, Error> {
        let claims = self.claims(token).ok_or(Error::TokenRefused)?;
        let now = seconds(now);
        if now >= claims.exp || claims.iat > now.saturating_add(SKEW) {
            return Err(Error::TokenRefused);
        }
        let instant = |seconds: i64| Instant::EPOCH.plus_millis(seconds.saturating_mul(1_000));
        Ok(Credential {
            caller: Caller {
                signed_in_at: claims.auth_time.map(instant),
                ..Caller::new(UserId(claims.sub), claims.generation)
            },
            session: None,
            key: claims.consent.map(GrantId),
            expires_at: Some(instant(claims.exp)),
        })
    }

    fn claims(&self, token: &str) -> Option<Claims> {
        let mut keys = self.decoding.valid();
        let decoded = keys.find_map(|key| decode(token, key, &self.validation).ok())?;
        Some(decoded.claims)
    }
}

fn seconds(instant: Instant) -> i64 {
    instant.millis().div_euclid(1_000)
}

#[cfg(test)]
mod tests;

//! Access tokens: who they name, how they are issued, and what a token must hold to be believed.

use std::fmt;
use std::time::Duration;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use crate::{Error, Secret, random};

/// For whom tokens are meant: the interface of this service.
const AUDIENCE: &str = "wayfare";
/// How far in the future, in seconds, a token may have been issued: the clocks of several servers
/// never quite agree.
const SKEW: i64 = 5;

/// Who calls, as a verified token says. Whether that user still exists and the token is of their
/// present generation is for the use case to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// Who it is.
    pub user: UserId,
    /// The token generation; tokens of an earlier one are void.
    pub generation: i64,
}

/// An access token that was just issued. Its `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct IssuedToken {
    /// The token.
    pub token: String,
    /// How long it is good.
    pub expires_in: Duration,
}

impl fmt::Debug for IssuedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IssuedToken")
            .field("expires_in", &self.expires_in)
            .finish_non_exhaustive()
    }
}

/// What a token says (RFC 7519). All of it is required.
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
}

/// Issues and verifies access tokens: JWT with HS256 and no other algorithm.
pub(crate) struct AccessTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    issuer: String,
}

impl AccessTokens {
    pub(crate) fn new(secret: &Secret, issuer: &str) -> Self {
        let key = zeroize::Zeroizing::new(secret.derive("access tokens"));
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[issuer]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // The library would ask the machine's clock; `verify` asks the service's.
        validation.validate_exp = false;
        Self {
            encoding: EncodingKey::from_secret(key.as_slice()),
            decoding: DecodingKey::from_secret(key.as_slice()),
            validation,
            issuer: issuer.to_owned(),
        }
    }

    /// A token for `caller`, good for `ttl` from `now` on, to the second.
    pub(crate) fn issue(
        &self,
        caller: Caller,
        ttl: Duration,
        now: Instant,
    ) -> Result<IssuedToken, Error> {
        let iat = seconds(now);
        let claims = Claims {
            iss: self.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            sub: caller.user.0,
            jti: random::id(),
            iat,
            exp: iat.saturating_add(i64::try_from(ttl.as_secs()).unwrap_or(i64::MAX)),
            generation: caller.generation,
        };
        let token = encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(Error::internal)?;
        Ok(IssuedToken {
            token,
            expires_in: Duration::from_secs(ttl.as_secs()),
        })
    }

    /// Who a token names.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], whatever is wrong with it.
    pub(crate) fn verify(&self, token: &str, now: Instant) -> Result<Caller, Error> {
        let claims = decode::<Claims>(token, &self.decoding, &self.validation)
            .map_err(|_| Error::TokenRefused)?
            .claims;
        let now = seconds(now);
        if now >= claims.exp || claims.iat > now.saturating_add(SKEW) {
            return Err(Error::TokenRefused);
        }
        Ok(Caller {
            user: UserId(claims.sub),
            generation: claims.generation,
        })
    }
}

fn seconds(instant: Instant) -> i64 {
    instant.millis().div_euclid(1_000)
}

#[cfg(test)]
mod tests;

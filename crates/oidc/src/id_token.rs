//! The checks of an ID token (OpenID Connect Core 1.0, section 3.1.3.7).

use std::ops::Deref;

use chrono::{DateTime, Utc};
use openidconnect::core::{
    CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
    CoreProviderMetadata,
};
use openidconnect::{
    AdditionalClaims, ClaimsVerificationError, ClientId, IdTokenClaims, IdTokenVerifier,
    JwsSigningAlgorithm, LocalizedClaim, Nonce, SignatureVerificationError,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Error, Identity, Settings};

/// How far the provider's clock may be off, in seconds.
const SKEW: i64 = 60;
/// The greatest length of a subject, in bytes.
const MAX_SUBJECT: usize = 255;

/// The claims that OpenID Connect does not define: groups, whatever they are, and from when on a
/// token counts (RFC 7519, section 4.1.5).
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct FurtherClaims {
    #[serde(default)]
    groups: Option<Value>,
    #[serde(default, rename = "nbf")]
    not_before: Option<Value>,
}

impl AdditionalClaims for FurtherClaims {}

impl FurtherClaims {
    /// Whether the claim is there, of whatever type.
    pub(crate) fn are_known(&self) -> bool {
        self.groups.is_some()
    }

    /// Whether the claim is an array that holds a group.
    pub(crate) fn hold(&self, group: &str) -> bool {
        let groups = self.groups.as_ref().and_then(Value::as_array);
        groups.is_some_and(|groups| groups.iter().any(|one| one.as_str() == Some(group)))
    }
}

pub(crate) type IdToken = openidconnect::IdToken<
    FurtherClaims,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
pub(crate) type Claims = IdTokenClaims<FurtherClaims, CoreGenderClaim>;

/// Why an ID token is refused.
pub(crate) enum Refusal {
    /// No known key has signed it: the provider may have a new one.
    UnknownKey,
    Final(String),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(match refusal {
            Refusal::UnknownKey => "no key of the provider has signed the ID token".to_owned(),
            Refusal::Final(reason) => reason,
        })
    }
}

/// The nonce that a token must have.
#[derive(Clone, Copy)]
pub(crate) enum Expected<'a> {
    Nonce(&'a str),
    /// Whoever sends the token has checked it.
    Any,
}

/// Checks a token: its signature, issuer, audience, times and nonce.
pub(crate) fn check<'t>(
    metadata: &CoreProviderMetadata,
    settings: &Settings,
    token: &'t IdToken,
    expected: Expected<'_>,
    now: i64,
) -> Result<&'t Claims, Refusal> {
    // A verifier of a public client takes no shared secret for a key.
    let verifier = IdTokenVerifier::new_public_client(
        ClientId::new(settings.client_id.clone()),
        metadata.issuer().clone(),
        metadata.jwks().clone(),
    );
    let algorithms = metadata.id_token_signing_alg_values_supported();
    let algorithms = algorithms.iter().filter(|algorithm| {
        !algorithm.uses_shared_secret() && **algorithm != CoreJwsSigningAlgorithm::None
    });
    let time = |seconds| DateTime::<Utc>::from_timestamp(seconds, 0).unwrap_or_default();
    let latest = time(now.saturating_add(SKEW));
    let verifier = verifier
        .set_allowed_algs(algorithms.cloned())
        // Other audiences are checked with the authorized party below.
        .set_other_audience_verifier_fn(|_| true)
        // A token that has expired exactly this long ago is taken.
        .set_time_fn(|| time(now.saturating_sub(SKEW + 1)))
        .set_issue_time_verifier_fn(|issued| {
            if issued <= latest {
                Ok(())
            } else {
                Err("issued in the future".to_owned())
            }
        });
    let nonce = |sent: Option<&Nonce>| match expected {
        Expected::Nonce(nonce) if sent.is_none_or(|sent| sent.secret() != nonce) => {
            Err("another one than was sent".to_owned())
        }
        Expected::Nonce(_) | Expected::Any => Ok(()),
    };
    let claims = token
        .claims(&verifier, nonce)
        .map_err(|error| match error {
            ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey
                | SignatureVerificationError::CryptoError(_),
            ) => Refusal::UnknownKey,
            error => Refusal::Final(reason(&error).to_owned()),
        })?;
    let not_before = claims.additional_claims().not_before.as_ref();
    let not_before = not_before.and_then(Value::as_i64);
    if not_before.is_some_and(|from| from > now.saturating_add(SKEW)) {
        return Err(Refusal::Final("a token of the future".to_owned()));
    }
    let party = claims.authorized_party().map(|party| party.as_str());
    let is_for_another = party.is_some_and(|party| party != settings.client_id);
    if is_for_another || (party.is_none() && claims.audiences().len() > 1) {
        return Err(Refusal::Final("another authorized party".to_owned()));
    }
    let subject = claims.subject().as_str();
    if !(1..=MAX_SUBJECT).contains(&subject.len()) || subject.contains('\0') {
        return Err(Refusal::Final(format!(
            "a subject of more than {MAX_SUBJECT} bytes, or none"
        )));
    }
    Ok(claims)
}

/// Why claims are refused, without a word of what anybody may have sent.
fn reason(error: &ClaimsVerificationError) -> &'static str {
    match error {
        ClaimsVerificationError::Expired(_) => "the ID token has expired",
        ClaimsVerificationError::InvalidAudience(_) => "the ID token is for another audience",
        ClaimsVerificationError::InvalidIssuer(_) => "the ID token is of another issuer",
        ClaimsVerificationError::InvalidNonce(_) => "the ID token has another nonce",
        ClaimsVerificationError::SignatureVerification(_) => {
            "the signature of the ID token can't be verified"
        }
        _ => "a claim of the ID token is not valid",
    }
}

/// The identity of checked claims.
pub(crate) fn identity(claims: &Claims, settings: &Settings) -> Identity {
    let groups = claims.additional_claims();
    let group = settings.group.as_ref();
    Identity {
        issuer: claims.issuer().to_string(),
        subject: claims.subject().to_string(),
        name: text(claims.name()),
        preferred_username: claims.preferred_username().map(|name| name.to_string()),
        email: claims.email().map(|email| email.to_string()),
        signed_in_at: claims
            .auth_time()
            .unwrap_or_else(|| claims.issue_time())
            .timestamp(),
        is_admitted: group.is_none_or(|group| groups.hold(group)),
    }
}

/// A claim that may be in several languages: the one without a language, else any.
pub(crate) fn text<T>(claim: Option<&LocalizedClaim<T>>) -> Option<String>
where
    T: Deref<Target = String>,
{
    let claim = claim?;
    let any = || claim.iter().next().map(|(_, text)| text);
    let text = claim.get(None).or_else(any)?;
    Some(text.deref().clone())
}

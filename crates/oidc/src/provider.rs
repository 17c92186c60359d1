//! The two ways to sign in at a provider: by a code that a browser brings, and by an ID token.

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::Arc;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessToken, AuthType, AuthenticationFlow, AuthorizationCode, ClientId, CsrfToken,
    EmptyExtraTokenFields, IdTokenFields, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, StandardErrorResponse,
    StandardTokenResponse, TokenResponse, UserInfoClaims, UserInfoError,
};
use url::Url;

use crate::discovery::{Discovery, Metadata};
use crate::id_token::{self, Claims, Expected, FurtherClaims, IdToken, Refusal};
use crate::{Error, Identity, Settings, unavailable};

/// The scopes that are asked for besides `openid`.
const SCOPES: [&str; 2] = ["profile", "email"];
/// The scope of the claim `groups` at some providers; others know no such scope.
const GROUPS: &str = "groups";

type Client = openidconnect::Client<
    FurtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<
        IdTokenFields<
            FurtherClaims,
            EmptyExtraTokenFields,
            CoreGenderClaim,
            CoreJweContentEncryptionAlgorithm,
            CoreJwsSigningAlgorithm,
        >,
        CoreTokenType,
    >,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    openidconnect::EndpointSet,
    openidconnect::EndpointNotSet,
    openidconnect::EndpointNotSet,
    openidconnect::EndpointNotSet,
    openidconnect::EndpointMaybeSet,
    openidconnect::EndpointMaybeSet,
>;

/// A sign-in that is about to begin. All texts are of the base64url alphabet.
pub struct AuthorizationRequest<'a> {
    /// Where the provider sends the browser back to.
    pub redirect: &'a Url,
    /// What comes back with it.
    pub state: &'a str,
    /// What the ID token must have.
    pub nonce: &'a str,
    /// The PKCE verifier, 43 to 128 characters.
    pub verifier: &'a str,
}

/// An OpenID Connect provider.
pub struct Provider {
    settings: Settings,
    discovery: Arc<Discovery>,
}

impl Provider {
    /// A provider, which is not asked anything yet.
    pub fn new(settings: Settings) -> Self {
        Self {
            discovery: Arc::new(Discovery::new(settings.issuer.clone())),
            settings,
        }
    }

    /// The issuer.
    pub fn issuer(&self) -> &str {
        self.settings.issuer.as_str()
    }

    /// The origin of the address to which browsers are sent.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn authorization_origin(&self, now: i64) -> Result<String, Error> {
        let metadata = self.discovery.metadata(now).await?;
        let endpoint = metadata.authorization_endpoint().url();
        Ok(endpoint.origin().ascii_serialization())
    }

    /// The address to which a browser is sent to sign in.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn authorize(
        &self,
        request: AuthorizationRequest<'_>,
        now: i64,
    ) -> Result<Url, Error> {
        let metadata = self.discovery.metadata(now).await?;
        let client = self.client(&metadata);
        let verifier = PkceCodeVerifier::new(request.verifier.to_owned());
        let scopes = metadata.scopes_supported();
        let has_groups = scopes.is_some_and(|all| all.iter().any(|scope| scope.as_str() == GROUPS));
        let asks_for_groups = self.settings.group.is_some() && has_groups;
        let scopes = SCOPES.into_iter().chain(asks_for_groups.then_some(GROUPS));
        let state = CsrfToken::new(request.state.to_owned());
        let nonce = Nonce::new(request.nonce.to_owned());
        let (url, _, _) = client
            .authorize_url(
                AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
                move || state,
                move || nonce,
            )
            .add_scopes(scopes.map(|scope| Scope::new(scope.to_owned())))
            .set_redirect_uri(Cow::Owned(RedirectUrl::from_url(request.redirect.clone())))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(url)
    }

    /// Exchanges the code with which a browser came back for the identity of its user. Claims that
    /// the ID token lacks are asked of the provider's `userinfo_endpoint`.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unavailable`].
    pub async fn exchange(
        &self,
        code: &str,
        request: AuthorizationRequest<'_>,
        now: i64,
    ) -> Result<Identity, Error> {
        let metadata = self.discovery.metadata(now).await?;
        let client = self.client(&metadata);
        let redirect = RedirectUrl::from_url(request.redirect.clone());
        let answer = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(unavailable)?
            .set_pkce_verifier(PkceCodeVerifier::new(request.verifier.to_owned()))
            .set_redirect_uri(Cow::Owned(redirect))
            .request_async(&self.discovery.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(refusal) => Error::Refused(format!(
                    "the provider refuses the code: {}",
                    refusal.error()
                )),
                RequestTokenError::Parse(error, _) => {
                    malformed(error.inner().is_data(), error.path())
                }
                error => unavailable(error),
            })?;
        let token = answer.id_token();
        let token = token.ok_or_else(|| Error::Refused("there is no ID token".to_owned()))?;
        let expected = Expected::Nonce(request.nonce);
        let claims = self.check(metadata, token, expected, now).await?;
        let identity = id_token::identity(claims, &self.settings);
        if !self.lacks_claims(claims) || client.user_info_url().is_none() {
            return Ok(identity);
        }
        let known = identity.clone();
        let completed = self.complete(&client, answer.access_token(), claims, known);
        match completed.await {
            // Names are for new accounts alone.
            Err(error) if self.settings.group.is_none() => {
                let cause = match error {
                    Error::Unavailable(cause) => cause.to_string(),
                    Error::Refused(reason) => reason,
                };
                tracing::warn!(cause, "the OpenID provider does not tell more of a person");
                Ok(identity)
            }
            result => result,
        }
    }

    /// Verifies an ID token that somebody has got as the client of the settings.
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Unavailable`] if the keys are not known and can't be fetched.
    pub async fn verify(&self, token: &str, now: i64) -> Result<Identity, Error> {
        let metadata = self.discovery.metadata(now).await?;
        let token: IdToken = token
            .parse()
            .map_err(|_| Error::Refused("this is no ID token".to_owned()))?;
        let claims = self.check(metadata, &token, Expected::Any, now).await?;
        Ok(id_token::identity(claims, &self.settings))
    }

    /// Checks a token, with newer keys if its own is unknown.
    async fn check<'t>(
        &self,
        metadata: Metadata,
        token: &'t IdToken,
        expected: Expected<'_>,
        now: i64,
    ) -> Result<&'t Claims, Error> {
        let check =
            |metadata: &Metadata| id_token::check(metadata, &self.settings, token, expected, now);
        match check(&metadata) {
            Err(Refusal::UnknownKey) => {}
            result => return Ok(result?),
        }
        match self.discovery.newer_than(&metadata, now).await {
            Some(metadata) => Ok(check(&metadata)?),
            None => Err(Refusal::UnknownKey.into()),
        }
    }

    /// Whether something that is needed is not in an ID token.
    fn lacks_claims(&self, claims: &Claims) -> bool {
        let is_nameless = claims.name().is_none() && claims.preferred_username().is_none();
        let is_groupless = !claims.additional_claims().are_known();
        is_nameless || (self.settings.group.is_some() && is_groupless)
    }

    /// Adds what the provider knows of a person beyond the ID token.
    async fn complete(
        &self,
        client: &Client,
        access_token: &AccessToken,
        claims: &Claims,
        identity: Identity,
    ) -> Result<Identity, Error> {
        let more: UserInfoClaims<FurtherClaims, CoreGenderClaim> = client
            .user_info(access_token.clone(), Some(claims.subject().clone()))
            .map_err(unavailable)?
            .request_async(&self.discovery.http)
            .await
            .map_err(|error| match error {
                // It names the subjects.
                UserInfoError::ClaimsVerification(_) => {
                    Error::Refused("the user info can't be verified".to_owned())
                }
                UserInfoError::Parse(error) => malformed(error.inner().is_data(), error.path()),
                error => unavailable(error),
            })?;
        let username = more.preferred_username().map(|name| name.to_string());
        let email = more.email().map(|email| email.to_string());
        let group = self.settings.group.as_ref();
        let is_admitted = group.is_some_and(|group| more.additional_claims().hold(group));
        // The signed claim comes first.
        let is_known = claims.additional_claims().are_known();
        Ok(Identity {
            name: identity.name.or_else(|| id_token::text(more.name())),
            preferred_username: identity.preferred_username.or(username),
            email: identity.email.or(email),
            is_admitted: identity.is_admitted || (!is_known && is_admitted),
            ..identity
        })
    }

    fn client(&self, metadata: &Metadata) -> Client {
        let id = ClientId::new(self.settings.client_id.clone());
        let secret = self.settings.client_secret.as_ref();
        let secret = secret.map(|secret| openidconnect::ClientSecret::new(secret.0.to_string()));
        let methods = metadata.token_endpoint_auth_methods_supported();
        // Without a list, the method is `client_secret_basic`.
        let is_basic = methods
            .is_none_or(|methods| methods.contains(&CoreClientAuthMethod::ClientSecretBasic));
        let client = Client::from_provider_metadata(metadata.as_ref().clone(), id, secret);
        client.set_auth_type(if is_basic {
            AuthType::BasicAuth
        } else {
            AuthType::RequestBody
        })
    }
}

/// An answer that can't be read, without its values: they are tokens, or somebody's address.
fn malformed(is_json: bool, at: &dyn Display) -> Error {
    match is_json {
        true => Error::Refused(format!("the answer is malformed at {at}")),
        false => unavailable("the answer is no JSON"),
    }
}

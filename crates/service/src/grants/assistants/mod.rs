//! Use cases of assistants, which sign in by OAuth (docs/assistants.md). Who may reach what: a code
//! lives a minute and is exchanged once; the tokens that it is exchanged for are of this consent
//! alone, and end with it.
//!
//! A consent is a grant. Its code is derived from it and from what the application asked, and its
//! refresh tokens are a family of its id, so that nothing else is stored.

mod application;

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use wayfare_domain::grant::Grant;
use wayfare_domain::{Assistant, Consent, GrantId, GrantKind, GrantScope, KeyScope, Name, TripId};
use wayfare_storage::{GrantsOf, Repositories, StoredGrant};

pub use application::{Application, ApplicationError};

use super::{GrantPlace, Grants, NewApiKey};
use crate::accounts::named;
use crate::runtime::random;
use crate::sessions::derived_tokens::{DerivedTokens, TokenClaim};
use crate::sessions::{Rotation, TokenKind, Tokens, new_token, rotate};
use crate::{AuditAction, Caller, Client, Credential, Error, Purpose, audit};

/// What separates the refresh tokens of assistants from others.
const KIND: TokenKind = TokenKind::ASSISTANT;

/// What an application asks of a person, and proves when it exchanges the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedConsent {
    /// [`Application::id`].
    pub application: String,
    /// Where the person is sent back to with the code.
    pub redirect_uri: String,
    /// The PKCE challenge by S256 (RFC 7636).
    pub challenge: String,
}

/// What a person consents to.
#[derive(Debug, Clone)]
pub struct NewConsent {
    /// What was asked.
    pub asked: AskedConsent,
    /// [`Application::name`].
    pub name: Name,
    /// Whether the assistant may write.
    pub scope: KeyScope,
    /// The trips that it is limited to; `None` for all.
    pub trips: Option<Vec<Option<TripId>>>,
}

impl AskedConsent {
    /// The challenge of a verifier.
    pub fn challenge_of(verifier: &str) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
    }

    /// Whether a text is a challenge by S256.
    pub fn is_challenge(text: &str) -> bool {
        random::is_token(text)
    }
}

/// What a code or a refresh token was exchanged for; `None` if it was refused.
type Exchange = Option<(Consent, Caller, String)>;

impl Grants {
    /// Fetches the document of an application that asks a person for consent.
    ///
    /// # Errors
    /// There is none.
    pub async fn application(&self, id: &str) -> Result<Application, ApplicationError> {
        Application::fetch(&self.context.outside, id).await
    }

    /// Lets an assistant act for the caller's own account, named by its username. Returns the code
    /// that the application exchanges.
    ///
    /// # Errors
    /// As [`Grants::make_key`], but for its idempotency keys.
    pub async fn allow(
        &self,
        caller: Caller,
        username: &str,
        new: NewConsent,
    ) -> Result<String, Error> {
        let key = NewApiKey {
            name: Some(new.name),
            scope: Some(new.scope),
            trips: new.trips,
            ..NewApiKey::default()
        };
        let key = self.validate(caller, key).await?;
        let consent = Consent {
            expires_at: Some(key.created_at.plus_millis(Consent::CODE_LIFE)),
            uses: Some(1),
            // It ends with the tokens of its account.
            generation: caller.generation,
            ..key.clone().with_scope(Assistant {
                application: new.asked.application.clone(),
                permits: key.scope,
            })
        };
        let code = self
            .codes(&new.asked)
            .token(consent.id.0, consent.generation);
        let place = GrantPlace::Account(username.to_owned());
        self.insert(caller, place, &consent, &code, None).await?;
        Ok(code)
    }

    /// What makes and verifies the codes of what an application asked.
    fn codes(&self, asked: &AskedConsent) -> DerivedTokens {
        let AskedConsent {
            application,
            redirect_uri,
            challenge,
        } = asked;
        let codes = DerivedTokens::new(&self.context.secrets, Purpose::ConsentCode);
        codes.bound_to(&[application, redirect_uri, challenge].map(String::as_bytes))
    }

    /// Exchanges a code for the first tokens, on behalf of a client. A code that comes again ends
    /// the consent.
    ///
    /// # Errors
    /// [`Error::BadCredentials`] if it is unknown, expired, used, or of something else that was
    /// asked; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn exchange_code(
        &self,
        client: Client,
        code: &str,
        asked: &AskedConsent,
    ) -> Result<(Tokens, KeyScope), Error> {
        let (codes, claim) = (self.codes(asked), TokenClaim::parse(code));
        let context = Arc::clone(&self.context);
        let exchange = self.context.executor.write(client, move |data| {
            let id = GrantId(claim.id);
            let Some((stored, _)) = data.grants().find(Assistant::KIND, id)? else {
                return Ok(None);
            };
            // Exchanges, refreshments and ends of a consent take turns.
            data.users().lock(stored.grant.user)?;
            let Some((stored, consent)) = find_alive(data, id)? else {
                return Ok(None);
            };
            let now = context.now();
            if !codes.verify(&claim, id.0, consent.generation) || !consent.is_open(now) {
                return Ok(None);
            }
            if consent.is_used_up() {
                end(data, &consent)?;
                audit(AuditAction::TokenReuse, None, &id, None);
                return Ok(None);
            }
            let caller = Caller::new(consent.user, consent.generation);
            let (token, text) = new_token(&context, caller, id.0, KIND);
            data.sessions().insert(&token)?;
            data.sessions().prune(now)?;
            let next = stored.grant.with_use();
            let grant = Grant {
                expires_at: Some(token.expires_at),
                ..next
            };
            data.grants().save(&StoredGrant { grant, ..stored })?;
            Ok(Some((consent, caller, text)))
        });
        self.tokens(exchange.await?)
    }

    /// Rotates a refresh token of an application, as
    /// [`Sessions::refresh`](crate::Sessions::refresh) does; a stolen one ends the consent.
    ///
    /// # Errors
    /// [`Error::BadCredentials`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn refresh_assistant(
        &self,
        client: Client,
        refresh_token: &str,
        application: &str,
    ) -> Result<(Tokens, KeyScope), Error> {
        let family = random::family_of(refresh_token).ok_or(Error::BadCredentials)?;
        let (sent, application) = (refresh_token.to_owned(), application.to_owned());
        let context = Arc::clone(&self.context);
        let refresh = self.context.executor.write(client, move |data| {
            let found = find_alive(data, GrantId(family))?;
            let is_own = |consent: &Consent| consent.scope.application == application;
            if !found.is_some_and(|(_, consent)| is_own(&consent)) {
                return Ok(None);
            }
            let rotated = rotate(&context, data, &sent, KIND)?;
            // The rotation waits for who ends it meanwhile.
            let Some((stored, consent)) = find_alive(data, GrantId(family))? else {
                return Ok(None);
            };
            match rotated {
                Rotation::Successor(token, text) => {
                    let grant = Grant {
                        expires_at: Some(token.expires_at),
                        version: stored.grant.version + 1,
                        ..stored.grant
                    };
                    data.grants().save(&StoredGrant { grant, ..stored })?;
                    let caller = Caller::new(token.user, token.generation);
                    Ok(Some((consent, caller, text)))
                }
                Rotation::Refused => Ok(None),
                Rotation::Reuse => {
                    end(data, &consent)?;
                    Ok(None)
                }
            }
        });
        self.tokens(refresh.await?)
    }

    fn tokens(&self, exchange: Exchange) -> Result<(Tokens, KeyScope), Error> {
        let (consent, caller, refresh_token) = exchange.ok_or(Error::BadCredentials)?;
        let (context, ttl) = (&self.context, self.context.policy.access_token_ttl);
        let issued =
            context
                .assistant_tokens
                .issue(caller, Some(consent.id), ttl, context.now())?;
        let tokens = Tokens {
            access_token: issued.token,
            expires_in: issued.expires_in,
            refresh_token,
        };
        Ok((tokens, consent.scope.permits.scope))
    }

    /// Ends the consent of a refresh token, on behalf of a client. An unknown token counts as
    /// ended.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn end_assistant(&self, client: Client, refresh_token: &str) -> Result<(), Error> {
        let Some(family) = random::family_of(refresh_token) else {
            return Ok(());
        };
        let hash = KIND.hash_of(refresh_token);
        let end = self.context.executor.write(client, move |data| {
            let is_known = data.sessions().find(&hash)?.is_some();
            if is_known && let Some((_, consent)) = find_alive(data, GrantId(family))? {
                data.users().lock(consent.user)?;
                end(data, &consent)?;
                let ended = AuditAction::AssistantEnd;
                audit(ended, Some(consent.user), &consent.id, None);
            }
            Ok(())
        });
        end.await
    }

    /// Reads the assistants that may act for the caller's own account, the newest first.
    ///
    /// # Errors
    /// As [`Accounts::authorize`](crate::Accounts::authorize).
    pub async fn assistants(&self, caller: Caller, username: &str) -> Result<Vec<Consent>, Error> {
        let (username, now) = (username.to_owned(), self.context.now());
        let list = self.context.executor.read(caller.client(), move |data| {
            let user = caller.check(data.users().find(caller.user)?)?;
            let user = named(data, caller, user, &username)?.id;
            let (kind, trip) = (GrantKind::Assistant, None);
            Ok(data.grants().list(GrantsOf { kind, user, trip })?)
        });
        let stored = list.await?.into_iter();
        // One that breaks a rule opens nothing.
        let consents = stored.filter_map(|stored| stored.parse().ok());
        let is_alive = |consent: &Consent| {
            consent.is_used_up() && consent.is_open(now) && consent.generation == caller.generation
        };
        Ok(consents.filter(is_alive).collect())
    }

    /// Finds the caller whom an assistant's access token is for, on behalf of a client. A text that
    /// is none of them is refused without asking the database.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] if it is none, or its consent has ended; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn verify_assistant(&self, client: Client, token: &str) -> Result<Credential, Error> {
        let context = &self.context;
        let credential = context.assistant_tokens.verify(token, context.now())?;
        let (id, Caller { generation, .. }) = (credential.key, credential.caller);
        let id = id.ok_or(Error::TokenRefused)?;
        let found = self.find_open(client, GrantKind::Assistant, id).await?;
        let found =
            found.filter(|(stored, present)| stored.grant.is_used_up() && generation == *present);
        let (stored, _) = found.ok_or(Error::TokenRefused)?;
        let consent: Consent = stored.parse().map_err(|_| Error::TokenRefused)?;
        let caller = Caller {
            key: Some(consent.scope.permits),
            network: client.network(),
            ..credential.caller
        };
        self.record_use(caller.client(), &consent);
        Ok(Credential {
            caller,
            ..credential
        })
    }
}

/// Finds a consent that no new password and nothing else has ended.
fn find_alive(
    data: &mut dyn Repositories,
    id: GrantId,
) -> Result<Option<(StoredGrant, Consent)>, Error> {
    let found = data.grants().find(GrantKind::Assistant, id)?;
    Ok(found.and_then(|(stored, generation)| {
        let consent: Consent = stored.parse().ok()?;
        (consent.generation == generation).then_some((stored, consent))
    }))
}

/// Ends a consent, with its refresh tokens.
fn end(data: &mut dyn Repositories, consent: &Consent) -> Result<(), Error> {
    let (kind, user, trip) = (GrantKind::Assistant, consent.user, None);
    data.grants()
        .delete(GrantsOf { kind, user, trip }, consent.id)?;
    Ok(data.sessions().revoke_family(consent.id.0)?)
}

//! The links in mails: tokens that are derived when they are sent, from what makes them void.

use uuid::Uuid;
use wayfare_domain::{Instant, ShortText, UserId};
use wayfare_storage::{Account, FormerEmail};

use super::{HOUR, recipients};
use crate::Error;
use crate::context::Context;
use crate::sessions::codes::Purpose;
use crate::sessions::derived_tokens::{DerivedTokens, TokenClaim};

/// The generation of links that other things end.
const GENERATION: i64 = 1;

/// A token of a link to reset a password, which is not verified yet.
pub(crate) struct ResetClaim {
    expires: Instant,
    token: TokenClaim,
}

impl ResetClaim {
    /// Reads a token. A malformed one names an account that does not exist.
    pub(crate) fn parse(text: &str) -> Self {
        let parts = text.split_once('.').and_then(|(expires, token)| {
            let millis = i64::from_str_radix(expires, 16).ok()?;
            Some((Instant::from_millis(millis).ok()?, token))
        });
        let (expires, token) = parts.unwrap_or((Instant::EPOCH, ""));
        Self {
            expires,
            token: TokenClaim::parse(token),
        }
    }

    /// The account that it names.
    pub(crate) fn user(&self) -> UserId {
        UserId(self.token.id)
    }
}

impl Context {
    /// The token of a link to reset the password of an account: good for an hour, until the token
    /// generation is raised, and while the address is the account's.
    pub(super) fn reset_token(&self, account: &Account, email: &ShortText) -> String {
        let expires = self.now().plus_millis(HOUR);
        let tokens = self.reset_tokens(expires, email);
        let token = tokens.token(account.user.id.0, account.generation);
        format!("{:x}.{token}", expires.millis())
    }

    /// Whether a token resets the password of an account.
    pub(crate) fn is_reset(&self, claim: &ResetClaim, account: &Account) -> bool {
        let user = &account.user;
        let Some(email) = user.email.as_ref().filter(|_| user.is_email_confirmed) else {
            return false;
        };
        let tokens = self.reset_tokens(claim.expires, email);
        tokens.verify(&claim.token, user.id.0, account.generation) && claim.expires > self.now()
    }

    /// The token of a link that confirms the address of an account: good while that is its address.
    /// Who comes back to an address reads its mails as before, so the link says what it said.
    pub(super) fn confirmation_token(&self, user: UserId, email: &ShortText) -> String {
        self.confirmation_tokens(email).token(user.0, GENERATION)
    }

    /// Whether a token confirms this address of an account.
    pub(crate) fn is_confirmation(
        &self,
        claim: &TokenClaim,
        user: Uuid,
        email: &ShortText,
    ) -> bool {
        let tokens = self.confirmation_tokens(email);
        tokens.verify(claim, user, GENERATION)
    }

    /// The token of a link by which the reader of an invitation refuses further ones, whenever.
    pub(super) fn refusal_token(&self, address: &str) -> String {
        let tokens = self.refusal_tokens();
        tokens.token(recipients::id_of(address), GENERATION)
    }

    /// The address that a token refuses invitations for, as [`recipients::id_of`] names it.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the token is not one of a mail.
    pub(crate) fn refused_address(&self, token: &str) -> Result<Uuid, Error> {
        let claim = TokenClaim::parse(token);
        let is_ours = self.refusal_tokens().verify(&claim, claim.id, GENERATION);
        is_ours.then_some(claim.id).ok_or(Error::NotFound)
    }

    fn refusal_tokens(&self) -> DerivedTokens {
        DerivedTokens::new(&self.secrets, Purpose::InvitationRefusal)
    }

    /// The token of a link that takes a former address of an account back.
    pub(super) fn email_undo_token(&self, user: UserId, email: &str, until: Instant) -> String {
        self.email_undo_tokens(email, until)
            .token(user.0, GENERATION)
    }

    /// Whether a token takes this address of an account back.
    pub(crate) fn is_email_undo(
        &self,
        claim: &TokenClaim,
        user: UserId,
        former: &FormerEmail,
    ) -> bool {
        let tokens = self.email_undo_tokens(&former.email, former.until);
        tokens.verify(claim, user.0, GENERATION)
    }

    fn email_undo_tokens(&self, email: &str, until: Instant) -> DerivedTokens {
        DerivedTokens::new(&self.secrets, Purpose::EmailUndo)
            .bound_to(&[&until.millis().to_be_bytes(), email.as_bytes()])
    }

    fn reset_tokens(&self, expires: Instant, email: &ShortText) -> DerivedTokens {
        let tokens = DerivedTokens::new(&self.secrets, Purpose::PasswordReset);
        tokens.bound_to(&[&expires.millis().to_be_bytes(), email.as_bytes()])
    }

    fn confirmation_tokens(&self, email: &ShortText) -> DerivedTokens {
        DerivedTokens::new(&self.secrets, Purpose::Confirmation).bound_to(&[email.as_bytes()])
    }
}

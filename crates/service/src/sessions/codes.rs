//! Codes that leave the service and come back, such as the tokens of forms: HMAC-SHA-256 over some
//! parts, with the key of one purpose.
//!
//! This is the only place where a code is made or checked. Parts have their lengths before them, so
//! that two lists of parts have the same code only if they are equal.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::{Secret, Secrets};

/// The bytes of a code.
pub(crate) const CODE: usize = 32;

/// What a code is for. Each purpose has a key of its own: the code of one is none of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// Access tokens, whose format has its own signature.
    AccessToken,
    /// Access tokens of assistants, likewise.
    AssistantToken,
    /// What an application asks of a person, once its document was read.
    AskedConsent,
    /// Codes that an application exchanges for its first tokens.
    ConsentCode,
    /// Tokens against forgery of forms.
    Form,
    /// Keys by which a form has its effect once.
    FormKey,
    /// Entries of a page that were removed.
    RemovedEntry,
    /// Recorded payments that were removed.
    RemovedPayment,
    /// What a page says once of an import.
    Warnings,
    /// What a tool for assistants would import, so that it keeps nothing else.
    ImportPreview,
    /// States of sign-ins at an OpenID provider.
    SignInState,
    /// Nonces of sign-ins at an OpenID provider.
    SignInNonce,
    /// PKCE verifiers of sign-ins at an OpenID provider.
    SignInVerifier,
    /// Cursors of trip lists.
    ListCursor,
    /// URLs of a trip's pictures.
    PictureUrl,
    /// URLs of pictures that a share link shows.
    SharedPictureUrl,
    /// Share links.
    ShareLink,
    /// Invitations.
    Invitation,
    /// Links that reset a password.
    PasswordReset,
    /// Links that confirm an e-mail address.
    Confirmation,
    /// Links that take a former e-mail address back.
    EmailUndo,
    /// Links that refuse further invitations by mail.
    InvitationRefusal,
    /// Addresses to which bookings are forwarded.
    Mailbox,
}

impl Purpose {
    /// All purposes.
    pub const ALL: [Self; 23] = [
        Self::AccessToken,
        Self::AssistantToken,
        Self::AskedConsent,
        Self::ConsentCode,
        Self::Form,
        Self::FormKey,
        Self::RemovedEntry,
        Self::RemovedPayment,
        Self::Warnings,
        Self::ImportPreview,
        Self::SignInState,
        Self::SignInNonce,
        Self::SignInVerifier,
        Self::ListCursor,
        Self::PictureUrl,
        Self::SharedPictureUrl,
        Self::ShareLink,
        Self::Invitation,
        Self::PasswordReset,
        Self::Confirmation,
        Self::EmailUndo,
        Self::InvitationRefusal,
        Self::Mailbox,
    ];

    /// The label in the derivation of its key. Earlier versions derived other things by labels that
    /// begin with "page form ", "OpenID Connect ", "cursors of trip lists ", "password reset " or
    /// "confirmation ": no label may.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::AccessToken => "access tokens",
            Self::AssistantToken => "access tokens of assistants",
            Self::AskedConsent => "codes: asked consents",
            Self::ConsentCode => "codes: consents",
            Self::Form => "codes: forms",
            Self::FormKey => "codes: form keys",
            Self::RemovedEntry => "codes: removed entries",
            Self::RemovedPayment => "codes: removed payments",
            Self::Warnings => "codes: warnings",
            Self::ImportPreview => "codes: import previews",
            Self::SignInState => "codes: sign-in states",
            Self::SignInNonce => "codes: sign-in nonces",
            Self::SignInVerifier => "codes: sign-in verifiers",
            Self::ListCursor => "codes: list cursors",
            Self::PictureUrl => "codes: picture URLs",
            Self::SharedPictureUrl => "codes: shared picture URLs",
            Self::ShareLink => "share links",
            Self::Invitation => "invitations",
            Self::PasswordReset => "codes: password resets",
            Self::Confirmation => "codes: confirmations",
            Self::EmailUndo => "codes: e-mail undo",
            Self::InvitationRefusal => "codes: refusals of invitations",
            Self::Mailbox => "codes: mailboxes",
        }
    }

    /// Whether all parts have fixed lengths, and none before them: links that people were given
    /// must stay good.
    fn has_fixed_lengths(self) -> bool {
        matches!(self, Self::ShareLink | Self::Invitation)
    }
}

impl Secret {
    /// The code of some parts, in base64url.
    pub(crate) fn code(&self, purpose: Purpose, parts: &[&[u8]]) -> String {
        URL_SAFE_NO_PAD.encode(self.mac(purpose, parts))
    }

    /// The bytes of the code of some parts.
    pub(crate) fn mac(&self, purpose: Purpose, parts: &[&[u8]]) -> [u8; CODE] {
        #[expect(clippy::expect_used, reason = "HMAC takes keys of every length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key(purpose)).expect("a key");
        for part in parts {
            if !purpose.has_fixed_lengths() {
                let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
                mac.update(&length.to_be_bytes());
            }
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl Secrets {
    /// Whether a text is the code of these parts, made with the current or the previous secret.
    pub(crate) fn accept(&self, purpose: Purpose, parts: &[&[u8]], code: &str) -> bool {
        self.valid().any(|secret| {
            let expected = secret.code(purpose, parts);
            expected.as_bytes().ct_eq(code.as_bytes()).into()
        })
    }

    /// As [`Secrets::accept`], for the bytes of a code.
    pub(crate) fn accept_bytes(&self, purpose: Purpose, parts: &[&[u8]], code: &[u8]) -> bool {
        self.valid()
            .any(|secret| secret.mac(purpose, parts).as_slice().ct_eq(code).into())
    }
}

#[cfg(test)]
mod tests;

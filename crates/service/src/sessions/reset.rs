//! A forgotten password: a link by mail sets a new one.

use std::sync::Arc;

use wayfare_domain::{Language, ShortText};
use wayfare_storage::Repositories;

use super::Sessions;
use crate::mail::UNDO_TIME;
use crate::mail::links::ResetClaim;
use crate::{AuditAction, Client, Error, Password, audit};

impl Sessions {
    /// Checks that people use passwords.
    ///
    /// # Errors
    /// [`Error::PasswordsOff`].
    pub fn authorize_passwords(&self) -> Result<(), Error> {
        self.context.policy.authorize_passwords()
    }

    /// Requests a mail with a link to a new password, on behalf of a client, for the account of a
    /// login. Takes the same time and answers alike whether or not there is such an account: it is
    /// looked up later. Does nothing without mail.
    ///
    /// # Errors
    /// [`Error::PasswordsOff`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn request_reset(
        &self,
        client: Client,
        login: ShortText,
        language: Language,
    ) -> Result<(), Error> {
        self.authorize_passwords()?;
        if self.context.mail.is_none() {
            return Ok(());
        }
        let context = Arc::clone(&self.context);
        let queue = move |data: &mut dyn Repositories| context.queue_reset(data, &login, language);
        self.context.executor.write(client, queue).await?;
        self.context.wake_mail();
        Ok(())
    }

    /// Checks the token of a link to a new password, on behalf of a client.
    ///
    /// # Errors
    /// [`Error::PasswordsOff`], [`Error::NotFound`] if it is unknown, used, or has ended;
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn authorize_reset(&self, client: Client, token: &str) -> Result<(), Error> {
        self.authorize_passwords()?;
        let (context, claim) = (Arc::clone(&self.context), ResetClaim::parse(token));
        let check = self.context.executor.read(client, move |data| {
            let found = data.users().find(claim.user())?;
            let is_good = found.is_some_and(|account| context.is_reset(&claim, &account));
            is_good.then_some(()).ok_or(Error::NotFound)
        });
        check.await
    }

    /// Sets a new password by the token of a link, on behalf of a client. Revokes all tokens of the
    /// account, and so all its links to a new password, and ends identities that were joined within
    /// seven days.
    ///
    /// # Errors
    /// As [`Sessions::authorize_reset`].
    pub async fn reset_password(
        &self,
        client: Client,
        token: &str,
        new: Password,
    ) -> Result<(), Error> {
        // Hashing is for those who may set it.
        self.authorize_reset(client, token).await?;
        let hash = self.context.hasher.hash(client, new).await?;
        let (context, claim) = (Arc::clone(&self.context), ResetClaim::parse(token));
        let set = move |data: &mut dyn Repositories| {
            let locked = data.users().lock(claim.user())?;
            let account = locked.filter(|account| context.is_reset(&claim, account));
            let account = account.ok_or(Error::NotFound)?;
            let (user, generation) = (account.user.id, account.generation);
            data.users()
                .revoke_all_tokens(user, generation, Some(&hash))?;
            // Whoever knew the password may have joined one.
            let lately = context.now().plus_millis(-UNDO_TIME);
            data.identities().delete_since(user, lately)?;
            audit(AuditAction::PasswordReset, Some(user), &user, None);
            Ok(())
        };
        self.context.executor.write(client, set).await
    }
}

//! Confirming the e-mail address of an account by a link.

use std::sync::Arc;

use wayfare_domain::{Language, ShortText, User, UserId};
use wayfare_storage::{Account, FormerEmail, PictureChanges, Repositories, UserWrite};

use super::Accounts;
use crate::context::Context;
use crate::mail::UNDO_TIME;
use crate::sessions::derived_tokens::TokenClaim;
use crate::{AuditAction, Caller, Client, Error, audit};

impl Accounts {
    /// Finds the account and the address that the token of a link confirms, on behalf of a client.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it is unknown, or the account has another address by now;
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn find_confirmation(
        &self,
        client: Client,
        token: &str,
    ) -> Result<(User, ShortText), Error> {
        let (context, claim) = (Arc::clone(&self.context), TokenClaim::parse(token));
        let find = self.context.executor.read(client, move |data| {
            let found = data.users().find(UserId(claim.id))?;
            let (account, email) = confirmable(&context, &claim, found)?;
            Ok((account.user, email))
        });
        find.await
    }

    /// Confirms the address of an account by the token of a link, on behalf of a client.
    ///
    /// # Errors
    /// As [`Accounts::find_confirmation`], then [`Error::EmailTaken`] if another account has
    /// confirmed the address.
    pub async fn confirm_email(&self, client: Client, token: &str) -> Result<(), Error> {
        let (context, claim) = (Arc::clone(&self.context), TokenClaim::parse(token));
        let confirm = move |data: &mut dyn Repositories| {
            let locked = data.users().lock(UserId(claim.id))?;
            let (before, _) = confirmable(&context, &claim, locked)?;
            let user = before.user.id;
            // Nothing is confirmed twice.
            let Some(after) = before.user.confirm_email(context.now()) else {
                return Ok(());
            };
            let write = UserWrite {
                before,
                after,
                pictures: PictureChanges::default(),
            };
            if !data.users().save(&write)? {
                return Err(Error::NotFound);
            }
            // Its former holder may take it back.
            if let Some(email) = &write.after.email
                && data
                    .users()
                    .is_kept_for_another(email, user, context.now())?
            {
                return Err(Error::EmailTaken);
            }
            audit(AuditAction::EmailConfirm, Some(user), &user, None);
            Ok(())
        };
        self.context.executor.write(client, confirm).await
    }

    /// Finds the account and the former address that the token of a link takes back, on behalf of a
    /// client.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it is unknown, used, or has ended; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn find_email_undo(
        &self,
        client: Client,
        token: &str,
    ) -> Result<(User, ShortText), Error> {
        let (context, claim) = (Arc::clone(&self.context), TokenClaim::parse(token));
        let find = self.context.executor.read(client, move |data| {
            let found = data.users().find(UserId(claim.id))?;
            let (account, former) = restorable(&context, data, &claim, found)?;
            Ok((account.user, former.email))
        });
        find.await
    }

    /// Takes a former address of an account back by the token of a link, on behalf of a client, and
    /// ends all tokens of the account, and its identities that were joined since the change:
    /// whoever has changed the address may not be its holder.
    ///
    /// # Errors
    /// As [`Accounts::find_email_undo`].
    pub async fn undo_email_change(&self, client: Client, token: &str) -> Result<(), Error> {
        let (context, claim) = (Arc::clone(&self.context), TokenClaim::parse(token));
        let undo = move |data: &mut dyn Repositories| {
            let locked = data.users().lock(UserId(claim.id))?;
            let (before, former) = restorable(&context, data, &claim, locked)?;
            let (user, generation) = (before.user.id, before.generation);
            let after = before.user.restore_email(former.email, context.now());
            let write = UserWrite {
                before,
                after,
                pictures: PictureChanges::default(),
            };
            if !data.users().save(&write)? {
                return Err(Error::NotFound);
            }
            // Whoever held the account before that may still take theirs back.
            data.users().delete_former_emails(user, former.until)?;
            let changed_at = former.until.plus_millis(-UNDO_TIME);
            data.identities().delete_since(user, changed_at)?;
            data.users().revoke_all_tokens(user, generation, None)?;
            audit(AuditAction::EmailUndo, Some(user), &user, None);
            Ok(())
        };
        self.context.executor.write(client, undo).await
    }

    /// Sends the caller another mail that confirms their address.
    ///
    /// # Errors
    /// [`Error::NoMail`], [`Error::TokenRefused`], [`Error::TooManyMails`]; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn send_confirmation(&self, caller: Caller, language: Language) -> Result<(), Error> {
        if self.context.mail.is_none() {
            return Err(Error::NoMail);
        }
        let context = Arc::clone(&self.context);
        let queue = move |data: &mut dyn Repositories| {
            let user = caller.check(data.users().lock(caller.user)?)?;
            context.queue_confirmation(data, &user, language)
        };
        self.context.executor.write(caller.client(), queue).await?;
        self.context.wake_mail();
        Ok(())
    }
}

/// The account that a token names, and the former address that it takes back.
fn restorable(
    context: &Context,
    data: &mut dyn Repositories,
    claim: &TokenClaim,
    found: Option<Account>,
) -> Result<(Account, FormerEmail), Error> {
    let account = found.ok_or(Error::NotFound)?;
    let user = account.user.id;
    let kept = data.users().former_emails(user, context.now())?;
    let mut kept = kept.into_iter();
    let former = kept.find(|former| context.is_email_undo(claim, user, former));
    Ok((account, former.ok_or(Error::NotFound)?))
}

/// The account that a token names, and the address, if it is one to confirm that.
fn confirmable(
    context: &Context,
    claim: &TokenClaim,
    found: Option<Account>,
) -> Result<(Account, ShortText), Error> {
    let account = found.ok_or(Error::NotFound)?;
    let email = account.user.email.clone();
    let email = email.filter(|email| context.is_confirmation(claim, account.user.id.0, email));
    Ok((account, email.ok_or(Error::NotFound)?))
}

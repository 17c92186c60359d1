//! An edit of the caller's own account.

use wayfare_domain::user::UserPatch;
use wayfare_domain::{Instant, Language, Path, User};
use wayfare_storage::{Account, PictureChanges, PictureOwner, Repositories, UserWrite};

use super::named;
use crate::context::Context;
use crate::pictures::files::{PictureUpdate, Replacement};
use crate::{Caller, Error, Precondition, Updated};

/// An edit of the caller's own account, with the results of its asynchronous preparation.
pub(super) struct UserEdit {
    pub(super) caller: Caller,
    /// The username in the request's path.
    pub(super) username: String,
    pub(super) patch: UserPatch,
    pub(super) picture: Option<PictureUpdate>,
    /// Whether the caller has sent their password.
    pub(super) has_proved_password: bool,
    /// The language of the request.
    pub(super) language: Language,
    pub(super) precondition: Precondition,
}

impl UserEdit {
    /// Applies the edit and saves the user in a unit of work.
    pub(super) fn write(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
    ) -> Result<Updated<User>, Error> {
        let user = self.caller.check(data.users().lock(self.caller.user)?)?;
        let before = named(data, self.caller, user, &self.username)?;
        let now = context.now();
        let replacement = self.find_replacement(data, &before, now)?;
        let mut patch = self.patch.clone();
        if let Some(replacement) = &replacement {
            patch.picture = Some(replacement.picture);
        }
        self.precondition.check(before.version)?;
        let Some(after) = before.apply(patch, now) else {
            return Ok(Updated::Unchanged(before));
        };
        if after.username != before.username && after.username.is_reserved() {
            return Err(Error::UsernameTaken);
        }
        if after.email != before.email {
            self.check_proof(context, data, now)?;
        }
        let former = before
            .picture
            .filter(|former| after.picture != Some(*former));
        let write = UserWrite {
            before: Account {
                user: before,
                generation: self.caller.generation,
            },
            after,
            pictures: PictureChanges {
                added: replacement
                    .and_then(|replacement| replacement.new)
                    .into_iter()
                    .collect(),
                removed: former.into_iter().collect(),
            },
        };
        let account = write.before.user.id;
        context.check_picture_quota(data, account, &write.pictures)?;
        // The row is locked, so only a concurrent deletion makes this fail.
        if !data.users().save(&write)? {
            return Err(Error::TokenRefused);
        }
        if write.after.email != write.before.user.email {
            let (before, after) = (&write.before.user, &write.after);
            context.queue_email_changed(data, before, after, self.language)?;
            match context.queue_confirmation(data, after, self.language) {
                // The address is changed all the same; its holder may ask for a mail later.
                Ok(()) | Err(Error::TooManyMails) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Updated::Changed {
            before: write.before.user,
            after: write.after,
        })
    }

    /// Checks that the caller may change the e-mail address, by which they get into the account.
    fn check_proof(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        now: Instant,
    ) -> Result<(), Error> {
        if self.has_proved_password {
            return Ok(());
        }
        let credentials = data.users().credentials(self.caller.user)?;
        let has_password = credentials.is_some_and(|credentials| credentials.password.is_some());
        if has_password && context.policy.passwords {
            return Err(Error::BadCredentials);
        }
        let is_recent = self.caller.has_signed_in_lately(now);
        is_recent.then_some(()).ok_or(Error::SignInTooOld)
    }

    fn find_replacement(
        &self,
        data: &mut dyn Repositories,
        before: &User,
        now: Instant,
    ) -> Result<Option<Replacement>, Error> {
        let Some(update) = &self.picture else {
            return Ok(None);
        };
        let path = Path::root().field("picture");
        if let PictureUpdate::Refused(fault) = *update {
            return Err(Error::Picture { path, fault });
        }
        let owner = PictureOwner::User(before.id);
        let records = if update.needs_records() {
            data.pictures().find_by_owner(owner)?
        } else {
            Vec::new()
        };
        let resolved = update.resolve(&records, owner, before.picture, now);
        resolved.map_err(|reason| Error::invalid(path, reason))
    }
}

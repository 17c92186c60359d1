//! What one can do with accounts (interface: "Users", "Who may do what").

use std::sync::Arc;
use std::time::Duration;

use email_address::{EmailAddress, Options};
use wayfare_domain::user::UserPatch;
use wayfare_domain::{Instant, Name, Path, PictureId, Reason, ShortText, User, UserId, Username};
use wayfare_storage::{Account, PictureChange, PictureOwner, Repositories, Store, UserUpdate};

use crate::background::to_the_end;
use crate::context::Context;
use crate::executor::{Ending, Stop, is_kept};
use crate::pictures::{Kept, Replacement, Wish};
use crate::{Caller, Error, IssuedToken, Password, PictureInput, Precondition, Updated};

/// How long the token of an account without a password is good: it is the only way in.
const ONLY_TOKEN_TTL: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// An account to be made.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// The handle.
    pub username: Username,
    /// The display name.
    pub name: Name,
    /// An e-mail address, by [`email`].
    pub email: Option<ShortText>,
    /// A password; without one the account is reached by its first token only.
    pub password: Option<Password>,
}

/// An edit of an account.
#[derive(Debug, Clone, Default)]
pub struct UserUpdateRequest {
    /// What was sent.
    pub change: UserPatch,
    /// What was sent of the picture, in place of [`UserPatch::picture`].
    pub picture: Option<PictureInput>,
}

/// An e-mail address from what a user wrote, without the white space around it.
///
/// # Errors
/// Not of the form of an address.
pub fn email(text: &str) -> Result<ShortText, Reason> {
    let text = text.trim();
    EmailAddress::parse_with_options(
        text,
        Options::default()
            .without_display_text()
            .without_domain_literal(),
    )
    .map_err(|_| Reason::new("must be an e-mail address"))?;
    ShortText::new(text)
}

/// What one can do with accounts. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    context: Arc<Context>,
}

impl Accounts {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Makes an account; gives it and its first access token, which lives 365 days where the
    /// account has no password.
    ///
    /// # Errors
    /// [`Error::UsernameTaken`] where the username is taken or reserved, [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn create(&self, new: NewAccount) -> Result<(User, IssuedToken), Error> {
        let NewAccount {
            username,
            name,
            email,
            password,
        } = new;
        if username.is_reserved() {
            return Err(Error::UsernameTaken);
        }
        let (hash, ttl) = match password {
            Some(password) => (
                Some(self.context.hasher.hash(password).await?),
                self.context.policy.access_token_ttl,
            ),
            None => (None, ONLY_TOKEN_TTL),
        };
        let now = self.context.now();
        let user = User::new(
            UserId(self.context.ids.ordered(now)),
            username,
            name,
            email,
            now,
        );
        let new = user.clone();
        let generation = self
            .context
            .executor
            .retrying(move |store| Ok(store.insert_user(&new, hash.as_ref())?))
            .await?;
        let token = self.context.access_tokens.issue(
            Caller {
                user: user.id,
                generation,
            },
            ttl,
            now,
        )?;
        Ok((user, token))
    }

    /// The caller's own account.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn own(&self, caller: Caller) -> Result<User, Error> {
        self.context
            .executor
            .read(move |data| Ok(checked(data.users().find(caller.user)?, caller)?))
            .await
    }

    /// The account of a username, in any case. What of it others may see is for [`User::privacy`]
    /// to say.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn find(&self, username: &str) -> Result<User, Error> {
        // What is no username is nobody's; the database need not be asked.
        let username = Username::new(username).map_err(|_| Error::NotFound)?;
        let found = self
            .context
            .executor
            .read(move |data| Ok(data.users().find_by_username(username.as_str())?));
        found
            .await?
            .map(|account| account.user)
            .ok_or(Error::NotFound)
    }

    /// Whether the caller may see and change all of the account of a username: only their own.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotFound`] where there is no such user, then
    /// [`Error::NotPermitted`] where it is somebody else; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn authorize(&self, caller: Caller, username: &str) -> Result<(), Error> {
        self.own_named(caller, username).await.map(drop)
    }

    /// The caller's own account, named by its username.
    ///
    /// # Errors
    /// As [`Accounts::authorize`].
    pub async fn own_named(&self, caller: Caller, username: &str) -> Result<User, Error> {
        let username = username.to_owned();
        self.context
            .executor
            .read(move |data| own_named(data, caller, &username))
            .await
    }

    /// Edits the caller's own account, named by its username.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::Picture`] for a picture that is not taken,
    /// [`Error::Invalid`] at `/image` for a picture's URL that is none, [`Error::VersionMismatch`],
    /// [`Error::UsernameTaken`].
    pub async fn update(
        &self,
        caller: Caller,
        username: &str,
        edit: UserUpdateRequest,
        precondition: Precondition,
    ) -> Result<Updated<User>, Error> {
        let UserUpdateRequest { change, picture } = edit;
        let edit = Edit {
            caller,
            username: username.to_owned(),
            change,
            wish: None,
            precondition,
        };
        let Some(input) = picture else {
            return self.run(None, edit).await;
        };
        // No work is done on pictures of those who may not give any.
        let before = self.own_named(caller, username).await?;
        let accounts = self.clone();
        to_the_end(async move {
            let wish = Some(input.wish(&accounts.context.keeper).await?);
            accounts.run(Some(before), Edit { wish, ..edit }).await
        })
        .await
    }

    /// Gives the caller a profile picture that was put into the store for it; without one, nothing
    /// changes.
    pub(crate) async fn set_picture(
        &self,
        caller: Caller,
        username: &str,
        picture: Option<Kept>,
        precondition: Precondition,
    ) -> Result<Updated<User>, Error> {
        let wish = picture.map(|kept| Ok(Wish::Kept(kept)));
        self.run(
            None,
            Edit {
                caller,
                username: username.to_owned(),
                change: UserPatch::default(),
                wish,
                precondition,
            },
        )
        .await
    }

    /// Makes an edit, of the user as they were read where they were, and removes the picture from
    /// the store that it leaves unnamed.
    async fn run(&self, before: Option<User>, edit: Edit) -> Result<Updated<User>, Error> {
        let mut unnamed: Vec<PictureId> = edit.kept().into_iter().collect();
        let updated = self.attempt(before, Arc::new(edit)).await;
        match &updated {
            Ok(Updated::Changed { before, after }) => {
                unnamed.extend(before.picture);
                unnamed.retain(|picture| after.picture != Some(*picture));
            }
            // It may have been kept all the same; if not, the sweep finds what is left.
            Err(Error::Unavailable(_) | Error::Internal(_)) => unnamed.clear(),
            Ok(Updated::Unchanged(_)) | Err(_) => {}
        }
        self.context.keeper.remove(unnamed).await;
        updated
    }

    /// Makes an edit of the user as they were read; where somebody was quicker, in a unit of work
    /// that holds them.
    async fn attempt(&self, before: Option<User>, edit: Arc<Edit>) -> Result<Updated<User>, Error> {
        let (context, first) = (Arc::clone(&self.context), Arc::clone(&edit));
        let as_read = self
            .context
            .executor
            .run(move |store| Ok(first.as_read(&context, store, before)?));
        if let Some(updated) = as_read.await? {
            return Ok(updated);
        }
        let context = Arc::clone(&self.context);
        self.context
            .executor
            .write(move |data| edit.run(&context, data))
            .await
    }

    /// Deletes the caller's own account, named by its username: with the trips they own, and off
    /// all others.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::VersionMismatch`].
    pub async fn delete(
        &self,
        caller: Caller,
        username: &str,
        precondition: Precondition,
    ) -> Result<(), Error> {
        let (context, username) = (Arc::clone(&self.context), username.to_owned());
        let deleted = self.context.executor.write(move |data| {
            let user = checked(data.users().lock(caller.user)?, caller)?;
            let user = named(data, user, &username)?;
            precondition.check(user.version)?;
            Ok(Ending::Commit(data.users().delete(user.id, context.now())?))
        });
        self.context.keeper.remove(deleted.await?).await;
        Ok(())
    }
}

/// The user of a token, where they still exist and it is of their present generation.
pub(crate) fn checked(account: Option<Account>, caller: Caller) -> Result<User, Error> {
    match account {
        Some(account) if account.generation == caller.generation => Ok(account.user),
        _ => Err(Error::TokenRefused),
    }
}

/// The caller's own account, where that is whom the username names.
fn own_named(data: &mut dyn Repositories, caller: Caller, username: &str) -> Result<User, Stop> {
    let user = checked(data.users().find(caller.user)?, caller)?;
    named(data, user, username)
}

/// `user`, where that is whom the username names.
fn named(data: &mut dyn Repositories, user: User, username: &str) -> Result<User, Stop> {
    if user.username.key() == Username::key_of(username) {
        return Ok(user);
    }
    let is_somebody =
        Username::new(username).is_ok() && data.users().find_by_username(username)?.is_some();
    Err(if is_somebody {
        Error::NotPermitted
    } else {
        Error::NotFound
    }
    .into())
}

/// An edit by the user whom it is about.
struct Edit {
    caller: Caller,
    /// By which the user is named.
    username: String,
    change: UserPatch,
    /// What becomes of the picture.
    wish: Option<Result<Wish, Reason>>,
    precondition: Precondition,
}

impl Edit {
    /// What was put into the picture store for this edit.
    fn kept(&self) -> Option<PictureId> {
        match &self.wish {
            Some(Ok(Wish::Kept(kept))) => Some(kept.id),
            _ => None,
        }
    }

    /// Makes the edit of the user as they were read; nothing where they are not (any more) what
    /// they were, or of another token generation by now.
    fn as_read(
        &self,
        context: &Context,
        store: &dyn Store,
        before: Option<User>,
    ) -> Result<Option<Updated<User>>, Stop> {
        let mut data = store.read()?;
        let before = match before {
            Some(before) => before,
            None => own_named(data.as_mut(), self.caller, &self.username)?,
        };
        let made = self.make(context, data.as_mut(), &before)?;
        // Its connection may be the last that there is.
        drop(data);
        let Some((after, pictures)) = made else {
            return Ok(Some(Updated::Unchanged(before)));
        };
        let account = Account {
            user: before,
            generation: self.caller.generation,
        };
        let update = UserUpdate {
            before: account,
            after,
            pictures,
        };
        let is_kept = is_kept(store.update_user(&update))?;
        Ok(is_kept.then_some(Updated::Changed {
            before: update.before.user,
            after: update.after,
        }))
    }

    /// Makes the edit within a unit of work.
    fn run(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
    ) -> Result<Ending<Updated<User>>, Stop> {
        let user = checked(data.users().lock(self.caller.user)?, self.caller)?;
        let before = named(data, user, &self.username)?;
        let Some((after, pictures)) = self.make(context, data, &before)? else {
            return Ok(Ending::Rollback(Updated::Unchanged(before)));
        };
        data.users().update(&after)?;
        data.pictures().change(&pictures)?;
        Ok(Ending::Commit(Updated::Changed { before, after }))
    }

    /// What the edit makes of a user and their picture; nothing where it changes nothing.
    fn make(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: &User,
    ) -> Result<Option<(User, PictureChange)>, Stop> {
        let now = context.now();
        let replacement = self.replacement(data, before, now)?;
        let mut change = self.change.clone();
        if let Some(replacement) = &replacement {
            change.picture = Some(replacement.picture);
        }
        self.precondition.check(before.version)?;
        let Some(after) = before.apply(change, now) else {
            return Ok(None);
        };
        if after.username != before.username && after.username.is_reserved() {
            return Err(Error::UsernameTaken.into());
        }
        let added = replacement
            .and_then(|replacement| replacement.new)
            .into_iter()
            .collect();
        let removed = before
            .picture
            .filter(|former| after.picture != Some(*former))
            .into_iter()
            .collect();
        Ok(Some((after, PictureChange { added, removed })))
    }

    fn replacement(
        &self,
        data: &mut dyn Repositories,
        before: &User,
        now: Instant,
    ) -> Result<Option<Replacement>, Stop> {
        let Some(wish) = &self.wish else {
            return Ok(None);
        };
        let image = || Path::root().field("image");
        let wish = wish
            .as_ref()
            .map_err(|reason| Error::invalid(image(), reason.clone()))?;
        if let Wish::Unfit(fault) = wish {
            return Err(Error::Picture {
                path: image(),
                fault: *fault,
            }
            .into());
        }
        let owner = PictureOwner::User(before.id);
        let known = match wish.is_compared() {
            true => data.pictures().find_by_owner(owner)?,
            false => Vec::new(),
        };
        let settled = wish.settle(&known, owner, before.picture, now);
        Ok(settled.map_err(|reason| Error::invalid(image(), reason))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_other_text() {
        assert_eq!(
            email(" ann@example.org ").unwrap().as_str(),
            "ann@example.org"
        );
        let long = format!("{}@example.org", "a".repeat(300));
        for bad in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "Ann <ann@example.org>",
            "ann@[127.0.0.1]",
            "a\0b@example.org",
            &long,
        ] {
            assert!(email(bad).is_err(), "{bad}");
        }
    }
}

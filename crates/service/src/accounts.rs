//! What one can do with accounts (interface: "Users", "Who may do what").

use std::sync::Arc;
use std::time::Duration;

use email_address::{EmailAddress, Options};
use wayfare_domain::user::UserChange;
use wayfare_domain::{Name, Outcome, Path, PictureId, Reason, ShortText, User, UserId, Username};
use wayfare_storage::{Account, PictureOwner, Repositories};

use crate::background::to_the_end;
use crate::context::Context;
use crate::executor::{Ending, Stop};
use crate::pictures::{Kept, Wish};
use crate::{Caller, Error, Guard, IssuedToken, Password, PictureInput, Updated};

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
pub struct UserEdit {
    /// What was sent.
    pub change: UserChange,
    /// What was sent of the picture, in place of [`UserChange::picture`].
    pub picture: Option<PictureInput>,
}

/// An e-mail address from what a user wrote, without the white space around it.
///
/// # Errors
/// Not of the form of an address.
pub fn email(text: &str) -> Result<ShortText, Reason> {
    let text = text.trim();
    EmailAddress::parse_with_options(text, Options::default().without_display_text().without_domain_literal())
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

    /// Makes an account; gives it and its first access token, which lives 365 days where the account has no password.
    ///
    /// # Errors
    /// [`Error::UsernameTaken`] where the username is taken or reserved, [`Error::Busy`], [`Error::Unavailable`].
    pub async fn create(&self, new: NewAccount) -> Result<(User, IssuedToken), Error> {
        let NewAccount { username, name, email, password } = new;
        if username.is_reserved() {
            return Err(Error::UsernameTaken);
        }
        let (hash, ttl) = match password {
            Some(password) => (Some(self.context.hasher.hash(password).await?), self.context.policy.access_token_ttl),
            None => (None, ONLY_TOKEN_TTL),
        };
        let now = self.context.now();
        let user = User::new(UserId(self.context.ids.ordered(now)), username, name, email, now);
        let account = self.context.executor.write(move |data| {
            data.users().insert(&user, hash.as_ref())?;
            let account = data.users().find(user.id)?;
            Ok(Ending::Commit(account.ok_or_else(|| Error::internal("a new user is not there"))?))
        });
        let Account { user, generation } = account.await?;
        let token = self.context.access_tokens.issue(Caller { user: user.id, generation }, ttl, now)?;
        Ok((user, token))
    }

    /// The caller's own account.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn own(&self, caller: Caller) -> Result<User, Error> {
        self.context.executor.read(move |data| Ok(checked(data.users().find(caller.user)?, caller)?)).await
    }

    /// The account of a username, in any case. What of it others may see is for [`User::privacy`] to say.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn find(&self, username: &str) -> Result<User, Error> {
        // What is no username is nobody's; the database need not be asked.
        let username = Username::new(username).map_err(|_| Error::NotFound)?;
        let found = self.context.executor.read(move |data| Ok(data.users().find_by_username(username.as_str())?));
        found.await?.map(|account| account.user).ok_or(Error::NotFound)
    }

    /// Whether the caller may see and change all of the account of a username: only their own.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotFound`] where there is no such user, then [`Error::NotPermitted`] where it is
    /// somebody else; [`Error::Busy`], [`Error::Unavailable`].
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
            .read(move |data| {
                let user = checked(data.users().find(caller.user)?, caller)?;
                named(data, user, &username)
            })
            .await
    }

    /// Edits the caller's own account, named by its username.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::Picture`] for a picture that is not taken, [`Error::Invalid`] at `/image` for a picture's URL
    /// that is none, [`Error::VersionMismatch`], [`Error::UsernameTaken`].
    pub async fn update(
        &self,
        caller: Caller,
        username: &str,
        edit: UserEdit,
        guard: Guard,
    ) -> Result<Updated<User>, Error> {
        let UserEdit { change, picture } = edit;
        let edit = Edit { change, wish: None, guard };
        let Some(input) = picture else { return self.run(caller, username.to_owned(), edit).await };
        if matches!(input, PictureInput::Data(_)) {
            // No work is done on pictures of those who may not give any.
            self.authorize(caller, username).await?;
        }
        let (accounts, username) = (self.clone(), username.to_owned());
        to_the_end(async move {
            let wish = Some(input.wish(&accounts.context.keeper).await?);
            accounts.run(caller, username, Edit { wish, ..edit }).await
        })
        .await
    }

    /// Gives the caller a profile picture that was put into the store for it; without one, nothing changes.
    pub(crate) async fn set_picture(
        &self,
        caller: Caller,
        username: &str,
        picture: Option<Kept>,
        guard: Guard,
    ) -> Result<Updated<User>, Error> {
        let wish = picture.map(|kept| Ok(Wish::Kept(kept)));
        self.run(caller, username.to_owned(), Edit { change: UserChange::default(), wish, guard }).await
    }

    /// Makes an edit, and removes the picture from the store that it leaves unnamed.
    async fn run(&self, caller: Caller, username: String, edit: Edit) -> Result<Updated<User>, Error> {
        let context = Arc::clone(&self.context);
        let mut unnamed: Vec<PictureId> = edit.kept().into_iter().collect();
        let updated = self.context.executor.write(move |data| {
            let user = checked(data.users().lock(caller.user)?, caller)?;
            let before = named(data, user, &username)?;
            edit.run(&context, data, before)
        });
        let updated = updated.await;
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

    /// Deletes the caller's own account, named by its username: with the trips they own, and off all others.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::VersionMismatch`].
    pub async fn delete(&self, caller: Caller, username: &str, guard: Guard) -> Result<(), Error> {
        let (context, username) = (Arc::clone(&self.context), username.to_owned());
        let deleted = self.context.executor.write(move |data| {
            let user = checked(data.users().lock(caller.user)?, caller)?;
            let user = named(data, user, &username)?;
            guard.check(user.version)?;
            let pictures = data.pictures().find_of_user_and_trips(user.id)?;
            data.users().delete(user.id, context.now())?;
            Ok(Ending::Commit(pictures))
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

/// `user`, where that is whom the username names.
fn named(data: &mut dyn Repositories, user: User, username: &str) -> Result<User, Stop> {
    if user.username.key() == Username::key_of(username) {
        return Ok(user);
    }
    let is_somebody = Username::new(username).is_ok() && data.users().find_by_username(username)?.is_some();
    Err(if is_somebody { Error::NotPermitted } else { Error::NotFound }.into())
}

/// An edit within its unit of work.
struct Edit {
    change: UserChange,
    /// What becomes of the picture.
    wish: Option<Result<Wish, Reason>>,
    guard: Guard,
}

impl Edit {
    /// What was put into the picture store for this edit.
    fn kept(&self) -> Option<PictureId> {
        match &self.wish {
            Some(Ok(Wish::Kept(kept))) => Some(kept.id),
            _ => None,
        }
    }

    fn run(&self, context: &Context, data: &mut dyn Repositories, before: User) -> Result<Ending<Updated<User>>, Stop> {
        let now = context.now();
        let image = || Path::root().field("image");
        let settled = match &self.wish {
            Some(Ok(Wish::Unfit(fault))) => return Err(Error::Picture { path: image(), fault: *fault }.into()),
            Some(Ok(wish)) => wish.settle(data, PictureOwner::User(before.id), before.picture, now)?,
            Some(Err(reason)) => Err(reason.clone()),
            None => Ok(None),
        };
        let replacement = settled.map_err(|reason| Error::invalid(image(), reason))?;
        let mut change = self.change.clone();
        if let Some(replacement) = &replacement {
            change.picture = Some(replacement.picture);
        }
        self.guard.check(before.version)?;
        let mut after = before.clone();
        if after.apply(change, now) == Outcome::Unchanged {
            return Ok(Ending::Rollback(Updated::Unchanged(before)));
        }
        if after.username != before.username && after.username.is_reserved() {
            return Err(Error::UsernameTaken.into());
        }
        if let Some(new) = replacement.and_then(|replacement| replacement.new) {
            data.pictures().insert(&new)?;
        }
        data.users().update(&after)?;
        if let Some(former) = before.picture.filter(|former| after.picture != Some(*former)) {
            data.pictures().delete(&[former])?;
        }
        Ok(Ending::Commit(Updated::Changed { before, after }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_other_text() {
        assert_eq!(email(" ann@example.org ").unwrap().as_str(), "ann@example.org");
        let long = format!("{}@example.org", "a".repeat(300));
        for bad in
            ["", "ann", "ann@", "@example.org", "Ann <ann@example.org>", "ann@[127.0.0.1]", "a\0b@example.org", &long]
        {
            assert!(email(bad).is_err(), "{bad}");
        }
    }
}

//! Use cases of operators, who need no token (operations: "Accounts").

use std::sync::Arc;

use wayfare_domain::{ApiKey, GrantId, GrantKind, User, UserId, Username};
use wayfare_storage::{Account, AccountDeletion, Repositories, UserOverview};

use crate::accounts::Accounts;
use crate::accounts::deletion::begin_deletion;
use crate::context::Context;
use crate::runtime::executor::INTERNAL;
use crate::{
    AuditAction, Caller, Error, GrantPlace, Grants, NewAccount, Password, Precondition, audit,
};

/// An account in detail.
#[derive(Debug, Clone)]
pub struct UserDetails {
    /// The account.
    pub overview: UserOverview,
    /// The stored bytes of its pictures, those of its trips included.
    pub picture_bytes: u64,
}

/// The use cases of operators. Cheap to clone.
#[derive(Clone)]
pub struct Administration {
    context: Arc<Context>,
}

impl Administration {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Lists at most `limit` accounts in the order of their usernames, those after `after`.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn list(
        &self,
        after: Option<Username>,
        limit: u32,
    ) -> Result<Vec<UserOverview>, Error> {
        let list = self.context.executor.read(INTERNAL, move |data| {
            Ok(data.users().list(after.as_ref(), limit)?)
        });
        list.await
    }

    /// Reads the account of a username, in any case.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn find(&self, username: &str) -> Result<UserDetails, Error> {
        let username = username.to_owned();
        let found = self.context.executor.read(INTERNAL, move |data| {
            let user = find(data, &username)?.user;
            let credentials = data.users().credentials(user.id)?.ok_or(Error::NotFound)?;
            Ok(UserDetails {
                picture_bytes: data.pictures().bytes_of_account(user.id)?,
                overview: UserOverview {
                    user,
                    has_password: credentials.password.is_some(),
                },
            })
        });
        found.await
    }

    /// The account of a username, in any case, as a caller: for what its holder can do.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn caller(&self, username: &str) -> Result<Caller, Error> {
        let username = username.to_owned();
        let found = self.context.executor.read(INTERNAL, move |data| {
            let account = find(data, &username)?;
            Ok(Caller::new(account.user.id, account.generation))
        });
        found.await
    }

    /// Creates an account, also while sign-up is closed.
    ///
    /// # Errors
    /// As [`Accounts::create`], but never [`Error::SignUpClosed`].
    pub async fn create(&self, new: NewAccount) -> Result<User, Error> {
        let accounts = Accounts::new(Arc::clone(&self.context));
        Ok(accounts.insert(INTERNAL, new).await?.user)
    }

    /// Sets the password of an account, which revokes all its tokens.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn set_password(&self, username: &str, password: Password) -> Result<(), Error> {
        let hash = self.context.hasher.hash(INTERNAL, password).await?;
        let username = username.to_owned();
        let set = self.context.executor.write(INTERNAL, move |data| {
            let (user, generation) = lock(data, &username)?;
            data.users()
                .revoke_all_tokens(user, generation, Some(&hash))?;
            audit(AuditAction::PasswordSet, None, &user, None);
            Ok(())
        });
        set.await
    }

    /// Reads the API keys of an account, newest first.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn keys(&self, username: &str) -> Result<Vec<ApiKey>, Error> {
        let caller = self.caller(username).await?;
        let grants = Grants::new(Arc::clone(&self.context));
        grants.keys(caller, username).await
    }

    /// Ends an API key of an account. Returns `false` if the account has no such key.
    ///
    /// # Errors
    /// As [`Administration::keys`].
    pub async fn delete_key(&self, username: &str, id: GrantId) -> Result<bool, Error> {
        let caller = self.caller(username).await?;
        let grants = Grants::new(Arc::clone(&self.context));
        let place = GrantPlace::Account(username.to_owned());
        let revoke = grants.revoke(caller, GrantKind::ApiKey, place, id, Precondition::None);
        match revoke.await {
            Err(Error::NotFound) => Ok(false),
            deleted => deleted.map(|()| true),
        }
    }

    /// Revokes all access and refresh tokens of an account, and its API keys.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn revoke(&self, username: &str) -> Result<(), Error> {
        let username = username.to_owned();
        let revoke = self.context.executor.write(INTERNAL, move |data| {
            let (user, generation) = lock(data, &username)?;
            data.users().revoke_all_tokens(user, generation, None)?;
            audit(AuditAction::TokenRevokeAll, None, &user, None);
            Ok(())
        });
        revoke.await
    }

    /// Deletes an account with the trips that it owns and all their pictures, and takes it off all
    /// other trips. If it is interrupted, a running server goes on.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn delete(&self, username: &str) -> Result<(), Error> {
        let (context, username) = (&self.context, username.to_owned());
        let begin = move |data: &mut dyn Repositories| {
            let (user, _) = lock(data, &username)?;
            let request_id = None;
            let deletion = AccountDeletion { user, request_id };
            begin_deletion(data, &deletion)?;
            Ok(deletion)
        };
        let deletion = context.executor.write(INTERNAL, begin).await?;
        context.delete_rest(&deletion).await
    }
}

fn find(data: &mut dyn Repositories, username: &str) -> Result<Account, Error> {
    // A text that no username can be is the name of nobody.
    let username = Username::new(username).map_err(|_| Error::NotFound)?;
    let found = data.users().find_by_username(username.as_str())?;
    found.ok_or(Error::NotFound)
}

/// Locks the account of a username. Returns its id and token generation.
fn lock(data: &mut dyn Repositories, username: &str) -> Result<(UserId, i64), Error> {
    let found = find(data, username)?;
    let locked = data.users().lock(found.user.id)?;
    let account = still_named(locked, username)?;
    Ok((account.user.id, account.generation))
}

/// Returns a locked account, unless it was renamed or deleted before the lock.
fn still_named(locked: Option<Account>, username: &str) -> Result<Account, Error> {
    let named = locked.filter(|account| account.user.username.key() == Username::key_of(username));
    named.ok_or(Error::NotFound)
}

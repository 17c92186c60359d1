//! Use cases of accounts (interface: "Users", "Authorization").

pub(crate) mod administration;
mod confirmation;
mod deletion;
mod edit;
pub(crate) mod email;
pub(super) mod identities;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use wayfare_domain::user::UserPatch;
use wayfare_domain::{Language, Name, PictureId, ShortText, User, UserId, Username};
use wayfare_storage::{Account, Repositories};

use crate::context::Context;
use crate::pictures::files::{PictureInput, PictureUpdate, StoredPicture};
use crate::runtime::detached::run_detached;
use crate::runtime::random;
use crate::sessions::new_refresh_token;
use crate::{
    AuditAction, Caller, Client, Error, IssuedToken, Password, Precondition, Updated, audit,
};
use edit::UserEdit;

/// The lifetime of the first token of an account without a password, which has no other way in.
const ONLY_TOKEN_TTL: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A new account.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// The handle.
    pub username: Username,
    /// The display name.
    pub name: Name,
    /// The e-mail address, parsed by [`email`](crate::email).
    pub email: Option<ShortText>,
    /// The language of the request, for a mail that confirms the address.
    pub language: Language,
    /// The password. Without one, the first token is the only way in.
    pub password: Option<Password>,
}

/// A new account with its first tokens. `Debug` hides them.
pub struct SignedUp {
    /// The account.
    pub user: User,
    /// The access token.
    pub access_token: IssuedToken,
    /// The refresh token of an account with a password.
    pub refresh_token: Option<String>,
}

impl fmt::Debug for SignedUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignedUp")
            .field("user", &self.user.id)
            .finish_non_exhaustive()
    }
}

/// An update that a caller requests.
#[derive(Debug, Clone, Default)]
pub struct UserUpdateRequest {
    /// The patch.
    pub patch: UserPatch,
    /// The picture, which takes precedence over [`UserPatch::picture`].
    pub picture: Option<PictureInput>,
    /// The language of the request, for a mail that confirms a new address.
    pub language: Language,
    /// The present password, which another e-mail address needs.
    pub current: Option<Password>,
}

/// The use cases of accounts. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    context: Arc<Context>,
}

impl Accounts {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Checks that people may create accounts.
    ///
    /// # Errors
    /// [`Error::PasswordsOff`], [`Error::SignUpClosed`].
    pub fn authorize_sign_up(&self) -> Result<(), Error> {
        self.context.policy.authorize_passwords()?;
        if self.context.policy.sign_up {
            Ok(())
        } else {
            Err(Error::SignUpClosed)
        }
    }

    /// Creates an account on behalf of a client, with its first tokens. Without a password, its
    /// access token lives 365 days, and there is no refresh token.
    ///
    /// # Errors
    /// As [`Accounts::authorize_sign_up`], then [`Error::UsernameTaken`] if the username is taken
    /// or reserved; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn create(&self, client: Client, new: NewAccount) -> Result<SignedUp, Error> {
        self.authorize_sign_up()?;
        self.insert(client, new).await
    }

    /// Creates an account, also while sign-up is closed.
    pub(crate) async fn insert(&self, client: Client, new: NewAccount) -> Result<SignedUp, Error> {
        let NewAccount {
            username,
            name,
            email,
            language,
            password,
        } = new;
        if username.is_reserved() {
            return Err(Error::UsernameTaken);
        }
        let context = &self.context;
        let (hash, ttl) = match password {
            Some(password) => (
                Some(context.hasher.hash(client, password).await?),
                context.policy.access_token_ttl,
            ),
            None => (None, ONLY_TOKEN_TTL),
        };
        let now = context.now();
        let user = User::new(UserId(context.ids.ordered(now)), username, name, email, now);
        let (new, own) = (user.clone(), Arc::clone(context));
        let insert = context.executor.write(client, move |data| {
            let generation = data.users().insert(&new, hash.as_ref())?;
            let caller = Caller {
                signed_in_at: Some(now),
                ..Caller::new(new.id, generation)
            };
            own.queue_confirmation(data, &new, language)?;
            let refresh_token = match hash {
                Some(_) => {
                    let (token, text) = new_refresh_token(&own, caller, random::id_since(now));
                    data.sessions().insert(&token)?;
                    Some(text)
                }
                None => None,
            };
            audit(AuditAction::AccountCreate, Some(new.id), &new.id, None);
            Ok((caller, refresh_token))
        });
        let (caller, refresh_token) = insert.await?;
        context.wake_mail();
        Ok(SignedUp {
            user,
            access_token: context.access_tokens.issue(caller, None, ttl, now)?,
            refresh_token,
        })
    }

    /// Reads the caller's own account.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotPermitted`] for an API key; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn own(&self, caller: Caller) -> Result<User, Error> {
        let user = self.account_of(caller).await?;
        caller.check_holder().map(|()| user)
    }

    /// Reads the caller's own account, also for an API key, which may ask whose it is.
    ///
    /// # Errors
    /// [`Error::TokenRefused`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn account_of(&self, caller: Caller) -> Result<User, Error> {
        let find = move |data: &mut dyn Repositories| caller.check(data.users().find(caller.user)?);
        self.context.executor.read(caller.client(), find).await
    }

    /// Reads the account of a username, in any case, on behalf of a client. [`User::privacy`] says
    /// what others may see.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn find(&self, client: Client, username: &str) -> Result<User, Error> {
        let username = Username::new(username).map_err(|_| Error::NotFound)?;
        let found = self.context.executor.read(client, move |data| {
            Ok(data.users().find_by_username(username.as_str())?)
        });
        found
            .await?
            .map(|account| account.user)
            .ok_or(Error::NotFound)
    }

    /// Checks that a username is the caller's own.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotFound`] if there is no such user, then
    /// [`Error::NotPermitted`] if it is another user, and for an API key; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn authorize(&self, caller: Caller, username: &str) -> Result<(), Error> {
        self.own_named(caller, username).await.map(drop)
    }

    /// Reads the caller's own account, named by its username.
    ///
    /// # Errors
    /// As [`Accounts::authorize`].
    pub async fn own_named(&self, caller: Caller, username: &str) -> Result<User, Error> {
        let username = username.to_owned();
        let found = self.context.executor.read(caller.client(), move |data| {
            let user = caller.check(data.users().find(caller.user)?)?;
            named(data, caller, user, &username)
        });
        found.await
    }

    /// Updates the caller's own account, named by its username.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::Picture`], [`Error::Invalid`] for the URL of a
    /// picture, [`Error::VersionMismatch`], [`Error::UsernameTaken`]. For another e-mail address,
    /// or none: [`Error::BadCredentials`] if the present password is missing or wrong, and
    /// [`Error::SignInTooOld`] if there is no password.
    pub async fn update(
        &self,
        caller: Caller,
        username: &str,
        request: UserUpdateRequest,
        precondition: Precondition,
    ) -> Result<Updated<User>, Error> {
        let UserUpdateRequest {
            patch,
            picture,
            language,
            current,
        } = request;
        let mut edit = UserEdit {
            caller,
            username: username.to_owned(),
            has_proved_password: self.has_proved(caller, &patch, current).await?,
            patch,
            picture: None,
            language,
            precondition,
        };
        let Some(picture) = picture else {
            return self.save(edit).await;
        };
        // Pictures of callers without permission need no work.
        self.authorize(caller, username).await?;
        let accounts = self.clone();
        run_detached(async move {
            let ingest = &accounts.context.ingest;
            edit.picture = Some(picture.prepare(caller.client(), ingest).await?);
            accounts.save(edit).await
        })
        .await
    }

    /// Sets a profile picture that is in the picture store already; `None` changes nothing.
    pub(crate) async fn set_picture(
        &self,
        caller: Caller,
        username: &str,
        picture: Option<StoredPicture>,
        precondition: Precondition,
    ) -> Result<Updated<User>, Error> {
        let edit = UserEdit {
            caller,
            username: username.to_owned(),
            patch: UserPatch::default(),
            picture: picture.map(PictureUpdate::Stored),
            language: Language::default(),
            precondition,
            has_proved_password: false,
        };
        self.save(edit).await
    }

    /// Whether a caller who changes their e-mail address has sent their password.
    async fn has_proved(
        &self,
        caller: Caller,
        patch: &UserPatch,
        current: Option<Password>,
    ) -> Result<bool, Error> {
        let (Some(email), Some(current)) = (patch.email.clone(), current) else {
            return Ok(false);
        };
        let context = &self.context;
        let find = context.executor.read(caller.client(), move |data| {
            let user = caller.check(data.users().find(caller.user)?)?;
            let credentials = data.users().credentials(caller.user)?;
            let hash = credentials.and_then(|credentials| credentials.password);
            Ok(hash.filter(|_| user.email != email))
        });
        match find.await? {
            Some(hash) => {
                let verify = context.hasher.verify(caller.client(), current, Some(hash));
                verify.await
            }
            None => Ok(false),
        }
    }

    /// Saves an edit, then removes the stored picture that is not in use.
    async fn save(&self, edit: UserEdit) -> Result<Updated<User>, Error> {
        let stored = edit.picture.as_ref().and_then(PictureUpdate::stored);
        let mut unused: Vec<PictureId> = stored.into_iter().collect();
        let (context, client) = (Arc::clone(&self.context), edit.caller.client());
        let updated = self
            .context
            .executor
            .write(client, move |data| {
                let updated = edit.write(&context, data)?;
                if let Updated::Changed { before, after } = &updated {
                    audit_update(before, after);
                }
                Ok(updated)
            })
            .await;
        match &updated {
            Ok(Updated::Changed { before, after }) => {
                unused.extend(before.picture);
                unused.retain(|picture| after.picture != Some(*picture));
                self.context.wake_mail();
            }
            // It may have been committed. If not, the sweep finds the picture.
            Err(Error::Unavailable(_) | Error::Internal(_)) => unused.clear(),
            Ok(Updated::Unchanged(_)) | Err(_) => {}
        }
        self.context.ingest.remove(unused).await;
        updated
    }
}

/// Writes the lines of an update of an account: how its holder signs in from now on.
fn audit_update(before: &User, after: &User) {
    let log = |action| audit(action, Some(after.id), &after.id, None);
    if before.username != after.username {
        log(AuditAction::AccountRename);
    }
    if before.email != after.email {
        log(AuditAction::EmailChange);
    }
}

impl Caller {
    /// The client on whose behalf work of this caller is done: the account, but another one for
    /// each token generation, so that a revoked token takes no share of a good one's.
    pub fn client(self) -> Client {
        let generation = u128::from(self.generation.cast_unsigned());
        Client::new(self.user.0.as_u128().wrapping_add(generation)).from_network(self.network)
    }

    /// Returns the caller's user, if the token is of their present generation.
    pub(crate) fn check(self, account: Option<Account>) -> Result<User, Error> {
        match account {
            Some(account) if account.generation == self.generation => Ok(account.user),
            _ => Err(Error::TokenRefused),
        }
    }

    /// Checks that the caller is the holder of their account: an API key is for its trips alone.
    ///
    /// # Errors
    /// [`Error::NotPermitted`].
    pub fn check_holder(self) -> Result<(), Error> {
        if self.key.is_none() {
            Ok(())
        } else {
            Err(Error::NotPermitted)
        }
    }

    /// Whether the caller may know the addresses of the share links and invitations that they read.
    pub fn may_know_links(self) -> bool {
        self.key.is_none_or(|key| key.may_know_links())
    }

    /// Checks that the caller may make trips.
    pub(crate) fn check_creation(self) -> Result<(), Error> {
        if self.key.is_none_or(|key| key.may_create()) {
            Ok(())
        } else {
            Err(Error::NotPermitted)
        }
    }
}

/// Returns `user`, who is the caller, if `username` names them and they use no API key.
pub(crate) fn named(
    data: &mut dyn Repositories,
    caller: Caller,
    user: User,
    username: &str,
) -> Result<User, Error> {
    if user.username.key() == Username::key_of(username) {
        return caller.check_holder().map(|()| user);
    }
    let is_well_formed = Username::new(username).is_ok();
    let exists = is_well_formed && data.users().find_by_username(username)?.is_some();
    let error = if exists {
        Error::NotPermitted
    } else {
        Error::NotFound
    };
    Err(error)
}

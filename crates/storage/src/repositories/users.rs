//! The repository of users.

use std::fmt;

use wayfare_domain::{Instant, Login, Name, Person, PictureId, ShortText, User, UserId, Username};

use crate::{PictureChanges, Result};

/// A password hash in PHC form. Its `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// A user and the token generation: tokens of another generation are void.
#[derive(Debug, Clone)]
pub struct Account {
    /// The user.
    pub user: User,
    /// The token generation.
    pub generation: i64,
}

/// A user as operators see it.
#[derive(Debug, Clone)]
pub struct UserOverview {
    /// The user.
    pub user: User,
    /// Whether a password is set.
    pub has_password: bool,
}

/// A deletion of an account that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDeletion {
    /// The account.
    pub user: UserId,
    /// The id of the request that deleted it; `None` for a command of an operator.
    pub request_id: Option<String>,
}

/// A confirmed address that an account had before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerEmail {
    /// The address.
    pub email: ShortText,
    /// Until when a link takes it back, and nobody else confirms it.
    pub until: Instant,
}

/// A new state of a user.
#[derive(Debug, Clone)]
pub struct UserWrite {
    /// The user as the caller read it.
    pub before: Account,
    /// The user to store.
    pub after: User,
    /// The records of pictures to add and remove.
    pub pictures: PictureChanges,
}

/// A user's credentials.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// The user.
    pub user: UserId,
    /// The token generation.
    pub generation: i64,
    /// The password hash, if a password is set.
    pub password: Option<PasswordHash>,
}

/// Users and their credentials. Usernames match without regard to ASCII case.
///
/// A user who is being deleted is found by no method but [`UserRepository::lock_with_trips`], and
/// nobody finds the trips that they own.
pub trait UserRepository {
    /// Reads a user by id.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, id: UserId) -> Result<Option<Account>>;

    /// Reads a user by username.
    fn find_by_username(&mut self, username: &str) -> Result<Option<Account>>;

    /// Reads at most `limit` users in the order of their usernames, those after `after`.
    fn list(&mut self, after: Option<&Username>, limit: u32) -> Result<Vec<UserOverview>>;

    /// Reads a user and locks it: others wait to change it until the unit of work ends.
    fn lock(&mut self, id: UserId) -> Result<Option<Account>>;

    /// Reads a user and locks it in shared mode: until the unit of work ends, others wait to change
    /// it, but may lock it so too.
    fn lock_shared(&mut self, id: UserId) -> Result<Option<Account>>;

    /// Locks users as [`UserRepository::lock`] does, in the order of their ids: nobody waits in a
    /// circle. Those who do not exist are left out.
    fn lock_all(&mut self, ids: Vec<UserId>) -> Result<()>;

    /// Reads a user and locks it for deletion, with the trips they are on, which are locked first.
    fn lock_with_trips(&mut self, id: UserId) -> Result<Option<Account>>;

    /// Reads the users that `references` name by username or id, in no particular order, as people
    /// who have not edited a trip. Skips references that match no user.
    fn find_people(&mut self, references: &[String]) -> Result<Vec<Person>>;

    /// Reads the display names of users, in any order. Skips users who do not exist.
    fn display_names(&mut self, ids: &[UserId]) -> Result<Vec<(UserId, Name)>>;

    /// Inserts a user and returns their token generation.
    ///
    /// # Errors
    /// [`crate::Error::Duplicate`] if the username is taken.
    fn insert(&mut self, user: &User, password: Option<&PasswordHash>) -> Result<i64>;

    /// Stores a new state of a user and the records of pictures that differ.
    ///
    /// Returns `false` and writes nothing if the user no longer has the version and token
    /// generation of [`UserWrite::before`].
    ///
    /// # Errors
    /// [`crate::Error::Duplicate`] if the username is taken, or another user has confirmed the
    /// address.
    fn save(&mut self, write: &UserWrite) -> Result<bool>;

    /// Deletes a user with the trips they own, their sessions and the records of all these
    /// pictures, and takes them off all other trips, whose version it raises (`now` is the time of
    /// that change). Returns the deleted pictures. Lock the user by
    /// [`UserRepository::lock_with_trips`] before.
    fn delete(&mut self, id: UserId, now: Instant) -> Result<Vec<PictureId>>;

    /// Begins to delete an account, which ends all ways into it and frees its username: at once,
    /// however much it owns. Lock the user by [`UserRepository::lock`] before.
    fn begin_deletion(&mut self, deletion: &AccountDeletion) -> Result<()>;

    /// Reads a deletion that no server has `now`.
    fn find_deletion(&mut self, now: Instant) -> Result<Option<AccountDeletion>>;

    /// Locks the deletion of a user, and takes it until a time. Returns `false` if it has ended.
    fn lock_deletion(&mut self, user: UserId, until: Instant) -> Result<bool>;

    /// Takes a user off one trip that somebody else owns, whose version it raises (`now` is the
    /// time of that change). Returns `false` if there is none.
    fn leave_trip(&mut self, user: UserId, now: Instant) -> Result<bool>;

    /// Keeps an address that an account had confirmed, and forgets those of the account that
    /// have ended `now`.
    fn keep_former_email(&mut self, id: UserId, former: &FormerEmail, now: Instant) -> Result<()>;

    /// Reads the addresses that are kept for an account.
    fn former_emails(&mut self, id: UserId, now: Instant) -> Result<Vec<FormerEmail>>;

    /// Whether an address is kept for another account than this one.
    fn is_kept_for_another(&mut self, email: &str, id: UserId, now: Instant) -> Result<bool>;

    /// Forgets the addresses that are kept for an account until `since` or longer.
    fn delete_former_emails(&mut self, id: UserId, since: Instant) -> Result<()>;

    /// Reads the credentials of a user by id.
    fn credentials(&mut self, id: UserId) -> Result<Option<Credentials>>;

    /// Reads the credentials of a user by username or confirmed e-mail address.
    fn credentials_by_login(&mut self, login: &Login) -> Result<Option<Credentials>>;

    /// Raises the token generation, which voids all tokens of the user; then replaces the password
    /// hash if one is given, else deletes the user's API keys and calendar feeds. Returns `false`
    /// if the generation is no longer `generation`.
    fn revoke_all_tokens(
        &mut self,
        id: UserId,
        generation: i64,
        password: Option<&PasswordHash>,
    ) -> Result<bool>;
}

//! The contract of the repository of users.

use std::fmt;

use wayfare_domain::{Instant, Person, PictureId, User, UserId};

use crate::{PictureChange, Result};

/// A password's hash in PHC form. Its `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// A user with what their tokens are checked against.
#[derive(Debug, Clone)]
pub struct Account {
    /// The user.
    pub user: User,
    /// Tokens of another generation are refused.
    pub generation: i64,
}

/// What becomes of a user and their picture.
#[derive(Debug, Clone)]
pub struct UserUpdate {
    /// As they were read.
    pub before: Account,
    /// As they are to be.
    pub after: User,
    /// What is known of their picture.
    pub pictures: PictureChange,
}

/// What makes all tokens of a user void.
#[derive(Debug, Clone)]
pub struct Renewal {
    /// Whose.
    pub user: UserId,
    /// The token generation they are taken to be of.
    pub generation: i64,
    /// The hash of their password from now on, where that changes.
    pub password: Option<PasswordHash>,
}

/// What proves who somebody is.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// Whose they are.
    pub user: UserId,
    /// Tokens of another generation are refused.
    pub generation: i64,
    /// The password's hash, where one is set.
    pub password: Option<PasswordHash>,
}

/// Users and their credentials. Usernames are matched without regard to (ASCII) case.
pub trait UserRepository {
    /// A user by id.
    ///
    /// # Errors
    /// See [`crate::Error`]; so for all methods.
    fn find(&mut self, id: UserId) -> Result<Option<Account>>;

    /// A user by username.
    fn find_by_username(&mut self, username: &str) -> Result<Option<Account>>;

    /// As [`UserRepository::find`], and nobody else may change the user until the unit of work
    /// ends.
    fn lock(&mut self, id: UserId) -> Result<Option<Account>>;

    /// The users that are named by username or by id, in no particular order; names of nobody are
    /// left out.
    fn find_people(&mut self, references: &[String]) -> Result<Vec<Person>>;

    /// Keeps a new user, with the hash of a password where one was given; gives their token
    /// generation.
    ///
    /// # Errors
    /// [`crate::Error::Duplicate`] where the username is taken.
    fn insert(&mut self, user: &User, password: Option<&PasswordHash>) -> Result<i64>;

    /// Keeps what has become of a user.
    ///
    /// # Errors
    /// [`crate::Error::Duplicate`] where the username is taken.
    fn update(&mut self, user: &User) -> Result<()>;

    /// Removes a user, the trips they own, their sessions and what is known of their pictures, and
    /// takes them off all other trips, whose versions it raises (`now` is when those were changed).
    /// Gives the pictures that went, theirs and those of the trips.
    fn delete(&mut self, id: UserId, now: Instant) -> Result<Vec<PictureId>>;

    /// The credentials of a user by id.
    fn credentials(&mut self, id: UserId) -> Result<Option<Credentials>>;

    /// The credentials of a user by username.
    fn credentials_by_username(&mut self, username: &str) -> Result<Option<Credentials>>;

    /// Sets the hash of a password and raises the token generation.
    fn set_password(&mut self, id: UserId, password: &PasswordHash) -> Result<()>;

    /// Raises the token generation: all access tokens there are become void.
    fn raise_generation(&mut self, id: UserId) -> Result<()>;
}

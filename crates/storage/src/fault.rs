//! Errors of operations, and their mapping to the errors of the interface.

use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error as DatabaseError};

use crate::{Error, UniqueValue};

/// The result of an operation.
pub(crate) type OperationResult<T> = Result<T, Fault>;

/// Why an operation failed.
pub(crate) enum Fault {
    /// The database refused a statement, or returned corrupt data.
    Database(DatabaseError),
    /// The operation detected a concurrent change.
    Conflict(&'static str),
    /// A list is too long to be read whole.
    ListTooLong,
}

impl From<DatabaseError> for Fault {
    fn from(error: DatabaseError) -> Self {
        Self::Database(error)
    }
}

/// The beginnings of a backend's messages, in English, for errors that the library does not
/// classify.
pub(crate) struct Messages {
    /// The transaction conflicts with another one.
    pub(crate) conflict: &'static [&'static str],
    /// The disk is full.
    pub(crate) full: &'static [&'static str],
    /// The database is unreachable or overloaded.
    pub(crate) unavailable: &'static [&'static str],
}

impl Fault {
    /// Whether the connection must be discarded: it is lost, or it is read-only.
    pub(crate) fn ends_connection(&self) -> bool {
        let Self::Database(DatabaseError::DatabaseError(kind, _)) = self else {
            return false;
        };
        matches!(
            kind,
            DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::UnableToSendCommand
                | DatabaseErrorKind::ReadOnlyTransaction
        )
    }

    /// The error of the interface.
    pub(crate) fn into_error(self, messages: &Messages) -> Error {
        let error = match self {
            Self::Conflict(reason) => return Error::Conflict(reason.into()),
            Self::ListTooLong => return Error::ListTooLong,
            Self::Database(error) => error,
        };
        match &error {
            DatabaseError::DatabaseError(kind, info) => match kind {
                DatabaseErrorKind::UniqueViolation if violates(info.as_ref(), "username_key") => {
                    Error::Duplicate(UniqueValue::Username)
                }
                DatabaseErrorKind::UniqueViolation
                    if violates(info.as_ref(), "confirmed_email") =>
                {
                    Error::Duplicate(UniqueValue::Email)
                }
                // The referenced row was deleted concurrently.
                DatabaseErrorKind::ForeignKeyViolation
                | DatabaseErrorKind::SerializationFailure => Error::Conflict(error.into()),
                DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::UnableToSendCommand
                | DatabaseErrorKind::ReadOnlyTransaction => Error::Unavailable(error.into()),
                _ if begins(info.message(), messages.conflict) => Error::Conflict(error.into()),
                _ if begins(info.message(), messages.full) => Error::Full(error.into()),
                _ if begins(info.message(), messages.unavailable) => {
                    Error::Unavailable(error.into())
                }
                _ => Error::Internal(error.into()),
            },
            DatabaseError::BrokenTransactionManager
            | DatabaseError::RollbackErrorOnCommit { .. } => Error::Unavailable(error.into()),
            _ => Error::Internal(error.into()),
        }
    }
}

/// Whether a unique violation concerns a column of users: PostgreSQL names the constraint, Citus
/// that of a shard (`users_username_key_key_102008`), SQLite the column.
fn violates(info: &dyn DatabaseErrorInformation, column: &str) -> bool {
    info.constraint_name()
        .is_some_and(|name| name.starts_with(&format!("users_{column}_key")))
        || info.message().ends_with(&format!(": users.{column}"))
}

fn begins(message: &str, with: &[&str]) -> bool {
    with.iter().any(|start| message.starts_with(start))
}

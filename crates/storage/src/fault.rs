//! What may go wrong in an operation, and which error of the interface that is.

use diesel::result::{DatabaseErrorKind, Error as DatabaseError};

use crate::Error;

/// The result of an operation.
pub(crate) type Outcome<T> = Result<T, Fault>;

/// What went wrong in an operation.
pub(crate) enum Fault {
    /// The database refused, or what it gave can't be read.
    Database(DatabaseError),
    /// Another unit of work was quicker, as the operation itself found out.
    Overtaken(&'static str),
}

impl From<DatabaseError> for Fault {
    fn from(error: DatabaseError) -> Self {
        Self::Database(error)
    }
}

/// What a backend says where its library tells no kind: the beginnings of messages in English.
pub(crate) struct Messages {
    /// Another unit of work was in the way; trying again helps.
    pub(crate) conflict: &'static [&'static str],
    /// There is no room left.
    pub(crate) full: &'static [&'static str],
    /// The database is away or too busy.
    pub(crate) unavailable: &'static [&'static str],
}

impl Fault {
    /// Whether the connection is of no more use: it is lost, or nothing can be written on it, which
    /// may be so for as long as it lives.
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

    /// The error that callers see.
    pub(crate) fn into_error(self, messages: &Messages) -> Error {
        let error = match self {
            Self::Overtaken(how) => return Error::Conflict(how.into()),
            Self::Database(error) => error,
        };
        match &error {
            DatabaseError::DatabaseError(kind, info) => match kind {
                DatabaseErrorKind::UniqueViolation => Error::Duplicate,
                // What the row refers to was removed meanwhile.
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

fn begins(message: &str, with: &[&str]) -> bool {
    with.iter().any(|start| message.starts_with(start))
}

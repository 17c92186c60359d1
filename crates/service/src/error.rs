//! How a use case fails, by what the caller is told; causes are kept for the log and never shown.

use wayfare_domain::trip::PatchError;
use wayfare_domain::{Path, Reason, Violation, Violations};
use wayfare_pictures::WorkError;
use wayfare_storage as storage;

/// What is wrong with a picture that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFault {
    /// Its content is not of a type that is taken.
    UnsupportedType,
    /// It is damaged or cut short.
    Unreadable,
    /// Its file is too large.
    TooManyBytes {
        /// The largest size taken, in bytes.
        limit: u64,
    },
    /// It shows too much.
    TooManyPixels {
        /// The largest width times height taken.
        limit: u64,
    },
}

/// The cause of a failure.
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The token is malformed, forged or expired, its user is gone, or it was revoked.
    #[error("the token is refused")]
    TokenRefused,
    /// Username and password do not match, or a refresh token is not (or no longer) good.
    #[error("the credentials do not match")]
    BadCredentials,
    /// The caller may see this, but not do that.
    #[error("the caller is not permitted to do this")]
    NotPermitted,
    /// There is no such thing, or the caller may not see it.
    #[error("there is no such thing")]
    NotFound,
    /// The username is taken, or kept by the service for itself.
    #[error("the username is taken")]
    UsernameTaken,
    /// What was sent is refused, with all that is wrong with it.
    #[error("the input is invalid")]
    Invalid(Violations),
    /// A picture that was sent is refused.
    #[error("the picture at {path} is refused: {fault:?}")]
    Picture {
        /// Where it was sent.
        path: Path,
        /// What is wrong with it.
        fault: PictureFault,
    },
    /// A signed address is not what was signed, or no longer good.
    #[error("the signed address is refused")]
    LinkRefused,
    /// The precondition names another version than the present one.
    #[error("the version is another")]
    VersionMismatch,
    /// There is more to do than the service can take on.
    #[error("the service is busy")]
    Busy,
    /// The database or the picture store is away.
    #[error("a store is not available")]
    Unavailable(#[source] Source),
    /// The database or the picture store has no room left.
    #[error("a store has no room left")]
    Full(#[source] Source),
    /// A fault of the service or of its data.
    #[error("something went wrong inside")]
    Internal(#[source] Source),
}

impl Error {
    pub(crate) fn internal(cause: impl Into<Source>) -> Self {
        Self::Internal(cause.into())
    }

    pub(crate) fn invalid(path: Path, reason: Reason) -> Self {
        Self::Invalid(Violation { path, reason }.into())
    }
}

impl From<storage::Error> for Error {
    fn from(error: storage::Error) -> Self {
        match error {
            storage::Error::Duplicate => Self::UsernameTaken,
            // Met again and again: there is too much going on at once.
            storage::Error::Conflict(_) => Self::Busy,
            storage::Error::Unavailable(cause) => Self::Unavailable(cause),
            storage::Error::Full(cause) => Self::Full(cause),
            storage::Error::Internal(cause) => Self::Internal(cause),
        }
    }
}

impl From<Violations> for Error {
    fn from(violations: Violations) -> Self {
        Self::Invalid(violations)
    }
}

impl From<WorkError> for Error {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Busy => Self::Busy,
            WorkError::Panicked => Self::internal(error),
        }
    }
}

impl From<PatchError> for Error {
    fn from(refusal: PatchError) -> Self {
        match refusal {
            PatchError::NotOwner => Self::NotPermitted,
            PatchError::Invalid(violations) => Self::Invalid(violations),
        }
    }
}

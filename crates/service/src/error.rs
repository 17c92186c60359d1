//! Errors of use cases. Their causes are logged and never sent to callers.

use wayfare_bounds::Exceeded;
use wayfare_domain::trip::PatchError;
use wayfare_domain::{Path, Reason, Trip, Violations};
use wayfare_storage::{self as storage, UniqueValue};

/// Why an uploaded picture is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFault {
    /// Its content is of an unsupported type.
    UnsupportedType,
    /// It is HEIC, as phones take it.
    Heif,
    /// It is damaged or truncated.
    Unreadable,
    /// Its file is too large.
    TooManyBytes {
        /// The largest accepted size, in bytes.
        limit: u64,
    },
    /// It has too many pixels.
    TooManyPixels {
        /// The largest accepted product of width and height.
        limit: u64,
    },
}

/// Why somebody who has signed in at the OpenID provider is refused here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityRefusal {
    /// The code or the ID token is not good.
    Invalid,
    /// They are not in the group whose members are admitted.
    NotInGroup,
    /// Nobody has joined them to an account, and they may not sign up.
    Unknown,
    /// They are joined to another account, or the account to somebody else.
    Taken,
    /// They are the only way to sign in to the account, so they must stay joined.
    OnlyWay,
}

/// The cause of a failure.
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The token is malformed, forged or expired, its user is gone, or it was revoked.
    #[error("the token is refused")]
    TokenRefused,
    /// Username and password do not match, or a refresh token is not (or no longer) good.
    #[error("the credentials do not match")]
    BadCredentials,
    /// The caller has signed in too long ago for this, and has no password to prove themself by.
    #[error("the caller has signed in too long ago")]
    SignInTooOld,
    /// A share link has a password, which is missing or does not match.
    #[error("the password of the share link does not match")]
    SharePassword,
    /// The caller may read this resource, but not do this to it.
    #[error("the caller is not permitted to do this")]
    NotPermitted,
    /// The resource does not exist, or the caller may not see it.
    #[error("not found")]
    NotFound,
    /// The username is taken or reserved.
    #[error("the username is taken")]
    UsernameTaken,
    /// Another account has confirmed the e-mail address.
    #[error("another account has confirmed the e-mail address")]
    EmailTaken,
    /// The account has requested as many mails as it may for now.
    #[error("the account has requested too many mails")]
    TooManyMails,
    /// The address has been invited as often as it may for now, or refuses invitations: nothing
    /// tells which.
    #[error("the address gets no more invitations")]
    RecipientLimit,
    /// People may not create accounts.
    #[error("sign-up is closed")]
    SignUpClosed,
    /// An invitation has an e-mail address, and mail is not set up.
    #[error("mail is not set up")]
    NoMail,
    /// The party that somebody says they are is somebody's account.
    #[error("the party is somebody's account")]
    PartyTaken,
    /// A budget, a recorded settlement or a list names the party that is to be removed.
    #[error("something names the party")]
    PartyInUse,
    /// People sign in at the OpenID provider alone.
    #[error("passwords are off")]
    PasswordsOff,
    /// Somebody who has signed in at the OpenID provider is refused here.
    #[error("the identity is refused: {0:?}")]
    IdentityRefused(IdentityRefusal),
    /// The OpenID provider is unavailable.
    #[error("the OpenID provider is not available")]
    ProviderUnavailable(#[source] Source),
    /// The input is invalid.
    #[error("the input is invalid")]
    Invalid(Violations),
    /// The trip's documents would be larger than a trip may be.
    #[error("the trip would have {size} bytes, more than {limit}")]
    TripTooLarge {
        /// Their size in bytes.
        size: usize,
        /// The largest permitted size.
        limit: usize,
    },
    /// A list of trips, read whole, would be longer than an answer may be.
    #[error("the list of trips is too long")]
    ListTooLong,
    /// The trips of the account that owns this one would have more bytes than they may.
    #[error("the trips of the account would have more than {limit} bytes")]
    AccountFull {
        /// The largest permitted number of bytes.
        limit: u64,
    },
    /// A file is too large, or would be when unpacked.
    #[error("the file is too large: {reason}")]
    FileTooLarge {
        /// What is too large.
        reason: String,
    },
    /// The account owns, or is a member of, as many trips as it may.
    #[error("the account has {limit} trips, as many as it may")]
    TooManyTrips {
        /// The largest permitted number.
        limit: u32,
    },
    /// The account has as many API keys as it may.
    #[error("the account has {limit} API keys, as many as it may")]
    TooManyKeys {
        /// The largest permitted number.
        limit: usize,
    },
    /// The account's stored pictures would have more bytes than they may.
    #[error("the pictures of the account would have more than {limit} bytes")]
    PictureQuota {
        /// The largest permitted number of bytes.
        limit: u64,
    },
    /// An uploaded picture is refused.
    #[error("the picture at {path} is refused: {fault:?}")]
    Picture {
        /// The field that holds it.
        path: Path,
        /// Why it is refused.
        fault: PictureFault,
    },
    /// A signed URL is altered or expired.
    #[error("the signed URL is refused")]
    LinkRefused,
    /// The precondition names another version than the present one.
    #[error("the version does not match")]
    VersionMismatch,
    /// The account or address has too many uploads on their way.
    #[error("too many uploads of one account or address")]
    TooManyUploads,
    /// An earlier request with the same idempotency key has been processed.
    #[error("an earlier request with the same idempotency key has done this")]
    AlreadyDone {
        /// The id of what it has made; empty if it has only changed something.
        resource: String,
    },
    /// What an earlier request has made is gone.
    #[error("what an earlier request has made is gone")]
    Gone,
    /// The idempotency key came with another request before.
    #[error("the idempotency key came with another request before")]
    KeyReused,
    /// Another request with the same idempotency key is being processed.
    #[error("another request with the same idempotency key is being processed")]
    KeyInUse,
    /// The account or network has too many event streams open.
    #[error("too many event streams of one account or network")]
    TooManyStreams,
    /// The service is overloaded.
    #[error("the service is busy")]
    Busy,
    /// The database or the picture store is unavailable.
    #[error("a store is not available")]
    Unavailable(#[source] Source),
    /// The database or the picture store has no room left.
    #[error("a store has no room left")]
    Full(#[source] Source),
    /// A fault of the service or of its data.
    #[error("internal error")]
    Internal(#[source] Source),
}

impl Error {
    pub(crate) fn internal(cause: impl Into<Source>) -> Self {
        Self::Internal(cause.into())
    }

    /// The error of a quota: that of a client who holds too much, or the quota's own.
    pub(crate) fn from_quota(exceeded: Exceeded, of_client: Self) -> Self {
        match exceeded {
            Exceeded::Client => of_client,
            Exceeded::Total => Self::Busy,
        }
    }

    /// The same error, of a picture at `path`.
    pub(crate) fn at(self, path: Path) -> Self {
        match self {
            Self::Picture { fault, .. } => Self::Picture { path, fault },
            error => error,
        }
    }

    pub(crate) fn invalid(path: Path, reason: Reason) -> Self {
        Self::Invalid(Violations::at(path, reason))
    }
}

impl From<storage::Error> for Error {
    fn from(error: storage::Error) -> Self {
        match error {
            storage::Error::TripTooLarge { size } => Self::TripTooLarge {
                size,
                limit: Trip::MAX_BYTES,
            },
            storage::Error::ListTooLong => Self::ListTooLong,
            storage::Error::Duplicate(UniqueValue::Username) => Self::UsernameTaken,
            storage::Error::Duplicate(UniqueValue::Email) => Self::EmailTaken,
            // All attempts met a conflict: the service is overloaded.
            storage::Error::Conflict(_) => Self::Busy,
            storage::Error::Unavailable(cause) => Self::Unavailable(cause),
            storage::Error::Full(cause) => Self::Full(cause),
            storage::Error::Internal(cause) => Self::Internal(cause),
            error => Self::internal(error),
        }
    }
}

impl From<wayfare_oidc::Error> for Error {
    fn from(error: wayfare_oidc::Error) -> Self {
        match error {
            wayfare_oidc::Error::Unavailable(cause) => Self::ProviderUnavailable(cause),
            wayfare_oidc::Error::Refused(reason) => {
                tracing::info!(reason, "a sign-in at the OpenID provider is refused");
                Self::IdentityRefused(IdentityRefusal::Invalid)
            }
            error => Self::internal(error),
        }
    }
}

impl From<wayfare_bounds::Error> for Error {
    fn from(error: wayfare_bounds::Error) -> Self {
        match error {
            wayfare_bounds::Error::Full | wayfare_bounds::Error::NotStarted => Self::Busy,
            wayfare_bounds::Error::NotAnswered => Self::Unavailable(error.into()),
            wayfare_bounds::Error::Panicked => Self::internal(error),
        }
    }
}

impl From<Violations> for Error {
    fn from(violations: Violations) -> Self {
        Self::Invalid(violations)
    }
}

impl From<PatchError> for Error {
    fn from(refusal: PatchError) -> Self {
        match refusal {
            PatchError::NoItem => Self::NotFound,
            PatchError::NotPermitted => Self::NotPermitted,
            PatchError::PartyInUse => Self::PartyInUse,
            PatchError::Invalid(violations) => Self::Invalid(violations),
            refusal => Self::internal(refusal),
        }
    }
}

/// An error and what caused it, on one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

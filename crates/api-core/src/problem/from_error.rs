//! Errors of use cases as problems.

use actix_web::http::header::{self, HeaderValue};
use wayfare_domain::{Path, Reason, Violations};
use wayfare_service::{Error, NO_MAIL};

use super::{Challenge, Kind, Problem, chain};

const TOO_MANY_STREAMS: &str =
    "Too many event streams or exports of one account or address are open; close one first.";
const LIST_TOO_LONG: &str = "This list has more bytes than an answer may have; a person's own \
    trips can be read page by page.";
const NO_ROOM: &str = "There is no room left to keep this. Nothing of it was kept; what there is \
    can still be read.";
const PARTY_TAKEN: &str = "This party is somebody's account already.";
const PARTY_IN_USE: &str = "A budget, a recorded settlement or a list names this party.";
/// It tells neither what others have sent to the address nor what its holder wants.
const NO_MORE_INVITATIONS: &str = "This address gets no more invitations by mail for now. \
    Make one without an address, and send its link yourself.";

impl Problem {
    /// 400: an invitation has an address, and mail is not set up.
    fn no_mail() -> Self {
        let (path, reason) = (Path::root().field("email"), Reason::new(NO_MAIL));
        Self {
            violations: Violations::at(path, reason),
            ..Self::new(Kind::NoMail, "The operator has not set up mail.")
        }
    }

    /// 429: as many mails as there may be. They are counted by the hour or by the day.
    fn too_many_mails(detail: &'static str) -> Self {
        let an_hour = HeaderValue::from_static("3600");
        Self::new(Kind::TooManyMails, detail).with(header::RETRY_AFTER, an_hour)
    }
}

impl Problem {
    /// The refusal of a request with an idempotency key.
    fn of_key(error: &Error) -> Self {
        match error {
            Error::AlreadyDone { .. } => Self::new(
                Kind::AlreadyDone,
                "An earlier request with this key has done this; its answer held a secret, which \
                    is shown once.",
            ),
            Error::Gone => Self::new(
                Kind::Gone,
                "What an earlier request with this key has made is gone, or no longer yours to \
                    see.",
            ),
            Error::KeyReused => Self::new(
                Kind::IdempotencyKeyReused,
                "This key came with another request in the last 24 hours: another route, or \
                    another body.",
            ),
            Error::KeyInUse => Self::new(
                Kind::IdempotencyKeyInUse,
                "The first request with this key is not answered yet; try again soon.",
            )
            .with_retry(),
            error => Self::internal(error),
        }
    }

    /// 401 for credentials in a body or a header of ours.
    fn challenge(kind: Kind, detail: &'static str) -> Self {
        Self::new(kind, detail).with(header::WWW_AUTHENTICATE, Challenge::Missing.header())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::TokenRefused => Self::unauthorized(Challenge::InvalidToken),
            Error::NotPermitted => Self::unauthorized(Challenge::InsufficientScope),
            Error::BadCredentials => {
                Self::challenge(Kind::BadCredentials, "The credentials do not match.")
            }
            Error::SignInTooOld => Self::challenge(
                Kind::SignInTooOld,
                "This needs a sign-in that is at most 10 minutes old.",
            ),
            Error::SharePassword => Self::challenge(
                Kind::SharePassword,
                "This link has a password; it is missing in Share-Password, or another one.",
            ),
            Error::NotFound => Self::not_found(),
            Error::UsernameTaken => Self::new(Kind::UsernameTaken, "This username is taken."),
            Error::EmailTaken => Self::new(Kind::EmailTaken, "Another account has this address."),
            Error::TooManyMails => {
                Self::too_many_mails("This account has sent as many mails as it may.")
            }
            Error::RecipientLimit => Self::too_many_mails(NO_MORE_INVITATIONS),
            Error::SignUpClosed => Self::new(
                Kind::SignUpClosed,
                "The operator of this service creates its accounts.",
            ),
            Error::NoMail => Self::no_mail(),
            Error::PartyTaken => Self::new(Kind::PartyTaken, PARTY_TAKEN),
            Error::PartyInUse => Self::new(Kind::PartyInUse, PARTY_IN_USE),
            Error::PasswordsOff => Self::new(
                Kind::PasswordsOff,
                "People sign in to this service at an OpenID provider, without a password.",
            ),
            // As for a wrong password: nothing tells which accounts there are.
            Error::IdentityRefused(_) => Self::from(Error::BadCredentials),
            Error::ProviderUnavailable(cause) => {
                tracing::warn!(cause = %chain(cause.as_ref()), "unavailable");
                Self::unavailable("The OpenID provider does not answer at the moment.")
            }
            Error::Invalid(violations) => Self::invalid(violations),
            Error::TripTooLarge { size, limit } => Self::new(
                Kind::TripTooLarge,
                format!(
                    "With this change the trip would have {size} bytes; it may have at most \
                        {limit}."
                ),
            ),
            Error::ListTooLong => Self::new(Kind::TooManyBytes, LIST_TOO_LONG),
            Error::AccountFull { limit } => Self::new(
                Kind::AccountFull,
                format!("The trips of an account may have {limit} bytes in all."),
            ),
            Error::FileTooLarge { reason } => {
                Self::new(Kind::TooLarge, format!("The file {reason}."))
            }
            Error::TooManyTrips { limit } => Self::new(
                Kind::TooManyTrips,
                format!("This account has {limit} trips, as many as it may."),
            ),
            Error::TooManyKeys { limit } => Self::new(
                Kind::TooManyKeys,
                format!(
                    "This account has {limit} API keys or assistants, as many as it may; end one \
                        first."
                ),
            ),
            Error::PictureQuota { limit } => Self::new(
                Kind::PictureQuota,
                format!(
                    "The pictures of an account may have {limit} bytes in all, those of a trip \
                        counting for its owner."
                ),
            ),
            Error::Picture { path, fault } => Self::picture(path, fault),
            Error::LinkRefused => Self::new(
                Kind::LinkRefused,
                "This address of a picture is not what the service signed, or no longer good.",
            ),
            Error::VersionMismatch => Self::new(
                Kind::VersionMismatch,
                "This has changed since the version that If-Match names.",
            ),
            Error::TooManyUploads => Self::new(
                Kind::TooManyUploads,
                "Too many of your uploads are on their way; send this one when another has ended.",
            )
            .with_retry(),
            Error::TooManyStreams => Self::new(Kind::TooManyStreams, TOO_MANY_STREAMS).with_retry(),
            Error::Busy => Self::unavailable("The service has more to do than it can take."),
            Error::Unavailable(cause) => {
                tracing::warn!(cause = %chain(cause.as_ref()), "unavailable");
                Self::unavailable("A store that this needs is not available at the moment.")
            }
            Error::Full(cause) => {
                tracing::warn!(cause = %chain(cause.as_ref()), "no room left");
                Self::new(Kind::NoRoom, NO_ROOM).with_retry()
            }
            Error::Internal(cause) => Self::internal(cause.as_ref()),
            error => Self::of_key(&error),
        }
    }
}

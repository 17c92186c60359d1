//! Errors of use cases as problems.

use actix_web::http::{StatusCode, header};
use wayfare_service::Error;

use super::{Challenge, Kind, Problem, chain};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::TokenRefused => Self::unauthorized(Challenge::InvalidToken),
            Error::NotPermitted => Self::unauthorized(Challenge::InsufficientScope),
            Error::BadCredentials => Self::new(
                StatusCode::UNAUTHORIZED,
                Kind::BadCredentials,
                "Bad credentials",
                "The credentials do not match.",
            )
            .with(header::WWW_AUTHENTICATE, Challenge::Missing.header()),
            Error::SharePassword => Self::new(
                StatusCode::UNAUTHORIZED,
                Kind::SharePassword,
                "Password of the link needed",
                "This link has a password; it is missing in Share-Password, or another one.",
            )
            .with(header::WWW_AUTHENTICATE, Challenge::Missing.header()),
            Error::NotFound => Self::not_found(),
            Error::UsernameTaken => Self::new(
                StatusCode::FORBIDDEN,
                Kind::UsernameTaken,
                "Username taken",
                "This username is taken.",
            ),
            Error::SignUpClosed => Self::new(
                StatusCode::FORBIDDEN,
                Kind::SignUpClosed,
                "Sign-up closed",
                "The operator of this service creates its accounts.",
            ),
            Error::Invalid(violations) => Self::invalid(violations),
            Error::TripTooLarge { size, limit } => Self::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                Kind::TripTooLarge,
                "Trip too large",
                format!(
                    "With this change the trip would have {size} bytes; it may have at most {limit}."
                ),
            ),
            Error::FileTooLarge { reason } => Self::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                Kind::TooLarge,
                "Too large",
                format!("The file {reason}."),
            ),
            Error::TooManyTrips { limit } => Self::new(
                StatusCode::FORBIDDEN,
                Kind::TooManyTrips,
                "Too many trips",
                format!("This account owns {limit} trips, as many as it may."),
            ),
            Error::PictureQuota { limit } => Self::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                Kind::PictureQuota,
                "Picture quota exceeded",
                format!(
                    "The pictures of an account may have {limit} bytes in all, those of a trip counting for its owner."
                ),
            ),
            Error::Picture { path, fault } => Self::picture(path, fault),
            Error::LinkRefused => Self::new(
                StatusCode::FORBIDDEN,
                Kind::LinkRefused,
                "Link refused",
                "This address of a picture is not what the service signed, or no longer good.",
            ),
            Error::VersionMismatch => Self::new(
                StatusCode::PRECONDITION_FAILED,
                Kind::VersionMismatch,
                "Changed since",
                "This has changed since the version that If-Match names.",
            ),
            Error::TooManyUploads => Self::too_many_uploads(),
            Error::Busy => Self::unavailable("The service has more to do than it can take."),
            Error::Unavailable(cause) => {
                tracing::warn!(cause = %chain(cause.as_ref()), "unavailable");
                Self::unavailable("A store that this needs is not available at the moment.")
            }
            Error::Full(cause) => {
                tracing::warn!(cause = %chain(cause.as_ref()), "no room left");
                Self::no_room()
            }
            Error::Internal(cause) => Self::internal(cause.as_ref()),
            error => Self::internal(&error),
        }
    }
}

//! The kinds of problems: one name each, by which programs tell them apart, with status and title.

use actix_web::http::StatusCode;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Makes [`Kind`] with names, statuses and titles.
macro_rules! kinds {
    ($($kind:ident = $name:literal, $status:ident, $title:literal;)+) => {
        /// A kind of problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind {
            $($kind,)+
        }

        impl Kind {
            /// The types of all kinds, as the documents list them.
            const TYPES: &[&str] = &[$(concat!("urn:wayfare:problem:", $name),)+];

            /// The type of its problems: a URN.
            pub(super) fn as_type(self) -> &'static str {
                match self {
                    $(Self::$kind => concat!("urn:wayfare:problem:", $name),)+
                }
            }

            /// The status of its problems, and the kind in words.
            pub(super) fn status_and_title(self) -> (StatusCode, &'static str) {
                match self {
                    $(Self::$kind => (StatusCode::$status, $title),)+
                }
            }
        }
    };
}

kinds! {
    AccountFull = "account-full", PAYLOAD_TOO_LARGE, "Account full";
    AlreadyDone = "already-done", CONFLICT, "Already done";
    BadCredentials = "bad-credentials", UNAUTHORIZED, "Bad credentials";
    EmailTaken = "email-taken", FORBIDDEN, "E-mail address taken";
    Gone = "gone", GONE, "Gone";
    Http = "http", INTERNAL_SERVER_ERROR, "Error";
    IdempotencyKeyInUse = "idempotency-key-in-use", CONFLICT, "Idempotency key in use";
    IdempotencyKeyReused = "idempotency-key-reused", UNPROCESSABLE_ENTITY, "Idempotency key reused";
    Internal = "internal", INTERNAL_SERVER_ERROR, "Internal error";
    InvalidInput = "invalid-input", BAD_REQUEST, "Invalid input";
    LinkRefused = "link-refused", FORBIDDEN, "Link refused";
    MethodNotAllowed = "method-not-allowed", METHOD_NOT_ALLOWED, "Method not allowed";
    NoMail = "no-mail", BAD_REQUEST, "No mail";
    NoRoom = "no-room", SERVICE_UNAVAILABLE, "No room left";
    NoRoute = "no-route", NOT_FOUND, "No such route";
    NotFound = "not-found", NOT_FOUND, "Not found";
    NotPermitted = "not-permitted", UNAUTHORIZED, "Not permitted";
    OriginRefused = "origin-refused", FORBIDDEN, "Origin refused";
    PartyInUse = "party-in-use", CONFLICT, "Party in use";
    PartyTaken = "party-taken", CONFLICT, "Party taken";
    PasswordsOff = "passwords-off", FORBIDDEN, "Passwords are off";
    PictureQuota = "picture-quota", PAYLOAD_TOO_LARGE, "Picture quota exceeded";
    RangeNotSatisfiable = "range-not-satisfiable", RANGE_NOT_SATISFIABLE, "Range not satisfiable";
    SharePassword = "share-password", UNAUTHORIZED, "Password of the link needed";
    SignInTooOld = "sign-in-too-old", UNAUTHORIZED, "Sign-in too old";
    SignUpClosed = "sign-up-closed", FORBIDDEN, "Sign-up closed";
    TokenMissing = "token-missing", UNAUTHORIZED, "Token missing";
    TokenRefused = "token-refused", UNAUTHORIZED, "Token refused";
    TooLarge = "too-large", PAYLOAD_TOO_LARGE, "Too large";
    TooManyBytes = "too-many-bytes", TOO_MANY_REQUESTS, "Too many bytes";
    TooManyKeys = "too-many-keys", FORBIDDEN, "Too many keys";
    TooManyMails = "too-many-mails", TOO_MANY_REQUESTS, "Too many mails";
    TooManyRequests = "too-many-requests", TOO_MANY_REQUESTS, "Too many requests";
    TooManyStreams = "too-many-streams", TOO_MANY_REQUESTS, "Too many streams";
    TooManyTrips = "too-many-trips", FORBIDDEN, "Too many trips";
    TooManyUploads = "too-many-uploads", TOO_MANY_REQUESTS, "Too many uploads";
    TooSlow = "too-slow", REQUEST_TIMEOUT, "Too slow";
    TripTooLarge = "trip-too-large", PAYLOAD_TOO_LARGE, "Trip too large";
    Unavailable = "unavailable", SERVICE_UNAVAILABLE, "Service unavailable";
    UnsupportedMediaType = "unsupported-media-type", UNSUPPORTED_MEDIA_TYPE, "Unsupported media \
        type";
    UsernameTaken = "username-taken", FORBIDDEN, "Username taken";
    VersionMismatch = "version-mismatch", PRECONDITION_FAILED, "Changed since";
}

impl PartialSchema for Kind {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Self::TYPES.iter().copied()))
            .description(Some("Which kind of problem"))
            .into()
    }
}

impl ToSchema for Kind {
    fn name() -> std::borrow::Cow<'static, str> {
        "ProblemType".into()
    }
}

//! The kinds of problems: one name each, by which programs tell them apart.

use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Makes [`Kind`] and its names.
macro_rules! kinds {
    ($($kind:ident = $name:literal;)+) => {
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
        }
    };
}

kinds! {
    BadCredentials = "bad-credentials";
    Http = "http";
    Internal = "internal";
    InvalidInput = "invalid-input";
    LinkRefused = "link-refused";
    MethodNotAllowed = "method-not-allowed";
    NoRoom = "no-room";
    NoRoute = "no-route";
    NotFound = "not-found";
    NotPermitted = "not-permitted";
    OriginRefused = "origin-refused";
    PictureQuota = "picture-quota";
    SharePassword = "share-password";
    SignUpClosed = "sign-up-closed";
    TokenMissing = "token-missing";
    TokenRefused = "token-refused";
    TooLarge = "too-large";
    TooManyBytes = "too-many-bytes";
    TooManyRequests = "too-many-requests";
    TooManyTrips = "too-many-trips";
    TooManyUploads = "too-many-uploads";
    TooSlow = "too-slow";
    TripTooLarge = "trip-too-large";
    Unavailable = "unavailable";
    UnsupportedMediaType = "unsupported-media-type";
    UsernameTaken = "username-taken";
    VersionMismatch = "version-mismatch";
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

//! The tags of the OpenAPI documents, and the answers that several routes describe.
//!
//! A route describes only its own input and answers. What generates the documents adds the rules of
//! all routes, so that each rule is written once.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Ref, RefOr, Response};

/// The tag of the routes of accounts.
pub const USERS: &str = "Users";
/// The tag of the routes that issue and revoke tokens.
pub const TOKENS: &str = "Tokens";
/// The tag of the routes of API keys.
pub const KEYS: &str = "API keys";
/// The tag of the routes of Variant A.
pub const VARIANT_A: &str = "Trips, Variant A";
/// The tag of the routes of Variant B.
pub const VARIANT_B: &str = "Trips, Variant B";
/// The tag of the routes that neither variant has.
pub const EXTENSIONS: &str = "Extensions";
/// The tag of the routes that settle up, and of the reference rates.
pub const SETTLING: &str = "Settling up";
/// The tag of the routes of invitations and of people without an account.
pub const PEOPLE: &str = "People";
/// The tag of the routes that export and import trips.
pub const FORMATS: &str = "In and out";
/// The tag of the health routes.
pub const SERVICE: &str = "Service";

/// Answers that a route documents itself, since no common rule adds them.
macro_rules! shared {
    ($($(#[$doc:meta])+ $name:ident = $status:literal;)+) => {
        $(
            $(#[$doc])+
            pub struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    BTreeMap::from([
                        ($status.to_owned(), Ref::from_response_name(stringify!($name)).into())
                    ])
                }
            }
        )+
    };
}

shared! {
    /// 400 of a route without a body whose other input can be invalid.
    BadRequest = "400";
    /// 401 of a route whose token is optional in some cases.
    Unauthorized = "401";
    /// 403 of a username that is taken.
    UsernameTaken = "403";
    /// 403 of an account that has as many API keys as it may.
    TooManyKeys = "403";
    /// 403 of a sign-up.
    NoSignUp = "403";
    /// 403 of a route for passwords.
    NoPasswords = "403";
    /// 403 of a picture that does not exist or that the caller may not see.
    NoPicture = "403";
    /// 401 of a share link with a password.
    ShareRefused = "401";
    /// 412 of a route that is no update.
    VersionMismatch = "412";
    /// 404 of a route whose path has no parameter.
    NotFound = "404";
    /// 304 of a route that is no `PUT` but updates, too.
    NotModified = "304";
    /// 503 of a route without rate limits.
    Unavailable = "503";
}

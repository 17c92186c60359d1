//! What the descriptions of all routes have in common: tokens, conditions on requests, limits,
//! problem details.
//!
//! A route describes what is its own. [`complete`] adds what follows from rules that hold for every
//! route, so that each rule is written once.

mod complete;
mod components;
mod never_null;

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Ref, RefOr, Response};

pub use complete::complete;

/// The tag of the routes of accounts.
pub const USERS: &str = "Users";
/// The tag of the routes by which tokens are had and lost.
pub const TOKENS: &str = "Tokens";
/// The tag of the routes of Variant A.
pub const VARIANT_A: &str = "Trips, Variant A";
/// The tag of the routes of Variant B.
pub const VARIANT_B: &str = "Trips, Variant B";
/// The tag of the routes that say how the service is.
pub const SERVICE: &str = "Service";

/// Answers that a route documents itself, since they do not follow from a rule that holds for all.
macro_rules! shared {
    ($($(#[$doc:meta])+ $name:ident = $status:literal;)+) => {
        $(
            $(#[$doc])+
            pub struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    BTreeMap::from([($status.to_owned(), Ref::from_response_name(stringify!($name)).into())])
                }
            }
        )+
    };
}

shared! {
    /// 400 of a route that takes no body but other input which can be wrong.
    BadRequest = "400";
    /// 401 of a route whose token is optional, but not always.
    Unauthorized = "401";
    /// 403 of a username that somebody else has.
    UsernameTaken = "403";
    /// 403 of a picture that is not there, or not for the caller.
    NoPicture = "403";
    /// 404 of a route whose path names something.
    NotFound = "404";
    /// 503 of a route that is not limited like the others.
    Unavailable = "503";
}

//! Path parameters. One that can't name anything is looked up like any other, and not found like any other.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use wayfare_domain::{PictureId, TripId, Username};

use crate::Problem;

/// The trip that the path names as `{uuid}`; a malformed id is one that no trip has.
#[derive(Debug, Clone, Copy)]
pub struct TripPath(pub TripId);

/// The user that the path names as `{username}`; a malformed name is one that no user has.
#[derive(Debug, Clone)]
pub struct UserPath(pub String);

/// The picture of a trip that the path names as `{picture}`; a malformed id is one that no picture has.
#[derive(Debug, Clone, Copy)]
pub struct PhotoPath(pub PictureId);

impl TripPath {
    /// The trip that a path segment names.
    pub fn of(segment: &str) -> Self {
        Self(TripId::parse(segment).unwrap_or(TripId::NOWHERE))
    }
}

impl UserPath {
    /// The user that a path segment names.
    pub fn of(segment: &str) -> Self {
        Self(Username::new(segment).map_or_else(|_| String::new(), |name| name.as_str().to_owned()))
    }
}

impl FromRequest for TripPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request.match_info().get("uuid").unwrap_or_default())))
    }
}

impl FromRequest for PhotoPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let TripPath(TripId(id)) = TripPath::of(request.match_info().get("picture").unwrap_or_default());
        ready(Ok(Self(PictureId(id))))
    }
}

impl FromRequest for UserPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request.match_info().get("username").unwrap_or_default())))
    }
}

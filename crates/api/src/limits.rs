//! The rate limits, and the kind of request that each route counts as.

use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::http::Method;
use actix_web::{HttpMessage, HttpRequest};
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::limits::rate::{Allowance, Allowances, Kind};
use wayfare_api_core::trip::share::SHARE_PASSWORD;

/// The rate limits: generous for applications and for people who share an address, strict for
/// passwords. docs/operations lists them.
pub const ALLOWANCES: Allowances = Allowances {
    address: allowance(2_000, 10),
    account: allowance(1_000, 10),
    sign_ups: allowance(300, 600),
    sign_ups_of_site: allowance(3_000, 600),
    credentials: allowance(30, 60),
    credentials_of_site: allowance(300, 60),
    passwords: allowance(10, 60),
};

const fn allowance(burst: u32, seconds: u64) -> Allowance {
    let burst = match NonZeroU32::new(burst) {
        Some(burst) => burst,
        None => NonZeroU32::MIN,
    };
    Allowance {
        burst,
        per: Duration::from_secs(seconds),
    }
}

/// The kind of a request to the interface at `root`, at each of its mounts. Notes that a request by
/// a share link is secret, since its refusal comes before its endpoint.
pub fn kind_of(request: &HttpRequest, root: &str) -> Kind {
    // As the router reads it: an escaped letter is that letter.
    let path = request.match_info().as_str();
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    let is_at = |path: &str, route| {
        let mount = path.strip_suffix(route);
        mount.is_some_and(|mount| mount.ends_with(root))
    };
    let shared = path.split_once("/shared/");
    if shared.is_some_and(|(mount, _)| mount.ends_with(root)) {
        request.extensions_mut().insert(Secrecy::OfAddress);
    }
    if is_at(parent, "/shared") && request.headers().contains_key(SHARE_PASSWORD) {
        return Kind::SharePassword;
    }
    if !matches!(*request.method(), Method::POST | Method::PUT) {
        return Kind::Ordinary;
    }
    if is_at(path, "/user") {
        Kind::SignUp
    } else if is_at(path, "/auth/token") || is_at(path, "/auth/revoke") {
        Kind::Credentials
    } else if is_at(path, "/auth/password") {
        Kind::Password
    } else {
        Kind::Ordinary
    }
}

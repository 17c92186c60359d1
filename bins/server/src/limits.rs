//! How often who may ask for what, and which route counts as what.

use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::Method;
use wayfare_api_core::envelope::route_of;
use wayfare_api_core::rate::{Allowance, Allowances, Kind};

use crate::health::{HEALTHZ, READYZ};
use crate::metrics::METRICS;

/// Generous to applications and the people behind one address, slow for those who try passwords.
/// They are listed in docs/operations.
pub(crate) const ALLOWANCES: Allowances = Allowances {
    address: allowance(2_000, 10),
    account: allowance(1_000, 10),
    sign_ups: allowance(300, 600),
    credentials: allowance(30, 60),
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

/// What a request counts as, wherever the interface is mounted.
pub(crate) fn kind_of(request: &HttpRequest) -> Kind {
    if [HEALTHZ, READYZ, METRICS].contains(&request.path()) {
        return Kind::Free;
    }
    if !matches!(*request.method(), Method::POST | Method::PUT) {
        return Kind::Ordinary;
    }
    let route = route_of(request);
    match route.split_once("/api/v1").map_or("", |(_, route)| route) {
        "/user" => Kind::SignUp,
        "/auth/token" | "/auth/revoke" => Kind::Credentials,
        "/auth/password" => Kind::Password,
        _ => Kind::Ordinary,
    }
}

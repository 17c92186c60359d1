//! The access log: one line for each request, and one warning of each fault of a proxy.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::ServiceResponse;
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest};
use wayfare_domain::TripId;

use crate::App;
use crate::http::proxies::is_forwarded;
use crate::http::request::{method_of, route_of, user_of, variant_of};

/// What the access log of a server holds, besides what it always does.
#[derive(Debug, Default)]
pub struct AccessLog {
    /// Whether a line holds the client's address.
    addresses: bool,
    has_warned_of_unnamed: AtomicBool,
    has_warned_of_headers: AtomicBool,
}

/// Marks a request that monitoring sends every few seconds: its line is `debug` unless it fails.
#[derive(Debug, Clone, Copy)]
pub struct Probe;

impl AccessLog {
    /// An access log, with the clients' addresses if `addresses`.
    pub fn new(addresses: bool) -> Self {
        Self {
            addresses,
            ..Self::default()
        }
    }

    /// Warns once if the peer of a request says that it forwards it, but is not a trusted proxy,
    /// and once if it is one whose headers disagree.
    fn warn_of_proxy(&self, app: &App, request: &HttpRequest) {
        let Some(peer) = request.peer_addr().map(|peer| peer.ip().to_canonical()) else {
            return;
        };
        if app.proxies.disagree(peer, request) {
            if !self.has_warned_of_headers.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "X-Forwarded-For and Forwarded name different clients, which count as the \
                     proxy: let the proxy set one, and remove the other; this is logged once"
                );
            }
            return;
        }
        if !is_forwarded(request) || app.proxies.trusts(peer) {
            return;
        }
        if !self.has_warned_of_unnamed.swap(true, Ordering::Relaxed) {
            // The address of a proxy of the operator, not that of a person.
            let peer = is_internal(peer).then(|| tracing::field::display(peer));
            tracing::warn!(
                peer,
                "a proxy that WAYFARE_TRUSTED_PROXIES does not name forwards requests: all its \
                 clients count as one; this is logged once"
            );
        }
    }
}

/// Writes the line of an answered request.
pub(crate) fn log(answer: &ServiceResponse<impl MessageBody>, started: Instant) {
    let request = answer.request();
    let app = request.app_data::<Data<App>>();
    if let Some(app) = app {
        app.access_log.warn_of_proxy(app, request);
    }
    let client = app
        .filter(|app| app.access_log.addresses)
        .and_then(|app| app.proxies.client(request))
        .map(tracing::field::display);
    let (method, route) = (method_of(request), &*route_of(request));
    let status = answer.status().as_u16();
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    let user = user_of(request).map(tracing::field::display);
    let trip = trip_of(request.path()).map(tracing::field::display);
    let variant = variant_of(request);
    let is_probe = request.extensions().contains::<Probe>();
    if is_probe && answer.status().is_success() {
        tracing::debug!(
            method, route, status, micros, client, user, trip, variant, "answered"
        );
    } else {
        tracing::info!(
            method, route, status, micros, client, user, trip, variant, "answered"
        );
    }
}

/// The trip that a path names, on pages and in the interface.
fn trip_of(path: &str) -> Option<TripId> {
    let mut segments = path.split('/');
    segments.find(|segment| matches!(*segment, "trip" | "trips"))?;
    TripId::parse(segments.next()?)
}

/// Whether an address belongs to the operator's own networks.
fn is_internal(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

//! The paths of the interface at each mount, and the choice of a variant where both have the same
//! route.

use actix_web::http::Method;
use actix_web::web::{Data, Payload, scope, to};
use actix_web::{HttpMessage, HttpRequest, Scope};
use wayfare_api_core::http::endpoint::{merged, no_route, register};
use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::{
    Answer, App, CallerRequest, Endpoint, OptionalCaller, Problem, TripPath, UserPath, Variants,
    endpoint,
};
use wayfare_domain::is_uuid_shaped;

use crate::both::{self, BothShape};
use crate::{extensions, users};

/// The path parameter that is a trip's id in Variant A and a username in Variant B.
const SEGMENT: &str = "segment";

/// Routes of the interface below one path.
pub(crate) struct Mount {
    pub(crate) path: String,
    pub(crate) endpoints: Vec<Endpoint>,
}

impl Mount {
    pub(crate) fn scope(self) -> Scope {
        let routes = scope(&self.path).configure(|config| register(self.endpoints, config));
        routes.default_service(to(no_route))
    }
}

/// The mounts of the interface: both variants at `root`, and each alone at `/a` and `/b` before it;
/// users and extensions at each. `default` is the variant of the trip list for clients that choose
/// none.
pub(crate) fn mounts(root: &str, default: Variants) -> [Mount; 3] {
    let [a, b] = [wayfare_api_a::endpoints(), wayfare_api_b::endpoints()].map(endpoints_with);
    [
        (root.to_owned(), endpoints_of_both(default)),
        (format!("/a{root}"), a),
        (format!("/b{root}"), b),
    ]
    .map(|(path, endpoints)| Mount { path, endpoints })
}

/// The routes of users and extensions, and these routes of trips, in the order in which they are
/// matched.
pub fn endpoints_with(trips: Vec<Endpoint>) -> Vec<Endpoint> {
    let users = users::endpoints().into_iter();
    merged(users.chain(trips).chain(extensions::endpoints()))
}

/// The routes of users, of both variants and of extensions, in the order in which they are matched.
pub fn endpoints_of_both(default: Variants) -> Vec<Endpoint> {
    let segment = Endpoint::at("/trips/{segment}")
        .get(get)
        .on(Method::PUT, put)
        .on(Method::DELETE, delete);
    let mut endpoints = vec![
        list_of_both(default),
        segment.variant_by(variant_of_segment),
    ];
    let variants = wayfare_api_a::endpoints().into_iter();
    let variants = variants.chain(wayfare_api_b::endpoints());
    endpoints.extend(variants.filter(|endpoint| !is_of_both(endpoint)));
    endpoints_with(endpoints)
}

/// `GET /trips` where both variants are.
pub fn list_of_both(default: Variants) -> Endpoint {
    endpoint!({ list }).variant_by(move |request| variant_of_list(request, default))
}

/// Whether the other variant has a route like this one.
fn is_of_both(endpoint: &Endpoint) -> bool {
    match endpoint.path() {
        "/trips" => endpoint.methods().contains(&Method::GET),
        path => ["/trips/{uuid}", "/trips/{username}"].contains(&path),
    }
}

/// The variant of `/trips`: for reads the one that the request chooses, else the default; for
/// writes Variant A, which alone creates trips here.
fn variant_of_list(request: &HttpRequest, default: Variants) -> Variants {
    if is_write(request) {
        Variants::A
    } else {
        chosen(request).unwrap_or(default)
    }
}

/// The variant of `/trips/{segment}`: for reads the one that the request chooses, else Variant A if
/// the segment has the form of a UUID, which no username has; for writes Variant A.
fn variant_of_segment(request: &HttpRequest) -> Variants {
    let by_shape = || {
        if is_uuid_shaped(segment(request)) {
            Variants::A
        } else {
            Variants::B
        }
    };
    if is_write(request) {
        Variants::A
    } else {
        chosen(request).unwrap_or_else(by_shape)
    }
}

fn is_write(request: &HttpRequest) -> bool {
    matches!(
        *request.method(),
        Method::POST | Method::PUT | Method::DELETE
    )
}

fn chosen(request: &HttpRequest) -> Option<Variants> {
    // The endpoint refuses an invalid choice.
    Variants::chosen(request).ok().flatten()
}

/// The variant that `Endpoint::variant_by` has stored in a request.
fn variant_of(request: &HttpRequest) -> Variants {
    request
        .extensions()
        .get()
        .copied()
        .unwrap_or(Variants::Both)
}

fn segment(request: &HttpRequest) -> &str {
    request.match_info().get(SEGMENT).unwrap_or_default()
}

/// The caller's trips, newest first: in the variant that `Api-Variant` chooses, else with the
/// fields of both.
#[utoipa::path(
    get, path = "/trips", tag = VARIANT_A, operation_id = "listTrips",
    responses((status = 200, description = "The trips", body = Vec<BothShape>)),
)]
async fn list(request: CallerRequest) -> Answer {
    match variant_of(&request.http) {
        Variants::A => wayfare_api_a::trips::list(request).await,
        Variants::B => wayfare_api_b::trips::list(request).await,
        Variants::Both => both::list(request).await,
    }
}

/// A trip in full if `Api-Variant` is `a`, or if it is not sent and the segment has the form of a
/// UUID; else the trips of a user.
async fn get(app: Data<App>, request: HttpRequest) -> Answer {
    if variant_of(&request) == Variants::A {
        return wayfare_api_a::trip::detail(trip_request(&request)?).await;
    }
    let caller = OptionalCaller::of(&request);
    let user = UserPath::of(segment(&request));
    wayfare_api_b::trips::list_of(app, caller, user, request).await
}

async fn put(request: HttpRequest, payload: Payload) -> Answer {
    wayfare_api_a::trip::update(trip_request(&request)?, payload).await
}

async fn delete(request: HttpRequest) -> Answer {
    wayfare_api_a::trip::delete(trip_request(&request)?).await
}

/// The request about the trip that the segment names.
fn trip_request(request: &HttpRequest) -> Result<TripRequest, Problem> {
    TripRequest::new(request, TripPath::of(segment(request)))
}

#[cfg(test)]
mod tests;

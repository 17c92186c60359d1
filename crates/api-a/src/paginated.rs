//! `/trips/paginated`: the caller's trips, a page at a time.

use std::ops::RangeInclusive;

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::http::header::HeaderValue;
use wayfare_api_core::input::query;
use wayfare_api_core::openapi::{NotFound, VARIANT_A};
use wayfare_api_core::{Answer, CallerRequest, Problem, answer::conditional};
use wayfare_domain::{Reason, Violations};
use wayfare_service as service;
use wayfare_shapes::variant_a::TripPage;

use crate::trips::show_entry;

/// The default page size.
const PER_PAGE: u64 = 20;
/// The greatest page size.
const MAX_PER_PAGE: u64 = 100;

/// The caller's trips, newest first, a page at a time.
#[utoipa::path(
    get, path = "/trips/paginated", tag = VARIANT_A, operation_id = "listTripPagesA",
    params(
    ("page" = Option<u64>, Query, description = "Which page, from 0", minimum = 0),
    ("per_page" = Option<u64>, Query, description = "How many trips a page has; 20 where this is \
        left out", minimum = 1, maximum = 100),
    ),
    responses(
    (
        status = 200, description = "The page", body = TripPage,
        headers((
            "Link" = String,
            description = "The pages beside this one: `next`, `prev` (RFC 8288); only where there \
                are any"
        ))
    ),
    NotFound,
    ),
)]
pub(crate) async fn get(request: CallerRequest) -> Answer {
    let (app, caller, request) = (&request.app, request.caller, &request.http);
    let mut violations = Violations::new();
    let page = query(request, "page", 0..=u64::MAX, &mut violations);
    let sent = query(request, "per_page", 1..=MAX_PER_PAGE, &mut violations);
    let (page, per_page) = violations
        .or((page.unwrap_or(0), sent.unwrap_or(PER_PAGE)))
        .map_err(Problem::invalid)?;
    let service::TripPage { trips, pages } = app.service.trips.page(caller, page, per_page).await?;
    let trips = trips
        .iter()
        .map(|trip| show_entry(&app.links, trip, caller.user))
        .collect();
    let mut answer = conditional::json(request, None, &TripPage { trips, pages })?;
    let size = sent
        .map(|size| format!("&per_page={size}"))
        .unwrap_or_default();
    let link = |page: u64, rel| {
        let url = app.links.to(&format!("/trips/paginated?page={page}{size}"));
        format!("<{url}>; rel=\"{rel}\"")
    };
    let next = (page.saturating_add(1) < pages).then(|| link(page + 1, "next"));
    let prev = (page > 0).then(|| link(page - 1, "prev"));
    let links: Vec<String> = next.into_iter().chain(prev).collect();
    if !links.is_empty() {
        let value =
            HeaderValue::from_str(&links.join(", ")).map_err(|error| Problem::internal(&error))?;
        answer.headers_mut().insert(header::LINK, value);
    }
    Ok(answer)
}

/// A whole number of the query; saturates at the greatest `u64`.
fn query(
    request: &HttpRequest,
    name: &'static str,
    range: RangeInclusive<u64>,
    violations: &mut Violations,
) -> Option<u64> {
    let parse = |text: &str| {
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_whole.then(|| text.parse().unwrap_or(u64::MAX));
        let number = number.filter(|number| range.contains(number));
        number.ok_or_else(|| {
            Reason::new(match *range.end() {
                u64::MAX => format!("must be a whole number from {}", range.start()),
                end => format!("must be a whole number from {} to {end}", range.start()),
            })
        })
    };
    query::read(request, name, parse, violations)
}

//! `/trips/{uuid}/feed`, `/user/{username}/feed` and `/feeds/{secret}.ics`: calendars at secret
//! addresses.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use wayfare_api_core::answer::conditional::{self, Document};
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::schemas::FileBytes;
use wayfare_api_core::openapi::{FORMATS, NotFound};
use wayfare_api_core::trip::edit::{TripRequest, or_refuse};
use wayfare_api_core::{
    Answer, App, CallerRequest, Endpoint, Problem, RequestClient, TripPath, UserPath,
};
use wayfare_domain::Action;
use wayfare_formats::Format;
use wayfare_service::FeedScope;
use wayfare_shapes::extensions::Feed;

/// Tells search engines to forget what they have found.
const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
const NOINDEX: HeaderValue = HeaderValue::from_static("noindex");

pub(crate) fn of_trip() -> Endpoint {
    Endpoint::at("/trips/{uuid}/feed")
        .post(open_trip)
        .delete(close_trip)
}

pub(crate) fn of_account() -> Endpoint {
    Endpoint::at("/user/{username}/feed")
        .post(open_account)
        .delete(close_account)
}

pub(crate) fn calendar() -> Endpoint {
    Endpoint::at("/feeds/{secret}.ics").get(get)
}

/// Gives the caller, who is on the trip, a new address of its calendar. The one before ends.
#[utoipa::path(
    post, path = "/trips/{uuid}/feed", tag = FORMATS, operation_id = "openTripFeed",
    params(TripPath),
    responses((status = 201, description = "The address", body = Feed), NotFound),
)]
pub(crate) async fn open_trip(request: TripRequest) -> Answer {
    let (caller, TripPath(trip)) = (request.caller, request.path);
    let (trips, feeds) = (&request.app.service.trips, &request.app.service.feeds);
    let key = idempotency::claim(&request.http);
    let key = or_refuse(key, || trips.authorize(caller, trip, Action::Subscribe)).await?;
    let secret = feeds.open(caller, FeedScope::Trip(trip), key).await?;
    Ok(created(&request.app, &secret))
}

/// Ends the address of the caller's calendar of the trip.
#[utoipa::path(
    delete, path = "/trips/{uuid}/feed", tag = FORMATS, operation_id = "closeTripFeed",
    params(TripPath),
    responses((status = 204, description = "There is no such address"), NotFound),
)]
pub(crate) async fn close_trip(request: TripRequest) -> Answer {
    let (caller, TripPath(trip)) = (request.caller, request.path);
    let feeds = &request.app.service.feeds;
    feeds.close(caller, FeedScope::Trip(trip)).await?;
    Ok(conditional::no_content())
}

/// Gives the caller a new address of a calendar of all their trips. The one before ends.
#[utoipa::path(
    post, path = "/user/{username}/feed", tag = FORMATS, operation_id = "openAccountFeed",
    params(UserPath),
    responses((status = 201, description = "The address", body = Feed), NotFound),
)]
pub(crate) async fn open_account(request: CallerRequest<UserPath>) -> Answer {
    let key = idempotency::claim(&request.http);
    let CallerRequest {
        app, caller, path, ..
    } = request;
    let key = or_refuse(key, || app.service.accounts.authorize(caller, &path.0)).await?;
    let scope = FeedScope::Account(path.0);
    let secret = app.service.feeds.open(caller, scope, key).await?;
    Ok(created(&app, &secret))
}

/// Ends the address of the calendar of all trips of the caller.
#[utoipa::path(
    delete, path = "/user/{username}/feed", tag = FORMATS, operation_id = "closeAccountFeed",
    params(UserPath),
    responses((status = 204, description = "There is no such address"), NotFound),
)]
pub(crate) async fn close_account(request: CallerRequest<UserPath>) -> Answer {
    let CallerRequest {
        app, caller, path, ..
    } = request;
    let scope = FeedScope::Account(path.0);
    app.service.feeds.close(caller, scope).await?;
    Ok(conditional::no_content())
}

/// The calendar at a secret address.
#[utoipa::path(
    get, path = "/feeds/{secret}.ics", tag = FORMATS, operation_id = "getFeed",
    params(("secret" = String, Path, description = "The secret")),
    responses(
        (
            status = 200, description = "The calendar",
            content((FileBytes = "text/calendar")),
            headers(("X-Robots-Tag" = String, description = "`noindex`")),
        ),
        NotFound,
    ),
    security(()),
)]
pub(crate) async fn get(app: Data<App>, request: HttpRequest) -> HttpResponse {
    let mut answer = match find(&app, &request).await {
        Ok(document) => conditional::answer_as(&request, Format::Ics.media_type(), document),
        Err(problem) => actix_web::ResponseError::error_response(&problem),
    };
    let headers = answer.headers_mut();
    headers.insert(X_ROBOTS_TAG, NOINDEX);
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    answer
}

async fn find(app: &App, request: &HttpRequest) -> Result<Document, Problem> {
    let secret = request.match_info().get("secret").unwrap_or_default();
    let RequestClient(client) = RequestClient::of(request);
    let feed = app.service.feeds.read(client, secret).await?;
    // Its tag is a digest.
    let document = move || Document::from_bytes(feed.version, feed.bytes);
    Ok(app.service.run_in_document_pool(client, document).await?)
}

/// 201 with the address of a secret, which nothing keeps.
fn created(app: &App, secret: &str) -> HttpResponse {
    HttpResponse::Created()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Feed {
            url: app.links.feed(secret),
        })
}

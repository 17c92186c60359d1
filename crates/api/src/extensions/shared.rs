//! What opens with a secret address: `/shared/{token}`, what a share link shows, and the pictures
//! in it; `/invitations/{token}`, what an invitation is to, and joining; `/feeds/{secret}.ics`.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use wayfare_api_core::answer::conditional::Document;
use wayfare_api_core::answer::render::render_in_pool_if;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::input::schemas::{FileBytes, PictureBytes};
use wayfare_api_core::openapi::{
    EXTENSIONS, FORMATS, NoPicture, PEOPLE, ShareRefused, Unauthorized,
};
use wayfare_api_core::problem::ProblemDetails;
use wayfare_api_core::trip::budget_summary::show_summary;
use wayfare_api_core::trip::items::show_shared_items;
use wayfare_api_core::trip::share::{OpenedShare, SharedPhoto};
use wayfare_api_core::trip::{show_dates, show_location};
use wayfare_api_core::{
    Answer, App, CallerRequest, Problem, RequestClient, answer::conditional, answer::picture,
    input::body,
};
use wayfare_domain::trip::MapLocation;
use wayfare_formats::Format;
use wayfare_service::{Error, OpenInvitation, OpenShare, PictureOf};
use wayfare_shapes::extensions::{SharedLocation, SharedMap, SharedTrip};
use wayfare_shapes::input::JoinInput;
use wayfare_shapes::people::{self, InvitedTrip, Joined};

use super::trip::parties::show_party;
use super::trip::roles::show_role;

/// Tells search engines to forget what they have found.
const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
const NOINDEX: HeaderValue = HeaderValue::from_static("noindex");

fn show_shared(app: &App, open: OpenShare) -> SharedTrip {
    let OpenShare { link, trip, .. } = open;
    let map = |locations: Vec<_>| SharedMap {
        locations: locations.iter().map(show_shared_location).collect(),
    };
    SharedTrip {
        name: trip.name.to_string(),
        desc: trip.description.to_string(),
        date: show_dates(trip.dates),
        itinerary: trip.itinerary.map(|items| show_shared_items(&items)),
        map: trip.locations.map(map),
        photos: trip
            .gallery
            .map(|gallery| app.links.shared_pictures(&link, &gallery)),
        notes: trip.notes.map(|notes| notes.to_string()),
        todo: trip
            .todo
            .map(|todo| todo.iter().map(ToString::to_string).collect()),
        budget: trip.budget.map(show_summary),
        members: trip.members,
    }
}

fn show_shared_location(location: &MapLocation) -> SharedLocation {
    let shown = show_location(location);
    SharedLocation {
        title: shown.title,
        address: shown.address,
        date: shown.date,
        transportation: shown.transportation,
    }
}

/// What a share link shows. Needs no account.
#[utoipa::path(
    get, path = "/shared/{token}", tag = EXTENSIONS, operation_id = "getSharedTrip",
    params(OpenedShare),
    responses((status = 200, description = "The trip", body = SharedTrip), ShareRefused),
    security(()),
)]
pub(crate) async fn get(
    app: Data<App>,
    OpenedShare { open, client }: OpenedShare,
    request: HttpRequest,
) -> Answer {
    let is_large = open.is_large;
    let render = move |app: &App| conditional::Document::new(None, &show_shared(app, open));
    let document = render_in_pool_if(is_large, &app, client, render).await?;
    Ok(conditional::answer(&request, document))
}

/// A picture of a shared trip, at its signed address.
#[utoipa::path(
    get, path = "/shared-pictures/{link}/{picture}", tag = EXTENSIONS,
    operation_id = "getSharedPicture",
    params(
        SharedPhoto,
        ("expires" = Option<String>, Query, description = "Of the signed address, whose query is \
            sent as it stands"),
        ("signature" = Option<String>, Query, description = "Of the signed address, whose query is \
            sent as it stands"),
    ),
    responses(
        (
            status = 200, description = "The picture",
            content((PictureBytes = "image/jpeg"), (PictureBytes = "image/png"))
        ),
        Unauthorized, NoPicture,
    ),
    security(()),
)]
pub(crate) async fn get_picture(
    app: Data<App>,
    SharedPhoto(opened): SharedPhoto,
    request: HttpRequest,
) -> Answer {
    picture::show(&app, &request, PictureOf::Shared(opened), picture::UNSTORED).await
}

fn show_open(open: OpenInvitation) -> people::OpenInvitation {
    people::OpenInvitation {
        trip: InvitedTrip {
            name: open.name.to_string(),
            date: show_dates(open.dates),
        },
        by: open.by,
        role: show_role(open.invitation.scope),
        parties: open.parties.into_iter().map(show_party).collect(),
    }
}

/// What an invitation is to. Needs no account.
#[utoipa::path(
    get, path = "/invitations/{token}", tag = PEOPLE, operation_id = "getInvitation",
    params(("token" = String, Path, description = "The token of an invitation")),
    responses((status = 200, description = "What it is to", body = people::OpenInvitation)),
    security(()),
)]
pub(crate) async fn get_invitation(
    app: Data<App>,
    token: Path<String>,
    request: HttpRequest,
) -> Answer {
    let RequestClient(client) = RequestClient::of(&request);
    let open = app.service.grants.open_invitation(client, &token).await?;
    conditional::json(&request, None, &show_open(open))
}

/// Makes the caller a member of the trip. Who is one already keeps the higher role.
#[utoipa::path(
    post, path = "/invitations/{token}", tag = PEOPLE, operation_id = "joinTrip",
    params(("token" = String, Path, description = "The token of an invitation")),
    request_body = JoinInput,
    responses(
        (status = 200, description = "The trip", body = Joined),
        (
            status = 403, description = "The account is a member of as many trips as it may",
            body = ProblemDetails, content_type = "application/problem+json"
        ),
    ),
)]
pub(crate) async fn join(request: CallerRequest, token: Path<String>, payload: Payload) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let grants = &app.service.grants;
    let sent = body::json(&request.http, payload, body::SMALL, read_join).await;
    let sent = sent.and_then(|party| Ok((party, idempotency::claim(&request.http)?)));
    let refuse = || grants.authorize_join(caller, &token);
    let (party, key) = or_refuse(sent, refuse).await?;
    let (trip, is_replayed) = match grants.join(caller, &token, party, key).await {
        Err(Error::AlreadyDone { resource }) => {
            let made = app.service.trips.read_made(caller, &resource).await?;
            (made.trip.id, true)
        }
        joined => (joined?, false),
    };
    let uuid = trip.to_string();
    let mut answer = HttpResponse::Ok().json(Joined { uuid });
    idempotency::mark_replayed(&mut answer, is_replayed);
    Ok(answer)
}

fn read_join(body: &Element<'_>) -> Option<Option<String>> {
    let fields = body.object()?;
    fields.read_optional("as", |party| party.string(|text| Ok(text.to_owned())))
}

/// The calendar at a secret address.
#[utoipa::path(
    get, path = "/feeds/{secret}.ics", tag = FORMATS, operation_id = "getFeed",
    params(("secret" = String, Path, description = "The secret")),
    responses((
        status = 200, description = "The calendar",
        content((FileBytes = "text/calendar")),
        headers(("X-Robots-Tag" = String, description = "`noindex`")),
    )),
    security(()),
)]
pub(crate) async fn get_calendar(app: Data<App>, request: HttpRequest) -> HttpResponse {
    let mut answer = match find_calendar(&app, &request).await {
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

async fn find_calendar(app: &App, request: &HttpRequest) -> Result<Document, Problem> {
    let secret = request.match_info().get("secret").unwrap_or_default();
    let RequestClient(client) = RequestClient::of(request);
    let feed = app.service.grants.read_feed(client, secret).await?;
    // Its tag is a digest.
    let document = move || Document::from_bytes(feed.version, feed.bytes);
    Ok(app.service.run_in_document_pool(client, document).await?)
}

//! `/trips/{uuid}/share-links`: links by which people without an account see parts of a trip.

use actix_web::HttpResponse;
use actix_web::web::Payload;
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::{moment, text};
use wayfare_api_core::openapi::{EXTENSIONS, NotFound, NotModified, VersionMismatch};
use wayfare_api_core::trip::edit::{TripRequest, or_refuse};
use wayfare_api_core::{
    Answer, Endpoint, Problem, ShareLinkPath, TripPath, answer::conditional, input::body,
};
use wayfare_domain::trip::{self, Sections, ShareLinkPatch};
use wayfare_domain::{Action, Violations};
use wayfare_service::{Error, Password, ShareLinkRequest, ShareLinkView};
use wayfare_shapes::extensions::{Section, ShareLink};
use wayfare_shapes::input::ShareLinkInput;

fn show_section(section: trip::Section) -> Section {
    match section {
        trip::Section::Itinerary => Section::Itinerary,
        trip::Section::Map => Section::Map,
        trip::Section::Photos => Section::Photos,
        trip::Section::Notes => Section::Notes,
        trip::Section::Todo => Section::Todo,
        trip::Section::Budget => Section::Budget,
        trip::Section::Members => Section::Members,
    }
}

fn show_link(request: &TripRequest, view: &ShareLinkView) -> ShareLink {
    let link = &view.link;
    ShareLink {
        id: link.id.to_string(),
        url: match request.caller.may_know_links() {
            true => request.app.links.share_page(&view.token),
            false => String::new(),
        },
        label: link.label.to_string(),
        sections: link.sections.iter().map(show_section).collect(),
        expires_at: link.expires_at.map(|at| at.to_string()),
        has_password: view.has_password,
        created_at: link.created_at.to_string(),
        last_used: link.last_used.map(|day| day.to_string()),
    }
}

/// Greatest number of sections of an input, which may name one several times.
const MAX_SECTIONS: usize = 70;

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trips/{uuid}/share-links")
        .secret(Secrecy::OfContent)
        .get(list)
        .post(post)
}

pub(crate) fn one() -> Endpoint {
    Endpoint::at("/trips/{uuid}/share-links/{link}")
        .secret(Secrecy::OfContent)
        .get(get)
        .patch(patch)
        .delete(delete)
}

/// The share links of a trip, newest first. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/share-links", tag = EXTENSIONS, operation_id = "listShareLinks",
    params(TripPath),
    responses((status = 200, description = "The links", body = Vec<ShareLink>), NotFound),
)]
pub(crate) async fn list(request: TripRequest) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let (links, version) = app.service.shares.list(caller, request.path.0).await?;
    let shapes: Vec<ShareLink> = links.iter().map(|link| show_link(&request, link)).collect();
    conditional::json(&request.http, Some(version), &shapes)
}

/// A share link. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/share-links/{link}", tag = EXTENSIONS, operation_id = "getShareLink",
    params(TripPath, ShareLinkPath),
    responses((status = 200, description = "The link", body = ShareLink), NotFound),
)]
pub(crate) async fn get(request: TripRequest, ShareLinkPath(id): ShareLinkPath) -> Answer {
    let shares = &request.app.service.shares;
    let (links, _) = shares.list(request.caller, request.path.0).await?;
    let found = links.iter().find(|view| view.link.id == id);
    answer(&request, found.ok_or(Error::NotFound)?)
}

/// Makes a share link. Only the owner may.
#[utoipa::path(
    post, path = "/trips/{uuid}/share-links", tag = EXTENSIONS, operation_id = "createShareLink",
    params(TripPath),
    request_body = ShareLinkInput,
    responses(
        (
            status = 201, description = "The link", body = ShareLink,
            headers(("Location" = String, description = "URL of the link")),
        ),
        NotFound, VersionMismatch,
    ),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let (trips, trip) = (&app.service.trips, request.path.0);
    let authorize = || trips.authorize(caller, trip, Action::Manage);
    let sent = read(&request, payload).await;
    let sent = sent.and_then(|sent| {
        let key = idempotency::claim(&request.http)?;
        Ok(ShareLinkRequest { key, ..sent })
    });
    let sent = or_refuse(sent, authorize).await?;
    let precondition = conditional::precondition(&request.http);
    let shares = &app.service.shares;
    let made = shares.create(caller, trip, sent, precondition).await?;
    let path = format!("/trips/{}/share-links/{}", made.link.trip, made.link.id);
    conditional::created(&app.links, &path, answer(&request, &made)?)
}

/// Changes what is sent of a share link. Only the owner may.
#[utoipa::path(
    patch, path = "/trips/{uuid}/share-links/{link}", tag = EXTENSIONS,
    operation_id = "updateShareLink",
    params(TripPath, ShareLinkPath),
    request_body = ShareLinkInput,
    responses(
        (status = 200, description = "The changed link", body = ShareLink),
        NotModified, NotFound,
    ),
)]
pub(crate) async fn patch(
    request: TripRequest,
    ShareLinkPath(link): ShareLinkPath,
    payload: Payload,
) -> Answer {
    let (shares, caller, trip) = (&request.app.service.shares, request.caller, request.path.0);
    let authorize = || shares.authorize_link(caller, trip, link);
    let sent = or_refuse(read(&request, payload).await, authorize).await?;
    let precondition = conditional::precondition(&request.http);
    let updated = shares.update(caller, trip, link, sent, precondition);
    let updated = updated.await?;
    match conditional::updated(&request.http, updated) {
        Ok((_, after)) => answer(&request, &after),
        Err(not_modified) => Ok(*not_modified),
    }
}

/// Ends a share link. Only the owner may.
#[utoipa::path(
    delete, path = "/trips/{uuid}/share-links/{link}", tag = EXTENSIONS,
    operation_id = "deleteShareLink",
    params(TripPath, ShareLinkPath),
    responses((status = 204, description = "It has ended"), NotFound),
)]
pub(crate) async fn delete(request: TripRequest, ShareLinkPath(link): ShareLinkPath) -> Answer {
    let precondition = conditional::precondition(&request.http);
    let (app, caller) = (&request.app, request.caller);
    let shares = &app.service.shares;
    shares
        .delete(caller, request.path.0, link, precondition)
        .await?;
    Ok(conditional::no_content())
}

fn answer(request: &TripRequest, link: &ShareLinkView) -> Result<HttpResponse, Problem> {
    let shape = show_link(request, link);
    conditional::json(&request.http, Some(link.trip_version), &shape)
}

/// Reads the body.
async fn read(request: &TripRequest, payload: Payload) -> Result<ShareLinkRequest, Problem> {
    let read = body::json_in_part(&request.http, payload, body::SMALL, input);
    let (sent, violations) = read.await?;
    Ok(ShareLinkRequest { violations, ..sent })
}

fn input(body: &Element<'_>) -> Option<ShareLinkRequest> {
    let fields = body.object()?;
    let label = fields.get("label").and_then(|label| text(&label));
    let sections = fields.get("sections").and_then(|list| {
        let names = list.list(MAX_SECTIONS, |name| name.string(trip::Section::parse));
        list.check(Sections::new(names?))
    });
    let expires_at = fields.get_nullable("expiresAt").and_then(|at| {
        if at.is_null() {
            Some(None)
        } else {
            moment(&at).map(|moment| Some(moment.at))
        }
    });
    let password = fields.get_nullable("password").and_then(|password| {
        if password.is_null() {
            Some(None)
        } else {
            password.string(Password::of_link).map(Some)
        }
    });
    Some(ShareLinkRequest {
        patch: ShareLinkPatch {
            label,
            sections,
            expires_at,
        },
        password,
        key: None,
        violations: Violations::new(),
    })
}

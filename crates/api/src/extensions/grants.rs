//! Links of trips and calendar feeds: made, listed, changed and ended by those whose they are.
//! [`shared`](super::shared) has what opens with them.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Payload;
use rust_decimal::Decimal;
use serde::Serialize;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::http::language::language_of;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::{moment, text, whole};
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::openapi::{EXTENSIONS, FORMATS, NotModified, PEOPLE, VersionMismatch};
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::{
    Answer, App, CallerRequest, InvitationPath, Problem, ShareLinkPath, TripPath, UserPath,
    answer::conditional, input::body,
};
use wayfare_domain::trip::{self, Invitation as DomainInvitation, Sections};
use wayfare_domain::{Action, GrantId, GrantPatch, LinkScope, MemberRole, Reason};
use wayfare_service::{GrantPlace, GrantRequest, GrantView, Password, email};
use wayfare_shapes::extensions::{Feed, Section, ShareLink};
use wayfare_shapes::input::{InvitationInput, ShareLinkInput};
use wayfare_shapes::people::Invitation;

use super::trip::roles::show_role;

/// Greatest number of sections of an input, which may name one several times.
const MAX_SECTIONS: usize = 70;

/// Links of a kind in paths, bodies and answers.
trait LinkShape: LinkScope {
    /// What an answer shows of one.
    type Shape: Serialize;
    /// The last segment of the path of all of a trip.
    const SEGMENT: &'static str;

    /// Shows one, its URL to those who may know it.
    fn show(request: &TripRequest, view: &GrantView<Self>) -> Self::Shape;

    /// Reads the body of a new one, or of a change.
    fn read(body: &Element<'_>) -> Option<GrantRequest<Self>>;
}

impl LinkShape for Sections {
    type Shape = ShareLink;
    const SEGMENT: &'static str = "share-links";

    fn show(request: &TripRequest, view: &GrantView<Self>) -> ShareLink {
        let link = &view.grant;
        ShareLink {
            id: link.id.to_string(),
            url: match request.caller.may_know_links() {
                true => request.app.links.share_page(&view.token),
                false => String::new(),
            },
            label: link.label.to_string(),
            sections: link.scope.iter().map(show_section).collect(),
            expires_at: link.expires_at.map(|at| at.to_string()),
            has_password: view.has_password,
            created_at: link.created_at.to_string(),
            last_used: link.last_used.map(|day| day.to_string()),
        }
    }

    fn read(body: &Element<'_>) -> Option<GrantRequest<Self>> {
        let fields = body.object()?;
        let label = fields.get("label").and_then(|label| text(&label));
        let scope = fields.get("sections").and_then(|list| {
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
        Some(GrantRequest {
            patch: GrantPatch {
                label,
                scope,
                expires_at,
                uses: None,
            },
            password,
            ..GrantRequest::default()
        })
    }
}

impl LinkShape for MemberRole {
    type Shape = Invitation;
    const SEGMENT: &'static str = "invitations";

    fn show(request: &TripRequest, view: &GrantView<Self>) -> Invitation {
        let invitation = &view.grant;
        Invitation {
            id: invitation.id.to_string(),
            url: match request.caller.may_know_links() {
                true => request.app.links.join_page(&view.token),
                false => String::new(),
            },
            role: show_role(invitation.scope),
            expires_at: invitation
                .expires_at
                .map_or_else(String::new, |at| at.to_string()),
            uses: invitation.uses,
            used: invitation.used,
        }
    }

    fn read(body: &Element<'_>) -> Option<GrantRequest<Self>> {
        let fields = body.object()?;
        let uses = |number: Decimal| match whole(number) {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(Reason::new("must be a whole number from 1")),
        };
        Some(GrantRequest {
            patch: GrantPatch {
                label: None,
                scope: fields.read("role", |role| role.string(DomainInvitation::parse_role)),
                expires_at: fields
                    .read("expiresAt", moment)
                    .map(|moment| Some(moment.at)),
                uses: fields.read("uses", |number| number.number(uses)),
            },
            email: fields.read("email", |address| address.string(email)),
            ..GrantRequest::default()
        })
    }
}

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

async fn list<S: LinkShape>(request: TripRequest) -> Answer {
    let (grants, caller, trip) = (&request.app.service.grants, request.caller, request.path.0);
    let (links, version) = grants.list::<S>(caller, trip).await?;
    let shapes: Vec<S::Shape> = links.iter().map(|link| S::show(&request, link)).collect();
    conditional::json(&request.http, Some(version), &shapes)
}

async fn get<S: LinkShape>(request: TripRequest, id: GrantId) -> Answer {
    let (grants, caller, trip) = (&request.app.service.grants, request.caller, request.path.0);
    answer::<S>(&request, &grants.link(caller, trip, id).await?)
}

async fn post<S: LinkShape>(request: TripRequest, payload: Payload) -> Answer {
    let (app, caller, trip) = (&request.app, request.caller, request.path.0);
    let authorize = || app.service.trips.authorize(caller, trip, Action::Manage);
    let sent = read::<S>(&request, payload).await;
    let sent = sent.and_then(|sent| {
        let key = idempotency::claim(&request.http)?;
        Ok(GrantRequest { key, ..sent })
    });
    let sent = or_refuse(sent, authorize).await?;
    let precondition = conditional::precondition(&request.http);
    let made = app.service.grants.make(caller, trip, sent, precondition);
    let made = made.await?;
    let path = format!("/trips/{trip}/{}/{}", S::SEGMENT, made.grant.id);
    conditional::created(&app.links, &path, answer(&request, &made)?)
}

async fn delete<S: LinkShape>(request: TripRequest, id: GrantId) -> Answer {
    let precondition = conditional::precondition(&request.http);
    let (grants, place) = (
        &request.app.service.grants,
        GrantPlace::Trip(request.path.0),
    );
    let revoked = grants.revoke(request.caller, S::KIND, place, id, precondition);
    revoked.await?;
    Ok(conditional::no_content())
}

fn answer<S: LinkShape>(request: &TripRequest, view: &GrantView<S>) -> Answer {
    conditional::json(&request.http, view.trip_version, &S::show(request, view))
}

/// Reads the body.
async fn read<S: LinkShape>(
    request: &TripRequest,
    payload: Payload,
) -> Result<GrantRequest<S>, Problem> {
    let read = body::json_in_part(&request.http, payload, body::SMALL, S::read);
    let (sent, violations) = read.await?;
    Ok(GrantRequest {
        language: language_of(&request.http),
        violations,
        ..sent
    })
}

/// The share links of a trip, newest first. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/share-links", tag = EXTENSIONS, operation_id = "listShareLinks",
    params(TripPath),
    responses((status = 200, description = "The links", body = Vec<ShareLink>)),
)]
pub(crate) async fn list_share_links(request: TripRequest) -> Answer {
    list::<Sections>(request).await
}

/// A share link. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/share-links/{link}", tag = EXTENSIONS, operation_id = "getShareLink",
    params(TripPath, ShareLinkPath),
    responses((status = 200, description = "The link", body = ShareLink)),
)]
pub(crate) async fn get_share_link(
    request: TripRequest,
    ShareLinkPath(id): ShareLinkPath,
) -> Answer {
    get::<Sections>(request, id).await
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
        VersionMismatch,
    ),
)]
pub(crate) async fn make_share_link(request: TripRequest, payload: Payload) -> Answer {
    post::<Sections>(request, payload).await
}

/// Changes what is sent of a share link. Only the owner may.
#[utoipa::path(
    patch, path = "/trips/{uuid}/share-links/{link}", tag = EXTENSIONS,
    operation_id = "updateShareLink",
    params(TripPath, ShareLinkPath),
    request_body = ShareLinkInput,
    responses((status = 200, description = "The changed link", body = ShareLink), NotModified),
)]
pub(crate) async fn change_share_link(
    request: TripRequest,
    ShareLinkPath(link): ShareLinkPath,
    payload: Payload,
) -> Answer {
    let (grants, caller, trip) = (&request.app.service.grants, request.caller, request.path.0);
    let authorize = || grants.authorize_link(caller, trip, link);
    let sent = or_refuse(read(&request, payload).await, authorize).await?;
    let precondition = conditional::precondition(&request.http);
    let changed = grants.change(caller, trip, link, sent, precondition);
    match conditional::updated(&request.http, changed.await?) {
        Ok((_, after)) => answer(&request, &after),
        Err(not_modified) => Ok(*not_modified),
    }
}

/// Ends a share link. Only the owner may.
#[utoipa::path(
    delete, path = "/trips/{uuid}/share-links/{link}", tag = EXTENSIONS,
    operation_id = "deleteShareLink",
    params(TripPath, ShareLinkPath),
    responses((status = 204, description = "It has ended")),
)]
pub(crate) async fn end_share_link(
    request: TripRequest,
    ShareLinkPath(id): ShareLinkPath,
) -> Answer {
    delete::<Sections>(request, id).await
}

/// The invitations to a trip, newest first. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/invitations", tag = PEOPLE, operation_id = "listInvitations",
    params(TripPath),
    responses((status = 200, description = "The invitations", body = Vec<Invitation>)),
)]
pub(crate) async fn list_invitations(request: TripRequest) -> Answer {
    list::<MemberRole>(request).await
}

/// An invitation to a trip. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/invitations/{invitation}", tag = PEOPLE,
    operation_id = "getTripInvitation",
    params(TripPath, InvitationPath),
    responses((status = 200, description = "The invitation", body = Invitation)),
)]
pub(crate) async fn get_invitation(
    request: TripRequest,
    InvitationPath(id): InvitationPath,
) -> Answer {
    get::<MemberRole>(request, id).await
}

/// Makes an invitation. Only the owner may.
#[utoipa::path(
    post, path = "/trips/{uuid}/invitations", tag = PEOPLE, operation_id = "createInvitation",
    params(TripPath),
    request_body = InvitationInput,
    responses(
        (
            status = 201, description = "The invitation", body = Invitation,
            headers(("Location" = String, description = "URL of the invitation")),
        ),
        VersionMismatch,
    ),
)]
pub(crate) async fn make_invitation(request: TripRequest, payload: Payload) -> Answer {
    post::<MemberRole>(request, payload).await
}

/// Ends an invitation; who has joined by it stays. Only the owner may.
#[utoipa::path(
    delete, path = "/trips/{uuid}/invitations/{invitation}", tag = PEOPLE,
    operation_id = "deleteInvitation",
    params(TripPath, InvitationPath),
    responses((status = 204, description = "It has ended")),
)]
pub(crate) async fn end_invitation(
    request: TripRequest,
    InvitationPath(id): InvitationPath,
) -> Answer {
    delete::<MemberRole>(request, id).await
}

/// Gives the caller, who is on the trip, a new address of its calendar. The one before ends.
#[utoipa::path(
    post, path = "/trips/{uuid}/feed", tag = FORMATS, operation_id = "openTripFeed",
    params(TripPath),
    responses((status = 201, description = "The address", body = Feed)),
)]
pub(crate) async fn open_trip_feed(request: TripRequest) -> Answer {
    let TripPath(trip) = request.path;
    let trips = &request.app.service.trips;
    let authorize = || trips.authorize(request.caller, trip, Action::Subscribe);
    let key = or_refuse(idempotency::claim(&request.http), authorize).await?;
    let place = GrantPlace::Trip(trip);
    let secret = request
        .app
        .service
        .grants
        .open_feed(request.caller, place, key);
    Ok(show_feed(&request.app, &secret.await?))
}

/// Ends the address of the caller's calendar of the trip.
#[utoipa::path(
    delete, path = "/trips/{uuid}/feed", tag = FORMATS, operation_id = "closeTripFeed",
    params(TripPath),
    responses((status = 204, description = "There is no such address")),
)]
pub(crate) async fn close_trip_feed(request: TripRequest) -> Answer {
    let (grants, place) = (
        &request.app.service.grants,
        GrantPlace::Trip(request.path.0),
    );
    grants.close_feed(request.caller, place).await?;
    Ok(conditional::no_content())
}

/// Gives the caller a new address of a calendar of all their trips. The one before ends.
#[utoipa::path(
    post, path = "/user/{username}/feed", tag = FORMATS, operation_id = "openAccountFeed",
    params(UserPath),
    responses((status = 201, description = "The address", body = Feed)),
)]
pub(crate) async fn open_account_feed(request: CallerRequest<UserPath>) -> Answer {
    let (service, UserPath(username)) = (&request.app.service, &request.path);
    let authorize = || service.accounts.authorize(request.caller, username);
    let key = or_refuse(idempotency::claim(&request.http), authorize).await?;
    let place = GrantPlace::Account(username.clone());
    let secret = service.grants.open_feed(request.caller, place, key).await?;
    Ok(show_feed(&request.app, &secret))
}

/// Ends the address of the calendar of all trips of the caller.
#[utoipa::path(
    delete, path = "/user/{username}/feed", tag = FORMATS, operation_id = "closeAccountFeed",
    params(UserPath),
    responses((status = 204, description = "There is no such address")),
)]
pub(crate) async fn close_account_feed(request: CallerRequest<UserPath>) -> Answer {
    let (grants, UserPath(username)) = (&request.app.service.grants, request.path);
    let place = GrantPlace::Account(username);
    grants.close_feed(request.caller, place).await?;
    Ok(conditional::no_content())
}

/// 201 with the address of a secret, which nothing keeps.
fn show_feed(app: &App, secret: &str) -> HttpResponse {
    HttpResponse::Created()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Feed {
            url: app.links.feed(secret),
        })
}

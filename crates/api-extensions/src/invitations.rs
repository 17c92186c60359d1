//! `/trips/{uuid}/invitations`: links by which people come onto a trip by themselves, and
//! `/invitations/{token}`: what they show, and joining.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use rust_decimal::Decimal;
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::http::language::language_of;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::{moment, whole};
use wayfare_api_core::openapi::{NotFound, PEOPLE, VersionMismatch};
use wayfare_api_core::problem::ProblemDetails;
use wayfare_api_core::trip::edit::{TripRequest, or_refuse};
use wayfare_api_core::trip::show_dates;
use wayfare_api_core::{
    Answer, App, CallerRequest, Endpoint, InvitationPath, Problem, RequestClient, TripPath,
    answer::conditional, input::body,
};
use wayfare_domain::trip::{Invitation as DomainInvitation, NewInvitation};
use wayfare_domain::{Action, Reason};
use wayfare_service::{Error, InvitationRequest, InvitationView, OpenInvitation, email};
use wayfare_shapes::input::{InvitationInput, JoinInput};
use wayfare_shapes::people::{self, Invitation, InvitedTrip, Joined};

use crate::parties::show_party;
use crate::roles::show_role;

fn show_invitation(request: &TripRequest, view: &InvitationView) -> Invitation {
    let InvitationView {
        invitation, token, ..
    } = view;
    Invitation {
        id: invitation.id.to_string(),
        url: match request.caller.may_know_links() {
            true => request.app.links.join_page(token),
            false => String::new(),
        },
        role: show_role(invitation.role),
        expires_at: invitation.expires_at.to_string(),
        uses: invitation.uses,
        used: invitation.used,
    }
}

fn show_open(open: OpenInvitation) -> people::OpenInvitation {
    people::OpenInvitation {
        trip: InvitedTrip {
            name: open.name.to_string(),
            date: show_dates(open.dates),
        },
        by: open.by,
        role: show_role(open.invitation.role),
        parties: open.parties.into_iter().map(show_party).collect(),
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trips/{uuid}/invitations")
        .secret(Secrecy::OfContent)
        .get(list)
        .post(post)
}

pub(crate) fn one() -> Endpoint {
    Endpoint::at("/trips/{uuid}/invitations/{invitation}")
        .secret(Secrecy::OfContent)
        .get(get_one)
        .delete(delete)
}

pub(crate) fn by_token() -> Endpoint {
    Endpoint::at("/invitations/{token}")
        .secret(Secrecy::OfAddress)
        .get(get)
        .post(join)
}

/// The invitations to a trip, newest first. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/invitations", tag = PEOPLE, operation_id = "listInvitations",
    params(TripPath),
    responses((status = 200, description = "The invitations", body = Vec<Invitation>), NotFound),
)]
pub(crate) async fn list(request: TripRequest) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let listed = app.service.invitations.list(caller, request.path.0);
    let (views, version) = listed.await?;
    let shapes = views.iter().map(|view| show_invitation(&request, view));
    let shapes: Vec<Invitation> = shapes.collect();
    conditional::json(&request.http, Some(version), &shapes)
}

/// An invitation to a trip. Only the owner may.
#[utoipa::path(
    get, path = "/trips/{uuid}/invitations/{invitation}", tag = PEOPLE,
    operation_id = "getTripInvitation",
    params(TripPath, InvitationPath),
    responses((status = 200, description = "The invitation", body = Invitation), NotFound),
)]
pub(crate) async fn get_one(request: TripRequest, InvitationPath(id): InvitationPath) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let listed = app.service.invitations.list(caller, request.path.0);
    let (views, version) = listed.await?;
    let found = views.iter().find(|view| view.invitation.id == id);
    let shape = show_invitation(&request, found.ok_or(Error::NotFound)?);
    conditional::json(&request.http, Some(version), &shape)
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
        NotFound, VersionMismatch,
    ),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let (app, caller, trip) = (&request.app, request.caller, request.path.0);
    let authorize = || app.service.trips.authorize(caller, trip, Action::Manage);
    let sent = read(&request, payload).await;
    let sent = or_refuse(sent, authorize).await?;
    let precondition = conditional::precondition(&request.http);
    let invitations = &app.service.invitations;
    let made = invitations.create(caller, trip, sent, precondition).await?;
    let path = format!("/trips/{trip}/invitations/{}", made.invitation.id);
    let shape = show_invitation(&request, &made);
    let answer = conditional::json(&request.http, Some(made.trip_version), &shape)?;
    conditional::created(&app.links, &path, answer)
}

/// Ends an invitation; who has joined by it stays. Only the owner may.
#[utoipa::path(
    delete, path = "/trips/{uuid}/invitations/{invitation}", tag = PEOPLE,
    operation_id = "deleteInvitation",
    params(TripPath, InvitationPath),
    responses((status = 204, description = "It has ended"), NotFound),
)]
pub(crate) async fn delete(request: TripRequest, InvitationPath(id): InvitationPath) -> Answer {
    let precondition = conditional::precondition(&request.http);
    let invitations = &request.app.service.invitations;
    let deleted = invitations.delete(request.caller, request.path.0, id, precondition);
    deleted.await?;
    Ok(conditional::no_content())
}

/// What an invitation is to. Needs no account.
#[utoipa::path(
    get, path = "/invitations/{token}", tag = PEOPLE, operation_id = "getInvitation",
    params(("token" = String, Path, description = "The token of an invitation")),
    responses(
        (status = 200, description = "What it is to", body = people::OpenInvitation),
        NotFound,
    ),
    security(()),
)]
pub(crate) async fn get(app: Data<App>, token: Path<String>, request: HttpRequest) -> Answer {
    let RequestClient(client) = RequestClient::of(&request);
    let open = app.service.invitations.open(client, &token).await?;
    conditional::json(&request, None, &show_open(open))
}

/// Makes the caller a member of the trip. Who is one already keeps the higher role.
#[utoipa::path(
    post, path = "/invitations/{token}", tag = PEOPLE, operation_id = "joinTrip",
    params(("token" = String, Path, description = "The token of an invitation")),
    request_body = JoinInput,
    responses(
        (status = 200, description = "The trip", body = Joined),
        (status = 403, description = "The account is a member of as many trips as it may", body = ProblemDetails, content_type = "application/problem+json"),
        NotFound,
    ),
)]
pub(crate) async fn join(request: CallerRequest, token: Path<String>, payload: Payload) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let invitations = &app.service.invitations;
    let sent = body::json(&request.http, payload, body::SMALL, read_join).await;
    let sent = sent.and_then(|party| Ok((party, idempotency::claim(&request.http)?)));
    let refuse = || invitations.authorize_join(caller, &token);
    let (party, key) = or_refuse(sent, refuse).await?;
    let (trip, is_replayed) = match invitations.join(caller, &token, party, key).await {
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

/// Reads the body of a new invitation, and the key.
async fn read(request: &TripRequest, payload: Payload) -> Result<InvitationRequest, Problem> {
    let read = body::json_in_part(&request.http, payload, body::SMALL, input);
    let (sent, violations) = read.await?;
    let key = idempotency::claim(&request.http)?;
    Ok(InvitationRequest {
        language: language_of(&request.http),
        key,
        violations,
        ..sent
    })
}

fn input(body: &Element<'_>) -> Option<InvitationRequest> {
    let fields = body.object()?;
    let uses = |number: Decimal| match whole(number) {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(Reason::new("must be a whole number from 1")),
    };
    Some(InvitationRequest {
        new: NewInvitation {
            role: fields.read("role", |role| role.string(DomainInvitation::parse_role)),
            expires_at: fields.read("expiresAt", moment).map(|moment| moment.at),
            uses: fields.read("uses", |number| number.number(uses)),
        },
        email: fields.read("email", |address| address.string(email)),
        ..InvitationRequest::default()
    })
}

fn read_join(body: &Element<'_>) -> Option<Option<String>> {
    let fields = body.object()?;
    fields.read_optional("as", |party| party.string(|text| Ok(text.to_owned())))
}

//! `/user/{username}/proposals`: what was read of messages to the caller's mailbox. An extension of
//! the specification.

use actix_web::HttpResponse;
use actix_web::web::Payload;
use wayfare_api_core::input::body;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::path::ProposalPath;
use wayfare_api_core::input::readers::trip;
use wayfare_api_core::openapi::FORMATS;
use wayfare_api_core::{Answer, UserPath, answer::conditional};
use wayfare_domain::TripId;
use wayfare_service::ProposalView;
use wayfare_shapes::extensions::Import;
use wayfare_shapes::input::ProposalInput;
use wayfare_shapes::lists::Proposal;

use super::update::AccountRequest;
use crate::extensions::imports::show_import;

fn show_proposal(proposal: ProposalView) -> Proposal {
    Proposal {
        id: proposal.id.to_string(),
        received: proposal.received.to_string(),
        subject: proposal.subject,
        trip: proposal.trip.map(|trip| trip.to_string()),
        items: proposal.items.len(),
        warnings: proposal.warnings,
        expires: proposal.expires.to_string(),
    }
}

/// The open proposals of the caller's account, newest first.
#[utoipa::path(
    get, path = "/user/{username}/proposals", tag = FORMATS, operation_id = "listProposals",
    params(UserPath),
    responses((status = 200, description = "The proposals", body = Vec<Proposal>)),
)]
pub(crate) async fn list(request: AccountRequest) -> Answer {
    let UserPath(username) = &request.path;
    let proposals = &request.app.service.proposals;
    let open = proposals.list(request.caller, username).await?;
    let shapes: Vec<Proposal> = open.into_iter().map(show_proposal).collect();
    conditional::json(&request.http, None, &shapes)
}

/// Makes a new private trip of a proposal, or adds it to a trip.
#[utoipa::path(
    post, path = "/user/{username}/proposals/{proposal}", tag = FORMATS,
    operation_id = "takeProposal",
    params(UserPath, ProposalPath),
    request_body = ProposalInput,
    responses(
        (
            status = 201, description = "The new trip", body = Import,
            headers(("Location" = String, description = "URL of the trip")),
        ),
        (status = 200, description = "What was added to the trip", body = Import),
    ),
)]
pub(crate) async fn post(
    request: AccountRequest,
    ProposalPath(id): ProposalPath,
    payload: Payload,
) -> Answer {
    let (app, caller, UserPath(username)) = (&request.app, request.caller, &request.path);
    // Who asks comes before what they send.
    app.service.accounts.authorize(caller, username).await?;
    let into = body::json(&request.http, payload, body::SMALL, read).await?;
    let taken = app.service.proposals.take(caller, username, id, into);
    let imported = taken.await?;
    let made = imported.trip.filter(|_| into.is_none());
    let answer = HttpResponse::Ok().json(show_import(imported));
    match made {
        Some(trip) => conditional::created(&app.links, &format!("/trips/{trip}"), answer),
        None => Ok(answer),
    }
}

fn read(body: &Element<'_>) -> Option<Option<TripId>> {
    let fields = body.object()?;
    fields.read_optional("trip", trip)
}

/// Removes a proposal.
#[utoipa::path(
    delete, path = "/user/{username}/proposals/{proposal}", tag = FORMATS,
    operation_id = "deleteProposal",
    params(UserPath, ProposalPath),
    responses((status = 204, description = "Removed")),
)]
pub(crate) async fn delete(request: AccountRequest, ProposalPath(id): ProposalPath) -> Answer {
    let UserPath(username) = &request.path;
    let proposals = &request.app.service.proposals;
    proposals.remove(request.caller, username, id).await?;
    Ok(conditional::no_content())
}

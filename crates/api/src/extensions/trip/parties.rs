//! `/trips/{uuid}/parties`: people of the budgets who have no account.

use actix_web::web::Payload;
use wayfare_api_core::answer::links::percent_encode;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::PEOPLE;
use wayfare_api_core::problem::ProblemDetails;
use wayfare_api_core::trip::edit::{EditBody, Edited, TripRequest, UpdateAnswer};
use wayfare_api_core::{Answer, App, MemberPath, TripPath, answer::conditional};
use wayfare_domain::Name;
use wayfare_domain::trip::{Edit, OpenParty, PartyPatch};
use wayfare_service::{Error, TripUpdateRequest};
use wayfare_shapes::input::PartyInput;
use wayfare_shapes::people::Party;

pub(crate) fn show_party(party: OpenParty) -> Party {
    let OpenParty { member, name } = party;
    Party {
        member_id: member,
        name,
    }
}

async fn read(request: &TripRequest) -> Result<(Vec<OpenParty>, i64), Error> {
    let grants = &request.app.service.grants;
    grants.parties(request.caller, request.path.0).await
}

/// The parties that are nobody's account, in the order in which they first appear.
#[utoipa::path(
    get, path = "/trips/{uuid}/parties", tag = PEOPLE, operation_id = "listParties",
    params(TripPath),
    responses((status = 200, description = "The parties", body = Vec<Party>)),
)]
pub(crate) async fn list(request: TripRequest) -> Answer {
    let (parties, version) = read(&request).await?;
    let shapes: Vec<Party> = parties.into_iter().map(show_party).collect();
    conditional::json(&request.http, Some(version), &shapes)
}

/// A party that is nobody's account.
#[utoipa::path(
    get, path = "/trips/{uuid}/parties/{member}", tag = PEOPLE, operation_id = "getParty",
    params(TripPath, MemberPath),
    responses((status = 200, description = "The party", body = Party)),
)]
pub(crate) async fn get(request: TripRequest, MemberPath(member): MemberPath) -> Answer {
    let (parties, version) = read(&request).await?;
    let found = parties.into_iter().find(|party| party.member == member);
    let shape = found.map(show_party).ok_or(Error::NotFound)?;
    conditional::json(&request.http, Some(version), &shape)
}

/// Adds a person by name alone, who may come later by an invitation. Only the owner may.
#[utoipa::path(
    post, path = "/trips/{uuid}/parties", tag = PEOPLE, operation_id = "addParty",
    params(TripPath),
    request_body = PartyInput,
    responses((
        status = 201, description = "The party", body = Party,
        headers(("Location" = String, description = "URL of the party")),
    )),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let name = body.object()?.required("name")?.string(Name::new)?;
        Some(update(PartyPatch::Add(name)))
    };
    let answer = |app: &App, Edited { after, made, .. }: &Edited| {
        let mut parties = after.trip.open_parties(&after.people, &[]).into_iter();
        let party = parties.find(|party| party.member == *made);
        let shape = party.map(show_party).ok_or(Error::NotFound)?;
        let member = percent_encode(made);
        let path = format!("/trips/{}/parties/{member}", after.trip.id);
        Ok(UpdateAnswer::new(shape).created(app.links.location(&path)?))
    };
    request
        .edit(EditBody::of_owner(payload), read, answer)
        .await
}

/// Removes a party that nothing names. Only the owner may.
#[utoipa::path(
    delete, path = "/trips/{uuid}/parties/{member}", tag = PEOPLE, operation_id = "deleteParty",
    params(TripPath, MemberPath),
    responses(
        (status = 204, description = "It is removed"),
        (
            status = 409, description = "A budget, a recorded settlement or a list names it",
            body = ProblemDetails, content_type = "application/problem+json"
        ),
    ),
)]
pub(crate) async fn delete(request: TripRequest, MemberPath(member): MemberPath) -> Answer {
    request.remove(update(PartyPatch::Remove(member))).await
}

fn update(party: PartyPatch) -> TripUpdateRequest {
    TripUpdateRequest::of(Edit::Party(party))
}

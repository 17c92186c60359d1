//! `/trips/{uuid}/roles`: what each member may do.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::{EXTENSIONS, NotModified};
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::{Edit, PeoplePatch};
use wayfare_domain::{self as domain, Person, Reason, TripOverview};
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::extensions::{MemberRole, Roles};
use wayfare_shapes::input::RolesInput;

pub(crate) fn show_role(role: domain::MemberRole) -> MemberRole {
    match role {
        domain::MemberRole::Owner => MemberRole::Owner,
        domain::MemberRole::Editor => MemberRole::Editor,
        domain::MemberRole::Viewer => MemberRole::Viewer,
    }
}

fn show_roles(view: &TripView<impl AsRef<TripOverview>>) -> Roles {
    let (trip, people) = (view.overview(), &view.people);
    let role = |person: &Person| {
        let role = trip.member_role(person.id)?;
        Some((person.username.as_str().to_owned(), show_role(role)))
    };
    Roles {
        roles: people.iter().filter_map(role).collect(),
    }
}

/// The roles of the members.
#[utoipa::path(
    get, path = "/trips/{uuid}/roles", tag = EXTENSIONS, operation_id = "getRoles",
    params(TripPath),
    responses((status = 200, description = "The roles", body = Roles)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let roles = |_: &App, view: &TripView<TripOverview>| show_roles(view);
    request.show(Show::Plain, roles).await
}

/// Changes the roles of the members that are named. Only the owner may.
#[utoipa::path(
    put, path = "/trips/{uuid}/roles", tag = EXTENSIONS, operation_id = "updateRoles",
    params(TripPath),
    request_body = RolesInput,
    responses((status = 200, description = "All roles", body = Roles), NotModified),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let roles = body.object()?.read_required("roles", |roles| {
            let roles = roles.object()?;
            let read = roles.entries().into_iter().map(|(username, role)| {
                let role = role.string(|role| {
                    let reason = || Reason::new("must be owner, editor or viewer");
                    domain::MemberRole::parse(role).ok_or_else(reason)
                });
                Some((username.to_owned(), role?))
            });
            // Every role is read, so that the violations of later ones are collected too.
            Some(read.collect::<Vec<_>>().into_iter().flatten().collect())
        });
        Some(TripUpdateRequest::of(Edit::People(PeoplePatch {
            roles: Some(roles?),
            ..PeoplePatch::default()
        })))
    };
    let answer = |_: &App, Edited { after, .. }: &Edited| Ok(UpdateAnswer::new(show_roles(after)));
    request
        .edit(EditBody::of_owner(payload), read, answer)
        .await
}

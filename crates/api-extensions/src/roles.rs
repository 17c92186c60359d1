//! `/trips/{uuid}/roles`: what each member may do.

use std::collections::BTreeMap;

use actix_web::web::Payload;
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::edit::TripRequest;
use wayfare_api_core::fields::Element;
use wayfare_api_core::openapi::{EXTENSIONS, NotFound, NotModified};
use wayfare_api_core::{Answer, App, Endpoint, TripPath, body};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{MemberRole, Reason, TripOverview};
use wayfare_service::{TripUpdateRequest, TripView};

/// The roles of all members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Roles)]
pub struct RolesShape {
    /// The role of each member, by username.
    pub roles: BTreeMap<String, RoleShape>,
}

/// What a member may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MemberRole)]
pub enum RoleShape {
    /// Everything.
    Owner,
    /// Read and change the content.
    Editor,
    /// Read.
    Viewer,
}

impl From<MemberRole> for RoleShape {
    fn from(role: MemberRole) -> Self {
        match role {
            MemberRole::Owner => Self::Owner,
            MemberRole::Editor => Self::Editor,
            MemberRole::Viewer => Self::Viewer,
        }
    }
}

impl RolesShape {
    fn new(view: &TripView<impl AsRef<TripOverview>>) -> Self {
        let (trip, people) = (view.overview(), &view.people);
        let role = |person: &wayfare_domain::Person| {
            let role = trip.member_role(person.id)?;
            Some((person.username.as_str().to_owned(), role.into()))
        };
        Self {
            roles: people.iter().filter_map(role).collect(),
        }
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trips/{uuid}/roles").get(get).put(put)
}

/// The roles of the members.
#[utoipa::path(
    get, path = "/trips/{uuid}/roles", tag = EXTENSIONS, operation_id = "getRoles",
    params(TripPath),
    responses((status = 200, description = "The roles", body = RolesShape), NotFound),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    request.get_overview(|_, view| RolesShape::new(view)).await
}

/// Changes the roles of the members that are named. Only the owner may.
#[utoipa::path(
    put, path = "/trips/{uuid}/roles", tag = EXTENSIONS, operation_id = "updateRoles",
    params(TripPath),
    request_body = RolesInput,
    responses((status = 200, description = "All roles", body = RolesShape), NotModified, NotFound),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let roles = body.object()?.get("roles");
        let roles = roles.map_or(Some(Vec::new()), |roles| {
            let roles = roles.object()?;
            let read = roles.entries().into_iter().map(|(username, role)| {
                let role = role.string(|role| {
                    let reason = || Reason::new("must be owner, editor or viewer");
                    MemberRole::parse(role).ok_or_else(reason)
                });
                Some((username.to_owned(), role?))
            });
            // Every role is read, so that the violations of later ones are collected too.
            Some(read.collect::<Vec<_>>().into_iter().flatten().collect())
        });
        Some(TripUpdateRequest::of(TripPatch {
            roles: Some(roles?),
            ..TripPatch::default()
        }))
    };
    let shape = |_: &App, after: &TripView| RolesShape::new(after);
    request
        .put_by_owner((payload, body::SMALL), read, shape)
        .await
}

/// Roles to change.
#[derive(Debug, ToSchema)]
pub struct RolesInput {
    /// The new role of each member to change, by username. The owner can only be named as `owner`.
    pub roles: Option<BTreeMap<String, RoleShape>>,
}

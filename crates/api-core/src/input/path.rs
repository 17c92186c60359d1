//! Path parameters. A malformed one is looked up and not found, like any other.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use uuid::Uuid;
use wayfare_domain::trip::{InvitationId, ShareLinkId};
use wayfare_domain::{ApiKeyId, PictureId, ShortText, TripId, Username};

use crate::Problem;

/// The trip of the path parameter `{uuid}`; no trip has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct TripPath(pub TripId);

/// The user of the path parameter `{username}`; no user has a malformed name.
#[derive(Debug, Clone)]
pub struct UserPath(pub String);

/// The picture of the path parameter `{picture}`; no picture has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct PhotoPath(pub PictureId);

/// The itinerary item of the path parameter `{item_id}`; no item has an empty id, as which a
/// malformed one counts.
#[derive(Debug, Clone)]
pub struct ItemPath(pub ShortText);

/// The recorded settlement of the path parameter `{settlement}`; none has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct SettlementPath(pub Uuid);

/// The path parameter `{format}`.
#[derive(Debug, Clone)]
pub struct FormatPath(pub String);

/// The share link of the path parameter `{link}`; no link has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct ShareLinkPath(pub ShareLinkId);

/// The invitation of the path parameter `{invitation}`; none has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct InvitationPath(pub InvitationId);

/// The party of the path parameter `{member}`.
#[derive(Debug, Clone)]
pub struct MemberPath(pub String);

impl ShareLinkPath {
    /// The link that the path of a request names.
    pub fn of(request: &HttpRequest) -> Self {
        Self(ShareLinkId(id(request, "link")))
    }
}

/// The API key of the path parameter `{key}`; no key has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct ApiKeyPath(pub ApiKeyId);

impl PhotoPath {
    /// The picture that the path of a request names.
    pub fn of(request: &HttpRequest) -> Self {
        Self(PictureId(id(request, "picture")))
    }
}

impl TripPath {
    /// The trip that a path segment names.
    pub fn of(segment: &str) -> Self {
        Self(TripId::parse(segment).unwrap_or(TripId::NOWHERE))
    }
}

impl UserPath {
    /// The user that a path segment names.
    pub fn of(segment: &str) -> Self {
        Self(Username::new(segment).map_or_else(|_| String::new(), |name| name.as_str().to_owned()))
    }
}

/// The path parameter of this name.
fn segment<'r>(request: &'r HttpRequest, name: &str) -> &'r str {
    request.match_info().get(name).unwrap_or_default()
}

/// The id in the path parameter of this name; that of nothing if it is malformed.
fn id(request: &HttpRequest, name: &str) -> Uuid {
    let TripPath(TripId(id)) = TripPath::of(segment(request, name));
    id
}

impl FromRequest for TripPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(segment(request, "uuid"))))
    }
}

impl FromRequest for PhotoPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

impl FromRequest for ShareLinkPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

impl FromRequest for ApiKeyPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(ApiKeyId(id(request, "key")))))
    }
}

impl FromRequest for ItemPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        /// The decoded parameter.
        #[derive(Deserialize)]
        struct Parameter {
            item_id: String,
        }
        let parameter = web::Path::<Parameter>::from_request(request, payload).into_inner();
        let id = parameter
            .ok()
            .and_then(|path| ShortText::new(&path.item_id).ok());
        ready(Ok(Self(id.unwrap_or_default())))
    }
}

impl FromRequest for SettlementPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(id(request, "settlement"))))
    }
}

impl FromRequest for InvitationPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(InvitationId(id(request, "invitation")))))
    }
}

impl FromRequest for MemberPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let encoded = segment(request, "member");
        let member = percent_decode_str(encoded).decode_utf8_lossy();
        ready(Ok(Self(member.into_owned())))
    }
}

impl FromRequest for FormatPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(segment(request, "format").to_owned())))
    }
}

impl FromRequest for UserPath {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(segment(request, "username"))))
    }
}

impl IntoParams for TripPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![id_parameter("uuid", "The id of a trip")]
    }
}

impl IntoParams for ItemPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = text().min_length(Some(1)).max_length(Some(2_000));
        vec![parameter("item_id", id, "The id of an item of the trip")]
    }
}

impl IntoParams for PhotoPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![id_parameter("picture", "The id of a picture")]
    }
}

impl IntoParams for ShareLinkPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![id_parameter("link", "The id of a share link")]
    }
}

impl IntoParams for ApiKeyPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![id_parameter("key", "The id of an API key")]
    }
}

impl IntoParams for InvitationPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![id_parameter("invitation", "The id of an invitation")]
    }
}

impl IntoParams for MemberPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = text().min_length(Some(1)).max_length(Some(200));
        vec![parameter("member", id, "The memberId of a party")]
    }
}

impl IntoParams for SettlementPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![id_parameter(
            "settlement",
            "The id of a recorded settlement",
        )]
    }
}

impl IntoParams for UserPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let username = text()
            .min_length(Some(1))
            .max_length(Some(39))
            .pattern(Some(USERNAME_PATTERN));
        vec![parameter(
            "username",
            username,
            "The handle of a user, in any case",
        )]
    }
}

/// The form of a username, as a regular expression.
pub const USERNAME_PATTERN: &str = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$";

pub(crate) fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

pub(crate) fn parameter(name: &str, schema: ObjectBuilder, description: &str) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .schema(Some(schema))
        .description(Some(description))
        .build()
}

fn id_parameter(name: &str, description: &str) -> Parameter {
    let uuid = text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    parameter(name, uuid, description)
}

/// An optional header.
pub(crate) fn header_parameter(name: &str, description: &str) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .schema(Some(text()))
        .description(Some(description))
        .build()
}

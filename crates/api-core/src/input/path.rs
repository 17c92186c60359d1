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
use wayfare_domain::{GrantId, PictureId, ShortText, TripId, Username};

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

/// The file of the path parameter `{file}`; no file has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct FilePath(pub PictureId);

/// The proposal of the path parameter `{proposal}`; none has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct ProposalPath(pub PictureId);

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
pub struct ShareLinkPath(pub GrantId);

/// The invitation of the path parameter `{invitation}`; none has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct InvitationPath(pub GrantId);

/// The API key of the path parameter `{key}`; no key has a malformed id.
#[derive(Debug, Clone, Copy)]
pub struct ApiKeyPath(pub GrantId);

/// The party of the path parameter `{member}`.
#[derive(Debug, Clone)]
pub struct MemberPath(pub String);

impl ItemPath {
    fn of(request: &HttpRequest) -> Self {
        /// The decoded parameter.
        #[derive(Deserialize)]
        struct Decoded {
            item_id: String,
        }
        let decoded = web::Path::<Decoded>::extract(request).into_inner();
        let id = decoded
            .ok()
            .and_then(|path| ShortText::new(&path.item_id).ok());
        Self(id.unwrap_or_default())
    }
}

impl MemberPath {
    fn of(request: &HttpRequest) -> Self {
        let encoded = segment(request, "member");
        Self(percent_decode_str(encoded).decode_utf8_lossy().into_owned())
    }
}

impl ShareLinkPath {
    /// The link that the path of a request names.
    pub fn of(request: &HttpRequest) -> Self {
        Self(GrantId(id(request, "link")))
    }
}

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
    TripId::parse(segment(request, name))
        .unwrap_or(TripId::NOWHERE)
        .0
}

/// Reads path parameters, and describes each: its name, its schema, what it is.
macro_rules! path_parameters {
    ($($path:ident { $name:literal: $schema:expr, $about:literal, $read:expr })+) => {$(
        impl FromRequest for $path {
            type Error = Problem;
            type Future = Ready<Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                let read: fn(&HttpRequest) -> Self = $read;
                ready(Ok(read(request)))
            }
        }

        impl IntoParams for $path {
            fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
                vec![parameter($name, $schema, $about)]
            }
        }
    )+};
}

path_parameters! {
    TripPath { "uuid": uuid(), "The id of a trip", |request| Self::of(segment(request, "uuid")) }
    UserPath {
        "username": username(),
        "The handle of a user, in any case",
        |request| Self::of(segment(request, "username"))
    }
    PhotoPath { "picture": uuid(), "The id of a picture", Self::of }
    FilePath {
        "file": uuid(),
        "The id of a file",
        |request| Self(PictureId(id(request, "file")))
    }
    ProposalPath {
        "proposal": uuid(),
        "The id of a proposal",
        |request| Self(PictureId(id(request, "proposal")))
    }
    ItemPath { "item_id": text_of(2_000), "The id of an item of the trip", Self::of }
    SettlementPath {
        "settlement": uuid(),
        "The id of a recorded settlement",
        |request| Self(id(request, "settlement"))
    }
    ShareLinkPath { "link": uuid(), "The id of a share link", Self::of }
    InvitationPath {
        "invitation": uuid(),
        "The id of an invitation",
        |request| Self(GrantId(id(request, "invitation")))
    }
    MemberPath { "member": text_of(200), "The memberId of a party", Self::of }
    ApiKeyPath {
        "key": uuid(),
        "The id of an API key",
        |request| Self(GrantId(id(request, "key")))
    }
    FormatPath {
        "format": text(),
        "The format of a file",
        |request| Self(segment(request, "format").to_owned())
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

fn uuid() -> ObjectBuilder {
    text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
}

fn text_of(most: usize) -> ObjectBuilder {
    text().min_length(Some(1)).max_length(Some(most))
}

fn username() -> ObjectBuilder {
    text_of(39).pattern(Some(USERNAME_PATTERN))
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

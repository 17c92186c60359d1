//! The OpenAPI documents: one for each variant with the user routes and extensions, and one for all
//! routes.

mod examples;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use utoipa::OpenApi as _;
use utoipa::openapi::tag::{Tag, TagBuilder};
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi, Ref, RefOr, ServerBuilder};
use wayfare_api_core::openapi::{
    EXTENSIONS, SERVICE, TOKENS, USERS, VARIANT_A, VARIANT_B, complete,
};

use crate::{Failure, health};

/// The base path of the interface.
const ROOT: &str = "/api/v1";
/// The path of Variant B that has the form of one of Variant A.
const TRIPS_OF_USER: &str = "/trips/{username}";
/// The description of the documents.
const ABOUT: &str = "Trips with itinerary, budget, map, timeline and pictures, and the accounts of those who travel.\n\n\
    **The first call in a minute:** send `POST /api/v1/user` with a `name` and a `username`; its answer has the header \
    `Authorization: Bearer <token>`. Send that header, or the token alone as the header `token`, with every other request. With a \
    `password` in the account, `POST /api/v1/auth/token` gives further tokens.\n\n\
    **Two variants** of the trip interface work on the same trips: Variant A at `/api/v1/trips…`, Variant B at `/api/v1/trip…`. Where \
    both have a route, the header `Api-Variant` (`a` or `b`) chooses; a client of one variant alone takes `/a` or `/b` as its base URL.\n\n\
    Errors are problem details (RFC 9457). Updates are partial, answer 304 if they change nothing, and honour `If-Match`.\n\n\
    Places are looked up in data of [GeoNames](https://www.geonames.org/), used under \
    [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/), unless the operator has chosen another source.";

/// An OpenAPI document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Users, Variant A and extensions.
    A,
    /// Users, Variant B and extensions.
    B,
    /// All routes.
    All,
}

impl Which {
    /// All documents.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::All];

    /// Its name in commands and file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::All => "all",
        }
    }

    /// The path of its routes below the public address.
    fn mount(self) -> &'static str {
        match self {
            Self::A => "/a",
            Self::B => "/b",
            Self::All => "/",
        }
    }
}

impl ValueEnum for Which {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// The OpenAPI document of a variant or of all routes, for a service at the root of its host.
pub fn openapi(which: Which) -> OpenApi {
    at("", which)
}

/// The OpenAPI document for a service below the path `base` of its host. `base` ends without slash.
pub(crate) fn at(base: &str, which: Which) -> OpenApi {
    let routes = match which {
        Which::A => variant(wayfare_api_a::Document::openapi()),
        Which::B => variant(wayfare_api_b::Document::openapi()),
        Which::All => all(),
    };
    let mut document = OpenApi::default().nest(ROOT, routes);
    if which == Which::All {
        document.merge(trips_of_user());
        document.merge(health::Document::openapi());
    }
    document.info = InfoBuilder::new()
        .title("Wayfare")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(ABOUT))
        .license(Some(
            LicenseBuilder::new()
                .name("MIT OR Apache-2.0")
                .identifier(Some("MIT OR Apache-2.0"))
                .build(),
        ))
        .build();
    let mount = if base.is_empty() {
        which.mount()
    } else {
        which.mount().trim_end_matches('/')
    };
    document.servers = Some(vec![
        ServerBuilder::new().url(format!("{base}{mount}")).build(),
    ]);
    document.tags = Some(tags(which));
    complete(&mut document);
    if which == Which::All {
        remove_variant_choice(&mut document, "/trips");
    }
    examples::add(&mut document);
    document
}

/// The document as it is printed and stored in files: indented JSON with a final newline.
///
/// # Errors
/// [`Failure::Run`] if it can't be serialized.
pub fn text(which: Which) -> Result<String, Failure> {
    let text = openapi(which)
        .to_pretty_json()
        .map_err(|error| Failure::Run(error.into()))?;
    Ok(text + "\n")
}

/// Users, these trips, and extensions.
fn variant(trips: OpenApi) -> OpenApi {
    wayfare_api_users::Document::openapi()
        .merge_from(trips)
        .merge_from(wayfare_api_extensions::Document::openapi())
}

/// Users, both variants and extensions. Of the routes that both have, `GET /trips` is described
/// once, as it answers without `Api-Variant`; `/trips/{uuid}` is Variant A's, and Variant B's list
/// is described where it is served alone, since a document can't have two paths that differ by a
/// parameter alone.
fn all() -> OpenApi {
    let (mut a, mut b) = (
        wayfare_api_a::Document::openapi(),
        wayfare_api_b::Document::openapi(),
    );
    b.paths.paths.shift_remove("/trips");
    b.paths.paths.shift_remove(TRIPS_OF_USER);
    if let Some(trips) = a.paths.paths.get_mut("/trips") {
        trips.get = None;
    }
    variant(a)
        .merge_from(b)
        .merge_from(wayfare_api::Document::openapi())
}

/// Removes the parameter `Api-Variant` of a GET that is described only as it answers without it.
fn remove_variant_choice(document: &mut OpenApi, path: &str) {
    let item = document.paths.paths.get_mut(&format!("{ROOT}{path}"));
    if let Some(parameters) = item
        .and_then(|item| item.get.as_mut())
        .and_then(|operation| operation.parameters.as_mut())
    {
        let choice = Ref::new("#/components/parameters/ApiVariant");
        parameters.retain(|parameter| *parameter != RefOr::Ref(choice.clone()));
    }
}

/// Variant B's list of the trips of a user, at the mount of Variant B.
fn trips_of_user() -> OpenApi {
    let mut b = wayfare_api_b::Document::openapi();
    b.paths.paths.retain(|path, _| path == TRIPS_OF_USER);
    OpenApi::default().nest(format!("{}{ROOT}", Which::B.mount()), b)
}

fn tags(which: Which) -> Vec<Tag> {
    let tag = |name: &str, description: &str| {
        TagBuilder::new()
            .name(name)
            .description(Some(description))
            .build()
    };
    let a = tag(
        VARIANT_A,
        "The plural path: itineraries, shared budgets, management",
    );
    let b = tag(VARIANT_B, "The singular path: trips, maps, timelines");
    let mut tags = vec![
        tag(USERS, "Accounts and profiles"),
        tag(TOKENS, "Sign-in, refresh and revocation of tokens"),
    ];
    match which {
        Which::A => tags.push(a),
        Which::B => tags.push(b),
        Which::All => tags.extend([a, b]),
    }
    tags.push(tag(
        EXTENSIONS,
        "What neither variant has, for clients of either",
    ));
    if which == Which::All {
        tags.push(tag(SERVICE, "Health checks"));
    }
    tags
}

#[cfg(test)]
mod tests;

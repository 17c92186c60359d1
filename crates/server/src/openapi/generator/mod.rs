//! Generates the OpenAPI documents from the descriptions of the routes: when the tests run, which
//! find files that are not current.

mod complete;
mod components;
mod examples;
mod files;
mod links;
mod operations;
mod simplify;
mod tidy;

use utoipa::OpenApi as _;
use utoipa::openapi::tag::{Tag, TagBuilder};
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi, Ref, RefOr, ServerBuilder};
use wayfare_api_core::openapi::{EXTENSIONS, KEYS, SERVICE, TOKENS, USERS, VARIANT_A, VARIANT_B};
use wayfare_api_core::{Endpoint, Variants};

use crate::http::health;
use crate::openapi::Which;
use complete::complete;

/// The OpenAPI description of the health checks.
#[derive(utoipa::OpenApi)]
#[openapi(paths(health::healthz, health::readyz))]
struct Health;

/// The base path of the interface.
pub(super) const ROOT: &str = "/api/v1";
/// The path of Variant B that has the form of one of Variant A.
pub(super) const TRIPS_OF_USER: &str = "/trips/{username}";
/// The description of the documents.
const ABOUT: &str = "Trips with itinerary, budget, map, timeline and pictures, and the accounts of \
    those who travel.\n\n\
    **The first call in a minute:** send `POST /api/v1/user` with a `name` and a `username`; its \
    answer has the header \
    `Authorization: Bearer <token>`. Send that header, or the token alone as the header `token`, \
    with every other request. With a \
    `password` in the account, `POST /api/v1/auth/token` gives further tokens.\n\n\
    **Two variants** of the trip interface work on the same trips: Variant A at `/api/v1/trips…`, \
    Variant B at `/api/v1/trip…`. \
    **A client of one variant alone takes `/a` or `/b` as its base URL** and gets no path and no \
    answer of the other, also if it \
    parses strictly. At the root, where both have a route, the header `Api-Variant` (`a` or `b`) \
    chooses.\n\n\
    Errors are problem details (RFC 9457). Updates are partial, answer 304 if they change nothing, \
    and honour `If-Match`. In a `POST` a \
    field that is null counts as left out; in a `PUT` it is refused.\n\n\
    Places are looked up in data of [GeoNames](https://www.geonames.org/), used under \
    [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/), unless the operator has chosen \
    another source. These data have no ids of \
    OpenStreetMap, Wikidata or Wikipedia: `osm_id`, `osm_type`, `wikidata_id` and `wikipedia` are \
    empty then.";

/// The document of a variant or of all routes, as it is stored in files.
pub(super) fn text(which: Which) -> String {
    document(which).to_pretty_json().unwrap() + "\n"
}

fn document(which: Which) -> OpenApi {
    let routes = match which {
        Which::A => variant(described(wayfare_api_a::endpoints())),
        Which::B => variant(described(wayfare_api_b::endpoints())),
        Which::All => all(),
    };
    let mut document = OpenApi::default().nest(ROOT, routes);
    if which == Which::All {
        document.merge(trips_of_user());
        document.merge(Health::openapi());
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
    document.servers = Some(vec![ServerBuilder::new().url(which.mount()).build()]);
    document.tags = Some(tags(which));
    complete(&mut document);
    if which == Which::All {
        remove_variant_choice(&mut document, "/trips");
    }
    examples::add(&mut document);
    document
}

/// Users, these trips, and extensions.
fn variant(trips: OpenApi) -> OpenApi {
    described(wayfare_api::users::endpoints())
        .merge_from(trips)
        .merge_from(described(wayfare_api::extensions::endpoints()))
}

/// What the handlers of endpoints say of themselves.
fn described(endpoints: impl IntoIterator<Item = Endpoint>) -> OpenApi {
    let mut document = OpenApi::default();
    for endpoint in endpoints {
        endpoint.describe(&mut document);
    }
    document
}

/// Users, both variants and extensions. Of the routes that both have, `GET /trips` is described
/// once, as it answers without `Api-Variant`; `/trips/{uuid}` is Variant A's, and Variant B's list
/// is described where it is served alone, since a document can't have two paths that differ by a
/// parameter alone.
fn all() -> OpenApi {
    let [mut a, mut b] = [wayfare_api_a::endpoints(), wayfare_api_b::endpoints()].map(described);
    b.paths.paths.shift_remove("/trips");
    b.paths.paths.shift_remove(TRIPS_OF_USER);
    if let Some(trips) = a.paths.paths.get_mut("/trips") {
        trips.get = None;
    }
    variant(a)
        .merge_from(b)
        .merge_from(described([wayfare_api::list_of_both(Variants::Both)]))
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
    let mut b = described(wayfare_api_b::endpoints());
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
        tag(KEYS, "Keys by which programs act for an account"),
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

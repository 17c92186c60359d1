//! Adds the rules of all routes to their descriptions.

use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{HttpMethod, OpenApi, Ref, RefOr, Response};

use wayfare_api_core::openapi::{
    EXCHANGE, EXTENSIONS, SERVICE, SETTLING, TOKENS, VARIANT_A, VARIANT_B,
};

use super::components::{add_components, require};
use super::tidy::{join_lines, tidy};
use super::{links, simplify};

/// Adds conditions, tokens, limits and their answers to each route, and links between them; then
/// simplifies the schemas. A status that a route describes itself is unchanged.
pub(super) fn complete(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        for (method, operation) in operations(item) {
            Completion { method, operation }.run();
        }
    }
    let components = document.components.get_or_insert_default();
    add_components(components);
    components.schemas.values_mut().for_each(tidy);
    document.security = Some(vec![requirement("bearer"), requirement("token")]);
    links::add(document);
    simplify::simplify(document);
    allow_null(document);
}

/// The only properties that may be null, by schema.
const NULLABLE: [(&str, &str); 3] = [
    ("ShareLink", "expiresAt"),
    ("ShareLinkInput", "expiresAt"),
    ("ShareLinkInput", "password"),
];

/// Adds null to the types of [`NULLABLE`].
fn allow_null(document: &mut OpenApi) {
    let Some(components) = &mut document.components else {
        return;
    };
    for (schema, property) in NULLABLE {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(schema)
            && let Some(RefOr::T(Schema::Object(property))) = object.properties.get_mut(property)
            && let SchemaType::Type(kind) = &property.schema_type
        {
            property.schema_type = SchemaType::Array(vec![kind.clone(), Type::Null]);
        }
    }
}

/// The headers of routes that each of their answers has.
const ALWAYS_SENT: [&str; 2] = ["Authorization", "Location"];

fn requirement(scheme: &str) -> SecurityRequirement {
    SecurityRequirement::new(scheme, std::iter::empty::<String>())
}

pub(super) fn operations(
    item: &mut PathItem,
) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    let found = [
        (HttpMethod::Get, &mut item.get),
        (HttpMethod::Put, &mut item.put),
        (HttpMethod::Post, &mut item.post),
        (HttpMethod::Patch, &mut item.patch),
        (HttpMethod::Delete, &mut item.delete),
    ];
    found
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// The operations that are no updates and answer extensions if the client prefers them.
const EXTENSIBLE: [&str; 4] = ["getTripItems", "getTripA", "getTripB", "createTripB"];

/// The operation that answers without end, so without a tag.
const STREAM: &str = "watchTrip";

/// One route that is being completed.
struct Completion<'d> {
    method: HttpMethod,
    operation: &'d mut Operation,
}

impl Completion<'_> {
    fn run(mut self) {
        join_lines(&mut self.operation.summary);
        join_lines(&mut self.operation.description);
        if !self.has_tag(SERVICE) {
            self.add_conditions();
            self.add_preferences();
            self.add_idempotency();
            self.add_variant();
            self.add_refusals();
            self.add_header(None, "RateLimit", "RateLimit");
            self.add_header(None, "RateLimit-Policy", "RateLimitPolicy");
        }
        self.refer_to_unknown_members();
        self.add_header(None, "X-Request-Id", "RequestId");
        self.require_headers();
        self.mark_open();
    }

    /// Conditional requests: reads by `If-None-Match`, writes by `If-Match`; updates that change
    /// nothing.
    fn add_conditions(&mut self) {
        if self.operation.operation_id.as_deref() == Some(STREAM) {
            return;
        }
        let answers = self.has_status("200");
        // Feeds and imports have no version; exports and calendars have tags.
        let is_versioned = matches!(self.method, HttpMethod::Get) || !self.has_tag(EXCHANGE);
        match self.method {
            HttpMethod::Get => {
                self.add_parameter("IfNoneMatch");
                self.add_status("304", "NotModified");
            }
            HttpMethod::Put | HttpMethod::Patch if answers => self.add_update(),
            HttpMethod::Post if self.has_tag(EXTENSIONS) && self.has_status("304") => {
                self.add_update();
            }
            HttpMethod::Delete if is_versioned => {
                self.add_parameter("IfMatch");
                self.add_status("412", "VersionMismatch");
            }
            _ => {}
        }
        let is_delete = matches!(self.method, HttpMethod::Delete);
        if is_versioned && !is_delete && !self.has_tag(TOKENS) {
            self.add_header(Some("200"), "ETag", "ETag");
            self.add_header(Some("201"), "ETag", "ETag");
        }
    }

    /// Bodies may be handled strictly; updates may answer in full although they change nothing.
    fn add_preferences(&mut self) {
        let id = self.operation.operation_id.as_deref();
        let is_extensible = id.is_some_and(|id| EXTENSIBLE.contains(&id));
        if self.operation.request_body.is_some() || is_extensible {
            self.add_parameter("Prefer");
        }
        if is_extensible || matches!(self.method, HttpMethod::Put | HttpMethod::Patch) {
            self.add_header(Some("200"), "Preference-Applied", "PreferenceApplied");
        }
    }

    /// A `POST` with a token has its effect once for each idempotency key.
    fn add_idempotency(&mut self) {
        let takes_token = self.operation.security.is_none() && !self.has_tag(TOKENS);
        if !takes_token || !matches!(self.method, HttpMethod::Post) {
            return;
        }
        self.add_parameter("IdempotencyKey");
        self.add_status("400", "BadRequest");
        self.add_status("409", "AlreadyDone");
        self.add_status("410", "Gone");
        self.add_status("422", "IdempotencyKeyReused");
        for status in ["200", "201"] {
            self.add_header(Some(status), "Idempotency-Replayed", "IdempotencyReplayed");
        }
    }

    /// Describes a route that takes no token as one without requirements: generators take an empty
    /// requirement for one.
    fn mark_open(&mut self) {
        let security = self.operation.security.as_mut();
        if let Some(security) = security
            && *security == [SecurityRequirement::default()]
        {
            security.clear();
        }
    }

    /// Marks the headers that a route describes itself as sent always.
    fn require_headers(&mut self) {
        for response in self.operation.responses.responses.values_mut() {
            let RefOr::T(Response { headers, .. }) = response else {
                continue;
            };
            for (name, header) in headers {
                if let RefOr::T(header) = header
                    && ALWAYS_SENT.contains(&name.as_str())
                {
                    require(header);
                }
            }
        }
    }

    fn add_update(&mut self) {
        self.add_parameter("IfMatch");
        self.add_status("304", "NotModified");
        self.add_status("412", "VersionMismatch");
    }

    /// Routes of trips take and name the variant.
    fn add_variant(&mut self) {
        let is_extension = self.has_tag(EXTENSIONS) || self.has_tag(SETTLING);
        let is_extension = is_extension && self.is_about_a_trip();
        if self.has_tag(VARIANT_A) || self.has_tag(VARIANT_B) || is_extension {
            self.add_parameter("ApiVariant");
            self.add_status("400", "BadRequest");
            self.add_header(None, "Api-Variant", "ApiVariant");
        }
    }

    /// The refusals of routes that take a token, a body, or any input.
    fn add_refusals(&mut self) {
        if self.operation.security.is_none() {
            self.add_status("401", "Unauthorized");
        }
        if self.operation.request_body.is_some() {
            self.add_status("400", "BadRequest");
            self.add_status("408", "Timeout");
            self.add_status("413", "TooLarge");
            self.add_status("415", "UnsupportedMediaType");
        }
        self.add_status("429", "TooManyRequests");
        self.add_status("503", "Unavailable");
    }

    /// A route names the header `Unknown-Members`; its description is a component.
    fn refer_to_unknown_members(&mut self) {
        for response in self.operation.responses.responses.values_mut() {
            if let RefOr::T(Response { headers, .. }) = response
                && let Some(header) = headers.get_mut("Unknown-Members")
            {
                *header = RefOr::Ref(Ref::new("#/components/headers/UnknownMembers"));
            }
        }
    }

    fn has_tag(&self, tag: &str) -> bool {
        self.operation.tags.iter().flatten().any(|own| own == tag)
    }

    fn is_about_a_trip(&self) -> bool {
        let mut parameters = self.operation.parameters.iter().flatten();
        parameters.any(|parameter| {
            matches!(parameter, RefOr::T(parameter)
                if parameter.name == "uuid" && parameter.parameter_in == ParameterIn::Path)
        })
    }

    fn has_status(&self, status: &str) -> bool {
        self.operation.responses.responses.contains_key(status)
    }

    fn add_parameter(&mut self, name: &str) {
        let parameter = RefOr::Ref(Ref::new(format!("#/components/parameters/{name}")));
        self.operation
            .parameters
            .get_or_insert_default()
            .push(parameter);
    }

    fn add_status(&mut self, status: &str, name: &str) {
        let responses = &mut self.operation.responses.responses;
        responses
            .entry(status.to_owned())
            .or_insert_with(|| Ref::from_response_name(name).into());
    }

    /// Adds a header to the answers of a status, or to all that the route describes itself.
    fn add_header(&mut self, status: Option<&str>, header: &str, name: &str) {
        for (own, response) in &mut self.operation.responses.responses {
            if status.is_none_or(|status| status == own)
                && let RefOr::T(Response { headers, .. }) = response
            {
                let reference = RefOr::Ref(Ref::new(format!("#/components/headers/{name}")));
                headers.entry(header.to_owned()).or_insert(reference);
            }
        }
    }
}

//! Adds the rules of all routes to their descriptions.

use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{HttpMethod, OpenApi, Ref, RefOr, Response};

use wayfare_api_core::openapi::{
    EXTENSIONS, FORMATS, KEYS, PEOPLE, SERVICE, SETTLING, TOKENS, VARIANT_A, VARIANT_B,
};

use super::components::{add_components, require};
use super::operations::operations;
use super::tidy::{join_lines, tidy};
use super::{files, links, simplify};

/// Adds conditions, tokens, limits and their answers to each route, and links between them; then
/// simplifies the schemas. A status that a route describes itself is unchanged.
pub(super) fn complete(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            let scope = scope_of(path, &method, operation);
            if let Some(scope) = scope {
                let extension = Extensions::builder().add(SCOPE, scope).build();
                operation
                    .extensions
                    .get_or_insert_default()
                    .merge(extension);
            }
            Completion { method, operation }.run();
        }
    }
    let components = document.components.get_or_insert_default();
    add_components(components);
    components.schemas.values_mut().for_each(tidy);
    document.security = Some(vec![requirement("bearer"), requirement("token")]);
    links::add(document);
    simplify::simplify(document);
    files::mark(document);
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

/// The operations that are no updates and answer extensions if the client prefers them.
const EXTENSIBLE: [&str; 5] = [
    "getTripItems",
    "getMap",
    "getTripA",
    "getTripB",
    "createTripB",
];

/// The operations whose answers change while they are sent, so that they have no tag.
const UNTAGGED: [&str; 2] = ["watchTrip", "exportAccount"];

/// The operations whose answers name a trip that they do not change, and have no version.
const NAMING: [&str; 2] = ["joinTrip", "copyTrip"];

/// The extension that says what an API key needs for an operation.
pub(super) const SCOPE: &str = "x-scope";

/// What an API key needs for an operation: `read`, `write`, or that no key may (`account`). `None`
/// if it takes no token.
fn scope_of(path: &str, method: &HttpMethod, operation: &Operation) -> Option<&'static str> {
    let is_open = operation
        .security
        .as_ref()
        .is_some_and(|schemes| *schemes == [SecurityRequirement::default()]);
    // The routes below the root of the interface.
    let route = path.split_once("/v1").map_or(path, |(_, route)| route);
    match method {
        _ if is_open => None,
        // A key may ask whose it is, and a list of trips is no part of the account to it.
        HttpMethod::Get if ["/user", "/user/{username}/trips"].contains(&route) => Some("read"),
        _ if ["/user", "/auth/"].iter().any(|of| route.starts_with(of)) => Some("account"),
        HttpMethod::Get => Some("read"),
        _ => Some("write"),
    }
}

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
        let id = self.operation.operation_id.as_deref();
        if id.is_some_and(|id| UNTAGGED.contains(&id) || NAMING.contains(&id)) {
            return;
        }
        if id == Some("importTrip") {
            // Where it names a trip.
            self.add_status("412", "VersionMismatch");
        }
        let answers = self.has_status("200");
        // Feeds, imports and keys have no version; exports and calendars have tags.
        let has_no_version = self.has_tag(FORMATS) || self.has_tag(KEYS);
        let is_versioned = matches!(self.method, HttpMethod::Get) || !has_no_version;
        match self.method {
            HttpMethod::Get => {
                self.add_parameter("IfNoneMatch");
                self.add_status("304", "NotModified");
            }
            HttpMethod::Put | HttpMethod::Patch if answers => self.add_update(),
            HttpMethod::Post if self.has_status("304") => self.add_update(),
            // What is added to a trip changes it.
            HttpMethod::Post if is_versioned && self.is_about_a_trip() => self.add_match(),
            HttpMethod::Delete if is_versioned => self.add_match(),
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
            self.add_header(None, "Preference-Applied", "PreferenceApplied");
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
        self.add_match();
        self.add_status("304", "NotModified");
    }

    fn add_match(&mut self) {
        self.add_parameter("IfMatch");
        self.add_status("412", "VersionMismatch");
    }

    /// Routes of trips take and name the variant.
    fn add_variant(&mut self) {
        let extensions = [EXTENSIONS, SETTLING, PEOPLE, FORMATS];
        let is_extension = extensions.iter().any(|tag| self.has_tag(tag)) && self.is_about_a_trip();
        if self.has_tag(VARIANT_A) || self.has_tag(VARIANT_B) || is_extension {
            self.add_parameter("ApiVariant");
            self.add_status("400", "BadRequest");
            self.add_header(None, "Api-Variant", "ApiVariant");
        }
    }

    /// The refusals of routes that name something, that take a token, a body, or any input.
    fn add_refusals(&mut self) {
        // Without a picture the answer is 403.
        let no_picture = RefOr::from(Ref::from_response_name("NoPicture"));
        let answers = &self.operation.responses.responses;
        if self.names(|_| true) && answers.get("403") != Some(&no_picture) {
            self.add_status("404", "NotFound");
        }
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
        self.names(|name| name == "uuid")
    }

    /// Whether the path has a parameter of such a name.
    fn names(&self, is_meant: impl Fn(&str) -> bool) -> bool {
        let mut parameters = self.operation.parameters.iter().flatten();
        parameters.any(|parameter| {
            matches!(parameter, RefOr::T(parameter)
                if is_meant(&parameter.name) && parameter.parameter_in == ParameterIn::Path)
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

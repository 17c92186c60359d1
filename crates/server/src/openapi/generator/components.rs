//! Components of the OpenAPI documents: headers, error answers, security schemes.

use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Components, Object, ObjectBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required, Response, ResponseBuilder};
use wayfare_api_core::Problem;
use wayfare_api_core::problem::ProblemDetails;
use wayfare_service::Error;

/// An answer of many routes: name, description and headers.
struct Shared {
    name: &'static str,
    description: &'static str,
    headers: &'static [(&'static str, &'static str)],
}

/// The headers that answers may lack: those of limits that are off, of preferences, and the variant
/// of an answer that has none.
const SOMETIMES_SENT: [&str; 8] = [
    "ApiVariant",
    "IdempotencyReplayed",
    "KnownETag",
    "PreferenceApplied",
    "RateLimit",
    "RateLimitPolicy",
    "RetryAfterUse",
    "UnknownMembers",
];
/// The request id and the seconds to wait in examples.
const REQUEST_ID: &str = "0198c0de-0000-7000-8000-0000000000ff";
const RETRY_AFTER: u64 = 2;
const NOT_MODIFIED: &str = "As it is in the tag that If-None-Match names; or an update that \
    changed nothing. It has no body, and some HTTP \
     libraries raise it as an error: with `Prefer: return=representation` an update answers 200 in \
     full instead";
const UNKNOWN_MEMBERS: &str = "The `memberId`s of the stored budgets that are no username or user \
    id of a member, each \
    percent-encoded, comma-separated; `*` stands for those that the header has no room for. \
    Perhaps a typo: in all sums \
    each of them is a party of its own. Absent if there are none";
/// The error answers, each with problem details.
const PROBLEMS: [Shared; 18] = [
    Shared {
        name: "AlreadyDone",
        description: "An earlier request with this Idempotency-Key has made this, and its answer \
            held a secret (`already-done`); \
            or, with Retry-After, the earlier request is not answered yet \
            (`idempotency-key-in-use`)",
        headers: &[("Retry-After", "RetryAfterUse")],
    },
    Shared {
        name: "Gone",
        description: "What an earlier request with this Idempotency-Key has made is gone",
        headers: &[],
    },
    Shared {
        name: "IdempotencyKeyReused",
        description: "The Idempotency-Key came with another body or to another route in the last \
            24 hours",
        headers: &[],
    },
    Shared {
        name: "BadRequest",
        description: "Values that can't be taken, the first 100 of them in `errors`; `errorCount` \
            tells how many there are",
        headers: &[],
    },
    Shared {
        name: "Unauthorized",
        description: "No token, one that is refused, or one whose user may not do this",
        headers: &[("WWW-Authenticate", "Challenge")],
    },
    Shared {
        name: "UsernameTaken",
        description: "The username is taken or reserved",
        headers: &[],
    },
    Shared {
        name: "TooManyKeys",
        description: "The account has as many API keys as it may",
        headers: &[],
    },
    Shared {
        name: "NoSignUp",
        description: "The username is taken or reserved, or the operator alone creates accounts \
            (`sign-up-closed`), \
            or people sign in without a password (`passwords-off`)",
        headers: &[],
    },
    Shared {
        name: "NoPasswords",
        description: "People sign in at an OpenID provider alone, without a password \
            (`passwords-off`)",
        headers: &[],
    },
    Shared {
        name: "NoPicture",
        description: "There is no such picture, the caller may not see it, or its signed address \
            has expired",
        headers: &[],
    },
    Shared {
        name: "ShareRefused",
        description: "The link has a password, which is missing or another one",
        headers: &[("WWW-Authenticate", "Challenge")],
    },
    Shared {
        name: "NotFound",
        description: "There is no such thing, or the caller may not see it",
        headers: &[],
    },
    Shared {
        name: "Timeout",
        description: "The body was too slow to come",
        headers: &[],
    },
    Shared {
        name: "VersionMismatch",
        description: "Changed since the version that If-Match names",
        headers: &[],
    },
    Shared {
        name: "TooLarge",
        description: "The body is larger than this route takes",
        headers: &[],
    },
    Shared {
        name: "UnsupportedMediaType",
        description: "The body is of another media type",
        headers: &[],
    },
    Shared {
        name: "TooManyRequests",
        description: "More requests, or more bytes in flight, than are let in; try again later",
        headers: &[("Retry-After", "RetryAfter")],
    },
    Shared {
        name: "Unavailable",
        description: "More to do than can be taken, or the database or the OpenID provider is \
            away; try again later",
        headers: &[("Retry-After", "RetryAfter")],
    },
];

/// Adds the components that descriptions of routes refer to.
pub(super) fn add_components(components: &mut Components) {
    for shared in &PROBLEMS {
        components
            .responses
            .insert(shared.name.to_owned(), RefOr::T(problem(shared)));
    }
    let mut not_modified = ResponseBuilder::new().description(NOT_MODIFIED).build();
    add_headers(&mut not_modified, &[("ETag", "KnownETag")]);
    components
        .responses
        .insert("NotModified".to_owned(), RefOr::T(not_modified));
    for (name, mut header) in headers() {
        if !SOMETIMES_SENT.contains(&name) {
            require(&mut header);
        }
        components.headers.insert(name.to_owned(), RefOr::T(header));
    }
    for (name, parameter) in parameters() {
        components
            .parameters
            .insert(name.to_owned(), RefOr::T(parameter));
    }
    components.schemas.insert(
        ProblemDetails::name().into_owned(),
        <ProblemDetails as utoipa::PartialSchema>::schema(),
    );
    let mut within = Vec::new();
    ProblemDetails::schemas(&mut within);
    components.schemas.extend(within);
    components
        .security_schemes
        .insert("bearer".to_owned(), RefOr::T(bearer()));
    components
        .security_schemes
        .insert("token".to_owned(), RefOr::T(token()));
}

fn problem(shared: &Shared) -> Response {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(ProblemDetails::name())))
        .example(example(shared.name))
        .build();
    let mut response = ResponseBuilder::new()
        .description(shared.description)
        .content("application/problem+json", content)
        .build();
    add_headers(&mut response, shared.headers);
    response
}

/// Adds headers, and those that any answer has.
fn add_headers(response: &mut Response, further: &[(&str, &str)]) {
    let always = [
        ("X-Request-Id", "RequestId"),
        ("Api-Variant", "ApiVariant"),
        ("RateLimit", "RateLimit"),
        ("RateLimit-Policy", "RateLimitPolicy"),
        ("Preference-Applied", "PreferenceApplied"),
    ];
    for (header, name) in always.iter().chain(further) {
        let reference = RefOr::Ref(Ref::new(format!("#/components/headers/{name}")));
        response.headers.insert((*header).to_owned(), reference);
    }
}

/// The example of a problem that no recorded request meets.
fn example(name: &str) -> Option<Value> {
    let problem = match name {
        "AlreadyDone" => Problem::from(Error::AlreadyDone {
            resource: String::new(),
        }),
        "Gone" => Problem::from(Error::Gone),
        "IdempotencyKeyReused" => Problem::from(Error::KeyReused),
        "Timeout" => Problem::too_slow(),
        "TooManyRequests" => Problem::too_many_requests(RETRY_AFTER),
        "Unavailable" => Problem::from(Error::Busy),
        _ => return None,
    };
    serde_json::from_slice(&problem.body(REQUEST_ID)).ok()
}

/// Marks a header as sent always.
pub(super) fn require(header: &mut Header) {
    // The library has no field for it; extensions are written beside the fields.
    header
        .extensions
        .get_or_insert_default()
        .insert("required".to_owned(), true.into());
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn variant() -> Object {
    text().enum_values(Some(["a", "b"])).build()
}

fn headers() -> [(&'static str, Header); 12] {
    let header = |schema: Object, description: &str| {
        HeaderBuilder::new()
            .schema(Some(schema))
            .description(Some(description))
    };
    let seconds = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(0_u32))
        .build();
    let unknown = text().max_length(Some(1_000)).build();
    let answered = text().enum_values(Some(["a", "b", "a, b"])).build();
    [
        (
            "ApiVariant",
            header(answered, "The variant, or variants, that the answer is in").build(),
        ),
        (
            "Challenge",
            header(
                text().build(),
                "Why the token is refused: `Bearer`, with an `error` where one was sent",
            )
            .build(),
        ),
        (
            "ETag",
            header(
                text().pattern(Some("^\"[^\"]+\"$")).build(),
                "The strong tag of the answer",
            )
            .build(),
        ),
        (
            "KnownETag",
            header(
                text().build(),
                "The tag of what was read; an update has none",
            )
            .build(),
        ),
        (
            "IdempotencyReplayed",
            header(
                text().enum_values(Some(["true"])).build(),
                "An earlier request with the same key has made this, which is shown as it is now",
            )
            .build(),
        ),
        (
            "PreferenceApplied",
            header(text().build(), "The preferences that were applied, if any").build(),
        ),
        (
            "RateLimit",
            header(
                text().build(),
                "How many requests are left, and in how many seconds there are more",
            )
            .build(),
        ),
        (
            "RateLimitPolicy",
            header(
                text().build(),
                "How many requests are let in, and in how many seconds",
            )
            .build(),
        ),
        (
            "RequestId",
            header(
                text().max_length(Some(64)).build(),
                "The id of the request, which problem details repeat",
            )
            .build(),
        ),
        (
            "RetryAfter",
            header(seconds.clone(), "When to try again, in seconds").build(),
        ),
        (
            "RetryAfterUse",
            header(
                seconds,
                "When to try again, in seconds, if the key is in use",
            )
            .build(),
        ),
        ("UnknownMembers", header(unknown, UNKNOWN_MEMBERS).build()),
    ]
}

fn parameters() -> [(&'static str, Parameter); 5] {
    let header = |name: &str, schema: Object, description: &str| {
        ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .schema(Some(schema))
            .description(Some(description))
            .build()
    };
    let variant_text = "Which variant of the trip interface is meant, where both have a route";
    let prefer_text = "`return=representation`: an update that changes nothing, also by a POST, \
        answers 200 with the whole answer, not 304; \
                       `handling=strict`: a field that is not known is refused with 400; \
                       `extensions`: trips and items have their time zones and ends, which the \
                       routes of extensions always answer (RFC 7240)";
    let match_text = "Only where it still has the version of this tag, which may come from any \
        route of the same trip or account";
    let key_text = "A key of 1 to 255 visible ASCII characters, such as a random UUID: for 24 \
        hours, the same request with the \
                    same key has its effect once, so it can be sent again where no answer came";
    let key = text()
        .min_length(Some(1))
        .max_length(Some(255))
        .pattern(Some("^[!-~]+$"));
    [
        (
            "IdempotencyKey",
            header("Idempotency-Key", key.build(), key_text),
        ),
        ("ApiVariant", header("Api-Variant", variant(), variant_text)),
        ("Prefer", header("Prefer", text().build(), prefer_text)),
        ("IfMatch", header("If-Match", text().build(), match_text)),
        (
            "IfNoneMatch",
            header(
                "If-None-Match",
                text().build(),
                "Only where it no longer has this tag",
            ),
        ),
    ]
}

fn bearer() -> SecurityScheme {
    let description = "The access token as `Authorization: Bearer <token>`. `POST /api/v1/user` \
        answers the first one in its \
                       header `Authorization`; `POST /api/v1/auth/token` gives others for a \
                       password. An API key of \
                       `POST /api/v1/user/{username}/keys` is taken in its place; `x-scope` of an \
                       operation says whether a key \
                       must be of the scope `read` or `write`, or that no key may (`account`).";
    let scheme = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some(description));
    SecurityScheme::Http(scheme.build())
}

fn token() -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(
        "token",
        "The access token as `token: <token>`.",
    )))
}

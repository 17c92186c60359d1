//! Errors as problem details (RFC 9457): the one place where a failure becomes a status and a body.

mod details;
mod from_error;
mod kind;
mod pointer;

use std::borrow::Cow;
use std::fmt;

use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpResponse, ResponseError};
use wayfare_domain::{Path, Reason, Violations};
use wayfare_service::{Error, PictureFault, chain};

use details::FieldError;
pub use details::ProblemDetails;
use kind::Kind;
use pointer::pointer;

/// The longest text of a violation, in bytes of JSON: [`Violations::MAX_LISTED`] of them, each with
/// a pointer and a reason, stay below 64 KiB.
const MAX_TEXT: usize = 280;
/// How soon a client may try again after a 503, in seconds.
const RETRY_AFTER: &str = "2";

/// The challenge of a 401 (RFC 6750).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Challenge {
    /// None was sent.
    Missing,
    /// One was sent and refused.
    InvalidToken,
    /// It is valid, but its user may not do this.
    InsufficientScope,
}

impl Challenge {
    fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Missing => "Bearer",
            Self::InvalidToken => "Bearer error=\"invalid_token\"",
            Self::InsufficientScope => "Bearer error=\"insufficient_scope\"",
        })
    }
}

/// A failure as a client sees it. Causes of internal errors are logged when it is made, and never
/// sent.
#[derive(Debug, Clone)]
pub struct Problem {
    status: StatusCode,
    kind: Kind,
    title: &'static str,
    detail: Cow<'static, str>,
    violations: Violations,
    headers: Vec<(header::HeaderName, HeaderValue)>,
}

impl Problem {
    fn new(kind: Kind, detail: impl Into<Cow<'static, str>>) -> Self {
        let (status, title) = kind.status_and_title();
        Self {
            status,
            kind,
            title,
            detail: detail.into(),
            violations: Violations::new(),
            headers: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, name: header::HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    fn with_retry(self) -> Self {
        self.with(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER))
    }

    /// 400 with every violation of the input.
    pub fn invalid(violations: Violations) -> Self {
        let detail =
            "The request holds values that can't be taken; the first 100 are listed under errors.";
        Self {
            violations,
            ..Self::new(Kind::InvalidInput, detail)
        }
    }

    /// 400 with one violation.
    pub fn invalid_at(path: Path, reason: Reason) -> Self {
        let mut violations = Violations::new();
        violations.add(path, reason);
        Self::invalid(violations)
    }

    /// 401, with the challenge that fits.
    pub fn unauthorized(challenge: Challenge) -> Self {
        let (kind, detail) = match challenge {
            Challenge::Missing => (Kind::TokenMissing, "This needs an access token."),
            Challenge::InvalidToken => (
                Kind::TokenRefused,
                "The access token is not valid (any more).",
            ),
            Challenge::InsufficientScope => (
                Kind::NotPermitted,
                "The user of this token is not permitted to do this.",
            ),
        };
        Self::new(kind, detail).with(header::WWW_AUTHENTICATE, challenge.header())
    }

    /// 403: the token is valid, but this needs another scope.
    pub fn scope_needed(scope: &str) -> Self {
        let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"");
        let problem = Self {
            status: StatusCode::FORBIDDEN,
            ..Self::new(Kind::NotPermitted, format!("This needs the scope {scope}."))
        };
        match HeaderValue::from_str(&challenge) {
            Ok(challenge) => problem.with(header::WWW_AUTHENTICATE, challenge),
            Err(_) => problem,
        }
    }

    /// The same with more parameters in its challenge, if it has one: `name="value"`, separated by
    /// commas.
    #[must_use]
    pub fn with_challenge(mut self, parameters: &str) -> Self {
        let mut headers = self.headers.iter_mut();
        let challenge = headers.find(|(name, _)| *name == header::WWW_AUTHENTICATE);
        if let Some((_, value)) = challenge {
            let present = value.to_str().unwrap_or("Bearer");
            let separator = if present == "Bearer" { " " } else { ", " };
            if let Ok(longer) = HeaderValue::try_from(format!("{present}{separator}{parameters}")) {
                *value = longer;
            }
        }
        self
    }

    /// 404: there is no such thing, or none that the caller may see.
    pub fn not_found() -> Self {
        Self::new(
            Kind::NotFound,
            "There is no such thing, or it is not yours to see.",
        )
    }

    /// 404: no such route.
    pub fn no_route() -> Self {
        Self::new(Kind::NoRoute, "The service has nothing at this path.")
    }

    /// 403: pages of an origin may not call the service.
    pub fn origin_refused(origin: &str) -> Self {
        let detail = format!(
            "Pages of {origin} may not call this service: the setting CORS_ORIGINS \
             (environment WAYFARE_CORS_ORIGINS) does not list that origin."
        );
        Self::new(Kind::OriginRefused, detail)
    }

    /// 403: a form was not sent by a page of this service, or by one that is too old.
    pub fn form_refused() -> Self {
        let detail = "This form was not sent by a page of this service. Open the page again.";
        Self {
            title: "Form refused",
            ..Self::new(Kind::OriginRefused, detail)
        }
    }

    /// 403: a form was sent by a page of another origin than that of the pages.
    pub fn form_of(origin: &str, pages: &str) -> Self {
        let detail = format!(
            "This form was sent by a page at {origin}, but the pages of this service are at \
             {pages}. Whoever runs it can change that: the setting FRONTEND_URL (environment \
             WAYFARE_FRONTEND_URL)."
        );
        Self {
            detail: detail.into(),
            ..Self::form_refused()
        }
    }

    /// The kind of problem in words.
    pub fn title(&self) -> &str {
        self.title
    }

    /// What went wrong this time.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// 405, with the methods that are allowed.
    pub fn method_not_allowed(allowed: &[Method]) -> Self {
        let list = allowed
            .iter()
            .map(Method::as_str)
            .collect::<Vec<_>>()
            .join(", ");
        let problem = Self::new(Kind::MethodNotAllowed, format!("This path takes {list}."));
        match HeaderValue::from_str(&list) {
            Ok(value) => problem.with(header::ALLOW, value),
            Err(_) => problem,
        }
    }

    /// 416: a range that a file of `size` bytes does not have.
    pub(crate) fn range_not_satisfiable(size: u64) -> Self {
        let detail = format!("The file has {size} bytes.");
        let problem = Self::new(Kind::RangeNotSatisfiable, detail);
        match HeaderValue::try_from(format!("bytes */{size}")) {
            Ok(range) => problem.with(header::CONTENT_RANGE, range),
            Err(_) => problem,
        }
    }

    /// 413, with the limit in bytes.
    pub fn too_large(limit: usize) -> Self {
        Self::new(
            Kind::TooLarge,
            format!("The body may have at most {limit} bytes."),
        )
    }

    /// A picture that was sent is refused: 415, 400 or 413.
    fn picture(path: Path, fault: PictureFault) -> Self {
        let place = pointer(&path);
        let (kind, detail) = match fault {
            PictureFault::UnsupportedType => (
                Kind::UnsupportedMediaType,
                format!("What was sent at {place} is not a JPEG, PNG, WebP or GIF picture."),
            ),
            PictureFault::Heif => (
                Kind::UnsupportedMediaType,
                format!(
                    "What was sent at {place} is a HEIC picture; JPEG, PNG, WebP and GIF are \
                     taken. An iPhone takes JPEG pictures with Settings > Camera > Formats > Most \
                     Compatible."
                ),
            ),
            PictureFault::Unreadable => {
                let reason = "must be a picture that is neither damaged nor cut short";
                return Self::invalid_at(path, Reason::new(reason));
            }
            PictureFault::TooManyBytes { limit } => (
                Kind::TooLarge,
                format!("The file at {place} may have at most {limit} bytes."),
            ),
            PictureFault::TooManyPixels { limit } => (
                Kind::TooLarge,
                format!("The picture at {place} may have at most {limit} pixels."),
            ),
        };
        Self::new(kind, detail)
    }

    /// 415, with the media type that is accepted.
    pub fn unsupported_media_type(taken: &'static str) -> Self {
        Self::new(
            Kind::UnsupportedMediaType,
            format!("The body must be {taken}."),
        )
    }

    /// 429, with how long to wait, in seconds.
    pub fn too_many_requests(wait: u64) -> Self {
        let detail = "There were too many requests in a short time; Retry-After says when the next \
            one is taken.";
        Self::new(Kind::TooManyRequests, detail).with(header::RETRY_AFTER, wait.into())
    }

    /// 429: requests of one account or address hold too many bytes at the same time.
    pub(crate) fn too_many_bytes() -> Self {
        let detail =
            "Your requests in flight hold more bytes than those of one account or address may.";
        Self::new(Kind::TooManyBytes, detail).with_retry()
    }

    /// Whether the client is at fault.
    pub fn is_client_error(&self) -> bool {
        self.status.is_client_error()
    }

    /// 408: the body came too slowly.
    pub fn too_slow() -> Self {
        Self::new(Kind::TooSlow, "The body of the request came too slowly.")
    }

    /// 500; the cause is logged and not sent.
    pub fn internal(cause: &dyn std::error::Error) -> Self {
        tracing::error!(cause = %chain(cause), "internal error");
        Self::unexplained()
    }

    fn unexplained() -> Self {
        let detail = "Something went wrong on our side. The request id helps us find it.";
        Self::new(Kind::Internal, detail)
    }

    /// 503.
    pub fn unavailable(detail: &'static str) -> Self {
        Self::new(Kind::Unavailable, detail).with_retry()
    }

    /// A problem for an error status of the framework.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::no_route(),
            StatusCode::INTERNAL_SERVER_ERROR => Self::unexplained(),
            _ => Self {
                status,
                title: status.canonical_reason().unwrap_or("Error"),
                ..Self::new(Kind::Http, "The request can't be answered.")
            },
        }
    }

    /// This problem as picture routes answer it: 403 instead of 404.
    #[must_use]
    pub fn for_picture(mut self) -> Self {
        if self.status == StatusCode::NOT_FOUND {
            self.status = StatusCode::FORBIDDEN;
        }
        self
    }

    /// This problem for a request that was processed before: 410 instead of 404.
    #[must_use]
    pub(crate) fn or_gone(self) -> Self {
        if self.status == StatusCode::NOT_FOUND {
            Error::Gone.into()
        } else {
            self
        }
    }

    /// The error that breaks off an answer whose head was already sent.
    pub fn into_broken_answer(self) -> std::io::Error {
        std::io::Error::other(self.title)
    }

    /// What is wrong with the input.
    pub fn violations(&self) -> &Violations {
        &self.violations
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The body, with the request id if it is known.
    pub fn body(&self, request_id: &str) -> Vec<u8> {
        let errors = self.violations.iter();
        let body = ProblemDetails {
            r#type: self.kind.as_type(),
            title: self.title,
            status: self.status.as_u16(),
            detail: &self.detail,
            instance: request_id,
            errors: errors
                .map(|found| FieldError {
                    pointer: cut(pointer(&found.path)),
                    detail: cut(found.reason.to_string()),
                })
                .collect(),
            error_count: (!self.violations.is_empty()).then(|| self.violations.count()),
        };
        serde_json::to_vec(&body).unwrap_or_default()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status.as_u16(), self.title)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status);
        for (name, value) in &self.headers {
            answer.insert_header((name.clone(), value.clone()));
        }
        let mut answer = answer
            .content_type("application/problem+json")
            .body(self.body(""));
        // The envelope around all routes writes the body again, with the request id.
        answer.extensions_mut().insert(self.clone());
        answer
    }
}

/// Cuts a text that JSON writes in more than [`MAX_TEXT`] bytes, and ends it with `…`.
fn cut(mut text: String) -> String {
    let mut bytes = 0;
    let end = text.char_indices().find_map(|(index, letter)| {
        bytes += match letter {
            '"' | '\\' => 2,
            '\0'..' ' => 6,
            _ => letter.len_utf8(),
        };
        (bytes > MAX_TEXT).then_some(index)
    });
    if let Some(end) = end {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests;

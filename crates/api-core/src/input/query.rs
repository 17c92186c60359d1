//! Query parameters. Of several with one name, the first counts.

use std::borrow::Cow;

use actix_web::HttpRequest;
use url::form_urlencoded;
use wayfare_domain::{Path, Reason, Violations};

/// The value of this name.
pub fn value<'r>(request: &'r HttpRequest, name: &str) -> Option<Cow<'r, str>> {
    let mut query = form_urlencoded::parse(request.query_string().as_bytes());
    Some(query.find(|(own, _)| own == name)?.1)
}

/// What `parse` makes of the value of this name. A refusal is one of the violations.
pub fn read<T>(
    request: &HttpRequest,
    name: &'static str,
    parse: impl FnOnce(&str) -> Result<T, Reason>,
    violations: &mut Violations,
) -> Option<T> {
    violations.take(&Path::root().field(name), parse(&value(request, name)?))
}

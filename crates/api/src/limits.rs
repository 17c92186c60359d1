//! The kind of request that each route counts as.

use actix_web::HttpRequest;
use actix_web::http::Method;
use wayfare_api_core::limits::rate::Kind;
use wayfare_api_core::trip::share::SHARE_PASSWORD;

/// Whether a request to the interface at `root` is one by a share link, an invitation or a link to
/// a new password.
pub(crate) fn is_by_secret_link(request: &HttpRequest, root: &str) -> bool {
    let path = request.match_info().as_str();
    ["/shared/", "/invitations/", "/auth/password-reset/"]
        .into_iter()
        .any(|prefix| {
            let mount = path.split_once(prefix);
            mount.is_some_and(|(mount, _)| mount.ends_with(root))
        })
}

/// The kind of a request to the interface at `root`, at each of its mounts.
pub(crate) fn kind_of(request: &HttpRequest, root: &str) -> Kind {
    // As the router reads it: an escaped letter is that letter.
    let path = request.match_info().as_str();
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    let is_at = |path: &str, route| {
        let mount = path.strip_suffix(route);
        mount.is_some_and(|mount| mount.ends_with(root))
    };
    if is_at(parent, "/shared") && request.headers().contains_key(SHARE_PASSWORD) {
        return Kind::SharePassword;
    }
    if !matches!(*request.method(), Method::POST | Method::PUT) {
        return Kind::Ordinary;
    }
    if is_at(path, "/user") {
        Kind::SignUp
    } else if ["/auth/token", "/auth/revoke", "/auth/password-reset"]
        .into_iter()
        .any(|route| is_at(path, route))
        || is_at(parent, "/auth/password-reset")
    {
        Kind::Credentials
    } else if is_at(path, "/auth/password") {
        Kind::Password
    } else {
        Kind::Ordinary
    }
}

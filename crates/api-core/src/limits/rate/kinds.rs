//! The kind of a request, which is counted before the router finds its endpoint.

use actix_web::HttpRequest;
use actix_web::dev::ResourceDef;
use actix_web::http::Method;

use crate::Endpoint;
use crate::http::endpoint::Counted;
use crate::limits::rate::Kind;

/// The endpoints of an application whose requests count as a kind.
#[derive(Default)]
pub struct Kinds(Vec<(ResourceDef, Counted)>);

impl Kinds {
    /// Adds the endpoints of a scope at the path `mount`.
    pub fn add(&mut self, mount: &str, endpoints: &[Endpoint]) {
        let counted = endpoints.iter().filter_map(|endpoint| {
            let counted = endpoint.counted?;
            let path = format!("{mount}{}", endpoint.path());
            Some((ResourceDef::new(path), counted))
        });
        self.0.extend(counted);
    }

    /// The kind of a request that middleware around the endpoints has received.
    pub fn kind_of(&self, request: &HttpRequest) -> Kind {
        // As the router reads it: an escaped letter is that letter.
        let path = request.match_info().unprocessed();
        let found = self
            .0
            .iter()
            .find(|(at, counted)| (counted.includes)(request) && at.is_match(path));
        found.map_or(Kind::Ordinary, |(_, counted)| counted.kind)
    }
}

/// Whether a request sends something, such as a password: a `POST` or a `PUT`.
pub fn sends(request: &HttpRequest) -> bool {
    matches!(*request.method(), Method::POST | Method::PUT)
}

/// Whether a request sends a form of a page: a `POST`.
pub fn posts(request: &HttpRequest) -> bool {
    request.method() == Method::POST
}

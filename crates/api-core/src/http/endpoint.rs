//! Building one path of the interface: its methods, `HEAD` with every `GET`, `Allow`, and which
//! variant it belongs to.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::rc::Rc;

use actix_web::FromRequest;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig};
use actix_web::{
    Error, Handler, HttpMessage, HttpRequest, HttpResponse, Resource, Responder, ResponseError,
    Route,
};
use futures_util::FutureExt;
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::openapi::{HttpMethod, OpenApi};
use wayfare_domain::{Path, Reason};

use crate::limits::rate::Kind;
use crate::{Answer, Problem};

/// The variant, or variants, of the trip interface that an answer is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variants {
    /// Variant A, the plural path.
    A,
    /// Variant B, the singular path.
    B,
    /// Both.
    Both,
}

/// The header by which a client chooses a variant and an answer names its own.
pub const API_VARIANT: &str = "api-variant";

impl Variants {
    /// As the answer header `Api-Variant` writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::Both => "a, b",
        }
    }

    /// The variant that a request chooses by header; `None` without the header.
    ///
    /// # Errors
    /// 400 for anything but `a` and `b`.
    pub fn chosen(request: &HttpRequest) -> Result<Option<Self>, Problem> {
        match request
            .headers()
            .get(API_VARIANT)
            .map(HeaderValue::as_bytes)
        {
            None => Ok(None),
            Some(b"a") => Ok(Some(Self::A)),
            Some(b"b") => Ok(Some(Self::B)),
            Some(_) => Err(Problem::invalid_at(
                Path::root().field("Api-Variant"),
                Reason::new("must be a or b"),
            )),
        }
    }
}

/// What must stay secret of the answers of an endpoint. They are stored by no cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// What they hold.
    OfContent,
    /// Their address, too, which is all that a reader needs: no search engine lists it.
    OfAddress,
}

/// Chooses the variant that answers a request; `None` for one outside of the trip interface.
type Choice = Rc<dyn Fn(&HttpRequest) -> Option<Variants>>;

/// What `#[utoipa::path]` says of a handler.
pub trait Described: utoipa::Path + SchemaReferences + for<'t> Tags<'t> {}

impl<P: utoipa::Path + SchemaReferences + for<'t> Tags<'t>> Described for P {}

/// The requests of an endpoint that rate limits count as a kind.
#[derive(Clone, Copy)]
pub(crate) struct Counted {
    pub(crate) kind: Kind,
    pub(crate) includes: fn(&HttpRequest) -> bool,
}

/// One path of the interface.
#[derive(Default)]
pub struct Endpoint {
    path: String,
    routes: Vec<Route>,
    methods: Vec<Method>,
    descriptions: Vec<fn(&mut OpenApi)>,
    choice: Option<Choice>,
    secrecy: Option<Secrecy>,
    pub(crate) counted: Option<Counted>,
}

/// The first segments of paths, such as `trips` of `/trips/{uuid}`.
#[derive(Debug, Default)]
pub struct FirstSegments(HashSet<String>);

impl FirstSegments {
    /// Those of some paths.
    pub fn of<'a>(paths: impl IntoIterator<Item = &'a str>) -> Self {
        let segments = paths.into_iter().map(first_segment);
        Self(segments.map(str::to_owned).collect())
    }

    /// Whether a path begins with one of them.
    pub fn begin(&self, path: &str) -> bool {
        self.0.contains(first_segment(path))
    }
}

fn first_segment(path: &str) -> &str {
    path.trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default()
}

/// An [`Endpoint`] of handlers in one module, such as `endpoint!(trip::{detail, update})`. Path and
/// methods are those of their `#[utoipa::path]`, which describes them in OpenAPI documents.
#[macro_export]
macro_rules! endpoint {
    ($($module:ident ::)* { $($handler:ident),+ }) => {
        $crate::endpoint!(@all ($($module ::)*) $($handler),+)
    };
    (@all $module:tt $($handler:ident),+) => {{
        let endpoint = $crate::Endpoint::default();
        $(let endpoint = $crate::endpoint!(@add endpoint $module $handler);)+
        endpoint
    }};
    (@add $endpoint:ident ($($module:tt)*) $handler:ident) => {
        $crate::pastey::paste! {
            $endpoint.described::<$($module)* [<__path_ $handler>], _, _>($($module)* $handler)
        }
    };
}

impl Endpoint {
    /// The path, with its parameters in braces.
    pub fn at(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            ..Self::default()
        }
    }

    /// Adds a handler by its description: what the macro [`endpoint!`](crate::endpoint) writes.
    #[doc(hidden)]
    #[must_use]
    pub fn described<P, F, Args>(mut self, handler: F) -> Self
    where
        P: Described,
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.path = P::path();
        self.descriptions.push(describe::<P>);
        match P::methods().pop() {
            Some(HttpMethod::Get) => self.get(handler),
            Some(HttpMethod::Post) => self.post(handler),
            Some(HttpMethod::Put) => self.on(Method::PUT, handler),
            Some(HttpMethod::Patch) => self.on(Method::PATCH, handler),
            Some(HttpMethod::Delete) => self.on(Method::DELETE, handler),
            _ => self,
        }
    }

    /// Says what must stay secret of its answers.
    #[must_use]
    pub fn secret(mut self, secrecy: Secrecy) -> Self {
        self.secrecy = Some(secrecy);
        self
    }

    /// Has rate limits count the requests that `includes` names as of a kind. The others are
    /// ordinary.
    #[must_use]
    pub fn counts_as(mut self, kind: Kind, includes: fn(&HttpRequest) -> bool) -> Self {
        self.counted = Some(Counted { kind, includes });
        self
    }

    /// Adds the descriptions of its handlers to a document.
    pub fn describe(&self, document: &mut OpenApi) {
        self.descriptions.iter().for_each(|add| add(document));
    }

    /// The path, with its parameters in braces.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The methods that it answers.
    pub fn methods(&self) -> &[Method] {
        &self.methods
    }

    /// Marks the endpoint as one of the trip interface, in this variant.
    #[must_use]
    pub fn variant(self, variants: Variants) -> Self {
        self.variant_by(move |_| variants)
    }

    /// Marks the endpoint as one of the trip interface, in the variant that `choose` returns for a
    /// request.
    #[must_use]
    pub fn variant_by(mut self, choose: impl Fn(&HttpRequest) -> Variants + 'static) -> Self {
        self.choice = Some(Rc::new(move |request| Some(choose(request))));
        self
    }

    /// Answers `GET`, and `HEAD` likewise without the body.
    #[must_use]
    pub fn get<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.on(Method::GET, handler.clone())
            .on(Method::HEAD, handler)
    }

    /// Answers `POST`.
    #[must_use]
    pub fn post<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.on(Method::POST, handler)
    }

    /// Answers a method other than `GET` and `HEAD`.
    #[must_use]
    pub fn on<F, Args>(mut self, method: Method, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.routes.push(web::method(method.clone()).to(handler));
        self.methods.push(method);
        self
    }

    /// Adds the methods of another endpoint at the same path, each in its own variant. Other
    /// methods count as this endpoint's.
    fn merge(&mut self, other: Self) {
        let Self {
            path: _,
            routes,
            methods,
            descriptions,
            choice,
            secrecy,
            counted,
        } = other;
        self.descriptions.extend(descriptions);
        self.secrecy = self.secrecy.or(secrecy);
        self.counted = self.counted.or(counted);
        let (own, added) = (self.choice.take(), methods.clone());
        self.choice = Some(Rc::new(move |request| {
            let is_added = added.contains(request.method());
            let choice = if is_added { &choice } else { &own };
            choice.as_ref()?(request)
        }));
        self.routes.extend(routes);
        self.methods.extend(methods);
    }

    /// Adds the endpoint to an application or scope.
    pub fn register(self, config: &mut ServiceConfig) {
        let Self {
            path,
            routes,
            methods,
            choice,
            secrecy,
            ..
        } = self;
        let resource = routes
            .into_iter()
            .fold(web::resource(&path), Resource::route);
        let resource = resource.default_service(web::to(move |request: HttpRequest| {
            let answer = other_method(&request, &methods);
            async move { answer }
        }));
        let choice = choice.unwrap_or_else(|| Rc::new(|_| None));
        let resource = resource.wrap(from_fn(move |request: ServiceRequest, next| {
            let choice = Rc::clone(&choice);
            if let Some(secrecy) = secrecy {
                request.extensions_mut().insert(secrecy);
            }
            async move { choose(&choice, request, next).await }
        }));
        config.service(resource.wrap(from_fn(catch_panic)));
    }
}

/// Adds endpoints, in the order in which they are matched. Those below one parameter, such as
/// `/trips/{uuid}/lists`, share a scope: each worker compiles a regular expression, some 14 KiB,
/// for every path with a parameter.
pub fn register(endpoints: Vec<Endpoint>, config: &mut ServiceConfig) {
    let mut below: Vec<(String, Vec<Endpoint>)> = Vec::new();
    for endpoint in endpoints {
        let end = endpoint.path.find('}').map_or(0, |end| end + 1);
        let (parameter, rest) = endpoint.path.split_at(end);
        if parameter.is_empty() || !rest.starts_with('/') {
            endpoint.register(config);
            continue;
        }
        let (parameter, path) = (parameter.to_owned(), rest.to_owned());
        let endpoint = Endpoint { path, ..endpoint };
        match below.iter_mut().find(|(other, _)| *other == parameter) {
            Some((_, endpoints)) => endpoints.push(endpoint),
            None => below.push((parameter, vec![endpoint])),
        }
    }
    for (parameter, endpoints) in below {
        let scope = web::scope(&parameter).configure(|config| register(endpoints, config));
        config.service(scope.default_service(web::to(no_route)));
    }
}

/// Answers a path that no route has.
pub async fn no_route() -> Answer {
    Err(Problem::no_route())
}

/// Adds the operation of a handler, and the schemas that it refers to.
fn describe<P: Described>(document: &mut OpenApi) {
    let mut operation = P::operation();
    let tags = P::tags().into_iter().map(str::to_owned);
    operation.tags.get_or_insert_default().extend(tags);
    let paths = &mut document.paths;
    paths.add_path_operation(P::path(), P::methods(), operation);
    let mut schemas = Vec::new();
    P::schemas(&mut schemas);
    let components = document.components.get_or_insert_default();
    components.schemas.extend(schemas);
}

/// Merges endpoints at the same path into one, and sorts them for the router, which tries one after
/// the other: shorter paths first, those without parameters before others of as many segments.
pub fn merged(endpoints: impl IntoIterator<Item = Endpoint>) -> Vec<Endpoint> {
    let mut merged: Vec<Endpoint> = Vec::new();
    for endpoint in endpoints {
        match merged.iter_mut().find(|other| other.path == endpoint.path) {
            Some(other) => other.merge(endpoint),
            None => merged.push(endpoint),
        }
    }
    merged.sort_by_key(|endpoint| {
        let path = endpoint.path();
        (path.matches('/').count(), path.contains('{'))
    });
    merged
}

/// The message of a panic, for the log.
#[derive(Debug, thiserror::Error)]
#[error("the handler panicked: {0}")]
struct Panicked(String);

/// Answers 500 if the route panics. Within the route's resource, since the router needs the only
/// reference to a request.
async fn catch_panic<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let panicked = request.request().clone();
    let answer = async move { next.call(request).await };
    match AssertUnwindSafe(answer).catch_unwind().await {
        Ok(answer) => Ok(answer?.map_into_boxed_body()),
        Err(panic) => {
            let message = panic.downcast_ref::<&str>().copied();
            let message = message.or_else(|| panic.downcast_ref().map(String::as_str));
            let cause = Panicked(message.unwrap_or_default().to_owned());
            let answer = Problem::internal(&cause).error_response();
            Ok(ServiceResponse::new(panicked, answer))
        }
    }
}

/// Records the variant that answers, for the handler and for the answer's headers.
async fn choose<B>(
    choice: &Choice,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error>
where
    B: MessageBody + 'static,
{
    let Some(variants) = choice(request.request()) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    request.extensions_mut().insert(variants);
    // An answer, not an error: errors of middleware bypass the envelope.
    if let Err(problem) = Variants::chosen(request.request()) {
        return Ok(request.into_response(problem.error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// 405 with the methods that a path has; 204 for `OPTIONS`.
fn other_method(request: &HttpRequest, methods: &[Method]) -> HttpResponse {
    let problem = Problem::method_not_allowed(methods);
    let mut answer = problem.error_response();
    if request.method() == Method::OPTIONS {
        let allow = answer.headers().get(header::ALLOW).cloned();
        answer = HttpResponse::new(StatusCode::NO_CONTENT);
        if let Some(allow) = allow {
            answer.headers_mut().insert(header::ALLOW, allow);
        }
    }
    answer
}

#[cfg(test)]
mod tests;

//! The middleware around the interface in a program of one's own.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::sync::Arc;

use actix_web::dev::ServiceResponse;
use actix_web::http::header::HeaderMap;
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::web::{self, ServiceConfig};
use actix_web::{App, HttpResponse};
use tempfile::TempDir;
use wayfare_api::{Api, AppState, CorsOrigins, Url};
use wayfare_api_core::Endpoint;
use wayfare_api_core::limits::rate::{Kind, sends};
use wayfare_pictures::PictureStore;
use wayfare_service::{Parts, Policy, Secret, Secrets, Service, SystemClock};
use wayfare_storage::OpenOptions;

const ORIGIN: &str = "https://app.example.org";

fn api(folder: &TempDir) -> Api {
    let database = format!("sqlite://{}", folder.path().join("trips.db").display());
    let store = wayfare_storage::open(&database, &OpenOptions::default()).unwrap();
    store.migrate().unwrap();
    let service = Service::new(Parts {
        store,
        pictures: PictureStore::open("memory://").unwrap(),
        gazetteer: None,
        mailer: None,
        clock: Arc::new(SystemClock),
        secrets: Secrets::new(Secret::new(*b"32 bytes that only you can know.").unwrap()),
        policy: Policy::default(),
    });
    let public = Url::parse("https://example.org").unwrap();
    Api::new(AppState::new(service.unwrap(), &public, &public))
        .at("/travel/v1")
        .cross_origin(CorsOrigins::These(vec![ORIGIN.to_owned()]), |_| false)
}

async fn get(path: &str, routes: impl FnOnce(&mut ServiceConfig)) -> ServiceResponse {
    let application = init_service(App::new().configure(routes)).await;
    let request = TestRequest::get()
        .uri(path)
        .insert_header(("origin", ORIGIN))
        .peer_addr("192.0.2.1:4711".parse().unwrap());
    call_service(&application, request.to_request()).await
}

/// Has the headers of all middleware: envelope, security, limits, rules for other origins.
fn assert_guarded(headers: &HeaderMap) {
    let value = |name| headers.get(name).and_then(|value| value.to_str().ok());
    assert!(value("x-request-id").is_some());
    assert!(value("ratelimit").is_some());
    assert_eq!(value("x-content-type-options"), Some("nosniff"));
    assert!(value("strict-transport-security").is_some());
    assert_eq!(value("access-control-allow-origin"), Some(ORIGIN));
}

#[actix_web::test]
async fn the_interface_has_all_middleware_and_other_routes_none() {
    let folder = TempDir::new().unwrap();
    let api = api(&folder);
    let routes = |config: &mut ServiceConfig| {
        api.mount(config);
        config.route("/own", web::get().to(HttpResponse::Ok));
    };
    for (path, status) in [
        ("/travel/v1/user", 401),
        ("/travel/v1/nothing", 404),
        ("/a/travel/v1/trips", 401),
    ] {
        let answer = get(path, routes).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(
            answer.headers().get("content-type").unwrap(),
            "application/problem+json"
        );
        assert_guarded(answer.headers());
    }
    let own = get("/own", routes).await;
    assert_eq!(own.status(), 200);
    assert!(own.headers().get("x-request-id").is_none());
}

#[actix_web::test]
async fn routes_inside_of_the_middleware_have_it_too() {
    let folder = TempDir::new().unwrap();
    let api = api(&folder);
    let routes = |config: &mut ServiceConfig| {
        api.mount_with(config, Vec::new(), |config| {
            config.route("/own", web::get().to(HttpResponse::Ok));
        });
    };
    for (path, status) in [("/travel/v1/user", 401), ("/own", 200), ("/nothing", 404)] {
        let answer = get(path, routes).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_guarded(answer.headers());
    }
}

#[actix_web::test]
async fn requests_count_as_their_endpoint_says_at_each_mount() {
    let folder = TempDir::new().unwrap();
    let (api, other) = (api(&folder), Endpoint::at("/guess").post(HttpResponse::Ok));
    let other = other.counts_as(Kind::Credentials, sends);
    let inside = |config: &mut ServiceConfig| api.mount_with(config, vec![other], |_| ());
    let application = init_service(App::new().configure(inside)).await;
    let below = |config: &mut ServiceConfig| api.mount(config);
    let below = App::new().service(web::scope("/below").configure(below));
    let below = init_service(below).await;
    for (path, policy) in [
        ("/travel/v1/user", "\"sign-ups\""),
        ("/a/travel/v1/%75ser", "\"sign-ups\""),
        ("/travel/v1/auth/token", "\"credentials\""),
        ("/guess", "\"credentials\""),
        ("/travel/v1/trips", "\"address\""),
        ("/nothing", "\"address\""),
        ("/below/b/travel/v1/user", "\"sign-ups\""),
    ] {
        let request = TestRequest::post().uri(path);
        let request = request.peer_addr("192.0.2.1:4711".parse().unwrap());
        let answer = match path.starts_with("/below") {
            true => call_service(&below, request.to_request()).await,
            false => call_service(&application, request.to_request()).await,
        };
        let policies = answer.headers().get("ratelimit-policy").unwrap();
        let first = policies.to_str().unwrap().split(';').next();
        assert_eq!(first, Some(policy), "{path}");
    }
}

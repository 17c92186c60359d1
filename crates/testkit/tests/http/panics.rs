//! Panics in handlers and in jobs of work pools.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use wayfare_api_core::{Answer, App, AuthenticatedCaller, Endpoint, RequestClient};
use wayfare_server::{Overrides, Server};
use wayfare_testkit::{Method, TestServer, client, on_sqlite, sample};

on_sqlite!(answers_500_to_a_panic);

/// A text that only the log may show.
const SECRET: &str = "canary-of-a-panic";

async fn in_handler(_: AuthenticatedCaller) -> Answer {
    panic!("{SECRET}")
}

async fn in_job(app: Data<App>, request: HttpRequest) -> Answer {
    let RequestClient(client) = RequestClient::of(&request);
    let job = || -> String { panic!("{SECRET}") };
    let done = app.service.run_in_document_pool(client, job).await?;
    Ok(HttpResponse::Ok().body(done))
}

fn routes(config: &mut ServiceConfig) {
    Endpoint::at("/in-handler").get(in_handler).register(config);
    Endpoint::at("/in-job").get(in_job).register(config);
}

async fn answers_500_to_a_panic(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let overrides = Overrides {
        routes: Some(Arc::new(routes)),
        ..Overrides::default()
    };
    let running = Server::start(server.settings().clone(), overrides).unwrap();
    let base = format!("http://{}", running.address());
    let ada = client(base.clone()).with_token(&ada.token);
    for path in ["/in-handler", "/in-job"] {
        for _ in 0..3 {
            let reply = ada
                .request(Method::GET, path)
                .header("X-Request-Id", "of-a-panic")
                .await
                .expect_status(500);
            assert_eq!(reply.header("X-Content-Type-Options"), Some("nosniff"));
            assert!(!String::from_utf8_lossy(&reply.body).contains(SECRET));
            assert_eq!(reply.problem().instance, "of-a-panic");
        }
    }
    ada.users().own().await.expect_status(200);
    let metrics = client(base).request(Method::GET, "/metrics").await;
    let counted = "route=\"/in-handler\",status=\"500\"";
    assert!(String::from_utf8_lossy(&metrics.body).contains(counted));
    running.stop().await.unwrap();
}

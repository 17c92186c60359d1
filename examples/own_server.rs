//! The whole interface beside routes of one's own, at a path of one's own, in one actix
//! application.
//!
//! Try `curl -i -X POST http://127.0.0.1:8081/travel/v1/user --json '{"name": "Ada", "username":
//! "ada"}'`.

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::net::TcpListener;
use std::sync::Arc;

use actix_web::{App, HttpServer, web};
use wayfare_api::{Api, AppState, Url};
use wayfare_pictures::PictureStore;
use wayfare_service::{Parts, Policy, Secret, Secrets, Service, SystemClock};
use wayfare_storage::OpenOptions;

#[actix_web::main]
async fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let database = format!("sqlite://{}", folder.path().join("trips.db").display());
    let store = wayfare_storage::open(&database, &OpenOptions::default())?;
    store.migrate()?;
    let service = Service::new(Parts {
        store,
        pictures: PictureStore::open("memory://")?,
        gazetteer: None,
        mailer: None,
        clock: Arc::new(SystemClock),
        secrets: Secrets::new(Secret::new(*b"32 bytes that only you can know.")?),
        policy: Policy::default(),
    })?;

    let address = std::env::args().nth(1);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:8081"))?;
    let public = Url::parse(&format!("http://{}", listener.local_addr()?))?;
    println!("Serving {public}travel/v1");
    let api = Api::new(AppState::new(service, &public, &public)).at("/travel/v1");
    let server = HttpServer::new(move || {
        App::new()
            .route("/", web::get().to(|| async { "A page of my own" }))
            .configure(|config| api.mount(config))
    });
    Ok(server.workers(1).listen(listener)?.run().await?)
}

//! The HTTP ceiling: the server with an additional no-op route.

use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::rt::System;
use actix_web::web::{self, Bytes, Path, ServiceConfig};
use anyhow::bail;
use wayfare_server::cli::{self, Request};
use wayfare_server::logging::{self, LogOutput};
use wayfare_server::{Overrides, Server};

/// The path of the no-op route; the number of bytes to answer follows it.
pub(crate) const PATH: &str = "/ceiling/";

/// Serves, with settings from the environment, until the process is killed.
pub(crate) fn serve() -> anyhow::Result<ExitCode> {
    let Request::Do { settings, .. } = cli::read(["wayfare".into()], env::vars_os())? else {
        bail!("no settings")
    };
    logging::start(&settings, LogOutput::Stdout)?;
    let routes = |config: &mut ServiceConfig| {
        config.route(&format!("{PATH}{{bytes}}"), web::to(answer));
    };
    let mut running = Server::start(
        *settings,
        Overrides {
            routes: Some(Arc::new(routes)),
            ..Overrides::default()
        },
    )?;
    System::new().block_on(running.ended())?;
    Ok(ExitCode::SUCCESS)
}

/// Accepts any body, and answers the given number of spaces.
async fn answer(bytes: Path<usize>, _body: Bytes) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(vec![b' '; bytes.into_inner()])
}

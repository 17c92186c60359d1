//! The Wayfare server as a library: settings, wiring, commands, start and stop.
//!
//! [`cli`] reads the command line, [`settings`] holds the table of settings, and [`Server`]
//! assembles the parts and runs them.
//!
//! For programs that start the whole server inside themselves, such as tests; `wayfare-api` is the
//! interface for a server of one's own.
//!
//! ```no_run
//! use wayfare_server::{Overrides, Server, Settings};
//!
//! let settings = Settings::of([("listen", "127.0.0.1:8080"), ("database-url", "sqlite://trips.db")])?;
//! let running = Server::start(settings, Overrides::default())?;
//! println!("http://{}", running.address());
//! # Ok::<(), wayfare_server::Failure>(())
//! ```

mod auth_secret;
mod check_config;
pub mod cli;
mod connection;
mod console;
mod drain;
pub mod exchange;
mod failure;
mod health;
mod healthcheck;
mod logging;
mod memory;
mod metrics;
pub mod openapi;
mod pages;
pub mod rates;
mod run;
mod self_description;
mod serve;
mod server;
pub mod settings;
pub mod sweep;
#[cfg(feature = "otlp")]
mod traces;
#[cfg(not(feature = "otlp"))]
#[path = "no_traces.rs"]
mod traces;
pub mod users;
mod web;

pub use failure::Failure;
pub use openapi::{Which, openapi};
pub use run::run;
pub use server::{Overrides, Running, Server};
pub use settings::Settings;
pub use url::Url;
pub use web::Routes;

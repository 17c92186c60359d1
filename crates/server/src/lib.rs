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
//! let settings = Settings::of([("listen", "127.0.0.1:8080"), ("database-url",
//! "sqlite://trips.db")])?; let running = Server::start(settings, Overrides::default())?;
//! println!("http://{}", running.address());
//! # Ok::<(), wayfare_server::Failure>(())
//! ```

mod auth_secret;
mod commands;
mod database;
mod failure;
mod http;
mod logging;
mod mail;
mod maps;
mod memory;
mod metrics;
mod oidc;
pub mod openapi;
mod pages;
mod server;
pub mod settings;

pub use commands::{
    backup, check_data, cli, databases, mail as mail_commands, places, rates, run, sweep, transfer,
    users,
};
pub use failure::Failure;
pub use http::Routes;
pub use openapi::{Which, openapi};
pub use server::{Overrides, Running, Server};
pub use settings::Settings;
pub use url::Url;

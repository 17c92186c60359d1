//! The Wayfare server: settings, wiring, start and stop.
//!
//! [`cli`] reads what the operator wants, [`Server`] puts the parts together and runs them,
//! [`mount`] says which routes are where. There is no rule of the interface here but one: which
//! variant answers where both have a route.

mod auth_secret;
mod both;
pub mod cli;
mod connection;
mod cors;
mod failure;
mod health;
pub mod healthcheck;
mod limits;
pub mod logging;
mod metrics;
pub mod mount;
pub mod openapi;
mod pages;
pub mod serve;
mod server;
pub mod settings;
pub mod sweep;
mod traces;
mod web;

pub use failure::Failure;
pub use openapi::{Which, openapi};
pub use server::{Overrides, Routes, Running, Server};
pub use settings::Settings;

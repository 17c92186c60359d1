//! The commands of the binary.

mod check_config;
pub mod cli;
mod console;
mod healthcheck;
pub mod places;

pub mod rates;
mod run;
mod self_description;
mod serve;
pub mod sweep;
pub mod transfer;
pub mod users;

pub use run::run;

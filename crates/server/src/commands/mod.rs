//! The commands of the binary.

pub mod backup;
mod check_config;
pub mod check_data;
pub mod cli;
mod console;
pub mod databases;
mod healthcheck;
pub mod mail;
pub mod places;
pub mod rates;
mod run;
mod serve;
pub mod sweep;
pub mod transfer;
pub mod users;

pub use run::run;

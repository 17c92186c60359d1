//! A throwaway PostgreSQL for tests: one cluster for each test run, one database for each test.
//!
//! ```no_run
//! let server = wayfare_test_postgres::shared()?;
//! let database = server.create_database("orders")?;
//! println!("connect to {}", database.url());
//! # Ok::<(), wayfare_test_postgres::Error>(())
//! ```
//!
//! Dropping the handle drops the database. The cluster ends with the process that started it, even
//! if that process is killed. Every call blocks, and may be made inside an async runtime.

mod binaries;
mod cluster;
mod error;
mod owner;
mod port;
mod server;
mod session;
mod shared;
pub mod statements;
#[cfg(feature = "tls")]
mod tls;
mod watchdog;

pub use binaries::Binaries;
pub use cluster::Cluster;
pub use error::Error;
pub use server::{Database, Server};
pub use shared::{URL_VARIABLE, is_available, shared, url_in_environment};

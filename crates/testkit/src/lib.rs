//! An integration test harness: a real server on a free port with a database of its own, a typed
//! client, sample data, and a clock that tests set.
//!
//! For this project's own tests and for those of services that talk to it:
//!
//! ```no_run
//! use serde_json::json;
//! use wayfare_testkit::{Backend, TestServer, both, sample};
//!
//! // Two tests: `renames_its_trip::sqlite` and `renames_its_trip::postgres`.
//! both!(renames_its_trip);
//!
//! async fn renames_its_trip(server: TestServer) {
//!     let ada = sample::sign_up(&server.client(), "ada").await;
//!     let trip = sample::trip(&ada, "Lisbon").await;
//!     let answer = ada.b().update(&trip, &json!({"name": "Porto"})).await.json();
//!     assert_eq!(answer.name, "Porto");
//!     // One variant reads what the other wrote.
//!     assert_eq!(ada.a().trip(&trip).await.json().summary.name, "Porto");
//!     ada.b().update(&trip, &json!({"name": "Porto"})).await.expect_status(304);
//! }
//!
//! // Without the macro, in any test or program:
//! # fn main() -> Result<(), wayfare_testkit::Error> {
//! let server = TestServer::builder().backend(Backend::Postgres).setting("default-currency",
//! "EUR").start()?; println!("{}", server.base_url());
//! # Ok(())
//! # }
//! ```
//!
//! Starting blocks for some tenths of a second. It works inside and outside of an async runtime,
//! and from several threads or processes concurrently. Dropping the [`TestServer`] stops it and
//! removes its database and files. PostgreSQL is a temporary cluster for each test run. Its
//! template database is migrated once; each server gets a copy.
//!
//! `WAYFARE_TEST_NGINX` names a configuration of nginx to put in front of each server, with
//! `{listen}`, `{server}` and `{folder}` for the address of nginx with its option, that of the
//! server, and a folder of files.
//!
//! A missing answer or a body of another shape fails the test by a panic that shows the answer. The
//! fields of [`Reply`] show the same without a panic, and so does [`wayfare_client`], whose calls
//! return results.

/// The README's Rust and the library page's are compiled with the documentation's own examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
mod readme {}

mod backend;
mod clock;
mod error;
mod proxy;
mod reply;
mod run;
pub mod sample;
mod server;
mod smtp;
pub mod soak;

pub use backend::Backend;
pub use clock::FixedClock;
pub use error::Error;
pub use reply::{Call, Checked, Client, Extensions, Reply, Users, VariantA, VariantB, client};
pub use run::{Subject, run};
pub use server::{Builder, TestServer};
pub use smtp::{SmtpBehaviour, SmtpSink, SunkMail};
pub use wayfare_client::{FieldProblem, Method, ProblemDetails, shapes};

/// Makes two tests of each `async fn case(server: TestServer)`: `case::sqlite` and
/// `case::postgres`.
///
/// A case that takes a [`Builder`] instead starts its server itself, with the settings it needs.
///
/// For cases about SQL: what is stored, found, ordered, compared or locked. Without PostgreSQL the
/// second test returns at once, and a line on standard error says so;
/// `WAYFARE_TEST_POSTGRES=required` makes it fail.
#[macro_export]
macro_rules! both {
    ($($case:ident),+ $(,)?) => {
        $(
            mod $case {
                #[test]
                fn sqlite() {
                    $crate::run($crate::Backend::Sqlite, super::$case);
                }

                #[test]
                fn postgres() {
                    $crate::run($crate::Backend::Postgres, super::$case);
                }
            }
        )+
    };
}

/// Makes one test of each case, as [`both!`] does: `case::sqlite`.
///
/// For cases in which SQL has no part: shapes, bodies, headers, media types, rendering, limits.
#[macro_export]
macro_rules! on_sqlite {
    ($($case:ident),+ $(,)?) => {
        $(
            mod $case {
                #[test]
                fn sqlite() {
                    $crate::run($crate::Backend::Sqlite, super::$case);
                }
            }
        )+
    };
}

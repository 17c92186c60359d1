//! A typed client of the [Wayfare](https://docs.rs/wayfare-server) trip-planning service, for
//! programs that call it over HTTP. It depends on neither the server nor its database.
//!
//! ```no_run
//! use serde_json::json;
//! use wayfare_client::Client;
//!
//! # async fn run() -> Result<(), wayfare_client::Error> {
//! let client = Client::new("http://127.0.0.1:8080")?;
//! let tokens = client.users().sign_in(&json!({
//!     "grant_type": "password", "username": "ada", "password": "correct horse"
//! })).await?.json()?;
//! let ada = client.with_token(tokens.access_token);
//!
//! let trip = ada.b().create(&json!({"name": "Lisbon"})).await?.json()?;
//! let read = ada.b().trip(&trip.uuid).await?;
//! // Refused with 412 if somebody has changed the trip meanwhile.
//! let tag = read.etag().unwrap_or_default().to_owned();
//! ada.b().update(&trip.uuid, &json!({"desc": "In May"})).if_match(&tag).await?.json()?;
//! # Ok(())
//! # }
//! ```
//!
//! Each method of [`Users`], [`VariantA`], [`VariantB`] and [`Extensions`] is one route, named
//! after what it does, and returns a [`Call`]. A call takes headers and files, and `.await` sends
//! it. A [`Reply`] has status, headers and body; [`Reply::json`] reads the body as the route's
//! shape, or returns the service's [`ProblemDetails`] as an error. An update that changes nothing
//! is answered with 304 and has no body; send `Prefer: return=representation` to get one.
//!
//! A `POST` that makes or moves something is sent with an `Idempotency-Key` of its own and retried
//! when the connection is lost: it has its effect once. [`Call::idempotency_key`] sets another key,
//! such as one that outlives the process.
//!
//! [`Client::watch`] waits for the changes of a trip.
//!
//! Bodies of requests are any [`serde::Serialize`] value. Amounts of answers are [`Number`]s, exact
//! to the digit.

mod call;
mod client;
mod error;
mod extensions;
mod mode;
mod reply;
mod users;
mod variant_a;
mod variant_b;
mod watch;

pub use call::Call;
pub use client::Client;
pub use error::Error;
pub use extensions::Extensions;
pub use mode::{Mode, Results};
pub use reply::{FieldProblem, ProblemDetails, Reply};
pub use reqwest;
pub use reqwest::Method;
pub use reqwest::header::HeaderMap;
pub use rust_decimal::Decimal;
pub use users::Users;
pub use variant_a::VariantA;
pub use variant_b::VariantB;
pub use watch::Watch;
pub use wayfare_shapes as shapes;
pub use wayfare_shapes::Number;

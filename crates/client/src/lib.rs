//! A typed client of the [Wayfare](https://docs.rs/wayfare-server) trip-planning service, for
//! programs that call it over HTTP. It depends on neither the server nor its database.
//!
//! ```no_run
//! use wayfare_client::Client;
//! use wayfare_client::input::{NewTripInput, TokenInput, TripEditInput, TripInputB};
//!
//! # async fn run() -> Result<(), wayfare_client::Error> {
//! let client = Client::new("https://trips.example.org")?;
//! let grant = TokenInput {
//!     username: Some("ada".into()),
//!     password: Some("correct horse".into()),
//!     ..Default::default()
//! };
//! // Renews its tokens by itself.
//! let ada = client.with_session(client.users().sign_in(&grant).await?.json()?);
//!
//! let lisbon = NewTripInput { name: "Lisbon".into(), ..Default::default() };
//! let trip = ada.b().create(&lisbon).await?.json()?;
//! let read = ada.b().trip(&trip.uuid).await?;
//! // Refused with 412 if somebody has changed the trip meanwhile.
//! let tag = read.etag().unwrap_or_default().to_owned();
//! let in_may = TripEditInput { desc: Some("In May".into()), ..Default::default() };
//! let change = TripInputB { common: in_may, ..Default::default() };
//! ada.b().update(&trip.uuid, &change).if_match(&tag).await?.json()?;
//! # Ok(())
//! # }
//! ```
//!
//! Bodies of requests are values of [`input`], so that a misspelt field does not compile; an answer
//! of the same path, changed; or a [`serde_json::Value`], which only the service checks:
//!
//! ```compile_fail,E0560
//! use wayfare_client::input::NewTripInput;
//!
//! NewTripInput { nme: "Lisbon".into(), ..Default::default() };
//! ```
//!
//! ```compile_fail,E0277
//! # fn run(client: &wayfare_client::Client) {
//! use wayfare_client::input::{NewAccountInput, NewTripInput};
//!
//! client.b().create(&NewAccountInput::default());
//! # }
//! ```
//!
//! Each method of [`Users`], [`VariantA`], [`VariantB`] and [`Extensions`] is one route, named
//! after what it does, and returns a [`Call`]. A call takes headers and files, and `.await` sends
//! it. A [`Reply`] has status, headers and body; [`Reply::json`] reads the body as the route's
//! shape, or returns the service's [`ProblemDetails`] as an error. An update that changes nothing
//! is answered in full, since calls of routes prefer that (`Prefer: return=representation`).
//! Amounts of answers are [`Number`]s, exact to the digit.
//!
//! A `POST` that makes or moves something is sent with an `Idempotency-Key` of its own and retried
//! when the connection is lost: it has its effect once. [`Call::idempotency_key`] sets another key,
//! such as one that outlives the process.
//!
//! [`Client::watch`] waits for the changes of a trip.

mod call;
mod client;
mod error;
mod extensions;
mod mode;
mod reply;
mod routes;
mod session;
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
pub use wayfare_shapes::{Number, input};

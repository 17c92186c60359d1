//! The JSON shapes of the [Wayfare](https://docs.rs/wayfare-server) interface: what its routes
//! answer, as the service writes it and as clients read it; and what they take ([`input`]).
//!
//! A shape holds text and numbers as they are sent, and no rule. Decimals are [`Number`]s, exact to
//! the digit. Answers get new fields: take a shape apart with `..`.
//!
//! ```
//! use wayfare_shapes::trip::Expenditure;
//!
//! let text = r#"{"expenditure":"Ferry","cost":0.30}"#;
//! let ferry: Expenditure = serde_json::from_str(text)?;
//! assert_eq!(ferry.cost.to_string(), "0.3");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! The feature `openapi` adds the schemas of the shapes.

pub mod extensions;
pub mod input;
pub mod keys;
pub mod lists;
mod number;
pub mod people;
pub mod trip;
pub mod users;
pub mod variant_a;
pub mod variant_b;

pub use number::Number;

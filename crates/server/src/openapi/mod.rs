//! The OpenAPI documents: one for each variant with the user routes and extensions, and one for all
//! routes. They are files, which `cargo xtask openapi` generates and a test compares.

use std::borrow::Cow;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde_json::Value;

/// An OpenAPI document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Users, Variant A and extensions.
    A,
    /// Users, Variant B and extensions.
    B,
    /// All routes.
    All,
}

impl Which {
    /// All documents.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::All];

    /// Its name in commands and file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::All => "all",
        }
    }

    /// The path of its routes below the public address.
    fn mount(self) -> &'static str {
        match self {
            Self::A => "/a",
            Self::B => "/b",
            Self::All => "/",
        }
    }
}

impl ValueEnum for Which {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// The OpenAPI document of a variant or of all routes, for a service at the root of its host:
/// indented JSON with a final newline.
pub fn openapi(which: Which) -> &'static str {
    match which {
        Which::A => include_str!("a.json"),
        Which::B => include_str!("b.json"),
        Which::All => include_str!("all.json"),
    }
}

/// The OpenAPI document for a service below the path `base` of its host. `base` ends without slash.
/// It is the file but for the address of the server, also in the order of its keys: generators of
/// clients take the first media type of an answer.
pub(crate) fn at(base: &str, which: Which) -> Cow<'static, str> {
    let document = openapi(which);
    if base.is_empty() {
        return document.into();
    }
    let mount = which.mount();
    let below = format!("{base}{}", mount.trim_end_matches('/'));
    let [root, below] = [mount, &below].map(|url| format!("\"url\": {}", Value::from(url)));
    // The servers come first.
    document.replacen(&root, &below, 1).into()
}

#[cfg(test)]
mod generator;
#[cfg(test)]
mod tests;

//! The OpenAPI documents: one for each variant with the user routes and extensions, and one for all
//! routes. They are files, which `cargo xtask openapi` generates and a test compares.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde_json::{Value, json};

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
///
/// # Errors
/// Never: a test proves that the documents parse.
pub(crate) fn at(base: &str, which: Which) -> serde_json::Result<Value> {
    let mut document: Value = serde_json::from_str(openapi(which))?;
    if !base.is_empty() {
        let mount = which.mount().trim_end_matches('/');
        if let Some(servers) = document.get_mut("servers") {
            *servers = json!([{"url": format!("{base}{mount}")}]);
        }
    }
    Ok(document)
}

#[cfg(test)]
mod tests;

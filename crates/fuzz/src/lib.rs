//! Whatever takes bytes from strangers, as targets for a fuzzer: each is a function that takes any
//! bytes and panics where a promise is broken.
//!
//! `cargo xtask fuzz` runs them under an engine that follows coverage. What it finds worth keeping
//! is in `corpus`, a folder for each target, and is gone through in every test run; what once broke
//! a promise stays there by a name that says what it was.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a panic is how a target tells that a promise is broken"
)]

mod http;
mod pictures;
mod requests;
mod values;

/// Something that takes any bytes.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// What it is called; its inputs are in the folder of that name.
    pub name: &'static str,
    /// What is done with the bytes. Panics where that breaks a promise.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 11] = [
    Target {
        name: "bodies",
        run: requests::body,
    },
    Target {
        name: "heads",
        run: requests::head,
    },
    Target {
        name: "tokens",
        run: requests::token,
    },
    Target {
        name: "forms",
        run: requests::form,
    },
    Target {
        name: "notes",
        run: requests::notes,
    },
    Target {
        name: "pictures",
        run: pictures::file,
    },
    Target {
        name: "data_urls",
        run: pictures::data_url,
    },
    Target {
        name: "signed_urls",
        run: pictures::signed_url,
    },
    Target {
        name: "times",
        run: values::time,
    },
    Target {
        name: "numbers",
        run: values::number,
    },
    Target {
        name: "names",
        run: values::name,
    },
];

/// The target of a name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

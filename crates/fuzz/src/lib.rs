//! Fuzzing targets for all input from untrusted sources: each is a function that accepts any bytes
//! and panics if an invariant is violated.
//!
//! `cargo xtask fuzz` runs them under a coverage-guided engine. Interesting inputs are in `corpus`,
//! a folder for each target, and every test run covers them. An input that once violated an
//! invariant stays there, named after the defect.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a target reports a violated invariant by a panic"
)]

mod files;
mod http;
mod pictures;
mod requests;
mod values;

/// A fuzzing target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, which is also the name of its folder in the corpus.
    pub name: &'static str,
    /// Processes the bytes. Panics if an invariant is violated.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 18] = [
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
        name: "archives",
        run: files::file,
    },
    Target {
        name: "bookings",
        run: files::file,
    },
    Target {
        name: "calendars",
        run: files::file,
    },
    Target {
        name: "costs",
        run: files::file,
    },
    Target {
        name: "geojson",
        run: files::file,
    },
    Target {
        name: "gpx",
        run: files::file,
    },
    Target {
        name: "kml",
        run: files::file,
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

/// Returns the target with this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

//! Reading requests: bodies, forms, paths, and collecting all violations.

pub mod body;
pub mod bounds;
pub mod fields;
pub mod form;
pub mod path;
pub mod prefer;
pub mod readers;
pub mod schemas;

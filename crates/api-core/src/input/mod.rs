//! Reading requests: bodies, forms, paths, queries, and collecting all violations.

pub mod body;
pub mod bounds;
pub mod fields;
pub mod form;
pub mod path;
pub mod prefer;
pub mod query;
pub mod readers;
pub mod refusal;
pub mod schemas;

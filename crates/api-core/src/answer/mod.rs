//! Answers: JSON with tags, lists, pictures, files, and the links in them.

pub mod attachment;
pub mod compression;
pub mod conditional;
pub mod counted;
pub mod event_stream;
pub mod links;
pub mod list;
pub mod picture;
pub mod render;
pub mod response_cache;

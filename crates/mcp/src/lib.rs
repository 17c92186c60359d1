//! A server of the Model Context Protocol (MCP): assistants plan trips at `POST /mcp`
//! (docs/assistants.md).
//!
//! `http.rs` takes a request and checks who sends it, [`rmcp`] speaks the protocol, `handler.rs`
//! finds the tool in the table of `tools/mod.rs`, and a tool calls the use cases that the routes
//! call. Nothing is kept between two requests.

mod answer;
mod call;
mod handler;
mod http;
mod schema;
mod tools;

pub use http::{Mcp, Origins};

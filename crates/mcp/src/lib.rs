//! A server of the Model Context Protocol (MCP): assistants plan trips at `POST /mcp`
//! (docs/assistants.md).
//!
//! `oauth.rs` lets assistants sign in, `http.rs` takes a request and checks who sends it, [`rmcp`]
//! speaks the protocol, `handler.rs` finds the tool in the table of `tools/mod.rs`, and a tool
//! calls the use cases that the routes call. Nothing is kept between two requests.
//!
//! For programs that mount it apart from the rest; `wayfare-server` mounts it beside the interface.
//!
//! ```
//! let mcp = wayfare_mcp::Mcp::new(wayfare_mcp::Origins::default());
//! let paths: Vec<_> = mcp.endpoints().iter().map(|it| it.path().to_owned()).collect();
//! assert_eq!(paths, ["/mcp"]);
//! ```

mod answer;
mod call;
mod handler;
mod http;
mod oauth;
mod schema;
mod tools;

pub use http::{Mcp, Origins};

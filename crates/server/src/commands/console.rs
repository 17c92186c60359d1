//! What commands share: a runtime, and output.

use std::io::{self, Write};

use anyhow::Context;
use tokio::runtime::{Builder, Runtime};

use crate::Failure;

/// A runtime on the thread of the command.
pub(crate) fn runtime() -> Result<Runtime, Failure> {
    Ok(Builder::new_current_thread()
        .enable_all()
        .build()
        .context("can't start a runtime")?)
}

/// Prints the result of a command.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    io::stdout()
        .write_all(text.as_bytes())
        .map_err(|error| Failure::Run(error.into()))
}

//! Where log lines go: to the standard output, one line each.

use std::io::{IsTerminal, stdout};

use anyhow::anyhow;
use tracing_subscriber::EnvFilter;

use crate::settings::LogFormat;
use crate::{Failure, Settings};

/// Starts logging for the whole process.
///
/// # Errors
/// It was started before.
pub fn start(settings: &Settings) -> Result<(), Failure> {
    let on_terminal = stdout().is_terminal();
    let by_default = if on_terminal { LogFormat::Pretty } else { LogFormat::Json };
    let lines = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(&settings.log));
    let started = match settings.log_format.unwrap_or(by_default) {
        LogFormat::Pretty => lines.with_ansi(on_terminal).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    started.map_err(|error| Failure::Run(anyhow!(error)))
}

//! Logging: one line for each event.

use std::io::{IsTerminal, stderr, stdout};

use anyhow::anyhow;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use wayfare_service::AUDIT;

use crate::settings::LogFormat;
use crate::{Failure, Settings};

/// Where log lines go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogOutput {
    /// Standard output.
    Stdout,
    /// Standard error, for commands whose result is on standard output.
    Stderr,
}

/// Starts logging for the whole process.
///
/// # Errors
/// Logging was started before.
pub(crate) fn start(settings: &Settings, output: LogOutput) -> Result<(), Failure> {
    let (on_terminal, writer) = match output {
        LogOutput::Stdout => (stdout().is_terminal(), BoxMakeWriter::new(stdout)),
        LogOutput::Stderr => (stderr().is_terminal(), BoxMakeWriter::new(stderr)),
    };
    let by_default = if on_terminal {
        LogFormat::Pretty
    } else {
        LogFormat::Json
    };
    let lines = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter(&settings.log)))
        .with_writer(writer);
    let started = match settings.log_format.unwrap_or(by_default) {
        LogFormat::Pretty => lines.with_ansi(on_terminal).try_init(),
        LogFormat::Json => lines
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .try_init(),
    };
    started.map_err(|error| Failure::Run(anyhow!(error)))
}

/// The filter that follows from the setting. A level without a module applies to this service's
/// crates. Libraries stay at `info` unless they are named, because their `debug` and `trace` lines
/// may contain data of requests. The HTTP server's lines about its workers and about malformed
/// requests, which anybody can send, are left out, and so are those about each message of an
/// assistant. Audit lines are written at every level but `off`.
fn filter(setting: &str) -> String {
    let is_off = matches!(setting.trim().to_ascii_lowercase().as_str(), "off" | "0");
    let audit = (!is_off).then(|| format!("{AUDIT}=info"));
    let directives = setting.split(',').map(str::trim).map(|directive| {
        if matches!(
            directive.to_ascii_lowercase().as_str(),
            "debug" | "trace" | "4" | "5"
        ) {
            format!("info,wayfare={directive}")
        } else {
            directive.to_owned()
        }
    });
    ["actix_server=warn,actix_http=off,rmcp=warn".to_owned()]
        .into_iter()
        .chain(audit)
        .chain(directives)
        .collect::<Vec<_>>()
        .join(",")
}

#[cfg(test)]
mod tests;

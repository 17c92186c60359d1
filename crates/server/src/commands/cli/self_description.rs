//! What the binary says of itself: version, shell completions, manual page.

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use wayfare_service::zone_release;

use crate::Failure;

/// The cargo features of this build.
const FEATURES: &[(&str, bool)] = &[
    ("built-in-gazetteer", cfg!(feature = "built-in-gazetteer")),
    ("nominatim", cfg!(feature = "nominatim")),
    ("otlp", cfg!(feature = "otlp")),
    ("postgres", cfg!(feature = "postgres")),
    ("s3", cfg!(feature = "s3")),
    ("sqlite", cfg!(feature = "sqlite")),
    ("tls", cfg!(feature = "tls")),
];
/// The name of the binary.
const NAME: &str = "wayfare";

/// The version with the commit, if the build was told (`GIT_COMMIT`), the cargo features, and the
/// release of the time zones in use.
pub(crate) fn version() -> String {
    let commit = option_env!("GIT_COMMIT").unwrap_or("not recorded");
    let features = FEATURES.iter().filter(|(_, is_on)| *is_on);
    let features: Vec<&str> = features.map(|(name, _)| *name).collect();
    format!(
        "{}\ncommit: {commit}\nfeatures: {}\ntime zones: {}",
        env!("CARGO_PKG_VERSION"),
        features.join(" "),
        zone_release()
    )
}

/// The completions of a shell for the whole command line.
pub(crate) fn completions(mut parser: Command, shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut parser, NAME, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The manual page: one for all commands, which have none of their own.
///
/// # Errors
/// It can't be written to memory.
pub(crate) fn manual(parser: Command) -> Result<String, Failure> {
    let mut text = Vec::new();
    // A line of the page has it.
    Man::new(parser.version(env!("CARGO_PKG_VERSION")))
        .render(&mut text)
        .context("the manual page can't be written")?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().map(|line| {
        let page = line.strip_prefix("wayfare\\-");
        match page.and_then(|page| page.strip_suffix("(1)")) {
            Some(command) => format!("wayfare {command}\n"),
            None => format!("{line}\n"),
        }
    });
    Ok(lines.collect())
}

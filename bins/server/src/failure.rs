//! How a start fails, and which exit code says so.

use std::fmt;
use std::process::ExitCode;

/// Exit code for a start that what was set prevents.
const UNUSABLE_SETTINGS: u8 = 2;

/// Why the server did not start, or stopped.
#[derive(Debug)]
pub enum Failure {
    /// A setting is wrong, or names a database that can't be reached.
    Setting(String),
    /// Anything else.
    Run(anyhow::Error),
}

impl Failure {
    /// A setting is wrong: where it came from, and what is wrong with it. Never takes the value,
    /// which may be a secret.
    pub(crate) fn setting(source: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::Setting(format!("{source}: {reason}"))
    }

    /// The exit code of the process: 2 for settings, 1 for anything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Setting(_) => ExitCode::from(UNUSABLE_SETTINGS),
            Self::Run(_) => ExitCode::FAILURE,
        }
    }
}

/// One line, causes included.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Setting(text) => text.clone(),
            Self::Run(error) => format!("{error:#}"),
        };
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        f.write_str(lines.next().unwrap_or("failed"))?;
        lines.try_for_each(|line| write!(f, "; {line}"))
    }
}

impl std::error::Error for Failure {}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Run(error)
    }
}

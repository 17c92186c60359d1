//! Failures of the binary, and their exit codes.

use std::fmt;
use std::process::ExitCode;

/// The exit code for unusable settings.
const UNUSABLE_SETTINGS: u8 = 2;
/// The exit code of a command that needs a database if none exists.
const NO_DATABASE: u8 = 3;
/// The exit code for a message that can't be read: `EX_DATAERR` of sysexits.
const BAD_DATA: u8 = 65;
/// The exit code for an unknown recipient: `EX_NOUSER` of sysexits.
const NO_RECIPIENT: u8 = 67;
/// The exit code for a database that is away: `EX_TEMPFAIL` of sysexits.
const UNREACHABLE: u8 = 75;

/// Why a command failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// Settings are invalid.
    Setting(String),
    /// There is no database, and the command makes none.
    NoDatabase(String),
    /// The database can't be reached.
    Unreachable(String),
    /// A message of which nothing can be read.
    Data(String),
    /// A message to nobody.
    Recipient(String),
    /// Any other failure.
    Run(anyhow::Error),
}

impl Failure {
    /// A setting is invalid: its source and the reason, never the value, which may be a secret.
    pub(crate) fn setting(source: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::Setting(format!("{source}: {reason}"))
    }

    /// The exit code of a delivery, for a mail server: it returns the message for what stays wrong
    /// with it, and tries again after everything else.
    pub(crate) fn delivery_code(&self) -> ExitCode {
        match self {
            Self::Data(_) | Self::Recipient(_) => self.exit_code(),
            _ => ExitCode::from(UNREACHABLE),
        }
    }

    /// The exit code of the process: 2 for settings, 3 for no database, 75 for one that can't be
    /// reached, 65 and 67 for a message that can't be delivered, 1 for anything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Setting(_) => ExitCode::from(UNUSABLE_SETTINGS),
            Self::NoDatabase(_) => ExitCode::from(NO_DATABASE),
            Self::Unreachable(_) => ExitCode::from(UNREACHABLE),
            Self::Data(_) => ExitCode::from(BAD_DATA),
            Self::Recipient(_) => ExitCode::from(NO_RECIPIENT),
            Self::Run(_) => ExitCode::FAILURE,
        }
    }
}

/// One line, causes included.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Setting(text)
            | Self::NoDatabase(text)
            | Self::Unreachable(text)
            | Self::Data(text)
            | Self::Recipient(text) => text.clone(),
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

//! `wayfare database copy`: moves a stopped service to another database.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand, value_parser};

use crate::Failure;
use crate::settings::DatabaseUrl;

/// A command for databases.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Copy a whole database into an empty one, of the same kind or the other, while no server runs
    Copy(Databases),
}

/// The databases of a copy.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Databases {
    /// Database to copy: sqlite://PATH or postgres://…
    #[arg(long, value_name = "URL", value_parser = value_parser!(UrlText),
        required_unless_present = "from_file", conflicts_with = "from_file")]
    from: Option<UrlText>,
    /// File that holds that URL, so that its password is no argument
    #[arg(long, value_name = "FILE")]
    from_file: Option<PathBuf>,
    /// Empty database to fill: sqlite://PATH, which is made, or postgres://…
    #[arg(long, value_name = "URL", value_parser = value_parser!(UrlText),
        required_unless_present = "to_file", conflicts_with = "to_file")]
    to: Option<UrlText>,
    /// File that holds that URL
    #[arg(long, value_name = "FILE")]
    to_file: Option<PathBuf>,
}

/// A URL that is not checked yet. `Debug` leaves it out.
#[derive(Clone, PartialEq, Eq)]
struct UrlText(String);

impl From<String> for UrlText {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for UrlText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UrlText(…)")
    }
}

/// The URL of a flag, or of its file.
fn url(flag: &str, text: Option<&UrlText>, file: Option<&PathBuf>) -> Result<DatabaseUrl, Failure> {
    let text = match (text, file) {
        (_, Some(file)) => {
            fs::read_to_string(file).with_context(|| format!("can't read {}", file.display()))?
        }
        (text, None) => text.map(|text| text.0.clone()).unwrap_or_default(),
    };
    DatabaseUrl::new(text.trim()).map_err(|reason| Failure::setting(flag, reason))
}

/// Runs a command.
///
/// # Errors
/// The source is no database of this version, the target is not empty, or one can't be reached or
/// is in use. The target is empty then.
pub(crate) fn run(Command::Copy(databases): &Command) -> Result<(), Failure> {
    let from = url(
        "from",
        databases.from.as_ref(),
        databases.from_file.as_ref(),
    )?;
    let to = url("to", databases.to.as_ref(), databases.to_file.as_ref())?;
    copy(&from, &to)
}

#[cfg(not(feature = "sqlite"))]
fn copy(_: &DatabaseUrl, _: &DatabaseUrl) -> Result<(), Failure> {
    Err(crate::server::lacks("database copy", "sqlite"))
}

#[cfg(feature = "sqlite")]
fn copy(from: &DatabaseUrl, to: &DatabaseUrl) -> Result<(), Failure> {
    use wayfare_service::{AuditAction, audit};
    use wayfare_storage::OfflineError;

    use super::console::print;
    use crate::database::{give_to_owner, missing_files, offline_failure};

    let is_blank = |file: PathBuf| file.metadata().map_or(true, |found| found.len() == 0);
    if from.sqlite_file().is_some_and(is_blank) {
        return Err(offline_failure(from, OfflineError::Missing));
    }
    let made = missing_files(to);
    let copied = copy_rows(from, to).inspect_err(|_| {
        for path in made.iter().rev() {
            // The failure that is reported is why nothing is copied.
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    })?;
    audit(AuditAction::DatabaseCopy, None, to, None);
    give_to_owner(&made)?;
    let mut text = String::new();
    let mut rows = 0_u64;
    for table in &copied {
        rows = rows.saturating_add(table.rows);
        text.push_str(&format!(
            "{:<18} {:>10} rows  {}\n",
            table.name, table.rows, table.hash
        ));
    }
    let tables = copied.len();
    text.push_str(&format!(
        "Copied {rows} rows of {tables} tables from {from} to {to}; counts and hashes are equal.\n"
    ));
    print(&text)
}

/// Copies the rows; closes both databases.
#[cfg(feature = "sqlite")]
fn copy_rows(
    from: &DatabaseUrl,
    to: &DatabaseUrl,
) -> Result<Vec<wayfare_storage::CopiedTable>, Failure> {
    use std::time::{Duration, Instant};

    use wayfare_storage::OfflineError;

    use super::console::print;
    use crate::database::offline_failure;

    const PAUSE: Duration = Duration::from_secs(1);

    let open = |url: &DatabaseUrl| {
        wayfare_storage::open_offline(url.expose()).map_err(|error| offline_failure(url, error))
    };
    let (mut source, mut target) = (open(from)?, open(to)?);
    let mut shown = Instant::now();
    let mut progress = |table: &str, rows: u64| {
        if shown.elapsed() >= PAUSE {
            shown = Instant::now();
            // Whoever does not read it still gets the result.
            let _ = print(&format!("{table}: {rows} rows …\n"));
        }
    };
    let copied = wayfare_storage::copy(&mut source, &mut target, &mut progress);
    copied.map_err(|error| {
        let url = match error {
            OfflineError::Missing | OfflineError::OldSchema | OfflineError::NewSchema => from,
            _ => to,
        };
        offline_failure(url, error)
    })
}

//! `wayfare rates`: imports and lists reference rates.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Subcommand;
use serde::Serialize;
use wayfare_service::{AuditAction, MAX_RATE_FILE, SystemClock, audit, import_rates, read_rates};

use super::console::print;
use crate::{Failure, Server, Settings};

/// A command for reference rates.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Import the rates of a file, all of them or none
    Import {
        /// eurofxref-hist.csv or .zip of the European Central Bank, or CSV with the header
        /// date,base,currency,rate
        file: PathBuf,
    },
    /// Print the currencies that have rates, with their first and last day
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Runs a command.
///
/// # Errors
/// The database can't be reached, or the file is not as expected: then nothing is imported.
pub(crate) fn run(settings: &Settings, command: &Command) -> Result<(), Failure> {
    match command {
        Command::Import { file } => import(settings, file),
        Command::List { json } => list(settings, *json),
    }
}

fn import(settings: &Settings, path: &Path) -> Result<(), Failure> {
    let shown = path.display();
    let mut bytes = Vec::new();
    // One byte more than permitted, so that the import refuses a larger file.
    let limit = u64::try_from(MAX_RATE_FILE).unwrap_or(u64::MAX);
    File::open(path)
        .and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
        .with_context(|| format!("can't read {shown}"))?;
    let store = Server::store(settings)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let imported = import_rates(store.as_ref(), &SystemClock, &name, &bytes)
        .map_err(|error| anyhow!(error).context(format!("{shown} is not imported")))?;
    audit(AuditAction::RatesImport, None, &imported.source, None);
    print(&format!(
        "{shown}: {} rates of {} days from {}, {} of them new or different\n",
        imported.rates, imported.days, imported.source, imported.changed
    ))
}

/// A currency that has rates.
#[derive(Serialize)]
struct Coverage {
    currency: &'static str,
    first: String,
    last: String,
    days: usize,
}

fn list(settings: &Settings, as_json: bool) -> Result<(), Failure> {
    let store = Server::store(settings)?;
    let rates = read_rates(store.as_ref()).context("can't read the rates")?;
    let rows = rates
        .coverage()
        .map(|(currency, first, last, days)| Coverage {
            currency: currency.code(),
            first: first.to_string(),
            last: last.to_string(),
            days,
        });
    let rows: Vec<Coverage> = rows.collect();
    if as_json {
        let json = serde_json::to_string_pretty(&rows).context("can't write JSON")?;
        return print(&format!("{json}\n"));
    }
    let mut table = "CURRENCY  FIRST       LAST        DAYS\n".to_owned();
    for row in rows {
        let Coverage {
            currency,
            first,
            last,
            days,
        } = row;
        table.push_str(&format!("{currency:<8}  {first}  {last}  {days}\n"));
    }
    print(&table)
}

//! `wayfare rates`: imports and lists reference rates.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use serde::Serialize;
use wayfare_service::{MAX_RATE_FILE, SystemClock, import_rates, read_rates};

use crate::{Failure, Server, Settings};

/// The name of the command.
pub(crate) const NAME: &str = "rates";

/// A command for reference rates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Imports the rates of a file.
    Import {
        /// The file.
        file: PathBuf,
    },
    /// Prints which rates were imported.
    List {
        /// Prints JSON instead of a table.
        as_json: bool,
    },
}

pub(crate) fn parser() -> clap::Command {
    let file = Arg::new("file")
        .value_name("FILE")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help(
            "eurofxref-hist.csv or .zip of the European Central Bank, or CSV with the header \
             date,base,currency,rate",
        );
    let import = clap::Command::new("import")
        .about("Import the rates of a file, all of them or none")
        .arg(file);
    let json = Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("Print JSON");
    let list = clap::Command::new("list")
        .about("Print the currencies that have rates, with their first and last day")
        .arg(json);
    clap::Command::new(NAME)
        .about("Maintain the reference rates")
        .subcommand_required(true)
        .subcommand(import)
        .subcommand(list)
}

/// The command of the parsed arguments, and those of its settings.
pub(crate) fn read(rates: &ArgMatches) -> (Command, &ArgMatches) {
    let command = match rates.subcommand() {
        Some(("import", matches)) => Command::Import {
            file: matches
                .get_one::<PathBuf>("file")
                .cloned()
                .unwrap_or_default(),
        },
        Some((_, matches)) => Command::List {
            as_json: matches.get_flag("json"),
        },
        None => Command::List { as_json: false },
    };
    let matches = rates.subcommand().map_or(rates, |(_, matches)| matches);
    (command, matches)
}

/// Runs a command.
///
/// # Errors
/// The database can't be reached, or the file is not as expected: then nothing is imported.
pub fn run(settings: &Settings, command: &Command) -> Result<(), Failure> {
    match command {
        Command::Import { file } => import(settings, file),
        Command::List { as_json } => list(settings, *as_json),
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

fn print(text: &str) -> Result<(), Failure> {
    io::stdout()
        .write_all(text.as_bytes())
        .map_err(|error| Failure::Run(error.into()))
}

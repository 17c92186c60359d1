//! The command line: a command and its settings.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind as ClapErrorKind;
use clap::{Arg, ArgAction, ArgMatches, value_parser};

use crate::self_description::{completions, manual, parsers, version};
use crate::settings::{CONFIG, Settings, Sources, TABLE, environment_name, flag_name};
use crate::{Failure, Which, check_config, exchange, openapi, rates, users};

/// The file of settings that is read if it exists and no other is named.
const DEFAULT_FILE: &str = "wayfare.toml";

/// A command of the binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Serves.
    Serve,
    /// Migrates the database.
    Migrate,
    /// Removes orphaned picture files: those that the database does not name.
    SweepPictures {
        /// Removes them even if the database names no picture at all.
        all: bool,
    },
    /// Manages accounts.
    Users(users::Command),
    /// Imports or lists reference rates.
    Rates(rates::Command),
    /// Exports or imports trips.
    Exchange(exchange::Command),
    /// Checks that the server at the listen address is alive.
    Healthcheck,
}

/// What the command line requests.
#[derive(Debug)]
pub enum Request {
    /// Run a command.
    Do {
        /// The command.
        command: Command,
        /// Its settings.
        settings: Box<Settings>,
        /// Environment names that begin like settings but belong to none.
        unknown: Vec<String>,
    },
    /// Print this: help, a version, or an OpenAPI document.
    Print(String),
}

/// Reads the arguments (the binary's own name first), the environment, and the file of settings.
///
/// # Errors
/// [`Failure::Setting`] for an unknown name or a malformed value.
pub fn read(
    arguments: impl IntoIterator<Item = OsString>,
    environment: impl IntoIterator<Item = (OsString, OsString)>,
) -> Result<Request, Failure> {
    let matches = match parser().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error)
            if matches!(
                error.kind(),
                ClapErrorKind::DisplayHelp | ClapErrorKind::DisplayVersion
            ) =>
        {
            return Ok(Request::Print(error.render().to_string()));
        }
        Err(error) => return Err(usage(&error)),
    };
    if let Some(("openapi", matches)) = matches.subcommand() {
        let which = matches
            .get_one::<Which>("which")
            .copied()
            .unwrap_or(Which::All);
        return Ok(Request::Print(openapi::openapi(which).to_owned()));
    }
    match matches.subcommand() {
        Some(("completions", matches)) => {
            let shell = matches
                .get_one::<String>("shell")
                .map_or("", String::as_str);
            return Ok(Request::Print(completions(parser(), shell)?));
        }
        Some(("man", _)) => return Ok(Request::Print(manual(parser())?)),
        _ => {}
    }
    let is_check = matches.subcommand_name() == Some("check-config");
    let (command, matches) = match matches.subcommand() {
        Some(("migrate", matches)) => (Command::Migrate, matches),
        Some(("pictures", matches)) => sweep(matches),
        Some(("users", matches)) => {
            let (command, matches) = users::command(matches)?;
            (Command::Users(command), matches)
        }
        Some((rates::NAME, matches)) => {
            let (command, matches) = rates::read(matches);
            (Command::Rates(command), matches)
        }
        Some((name @ (exchange::EXPORT | exchange::IMPORT), matches)) => {
            (Command::Exchange(exchange::read(name, matches)), matches)
        }
        Some(("healthcheck", matches)) => (Command::Healthcheck, matches),
        Some((_, matches)) => (Command::Serve, matches),
        None => (Command::Serve, &matches),
    };
    let environment: Vec<_> = environment.into_iter().collect();
    let from_environment = environment
        .iter()
        .find(|(name, _)| name == CONFIG)
        .map(|(_, value)| PathBuf::from(value));
    let mut sources = Sources::new(TABLE);
    for setting in TABLE {
        for key in setting.keys() {
            if let Some(text) = matches.get_one::<String>(key) {
                sources.add_flag(key, text.clone());
            }
        }
    }
    let unknown = sources.add_environment(environment)?;
    add_file(
        &mut sources,
        matches
            .get_one::<PathBuf>("config")
            .or(from_environment.as_ref()),
    )?;
    let settings = Settings::read(&sources)?;
    if is_check {
        let report = check_config::report(&settings, &sources, &unknown)?;
        return Ok(Request::Print(report));
    }
    Ok(Request::Do {
        command,
        settings: Box::new(settings),
        unknown,
    })
}

/// `pictures sweep`, the only command for pictures.
fn sweep(pictures: &ArgMatches) -> (Command, &ArgMatches) {
    let matches = pictures
        .subcommand()
        .map_or(pictures, |(_, matches)| matches);
    (
        Command::SweepPictures {
            all: matches.get_flag("all"),
        },
        matches,
    )
}

fn parser() -> clap::Command {
    let settings = TABLE.iter().flat_map(|setting| {
        let flag = |key: &'static str| Arg::new(key).long(flag_name(key)).global(true);
        let value = flag(setting.key)
            .value_name(setting.placeholder)
            .help(setting.help());
        let file = setting.file_key.map(|key| {
            let (value, environment) = (flag_name(setting.key), environment_name(key));
            flag(key).value_name("FILE").help(format!(
                "File that holds the value of --{value}, in its place [env: {environment}]"
            ))
        });
        [Some(value), file].into_iter().flatten()
    });
    let config = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(format!(
            "File of settings, in TOML [default: {DEFAULT_FILE}, if it exists] [env: {CONFIG}]"
        ))
        .global(true);
    clap::Command::new("wayfare")
        .version(version())
        .about("Serves trips and user accounts")
        .after_help(
            "Flags take precedence over the environment, and the environment over the file. The file's \
             keys are the names of the flags with _ for -.",
        )
        .subcommand(clap::Command::new("serve").about("Migrate the database and serve (the default)"))
        .subcommand(clap::Command::new("migrate").about("Migrate the database and exit"))
        .subcommand(pictures_parser())
        .subcommand(users::parser())
        .subcommand(clap::Command::new("check-config").about(
            "Check the settings, and print those that would be used without their secrets",
        ))
        .subcommand(rates::parser())
        .subcommands(exchange::parsers())
        .subcommand(clap::Command::new("healthcheck").about("Exit with 0 if the server at the listen address is alive, else with 1"))
        .subcommand(
            clap::Command::new("openapi").about("Print an OpenAPI document").arg(
                Arg::new("which")
                    .value_name("WHICH")
                    .value_parser(value_parser!(Which))
                    .default_value("all")
                    .help("The document of a variant, or of all routes"),
            ),
        )
        .subcommands(parsers())
        .arg(config)
        .args(settings)
}

fn pictures_parser() -> clap::Command {
    let all = Arg::new("all")
        .long("all")
        .action(ArgAction::SetTrue)
        .help("Remove them even if the database names no picture of the store");
    let sweep = clap::Command::new("sweep").arg(all);
    clap::Command::new("pictures")
        .about("Maintain the picture store")
        .subcommand_required(true)
        .subcommand(sweep.about(
            "Remove picture files that are over an hour old and that the database does not name",
        ))
}

/// The first line of a usage error; the others are advice.
fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    Failure::Setting(format!(
        "{} (see wayfare --help)",
        line.strip_prefix("error: ").unwrap_or(line)
    ))
}

fn add_file(sources: &mut Sources, named: Option<&PathBuf>) -> Result<(), Failure> {
    let path = named.map_or(Path::new(DEFAULT_FILE), PathBuf::as_path);
    let name = path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => sources.add_file(&name, &text),
        Err(error) if error.kind() == ErrorKind::NotFound && named.is_none() => Ok(()),
        Err(error) => Err(Failure::setting(
            name,
            format_args!("can't be read: {error}"),
        )),
    }
}

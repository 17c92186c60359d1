//! The command line: which command is meant, with which settings.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind as ClapErrorKind;
use clap::{Arg, ArgAction, ArgMatches, value_parser};

use crate::settings::{CONFIG, Given, Settings, table};
use crate::{Failure, Which, openapi};

/// The file that is read where it exists and no other is named.
const DEFAULT_FILE: &str = "wayfare.toml";

/// What the binary is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Serve.
    Serve,
    /// Bring the database's schema up to date.
    Migrate,
    /// Remove files of pictures that the database does not name.
    SweepPictures {
        /// Also where it names none of them.
        all: bool,
    },
    /// Ask the server that listens at the listen address whether it lives.
    Healthcheck,
}

/// What the command line comes to.
#[derive(Debug)]
pub enum Request {
    /// Do something.
    Do {
        /// What.
        command: Command,
        /// With which settings.
        settings: Box<Settings>,
        /// Names in the environment that look like settings but are none.
        unknown: Vec<String>,
    },
    /// Tell this: help, a version, or a description of the interface.
    Tell(String),
}

/// Reads the arguments (the binary's own name first), the environment, and the file of settings.
///
/// # Errors
/// [`Failure::Setting`] for whatever can't be understood.
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
            return Ok(Request::Tell(error.render().to_string()));
        }
        Err(error) => return Err(usage(&error)),
    };
    if let Some(("openapi", matches)) = matches.subcommand() {
        let which = matches
            .get_one::<Which>("which")
            .copied()
            .unwrap_or(Which::All);
        return Ok(Request::Tell(openapi::text(which)?));
    }
    let (command, matches) = match matches.subcommand() {
        Some(("migrate", matches)) => (Command::Migrate, matches),
        Some(("pictures", matches)) => sweep(matches),
        Some(("healthcheck", matches)) => (Command::Healthcheck, matches),
        Some((_, matches)) => (Command::Serve, matches),
        None => (Command::Serve, &matches),
    };
    let environment: Vec<_> = environment.into_iter().collect();
    let from_environment = environment
        .iter()
        .find(|(name, _)| name == CONFIG)
        .map(|(_, value)| PathBuf::from(value));
    let mut given = flags(matches);
    let unknown = given.add_environment(environment)?;
    add_file(
        &mut given,
        matches
            .get_one::<PathBuf>("config")
            .or(from_environment.as_ref()),
    )?;
    Ok(Request::Do {
        command,
        settings: Box::new(Settings::read(&given)?),
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
    let settings = table::ALL.iter().map(|setting| {
        Arg::new(setting.flag)
            .long(setting.flag)
            .value_name(setting.value)
            .help(setting.help())
            .global(true)
    });
    let config = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(format!("File of settings, in TOML [default: {DEFAULT_FILE}, where there is one] [env: {CONFIG}]"))
        .global(true);
    clap::Command::new("wayfare")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Serves trips and user accounts")
        .after_help(
            "Flags win over the environment, the environment over the file. In the file a setting's name is that of its flag, \
             with _ for -.",
        )
        .subcommand(clap::Command::new("serve").about("Serve (the default)"))
        .subcommand(clap::Command::new("migrate").about("Bring the database's schema up to date"))
        .subcommand(pictures_parser())
        .subcommand(clap::Command::new("healthcheck").about("Exit 0 where the server at the listen address lives, else 1"))
        .subcommand(
            clap::Command::new("openapi").about("Print the OpenAPI document of a variant, or of all routes").arg(
                Arg::new("which")
                    .value_name("WHICH")
                    .value_parser(value_parser!(Which))
                    .default_value("all")
                    .help("Of which variant"),
            ),
        )
        .arg(config)
        .args(settings)
}

fn pictures_parser() -> clap::Command {
    let all = Arg::new("all")
        .long("all")
        .action(ArgAction::SetTrue)
        .help("Remove them also where the database names no picture of the store at all");
    let sweep = clap::Command::new("sweep").arg(all);
    clap::Command::new("pictures")
        .about("See to the picture store")
        .subcommand_required(true)
        .subcommand(
            sweep.about(
                "Remove files that are older than an hour and that the database does not name",
            ),
        )
}

/// The line of a usage error that says what is wrong; the rest of it is advice.
fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    Failure::Setting(format!(
        "{} (see wayfare --help)",
        line.strip_prefix("error: ").unwrap_or(line)
    ))
}

fn flags(matches: &ArgMatches) -> Given {
    let mut given = Given::default();
    for setting in &table::ALL {
        if let Some(text) = matches.get_one::<String>(setting.flag) {
            given.add_flag(setting, text.clone());
        }
    }
    given
}

fn add_file(given: &mut Given, named: Option<&PathBuf>) -> Result<(), Failure> {
    let path = named.map_or(Path::new(DEFAULT_FILE), PathBuf::as_path);
    let name = path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => given.add_file(&name, &text),
        Err(error) if error.kind() == ErrorKind::NotFound && named.is_none() => Ok(()),
        Err(error) => Err(Failure::setting(
            name,
            format_args!("can't be read: {error}"),
        )),
    }
}

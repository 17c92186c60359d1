//! The command line: a command and its settings.

mod self_description;

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind as ClapErrorKind};
use clap::{Arg, ArgMatches, FromArgMatches, Subcommand, value_parser};
use clap_complete::Shell;

use super::{backup, check_config, databases, mail, places, rates, sweep, transfer, users};
use crate::settings::{
    CONFIG, Setting, Settings, Sources, TABLE, environment_name, flag_name, values,
};
use crate::{Failure, Which, auth_secret, openapi};
use self_description::{completions, manual, version};

/// The file of settings that is read if it exists and no other is named.
const DEFAULT_FILE: &str = "wayfare.toml";

/// A command of the binary. Documentation comments of commands and their arguments are their help.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Migrate the database and serve (the default)
    Serve,
    /// Migrate the database and exit
    Migrate,
    /// Maintain the picture store
    #[command(subcommand, arg_required_else_help = false)]
    Pictures(sweep::Command),
    /// Manage accounts
    #[command(subcommand, arg_required_else_help = false)]
    Users(users::Command),
    /// Maintain the reference rates
    #[command(subcommand, arg_required_else_help = false)]
    Rates(rates::Command),
    /// Maintain the places of trips
    #[command(subcommand, arg_required_else_help = false)]
    Places(places::Command),
    /// Export or import trips.
    #[command(flatten)]
    Transfer(transfer::Command),
    /// Take messages to mailboxes for trips
    #[command(subcommand, arg_required_else_help = false)]
    Mail(mail::Command),
    /// Back up or restore.
    #[command(flatten)]
    Backup(backup::Command),
    /// Move the service to another database
    #[command(subcommand, arg_required_else_help = false)]
    Database(databases::Command),
    /// List stored values that break a rule: of which trip, where, and which rule; not the value
    ///
    /// It only reads, also beside a running server. Exit code: 0 if there is none, 1 if there are
    /// some.
    CheckData {
        /// Print a JSON array of objects
        #[arg(long)]
        json: bool,
    },
    /// Exit with 0 if the server at the listen address is alive, else with 1
    Healthcheck,
}

/// A command line: a command that is run, or one that prints.
#[derive(Debug, Subcommand)]
enum Verb {
    #[command(flatten)]
    Run(Command),
    /// Check the settings, and print those that would be used without their secrets
    CheckConfig {
        /// Try what they name, too: database, picture store, mail server, OpenID provider
        #[arg(long)]
        connect: bool,
    },
    /// Print an OpenAPI document
    Openapi {
        /// The document of a variant, or of all routes
        #[arg(default_value = "all")]
        which: Which,
    },
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, in roff
    Man,
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
    let environment: Vec<_> = environment.into_iter().collect();
    let named = environment
        .iter()
        .find(|(name, _)| *name == *environment_name("tzdir"));
    if let Some(folder) = named.and_then(|(_, value)| value.to_str()) {
        // For `--version`; what is wrong with it is told with the other settings.
        let _ = values::zone_folder(folder);
    }
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
    let verb = match matches.subcommand_name() {
        Some(_) => Verb::from_arg_matches(&matches).map_err(|error| usage(&error))?,
        None => Verb::Run(Command::Serve),
    };
    let mut connects = false;
    let command = match verb {
        Verb::Run(command) => Some(command),
        Verb::CheckConfig { connect } => {
            connects = connect;
            None
        }
        Verb::Openapi { which } => return Ok(Request::Print(openapi::openapi(which).to_owned())),
        Verb::Completions { shell } => return Ok(Request::Print(completions(parser(), shell))),
        Verb::Man => return Ok(Request::Print(manual(parser())?)),
    };
    // Whoever misspelt a setting would else serve, or believe in, another one.
    let is_strict = matches!(command, None | Some(Command::Serve));
    let mut sources = sources(&matches, environment, is_strict);
    if is_strict && let Err(failure) = auth_secret::check(&sources) {
        sources.add_failure(failure);
    }
    let settings = Settings::read(&sources)?;
    Ok(match command {
        Some(command) => Request::Do {
            command,
            settings: Box::new(settings),
        },
        None => {
            let mut report = check_config::report(&settings, &sources)?;
            if connects {
                report += &check_config::connect(&settings)?;
            }
            Request::Print(report)
        }
    })
}

/// The values of settings; with `is_strict` no name of the environment may be unknown.
fn sources(
    matches: &ArgMatches,
    environment: impl IntoIterator<Item = (OsString, OsString)>,
    is_strict: bool,
) -> Sources {
    let environment: Vec<_> = environment.into_iter().collect();
    let from_environment = environment
        .iter()
        .find(|(name, _)| name == CONFIG)
        .map(|(_, value)| PathBuf::from(value));
    let mut sources = Sources::new(TABLE);
    for key in TABLE.iter().flat_map(Setting::keys) {
        if let Some(text) = matches.get_one::<String>(key) {
            sources.add_flag(key, text.clone());
        }
    }
    sources.add_environment(environment, is_strict);
    let file = matches.get_one::<PathBuf>("config");
    add_file(&mut sources, file.or(from_environment.as_ref()));
    sources
}

fn parser() -> clap::Command {
    let settings = TABLE.iter().flat_map(|setting| {
        let flag = |key: &'static str| Arg::new(key).long(flag_name(key)).global(true);
        let value = flag(setting.key)
            .value_name(setting.placeholder)
            // So that a negative number is refused with the range of the setting.
            .allow_negative_numbers(true)
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
    // First the commands, whose documentation would replace the text.
    Verb::augment_subcommands(clap::Command::new("wayfare"))
        .version(version())
        .about("Serves trips and user accounts")
        .after_help(
            "Flags take precedence over the environment, and the environment over the file. The \
             file's keys are the names of the flags with _ for -.",
        )
        .arg(config)
        .args(settings)
}

/// A usage error as a line: its first paragraph, and a name that is much like the one it refuses.
fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg];
    let like = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.first().cloned(),
        _ => None,
    });
    let like = like.map(|name| format!("; did you mean {name}?"));
    Failure::Setting(format!(
        "{}{} (see wayfare --help)",
        line.strip_prefix("error: ").unwrap_or(&line),
        like.unwrap_or_default()
    ))
}

fn add_file(sources: &mut Sources, named: Option<&PathBuf>) {
    let path = named.map_or(Path::new(DEFAULT_FILE), PathBuf::as_path);
    let name = path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => sources.add_file(&name, &text),
        Err(error) if error.kind() == ErrorKind::NotFound && named.is_none() => {}
        Err(error) => {
            let reason = format!("can't be read: {error}");
            sources.add_failure(Failure::setting(name, reason));
        }
    }
}

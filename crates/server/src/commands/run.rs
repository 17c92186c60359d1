//! Runs the command of the command line, and prints why if it fails.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use nix::sys::stat::{Mode, umask};
use wayfare_service::Origin;

use super::cli::{self, Command, Request};
use super::console::print;
use super::{
    backup, check_data, databases, healthcheck, mail, places, rates, serve, sweep, transfer, users,
};
use crate::logging::{self, LogOutput};
use crate::{Failure, Server};

/// Runs the command that the arguments of this process name.
pub fn run() -> ExitCode {
    // Whatever it creates is for its own user: the database, its log, pictures, uploads.
    umask(Mode::S_IRWXG | Mode::S_IRWXO);
    match run_command() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed, the exit code must do.
            let _ = writeln!(io::stderr(), "wayfare: {failure}");
            match is_delivery(env::args_os()) {
                true => failure.delivery_code(),
                false => failure.exit_code(),
            }
        }
    }
}

/// Whether a mail server waits for the exit code.
fn is_delivery(arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.collect();
    arguments.windows(2).any(|it| it == ["mail", "deliver"])
}

fn run_command() -> Result<(), Failure> {
    let (command, settings) = match cli::read(env::args_os(), env::vars_os())? {
        Request::Do { command, settings } => (command, settings),
        Request::Print(text) => return print(&text),
    };
    // The output of these commands is for programs, too.
    let to = match command {
        Command::Users(_)
        | Command::Rates(_)
        | Command::Transfer(_)
        | Command::Mail(_)
        | Command::Backup(_)
        | Command::CheckData { .. }
        | Command::Database(_) => LogOutput::Stderr,
        _ => LogOutput::Stdout,
    };
    logging::start(&settings, to)?;
    // Requests, once it serves, say where they come from themselves.
    Origin::scope_command(|| match command {
        Command::Serve => serve::run(*settings),
        Command::Migrate => Server::migrate(&settings),
        Command::Pictures(sweep::Command::Sweep { all }) => sweep::run(&settings, all),
        Command::Users(command) => users::run(&settings, command),
        Command::Rates(command) => rates::run(&settings, &command),
        Command::Places(command) => places::run(&settings, command),
        Command::Transfer(command) => transfer::run(&settings, command),
        Command::Mail(command) => mail::run(&settings, command),
        Command::Backup(command) => backup::run(&settings, &command),
        Command::Database(command) => databases::run(&command),
        Command::CheckData { json } => check_data::run(&settings, json),
        Command::Healthcheck => healthcheck::run(&settings),
    })
}

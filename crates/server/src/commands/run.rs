//! Runs the command of the command line, and prints why if it fails.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use nix::sys::stat::{Mode, umask};

use super::cli::{self, Command, Request};
use super::console::print;
use super::{healthcheck, places, rates, serve, sweep, transfer, users};
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
            failure.exit_code()
        }
    }
}

fn run_command() -> Result<(), Failure> {
    let (command, settings, unknown) = match cli::read(env::args_os(), env::vars_os())? {
        Request::Do {
            command,
            settings,
            unknown,
        } => (command, settings, unknown),
        Request::Print(text) => return print(&text),
    };
    // The output of these commands is for programs, too.
    let to = match command {
        Command::Users(_) => LogOutput::Stderr,
        _ => LogOutput::Stdout,
    };
    logging::start(&settings, to)?;
    match command {
        Command::Serve => serve::run(*settings, &unknown),
        Command::Migrate => Server::migrate(&settings),
        Command::Pictures(sweep::Command::Sweep { all }) => sweep::run(&settings, all),
        Command::Users(command) => users::run(&settings, command),
        Command::Rates(command) => rates::run(&settings, &command),
        Command::Places(command) => places::run(&settings, command),
        Command::Transfer(command) => transfer::run(&settings, command),
        Command::Healthcheck => healthcheck::run(&settings),
    }
}

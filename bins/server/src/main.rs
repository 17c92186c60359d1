//! The binary `wayfare`: runs the command of the command line, and prints why if it fails.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use mimalloc::MiMalloc;
use nix::sys::stat::{Mode, umask};
use wayfare_server::cli::{self, Command, Request};
use wayfare_server::logging::{self, LogOutput};
use wayfare_server::{Failure, Server, exchange, healthcheck, rates, serve, sweep, users};

/// Allocation takes half of a request's time with the system's allocator, because two kinds of
/// threads share the memory; mimalloc takes a third off that.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // Whatever it creates is for its own user: the database, its log, pictures, uploads.
    umask(Mode::S_IRWXG | Mode::S_IRWXO);
    run().map_or_else(
        |failure| {
            // If standard error is closed, the exit code must do.
            let _ = writeln!(io::stderr(), "wayfare: {failure}");
            failure.exit_code()
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run() -> Result<(), Failure> {
    let (command, settings, unknown) = match cli::read(env::args_os(), env::vars_os())? {
        Request::Do {
            command,
            settings,
            unknown,
        } => (command, settings, unknown),
        Request::Print(text) => {
            return io::stdout()
                .write_all(text.as_bytes())
                .map_err(|error| Failure::Run(error.into()));
        }
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
        Command::SweepPictures { all } => sweep::run(&settings, all),
        Command::Users(command) => users::run(&settings, command),
        Command::Rates(command) => rates::run(&settings, &command),
        Command::Exchange(command) => exchange::run(&settings, command),
        Command::Healthcheck => healthcheck::run(&settings),
    }
}

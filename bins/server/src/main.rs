//! The binary `wayfare`: does what the command line asks, and says why where it can't.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use mimalloc::MiMalloc;
use wayfare_server::cli::{self, Command, Request};
use wayfare_server::{Failure, Server, healthcheck, logging, serve, sweep};

/// Half of what a request takes without it is making and giving back memory on two kinds of
/// threads, which this does for a third less.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run().map_or_else(
        |failure| {
            // Where even the standard error is closed, the exit code has to do.
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
        Request::Tell(text) => {
            return io::stdout()
                .write_all(text.as_bytes())
                .map_err(|error| Failure::Run(error.into()));
        }
    };
    logging::start(&settings)?;
    match command {
        Command::Serve => serve::run(*settings, &unknown),
        Command::Migrate => Server::migrate(&settings),
        Command::SweepPictures { all } => sweep::run(&settings, all),
        Command::Healthcheck => healthcheck::run(&settings),
    }
}

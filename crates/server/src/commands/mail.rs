//! `wayfare mail deliver`: a message to a mailbox for trips, from a mail server's pipe.

use std::io::{Read, stdin};

use clap::Subcommand;
use wayfare_service::{Error, MAX_MESSAGE};

use super::console::runtime;
use crate::{Failure, Server, Settings};

/// What the local part of a recipient begins with.
const MAILBOX: &str = "trips+";

/// A command for mailboxes.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Take one message from standard input, such as from a mail server's pipe
    ///
    /// Exit code: 0 if the message is kept or has come before, 65 if nothing can be read of it, 67
    /// if there is no such recipient, 75 for everything else.
    Deliver {
        /// The address that the message is for
        recipient: String,
    },
}

/// Takes a message.
///
/// # Errors
/// [`Failure::Data`] for a message of which nothing can be read, [`Failure::Recipient`] for an
/// unknown recipient; others for everything that may pass.
pub(crate) fn run(settings: &Settings, command: Command) -> Result<(), Failure> {
    let Command::Deliver { recipient } = command;
    let Some(domain) = &settings.inbound_domain else {
        let text = "no mailboxes: the setting INBOUND_DOMAIN is not set";
        return Err(Failure::Setting(text.to_owned()));
    };
    let unknown = || Failure::Recipient("no such recipient".to_owned());
    let (local, of) = recipient.rsplit_once('@').ok_or_else(unknown)?;
    let begin = local.get(..MAILBOX.len()).unwrap_or_default();
    if !of.eq_ignore_ascii_case(domain) || !begin.eq_ignore_ascii_case(MAILBOX) {
        return Err(unknown());
    }
    let secret = local.get(MAILBOX.len()..).unwrap_or_default();
    let mut message = Vec::new();
    let read = stdin().take(MAX_MESSAGE + 1).read_to_end(&mut message);
    read.map_err(|error| Failure::Run(error.into()))?;
    let runtime = runtime()?;
    let service = Server::service(settings)?;
    let delivered = runtime.block_on(service.proposals.deliver(secret, message));
    delivered.map_err(|error| match error {
        Error::NotFound => unknown(),
        Error::Invalid(violations) => {
            let first = violations.iter().next();
            let reason = first.map(|found| found.reason.to_string());
            Failure::Data(format!("the message {}", reason.unwrap_or_default()))
        }
        Error::FileTooLarge { reason } => Failure::Data(format!("the message {reason}")),
        error => Failure::Run(error.into()),
    })
}

//! `wayfare users`: manages accounts without their tokens.

mod keys;
mod password;
mod print;

use anyhow::Context;
use clap::Subcommand;
use wayfare_domain::{Language, Name, Username};
use wayfare_service::{Administration, Error, NewAccount, email};

use print::Listing;

use crate::commands::console::runtime;
use crate::{Failure, Server, Settings};

/// Accounts that are read at a time.
const PAGE: u32 = 200;

/// A command on accounts.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// List all accounts
    List {
        /// Print a JSON array of objects
        #[arg(long)]
        json: bool,
    },
    /// Show an account
    Show {
        /// Username, in any case
        #[arg(value_name = "NAME")]
        username: String,
        /// Print a JSON array of objects
        #[arg(long)]
        json: bool,
    },
    /// Create an account, with a password from standard input
    Create {
        /// Username, in any case
        #[arg(value_name = "NAME")]
        username: String,
        /// Display name [default: the username]
        #[arg(long, value_name = "TEXT")]
        name: Option<String>,
        /// E-mail address [default: none]
        #[arg(long, value_name = "ADDRESS")]
        email: Option<String>,
    },
    /// Set the password to one from standard input, and revoke all tokens
    SetPassword {
        /// Username, in any case
        #[arg(value_name = "NAME")]
        username: String,
    },
    /// List the API keys of an account, or end one
    Keys {
        /// Username, in any case
        #[arg(value_name = "NAME")]
        username: String,
        /// Print a JSON array of objects
        #[arg(long, conflicts_with = "delete")]
        json: bool,
        /// End the key of this id at once, without asking
        #[arg(long, value_name = "ID")]
        delete: Option<String>,
    },
    /// Revoke all tokens and API keys of an account
    Revoke {
        /// Username, in any case
        #[arg(value_name = "NAME")]
        username: String,
    },
    /// Delete an account with its trips and their pictures, without asking
    Delete {
        /// Username, in any case
        #[arg(value_name = "NAME")]
        username: String,
    },
}

/// Runs a command.
///
/// # Errors
/// [`Failure::Setting`] for unusable settings or an unusable password, else [`Failure::Run`]: there
/// is no such account, the username is taken, or a store can't be reached.
pub(crate) fn run(settings: &Settings, command: Command) -> Result<(), Failure> {
    runtime()?.block_on(run_with(settings, command))
}

async fn run_with(settings: &Settings, command: Command) -> Result<(), Failure> {
    let open = || Server::administration(settings);
    match command {
        Command::List { json } => list(&open()?, Listing::new(json)).await,
        Command::Show { username, json } => {
            let found = open()?.find(&username).await;
            let found = found.map_err(|error| failed(error, &username))?;
            print::show(&found, json).context("can't print")?;
            Ok(())
        }
        Command::Create {
            username,
            name,
            email: address,
        } => {
            let new = NewAccount {
                username: Username::new(&username)
                    .map_err(|reason| Failure::setting("the username", reason))?,
                name: Name::new(name.as_deref().unwrap_or(&username))
                    .map_err(|reason| Failure::setting("--name", reason))?,
                email: address
                    .as_deref()
                    .map(email)
                    .transpose()
                    .map_err(|reason| Failure::setting("--email", reason))?,
                // The operator's request names none.
                language: Language::default(),
                password: None,
            };
            let accounts = open()?;
            let password = Some(password::read()?);
            let created = accounts.create(NewAccount { password, ..new }).await;
            created.map(drop).map_err(|error| failed(error, &username))
        }
        Command::SetPassword { username } => {
            let accounts = open()?;
            // A typing error in the name comes to light before the password is typed.
            let found = accounts.find(&username).await;
            found.map_err(|error| failed(error, &username))?;
            let set = accounts.set_password(&username, password::read()?).await;
            set.map_err(|error| failed(error, &username))
        }
        Command::Keys {
            username,
            json,
            delete,
        } => match delete {
            Some(id) => keys::delete(&open()?, &username, &id).await,
            None => keys::list(&open()?, &username, json).await,
        },
        Command::Revoke { username } => {
            let revoked = open()?.revoke(&username).await;
            revoked.map_err(|error| failed(error, &username))
        }
        Command::Delete { username } => {
            let deleted = open()?.delete(&username).await;
            deleted.map_err(|error| failed(error, &username))
        }
    }
}

/// Prints all accounts, a page at a time.
async fn list(accounts: &Administration, mut listing: Listing) -> Result<(), Failure> {
    listing.begin().context("can't print")?;
    let mut after = None;
    loop {
        let page = accounts
            .list(after.take(), PAGE)
            .await
            .context("can't list the accounts")?;
        listing.print(&page).context("can't print")?;
        match page.last() {
            Some(last) => after = Some(last.user.username.clone()),
            None => break,
        }
    }
    listing.end().context("can't print")?;
    Ok(())
}

fn failed(error: Error, username: &str) -> Failure {
    let error = anyhow::Error::from(error);
    let username = print::plain(username);
    Failure::Run(match error.downcast_ref() {
        Some(Error::NotFound) => anyhow::anyhow!("there is no account {username}"),
        Some(Error::UsernameTaken) => {
            anyhow::anyhow!("the username {username} is taken or reserved")
        }
        _ => error.context(format!("account {username}")),
    })
}

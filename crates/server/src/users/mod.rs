//! `wayfare users`: manages accounts without their tokens.

mod cli;
mod password;
mod print;

use anyhow::Context;
use tokio::runtime::Builder;
use wayfare_domain::{Name, ShortText, Username};
use wayfare_service::{Administration, Error, NewAccount};

pub(crate) use cli::{command, parser};
use print::Listing;

use crate::{Failure, Server, Settings};

/// Accounts that are read at a time.
const PAGE: u32 = 200;

/// A command on accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Lists all accounts.
    List {
        /// Prints JSON.
        json: bool,
    },
    /// Shows one account.
    Show {
        /// The username, in any case.
        username: String,
        /// Prints JSON.
        json: bool,
    },
    /// Creates an account, with a password from standard input.
    Create {
        /// The username.
        username: Username,
        /// The display name.
        name: Name,
        /// The e-mail address.
        email: Option<ShortText>,
    },
    /// Sets the password to one from standard input, and revokes all tokens.
    SetPassword {
        /// The username, in any case.
        username: String,
    },
    /// Revokes all tokens.
    Revoke {
        /// The username, in any case.
        username: String,
    },
    /// Deletes the account with the trips that it owns.
    Delete {
        /// The username, in any case.
        username: String,
    },
}

/// Runs a command.
///
/// # Errors
/// [`Failure::Setting`] for unusable settings or an unusable password, else [`Failure::Run`]: there
/// is no such account, the username is taken, or a store can't be reached.
pub fn run(settings: &Settings, command: Command) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .context("can't start a runtime")?;
    let accounts = Server::administration(settings)?;
    runtime.block_on(run_on(&accounts, command))
}

async fn run_on(accounts: &Administration, command: Command) -> Result<(), Failure> {
    match command {
        Command::List { json } => list(accounts, Listing::new(json)).await,
        Command::Show { username, json } => {
            let found = accounts
                .find(&username)
                .await
                .map_err(|error| failed(error, &username))?;
            print::show(&found, json).context("can't print")?;
            Ok(())
        }
        Command::Create {
            username,
            name,
            email,
        } => {
            let password = Some(password::read()?);
            let new = NewAccount {
                username: username.clone(),
                name,
                email,
                password,
            };
            let created = accounts.create(new).await;
            created
                .map(drop)
                .map_err(|error| failed(error, username.as_str()))
        }
        Command::SetPassword { username } => {
            // A typing error in the name comes to light before the password is typed.
            let found = accounts.find(&username).await;
            found.map_err(|error| failed(error, &username))?;
            let set = accounts.set_password(&username, password::read()?).await;
            set.map_err(|error| failed(error, &username))
        }
        Command::Revoke { username } => {
            let revoked = accounts.revoke(&username).await;
            revoked.map_err(|error| failed(error, &username))
        }
        Command::Delete { username } => {
            let deleted = accounts.delete(&username).await;
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

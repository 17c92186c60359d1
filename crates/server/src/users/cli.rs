//! The command line of `wayfare users`.

use clap::{Arg, ArgAction, ArgMatches};
use wayfare_domain::{Name, Username};
use wayfare_service::email;

use super::Command;
use crate::Failure;

const USERNAME: &str = "username";
const DISPLAY_NAME: &str = "display_name";
const EMAIL: &str = "email";
const JSON: &str = "json";

pub(crate) fn parser() -> clap::Command {
    let about = |name: &'static str, about: &'static str| clap::Command::new(name).about(about);
    let json = || {
        Arg::new(JSON)
            .long("json")
            .action(ArgAction::SetTrue)
            .help("Print a JSON array of objects")
    };
    let username = || {
        Arg::new(USERNAME)
            .value_name("NAME")
            .required(true)
            .help("Username, in any case")
    };
    let name = Arg::new(DISPLAY_NAME)
        .long("name")
        .value_name("TEXT")
        .help("Display name [default: the username]");
    let email = Arg::new(EMAIL)
        .long("email")
        .value_name("ADDRESS")
        .help("E-mail address [default: none]");
    let create = "Create an account, with a password from standard input";
    let set_password = "Set the password to one from standard input, and revoke all tokens";
    let delete = "Delete an account with its trips and their pictures, without asking";
    about("users", "Manage accounts")
        .subcommand_required(true)
        .subcommand(about("list", "List all accounts").arg(json()))
        .subcommand(about("show", "Show an account").arg(username()).arg(json()))
        .subcommand(about("create", create).arg(username()).arg(name).arg(email))
        .subcommand(about("set-password", set_password).arg(username()))
        .subcommand(about("revoke", "Revoke all tokens of an account").arg(username()))
        .subcommand(about("delete", delete).arg(username()))
}

/// The command on accounts, and the matches that hold its settings.
pub(crate) fn command(users: &ArgMatches) -> Result<(Command, &ArgMatches), Failure> {
    let (name, matches) = users.subcommand().unwrap_or(("list", users));
    let text = |id| matches.get_one::<String>(id).map(String::as_str);
    let username = || text(USERNAME).unwrap_or_default().to_owned();
    let json = || matches!(matches.try_get_one::<bool>(JSON), Ok(Some(true)));
    let command = match name {
        "show" => Command::Show {
            username: username(),
            json: json(),
        },
        "create" => create(&username(), text(DISPLAY_NAME), text(EMAIL))?,
        "set-password" => Command::SetPassword {
            username: username(),
        },
        "revoke" => Command::Revoke {
            username: username(),
        },
        "delete" => Command::Delete {
            username: username(),
        },
        _ => Command::List { json: json() },
    };
    Ok((command, matches))
}

fn create(username: &str, name: Option<&str>, address: Option<&str>) -> Result<Command, Failure> {
    Ok(Command::Create {
        username: Username::new(username)
            .map_err(|reason| Failure::setting("the username", reason))?,
        name: Name::new(name.unwrap_or(username))
            .map_err(|reason| Failure::setting("--name", reason))?,
        email: address
            .map(email)
            .transpose()
            .map_err(|reason| Failure::setting("--email", reason))?,
    })
}

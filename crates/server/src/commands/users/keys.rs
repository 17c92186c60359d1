//! `wayfare users keys`: lists the API keys of an account, or ends one.

use std::io::{self, Write, stdout};

use anyhow::{Context, anyhow};
use wayfare_api::users::keys::show_key;
use wayfare_domain::{ApiKey, Date, GrantId, KeyGrant};
use wayfare_service::Administration;

use super::failed;
use super::print::plain;
use crate::Failure;

/// Prints the keys of an account, newest first. None has its secret, which is not stored.
pub(super) async fn list(
    accounts: &Administration,
    username: &str,
    json: bool,
) -> Result<(), Failure> {
    let keys = accounts.keys(username).await;
    let keys = keys.map_err(|error| failed(error, username))?;
    print(&keys, json).context("can't print")?;
    Ok(())
}

fn print(keys: &[ApiKey], json: bool) -> io::Result<()> {
    let mut out = stdout().lock();
    if json {
        let shapes: Vec<_> = keys.iter().map(show_key).collect();
        serde_json::to_writer(&mut out, &shapes)?;
        return writeln!(out);
    }
    let head = ["ID", "SCOPE", "TRIPS", "CREATED", "USED", "EXPIRES", "NAME"].map(str::to_owned);
    let or_never = |day: Option<Date>| day.map_or("never".to_owned(), |day| day.to_string());
    let rows = keys.iter().map(|key| {
        let KeyGrant { scope, trips } = key.scope;
        [
            key.id.to_string(),
            scope.as_str().to_owned(),
            trips.map_or("all".to_owned(), |trips| trips.iter().count().to_string()),
            Date::from(key.created_at).to_string(),
            or_never(key.last_used),
            or_never(key.expires_at.map(Date::from)),
            plain(&key.label),
        ]
    });
    for [id, scope, trips, created, used, expires, name] in std::iter::once(head).chain(rows) {
        writeln!(
            out,
            "{id:<36}  {scope:<5}  {trips:<5}  {created:<10}  {used:<10}  {expires:<10}  {name}"
        )?;
    }
    out.flush()
}

/// Ends a key of an account.
pub(super) async fn delete(
    accounts: &Administration,
    username: &str,
    id: &str,
) -> Result<(), Failure> {
    let key = GrantId::parse(id);
    let key = key.ok_or_else(|| Failure::setting("--delete", "must be the id of a key"))?;
    let deleted = accounts.delete_key(username, key).await;
    if deleted.map_err(|error| failed(error, username))? {
        Ok(())
    } else {
        let username = plain(username);
        Err(Failure::Run(anyhow!(
            "the account {username} has no key {key}"
        )))
    }
}

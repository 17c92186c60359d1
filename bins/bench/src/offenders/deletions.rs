//! Accounts that copy a large trip of the offender, and are deleted.

use std::sync::Arc;

use serde_json::{Value, json};
use wayfare_testkit::{Call, Method};

use super::accounts::{Accounts, PASSWORD};

/// Copies for each account.
const COPIES: usize = 10;

/// Signs accounts up, copies the trip, and deletes them again, each from a network of its own.
pub(super) async fn deletions(accounts: Arc<Accounts>, connection: u64) {
    for number in 0_u64.. {
        // What the offender gets does not matter.
        sign_up_and_delete(&accounts, connection, number).await.ok();
    }
}

async fn sign_up_and_delete(
    accounts: &Accounts,
    connection: u64,
    number: u64,
) -> anyhow::Result<()> {
    let address = format!("2001:db8:{connection:x}:{number:x}::1");
    let username = format!("deleted-{connection}-{number}");
    let client = wayfare_testkit::client(accounts.honest.client.base_url());
    let call = |method, path: &str| -> Call<Value> {
        client
            .request(method, path)
            .header("x-forwarded-for", &address)
    };
    let body = json!({"name": username, "username": username, "password": PASSWORD});
    let reply = call(Method::POST, "/api/v1/user")
        .json(&body)
        .send()
        .await?;
    let token = reply.header("authorization").unwrap_or_default().to_owned();
    let copy = accounts.path("/api/v1/trips/{trip}/copy");
    for _ in 0..COPIES {
        let copied = call(Method::POST, &copy).json(&json!({}));
        copied.header("authorization", &token).send().await?;
    }
    let own = format!("/api/v1/user/{username}");
    call(Method::DELETE, &own)
        .header("authorization", &token)
        .send()
        .await?;
    Ok(())
}

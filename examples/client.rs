//! Plans a trip at a running service: `client https://trips.example.org`.

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::env;
use std::error::Error;
use std::time::Duration;

use wayfare_client::Client;
use wayfare_client::input::{NewAccountInput, NewTripInput, TokenInput, TripEditInput, TripInputB};

const PASSWORD: &str = "correct horse battery";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let base = env::args().nth(1).ok_or("usage: client <base URL>")?;
    let client = Client::new(base)?.with_timeout(Duration::from_secs(5));
    let account = NewAccountInput {
        name: "Ada".into(),
        username: "ada".into(),
        password: Some(PASSWORD.into()),
        ..Default::default()
    };
    client.users().create(&account).await?.json()?;
    let grant = TokenInput {
        username: Some("ada".into()),
        password: Some(PASSWORD.into()),
        ..Default::default()
    };
    // Renews its tokens by itself.
    let ada = client.with_session(client.users().sign_in(&grant).await?.json()?);

    let new = NewTripInput {
        name: "A week in Lisbon".into(),
        ..Default::default()
    };
    let trip = ada.b().create(&new).await?.json()?;
    let change = TripInputB {
        common: TripEditInput {
            dest: Some(vec!["Lisbon".into(), "Sintra".into()]),
            ..Default::default()
        },
        ..Default::default()
    };
    ada.b().update(&trip.uuid, &change).await?.json()?;
    let read = ada.b().trip(&trip.uuid).await?.json()?;
    println!("{}: {}", read.name, read.dest.join(", "));
    Ok(())
}

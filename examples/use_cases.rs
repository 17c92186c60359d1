//! The use cases in a program of one's own: a store, accounts and trips, without HTTP.

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::path::Path;
use std::sync::Arc;

use wayfare_domain::trip::NewTrip;
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
use wayfare_domain::{Description, Language, Name, Username};
use wayfare_pictures::PictureStore;
use wayfare_service::{Client, NewAccount, Parts, Policy, Secret, Secrets, Service, SystemClock};
use wayfare_storage::OpenOptions;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let service = service_in(folder.path())?;

    let new = NewAccount {
        username: Username::new("ada")?,
        name: Name::new("Ada")?,
        email: None,
        language: Language::English,
        password: None,
    };
    // A client is whoever shares the bounded work pools fairly: here the program itself.
    let signed_up = service.accounts.create(Client::new(0), new).await?;
    // A later request brings the token; the signature names the caller.
    let ada = service.sessions.verify(&signed_up.access_token.token)?;

    let new = NewTrip {
        time_zone: None,
        name: Name::new("Lisbon")?,
        description: Description::default(),
        estimate: EstimatePatch::default(),
        dates: DatesPatch::default(),
        private: true,
        base_currency: None,
    };
    let created = service.trips.create(ada, new).await?;
    let read = service.trips.read(ada, created.trip.id).await?;
    println!(
        "{} of {}",
        read.trip.name,
        read.people.username(read.trip.owner)
    );
    Ok(())
}

/// A service on an embedded database, with pictures in memory. On PostgreSQL, the address of the
/// store is `postgres://…`; nothing else changes.
fn service_in(folder: &Path) -> anyhow::Result<Service> {
    let database = format!("sqlite://{}", folder.join("trips.db").display());
    let store = wayfare_storage::open(&database, &OpenOptions::default())?;
    store.migrate()?;
    Ok(Service::new(Parts {
        store,
        pictures: PictureStore::open("memory://")?,
        gazetteer: None,
        mailer: None,
        clock: Arc::new(SystemClock),
        // Signs tokens: keep it secret, and the same at each start.
        secrets: Secrets::new(Secret::new(*b"32 bytes that only you can know.")?),
        policy: Policy::default(),
    })?)
}

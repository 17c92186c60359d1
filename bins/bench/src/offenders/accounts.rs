//! The accounts on a measured server.

use serde_json::{Value, json};
use wayfare_testkit::{Call, Method, sample};

use crate::sample as pictures;

/// The address of the offender, as a proxy names it.
pub(super) const OFFENDING: &str = "192.0.2.2";
pub(super) const PASSWORD: &str = "a good long one";

/// The accounts with their trips.
pub(super) struct Accounts {
    pub(super) offender: sample::Traveller,
    pub(super) offender_trip: String,
    /// The token of a link to it.
    share: String,
    pub(super) honest: sample::Traveller,
    pub(super) honest_trip: String,
    pub(super) photo: Vec<u8>,
}

impl Accounts {
    pub(super) async fn new(url: &str) -> anyhow::Result<Self> {
        let client = wayfare_testkit::client(url);
        let photo = pictures::photo()?;
        let sign_up = async |username: &str, picture: Vec<u8>| {
            let body = json!({"name": username, "username": username, "password": PASSWORD});
            let traveller = sample::sign_up_with(&client, &body).await;
            let form = traveller.users().set_picture(username);
            form.file("image", "picture.jpg", picture)
                .await
                .expect_status(200);
            traveller
        };
        let offender = sign_up("offender", pictures::jpeg()?).await;
        let honest = sign_up("honest", photo.clone()).await;
        let offender_trip = sample::public_trip(&offender, "Offence").await;
        let honest_trip = sample::trip(&honest, "Porto").await;
        let sections = json!({"sections": ["itinerary", "map", "notes", "budget"]});
        let extensions = offender.extensions();
        let link = extensions.create_share_link(&offender_trip, &sections);
        let link = link.await.json().url;
        Ok(Self {
            share: link.rsplit('/').next().unwrap_or_default().to_owned(),
            offender,
            offender_trip,
            honest,
            honest_trip,
            photo,
        })
    }

    /// A path with `{trip}` and `{share}` for those of the offender.
    pub(super) fn path(&self, path: &str) -> String {
        path.replace("{trip}", &self.offender_trip)
            .replace("{share}", &self.share)
    }

    /// A request of the offender, with `{trip}` for its trip.
    pub(super) fn offend(
        &self,
        method: Method,
        path: &str,
    ) -> impl Fn() -> Call<Value> + Send + Sync + 'static {
        let (client, path) = (self.offender.client.clone(), self.path(path));
        move || {
            client
                .request(method.clone(), &path)
                .header("x-forwarded-for", OFFENDING)
        }
    }

    /// The same without a token.
    pub(super) fn read_openly(
        &self,
        path: &str,
    ) -> impl Fn() -> Call<Value> + Send + Sync + 'static {
        let client = wayfare_testkit::client(self.honest.client.base_url());
        let path = self.path(path);
        move || {
            client
                .request(Method::GET, &path)
                .header("x-forwarded-for", OFFENDING)
        }
    }
}

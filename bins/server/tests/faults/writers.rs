//! Clients that write without end, and know what was acknowledged.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{Client, Method};

/// What one writer wrote last: the number that was acknowledged, and the one that was sent.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Mark {
    pub(crate) acknowledged: u64,
    pub(crate) sent: u64,
}

impl Mark {
    /// Whether a number may be what is kept: none that is older than what was acknowledged, none
    /// that was never sent.
    pub(crate) fn assert_explains(self, kept: u64, what: &str) {
        assert!(
            (self.acknowledged..=self.sent).contains(&kept),
            "{what}: {kept} is kept of {self:?}"
        );
    }
}

/// A trip that one writer writes a number to, in several places at once.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    pub(crate) trip: String,
    pub(crate) kind: Kind,
    pub(crate) mark: Mark,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Name, description and to-do list: columns and a document of one row.
    Trip,
    /// Two items of the itinerary.
    Items,
    /// The privacy and members: two tables.
    People,
    /// The main picture and a photo, in the picture store.
    Pictures,
    /// Nothing after it was made.
    Made,
}

pub(crate) const KINDS: [Kind; 4] = [Kind::Trip, Kind::Items, Kind::People, Kind::Pictures];

/// Pictures that can be told apart, by their number.
pub(crate) struct Album {
    files: Vec<Vec<u8>>,
    pub(crate) tags: Vec<String>,
}

impl Album {
    /// Eight pictures, and the tags under which they are shown once they are kept.
    pub(crate) async fn new(ada: &Traveller, trip: &str) -> Self {
        let (mut files, mut tags) = (Vec::new(), Vec::new());
        for number in 0..8_u32 {
            let width = (20 + number * 4).to_string();
            let file = ada
                .client
                .request(Method::GET, "/api/v1/trip/default/picture")
                .max_width(&width)
                .await
                .body;
            let sent = ada
                .a()
                .set_pictures(trip)
                .file("mainImage", "a.jpg", file.clone());
            sent.await.expect_status(200);
            tags.push(ada.b().picture(trip).await.expect_status(200).etag());
            files.push(file);
        }
        Self { files, tags }
    }

    /// The number's place among the pictures.
    fn place(&self, number: u64) -> usize {
        usize::try_from(number).unwrap() % self.files.len()
    }
}

/// Writes until the time is over or, where `patient` is not set, the first failure; tries again
/// what was refused with 503.
pub(crate) fn write(
    client: Client,
    mut ledger: Ledger,
    album: std::sync::Arc<Album>,
    until: Instant,
    patient: bool,
) -> JoinHandle<Ledger> {
    tokio::spawn(async move {
        while Instant::now() < until {
            ledger.mark.sent += 1;
            match send(&client, &ledger, &album).await {
                Some(200) => ledger.mark.acknowledged = ledger.mark.sent,
                Some(503) if patient => tokio::time::sleep(Duration::from_millis(20)).await,
                None if !patient => return ledger,
                other => panic!("{other:?} for {ledger:?}"),
            }
        }
        ledger
    })
}

/// Sends the ledger's number; gives the status of the answer, where there is one.
async fn send(client: &Client, ledger: &Ledger, album: &Album) -> Option<u16> {
    let (trip, number) = (&ledger.trip, ledger.mark.sent);
    let text = number.to_string();
    let status = match ledger.kind {
        Kind::Trip => {
            let body = json!({"name": text, "desc": text, "todo": [text], "expenditures": [{"expenditure": text, "cost": number}]});
            client.b().update(trip, &body).send().await.ok()?.status
        }
        Kind::Items => {
            let item = |id: &str| json!({"item_id": id, "item_type": text, "destination": {"_id": id, "name": text}});
            client
                .a()
                .set_items(trip, &json!({"trip_items": [item("first"), item("last")]}))
                .send()
                .await
                .ok()?
                .status
        }
        Kind::People => {
            let odd = number % 2 == 1;
            let members: &[&str] = if odd { &["ada", "ben"] } else { &["ada"] };
            let body = json!({"private": odd, "members": members, "desc": text});
            client.b().update(trip, &body).send().await.ok()?.status
        }
        Kind::Pictures => {
            let file = &album.files[album.place(number)];
            let form = client
                .a()
                .set_pictures(trip)
                .file("mainImage", "a.jpg", file.clone());
            form.file("photos", "b.jpg", file.clone())
                .send()
                .await
                .ok()?
                .status
        }
        Kind::Made => 200,
    };
    Some(status)
}

impl Ledger {
    /// Everything that was acknowledged is there, and nothing by halves.
    pub(crate) async fn assert_kept(&mut self, ada: &Traveller, album: &Album) {
        let what = format!("{:?} {}", self.kind, self.trip);
        let number = |value: &Value| {
            value
                .as_str()
                .and_then(|text| text.parse::<u64>().ok())
                .unwrap_or_default()
        };
        let kept = match self.kind {
            Kind::Trip => {
                let trip = ada.b().trip(&self.trip).await.value();
                let kept = number(&trip["name"]);
                let all = [
                    &trip["desc"],
                    &trip["todo"][0],
                    &trip["expenditures"][0]["expenditure"],
                ];
                assert!(
                    kept == 0 || all.iter().all(|part| number(part) == kept),
                    "{what} by halves: {trip}"
                );
                kept
            }
            Kind::Items => {
                let items = ada.a().items(&self.trip).await.value();
                let parts = |part: &Value| {
                    [
                        number(&part["item_type"]),
                        number(&part["destination"]["name"]),
                    ]
                };
                let (first, last) = (parts(&items[0]), parts(&items[1]));
                assert!(
                    first == last && first[0] == first[1],
                    "{what} by halves: {items}"
                );
                first[0]
            }
            Kind::Made => number(&ada.b().trip(&self.trip).await.value()["desc"]),
            Kind::People => {
                let trip = ada.b().trip(&self.trip).await.value();
                let kept = number(&trip["desc"]);
                let (private, members) = (
                    trip["private"] == true,
                    trip["members"].as_array().unwrap().len(),
                );
                let odd = kept % 2 == 1;
                assert!(
                    kept == 0 || (private == odd && members == 1 + usize::from(odd)),
                    "{what} by halves: {trip}"
                );
                kept
            }
            Kind::Pictures => self.kept_picture(ada, album).await,
        };
        self.mark.assert_explains(kept, &what);
        // What was in the air when all stopped is settled now.
        self.mark.acknowledged = kept;
        self.mark.sent = kept;
    }

    /// The number of the picture that is shown, which is there in full.
    async fn kept_picture(&self, ada: &Traveller, album: &Album) -> u64 {
        let main = ada.b().picture(&self.trip).await.expect_status(200).etag();
        let shown = ada.a().pictures(&self.trip).await.value();
        let Some(photo) = shown["photos"][0].as_str() else {
            return 0;
        };
        let photo = ada.client.open(photo).await.expect_status(200).etag();
        assert_eq!(main, photo, "pictures by halves");
        let place = album.tags.iter().position(|tag| *tag == main).unwrap();
        (self.mark.acknowledged..=self.mark.sent)
            .find(|number| album.place(*number) == place)
            .unwrap_or(u64::MAX)
    }
}

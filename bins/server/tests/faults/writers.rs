//! Clients that write continuously and record the acknowledged writes.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{Client, Method};

/// The last numbers of a writer: the one that was acknowledged, and the one that was sent.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Mark {
    pub(crate) acknowledged: u64,
    pub(crate) sent: u64,
}

impl Mark {
    /// Asserts that a stored number is neither older than the acknowledged one nor newer than the
    /// sent one.
    pub(crate) fn assert_explains(self, stored: u64, what: &str) {
        assert!(
            (self.acknowledged..=self.sent).contains(&stored),
            "{what}: {stored} is stored after {self:?}"
        );
    }
}

/// A trip into which one writer writes a number, in several fields of each request.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    pub(crate) trip: String,
    pub(crate) kind: Kind,
    pub(crate) mark: Mark,
}

/// The part of the trip that is written.
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
    /// Nothing after its creation.
    Created,
}

pub(crate) const KINDS: [Kind; 4] = [Kind::Trip, Kind::Items, Kind::People, Kind::Pictures];

/// Distinguishable pictures, by number.
pub(crate) struct Album {
    files: Vec<Vec<u8>>,
    pub(crate) tags: Vec<String>,
}

impl Album {
    /// Eight pictures, and the entity tags with which the server serves them.
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

    /// The index of a number's picture.
    fn place(&self, number: u64) -> usize {
        usize::try_from(number).unwrap() % self.files.len()
    }
}

/// Writes until the time is over. Retries on 503 if `patient`, else stops at the first failure.
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
                // The picture of this number is that of the stored one, eight numbers ago.
                Some(304) if ledger.may_repeat_a_picture(&album) => {
                    ledger.mark.acknowledged = ledger.mark.sent;
                }
                Some(503) if patient => tokio::time::sleep(Duration::from_millis(20)).await,
                None if !patient => return ledger,
                other => panic!("{other:?} for {ledger:?}"),
            }
        }
        ledger
    })
}

/// Sends the ledger's number; returns the status of the response, if there is one.
async fn send(client: &Client, ledger: &Ledger, album: &Album) -> Option<u16> {
    let (trip, number) = (&ledger.trip, ledger.mark.sent);
    let text = number.to_string();
    let status = match ledger.kind {
        Kind::Trip => {
            let body = json!({
                "name": text, "desc": text, "todo": [text],
                "expenditures": [{"expenditure": text, "cost": number}]
            });
            client.b().update(trip, &body).send().await.ok()?.status
        }
        Kind::Items => {
            let item = |id: &str| {
                json!({
                    "item_id": id, "item_type": text, "destination": {"_id": id, "name": text}
                })
            };
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
        Kind::Created => 200,
    };
    Some(status)
}

impl Ledger {
    /// Whether none of so many pictures is known to be stored that they begin anew.
    fn may_repeat_a_picture(&self, album: &Album) -> bool {
        let unknown = self.mark.sent - self.mark.acknowledged;
        self.kind == Kind::Pictures && usize::try_from(unknown).unwrap() >= album.files.len()
    }

    /// Asserts that every acknowledged write is there, and none in part.
    pub(crate) async fn assert_durable(&mut self, ada: &Traveller, album: &Album) {
        let what = format!("{:?} {}", self.kind, self.trip);
        let number = |value: &Value| {
            value
                .as_str()
                .and_then(|text| text.parse::<u64>().ok())
                .unwrap_or_default()
        };
        let stored = match self.kind {
            Kind::Trip => {
                let trip = ada.b().trip(&self.trip).await.value();
                let stored = number(&trip["name"]);
                let all = [
                    &trip["desc"],
                    &trip["todo"][0],
                    &trip["expenditures"][0]["expenditure"],
                ];
                assert!(
                    stored == 0 || all.iter().all(|part| number(part) == stored),
                    "{what} in part: {trip}"
                );
                stored
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
                    "{what} in part: {items}"
                );
                first[0]
            }
            Kind::Created => number(&ada.b().trip(&self.trip).await.value()["desc"]),
            Kind::People => {
                let trip = ada.b().trip(&self.trip).await.value();
                let stored = number(&trip["desc"]);
                let (private, members) = (
                    trip["private"] == true,
                    trip["members"].as_array().unwrap().len(),
                );
                let odd = stored % 2 == 1;
                assert!(
                    stored == 0 || (private == odd && members == 1 + usize::from(odd)),
                    "{what} in part: {trip}"
                );
                stored
            }
            Kind::Pictures => self.stored_picture(ada, album).await,
        };
        self.mark.assert_explains(stored, &what);
        // The write that was in flight is decided now.
        self.mark.acknowledged = stored;
        self.mark.sent = stored;
    }

    /// The number of the stored pictures, which must both be there.
    async fn stored_picture(&self, ada: &Traveller, album: &Album) -> u64 {
        let main = ada.b().picture(&self.trip).await.expect_status(200).etag();
        let shown = ada.a().pictures(&self.trip).await.value();
        let Some(photo) = shown["photos"][0].as_str() else {
            return 0;
        };
        let photo = ada.client.open(photo).await.expect_status(200).etag();
        assert_eq!(main, photo, "pictures in part");
        let place = album.tags.iter().position(|tag| *tag == main).unwrap();
        (self.mark.acknowledged..=self.mark.sent)
            .find(|number| album.place(*number) == place)
            .unwrap_or(u64::MAX)
    }
}

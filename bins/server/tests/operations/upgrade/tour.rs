//! Users and trips with every kind of stored data, and the responses about them.

use serde_json::{Map, Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

/// The public address of all servers, so that their responses are equal.
pub(crate) const BASE_URL: &str = "http://trips.example.org";
pub(crate) const PASSWORD: &str = "correct horse battery";
const PEOPLE: [&str; 2] = ["ada", "bob"];
/// The paths that each user requests, with each trip.
const PATHS: [&str; 25] = [
    "/api/v1/user",
    "/api/v1/user/settings",
    "/api/v1/user/experience",
    "/api/v1/user/ada",
    "/api/v1/user/bob",
    "/api/v1/user/{who}/privacy",
    "/api/v1/user/ada/picture",
    "/a/api/v1/trips",
    "/b/api/v1/trips",
    "/api/v1/trips/paginated",
    "/api/v1/trips/ada",
    "/api/v1/trips/{trip}",
    "/api/v1/trips/{trip}/trip_items",
    "/api/v1/trips/{trip}/picture",
    "/api/v1/trip/{trip}",
    "/api/v1/trip/{trip}/map",
    "/api/v1/trip/{trip}/timeline",
    "/api/v1/trips/{trip}/budget",
    "/api/v1/trips/{trip}/roles",
    "/api/v1/trips/{trip}/share-links",
    "/api/v1/trips/{trip}/invitations",
    "/api/v1/user/{who}/keys",
    "/api/v1/trips/{trip}/settlement",
    "/api/v1/trips/{trip}/settlements",
    "/api/v1/rates?base=EUR&date=2026-06-03",
];

/// The stored trips, the secret paths to them that need no account, and the API keys of their
/// owner.
pub(crate) struct Tour {
    trips: Vec<String>,
    secret_paths: Vec<String>,
    keys: Vec<String>,
}

async fn person(client: &Client, name: &str) -> Traveller {
    let email = format!("{name}@example.org");
    let body = json!({
        "name": name.to_uppercase(), "username": name, "password": PASSWORD, "email": email
    });
    sample::sign_up_with(client, &body).await
}

impl Tour {
    /// Creates users, trips and pictures.
    pub(crate) async fn make(client: &Client) -> Self {
        let (ada, bob) = (person(client, "ada").await, person(client, "bob").await);
        let picture = async |width: &str| {
            client
                .request(Method::GET, "/api/v1/trip/default/picture")
                .max_width(width)
                .await
                .expect_status(200)
                .body
        };
        let profile = json!({
            "description": "Räder, 'quotes' and \"more\" \\ 🚴",
            "links": [{"type": "site", "url": "https://example.org/?a=b&c=d"}],
            "interests": ["bicycles", "maps"],
        });
        ada.users().update("ada", &profile).await.expect_status(200);
        ada.users()
            .set_settings("ada", &json!({"accountLimitedDeals": true}))
            .await
            .expect_status(200);
        ada.users()
            .set_privacy("ada", &json!({"shareEmail": true}))
            .await
            .expect_status(200);
        bob.users()
            .set_privacy("bob", &json!({"privateAccount": true}))
            .await
            .expect_status(200);
        ada.users()
            .set_picture("ada")
            .file("image", "a.jpg", picture("16").await)
            .await
            .expect_status(200);
        let full = sample::trip(&ada, "Portugal").await;
        sample::add_members(&ada, &full, &[&bob]).await;
        ada.b()
            .update(&full, &sample::full_update())
            .await
            .expect_status(200);
        ada.a()
            .set_items(&full, &sample::items())
            .await
            .expect_status(200);
        let shares = [sample::member_budget("ada", &json!(240.5), &json!(480.25))];
        let budget = json!({
            "currency": "EUR", "category": "Accommodation", "totalEstimatedCost": 500,
            "membersBudget": shares
        });
        ada.a()
            .set_budget(&full, &json!({"budget": budget}))
            .await
            .expect_status(200);
        ada.b()
            .set_map(&full, &sample::map())
            .await
            .expect_status(200);
        let pictures = ada
            .a()
            .set_pictures(&full)
            .file("mainImage", "m.jpg", picture("24").await);
        let pictures = pictures.file("photos", "1.jpg", picture("20").await).file(
            "photos",
            "2.jpg",
            picture("12").await,
        );
        pictures.await.expect_status(200);
        let plain = sample::public_trip(&bob, "Åland").await;
        let elsewhere = json!({"img": "https://pictures.example.org/aland.jpg"});
        bob.b().update(&plain, &elsewhere).await.expect_status(200);
        let typed = json!({
            "item_id": "typed",
            "item_type": "destination",
            "destination": {"name": "Mariehamn"},
            "timezone": "Europe/Mariehamn",
            "start_local": "2030-06-01T10:00:00",
        });
        let items = format!("/api/v1/trips/{plain}/trip_items");
        bob.client
            .request(Method::POST, &items)
            .json(&typed)
            .await
            .expect_status(201);
        let empty = sample::trip(&ada, "Someday").await;
        let secret_paths = share(&ada, &full).await;
        let trips = vec![full, plain, empty];
        let keys = make_keys(&ada, &trips).await;
        Self {
            trips,
            secret_paths,
            keys,
        }
    }

    /// The tour of a fixture's responses.
    pub(crate) fn of(answers: &Value) -> Self {
        let texts = |key: &str| {
            let values = answers.get(key).and_then(Value::as_array);
            let values = values.into_iter().flatten();
            values
                .map(|value| value.as_str().unwrap().to_owned())
                .collect()
        };
        Self {
            trips: texts("trips"),
            secret_paths: texts("secretPaths"),
            keys: texts("keys"),
        }
    }

    pub(crate) async fn sign_in(&self, client: &Client, who: &str) -> String {
        let grant = json!({"grant_type": "password", "username": who, "password": PASSWORD});
        client
            .users()
            .sign_in(&grant)
            .await
            .expect_status(200)
            .json()
            .access_token
    }

    /// The responses of the service, by user and path.
    pub(crate) async fn answers(&self, client: &Client) -> Value {
        let mut answers = Map::from_iter([
            ("trips".to_owned(), json!(self.trips)),
            ("secretPaths".to_owned(), json!(self.secret_paths)),
            ("keys".to_owned(), json!(self.keys)),
        ]);
        for path in &self.secret_paths {
            answers.insert(path.clone(), answer(client, path).await);
        }
        for key in &self.keys {
            let client = client.with_token(key.clone());
            for path in self.trips.iter().map(|trip| format!("/api/v1/trip/{trip}")) {
                let answer = answer(&client, &path).await;
                answers.insert(format!("{key} {path}"), json!({"status": answer["status"]}));
            }
        }
        for who in PEOPLE {
            let client = client.with_token(self.sign_in(client, who).await);
            for path in PATHS {
                let path = path.replace("{who}", who);
                let trips = if path.contains("{trip}") {
                    self.trips.as_slice()
                } else {
                    &self.trips[..1]
                };
                for trip in trips {
                    let path = path.replace("{trip}", trip);
                    answers.insert(format!("{who} {path}"), answer(&client, &path).await);
                }
            }
            // The picture of the only trip that has one.
            let path = format!("/api/v1/trip/{}/picture", self.trips[0]);
            answers.insert(format!("{who} {path}"), answer(&client, &path).await);
        }
        answers.into()
    }

    /// Asserts that the data can be changed and deleted.
    pub(crate) async fn assert_writable(&self, client: &Client) {
        let ada = client.with_token(self.sign_in(client, "ada").await);
        let before = ada.b().trip(&self.trips[0]).await;
        let changed = ada
            .b()
            .update(&self.trips[0], &json!({"name": "Iberia"}))
            .if_match(&before.etag())
            .await;
        assert_eq!(changed.expect_status(200).json().name, "Iberia");
        ada.a()
            .set_items(&self.trips[0], &json!({"trip_items": []}))
            .await
            .expect_status(200);
        let made = ada
            .b()
            .create(&json!({"name": "New"}))
            .await
            .expect_status(200)
            .json()
            .uuid;
        sample::sign_up(client, "new").await;
        ada.a()
            .manage(&made, &json!({"members": ["bob", "new"]}))
            .await
            .expect_status(200);
        ada.b().delete(&self.trips[2]).await.expect_status(204);
        let bob = client.with_token(self.sign_in(client, "bob").await);
        bob.users().delete("bob").await.expect_status(204);
        let members = ada.b().trip(&self.trips[0]).await.json().members;
        assert_eq!(members, ["ada"]);
    }
}

/// Makes a member a viewer, records a payment, and opens a share link and calendar feeds. Returns
/// the secret paths.
async fn share(ada: &Traveller, trip: &str) -> Vec<String> {
    let extensions = ada.extensions();
    let roles = json!({"roles": {"bob": "viewer"}});
    extensions.set_roles(trip, &roles).await.expect_status(200);
    let payment =
        json!({"from": "bob", "to": "ada", "amount": 12.5, "date": "2026-06-03", "note": "cash"});
    extensions
        .record_settlement(trip, &payment)
        .await
        .expect_status(201);
    let link = json!({"label": "Family", "sections": ["itinerary", "map", "budget", "members"]});
    let link = extensions.create_share_link(trip, &link).await;
    let link = link.expect_status(201).value();
    let token = link["url"].as_str().unwrap().rsplit('/').next().unwrap();
    let mut paths = vec![format!("/api/v1/shared/{token}")];
    let invitation = json!({"role": "viewer", "expiresAt": "2099-01-01T00:00:00Z", "uses": 3});
    let invitation = extensions.create_invitation(trip, &invitation).await;
    let invitation = invitation.expect_status(201).value();
    let token = invitation["url"].as_str().unwrap();
    let token = token.rsplit('/').next().unwrap();
    paths.push(format!("/api/v1/invitations/{token}"));
    let feeds = [
        extensions.open_trip_feed(trip).await,
        extensions.open_account_feed("ada").await,
    ];
    for feed in feeds {
        let url = feed.json().url;
        paths.push(url.strip_prefix(BASE_URL).unwrap().to_owned());
    }
    paths
}

/// Makes an API key for all trips, and one for the last. Returns their texts.
async fn make_keys(ada: &Traveller, trips: &[String]) -> Vec<String> {
    let mut keys = Vec::new();
    let last = trips.last();
    for body in [
        json!({"name": "All", "scope": "write"}),
        json!({
            "name": "One", "scope": "read", "trips": [last], "expiresAt": "2099-01-01T00:00:00Z"
        }),
    ] {
        let made = ada.users().create_key("ada", &body).await;
        keys.push(made.expect_status(201).json().key.unwrap());
    }
    keys
}

/// A response in a storable form. Of a calendar that is the ids of its events, since the wording of
/// calendars may change.
async fn answer(client: &Client, path: &str) -> Value {
    let reply = client.request(Method::GET, path).await;
    if let Some(calendar) = reply.body.strip_prefix(b"BEGIN:VCALENDAR") {
        let calendar = String::from_utf8_lossy(calendar);
        let ids = calendar.lines().filter(|line| line.starts_with("UID:"));
        return json!({"status": reply.status, "body": ids.collect::<Vec<_>>()});
    }
    let body = serde_json::from_slice(&reply.body).map(without_signatures);
    let bytes = || {
        reply
            .body
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
            .into()
    };
    json!({"status": reply.status, "body": body.unwrap_or_else(|_| bytes())})
}

/// Removes what changes with time: the signatures of addresses, the request ids of problems and the
/// last use of share links.
fn without_signatures(value: Value) -> Value {
    match value {
        Value::String(text) if text.starts_with(BASE_URL) => {
            text.split('?').next().unwrap_or_default().into()
        }
        Value::Array(values) => values.into_iter().map(without_signatures).collect(),
        Value::Object(mut fields) => {
            fields.remove("instance");
            fields.remove("lastUsed");
            fields
                .into_iter()
                .map(|(name, value)| (name, without_signatures(value)))
                .collect()
        }
        other => other,
    }
}

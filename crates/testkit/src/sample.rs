//! Sample users, trips, itineraries and maps.

use serde_json::{Value, json};

use crate::run::fail;
use crate::{Client, Extensions, Users, VariantA, VariantB};

/// A user with an account, and a client that sends the access token.
#[derive(Debug, Clone)]
pub struct Traveller {
    /// The `userId`.
    pub id: String,
    /// The username at sign-up.
    pub username: String,
    /// The access token.
    pub token: String,
    /// A client that sends it.
    pub client: Client,
}

impl Traveller {
    /// The routes of users, called with the token.
    pub fn users(&self) -> Users<'_> {
        self.client.users()
    }

    /// The routes of Variant A, called with the token.
    pub fn a(&self) -> VariantA<'_> {
        self.client.a()
    }

    /// The routes of Variant B, called with the token.
    pub fn b(&self) -> VariantB<'_> {
        self.client.b()
    }

    /// The routes that neither variant has, called with the token.
    pub fn extensions(&self) -> Extensions<'_> {
        self.client.extensions()
    }
}

/// Signs up a user without a password, whose display name is the username in capitals.
pub async fn sign_up(client: &Client, username: &str) -> Traveller {
    sign_up_with(
        client,
        &json!({"name": username.to_uppercase(), "username": username}),
    )
    .await
}

/// Signs up a user with the body of `POST /user`.
pub async fn sign_up_with(client: &Client, body: &Value) -> Traveller {
    let reply = client.users().create(body).await.expect_status(200);
    let token = reply
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "))
        .map(str::to_owned);
    let token = token.unwrap_or_else(|| fail("the answer to a sign-up holds no token"));
    let profile = reply.json();
    let client = client.with_token(&token);
    Traveller {
        id: profile.user_id,
        username: profile.username,
        token,
        client,
    }
}

/// Creates a private trip, and returns its uuid.
pub async fn trip(owner: &Traveller, name: &str) -> String {
    trip_with(owner, &json!({"name": name})).await
}

/// Creates a public trip, and returns its uuid.
pub async fn public_trip(owner: &Traveller, name: &str) -> String {
    trip_with(owner, &json!({"name": name, "private": false})).await
}

/// Creates a trip with the body of Variant B's `POST /trip`, and returns its uuid.
pub async fn trip_with(owner: &Traveller, body: &Value) -> String {
    owner.b().create(body).await.expect_status(200).json().uuid
}

/// Adds members to a trip.
pub async fn add_members(owner: &Traveller, trip: &str, members: &[&Traveller]) {
    let names: Vec<&str> = members
        .iter()
        .map(|member| member.username.as_str())
        .collect();
    owner
        .a()
        .manage(trip, &json!({"members": names}))
        .await
        .expect_status(200);
}

/// A member budget: the share of a cost, and the amount paid.
pub fn member_budget(member: &str, cost: &Value, paid: &Value) -> Value {
    json!({
        "memberId": member,
        "memberName": member.to_uppercase(),
        "estimatedCost": cost,
        "cost": cost,
        "paidValue": paid,
        "paymentDate": "2026-05-01T10:30:00Z",
        "paymentBaseCurrencyValue": paid,
    })
}

/// The body of `PUT …/trip_items`: a stay, a ride and another stay on two days, with budgets of two
/// members.
pub fn items() -> Value {
    let stay = json!({
        "item_id": "stay-1",
        "item_type": "destination",
        "index": 0,
        "day": 1,
        "start_time": "2026-05-01T09:00:00Z",
        "end_time": "2026-05-01T12:00:00Z",
        "duration": 10_800,
        "budget": {
            "currency": "CAD",
            "category": "Activities",
            "membersBudget": [
                member_budget("ada", &json!(20.5), &json!(20.5)),
                member_budget("bob", &json!(9.5), &json!(0))
            ],
        },
        "destination": {
            "_id": "belem", "name": "Belém", "location": "Lisbon, Portugal",
            "description": "The tower"
        },
        "photos": [{"url": "https://example.com/belem.jpg", "description": "From the river"}],
    });
    let ride = json!({
        "item_id": "ride-1",
        "item_type": "transportations",
        "index": 1,
        "day": 1,
        "start_time": "2026-05-01T13:00:00Z",
        "end_time": "2026-05-01T16:10:00Z",
        "budget": {"currency": "CAD", "category": "Transportation", "totalCost": 64.2},
        "destination": {
            "_id": "porto", "name": "Porto", "location": "Porto, Portugal", "description": ""
        },
    });
    let second_stay = json!({
        "item_id": "stay-2",
        "item_type": "destination",
        "index": 2,
        "day": 2,
        "duration": 5_400,
        "budget": {"category": "Food and Restaurants", "totalEstimatedCost": 40},
        "destination": {
            "_id": "ribeira", "name": "Ribeira", "location": "Porto, Portugal",
            "description": "Dinner"
        },
    });
    json!({"trip_items": [stay, ride, second_stay]})
}

/// The body of `PUT …/map`: notes in HTML and two locations, one with transportation.
pub fn map() -> Value {
    json!({
        "notes": "<p>Bring <b>water</b></p>",
        "locations": [
            {
                "title": "Hotel",
                "address": "Rua Augusta 1, Lisbon",
                "date": {"start": 1_777_626_000, "end": 1_777_712_400},
                "transportation": {"type": "train", "distance": 12.5, "time": 45, "cost": 3.2},
            },
            {"title": "Viewpoint", "address": "Graça, Lisbon"},
        ],
    })
}

/// A body of Variant B's `PUT /trip/{uuid}` that sends every field but the owner, members and
/// picture.
pub fn full_update() -> Value {
    json!({
        "name": "Portugal",
        "desc": "Two weeks",
        "dest": [
            {"name": "Lisbon", "location": "Lisbon, Portugal", "description": "Capital"},
            {"name": "Porto", "location": "Porto, Portugal", "description": "Wine"},
        ],
        "budget": {"lo": 1_000, "hi": 2_500.5},
        "expenditures": [{"expenditure": "Flights", "cost": 612.35}],
        "date": {"start": 1_777_593_600, "end": 1_778_803_200},
        "todo": ["Passports", "Insurance"],
        "private": false,
    })
}

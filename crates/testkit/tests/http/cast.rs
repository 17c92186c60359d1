//! The users of a test: an owner, a member, and a stranger.

use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, TestServer};

/// An id that no trip has.
pub(crate) const NO_TRIP: &str = "01890000-0000-7000-8000-000000000000";

pub(crate) struct Cast {
    /// Owns the trips.
    pub(crate) ada: Traveller,
    /// Is a member of them.
    pub(crate) bob: Traveller,
    /// Has nothing to do with them.
    pub(crate) eve: Traveller,
    /// Has no token.
    pub(crate) nobody: Client,
}

impl Cast {
    pub(crate) async fn of(server: &TestServer) -> Self {
        let nobody = server.client();
        Self {
            ada: sample::sign_up(&nobody, "ada").await,
            bob: sample::sign_up(&nobody, "bob").await,
            eve: sample::sign_up(&nobody, "eve").await,
            nobody,
        }
    }

    /// A trip of Ada's with Bob as a member.
    pub(crate) async fn trip(&self, private: bool) -> String {
        let trip =
            sample::trip_with(&self.ada, &json!({"name": "Portugal", "private": private})).await;
        sample::add_members(&self.ada, &trip, &[&self.bob]).await;
        trip
    }

    /// Lets Bob only read a trip.
    pub(crate) async fn let_bob_read(&self, trip: &str) {
        let roles = json!({"roles": {"bob": "viewer"}});
        let set = self.ada.extensions().set_roles(trip, &roles).await;
        set.expect_status(200);
    }

    /// A trip of Ada's with Bob as a member and with content of every kind.
    pub(crate) async fn full_trip(&self) -> String {
        let trip = self.trip(true).await;
        let (a, b) = (self.ada.a(), self.ada.b());
        b.update(&trip, &sample::full_update())
            .await
            .expect_status(200);
        b.update(&trip, &json!({"private": true}))
            .await
            .expect_status(200);
        a.set_items(&trip, &sample::items())
            .await
            .expect_status(200);
        a.set_budget(&trip, &json!({"budget": budget()}))
            .await
            .expect_status(200);
        b.set_map(&trip, &sample::map()).await.expect_status(200);
        trip
    }
}

/// The archive of a trip.
pub(crate) async fn archive_of(by: &Traveller, trip: &str) -> Vec<u8> {
    let archive = by.extensions().export(trip, "zip").await;
    archive.expect_status(200).body
}

/// A trip-wide budget in Canadian dollars.
pub(crate) fn budget() -> serde_json::Value {
    json!({
        "currency": "CAD",
        "category": "Accommodation",
        "totalEstimatedCost": 500,
        "totalCost": 480.25,
        "membersBudget": [sample::member_budget("ada", &json!(240.5), &json!(480.25))],
    })
}

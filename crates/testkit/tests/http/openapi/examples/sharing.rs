//! Examples of roles, share links, calendar feeds, imports and API keys.

use std::time::Duration;

use serde_json::json;
use wayfare_testkit::{Client, Method, sample};

use super::{Recorder, api};

const GPX: &str = "<gpx version=\"1.1\" creator=\"x\"><metadata><name>Around \
    Sintra</name></metadata>\
    <wpt lat=\"38.8\" lon=\"-9.38\"><name>Sintra</name></wpt>\
    <rte><rtept lat=\"38.79\" lon=\"-9.39\"><name>Pena Palace</name></rtept></rte>\
    <trk><trkseg><trkpt lat=\"38.79\" lon=\"-9.39\"/></trkseg></trk></gpx>";

/// Roles and share links.
pub(super) async fn links(tour: &mut Recorder, ada: &sample::Traveller, trip: &str) {
    let path = format!("/trips/{trip}/roles");
    let call = |method| api(&ada.client, method, &path);
    let body = json!({"roles": {"ben": "viewer"}});
    tour.call("updateRoles", call(Method::PUT), Some(body))
        .await;
    tour.call("getRoles", call(Method::GET), None).await;
    let path = format!("/trips/{trip}/share-links");
    let client = &ada.client;
    let sections = json!(["itinerary", "map", "photos", "notes", "budget", "members"]);
    let body = json!({"label": "For the family", "sections": sections, "password": "Lisboa 2026"});
    let made = api(client, Method::POST, &path);
    let made = tour.call("createShareLink", made, Some(body)).await;
    let list = api(client, Method::GET, &path);
    tour.call("listShareLinks", list, None).await;
    let token = made["url"].as_str().unwrap().rsplit('/').next().unwrap();
    let shared = || api(client, Method::GET, &format!("/shared/{token}"));
    tour.problem("ShareRefused", &shared().await.expect_status(401));
    let opened = shared().header("share-password", "Lisboa%202026");
    tour.sent("getSharedTrip", opened, None).await;
    // The use is recorded after the answer.
    while api(client, Method::GET, &path).await.value()[0]["lastUsed"].is_null() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    let shown = api(client, Method::GET, &one);
    tour.call("getShareLink", shown, None).await;
    let body = json!({"expiresAt": null, "password": null});
    let changed = api(client, Method::PATCH, &one);
    tour.call("updateShareLink", changed, Some(body)).await;
    let ended = api(client, Method::DELETE, &one);
    tour.call("deleteShareLink", ended, None).await;
}

/// Invitations and people without an account.
pub(super) async fn people(
    tour: &mut Recorder,
    (ada, nobody): (&sample::Traveller, &Client),
    trip: &str,
) {
    let call = |method, path: &str| api(&ada.client, method, path);
    let path = format!("/trips/{trip}/parties");
    let body = json!({"name": "Aunt Mia"});
    let mia = tour
        .call("addParty", call(Method::POST, &path), Some(body))
        .await;
    tour.call("listParties", call(Method::GET, &path), None)
        .await;
    let one = format!("{path}/{}", mia["memberId"].as_str().unwrap());
    tour.call("getParty", call(Method::GET, &one), None).await;
    let path = format!("/trips/{trip}/invitations");
    let body = json!({"role": "viewer", "uses": 5});
    let made = tour
        .call("createInvitation", call(Method::POST, &path), Some(body))
        .await;
    tour.call("listInvitations", call(Method::GET, &path), None)
        .await;
    let token = made["url"].as_str().unwrap().rsplit('/').next().unwrap();
    let by_token = format!("/invitations/{token}");
    tour.call("getInvitation", api(nobody, Method::GET, &by_token), None)
        .await;
    let guest = sample::sign_up(nobody, "mia").await;
    let joined = api(&guest.client, Method::POST, &by_token);
    let body = json!({"as": mia["memberId"]});
    tour.call("joinTrip", joined, Some(body)).await;
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    tour.call("getTripInvitation", call(Method::GET, &one), None)
        .await;
    tour.call("deleteInvitation", call(Method::DELETE, &one), None)
        .await;
}

/// Calendar feeds and imports.
pub(super) async fn files(tour: &mut Recorder, ada: &sample::Traveller, trip: &str) {
    let client = &ada.client;
    for (operation, path) in [
        ("openTripFeed", format!("/trips/{trip}/feed")),
        ("openAccountFeed", "/user/ada/feed".to_owned()),
    ] {
        let opened = api(client, Method::POST, &path);
        tour.sent(operation, opened, None).await;
    }
    for (operation, path) in [
        ("importTrip 200", "/imports?preview=true"),
        ("importTrip", "/imports"),
    ] {
        let import = api(client, Method::POST, path).file("file", "sintra.gpx", GPX);
        tour.sent(operation, import, None).await;
    }
}

/// API keys.
pub(super) async fn keys(tour: &mut Recorder, ada: &sample::Traveller, trip: &str) {
    let path = "/user/ada/keys";
    let client = &ada.client;
    let body = json!({
        "name": "Calendar of the band", "scope": "read", "trips": [trip],
        "expiresAt": "2027-01-01T00:00:00Z",
    });
    let made = api(client, Method::POST, path);
    let made = tour.call("createApiKey", made, Some(body)).await;
    let list = api(client, Method::GET, path);
    tour.call("listApiKeys", list, None).await;
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    let shown = api(client, Method::GET, &one);
    tour.call("getApiKey", shown, None).await;
    let ended = api(client, Method::DELETE, &one);
    tour.call("deleteApiKey", ended, None).await;
}

//! The list of one's own trips, single pictures, and files.

use serde_json::json;
use wayfare_testkit::{Client, Method, sample};

use super::{Recorder, api, picture};

pub(super) async fn lists(
    tour: &mut Recorder,
    (ada, nobody): (&sample::Traveller, &Client),
    trip: &str,
) {
    let call = |method, path: &str| api(&ada.client, method, path);
    let list = "/user/ada/trips?role=owner&sort=start";
    tour.call("listOwnTrips", call(Method::GET, list), None)
        .await;
    let body = json!({"uuids": [trip]});
    let keep = call(Method::POST, "/user/ada/trips/keep");
    tour.call("keepTrips", keep, Some(body)).await;
    let gone = json!({"uuids": ["0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6071"]});
    let leave = call(Method::POST, "/user/ada/trips/leave");
    tour.call("leaveTrips", leave, Some(gone)).await;
    let pictures = format!("/trips/{trip}/pictures");
    let add = call(Method::POST, &pictures).file("file", "tram.jpg", picture(nobody).await);
    let added = tour.sent("addPicture", add, None).await;
    let one = format!("{pictures}/{}", added["id"].as_str().unwrap());
    let body = json!({"caption": "The tram to Belém", "index": 0});
    tour.call("updatePicture", call(Method::PATCH, &one), Some(body))
        .await;
    tour.call("listPictures", call(Method::GET, &pictures), None)
        .await;
    tour.call("getPicture", call(Method::GET, &one), None).await;
    tour.call("deletePicture", call(Method::DELETE, &one), None)
        .await;
    let files = format!("/trips/{trip}/files");
    let add = call(Method::POST, &files).file("file", "ticket.txt", "Coach 7, seat 41\n");
    let added = tour.sent("addFile", add, None).await;
    tour.call("listFiles", call(Method::GET, &files), None)
        .await;
    let one = format!("{files}/{}", added["id"].as_str().unwrap());
    tour.call("getFile", call(Method::GET, &one), None).await;
    tour.call("deleteFile", call(Method::DELETE, &one), None)
        .await;
}

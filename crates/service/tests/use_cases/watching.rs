//! The bounds of event streams.

use wayfare_service::{Client, Error, TripEvent};

use crate::on_both_backends;
use crate::world::World;

on_both_backends!(a_server_opens_5000_streams);

/// Streams that a client may have open.
const EACH: usize = 20;

async fn a_server_opens_5000_streams(world: World) {
    let ada = world.user("ada").await;
    let trip = world.trip(ada, "Norway", false).await;
    let trips = &world.service.trips;
    let watch = |client: u128| trips.watch_public(Client::new(client), trip, None);
    let mut streams = Vec::new();
    for client in 0..250 {
        for _ in 0..EACH {
            streams.push(watch(client).await.unwrap());
        }
    }
    // A client with too many of its own is told so; others, that the server is full.
    assert!(matches!(watch(0).await, Err(Error::TooManyStreams)));
    assert!(matches!(watch(250).await, Err(Error::Busy)));
    let mut last = streams.pop().unwrap();
    assert_eq!(last.next().await, Some(TripEvent::Changed(1)));
    drop(last);
    watch(250).await.unwrap();
}

//! Idempotency keys of updates that meet concurrent writers.

use std::sync::atomic::Ordering;

use wayfare_service::{KeyClaim, Precondition, TripUpdateRequest};

use crate::world::{World, changed, rename};
use crate::{assert_refused, on_both_backends};

on_both_backends!(updates_with_a_key_are_applied_once);

async fn updates_with_a_key_are_applied_once(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let (store, trips) = (&world.store, &world.service.trips);
    let update = async |name: &str, key: &str, request| {
        let request = TripUpdateRequest {
            key: Some(KeyClaim::new(key, [request; 32])),
            ..TripUpdateRequest::of(rename(name))
        };
        trips.update(ann, id, request, Precondition::None).await
    };
    for times in 0..4 {
        let (name, key) = (format!("Alps {times}"), format!("key {times}"));
        store.set_version_conflicts(times);
        changed(update(&name, &key, 1).await);
        store.set_version_conflicts(times);
        assert_refused!(update("Again", &key, 1).await, AlreadyDone);
        assert_refused!(update("Other", &key, 2).await, KeyReused);
        store.set_version_conflicts(0);
        assert_refused!(update(&name, &key, 1).await, AlreadyDone);
    }
    // The caller can't know that it was committed, and sends it again. The deletion of old keys in
    // the background may lose its commit instead; then there is a next time.
    for version in 6.. {
        let (name, key) = (format!("Lost {version}"), format!("lost {version}"));
        store.lost_commits.store(1, Ordering::SeqCst);
        let lost = update(&name, &key, 1).await;
        if lost.is_ok() {
            continue;
        }
        assert_refused!(lost, Unavailable);
        assert_refused!(update("Lost again", &key, 1).await, AlreadyDone);
        let trip = trips.read(ann, id).await.unwrap().trip;
        assert_eq!((trip.name.as_str(), trip.version), (&*name, version));
        break;
    }
}

//! Lists of trips: order, pages and visibility. Readiness of the service.

use wayfare_service::{Caller, TripHead};

use crate::world::{CLIENT, MINUTE, World};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    lists_the_callers_trips_newest_first,
    pages_count_from_zero,
    the_list_of_another_user_shows_visible_trips,
    is_ready_with_a_database,
);

fn names(trips: &[TripHead]) -> Vec<&str> {
    trips.iter().map(|head| head.name.as_str()).collect()
}

async fn lists_the_callers_trips_newest_first(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    assert!(
        world
            .service
            .trips
            .list(ann, true)
            .await
            .unwrap()
            .is_empty()
    );
    for name in ["first", "second", "third"] {
        world.trip(ann, name, true).await;
    }
    world.clock.advance(MINUTE);
    world.trip(bob, "not mine", false).await;
    world.trip_of(bob, &["ann"]).await;
    let trips = world.service.trips.list(ann, true).await.unwrap();
    assert_eq!(
        names(&trips),
        ["Alps", "third", "second", "first"],
        "also within a millisecond"
    );
    assert_eq!(
        (trips[0].owner, trips[0].people.username(ann.user)),
        (bob.user, "ann")
    );
    assert!(trips.iter().all(|head| head.reader_is_member));
    let bare = world.service.trips.list(ann, false).await.unwrap();
    assert_eq!(names(&bare), names(&trips));
    assert!(bare[0].people.get(ann.user).is_none());
}

async fn pages_count_from_zero(world: World) {
    let ann = world.user("ann").await;
    let trips = &world.service.trips;
    let empty = trips.page(ann, 0, 20).await.unwrap();
    assert_eq!((empty.trips.len(), empty.pages), (0, 0));
    assert_refused!(trips.page(ann, 1, 20).await, NotFound);
    for number in 1..=5 {
        world.trip(ann, &number.to_string(), true).await;
    }
    for (page, shown) in [(0, vec!["5", "4"]), (1, vec!["3", "2"]), (2, vec!["1"])] {
        let page = trips.page(ann, page, 2).await.unwrap();
        assert_eq!((names(&page.trips), page.pages), (shown, 3));
        assert_eq!(page.trips[0].people.username(ann.user), "ann");
    }
    for (page, per_page) in [
        (3, 2),
        (1, 5),
        (u64::MAX, 100),
        (u64::MAX, u64::MAX),
        (4_294_967_295, 1),
    ] {
        assert_refused!(trips.page(ann, page, per_page).await, NotFound);
    }
    assert_eq!(trips.page(ann, 0, 5).await.unwrap().pages, 1);
}

async fn the_list_of_another_user_shows_visible_trips(world: World) {
    let (ann, bob, eve) = (
        world.user("Ann").await,
        world.user("bob").await,
        world.user("eve").await,
    );
    world.trip(ann, "private", true).await;
    world.trip(ann, "public", false).await;
    let shared = world.trip_of(bob, &["ann", "eve"]).await;
    let renamed = crate::world::rename("shared");
    world.update(bob, shared, renamed).await.unwrap();
    world.trip(bob, "bob's", false).await;

    let void = Caller {
        generation: ann.generation + 1,
        ..ann
    };
    for (reader, shown) in [
        (Some(ann), vec!["shared", "public", "private"]),
        (Some(bob), vec!["shared", "public"]),
        (Some(eve), vec!["shared", "public"]),
        (Some(world.user("mallory").await), vec!["public"]),
        (Some(void), vec!["public"]),
        (None, vec!["public"]),
    ] {
        let trips = world
            .service
            .trips
            .list_of(CLIENT, reader, "aNN")
            .await
            .unwrap();
        assert_eq!(names(&trips), shown, "{reader:?}");
    }
    for nobody in ["carol", "", "a\0b"] {
        assert_refused!(
            world.service.trips.list_of(CLIENT, Some(ann), nobody).await,
            NotFound
        );
    }
}

async fn is_ready_with_a_database(world: World) {
    assert!(world.service.readiness().await.is_ready());
}

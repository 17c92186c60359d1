//! Authorization of actions on trips, and what is computed for their readers.

use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::trip::{Edit, PeoplePatch};
use wayfare_domain::{Action, TripId};
use wayfare_service::{Caller, Error, Precondition};

use crate::world::{World, changed, rename, unchanged};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    the_creator_owns_a_new_trip,
    a_settlement_is_computed_once_for_each_version,
    actions_follow_the_authorization_matrix,
    hidden_trips_look_like_missing_ones,
    checks_the_token_first,
    only_the_owner_manages_but_members_may_leave,
    deletes_a_trip_that_matches_the_precondition,
);

#[derive(Debug, PartialEq)]
enum Answer {
    Done,
    NotPermitted,
    NotFound,
}

fn answer<T: std::fmt::Debug>(result: Result<T, Error>) -> Answer {
    match result {
        Ok(_) => Answer::Done,
        Err(Error::NotPermitted) => Answer::NotPermitted,
        Err(Error::NotFound) => Answer::NotFound,
        other => panic!("{other:?}"),
    }
}

async fn publish(world: &World, owner: Caller, id: TripId) {
    let public = Edit::People(PeoplePatch {
        private: Some(false),
        ..PeoplePatch::default()
    });
    world.update(owner, id, public).await.unwrap();
}

async fn the_creator_owns_a_new_trip(world: World) {
    let ann = world.user("ann").await;
    let made = world
        .service
        .trips
        .create(ann, crate::world::new_trip("Alps", true))
        .await
        .unwrap();
    assert_eq!(
        (made.trip.owner, made.trip.members.as_slice()),
        (ann.user, [ann.user].as_slice())
    );
    assert_eq!(
        (made.trip.version, made.trip.private, made.reader),
        (1, true, ann.user)
    );
    assert_eq!(made.people.username(ann.user), "ann");
    assert_eq!(
        world.service.trips.read(ann, made.trip.id).await.unwrap(),
        made
    );
}

async fn a_settlement_is_computed_once_for_each_version(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    let id = world.trip_of(ann, &["bob"]).await;
    let trips = &world.service.trips;
    let settle = async |reader| trips.settlement(&trips.read(reader, id).await.unwrap());
    let first = settle(ann).await;
    assert!(Arc::ptr_eq(&first, &settle(ann).await));
    assert!(Arc::ptr_eq(&first, &settle(bob).await), "for all readers");
    changed(world.update(ann, id, rename("Alps again")).await);
    let second = settle(bob).await;
    assert!(!Arc::ptr_eq(&first, &second) && first == second);
    assert!(Arc::ptr_eq(&second, &settle(ann).await));
}

async fn actions_follow_the_authorization_matrix(world: World) {
    use Answer::{Done, NotFound, NotPermitted};
    let (ann, bob, eve) = (
        world.user("ann").await,
        world.user("bob").await,
        world.user("eve").await,
    );
    let id = world.trip_of(ann, &["bob"]).await;
    let trips = &world.service.trips;
    let table = [
        (ann, [Done, Done, Done], [Done, Done, Done]),
        (bob, [Done, Done, NotPermitted], [Done, Done, NotPermitted]),
        (
            eve,
            [NotFound, NotFound, NotFound],
            [Done, NotPermitted, NotPermitted],
        ),
    ];
    for is_public in [false, true] {
        if is_public {
            publish(&world, ann, id).await;
        }
        for (caller, when_private, when_public) in &table {
            let [read, edit, manage] = if is_public { when_public } else { when_private };
            assert_eq!(
                answer(trips.authorize(*caller, id, Action::Read).await),
                *read
            );
            assert_eq!(answer(trips.read(*caller, id).await), *read);
            assert_eq!(
                answer(trips.authorize(*caller, id, Action::Edit).await),
                *edit
            );
            assert_eq!(answer(world.update(*caller, id, []).await), *edit);
            assert_eq!(
                answer(trips.authorize(*caller, id, Action::Manage).await),
                *manage
            );
            if *manage != Done {
                assert_eq!(
                    answer(
                        trips
                            .delete(*caller, id, Precondition::Versions(vec![99]))
                            .await
                    ),
                    *manage
                );
            }
        }
    }
    assert_eq!(trips.read(eve, id).await.unwrap().reader, eve.user);
}

async fn hidden_trips_look_like_missing_ones(world: World) {
    let (ann, eve) = (world.user("ann").await, world.user("eve").await);
    let hidden = world.trip(ann, "Alps", true).await;
    let missing = TripId(Uuid::from_u128(1));
    for id in [hidden, missing] {
        assert_refused!(world.service.trips.read(eve, id).await, NotFound);
        assert_refused!(world.update(eve, id, rename("x")).await, NotFound);
        assert_refused!(
            world
                .service
                .trips
                .delete(eve, id, Precondition::None)
                .await,
            NotFound
        );
    }
}

async fn checks_the_token_first(world: World) {
    let (ann, eve) = (world.user("ann").await, world.user("eve").await);
    let id = world.trip(ann, "Alps", true).await;
    let stale = |caller: Caller| Caller {
        generation: caller.generation + 1,
        ..caller
    };
    for caller in [stale(ann), stale(eve)] {
        for id in [id, TripId(Uuid::from_u128(1))] {
            assert_refused!(world.service.trips.read(caller, id).await, TokenRefused);
            assert_refused!(world.update(caller, id, rename("x")).await, TokenRefused);
            assert_refused!(
                world
                    .service
                    .trips
                    .delete(caller, id, Precondition::None)
                    .await,
                TokenRefused
            );
        }
        assert_refused!(world.service.trips.list(caller, true).await, TokenRefused);
        assert_refused!(world.service.trips.page(caller, 7, 20).await, TokenRefused);
        assert_refused!(world.service.accounts.own(caller).await, TokenRefused);
        assert_refused!(
            world.service.accounts.authorize(caller, "nobody").await,
            TokenRefused
        );
    }
}

async fn only_the_owner_manages_but_members_may_leave(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    world.user("carol").await;
    let id = world.trip_of(ann, &["bob"]).await;
    let members = |names: &[&str]| {
        Edit::People(PeoplePatch {
            members: Some(names.iter().map(ToString::to_string).collect()),
            ..PeoplePatch::default()
        })
    };
    let owner = |name: &str| {
        Edit::People(PeoplePatch {
            owner: Some(name.into()),
            ..PeoplePatch::default()
        })
    };
    let public = PeoplePatch {
        private: Some(false),
        ..PeoplePatch::default()
    };
    let public = vec![Edit::People(public), rename("x")];
    for change in [
        vec![members(&["ann", "bob", "carol"])],
        vec![members(&["ghost"])],
        vec![owner("bob")],
        vec![owner("ghost")],
        public,
    ] {
        assert_refused!(world.update(bob, id, change).await, NotPermitted);
    }
    // Values equal to the present ones need no permission to manage.
    unchanged(world.update(bob, id, members(&["bob", "ANN"])).await);
    unchanged(world.update(bob, id, owner("Ann")).await);
    assert_eq!(
        world
            .service
            .trips
            .read(ann, id)
            .await
            .unwrap()
            .trip
            .name
            .as_str(),
        "Alps"
    );

    let (before, after) = crate::world::changed(world.update(bob, id, members(&["ann"])).await);
    assert!(before.people.get(bob.user).is_some() && after.people.get(bob.user).is_none());
    assert_refused!(world.service.trips.read(bob, id).await, NotFound);
    assert_eq!(
        world.service.trips.read(ann, id).await.unwrap().trip,
        after.trip
    );
}

async fn deletes_a_trip_that_matches_the_precondition(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", false).await;
    assert_refused!(
        world
            .service
            .trips
            .delete(ann, id, Precondition::Versions(vec![2]))
            .await,
        VersionMismatch
    );
    world
        .service
        .trips
        .delete(ann, id, Precondition::Versions(vec![1]))
        .await
        .unwrap();
    assert_refused!(world.service.trips.read(ann, id).await, NotFound);
    assert_refused!(
        world.service.trips.delete(ann, id, Precondition::Any).await,
        NotFound
    );
}

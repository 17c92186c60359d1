//! Updates that stand for themselves: kept whole where what they change still is what it was, else
//! not at all.

use std::collections::HashSet;
use std::sync::Arc;

use wayfare_domain::{PictureId, Trip, User, UserId, Username};
use wayfare_storage::{
    Account, Change, Error, PictureChange, PictureOwner, TripUpdate, UserUpdate, open,
};

use crate::bench::{Bench, on_both};
use crate::pictures::picture;
use crate::samples::{changed, kept_trip, kept_user, rich_trip, rich_user, short, user};

on_both!(
    a_new_trip_is_kept_with_its_members,
    a_new_user_has_a_generation,
    an_update_writes_a_trip_with_its_members_and_pictures,
    members_come_go_and_change_places,
    a_trip_that_is_not_what_it_was_is_left_alone,
    a_member_who_is_gone_keeps_all_of_an_update_away,
    an_update_writes_a_user_with_their_picture,
    a_user_who_is_not_what_they_were_is_left_alone,
);

fn update(before: &Arc<Trip>, by: UserId, make: impl FnOnce(&mut Trip)) -> TripUpdate {
    let change = Change {
        before: Arc::clone(before),
        after: Arc::new(changed(before, make)),
        by,
        generation: 1,
    };
    TripUpdate {
        change,
        pictures: PictureChange::default(),
    }
}

/// The trip by the store's own cache and without it.
fn found(bench: &Bench, trip: &Trip) -> Vec<Option<Trip>> {
    let other = open(bench.url(), &wayfare_storage::OpenOptions::default()).unwrap();
    let read = |store: &dyn wayfare_storage::Store| {
        let found = store
            .read()
            .unwrap()
            .trips()
            .find(trip.id, trip.owner)
            .unwrap();
        found.trip.map(|(trip, _)| Trip::clone(&trip))
    };
    vec![read(&**bench), read(&*other)]
}

fn known(bench: &Bench, owner: PictureOwner) -> HashSet<PictureId> {
    let known = bench.look(|read| read.pictures().find_by_owner(owner));
    known.into_iter().map(|picture| picture.id).collect()
}

fn a_new_trip_is_kept_with_its_members(bench: &Bench) {
    let [ann, bob, gone] = ["ann", "bob", "gone"].map(|name| kept_user(bench, name));
    bench.work(|unit| unit.users().delete(gone, crate::samples::at(1)));
    let trip = rich_trip(ann, &[bob]);
    assert!(!bench.insert_trip(&trip, 2).unwrap());
    assert!(!bench.insert_trip(&rich_trip(gone, &[]), 1).unwrap());
    assert_eq!(found(bench, &trip), [None, None]);
    assert!(bench.insert_trip(&trip, 1).unwrap());
    assert_eq!(found(bench, &trip), [(); 2].map(|()| Some(trip.clone())));
    let refused = bench.insert_trip(&rich_trip(ann, &[gone]), 1);
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert_eq!(
        bench.look(|read| read.trips().list(ann, None, true)).total,
        1
    );
}

fn a_new_user_has_a_generation(bench: &Bench) {
    let ann = rich_user("ann");
    let generation = bench.insert_user(&ann, None).unwrap();
    let kept = account(bench, ann.id);
    assert_eq!((kept.user, kept.generation), (ann.clone(), generation));
    let refused = bench.insert_user(
        &User {
            id: user("x").id,
            ..ann
        },
        None,
    );
    assert!(matches!(refused, Err(Error::Duplicate)), "{refused:?}");
}

fn an_update_writes_a_trip_with_its_members_and_pictures(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let before = Arc::new(kept_trip(bench, ann, &[]));
    let owner = PictureOwner::Trip(before.id);
    let [stays, goes, remote] = [(); 3].map(|()| picture(owner));
    for picture in [&stays, &goes] {
        bench.work(|unit| unit.pictures().insert(std::slice::from_ref(picture)));
    }
    let remote = wayfare_storage::Picture {
        source: Some("https://example.org/a".into()),
        content: None,
        ..remote
    };
    let new = picture(owner);
    found(bench, &before);
    let Trip {
        id,
        created_at,
        version,
        ..
    } = *before;
    let mut rich = update(&before, ann, |trip| {
        *trip = Trip {
            id,
            created_at,
            version: version + 1,
            ..rich_trip(ann, &[bob])
        };
    });
    rich.pictures = PictureChange {
        added: vec![remote.clone(), new.clone()],
        removed: vec![goes.id],
    };
    assert!(bench.update_trip(&rich).unwrap());
    assert_eq!(
        found(bench, &before),
        [(); 2].map(|()| Some(Trip::clone(&rich.change.after)))
    );
    assert_eq!(known(bench, owner), [stays.id, remote.id, new.id].into());
    for added in [remote, new] {
        assert_eq!(
            bench.look(|read| read.pictures().find(added.id)),
            Some(added)
        );
    }
    assert_eq!(
        bench
            .look(|read| read.trips().list(bob, None, true))
            .trips
            .len(),
        1
    );
    // The same again is not of this version any more.
    assert!(!bench.update_trip(&rich).unwrap());
}

fn members_come_go_and_change_places(bench: &Bench) {
    let everybody = ["ann", "bob", "cid", "dan", "eve"].map(|name| kept_user(bench, name));
    let [ann, bob, cid, dan, eve] = everybody;
    let mut before = Arc::new(kept_trip(bench, ann, &[bob, cid]));
    for members in [
        vec![ann, cid, bob],
        vec![ann, dan, eve, cid],
        vec![ann],
        vec![bob, ann, eve],
    ] {
        let made = update(&before, ann, |trip| trip.members.clone_from(&members));
        assert!(bench.update_trip(&made).unwrap());
        before = made.change.after;
        assert_eq!(
            found(bench, &before),
            [(); 2].map(|()| Some(Trip::clone(&before)))
        );
        for user in everybody {
            let listed = bench
                .look(|read| read.trips().list(user, None, false))
                .trips
                .len();
            assert_eq!(listed, usize::from(members.contains(&user)));
        }
    }
}

fn a_trip_that_is_not_what_it_was_is_left_alone(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let [late, void, gone] = [(); 3].map(|()| Arc::new(kept_trip(bench, ann, &[bob])));
    let now = changed(&late, |trip| trip.plan.todo.push(short("pack")));
    bench.work(|unit| unit.trips().update(&late, &now));
    bench.work(|unit| unit.trips().delete(gone.id));
    bench.work(|unit| unit.users().raise_generation(bob));
    for (trip, by) in [(&late, ann), (&void, bob), (&gone, ann)] {
        let mut refused = update(trip, by, |trip| trip.members = vec![ann]);
        refused
            .pictures
            .added
            .push(picture(PictureOwner::Trip(trip.id)));
        assert!(!bench.update_trip(&refused).unwrap());
        assert!(known(bench, PictureOwner::Trip(trip.id)).is_empty());
    }
    let left = [&late, &void, &gone].map(|trip| found(bench, trip).pop().flatten());
    assert_eq!(left, [Some(now), Some(Trip::clone(&void)), None]);
}

fn a_member_who_is_gone_keeps_all_of_an_update_away(bench: &Bench) {
    let [ann, gone] = ["ann", "gone"].map(|name| kept_user(bench, name));
    let before = Arc::new(kept_trip(bench, ann, &[]));
    bench.work(|unit| unit.users().delete(gone, crate::samples::at(1)));
    let refused = bench.update_trip(&update(&before, ann, |trip| trip.members.push(gone)));
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert_eq!(
        found(bench, &before),
        [(); 2].map(|()| Some(Trip::clone(&before)))
    );
}

fn account(bench: &Bench, id: UserId) -> Account {
    bench.look(|read| read.users().find(id)).unwrap()
}

fn an_update_writes_a_user_with_their_picture(bench: &Bench) {
    let first = user("before");
    bench.work(|unit| unit.users().insert(&first, None));
    let owner = PictureOwner::User(first.id);
    let [former, next] = [(); 2].map(|()| picture(owner));
    bench.work(|unit| unit.pictures().insert(std::slice::from_ref(&former)));
    let after = User {
        id: first.id,
        created_at: first.created_at,
        picture: Some(next.id),
        version: 2,
        ..rich_user("after")
    };
    let pictures = PictureChange {
        added: vec![next.clone()],
        removed: vec![former.id],
    };
    let update = UserUpdate {
        before: account(bench, first.id),
        after: after.clone(),
        pictures,
    };
    assert!(bench.update_user(&update).unwrap());
    assert_eq!(account(bench, first.id).user, after);
    assert_eq!(known(bench, owner), [next.id].into());
    assert!(
        bench
            .look(|read| read.users().find_by_username("before"))
            .is_none()
    );
}

fn a_user_who_is_not_what_they_were_is_left_alone(bench: &Bench) {
    kept_user(bench, "taken");
    let [late, void, gone] =
        ["late", "void", "gone"].map(|name| account(bench, kept_user(bench, name)));
    let later = User {
        version: 2,
        ..late.user.clone()
    };
    bench.work(|unit| unit.users().update(&later));
    bench.work(|unit| unit.users().raise_generation(void.user.id));
    bench.work(|unit| unit.users().delete(gone.user.id, crate::samples::at(1)));
    for before in [&late, &void, &gone] {
        let after = User {
            interests: vec![short("x")],
            version: 2,
            ..before.user.clone()
        };
        let owner = PictureOwner::User(after.id);
        let pictures = PictureChange {
            added: vec![picture(owner)],
            removed: Vec::new(),
        };
        assert!(
            !bench
                .update_user(&UserUpdate {
                    before: before.clone(),
                    after,
                    pictures
                })
                .unwrap()
        );
        assert!(known(bench, owner).is_empty());
    }
    assert_eq!(
        [late.user.id, void.user.id].map(|id| account(bench, id).user),
        [later.clone(), void.user]
    );
    let before = account(bench, late.user.id);
    let after = User {
        username: Username::new("TAKEN").unwrap(),
        version: 3,
        ..later
    };
    let refused = bench.update_user(&UserUpdate {
        before,
        after,
        pictures: PictureChange::default(),
    });
    assert!(matches!(refused, Err(Error::Duplicate)), "{refused:?}");
}

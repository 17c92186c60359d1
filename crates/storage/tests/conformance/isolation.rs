//! Many at once: nothing is lost, nothing is seen half-done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use wayfare_domain::trip::Expenditure;
use wayfare_domain::{Amount, Notes, Trip, UserId};
use wayfare_storage::{Error, PictureOwner, Result};

use crate::bench::{Bench, on_both};
use crate::pictures::{kept, picture};
use crate::samples::{at, changed, kept_trip, kept_user, short};
use crate::sessions::token;

on_both!(
    no_update_is_lost,
    no_read_is_torn,
    users_may_go_at_once,
    whoever_goes_is_on_no_trip,
    an_exchange_and_a_revocation_come_one_after_the_other,
    a_picture_that_comes_while_its_trip_goes_is_told,
    a_member_who_goes_does_not_bar_the_trip,
);

const THREADS: usize = 6;
const ROUNDS: usize = 15;

/// A change of a trip as a service makes one: locked, changed, kept.
fn change(bench: &Bench, trip: &Trip, by: UserId, change: impl Fn(&mut Trip)) -> Result<()> {
    bench.try_work(|unit| {
        let Some((before, _)) = unit.trips().lock(trip.id, by)?.trip else {
            return Ok(());
        };
        let after = changed(&before, &change);
        unit.trips().update(&before, &after)
    })
}

/// Each thread adds to fields of its own; they write the same row.
fn no_update_is_lost(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let kept = kept_trip(bench, ann, &[]);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let kept = &kept;
            scope.spawn(move || {
                for round in 0..ROUNDS {
                    let note = short(&format!("{thread}.{round}"));
                    let add = |trip: &mut Trip| match thread % 3 {
                        0 => trip.plan.todo.push(note.clone()),
                        1 => {
                            trip.map.notes =
                                Notes::new(format!("{}{note}\n", trip.map.notes)).unwrap()
                        }
                        _ => trip.plan.expenditures.push(Expenditure {
                            expenditure: note.clone(),
                            cost: Amount::ZERO,
                        }),
                    };
                    change(bench, kept, ann, add).unwrap();
                }
            });
        }
    });
    let (trip, _) = bench
        .look(|read| read.trips().find(kept.id, ann))
        .trip
        .unwrap();
    let each = THREADS * ROUNDS / 3;
    assert_eq!(
        (
            trip.plan.todo.len(),
            trip.map.notes.lines().count(),
            trip.plan.expenditures.len()
        ),
        (each, each, each)
    );
    assert_eq!(trip.version, 1 + i64::try_from(THREADS * ROUNDS).unwrap());
}

/// Members come and go with every version; a reader finds those of the version it finds.
fn no_read_is_torn(bench: &Bench) {
    let [ann, bob, cid, dan] = ["ann", "bob", "cid", "dan"].map(|name| kept_user(bench, name));
    let kept = kept_trip(bench, ann, &[bob]);
    let members = move |version: i64| {
        if version % 2 == 1 {
            vec![ann, bob]
        } else {
            vec![ann, cid, dan]
        }
    };
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut reads = 0;
                    while !over.load(Ordering::Relaxed) {
                        reads += usize::from(read_whole(bench, &kept, ann, members));
                    }
                    reads
                })
            })
            .collect();
        for _ in 0..60 {
            let write = |trip: &mut Trip| trip.members = members(trip.version);
            change(bench, &kept, ann, write).unwrap();
        }
        over.store(true, Ordering::Relaxed);
        assert!(
            readers
                .into_iter()
                .map(|reader| reader.join().unwrap())
                .sum::<usize>()
                > 0
        );
    });
}

/// Reads the trip, alone and in a list; false where writes came between each time.
fn read_whole(
    bench: &Bench,
    kept: &Trip,
    ann: UserId,
    members: impl Fn(i64) -> Vec<UserId>,
) -> bool {
    let read = || -> Result<()> {
        let (trip, people) = bench
            .try_look(|read| read.trips().find(kept.id, ann))?
            .trip
            .unwrap();
        assert_eq!(trip.members, members(trip.version));
        assert_eq!(
            people.iter().map(|person| person.id).collect::<Vec<_>>(),
            trip.members
        );
        let listing = bench.try_look(|read| read.trips().list(ann, None, true))?;
        let head = &listing.trips[0];
        assert_eq!(
            head.people
                .iter()
                .map(|person| person.id)
                .collect::<Vec<_>>(),
            members(head.version)
        );
        Ok(())
    };
    match read() {
        Ok(()) => true,
        Err(Error::Conflict(_)) => false,
        Err(error) => panic!("{error:?}"),
    }
}

/// All are on all trips, in differing order: they go at the same time without getting in each
/// other's way.
fn users_may_go_at_once(bench: &Bench) {
    let users: Vec<UserId> = (0..THREADS)
        .map(|place| kept_user(bench, &format!("user{place}")))
        .collect();
    let trips: Vec<Trip> = (0..THREADS * 3)
        .map(|place| {
            let mut others = users.clone();
            let owner = others.remove(place % THREADS);
            others.rotate_left(place % (THREADS - 1));
            let trip = kept_trip(bench, owner, &others);
            kept(bench, PictureOwner::Trip(trip.id));
            trip
        })
        .collect();
    thread::scope(|scope| {
        for user in &users {
            scope.spawn(move || {
                assert_eq!(
                    bench.work(|unit| unit.users().delete(*user, at(1))).len(),
                    3
                )
            });
        }
    });
    for trip in trips {
        assert!(
            bench
                .look(|read| read.trips().find(trip.id, users[0]))
                .trip
                .is_none()
        );
    }
}

/// A user goes while others put them on a trip: each of both may be told to try again, but no trip
/// keeps somebody who is gone.
fn whoever_goes_is_on_no_trip(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let kept = kept_trip(bench, ann, &[]);
    for round in 0..8 {
        let guest = kept_user(bench, &format!("guest{round}"));
        thread::scope(|scope| {
            scope.spawn(|| {
                let added = change(bench, &kept, ann, |trip| trip.members.push(guest));
                assert!(
                    matches!(added, Ok(()) | Err(Error::Conflict(_))),
                    "{added:?}"
                );
            });
            scope.spawn(|| {
                let gone = loop {
                    match bench.try_work(|unit| unit.users().delete(guest, at(1))) {
                        Err(Error::Conflict(_)) => {}
                        gone => break gone,
                    }
                };
                assert_eq!(gone.unwrap(), []);
            });
        });
        let (trip, _) = bench
            .look(|read| read.trips().find(kept.id, ann))
            .trip
            .unwrap();
        assert_eq!(trip.members, [ann]);
    }
}

/// How long the second of two has to come as far as it gets beside the first.
const HEAD_START: Duration = Duration::from_millis(200);

/// A refresh token is exchanged while all tokens of its user are revoked: neither has to be begun
/// anew.
fn an_exchange_and_a_revocation_come_one_after_the_other(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let kept = token(ann, 1);
    bench.work(|unit| unit.sessions().insert(&kept));
    thread::scope(|scope| {
        let mut exchange = bench.begin().unwrap();
        exchange.sessions().lock(&kept.hash).unwrap().unwrap();
        let revocation = scope.spawn(|| {
            bench.try_work(|unit| {
                unit.users().lock(ann)?.unwrap();
                unit.users().raise_generation(ann)?;
                unit.sessions().revoke_user(ann)
            })
        });
        thread::sleep(HEAD_START);
        exchange.users().lock(ann).unwrap().unwrap();
        exchange.sessions().spend(kept.id, at(2)).unwrap();
        exchange.sessions().insert(&token(ann, 2)).unwrap();
        exchange.commit().unwrap();
        revocation.join().unwrap().unwrap();
    });
    for number in [1, 2] {
        assert!(
            bench
                .work(|unit| unit.sessions().lock(&token(ann, number).hash))
                .is_none(),
            "it was revoked"
        );
    }
}

/// A trip is given a picture while its owner deletes their account: the picture is among what went.
fn a_picture_that_comes_while_its_trip_goes_is_told(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let kept = kept_trip(bench, ann, &[bob]);
    let new = picture(PictureOwner::Trip(kept.id));
    let went = thread::scope(|scope| {
        let mut edit = bench.begin().unwrap();
        edit.trips().lock(kept.id, bob).unwrap().trip.unwrap();
        let going = scope.spawn(|| {
            bench.work(|unit| {
                unit.users().lock(ann)?.unwrap();
                unit.users().delete(ann, at(1))
            })
        });
        thread::sleep(HEAD_START);
        edit.pictures().insert(std::slice::from_ref(&new)).unwrap();
        edit.commit().unwrap();
        going.join().unwrap()
    });
    assert_eq!(went, [new.id]);
}

/// The members of a trip are written while one of them deletes their account: neither has to be
/// begun anew.
fn a_member_who_goes_does_not_bar_the_trip(bench: &Bench) {
    let [ann, bob, guest] = ["ann", "bob", "guest"].map(|name| kept_user(bench, name));
    let kept = kept_trip(bench, ann, &[guest]);
    thread::scope(|scope| {
        let mut edit = bench.begin().unwrap();
        let (before, _) = edit.trips().lock(kept.id, ann).unwrap().trip.unwrap();
        let going = scope.spawn(|| {
            bench.try_work(|unit| {
                unit.users().lock(guest)?.unwrap();
                unit.users().delete(guest, at(1))
            })
        });
        thread::sleep(HEAD_START);
        let after = changed(&before, |trip| trip.members = vec![ann, bob, guest]);
        edit.trips().update(&before, &after).unwrap();
        edit.commit().unwrap();
        assert_eq!(going.join().unwrap().unwrap(), []);
    });
    let (trip, _) = bench
        .look(|read| read.trips().find(kept.id, ann))
        .trip
        .unwrap();
    assert_eq!(trip.members, [ann, bob]);
}

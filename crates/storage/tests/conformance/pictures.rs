//! What is known of pictures.

use std::collections::HashSet;

use uuid::Uuid;
use wayfare_domain::{PictureId, TripId, UserId};
use wayfare_storage::{Error, Picture, PictureContent, PictureOwner};

use crate::bench::{Bench, on_both};
use crate::samples::{AWKWARD, at, kept_trip, kept_user};

on_both!(
    a_picture_comes_back_as_kept,
    pictures_are_found_by_owner,
    content_is_noted_later,
    pictures_go_with_what_they_hang_on,
    what_goes_with_a_user_is_told,
    known_pictures_are_told_from_others,
    a_picture_of_nothing_conflicts,
);

fn content(mark: u8) -> PictureContent {
    PictureContent {
        hash: [mark; 32],
        media_type: "image/webp".into(),
        width: u32::MAX,
        height: 1,
        bytes: 5 << 40,
    }
}

pub(crate) fn picture(owner: PictureOwner) -> Picture {
    Picture {
        id: PictureId(Uuid::now_v7()),
        owner,
        source: None,
        content: Some(content(1)),
        created_at: at(0),
    }
}

pub(crate) fn kept(bench: &Bench, owner: PictureOwner) -> PictureId {
    let picture = picture(owner);
    bench.work(|unit| unit.pictures().insert(std::slice::from_ref(&picture)));
    picture.id
}

fn set(ids: impl IntoIterator<Item = PictureId>) -> HashSet<PictureId> {
    ids.into_iter().collect()
}

fn a_picture_comes_back_as_kept(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let trip = kept_trip(bench, ann, &[]);
    let remote = Some(format!("https://example.org/{AWKWARD}"));
    for picture in [
        picture(PictureOwner::Trip(trip.id)),
        Picture {
            source: remote,
            content: None,
            ..picture(PictureOwner::User(ann))
        },
    ] {
        bench.work(|unit| unit.pictures().insert(std::slice::from_ref(&picture)));
        assert_eq!(
            bench.look(|read| read.pictures().find(picture.id)),
            Some(picture)
        );
    }
    assert_eq!(
        bench.look(|read| read.pictures().find(PictureId(Uuid::now_v7()))),
        None
    );
}

fn pictures_are_found_by_owner(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let (trip, other) = (kept_trip(bench, ann, &[]), kept_trip(bench, ann, &[]));
    let of_trip = set([
        kept(bench, PictureOwner::Trip(trip.id)),
        kept(bench, PictureOwner::Trip(trip.id)),
    ]);
    let of_ann = set([kept(bench, PictureOwner::User(ann))]);
    for (owner, expected) in [
        (PictureOwner::Trip(trip.id), of_trip),
        (PictureOwner::User(ann), of_ann),
        (PictureOwner::Trip(other.id), HashSet::new()),
    ] {
        let found = bench.look(|read| read.pictures().find_by_owner(owner));
        assert!(found.iter().all(|picture| picture.owner == owner));
        assert_eq!(set(found.into_iter().map(|picture| picture.id)), expected);
    }
}

fn content_is_noted_later(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let source = Some("https://example.org/a.png".to_owned());
    let remote = Picture {
        source,
        content: None,
        ..picture(PictureOwner::User(ann))
    };
    bench.work(|unit| unit.pictures().insert(std::slice::from_ref(&remote)));
    bench.work(|unit| unit.pictures().set_content(remote.id, &content(2)));
    let expected = Picture {
        content: Some(content(2)),
        ..remote
    };
    assert_eq!(
        bench.look(|read| read.pictures().find(expected.id)),
        Some(expected)
    );
}

fn pictures_go_with_what_they_hang_on(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let (first, second) = (kept_trip(bench, ann, &[]), kept_trip(bench, ann, &[]));
    let of_first = kept(bench, PictureOwner::Trip(first.id));
    let of_second = kept(bench, PictureOwner::Trip(second.id));
    let of_ann = kept(bench, PictureOwner::User(ann));
    let of_bob = kept(bench, PictureOwner::User(bob));
    let all = [of_first, of_second, of_ann, of_bob];
    bench.work(|unit| unit.trips().delete(first.id));
    assert_eq!(
        set(bench.look(|read| read.pictures().known(&all))),
        set([of_second, of_ann, of_bob])
    );
    bench.work(|unit| unit.users().delete(ann, at(1)));
    assert_eq!(bench.look(|read| read.pictures().known(&all)), [of_bob]);
}

fn what_goes_with_a_user_is_told(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let own = kept_trip(bench, ann, &[bob]);
    let joined = kept_trip(bench, bob, &[ann]);
    let expected = set([
        kept(bench, PictureOwner::Trip(own.id)),
        kept(bench, PictureOwner::User(ann)),
    ]);
    kept(bench, PictureOwner::Trip(joined.id));
    kept(bench, PictureOwner::User(bob));
    assert_eq!(
        set(bench.work(|unit| unit.users().delete(ann, at(1)))),
        expected
    );
}

fn known_pictures_are_told_from_others(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let mine: Vec<_> = (0..3)
        .map(|_| kept(bench, PictureOwner::User(ann)))
        .collect();
    // More than fit into one statement on SQLite.
    let mut asked: Vec<_> = (0..40_000).map(|_| PictureId(Uuid::now_v7())).collect();
    asked.extend(&mine);
    assert_eq!(
        set(bench.look(|read| read.pictures().known(&asked))),
        set(mine.clone())
    );
    assert_eq!(bench.look(|read| read.pictures().known(&[])), []);
    bench.work(|unit| unit.pictures().delete(&asked[..asked.len() - 1]));
    assert_eq!(bench.look(|read| read.pictures().known(&mine)), mine[2..]);
}

fn a_picture_of_nothing_conflicts(bench: &Bench) {
    for owner in [
        PictureOwner::Trip(TripId(Uuid::now_v7())),
        PictureOwner::User(UserId(Uuid::now_v7())),
    ] {
        let refused = bench.try_work(|unit| unit.pictures().insert(&[picture(owner)]));
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    }
}

//! Records of pictures.

use std::collections::HashSet;

use diesel::connection::SimpleConnection;
use diesel::{Connection as _, PgConnection};
use uuid::Uuid;
use wayfare_domain::{PictureId, TripId, UserId};
use wayfare_storage::{
    AccountDeletion, DocumentSizes, Error, OpenOptions, Picture, PictureChanges, PictureContent,
    PictureOwner, Result, TripWrite, UnitOfWork, UserWrite,
};

use crate::fixtures::{AWKWARD, at, delete_user, edited, insert_trip, insert_user};
use crate::store::{self, TestStore, test_on_both_backends};

test_on_both_backends!(
    finds_an_inserted_record,
    counts_for_nobody_while_an_account_is_being_deleted,
    finds_records_by_owner,
    sets_the_content_later,
    deletes_records_with_their_trip_or_user,
    sums_the_bytes_of_an_account,
    returns_the_records_deleted_with_a_user,
    finds_many_records,
    refuses_a_record_of_a_missing_owner,
);

fn content(byte: u8) -> PictureContent {
    PictureContent {
        hash: [byte; 32],
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

/// Adds and removes records of a trip or user by saving it.
pub(crate) fn save_pictures(
    unit: &mut dyn UnitOfWork,
    owner: PictureOwner,
    pictures: PictureChanges,
) -> Result<bool> {
    match owner {
        PictureOwner::Trip(id) => {
            let (before, _) = unit
                .trips()
                .lock(id, UserId(Uuid::nil()))?
                .parse()
                .unwrap()
                .unwrap();
            let after = edited(&before, |_| ()).into();
            let by = before.owner;
            let write = TripWrite::new(before, DocumentSizes::default(), after, by, 1, pictures)?;
            unit.trips().save(&write)
        }
        PictureOwner::User(id) => {
            let before = unit.users().lock(id)?.unwrap();
            let mut after = before.user.clone();
            after.version += 1;
            unit.users().save(&UserWrite {
                before,
                after,
                pictures,
            })
        }
    }
}

fn add(store: &TestStore, picture: &Picture) {
    let changes = PictureChanges {
        added: vec![picture.clone()],
        removed: Vec::new(),
    };
    assert!(store.commit(|unit| save_pictures(unit, picture.owner, changes)));
}

/// Inserts the record of a picture.
pub(crate) fn insert_picture(store: &TestStore, owner: PictureOwner) -> PictureId {
    let picture = picture(owner);
    add(store, &picture);
    picture.id
}

/// The ids of the records among `ids`.
fn found(store: &TestStore, ids: &[PictureId]) -> HashSet<PictureId> {
    let records = store.read(|data| data.pictures().find_many(ids));
    set(records.into_iter().map(|record| record.id))
}

fn set(ids: impl IntoIterator<Item = PictureId>) -> HashSet<PictureId> {
    ids.into_iter().collect()
}

fn finds_an_inserted_record(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let remote = Some(format!("https://example.org/{AWKWARD}"));
    for picture in [
        picture(PictureOwner::Trip(trip.id)),
        Picture {
            source: remote,
            content: None,
            ..picture(PictureOwner::User(ann))
        },
    ] {
        add(store, &picture);
        let found = store.read(|data| data.pictures().find(picture.id));
        assert_eq!(found, Some(picture));
    }
    let missing = PictureId(Uuid::now_v7());
    assert_eq!(store.read(|data| data.pictures().find(missing)), None);
}

fn counts_for_nobody_while_an_account_is_being_deleted(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let trip = insert_trip(store, ann, &[bob]).id;
    assert_eq!(store.read(|data| data.trips().ids_of(bob)), [trip]);
    let owner = PictureOwner::Trip(trip);
    let account = || store.read(|data| data.pictures().account_of(owner));
    assert_eq!(account(), Some(ann));
    let deletion = AccountDeletion {
        user: ann,
        request_id: None,
    };
    store.commit(|unit| unit.users().begin_deletion(&deletion));
    assert_eq!(account(), None);
    assert_eq!(store.read(|data| data.trips().ids_of(bob)), []);
}

fn finds_records_by_owner(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let [trip, other] = [(); 2].map(|()| PictureOwner::Trip(insert_trip(store, ann, &[]).id));
    let ann = PictureOwner::User(ann);
    let of_trip = set([insert_picture(store, trip), insert_picture(store, trip)]);
    let of_ann = set([insert_picture(store, ann)]);
    for (owner, expected) in [(trip, of_trip), (ann, of_ann), (other, HashSet::new())] {
        let found = store.read(|data| data.pictures().find_by_owner(owner));
        assert!(found.iter().all(|picture| picture.owner == owner));
        assert_eq!(set(found.into_iter().map(|picture| picture.id)), expected);
    }
}

fn sets_the_content_later(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let remote = Picture {
        source: Some("https://example.org/a.png".to_owned()),
        content: None,
        ..picture(PictureOwner::User(ann))
    };
    add(store, &remote);
    let set = |before: Option<u8>, after| {
        let before = before.map(content);
        store.commit(|unit| {
            let set = unit.pictures();
            set.set_content(remote.id, before.as_ref(), &content(after))
        })
    };
    // Of two fetches that found no content, the first to be recorded wins.
    assert!(set(None, 2));
    assert!(!set(None, 3));
    assert!(set(Some(2), 4));
    assert!(!set(Some(2), 5));
    let expected = Picture {
        content: Some(content(4)),
        ..remote.clone()
    };
    let found = store.read(|data| data.pictures().find(expected.id));
    assert_eq!(found, Some(expected));
}

fn deletes_records_with_their_trip_or_user(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let [first, second] = [(); 2].map(|()| insert_trip(store, ann, &[]).id);
    let all = [
        PictureOwner::Trip(first),
        PictureOwner::Trip(second),
        PictureOwner::User(ann),
        PictureOwner::User(bob),
    ]
    .map(|owner| insert_picture(store, owner));
    store.commit(|unit| unit.trips().delete(first));
    assert_eq!(found(store, &all), set(all[1..].iter().copied()));
    store.commit(|unit| unit.users().delete(ann, at(1)));
    assert_eq!(found(store, &all), set([all[3]]));
}

fn sums_the_bytes_of_an_account(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let owned = PictureOwner::Trip(insert_trip(store, ann, &[bob]).id);
    let joined = PictureOwner::Trip(insert_trip(store, bob, &[ann]).id);
    let bytes = |account| store.read(|data| data.pictures().bytes_of_account(account));
    assert_eq!(bytes(ann), 0);
    let each = content(1).bytes;
    for owner in [owned, owned, joined, PictureOwner::User(ann)] {
        insert_picture(store, owner);
    }
    // One that has not been fetched has no bytes.
    let remote = Picture {
        source: Some("https://example.org/a.png".to_owned()),
        content: None,
        ..picture(owned)
    };
    add(store, &remote);
    assert_eq!((bytes(ann), bytes(bob)), (3 * each, each));
    let account = |owner| store.read(|data| data.pictures().account_of(owner));
    assert_eq!(account(owned), Some(ann));
    assert_eq!(account(joined), Some(bob));
    assert_eq!(account(PictureOwner::User(bob)), Some(bob));
    let missing = PictureOwner::Trip(TripId(Uuid::now_v7()));
    assert_eq!(account(missing), None);
}

fn returns_the_records_deleted_with_a_user(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let own = insert_trip(store, ann, &[bob]);
    let joined = insert_trip(store, bob, &[ann]);
    let expected = set([
        insert_picture(store, PictureOwner::Trip(own.id)),
        insert_picture(store, PictureOwner::User(ann)),
    ]);
    insert_picture(store, PictureOwner::Trip(joined.id));
    insert_picture(store, PictureOwner::User(bob));
    let deleted = store.commit(|unit| unit.users().delete(ann, at(1)));
    assert_eq!(set(deleted), expected);
}

fn finds_many_records(store: &TestStore) {
    let owner = PictureOwner::User(insert_user(store, "ann"));
    let known = [(); 3].map(|()| insert_picture(store, owner));
    // More than fit into one statement on SQLite.
    let mut queried: Vec<_> = (0..40_000).map(|_| PictureId(Uuid::now_v7())).collect();
    queried.extend(known);
    assert_eq!(found(store, &queried), set(known));
    assert_eq!(found(store, &[]), set([]));
    let changes = PictureChanges {
        added: Vec::new(),
        removed: vec![known[0], PictureId(Uuid::now_v7()), known[1]],
    };
    assert!(store.commit(|unit| save_pictures(unit, owner, changes)));
    assert_eq!(found(store, &queried), set([known[2]]));
}

/// The write is of one user, its new record of another one, who is missing.
fn refuses_a_record_of_a_missing_owner(store: &TestStore) {
    let ann = PictureOwner::User(insert_user(store, "ann"));
    let trip = PictureOwner::Trip(TripId(Uuid::now_v7()));
    for missing in [trip, PictureOwner::User(UserId(Uuid::now_v7()))] {
        let changes = PictureChanges {
            added: vec![picture(missing)],
            removed: Vec::new(),
        };
        let result = store.try_commit(|unit| save_pictures(unit, ann, changes));
        assert!(matches!(result, Err(Error::Conflict(_))), "{result:?}");
    }
}

/// An engine that distributes trips has no foreign key from pictures to trips.
#[test]
fn deletes_records_without_a_foreign_key_to_trips_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let (url, location) = store::postgres_database();
    let store = TestStore::new(&url, location, &OpenOptions::default());
    let drop_key = "ALTER TABLE pictures DROP CONSTRAINT pictures_trip_id_fkey";
    let mut connection = PgConnection::establish(&url).unwrap();
    connection.batch_execute(drop_key).unwrap();
    let owner = insert_user(&store, "ann");
    let [one, other] = [(); 2].map(|()| insert_trip(&store, owner, &[]).id);
    let pictures = [one, other].map(|trip| picture(PictureOwner::Trip(trip)));
    pictures.iter().for_each(|picture| add(&store, picture));
    let ids = pictures.each_ref().map(|picture| picture.id);
    let left = || store.read(|data| data.pictures().find_many(&ids)).len();

    store.commit(|unit| unit.trips().delete(one));
    assert_eq!(left(), 1);
    delete_user(&store, owner).unwrap();
    assert_eq!(left(), 0);
}

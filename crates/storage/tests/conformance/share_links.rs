//! Share links: written, listed, ended with their trip and its owner.

use uuid::Uuid;
use wayfare_domain::trip::{Section, Sections, ShareLink, ShareLinkId, ShareLinkPatch};
use wayfare_domain::{Date, Trip};
use wayfare_storage::{PasswordHash, StoredShareLink};

use crate::fixtures::{
    at, delete_user, edited, insert_trip, insert_user, save_trip, short, trip_write,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    stores_every_field,
    lists_the_links_of_a_trip_newest_first,
    saves_only_over_the_version_before,
    deletes_one_link_of_its_trip,
    records_the_day_of_a_use,
    links_end_with_their_trip_and_its_owner,
    reads_display_names,
);

fn link(trip: &Trip, millis: i64) -> StoredShareLink {
    let id = ShareLinkId(Uuid::now_v7());
    let request = ShareLinkPatch::default();
    let link = ShareLink::new(
        id,
        trip.id,
        trip.owner,
        trip.plan.dates,
        request,
        at(millis),
    );
    StoredShareLink {
        link: link.unwrap(),
        password: None,
    }
}

fn insert(store: &TestStore, link: &StoredShareLink) {
    store.commit(|unit| unit.share_links().insert(link));
}

fn find(store: &TestStore, link: &StoredShareLink) -> Option<StoredShareLink> {
    store.read(|data| data.share_links().find(link.link.id))
}

fn stores_every_field(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let plain = link(&trip, 0);
    let mut rich = link(&trip, 1);
    rich.link.label = short("For \u{1F9ED} grandma");
    rich.link.sections = Sections::new(Section::ALL.into_iter().rev()).unwrap();
    rich.link.expires_at = None;
    rich.link.last_used = Some(Date::parse("2026-05-01").unwrap());
    rich.link.generation = 7;
    rich.password = Some(PasswordHash("$argon2id$".into()));
    for made in [&plain, &rich] {
        assert_eq!(find(store, made), None);
        insert(store, made);
        assert_eq!(find(store, made).as_ref(), Some(made));
    }
}

fn lists_the_links_of_a_trip_newest_first(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let [trip, other] = [insert_trip(store, ann, &[]), insert_trip(store, ann, &[])];
    let list = |owner| store.read(|data| data.share_links().list(trip.id, owner));
    assert!(list(ann).is_empty());
    let mut made = [5, 9, 7, 7].map(|millis| link(&trip, millis));
    for link in &made {
        insert(store, link);
    }
    insert(store, &link(&other, 8));
    made.sort_by_key(|link| (link.link.created_at, link.link.id));
    made.reverse();
    assert_eq!(list(ann), made);
    assert!(list(bob).is_empty());
}

fn saves_only_over_the_version_before(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let before = link(&trip, 0);
    insert(store, &before);
    let patch = ShareLinkPatch {
        label: Some(short("New")),
        sections: Some(Sections::new([Section::Todo]).unwrap()),
        expires_at: Some(None),
    };
    let after = StoredShareLink {
        link: before.link.apply(patch, true, at(3)).unwrap().unwrap(),
        password: Some(PasswordHash("x".into())),
    };
    let save = |link: &StoredShareLink| store.commit(|unit| unit.share_links().save(link));
    assert!(save(&after));
    assert_eq!(find(store, &before).as_ref(), Some(&after));
    assert!(!save(&after), "the version is no longer the one before");
    assert!(!save(&link(&trip, 4)), "there is no such link");
}

fn deletes_one_link_of_its_trip(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let [trip, other] = [insert_trip(store, ann, &[]), insert_trip(store, ann, &[])];
    let [one, two] = [link(&trip, 0), link(&trip, 1)];
    insert(store, &one);
    insert(store, &two);
    let delete = |trip: &Trip, link: &StoredShareLink| {
        store.commit(|unit| unit.share_links().delete(trip.id, link.link.id))
    };
    assert!(!delete(&other, &one));
    assert!(delete(&trip, &one));
    assert!(!delete(&trip, &one));
    let left = (find(store, &one), find(store, &two));
    assert_eq!(left, (None, Some(two)));
}

fn records_the_day_of_a_use(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let made = link(&trip, 0);
    let day = Date::parse("2026-05-02").unwrap();
    let record = |link: &StoredShareLink| {
        store.commit(|unit| unit.share_links().record_use(&link.link, day));
    };
    record(&made);
    insert(store, &made);
    record(&made);
    let found = find(store, &made).unwrap();
    assert_eq!((found.link.last_used, found.link.version), (Some(day), 1));
}

fn links_end_with_their_trip_and_its_owner(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let trip = insert_trip(store, ann, &[bob]);
    let made = link(&trip, 0);
    insert(store, &made);
    let left = edited(&trip, |trip| trip.members = vec![ann]);
    assert!(save_trip(store, &trip_write(&trip, &left)));
    assert!(find(store, &made).is_some());
    let owned = edited(&left, |trip| {
        trip.members = vec![ann, bob];
        trip.owner = bob;
    });
    assert!(save_trip(store, &trip_write(&left, &owned)));
    assert_eq!(find(store, &made), None);
    // As a server left it that knows no links.
    let of_ann = link(&left, 1);
    insert(store, &of_ann);
    assert_eq!(find(store, &of_ann), None);
    let of_bob = link(&owned, 1);
    insert(store, &of_bob);
    store.commit(|unit| unit.trips().delete(trip.id));
    assert_eq!(find(store, &of_bob), None);
}

fn reads_display_names(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    delete_user(store, cid).unwrap();
    let mut names = store.read(|data| data.users().display_names(&[bob, cid, ann]));
    names.sort_by_key(|(id, _)| *id);
    let names: Vec<_> = names
        .iter()
        .map(|(id, name)| (*id, name.as_str()))
        .collect();
    assert_eq!(names, [(ann, "ann"), (bob, "bob")]);
    let none = store.read(|data| data.users().display_names(&[]));
    assert!(none.is_empty());
}

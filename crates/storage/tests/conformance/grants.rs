//! Grants of all kinds: written, listed, used, changed, ended with what they are of.

use uuid::Uuid;
use wayfare_domain::grant::{Calendar, Grant};
use wayfare_domain::trip::{Invitation, Section, Sections, ShareLink};
use wayfare_domain::{
    Date, GrantId, GrantPatch, GrantScope, KeyGrant, KeyScope, KeyTrips, MemberRole, Trip, TripId,
    UserId,
};
use wayfare_storage::{GrantsOf, ListQuery, Page, PasswordHash, StoredGrant, TripList, UnitOfWork};

use crate::fixtures::{
    at, delete_user, edited, insert_trip, insert_user, revoke_all_tokens, save_trip, short,
    trip_write,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    stores_every_field_with_the_generation,
    finds_a_grant_by_its_hash,
    finds_only_grants_of_the_kind,
    lists_the_grants_of_a_place_newest_first,
    saves_only_over_the_version_before,
    counts_a_use_once,
    deletes_one_grant_of_its_place,
    records_the_day_of_a_use,
    links_end_with_their_trip_and_its_owner,
    feeds_end_with_the_membership,
    secrets_end_with_the_account_and_with_all_tokens_but_not_with_a_password,
    lists_only_the_trips_that_a_key_names,
    reads_display_names,
);

fn grant<S: GrantScope>(user: UserId, trip: Option<&Trip>, scope: S, millis: i64) -> StoredGrant {
    let id = GrantId(Uuid::now_v7());
    let trip = trip.map(|trip| trip.id);
    StoredGrant::new(&Grant::new(id, user, trip, scope, at(millis)))
}

fn link(trip: &Trip, millis: i64) -> StoredGrant {
    grant(trip.owner, Some(trip), Sections::default(), millis)
}

fn invitation(trip: &Trip, millis: i64) -> StoredGrant {
    grant(trip.owner, Some(trip), MemberRole::Editor, millis)
}

fn feed(user: UserId, trip: Option<&Trip>, byte: u8) -> StoredGrant {
    StoredGrant {
        hash: Some([byte; 32]),
        ..grant(user, trip, Calendar, 0)
    }
}

pub(crate) fn api_key(user: UserId, millis: i64) -> StoredGrant {
    let scope = KeyGrant {
        scope: KeyScope::Read,
        trips: None,
    };
    StoredGrant {
        hash: Some(*Uuid::now_v7().as_bytes().repeat(2).first_chunk().unwrap()),
        ..grant(user, None, scope, millis)
    }
}

pub(crate) fn insert(store: &TestStore, grant: &StoredGrant) {
    store.commit(|unit| unit.grants().insert(grant));
}

fn find_with_generation(store: &TestStore, grant: &StoredGrant) -> Option<(StoredGrant, i64)> {
    store.read(|data| data.grants().find(grant.kind, grant.grant.id))
}

fn find(store: &TestStore, grant: &StoredGrant) -> Option<StoredGrant> {
    find_with_generation(store, grant).map(|(found, _)| found)
}

/// The place of a grant.
fn place(grant: &StoredGrant) -> GrantsOf {
    let (user, trip) = (grant.grant.user, grant.grant.trip);
    let kind = grant.kind;
    GrantsOf { kind, user, trip }
}

fn list(store: &TestStore, of: GrantsOf) -> Vec<StoredGrant> {
    store.read(|data| data.grants().list(of))
}

fn delete(store: &TestStore, of: GrantsOf, grant: &StoredGrant) -> bool {
    store.commit(|unit| unit.grants().delete(of, grant.grant.id))
}

/// A grant of each kind, of an account that owns a trip.
fn one_of_each(ann: UserId, trip: &Trip) -> [StoredGrant; 5] {
    [
        link(trip, 0),
        invitation(trip, 0),
        feed(ann, Some(trip), 1),
        feed(ann, None, 2),
        api_key(ann, 0),
    ]
}

fn stores_every_field_with_the_generation(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let of_link = ShareLink {
        label: short("For \u{1F9ED} \"grandma\""),
        last_used: Some(Date::parse("2026-05-01").unwrap()),
        generation: 7,
        scope: Sections::new(Section::ALL.into_iter().rev()).unwrap(),
        ..link(&trip, 1).parse().unwrap()
    };
    let of_link = StoredGrant {
        password: Some(PasswordHash("$argon2id$".into())),
        ..StoredGrant::new(&of_link)
    };
    let rich = Invitation {
        scope: MemberRole::Viewer,
        uses: Some(u32::MAX),
        used: 7,
        expires_at: Some(at(9)),
        ..invitation(&trip, 1).parse().unwrap()
    };
    let mut of_key = api_key(ann, 1);
    let limited = KeyGrant {
        scope: KeyScope::Write,
        trips: KeyTrips::new([2, 1].map(|id| TripId(Uuid::from_u128(id)))).ok(),
    };
    of_key.grant = of_key.grant.clone().with_scope(limited.to_words());
    of_key.hash = Some([255; 32]);
    let more = [of_link, StoredGrant::new(&rich), of_key];
    for made in one_of_each(ann, &trip).iter().chain(&more) {
        assert_eq!(find(store, made), None);
        insert(store, made);
        assert_eq!(find_with_generation(store, made), Some((made.clone(), 1)));
    }
    let [of_link, of_invitation, of_key] = more.map(|made| find(store, &made).unwrap());
    let sections = of_link.parse::<Sections>().unwrap().scope;
    assert_eq!(sections.iter().count(), Section::ALL.len());
    assert_eq!(of_invitation.parse::<MemberRole>().unwrap(), rich);
    assert_eq!(of_key.parse::<KeyGrant>().unwrap().scope, limited);
    assert!(of_key.parse::<MemberRole>().is_err(), "of another kind");
}

fn finds_a_grant_by_its_hash(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let trip = insert_trip(store, ada, &[bob]);
    let feeds = [
        feed(ada, Some(&trip), 1),
        feed(bob, Some(&trip), 2),
        feed(ada, None, 3),
    ];
    for feed in &feeds {
        insert(store, feed);
    }
    let find = |kind, byte| store.read(|data| data.grants().find_by_hash(kind, &[byte; 32]));
    for (feed, byte) in feeds.iter().zip(1..) {
        assert_eq!(find(Calendar::KIND, byte).as_ref(), Some(feed));
        assert_eq!(find(KeyGrant::KIND, byte), None);
    }
    assert_eq!(find(Calendar::KIND, 4), None);
}

fn finds_only_grants_of_the_kind(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let made = one_of_each(ann, &trip);
    for grant in &made {
        insert(store, grant);
    }
    for (grant, other) in made.iter().zip(made.iter().rev()) {
        let found = store.read(|data| data.grants().find(other.kind, grant.grant.id));
        assert_eq!(found.is_some(), other.kind == grant.kind);
    }
}

fn lists_the_grants_of_a_place_newest_first(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let [trip, other] = [(); 2].map(|()| insert_trip(store, ann, &[bob]));
    let makers: [fn(&Trip, i64) -> StoredGrant; 3] =
        [link, invitation, |trip, millis| api_key(trip.owner, millis)];
    for make in makers {
        let mut made = [5, 9, 7, 7].map(|millis| make(&trip, millis));
        let of = place(&made[0]);
        assert!(list(store, of).is_empty());
        for grant in &made {
            insert(store, grant);
        }
        if of.trip.is_some() {
            insert(store, &make(&other, 8));
        }
        made.sort_by_key(|stored| (stored.grant.created_at, stored.grant.id));
        made.reverse();
        assert_eq!(list(store, of), made);
        assert!(list(store, GrantsOf { user: bob, ..of }).is_empty());
    }
}

fn saves_only_over_the_version_before(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let before = link(&trip, 0);
    insert(store, &before);
    let patch = GrantPatch {
        label: Some(short("New")),
        scope: Some(Sections::new([Section::Todo]).unwrap()),
        expires_at: Some(Some(at(9))),
        uses: None,
    };
    let changed: ShareLink = before.parse().unwrap();
    let changed = changed.apply(patch, true, at(3)).unwrap().unwrap();
    let after = StoredGrant {
        password: Some(PasswordHash("x".into())),
        ..StoredGrant::new(&changed)
    };
    let save = |grant: &StoredGrant| store.commit(|unit| unit.grants().save(grant));
    assert!(save(&after));
    assert_eq!(find(store, &before).as_ref(), Some(&after));
    assert!(!save(&after), "the version is no longer the one before");
    assert!(!save(&link(&trip, 4)), "there is no such link");
}

fn counts_a_use_once(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let made = invitation(&trip, 0);
    let other = invitation(&trip, 1);
    let count = |read: &StoredGrant| {
        let used = StoredGrant {
            grant: read.grant.clone().with_use(),
            ..read.clone()
        };
        store.commit(|unit| unit.grants().save(&used))
    };
    assert!(!count(&made), "it does not exist");
    insert(store, &made);
    insert(store, &other);
    assert!(count(&made));
    assert!(!count(&made), "it has been used since it was read");
    assert!(count(&find(store, &made).unwrap()));
    assert_eq!(find(store, &made).unwrap().grant.used, 2);
    assert_eq!(find(store, &other).unwrap().grant.used, 0);
}

fn deletes_one_grant_of_its_place(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let [trip, other] = [(); 2].map(|()| insert_trip(store, ann, &[]));
    let made = one_of_each(ann, &trip);
    for grant in &made {
        insert(store, grant);
    }
    for grant in &made {
        let of = place(grant);
        let elsewhere = match of.trip {
            Some(_) => Some(other.id),
            None => Some(trip.id),
        };
        let wrong = [
            GrantsOf { user: bob, ..of },
            GrantsOf {
                trip: elsewhere,
                ..of
            },
        ];
        for wrong in wrong {
            assert!(!delete(store, wrong, grant), "another place");
        }
        assert!(delete(store, of, grant));
        assert!(!delete(store, of, grant), "gone");
        assert_eq!(find(store, grant), None);
    }
}

fn records_the_day_of_a_use(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let (used, other) = (link(&trip, 0), link(&trip, 1));
    let record = |day| {
        let day = Date::parse(day).unwrap();
        store.commit(|unit| unit.grants().record_use(used.grant.id, day));
        day
    };
    record("2026-05-01");
    insert(store, &used);
    insert(store, &other);
    for day in ["2026-05-01", "2026-05-02", "2026-05-02"] {
        let day = record(day);
        let found = find(store, &used).unwrap().grant;
        assert_eq!((found.last_used, found.version), (Some(day), 1));
    }
    assert_eq!(find(store, &other), Some(other));
}

fn links_end_with_their_trip_and_its_owner(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    for make in [link, invitation] {
        let trip = insert_trip(store, ann, &[bob]);
        let made = make(&trip, 0);
        insert(store, &made);
        let of_bob = feed(bob, Some(&trip), u8::from(made.hash.is_none()));
        insert(store, &of_bob);
        let handed_over = edited(&trip, |trip| trip.owner = bob);
        assert!(save_trip(store, &trip_write(&trip, &handed_over)));
        assert_eq!(find(store, &made), None);
        assert!(!list(store, place(&of_bob)).is_empty());
        // As a server left it that knows no links.
        let of_ann = make(&trip, 1);
        insert(store, &of_ann);
        assert_eq!(find(store, &of_ann), None);
        let next = make(&handed_over, 2);
        insert(store, &next);
        assert!(find(store, &next).is_some());
        store.commit(|unit| unit.trips().delete(trip.id));
        assert_eq!(find(store, &next), None);
        assert_eq!(list(store, place(&of_bob)), []);
    }
}

fn feeds_end_with_the_membership(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let trip = insert_trip(store, ada, &[bob]);
    let [stays, goes] = [feed(ada, Some(&trip), 1), feed(bob, Some(&trip), 2)];
    let of_link = link(&trip, 0);
    for grant in [&stays, &goes, &of_link] {
        insert(store, grant);
    }
    let alone = edited(&trip, |trip| trip.members.retain(|user| *user == ada));
    assert!(save_trip(store, &trip_write(&trip, &alone)));
    let again = edited(&alone, |trip| trip.members.push(bob));
    assert!(save_trip(store, &trip_write(&alone, &again)));
    assert_eq!(list(store, place(&stays)), [stays]);
    assert_eq!(list(store, place(&goes)), []);
    assert!(find(store, &of_link).is_some());
}

fn secrets_end_with_the_account_and_with_all_tokens_but_not_with_a_password(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let trip = insert_trip(store, ann, &[bob]);
    let of_ann = one_of_each(ann, &trip);
    let of_bob = [
        feed(bob, Some(&trip), 3),
        feed(bob, None, 4),
        api_key(bob, 0),
    ];
    for grant in of_ann.iter().chain(&of_bob) {
        insert(store, grant);
    }
    let exist = |grants: &[StoredGrant]| {
        let exists = |grant: &StoredGrant| list(store, place(grant)).contains(grant);
        grants.iter().map(exists).collect::<Vec<_>>()
    };
    let password = PasswordHash("$argon2id$".into());
    let set = |user, generation| {
        let users = |unit: &mut dyn UnitOfWork| {
            let password = Some(&password);
            unit.users().revoke_all_tokens(user, generation, password)
        };
        store.commit(users)
    };
    assert!(set(ann, 1));
    let [.., key] = &of_ann;
    assert_eq!(find_with_generation(store, key), Some((key.clone(), 2)));
    let stale = store.commit(|unit| unit.users().revoke_all_tokens(ann, 1, None));
    assert!(!stale && exist(&of_ann) == [true; 5]);
    revoke_all_tokens(store, ann, 2);
    assert_eq!(exist(&of_ann), [true, true, false, false, false]);
    assert_eq!(exist(&of_bob), [true; 3]);
    delete_user(store, bob).unwrap();
    assert_eq!(exist(&of_bob), [false; 3]);
}

fn lists_only_the_trips_that_a_key_names(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let mut own = [(); 4].map(|()| insert_trip(store, ann, &[bob]).id);
    // All are of one instant: the list has them by id.
    own.sort_unstable();
    let foreign = insert_trip(store, bob, &[]).id;
    let only = KeyTrips::new([own[0], foreign, own[3], own[1]]).ok();
    let list = |page| -> TripList {
        let query = ListQuery {
            only,
            page,
            with_people: true,
            ..ListQuery::own(ann)
        };
        store.read(|data| data.trips().list(&query))
    };
    let ids = |list: &TripList| list.trips.iter().map(|head| head.id).collect::<Vec<_>>();
    let whole = list(None);
    assert_eq!(ids(&whole), [own[3], own[1], own[0]]);
    assert_eq!((whole.total, whole.generation), (3, Some(1)));
    assert!(
        whole
            .trips
            .iter()
            .all(|head| head.people.iter().count() == 2)
    );
    for (offset, expected) in [(0, &[own[3], own[1]][..]), (2, &[own[0]]), (4, &[])] {
        let page = list(Some(Page { offset, limit: 2 }));
        assert_eq!((ids(&page).as_slice(), page.total), (expected, 3));
        assert_eq!(page.generation, Some(1));
    }
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

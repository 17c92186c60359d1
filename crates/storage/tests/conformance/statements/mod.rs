//! Frequent statements: each connection caches them, and their plans hold for any data.

mod plans;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use uuid::Uuid;
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::{NewTrip, Trip, TripId};
use wayfare_domain::{
    Description, GrantId, GrantKind, Instant, Login, Name, People, PictureId, User, UserId,
    Username,
};
use wayfare_storage::{
    DocumentSizes, IdempotencyKey, ListQuery, OpenOptions, Page, Picture, PictureChanges,
    PictureOwner, RefreshToken, Store, TripOrder, TripParts, TripQuery, TripSearch, TripWrite,
    UserWrite, WatchQuery, open,
};

/// The texts of statements that ran, and of those that a connection cached.
#[derive(Default)]
struct Recorded {
    /// The address of the database, without the scheme.
    database: String,
    ran: BTreeSet<String>,
    /// The settings of connections.
    settings: BTreeSet<String>,
    cached: BTreeSet<String>,
}

static RECORDED: Mutex<Option<Recorded>> = Mutex::new(None);

fn record() -> Option<Box<dyn Instrumentation>> {
    let mut address = String::new();
    Some(Box::new(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartEstablishConnection { url, .. } = event {
            url.clone_into(&mut address);
            return;
        }
        let mut recorded = RECORDED.lock().unwrap_or_else(PoisonError::into_inner);
        // Other tests of this process have databases of their own.
        let recorded = recorded.as_mut();
        let Some(recorded) = recorded.filter(|recorded| address.contains(&recorded.database))
        else {
            return;
        };
        match event {
            InstrumentationEvent::StartQuery { query, .. } => {
                let text = query.to_string();
                let text = text.split(" -- binds").next().unwrap_or_default();
                recorded.ran.insert(text.to_owned());
            }
            InstrumentationEvent::CacheQuery { sql, .. } => {
                recorded.cached.insert(sql.to_owned());
            }
            _ => {}
        }
    }))
}

fn insert_user(store: &dyn Store, username: &str) -> User {
    let id = UserId(Uuid::now_v7());
    let name = Name::new(username).unwrap();
    let user = User::new(
        id,
        Username::new(username).unwrap(),
        name,
        None,
        Instant::EPOCH,
    );
    let mut unit = store.begin().unwrap();
    unit.users().insert(&user, None).unwrap();
    unit.commit().unwrap();
    user
}

fn trip(owner: UserId) -> Trip {
    let new = NewTrip {
        name: Name::new("Lisbon").unwrap(),
        description: Description::EMPTY,
        estimate: EstimatePatch::default(),
        dates: DatesPatch::default(),
        private: true,
        base_currency: None,
        time_zone: None,
    };
    Trip::create(TripId(Uuid::now_v7()), owner, new, Instant::EPOCH).unwrap()
}

/// Inserts a trip, saves it with a picture and reads it back in each way.
fn use_trips(store: &dyn Store, user: &User) {
    let inserted = trip(user.id);
    let mut unit = store.begin().unwrap();
    unit.trips().insert(&inserted).unwrap();
    unit.commit().unwrap();

    let picture = Picture {
        id: PictureId(Uuid::now_v7()),
        owner: PictureOwner::Trip(inserted.id),
        source: None,
        content: None,
        created_at: Instant::EPOCH,
    };
    let pictures = PictureChanges {
        added: vec![picture.clone()],
        removed: vec![PictureId(Uuid::nil())],
    };
    let mut unit = store.begin().unwrap();
    let lookup = unit.trips().lock(inserted.id, user.id).unwrap();
    let (before, people) = lookup.parse().unwrap().unwrap();
    let mut imposed = people.clone();
    imposed.impose(UserId(Uuid::nil()), &People::default(), user.id, user.id);
    let mut after = Trip::clone(&before);
    after.version = 2;
    after.name = Name::new("Porto").unwrap();
    let write = TripWrite::new(
        before,
        DocumentSizes::default(),
        Arc::new(after),
        user.id,
        1,
        pictures,
    )
    .unwrap()
    .with_people(&people, &imposed);
    assert!(unit.trips().save(&write).unwrap());
    unit.commit().unwrap();

    let first_page = ListQuery {
        page: Some(Page {
            offset: 0,
            limit: 20,
        }),
        with_people: true,
        ..ListQuery::own(user.id)
    };
    let username = user.username.as_str();
    let mut data = store.read().unwrap();
    for parts in [TripParts::Overview, TripParts::Whole] {
        let query = TripQuery {
            trip: inserted.id,
            caller: Some(user.id),
            parts,
        };
        data.trips().find_all(&[query]).unwrap();
    }
    data.trips().find(TripId(Uuid::nil()), user.id).unwrap();
    data.trips().list(&first_page).unwrap();
    let whole = ListQuery {
        page: None,
        ..first_page
    };
    data.trips().list(&whole).unwrap();
    let of_other = ListQuery {
        reader: None,
        ..ListQuery::own(user.id)
    };
    data.trips().list(&of_other).unwrap();
    data.trips().ids_of(user.id).unwrap();
    data.trips().search(&first_search(user)).unwrap();
    data.trips()
        .find_listed_user(username, Some(user.id))
        .unwrap();
    data.pictures().find(picture.id).unwrap();
    data.pictures().find_by_owner(picture.owner).unwrap();
}

/// The first page of a user's trips, changed last first.
fn first_search(user: &User) -> TripSearch {
    TripSearch {
        caller: user.id,
        username: user.username.as_str().to_owned(),
        only: None,
        role: None,
        imposed: None,
        words: None,
        period: None,
        time: None,
        updated_since: None,
        order: TripOrder::Updated,
        after: None,
        began: None,
        moved_since: None,
        limit: 50,
    }
}

/// Adds a member to a trip and removes them.
fn use_members(store: &dyn Store, owner: &User, guest: &User) {
    let alone = trip(owner.id);
    let next = |before: &Trip, members: &[UserId]| {
        let mut next = before.clone();
        next.version += 1;
        next.members = members.to_vec();
        next
    };
    let together = next(&alone, &[owner.id, guest.id]);
    let again = next(&together, &[owner.id]);
    let mut unit = store.begin().unwrap();
    unit.trips().insert(&alone).unwrap();
    for (before, after) in [(&alone, &together), (&together, &again)] {
        let [before, after] = [before, after].map(|trip| Arc::new(trip.clone()));
        let pictures = PictureChanges::default();
        let write = TripWrite::new(
            before,
            DocumentSizes::default(),
            after,
            owner.id,
            1,
            pictures,
        )
        .unwrap();
        assert!(unit.trips().save(&write).unwrap());
    }
    unit.commit().unwrap();
}

/// Rotates a refresh token, and reads and saves the user.
fn use_account(store: &dyn Store, user: &User) {
    let token = |byte| RefreshToken {
        id: Uuid::now_v7(),
        family: Uuid::nil(),
        user: user.id,
        generation: 1,
        hash: [byte; 32],
        issued_at: Instant::EPOCH,
        expires_at: Instant::EPOCH,
        spent_at: None,
    };
    let [old, successor] = [0, 1].map(token);
    let mut unit = store.begin().unwrap();
    unit.users().lock_shared(user.id).unwrap().unwrap();
    unit.sessions().insert(&old).unwrap();
    unit.sessions().find(&old.hash).unwrap().unwrap();
    unit.sessions().insert(&successor).unwrap();
    assert!(unit.sessions().spend(old.id, Instant::EPOCH).unwrap());
    unit.sessions().find_user(old.family).unwrap().unwrap();
    let kept = [old.id, successor.id];
    unit.sessions().keep_two(old.family, kept).unwrap();
    unit.sessions().prune(Instant::EPOCH).unwrap();
    unit.sessions().revoke_family(old.family).unwrap();
    unit.commit().unwrap();

    let mut unit = store.begin().unwrap();
    let before = unit.users().lock(user.id).unwrap().unwrap();
    let after = User {
        version: before.user.version + 1,
        ..before.user.clone()
    };
    let write = UserWrite {
        before,
        after,
        pictures: PictureChanges::default(),
    };
    assert!(unit.users().save(&write).unwrap());
    unit.commit().unwrap();

    let key = IdempotencyKey {
        user: user.id,
        hash: *Uuid::now_v7().as_bytes().repeat(2).first_chunk().unwrap(),
        request: [0; 32],
        resource: String::new(),
        used_at: Instant::EPOCH,
    };
    let mut unit = store.begin().unwrap();
    assert!(unit.idempotency().insert(&key).unwrap());
    unit.idempotency()
        .prune(user.id, 10, Instant::EPOCH)
        .unwrap();
    unit.commit().unwrap();

    let username = user.username.as_str();
    let mut data = store.read().unwrap();
    data.idempotency()
        .find(user.id, &key.hash, Instant::EPOCH)
        .unwrap();
    data.users().find(user.id).unwrap();
    data.users().find_by_username(username).unwrap();
    data.users().credentials(user.id).unwrap();
    data.users()
        .credentials_by_login(&Login::parse(username).unwrap())
        .unwrap();
    data.users()
        .credentials_by_login(&Login::parse("ada@example.org").unwrap())
        .unwrap();
    data.mail().due(Instant::EPOCH, 8).unwrap();
    let nobody = GrantId(Uuid::nil());
    data.grants().find(GrantKind::ApiKey, nobody).unwrap();
}

/// Polls a trip that has changed.
fn watch(store: &dyn Store, user: &User) {
    let watched = trip(user.id);
    let mut unit = store.begin().unwrap();
    unit.trips().insert(&watched).unwrap();
    unit.commit().unwrap();
    let query = WatchQuery {
        trips: vec![(watched.id, 0)],
        users: vec![user.id],
        refresh_tokens: vec![Uuid::nil()],
        api_keys: vec![GrantId(Uuid::nil())],
    };
    for _ in 0..4 {
        let state = store.read().unwrap().watch().poll(&query).unwrap();
        assert_eq!(state.changed.len(), 1);
    }
}

/// Rare, but the trips of the account are locked meanwhile.
fn delete_account(store: &dyn Store, user: &User) {
    let mut unit = store.begin().unwrap();
    unit.users().lock_with_trips(user.id).unwrap().unwrap();
    unit.users().delete(user.id, Instant::EPOCH).unwrap();
    unit.commit().unwrap();
}

/// Records the statements of the frequent operations on a store at a URL.
fn record_frequent(url: &str) -> Recorded {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    set_default_instrumentation(record).unwrap();
    let (_, database) = url.split_once("://").unwrap();
    let empty = || Recorded {
        database: database.to_owned(),
        ..Recorded::default()
    };
    *RECORDED.lock().unwrap() = Some(empty());
    // Cached trips would answer reads.
    let options = OpenOptions {
        trip_cache: 0,
        ..OpenOptions::default()
    };
    let store = open(url, &options).unwrap();
    let settings = RECORDED.lock().unwrap().take().unwrap().ran;
    store.migrate().unwrap();
    let [owner, guest] = ["ann", "bob"].map(|name| insert_user(&*store, name));
    let leaving = ["cat", "dan", "eve", "fay"].map(|name| insert_user(&*store, name));
    *RECORDED.lock().unwrap() = Some(Recorded {
        settings,
        ..empty()
    });
    for user in &leaving {
        use_trips(&*store, &owner);
        use_members(&*store, &owner, &guest);
        use_account(&*store, &owner);
        delete_account(&*store, user);
    }
    // SQLite prepares this one anew, since its text depends on how much is watched.
    if url.starts_with("postgres") {
        watch(&*store, &owner);
    }
    let mut recorded = RECORDED.lock().unwrap().take().unwrap();
    recorded.ran.retain(|text| {
        let mut controls = ["BEGIN", "COMMIT", "PRAGMA", "SET ", "SELECT set_config"].iter();
        !controls.any(|start| text.starts_with(start))
    });
    recorded
}

fn frequent_statements_are_prepared_once(url: &str) {
    let Recorded { ran, cached, .. } = record_frequent(url);
    let uncached: Vec<_> = ran.difference(&cached).collect();
    assert!(uncached.is_empty(), "prepared each time: {uncached:#?}");
    assert!(cached.len() >= 24, "{cached:#?}");
}

#[test]
fn frequent_statements_are_prepared_once_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wayfare.db");
    frequent_statements_are_prepared_once(&format!("sqlite://{}", file.display()));
}

#[test]
fn frequent_statements_are_prepared_once_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("statements").unwrap();
    frequent_statements_are_prepared_once(database.url());
}

//! What is asked often is prepared once: the statements of the frequent operations are kept on
//! their connection.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets the unexpected is to fail"
)]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use uuid::Uuid;
use wayfare_domain::trip::patch::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::{NewTrip, Trip, TripId};
use wayfare_domain::{Description, Instant, Name, PictureId, User, UserId, Username};
use wayfare_storage::{
    Change, OpenOptions, Picture, PictureChange, PictureOwner, RefreshToken, Store, TripUpdate,
    UserUpdate, Window, open,
};

/// Texts of statements that were run, and of those that were kept.
#[derive(Default)]
struct Seen {
    run: BTreeSet<String>,
    kept: BTreeSet<String>,
}

static SEEN: Mutex<Option<Seen>> = Mutex::new(None);

fn listen() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(seen) = seen.as_mut() else { return };
        match event {
            InstrumentationEvent::StartQuery { query, .. } => {
                let text = query.to_string();
                let text = text.split(" -- binds").next().unwrap_or_default();
                seen.run.insert(text.to_owned());
            }
            InstrumentationEvent::CacheQuery { sql, .. } => {
                seen.kept.insert(sql.to_owned());
            }
            _ => {}
        }
    }))
}

fn kept_user(store: &dyn Store, username: &str) -> User {
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
    };
    Trip::create(TripId(Uuid::now_v7()), owner, new, Instant::EPOCH).unwrap()
}

/// What a busy service does all day.
fn day(store: &dyn Store, user: &User) {
    let kept = trip(user.id);
    let picture = Picture {
        id: PictureId(Uuid::now_v7()),
        owner: PictureOwner::Trip(kept.id),
        source: None,
        content: None,
        created_at: Instant::EPOCH,
    };
    let token = RefreshToken {
        id: Uuid::now_v7(),
        family: Uuid::now_v7(),
        user: user.id,
        generation: Some(1),
        hash: [0; 32],
        issued_at: Instant::EPOCH,
        expires_at: Instant::EPOCH,
        spent_at: None,
    };
    let mut unit = store.begin().unwrap();
    unit.trips().insert(&kept).unwrap();
    unit.pictures()
        .insert(std::slice::from_ref(&picture))
        .unwrap();
    unit.sessions().insert(&token).unwrap();
    unit.sessions().lock(&token.hash).unwrap();
    unit.sessions().spend(token.id, Instant::EPOCH).unwrap();
    unit.sessions().revoke_family(token.family).unwrap();
    unit.users().lock(user.id).unwrap();
    unit.commit().unwrap();

    assert!(store.insert_trip(&trip(user.id), 1).unwrap());

    let mut unit = store.begin().unwrap();
    let (before, _) = unit.trips().lock(kept.id, user.id).unwrap().trip.unwrap();
    let after = Trip {
        version: 2,
        name: Name::new("Porto").unwrap(),
        ..Trip::clone(&before)
    };
    unit.trips().update(&before, &after).unwrap();
    unit.commit().unwrap();

    let at = |version| {
        Arc::new(Trip {
            version,
            ..Trip::clone(&before)
        })
    };
    let change = |from| Change {
        before: at(from),
        after: at(from + 1),
        by: user.id,
        generation: 1,
    };
    let pictures = PictureChange::default();
    assert!(
        store
            .update_trip(&TripUpdate {
                change: change(2),
                pictures: pictures.clone()
            })
            .unwrap()
    );
    assert_eq!(store.update_contents(&[change(3)]).unwrap(), [true]);
    let before = store
        .read()
        .unwrap()
        .users()
        .find(user.id)
        .unwrap()
        .unwrap();
    let after = User {
        version: before.user.version + 1,
        ..user.clone()
    };
    assert!(
        store
            .update_user(&UserUpdate {
                before,
                after,
                pictures
            })
            .unwrap()
    );

    let mut read = store.read().unwrap();
    read.users().find(user.id).unwrap();
    read.users()
        .find_by_username(user.username.as_str())
        .unwrap();
    read.users()
        .credentials_by_username(user.username.as_str())
        .unwrap();
    read.trips().find(kept.id, user.id).unwrap();
    read.trips().find(TripId(Uuid::nil()), user.id).unwrap();
    read.trips()
        .list(
            user.id,
            Some(Window {
                offset: 0,
                limit: 20,
            }),
            true,
        )
        .unwrap();
    read.trips().list_of(user.id, None).unwrap();
    read.trips()
        .find_list_owner(user.username.as_str(), Some(user.id))
        .unwrap();
    read.pictures().find(picture.id).unwrap();
    read.pictures().find_by_owner(picture.owner).unwrap();
}

#[test]
fn frequent_statements_are_prepared_once() {
    set_default_instrumentation(listen).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("statements").unwrap();
    for url in [
        format!("sqlite://{}/wayfare.db", folder.path().display()),
        database.url().to_owned(),
    ] {
        let store = open(&url, &OpenOptions::default()).unwrap();
        store.migrate().unwrap();
        let user = kept_user(&*store, "ann");
        *SEEN.lock().unwrap() = Some(Seen::default());
        for _ in 0..4 {
            day(&*store, &user);
        }
        let Seen { run, kept } = SEEN.lock().unwrap().take().unwrap();
        let control = |text: &str| {
            ["BEGIN", "COMMIT", "PRAGMA", "SET "]
                .iter()
                .any(|start| text.starts_with(start))
        };
        let anew: Vec<_> = run
            .iter()
            .filter(|text| !control(text) && !kept.contains(*text))
            .collect();
        assert!(anew.is_empty(), "prepared anew each time: {anew:#?}");
        assert!(kept.len() >= 18, "{kept:#?}");
    }
}

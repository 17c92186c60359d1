//! API keys: written, listed, used, ended with their account and its tokens; lists of trips that
//! are limited to those of a key.

use uuid::Uuid;
use wayfare_domain::{ApiKey, ApiKeyId, Date, KeyGrant, KeyScope, KeyTrips, Name, TripId, UserId};
use wayfare_storage::{ListQuery, Page, PasswordHash, StoredApiKey, TripList};

use crate::fixtures::{at, delete_user, insert_trip, insert_user, revoke_all_tokens};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    stores_every_field_with_the_generation,
    lists_the_keys_of_an_account_newest_first,
    deletes_one_key_of_its_account,
    records_the_day_of_a_use,
    keys_end_with_the_account_and_with_all_tokens_but_not_with_a_password,
    lists_only_the_trips_that_a_key_names,
);

pub(crate) fn api_key(user: UserId, millis: i64) -> StoredApiKey {
    let key = ApiKey {
        id: ApiKeyId(Uuid::now_v7()),
        user,
        name: Name::new("Calendar").unwrap(),
        grant: KeyGrant {
            scope: KeyScope::Read,
            trips: None,
        },
        expires_at: None,
        created_at: at(millis),
        last_used: None,
    };
    StoredApiKey { key, hash: [7; 32] }
}

pub(crate) fn insert_key(store: &TestStore, key: &StoredApiKey) {
    store.commit(|unit| unit.api_keys().insert(key));
}

fn find(store: &TestStore, key: &StoredApiKey) -> Option<(StoredApiKey, i64)> {
    store.read(|data| data.api_keys().find(key.key.id))
}

fn list(store: &TestStore, user: UserId) -> Vec<ApiKey> {
    store.read(|data| data.api_keys().list(user))
}

fn stores_every_field_with_the_generation(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let plain = api_key(ann, 0);
    let mut rich = api_key(ann, 1);
    rich.key.name = Name::new("For \u{1F9ED} \"home\"").unwrap();
    rich.key.grant = KeyGrant {
        scope: KeyScope::Write,
        trips: KeyTrips::new([2, 1].map(|id| TripId(Uuid::from_u128(id)))).ok(),
    };
    rich.key.expires_at = Some(at(9));
    rich.key.last_used = Some(Date::parse("2026-05-01").unwrap());
    rich.hash = [255; 32];
    for made in [&plain, &rich] {
        assert_eq!(find(store, made), None);
        insert_key(store, made);
        assert_eq!(find(store, made), Some((made.clone(), 1)));
    }
}

fn lists_the_keys_of_an_account_newest_first(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let keys = [2, 1, 3].map(|millis| api_key(ann, millis));
    for key in &keys {
        insert_key(store, key);
    }
    insert_key(store, &api_key(bob, 4));
    let [second, first, third] = keys.map(|stored| stored.key);
    assert_eq!(list(store, ann), [third, second, first]);
    assert_eq!(list(store, UserId(Uuid::now_v7())), []);
}

fn deletes_one_key_of_its_account(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let keys = [api_key(ann, 0), api_key(ann, 1)];
    for key in &keys {
        insert_key(store, key);
    }
    let delete =
        |user, key: &StoredApiKey| store.commit(|unit| unit.api_keys().delete(user, key.key.id));
    assert!(!delete(bob, &keys[0]), "another account");
    assert!(delete(ann, &keys[0]));
    assert!(!delete(ann, &keys[0]), "gone");
    assert_eq!(list(store, ann), [keys[1].key.clone()]);
}

fn records_the_day_of_a_use(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let (used, other) = (api_key(ann, 0), api_key(ann, 1));
    insert_key(store, &used);
    insert_key(store, &other);
    for day in ["2026-05-01", "2026-05-02", "2026-05-02"] {
        let day = Date::parse(day).unwrap();
        store.commit(|unit| unit.api_keys().record_use(ann, used.key.id, day));
        let (found, _) = find(store, &used).unwrap();
        assert_eq!(found.key.last_used, Some(day));
    }
    assert_eq!(find(store, &other), Some((other, 1)));
    let nowhere = ApiKeyId(Uuid::now_v7());
    let day = Date::parse("2026-05-01").unwrap();
    store.commit(|unit| unit.api_keys().record_use(ann, nowhere, day));
}

fn keys_end_with_the_account_and_with_all_tokens_but_not_with_a_password(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let (of_ann, of_bob) = (api_key(ann, 0), api_key(bob, 0));
    insert_key(store, &of_ann);
    insert_key(store, &of_bob);
    let password = PasswordHash("$argon2id$".into());
    let set = |user, generation| {
        let users = |unit: &mut dyn wayfare_storage::UnitOfWork| {
            let password = Some(&password);
            unit.users().revoke_all_tokens(user, generation, password)
        };
        store.commit(users)
    };
    assert!(set(ann, 1));
    assert_eq!(find(store, &of_ann), Some((of_ann.clone(), 2)));
    let stale = store.commit(|unit| unit.users().revoke_all_tokens(ann, 1, None));
    assert!(!stale && find(store, &of_ann).is_some());
    revoke_all_tokens(store, ann, 2);
    assert_eq!(find(store, &of_ann), None);
    assert!(find(store, &of_bob).is_some());
    delete_user(store, bob).unwrap();
    assert_eq!(find(store, &of_bob), None);
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
            caller: ann,
            only,
            page,
            with_people: true,
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

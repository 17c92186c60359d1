//! Users and their credentials.

mod identities;
pub(super) mod sessions;

use uuid::Uuid;
use wayfare_domain::{Login, ShortText, User, UserId, Username};
use wayfare_storage::{
    Account, Error, ListQuery, PasswordHash, PictureChanges, PictureOwner, Result, UniqueValue,
    UserWrite,
};

use crate::fixtures::{
    at, ids, insert_trip, insert_user, revoke_all_tokens, rich_user, save_user, short, user,
};
use crate::pictures::{insert_picture, picture};
use crate::store::{TestStore, test_on_both_backends};
use sessions::{exists, insert_tokens, token};

test_on_both_backends!(
    finds_an_inserted_user,
    returns_none_for_a_missing_user,
    refuses_a_taken_username_in_any_case,
    saves_every_field,
    saves_the_record_of_a_picture,
    saves_nothing_for_a_stale_version_or_generation,
    refuses_to_rename_to_a_taken_username,
    lists_users_in_pages,
    finds_people_by_username_and_id,
    finds_credentials_by_id_and_username,
    revokes_all_tokens_of_a_generation_once,
    deletes_a_user_with_trips_sessions_and_pictures,
    ignores_the_deletion_of_a_missing_user,
);

fn account(store: &TestStore, id: UserId) -> Account {
    store.read(|data| data.users().find(id)).unwrap()
}

fn assert_username_taken<T: std::fmt::Debug>(result: &Result<T>) {
    let is_taken = matches!(result, Err(Error::Duplicate(UniqueValue::Username)));
    assert!(is_taken, "{result:?}");
}

fn finds_an_inserted_user(store: &TestStore) {
    for inserted in [rich_user("Zoe.O-Neil_1"), user("plain")] {
        let generation = store.commit(|unit| unit.users().insert(&inserted, None));
        let by_id = account(store, inserted.id);
        assert_eq!((&by_id.user, by_id.generation), (&inserted, 1));
        assert_eq!(generation, 1);
        let upper_case = inserted.username.as_str().to_ascii_uppercase();
        for account in [
            store.read(|data| data.users().find_by_username(&upper_case)),
            store.commit(|unit| unit.users().lock(inserted.id)),
            store.commit(|unit| unit.users().lock_shared(inserted.id)),
        ] {
            let account = account.unwrap();
            assert_eq!((account.user, account.generation), (inserted.clone(), 1));
        }
    }
}

fn lists_users_in_pages(store: &TestStore) {
    assert!(store.read(|data| data.users().list(None, 10)).is_empty());
    let hash = PasswordHash("hash".to_owned());
    for (name, password) in [("carl", None), ("Ben", Some(&hash)), ("ada", None)] {
        let new = user(name);
        store.commit(|unit| unit.users().insert(&new, password));
    }
    let page = |after: Option<&str>, limit| {
        let after = after.map(|name| Username::new(name).unwrap());
        let page = store.read(|data| data.users().list(after.as_ref(), limit));
        let users = page.into_iter();
        users
            .map(|overview| (overview.user.username.to_string(), overview.has_password))
            .collect::<Vec<_>>()
    };
    let [ada, ben, carl] = [("ada", false), ("Ben", true), ("carl", false)]
        .map(|(name, has_password)| (name.to_owned(), has_password));
    assert_eq!(page(None, 2), [ada.clone(), ben.clone()]);
    assert_eq!(page(Some("BEN"), 2), std::slice::from_ref(&carl));
    assert_eq!(page(Some("b"), 9), [ben, carl], "nobody has this name");
    assert!(page(Some("carl"), 2).is_empty());
}

fn returns_none_for_a_missing_user(store: &TestStore) {
    let missing = UserId(Uuid::now_v7());
    for account in [
        store.read(|data| data.users().find(missing)),
        store.read(|data| data.users().find_by_username("missing")),
        store.commit(|unit| unit.users().lock(missing)),
        store.commit(|unit| unit.users().lock_shared(missing)),
    ] {
        assert!(account.is_none());
    }
    for credentials in [
        store.read(|data| data.users().credentials(missing)),
        store.read(|data| {
            data.users()
                .credentials_by_login(&Login::parse("missing").unwrap())
        }),
    ] {
        assert!(credentials.is_none());
    }
    assert!(!store.commit(|unit| unit.users().revoke_all_tokens(missing, 1, None)));
}

fn refuses_a_taken_username_in_any_case(store: &TestStore) {
    insert_user(store, "Ann");
    let second = user("aNN");
    assert_username_taken(&store.try_commit(|unit| unit.users().insert(&second, None)));
    assert!(store.read(|data| data.users().find(second.id)).is_none());
}

fn saves_every_field(store: &TestStore) {
    let before = user("before");
    store.commit(|unit| unit.users().insert(&before, None));
    let after = User {
        id: before.id,
        created_at: before.created_at,
        ..rich_user("after")
    };
    assert!(save_user(store, &after));
    assert_eq!(account(store, before.id).user, after);
    let by_old_name = store.read(|data| data.users().find_by_username("before"));
    assert!(by_old_name.is_none());

    let emptied = User {
        email: None,
        is_email_confirmed: false,
        picture: None,
        links: Vec::new(),
        version: 8,
        ..after
    };
    assert!(save_user(store, &emptied));
    assert_eq!(account(store, before.id).user, emptied);
}

fn saves_the_record_of_a_picture(store: &TestStore) {
    let id = insert_user(store, "ann");
    let owner = PictureOwner::User(id);
    let removed = insert_picture(store, owner);
    let before = account(store, id);
    let added = picture(owner);
    let after = User {
        picture: Some(added.id),
        version: before.user.version + 1,
        ..before.user.clone()
    };
    let pictures = PictureChanges {
        added: vec![added.clone()],
        removed: vec![removed],
    };
    let write = UserWrite {
        before,
        after: after.clone(),
        pictures,
    };
    assert!(store.commit(|unit| unit.users().save(&write)));
    assert_eq!(account(store, id).user, after);
    let records = store.read(|data| data.pictures().find_by_owner(owner));
    assert_eq!(records, [added]);
}

fn saves_nothing_for_a_stale_version_or_generation(store: &TestStore) {
    let [stale, revoked, deleted] =
        ["stale", "revoked", "deleted"].map(|name| account(store, insert_user(store, name)));
    let newer = User {
        version: 2,
        ..stale.user.clone()
    };
    assert!(save_user(store, &newer));
    revoke_all_tokens(store, revoked.user.id, 1);
    store.commit(|unit| unit.users().delete(deleted.user.id, at(1)));
    for before in [&stale, &revoked, &deleted] {
        let owner = PictureOwner::User(before.user.id);
        let write = UserWrite {
            before: before.clone(),
            after: User {
                interests: vec![short("x")],
                version: 2,
                ..before.user.clone()
            },
            pictures: PictureChanges {
                added: vec![picture(owner)],
                removed: Vec::new(),
            },
        };
        assert!(!store.commit(|unit| unit.users().save(&write)));
        let records = store.read(|data| data.pictures().find_by_owner(owner));
        assert_eq!(records, []);
    }
    assert_eq!(account(store, stale.user.id).user, newer);
    assert_eq!(account(store, revoked.user.id).user, revoked.user);
}

fn refuses_to_rename_to_a_taken_username(store: &TestStore) {
    insert_user(store, "taken");
    let before = account(store, insert_user(store, "other"));
    let renamed = |name: &str| UserWrite {
        before: before.clone(),
        after: User {
            username: Username::new(name).unwrap(),
            ..before.user.clone()
        },
        pictures: PictureChanges::default(),
    };
    assert_username_taken(&store.try_commit(|unit| unit.users().save(&renamed("TAKEN"))));
    assert_eq!(account(store, before.user.id).user, before.user);
    assert!(store.commit(|unit| unit.users().save(&renamed("OTHER"))));
}

fn finds_people_by_username_and_id(store: &TestStore) {
    let ann = User {
        email: Some(short("ann@example.org")),
        ..user("Ann")
    };
    store.commit(|unit| unit.users().insert(&ann, None));
    let bob = insert_user(store, "bob");
    insert_user(store, "cid");
    let references = [
        "ANN".into(),
        bob.to_string().to_uppercase(),
        "missing".into(),
        Uuid::now_v7().to_string(),
    ];
    let mut people = store.read(|data| data.users().find_people(&references));
    people.sort_by_key(|person| person.username.key());
    let found: Vec<_> = people
        .iter()
        .map(|person| (person.id, person.email.clone(), person.share_email))
        .collect();
    assert_eq!(found, [(ann.id, ann.email, false), (bob, None, false)]);
    assert_eq!(people[0].username.as_str(), "Ann");
    assert_eq!(store.read(|data| data.users().find_people(&[])), []);
    let both = [ann.id.to_string(), "ann".into()];
    assert_eq!(store.read(|data| data.users().find_people(&both)).len(), 1);
}

fn finds_credentials_by_id_and_username(store: &TestStore) {
    let ann = user("Ann");
    store.commit(|unit| unit.users().insert(&ann, None));
    let unset = store.read(|data| data.users().credentials(ann.id)).unwrap();
    assert_eq!(
        (unset.user, unset.generation, unset.password),
        (ann.id, 1, None)
    );

    let hash = PasswordHash("$argon2id$v=19$…".into());
    assert!(store.commit(|unit| unit.users().revoke_all_tokens(ann.id, 1, Some(&hash))));
    for set in [
        store.read(|data| data.users().credentials(ann.id)),
        store.read(|data| {
            data.users()
                .credentials_by_login(&Login::parse("ANN").unwrap())
        }),
    ] {
        let set = set.unwrap();
        assert_eq!(
            (set.user, set.generation, set.password),
            (ann.id, 2, Some(hash.clone()))
        );
    }
    let edited = User {
        email: Some(ShortText::EMPTY),
        ..ann.clone()
    };
    assert!(save_user(store, &edited));
    let unchanged = store.read(|data| data.users().credentials(ann.id)).unwrap();
    assert_eq!(unchanged.password, Some(hash));

    let bob = user("bob");
    let first = PasswordHash("first".into());
    store.commit(|unit| unit.users().insert(&bob, Some(&first)));
    let inserted = store.read(|data| data.users().credentials(bob.id)).unwrap();
    assert_eq!(inserted.password, Some(first));
}

fn revokes_all_tokens_of_a_generation_once(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let (of_ann, of_bob) = (token(ann, 1), token(bob, 2));
    insert_tokens(store, &[&of_ann, &of_bob]);
    let revoke = |generation, password: &str| {
        let hash = PasswordHash(password.into());
        store.commit(|unit| unit.users().revoke_all_tokens(ann, generation, Some(&hash)))
    };
    let credentials = || {
        let credentials = store.read(|data| data.users().credentials(ann)).unwrap();
        (credentials.generation, credentials.password)
    };
    assert!(revoke(1, "first"));
    assert_eq!(
        [&of_ann, &of_bob].map(|token| exists(store, token)),
        [false, true]
    );
    let first = Some(PasswordHash("first".into()));
    assert_eq!(credentials(), (2, first.clone()));

    // A stale generation changes nothing.
    insert_tokens(store, &[&of_ann]);
    assert!(!revoke(1, "second"));
    assert!(exists(store, &of_ann));
    assert_eq!(credentials(), (2, first.clone()));

    revoke_all_tokens(store, ann, 2);
    assert_eq!(credentials(), (3, first));
    assert!(!exists(store, &of_ann));
    assert_eq!(account(store, bob).generation, 1);
}

fn deletes_a_user_with_trips_sessions_and_pictures(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    let own = insert_trip(store, ann, &[bob]);
    let joined = insert_trip(store, bob, &[ann, cid]);
    let other = insert_trip(store, bob, &[cid]);
    let (of_ann, of_bob) = (token(ann, 1), token(bob, 2));
    insert_tokens(store, &[&of_ann, &of_bob]);
    let picture = insert_picture(store, PictureOwner::Trip(own.id));
    let own_before = store.read(|data| data.trips().find(own.id, bob));
    assert!(own_before.trip.is_some());

    let deleted = store.commit(|unit| unit.users().delete(ann, at(500)));
    assert_eq!(deleted, [picture]);
    assert!(store.read(|data| data.users().find(ann)).is_none());
    let own = store.read(|data| data.trips().find(own.id, bob));
    assert!(own.trip.is_none());
    assert_eq!(
        [&of_ann, &of_bob].map(|token| exists(store, token)),
        [false, true]
    );

    let left = store.read(|data| data.trips().find(joined.id, bob));
    let (left, people) = left.parse().unwrap().unwrap();
    assert_eq!((left.version, left.updated_at), (2, at(500)));
    assert_eq!(left.members, [bob, cid]);
    assert_eq!(ids(&people), [bob, cid]);
    let unchanged = store.read(|data| data.trips().find(other.id, bob));
    let (unchanged, _) = unchanged.parse().unwrap().unwrap();
    assert_eq!(*unchanged, other);
    let query = ListQuery::own(bob);
    assert_eq!(store.read(|data| data.trips().list(&query)).total, 2);
}

fn ignores_the_deletion_of_a_missing_user(store: &TestStore) {
    let missing = UserId(Uuid::now_v7());
    let deleted = store.commit(|unit| unit.users().delete(missing, at(0)));
    assert_eq!(deleted, []);
}

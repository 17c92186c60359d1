//! Users and their credentials.

use uuid::Uuid;
use wayfare_domain::{ShortText, User, UserId, Username};
use wayfare_storage::{Error, PasswordHash, PictureOwner, Renewal};

use crate::bench::{Bench, on_both};
use crate::pictures::kept;
use crate::samples::{at, kept_trip, kept_user, rich_user, short, user};
use crate::sessions::token;

on_both!(
    a_user_comes_back_as_kept,
    what_is_not_there_is_none,
    a_username_is_taken_in_any_case,
    an_update_writes_every_field,
    a_rename_to_a_taken_name_is_refused,
    an_update_of_a_user_who_is_gone_conflicts,
    people_are_found_by_username_and_by_id,
    credentials_follow_the_password,
    all_tokens_are_made_void_once,
    a_generation_is_raised,
    a_deleted_user_takes_along_what_is_theirs,
    deleting_nobody_does_nothing,
);

fn a_user_comes_back_as_kept(bench: &Bench) {
    for user in [rich_user("Zoe.O-Neil_1"), user("plain")] {
        bench.work(|unit| unit.users().insert(&user, None));
        let by_id = bench.look(|read| read.users().find(user.id)).unwrap();
        assert_eq!(by_id.user, user);
        assert_eq!(by_id.generation, 1);
        let shouted = user.username.as_str().to_ascii_uppercase();
        assert_eq!(
            bench
                .look(|read| read.users().find_by_username(&shouted))
                .unwrap()
                .user,
            user
        );
        assert_eq!(
            bench.work(|unit| unit.users().lock(user.id)).unwrap().user,
            user
        );
    }
}

fn what_is_not_there_is_none(bench: &Bench) {
    let nobody = UserId(Uuid::now_v7());
    assert!(bench.look(|read| read.users().find(nobody)).is_none());
    assert!(
        bench
            .look(|read| read.users().find_by_username("nobody"))
            .is_none()
    );
    assert!(
        bench
            .look(|read| read.users().credentials(nobody))
            .is_none()
    );
    assert!(
        bench
            .look(|read| read.users().credentials_by_username("nobody"))
            .is_none()
    );
    assert!(bench.work(|unit| unit.users().lock(nobody)).is_none());
}

fn a_username_is_taken_in_any_case(bench: &Bench) {
    kept_user(bench, "Ann");
    let second = user("aNN");
    let refused = bench.try_work(|unit| unit.users().insert(&second, None));
    assert!(matches!(refused, Err(Error::Duplicate)), "{refused:?}");
    assert!(bench.look(|read| read.users().find(second.id)).is_none());
}

fn an_update_writes_every_field(bench: &Bench) {
    let before = user("before");
    bench.work(|unit| unit.users().insert(&before, None));
    let after = User {
        id: before.id,
        created_at: before.created_at,
        ..rich_user("after")
    };
    bench.work(|unit| unit.users().update(&after));
    assert_eq!(
        bench
            .look(|read| read.users().find(before.id))
            .unwrap()
            .user,
        after
    );
    assert!(
        bench
            .look(|read| read.users().find_by_username("before"))
            .is_none()
    );

    let bare = User {
        email: None,
        picture: None,
        links: Vec::new(),
        version: 8,
        ..after
    };
    bench.work(|unit| unit.users().update(&bare));
    assert_eq!(
        bench
            .look(|read| read.users().find(before.id))
            .unwrap()
            .user,
        bare
    );
}

fn a_rename_to_a_taken_name_is_refused(bench: &Bench) {
    kept_user(bench, "taken");
    let other = user("other");
    bench.work(|unit| unit.users().insert(&other, None));
    let renamed = User {
        username: Username::new("TAKEN").unwrap(),
        ..other.clone()
    };
    let refused = bench.try_work(|unit| unit.users().update(&renamed));
    assert!(matches!(refused, Err(Error::Duplicate)), "{refused:?}");
    assert_eq!(
        bench.look(|read| read.users().find(other.id)).unwrap().user,
        other
    );
    let recased = User {
        username: Username::new("OTHER").unwrap(),
        ..other
    };
    bench.work(|unit| unit.users().update(&recased));
}

fn an_update_of_a_user_who_is_gone_conflicts(bench: &Bench) {
    let gone = user("gone");
    for refused in [
        bench.try_work(|unit| unit.users().update(&gone)),
        bench.try_work(|unit| unit.users().raise_generation(gone.id)),
        bench.try_work(|unit| {
            unit.users()
                .set_password(gone.id, &PasswordHash("h".into()))
        }),
    ] {
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    }
}

fn people_are_found_by_username_and_by_id(bench: &Bench) {
    let ann = User {
        email: Some(short("ann@example.org")),
        ..user("Ann")
    };
    bench.work(|unit| unit.users().insert(&ann, None));
    let bob = kept_user(bench, "bob");
    kept_user(bench, "cid");
    let references = [
        "ANN".into(),
        bob.to_string().to_uppercase(),
        "nobody".into(),
        Uuid::now_v7().to_string(),
    ];
    let mut people = bench.look(|read| read.users().find_people(&references));
    people.sort_by_key(|person| person.username.key());
    let found: Vec<_> = people
        .iter()
        .map(|person| (person.id, person.email.clone(), person.share_email))
        .collect();
    assert_eq!(found, [(ann.id, ann.email, false), (bob, None, false)]);
    assert_eq!(people[0].username.as_str(), "Ann");
    assert_eq!(bench.look(|read| read.users().find_people(&[])), []);
    let both = [ann.id.to_string(), "ann".into()];
    assert_eq!(bench.look(|read| read.users().find_people(&both)).len(), 1);
}

fn credentials_follow_the_password(bench: &Bench) {
    let ann = user("Ann");
    bench.work(|unit| unit.users().insert(&ann, None));
    let none = bench.look(|read| read.users().credentials(ann.id)).unwrap();
    assert_eq!(
        (none.user, none.generation, none.password),
        (ann.id, 1, None)
    );

    let hash = PasswordHash("$argon2id$v=19$…".into());
    bench.work(|unit| unit.users().set_password(ann.id, &hash));
    for set in [
        bench.look(|read| read.users().credentials(ann.id)).unwrap(),
        bench
            .look(|read| read.users().credentials_by_username("ANN"))
            .unwrap(),
    ] {
        assert_eq!(
            (set.user, set.generation, set.password),
            (ann.id, 2, Some(hash.clone()))
        );
    }
    bench.work(|unit| {
        unit.users().update(&User {
            email: Some(ShortText::EMPTY),
            ..ann.clone()
        })
    });
    assert_eq!(
        bench
            .look(|read| read.users().credentials(ann.id))
            .unwrap()
            .password,
        Some(hash)
    );

    let bob = user("bob");
    let first = PasswordHash("first".into());
    bench.work(|unit| unit.users().insert(&bob, Some(&first)));
    assert_eq!(
        bench
            .look(|read| read.users().credentials(bob.id))
            .unwrap()
            .password,
        Some(first)
    );
}

fn all_tokens_are_made_void_once(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let tokens = [token(ann, 1), token(bob, 2)];
    bench.work(|unit| {
        tokens
            .iter()
            .try_for_each(|token| unit.sessions().insert(token))
    });
    let renewal = Renewal {
        user: ann,
        generation: 1,
        password: Some(PasswordHash("first".into())),
    };
    let made = [(); 2].map(|()| bench.renew(&renewal).unwrap());
    assert_eq!(made, [true, false]);
    let left = tokens.map(|token| {
        bench
            .look(|read| read.sessions().find(&token.hash))
            .is_some()
    });
    assert_eq!(left, [false, true]);
    assert!(
        bench
            .renew(&Renewal {
                generation: 2,
                password: None,
                ..renewal
            })
            .unwrap()
    );
    let now = bench.look(|read| read.users().credentials(ann)).unwrap();
    assert_eq!(
        (now.generation, now.password),
        (3, Some(PasswordHash("first".into())))
    );
    assert_eq!(
        bench
            .look(|read| read.users().credentials(bob))
            .unwrap()
            .generation,
        1
    );
}

fn a_generation_is_raised(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let bob = kept_user(bench, "bob");
    bench.work(|unit| unit.users().raise_generation(ann));
    bench.work(|unit| unit.users().raise_generation(ann));
    assert_eq!(
        bench
            .look(|read| read.users().find(ann))
            .unwrap()
            .generation,
        3
    );
    assert_eq!(
        bench
            .look(|read| read.users().find(bob))
            .unwrap()
            .generation,
        1
    );
}

fn a_deleted_user_takes_along_what_is_theirs(bench: &Bench) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| kept_user(bench, name));
    let own = kept_trip(bench, ann, &[bob]);
    let joined = kept_trip(bench, bob, &[ann, cid]);
    let foreign = kept_trip(bench, bob, &[cid]);
    let (hers, his) = (token(ann, 1), token(bob, 2));
    bench.work(|unit| unit.sessions().insert(&hers));
    bench.work(|unit| unit.sessions().insert(&his));

    let picture = kept(bench, PictureOwner::Trip(own.id));
    assert_eq!(
        bench.work(|unit| unit.users().delete(ann, at(500))),
        [picture]
    );
    assert!(bench.look(|read| read.users().find(ann)).is_none());
    assert!(
        bench
            .look(|read| read.trips().find(own.id, bob))
            .trip
            .is_none()
    );
    assert!(
        bench
            .work(|unit| unit.sessions().lock(&hers.hash))
            .is_none()
    );
    assert!(bench.work(|unit| unit.sessions().lock(&his.hash)).is_some());

    let (left, people) = bench
        .look(|read| read.trips().find(joined.id, bob))
        .trip
        .unwrap();
    assert_eq!(
        (left.version, left.updated_at, &left.members[..]),
        (2, at(500), &[bob, cid][..])
    );
    assert_eq!(
        people.iter().map(|person| person.id).collect::<Vec<_>>(),
        [bob, cid]
    );
    let (untouched, _) = bench
        .look(|read| read.trips().find(foreign.id, bob))
        .trip
        .unwrap();
    assert_eq!(*untouched, foreign);
    assert_eq!(
        bench.look(|read| read.trips().list(bob, None, false)).total,
        2
    );
}

fn deleting_nobody_does_nothing(bench: &Bench) {
    assert_eq!(
        bench.work(|unit| unit.users().delete(UserId(Uuid::now_v7()), at(0))),
        []
    );
}

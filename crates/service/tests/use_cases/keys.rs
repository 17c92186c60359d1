//! API keys as programs with the service inside use them.

use futures_util::FutureExt;
use wayfare_domain::{Action, GrantId, GrantKind, KeyScope, Name};
use wayfare_service::{Caller, Error, GrantPlace, NewApiKey, Precondition};

use crate::world::{CLIENT, World, new_trip};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    a_key_is_a_caller_with_less,
    only_a_key_asks_the_database,
    a_deleted_key_voids_nothing_else,
);

fn new(scope: KeyScope) -> NewApiKey {
    NewApiKey {
        name: Name::new("Key").ok(),
        scope: Some(scope),
        ..NewApiKey::default()
    }
}

async fn open(world: &World, text: &str) -> Result<Caller, Error> {
    let opened = world.service.grants.verify_key(CLIENT, text).await;
    opened.map(|credential| credential.caller)
}

async fn revoke(world: &World, ada: Caller, key: GrantId) -> Result<(), Error> {
    let (kind, place) = (GrantKind::ApiKey, GrantPlace::Account("ada".to_owned()));
    let grants = &world.service.grants;
    grants
        .revoke(ada, kind, place, key, Precondition::None)
        .await
}

async fn a_key_is_a_caller_with_less(world: World) {
    let ada = world.user("ada").await;
    let trip = world.trip(ada, "Lisbon", true).await;
    let (keys, trips) = (&world.service.grants, &world.service.trips);
    let made = keys
        .make_key(ada, "ada", new(KeyScope::Read))
        .await
        .unwrap();
    assert!(!format!("{made:?}").contains(&made.token));
    let program = open(&world, &made.token).await.unwrap();
    assert_eq!((program.user, program.client()), (ada.user, ada.client()));
    trips.read(program, trip).await.unwrap();
    let edit = trips.authorize(program, trip, Action::Edit).await;
    assert_refused!(edit, NotPermitted);
    let created = trips.create(program, new_trip("Rome", true)).await;
    assert_refused!(created, NotPermitted);
    let own = world.service.accounts.own(program).await;
    assert_refused!(own, NotPermitted);
    let account = world.service.accounts.account_of(program).await.unwrap();
    assert_eq!(account.id, ada.user);
    let by_key = keys.make_key(program, "ada", new(KeyScope::Read)).await;
    assert_refused!(by_key, NotPermitted);
    let revoked = world.service.sessions.revoke_all(program).await;
    assert_refused!(revoked, NotPermitted);
}

async fn only_a_key_asks_the_database(world: World) {
    let ada = world.user("ada").await;
    let keys = &world.service.grants;
    let text = keys.make_key(ada, "ada", new(KeyScope::Write)).await;
    let text = text.unwrap().token;
    let mistyped = text.replace("wayfare_", "wayfare_0");
    for wrong in [mistyped.as_str(), "", "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"] {
        // What is answered at once has asked nobody.
        let answer = keys.verify_key(CLIENT, wrong).now_or_never().unwrap();
        assert_refused!(answer, TokenRefused);
    }
    open(&world, &text).await.unwrap();
}

async fn a_deleted_key_voids_nothing_else(world: World) {
    let ada = world.user("ada").await;
    let keys = &world.service.grants;
    let [first, second] = [
        keys.make_key(ada, "ada", new(KeyScope::Write))
            .await
            .unwrap(),
        keys.make_key(ada, "ada", new(KeyScope::Write))
            .await
            .unwrap(),
    ];
    let elsewhere = world.another_server();
    revoke(&world, ada, first.grant.id).await.unwrap();
    let opened = elsewhere.grants.verify_key(CLIENT, &first.token).await;
    assert_refused!(opened, TokenRefused);
    open(&world, &second.token).await.unwrap();
    let again = revoke(&world, ada, first.grant.id).await;
    assert_refused!(again, NotFound);
    assert_eq!(keys.keys(ada, "ada").await.unwrap().len(), 1);
}

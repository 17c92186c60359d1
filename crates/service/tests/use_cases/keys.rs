//! API keys as programs with the service inside use them.

use futures_util::FutureExt;
use wayfare_domain::{Action, KeyScope, Name};
use wayfare_service::{Caller, Error, NewApiKey};

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
    let opened = world.service.keys.open(CLIENT, text).await;
    opened.map(|credential| credential.caller)
}

async fn a_key_is_a_caller_with_less(world: World) {
    let ada = world.user("ada").await;
    let trip = world.trip(ada, "Lisbon", true).await;
    let (keys, trips) = (&world.service.keys, &world.service.trips);
    let made = keys.create(ada, "ada", new(KeyScope::Read)).await.unwrap();
    assert!(!format!("{made:?}").contains(&made.text));
    let program = open(&world, &made.text).await.unwrap();
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
    let by_key = keys.create(program, "ada", new(KeyScope::Read)).await;
    assert_refused!(by_key, NotPermitted);
    let revoked = world.service.sessions.revoke_all(program).await;
    assert_refused!(revoked, NotPermitted);
}

async fn only_a_key_asks_the_database(world: World) {
    let ada = world.user("ada").await;
    let keys = &world.service.keys;
    let text = keys.create(ada, "ada", new(KeyScope::Write)).await;
    let text = text.unwrap().text;
    let mistyped = text.replace("wayfare_", "wayfare_0");
    for wrong in [mistyped.as_str(), "", "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"] {
        // What is answered at once has asked nobody.
        let answer = keys.open(CLIENT, wrong).now_or_never().unwrap();
        assert_refused!(answer, TokenRefused);
    }
    open(&world, &text).await.unwrap();
}

async fn a_deleted_key_voids_nothing_else(world: World) {
    let ada = world.user("ada").await;
    let keys = &world.service.keys;
    let [first, second] = [
        keys.create(ada, "ada", new(KeyScope::Write)).await.unwrap(),
        keys.create(ada, "ada", new(KeyScope::Write)).await.unwrap(),
    ];
    let elsewhere = world.another_server();
    keys.delete(ada, "ada", first.key.id).await.unwrap();
    let opened = elsewhere.keys.open(CLIENT, &first.text).await;
    assert_refused!(opened, TokenRefused);
    open(&world, &second.text).await.unwrap();
    let again = keys.delete(ada, "ada", first.key.id).await;
    assert_refused!(again, NotFound);
    assert_eq!(keys.list(ada, "ada").await.unwrap().len(), 1);
}

//! Accounts: creation, updates, permission and deletion.

use wayfare_domain::user::UserPatch;
use wayfare_domain::{Action, Username};
use wayfare_service::{
    Error, NewAccount, Password, PictureInput, Precondition, SignedUp, UserUpdateRequest, email,
};
use wayfare_storage::PictureOwner;

use crate::world::{
    CLIENT, DAY, MINUTE, World, changed, invalid, new_account, new_trip, rename, unchanged,
};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    accounts_without_a_password_get_a_token_for_a_year,
    accounts_with_a_password_get_a_short_token,
    taken_and_reserved_usernames_are_refused_in_any_case,
    finds_users_in_any_case,
    tokens_survive_a_change_of_username,
    only_the_user_may_change_an_account,
    an_update_without_effect_does_not_raise_the_version,
    checks_the_precondition_last,
    a_remote_picture_can_be_replaced_and_removed,
    deleting_a_user_deletes_their_trips_and_voids_their_token,
);

fn edit(patch: UserPatch) -> UserUpdateRequest {
    UserUpdateRequest {
        patch,
        ..UserUpdateRequest::default()
    }
}

fn named(username: &str) -> UserUpdateRequest {
    edit(UserPatch {
        username: Some(Username::new(username).unwrap()),
        ..UserPatch::default()
    })
}

fn pictured(input: PictureInput) -> UserUpdateRequest {
    UserUpdateRequest {
        picture: Some(input),
        ..UserUpdateRequest::default()
    }
}

/// Creates an account.
async fn sign_up(world: &World, new: NewAccount) -> SignedUp {
    let accounts = &world.service.accounts;
    accounts.create(CLIENT, new).await.unwrap()
}

async fn accounts_without_a_password_get_a_token_for_a_year(world: World) {
    let new = NewAccount {
        email: Some(email("ann@example.org").unwrap()),
        ..new_account("Ann")
    };
    let SignedUp {
        user,
        access_token: issued,
        refresh_token,
    } = sign_up(&world, new).await;
    assert_eq!(
        (user.username.as_str(), user.name.as_str(), user.version),
        ("Ann", "Ann", 1)
    );
    assert_eq!(user.email.as_deref(), Some("ann@example.org"));
    assert!(user.description.is_empty() && user.links.is_empty() && user.interests.is_empty());
    assert_eq!(
        (user.picture, user.settings, user.privacy),
        (None, Default::default(), Default::default())
    );
    assert_eq!(issued.expires_in, 365 * DAY);
    assert_eq!(refresh_token, None);
    let caller = world.service.sessions.verify(&issued.token).unwrap();
    assert_eq!(world.service.accounts.own(caller).await.unwrap(), user);
    world.clock.advance(364 * DAY);
    assert!(world.service.sessions.verify(&issued.token).is_ok());
    world.clock.advance(DAY);
    assert_refused!(world.service.sessions.verify(&issued.token), TokenRefused);
}

async fn accounts_with_a_password_get_a_short_token(world: World) {
    let new = NewAccount {
        password: Some(Password::new("correct horse").unwrap()),
        ..new_account("ann")
    };
    let SignedUp {
        access_token: issued,
        refresh_token,
        ..
    } = sign_up(&world, new).await;
    assert_eq!(issued.expires_in, 15 * MINUTE);
    let refresh_token = refresh_token.unwrap();
    let refreshed = world.service.sessions.refresh(CLIENT, &refresh_token);
    assert!(refreshed.await.is_ok());
    assert!(
        world
            .service
            .sessions
            .sign_in(CLIENT, "ann", Password::attempt("correct horse"))
            .await
            .is_ok()
    );
}

async fn taken_and_reserved_usernames_are_refused_in_any_case(world: World) {
    world.user("Ann").await;
    let refused = [
        "ANN",
        "default",
        "Settings",
        "experience",
        "paginated",
        "0190a5a3-1111-4222-8333-444455556666",
    ];
    for name in refused {
        assert_refused!(
            world
                .service
                .accounts
                .create(CLIENT, new_account(name))
                .await,
            UsernameTaken
        );
    }
    let bob = world.user("bob").await;
    for name in refused {
        assert_refused!(
            world
                .service
                .accounts
                .update(bob, "bob", named(name), Precondition::None)
                .await,
            UsernameTaken
        );
    }
}

async fn finds_users_in_any_case(world: World) {
    world.user("Ann").await;
    assert_eq!(
        world
            .service
            .accounts
            .find(CLIENT, "aNN")
            .await
            .unwrap()
            .username
            .as_str(),
        "Ann"
    );
    for nobody in [
        "bob",
        "",
        "a\0b",
        "a b",
        "0190a5a3-1111-4222-8333-444455556666",
    ] {
        assert_refused!(world.service.accounts.find(CLIENT, nobody).await, NotFound);
    }
}

async fn tokens_survive_a_change_of_username(world: World) {
    let ann = world.user("ann").await;
    let (before, after) = changed(
        world
            .service
            .accounts
            .update(ann, "ANN", named("anna"), Precondition::None)
            .await,
    );
    assert_eq!(
        (before.username.as_str(), after.username.as_str()),
        ("ann", "anna")
    );
    assert_eq!(world.service.accounts.own(ann).await.unwrap(), after);
    assert_refused!(world.service.accounts.find(CLIENT, "ann").await, NotFound);
    changed(
        world
            .service
            .accounts
            .update(ann, "anna", named("Anna"), Precondition::None)
            .await,
    );
    world.user("ann").await;
}

async fn only_the_user_may_change_an_account(world: World) {
    let ann = world.user("ann").await;
    world.user("bob").await;
    let accounts = &world.service.accounts;
    assert_eq!(
        accounts
            .own_named(ann, "Ann")
            .await
            .unwrap()
            .username
            .as_str(),
        "ann"
    );
    accounts.authorize(ann, "ann").await.unwrap();
    for (name, exists) in [
        ("bob", true),
        ("BOB", true),
        ("carol", false),
        ("a\0b", false),
    ] {
        let refused = |result: Result<(), Error>| match result {
            Err(Error::NotPermitted) => exists,
            Err(Error::NotFound) => !exists,
            _ => false,
        };
        assert!(refused(accounts.authorize(ann, name).await));
        assert!(refused(accounts.own_named(ann, name).await.map(drop)));
        assert!(refused(
            accounts
                .update(ann, name, named("x"), Precondition::Versions(vec![9]))
                .await
                .map(drop)
        ));
        assert!(refused(
            accounts
                .delete(ann, name, Precondition::Versions(vec![9]))
                .await
        ));
    }
}

async fn an_update_without_effect_does_not_raise_the_version(world: World) {
    let ann = world.user("ann").await;
    let own = world.service.accounts.own(ann).await.unwrap();
    world.clock.advance(MINUTE);
    let same = UserPatch {
        name: Some(own.name.clone()),
        username: Some(own.username.clone()),
        ..UserPatch::default()
    };
    assert_eq!(
        unchanged(
            world
                .service
                .accounts
                .update(ann, "ann", edit(same), Precondition::Any)
                .await
        ),
        own
    );
    assert_eq!(world.service.accounts.own(ann).await.unwrap(), own);
    let other = UserPatch {
        newsletter: Some(true),
        share_email: Some(true),
        ..UserPatch::default()
    };
    let (before, after) = changed(
        world
            .service
            .accounts
            .update(ann, "ann", edit(other), Precondition::None)
            .await,
    );
    assert_eq!(before, own);
    assert_eq!(
        (
            after.version,
            after.settings.newsletter,
            after.privacy.share_email
        ),
        (2, true, true)
    );
    assert!(after.updated_at > own.updated_at);
    assert_eq!(world.service.accounts.own(ann).await.unwrap(), after);
}

async fn checks_the_precondition_last(world: World) {
    let ann = world.user("ann").await;
    let accounts = &world.service.accounts;
    let stale = || Precondition::Versions(vec![7, 9]);
    assert_refused!(
        accounts.update(ann, "ann", named("anna"), stale()).await,
        VersionMismatch
    );
    let bad = pictured(PictureInput::Remote("ftp://example.org/".into()));
    assert_eq!(
        invalid(accounts.update(ann, "ann", bad, stale()).await),
        ["/picture"]
    );
    assert_refused!(accounts.delete(ann, "ann", stale()).await, VersionMismatch);
    changed(
        accounts
            .update(
                ann,
                "ann",
                named("anna"),
                Precondition::Versions(vec![7, 1]),
            )
            .await,
    );
    assert_refused!(
        accounts
            .delete(ann, "anna", Precondition::Versions(vec![1]))
            .await,
        VersionMismatch
    );
    accounts
        .delete(ann, "anna", Precondition::Versions(vec![2]))
        .await
        .unwrap();
}

async fn a_remote_picture_can_be_replaced_and_removed(world: World) {
    let ann = world.user("ann").await;
    let accounts = &world.service.accounts;
    let owner = PictureOwner::User(ann.user);
    let send = |input| accounts.update(ann, "ann", pictured(input), Precondition::None);
    let remote = |url: &str| PictureInput::Remote(url.into());

    unchanged(send(PictureInput::Remove).await);
    let (_, first) = changed(send(remote("https://example.org/a.jpg")).await);
    assert_eq!(
        world.pictures(owner)[0].source.as_deref(),
        Some("https://example.org/a.jpg")
    );
    unchanged(send(remote("https://EXAMPLE.org/a.jpg")).await);
    unchanged(send(PictureInput::Keep).await);
    let (_, second) = changed(send(remote("https://example.org/b.jpg")).await);
    assert_ne!(second.picture, first.picture);
    let records = world.pictures(owner);
    assert_eq!(
        records.len(),
        1,
        "the record of the former picture is deleted"
    );
    assert_eq!(second.picture, Some(records[0].id));
    let (_, none) = changed(send(PictureInput::Remove).await);
    assert_eq!(none.picture, None);
    assert!(world.pictures(owner).is_empty());
}

async fn deleting_a_user_deletes_their_trips_and_voids_their_token(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    let owned = world.trip_of(ann, &["bob"]).await;
    let joined = world.trip_of(bob, &["ann"]).await;
    let service = &world.service;
    service
        .accounts
        .delete(ann, "ann", Precondition::None)
        .await
        .unwrap();

    assert_refused!(service.accounts.find(CLIENT, "ann").await, NotFound);
    assert_refused!(service.trips.read(bob, owned).await, NotFound);
    let left = service.trips.read(bob, joined).await.unwrap();
    assert_eq!(left.trip.members, [bob.user]);
    assert!(left.people.get(ann.user).is_none());

    assert_refused!(service.accounts.own(ann).await, TokenRefused);
    assert_refused!(service.accounts.authorize(ann, "bob").await, TokenRefused);
    assert_refused!(
        service
            .accounts
            .update(ann, "bob", named("x"), Precondition::None)
            .await,
        TokenRefused
    );
    assert_refused!(
        service
            .accounts
            .delete(ann, "ann", Precondition::None)
            .await,
        TokenRefused
    );
    assert_refused!(service.sessions.revoke_all(ann).await, TokenRefused);
    let new = Password::new("correct horse").unwrap();
    assert_refused!(
        service.sessions.set_password(ann, None, new).await,
        TokenRefused
    );
    assert_refused!(
        service.trips.create(ann, new_trip("x", true)).await,
        TokenRefused
    );
    assert_refused!(service.trips.read(ann, joined).await, TokenRefused);
    assert_refused!(
        service.trips.authorize(ann, owned, Action::Read).await,
        TokenRefused
    );
    assert_refused!(world.update(ann, joined, rename("x")).await, TokenRefused);
    assert_refused!(
        service.trips.delete(ann, joined, Precondition::None).await,
        TokenRefused
    );
    assert_refused!(service.trips.list(ann, false).await, TokenRefused);
    assert_refused!(service.trips.page(ann, 0, 20).await, TokenRefused);
}

//! Accounts: who gets one, who may change it, and what goes with it.

use wayfare_domain::user::UserPatch;
use wayfare_domain::{Action, Username};
use wayfare_service::{
    Error, NewAccount, Password, PictureInput, Precondition, UserUpdateRequest, email,
};
use wayfare_storage::PictureOwner;

use crate::world::{
    DAY, MINUTE, World, changed, invalid, new_account, new_trip, rename, unchanged,
};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    a_new_account_is_empty_and_its_only_token_lives_a_year,
    the_first_token_of_an_account_with_a_password_is_an_ordinary_one,
    a_username_is_taken_in_any_case_and_some_are_kept,
    users_are_found_in_any_case,
    renaming_keeps_the_token,
    accounts_are_their_holders_alone,
    an_edit_that_changes_nothing_leaves_the_version_alone,
    a_guard_is_asked_after_all_else,
    a_remote_picture_is_kept_until_it_is_replaced_or_removed,
    a_deleted_user_is_gone_with_their_trips_and_their_token,
);

fn edit(change: UserPatch) -> UserUpdateRequest {
    UserUpdateRequest {
        change,
        picture: None,
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
        change: UserPatch::default(),
        picture: Some(input),
    }
}

async fn a_new_account_is_empty_and_its_only_token_lives_a_year(world: World) {
    let new = NewAccount {
        email: Some(email("ann@example.org").unwrap()),
        ..new_account("Ann")
    };
    let (user, issued) = world.service.accounts.create(new).await.unwrap();
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
    let caller = world.service.sessions.verify(&issued.token).unwrap();
    assert_eq!(world.service.accounts.own(caller).await.unwrap(), user);
    world.clock.advance(364 * DAY);
    assert!(world.service.sessions.verify(&issued.token).is_ok());
    world.clock.advance(DAY);
    assert_refused!(world.service.sessions.verify(&issued.token), TokenRefused);
}

async fn the_first_token_of_an_account_with_a_password_is_an_ordinary_one(world: World) {
    let new = NewAccount {
        password: Some(Password::new("correct horse").unwrap()),
        ..new_account("ann")
    };
    let (_, issued) = world.service.accounts.create(new).await.unwrap();
    assert_eq!(issued.expires_in, 15 * MINUTE);
    assert!(
        world
            .service
            .sessions
            .sign_in("ann", Password::attempt("correct horse"))
            .await
            .is_ok()
    );
}

async fn a_username_is_taken_in_any_case_and_some_are_kept(world: World) {
    world.user("Ann").await;
    let kept = [
        "ANN",
        "default",
        "Settings",
        "experience",
        "paginated",
        "0190a5a3-1111-4222-8333-444455556666",
    ];
    for name in kept {
        assert_refused!(
            world.service.accounts.create(new_account(name)).await,
            UsernameTaken
        );
    }
    let bob = world.user("bob").await;
    for name in kept {
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

async fn users_are_found_in_any_case(world: World) {
    world.user("Ann").await;
    assert_eq!(
        world
            .service
            .accounts
            .find("aNN")
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
        assert_refused!(world.service.accounts.find(nobody).await, NotFound);
    }
}

async fn renaming_keeps_the_token(world: World) {
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
    assert_refused!(world.service.accounts.find("ann").await, NotFound);
    changed(
        world
            .service
            .accounts
            .update(ann, "anna", named("Anna"), Precondition::None)
            .await,
    );
    world.user("ann").await;
}

async fn accounts_are_their_holders_alone(world: World) {
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
    for (name, is_somebody) in [
        ("bob", true),
        ("BOB", true),
        ("carol", false),
        ("a\0b", false),
    ] {
        let refused = |result: Result<(), Error>| match result {
            Err(Error::NotPermitted) => is_somebody,
            Err(Error::NotFound) => !is_somebody,
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

async fn an_edit_that_changes_nothing_leaves_the_version_alone(world: World) {
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

async fn a_guard_is_asked_after_all_else(world: World) {
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
        ["/image"]
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

async fn a_remote_picture_is_kept_until_it_is_replaced_or_removed(world: World) {
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
    let known = world.pictures(owner);
    assert_eq!(known.len(), 1, "the former picture is forgotten");
    assert_eq!(second.picture, Some(known[0].id));
    let (_, none) = changed(send(PictureInput::Remove).await);
    assert_eq!(none.picture, None);
    assert!(world.pictures(owner).is_empty());
}

async fn a_deleted_user_is_gone_with_their_trips_and_their_token(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    let owned = world.trip_of(ann, &["bob"]).await;
    let joined = world.trip_of(bob, &["ann"]).await;
    let service = &world.service;
    service
        .accounts
        .delete(ann, "ann", Precondition::None)
        .await
        .unwrap();

    assert_refused!(service.accounts.find("ann").await, NotFound);
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

//! Writes that meet concurrent writers: they succeed, take effect once, and leave no unused picture
//! behind.

use std::sync::atomic::Ordering;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::StreamExt;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use wayfare_domain::trip::{Edit, PeoplePatch};
use wayfare_domain::user::UserPatch;
use wayfare_domain::{Name, Path, TripId, Username};
use wayfare_pictures::PictureStore;
use wayfare_service::{
    Caller, Error, Password, PictureInput, Precondition, TripFiles, TripUpdateRequest, Upload,
    UploadedPicture, UserUpdateRequest,
};
use wayfare_storage::PictureOwner;

use crate::world::{CLIENT, World, changed, rename, unchanged};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    trip_updates_survive_version_conflicts,
    a_trip_is_locked_after_repeated_version_conflicts,
    retried_updates_store_their_picture_once,
    failed_updates_leave_no_picture,
    updates_that_end_late_keep_their_picture,
    account_updates_are_retried,
    token_rotation_is_retried,
    late_uploads_leave_no_picture,
    abandoned_uploads_leave_no_picture,
);

/// The conflicts that a unit of work survives: it has three attempts.
const MAX_COMMIT_CONFLICTS: u32 = 2;

const RED: &str = "data:image/png;base64,\
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mM4IScHRAwQCgAfJgQRSo6NIAAAAABJRU5ErkJ\
    ggg==";
const BLUE: &str = "data:image/png;base64,\
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mMQ0TgBRAwQCgAZrgQRHSOuAgAAAABJRU5ErkJ\
    ggg==";

fn picture(url: &str) -> Option<PictureInput> {
    Some(PictureInput::from_data_url(url).unwrap())
}

/// The number of files in the picture store.
async fn files(store: &PictureStore) -> usize {
    store.list().count().await
}

async fn trip_updates_survive_version_conflicts(world: World) {
    let (ann, _) = (world.user("ann").await, world.user("bob").await);
    let id = world.trip(ann, "Alps", true).await;
    let store = &world.store;
    for times in 0..4 {
        store.set_version_conflicts(times);
        let name = format!("Alps {times}");
        let (before, after) = changed(world.update(ann, id, rename(&name)).await);
        assert_eq!(after.trip.version, before.trip.version + 1);

        let members = if times % 2 == 0 {
            vec!["bob".to_owned()]
        } else {
            Vec::new()
        };
        let patch = Edit::People(PeoplePatch {
            members: Some(members),
            ..PeoplePatch::default()
        });
        store.set_version_conflicts(times);
        store.set_commit_conflicts(times.min(MAX_COMMIT_CONFLICTS));
        let (before, after) = changed(world.update(ann, id, patch).await);
        assert_eq!(after.trip.version, before.trip.version + 1);
        assert_eq!(world.service.trips.read(ann, id).await.unwrap(), after);
        store.set_version_conflicts(times);
        unchanged(world.update(ann, id, rename(&name)).await);
    }
}

async fn a_trip_is_locked_after_repeated_version_conflicts(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let store = &world.store;
    changed(world.update(ann, id, rename("A")).await);
    store.set_version_conflicts(1);
    changed(world.update(ann, id, rename("B")).await);
    assert_eq!(store.locks.load(Ordering::SeqCst), 0);

    store.set_version_conflicts(u32::MAX);
    let (before, after) = changed(world.update(ann, id, rename("C")).await);
    assert_eq!(after.trip.version, before.trip.version + 1);
    assert_eq!(world.service.trips.read(ann, id).await.unwrap(), after);
    assert_eq!(store.locks.load(Ordering::SeqCst), 1);

    store.set_commit_conflicts(MAX_COMMIT_CONFLICTS);
    changed(world.update(ann, id, rename("D")).await);
    assert_eq!(store.locks.load(Ordering::SeqCst), 2 + MAX_COMMIT_CONFLICTS);
    store.set_commit_conflicts(MAX_COMMIT_CONFLICTS + 1);
    assert_refused!(world.update(ann, id, rename("E")).await, Busy);
    let trip = world.service.trips.read(ann, id).await.unwrap().trip;
    assert_eq!(trip.name.as_str(), "D");
}

async fn retried_updates_store_their_picture_once(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    for (times, url) in [(0, RED), (1, BLUE), (2, RED)] {
        world.store.set_commit_conflicts(times);
        let request = TripUpdateRequest {
            picture: picture(url),
            ..TripUpdateRequest::of(rename(&format!("Alps {times}")))
        };
        let update = world
            .service
            .trips
            .update(ann, id, request, Precondition::None);
        let (_, after) = changed(update.await);
        let records = world.pictures(PictureOwner::Trip(id));
        assert_eq!(
            records.iter().map(|picture| picture.id).collect::<Vec<_>>(),
            [after.trip.gallery.main.unwrap()]
        );
        assert_eq!(
            files(&world.files).await,
            1,
            "the former picture is removed"
        );
    }
}

async fn updates_that_end_late_keep_their_picture(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let server = world.impatient_server(Duration::from_secs(2));
    // The second attempt ends after the caller has been answered.
    world.store.delay.store(1_000, Ordering::SeqCst);
    world.store.set_version_conflicts(1);
    let request = TripUpdateRequest {
        picture: picture(RED),
        ..TripUpdateRequest::of([])
    };
    let update = server.trips.update(ann, id, request, Precondition::None);
    assert_refused!(update.await, Unavailable);
    world.store.delay.store(0, Ordering::SeqCst);
    assert_eq!(files(&world.files).await, 1, "the update may be committed");
}

async fn failed_updates_leave_no_picture(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    let id = world.trip_of(ann, &["bob"]).await;
    let update = async |caller, patch, precondition| {
        let request = TripUpdateRequest {
            picture: picture(RED),
            ..TripUpdateRequest::of(patch)
        };
        let trips = &world.service.trips;
        trips.update(caller, id, request, precondition).await
    };
    let ghost = Edit::People(PeoplePatch {
        members: Some(vec!["ghost".to_owned()]),
        ..PeoplePatch::default()
    });
    let public = Edit::People(PeoplePatch {
        private: Some(false),
        ..PeoplePatch::default()
    });
    let stale = Precondition::Versions(vec![99]);
    assert_refused!(update(ann, ghost, Precondition::None).await, Invalid);
    assert_refused!(update(bob, public, Precondition::None).await, NotPermitted);
    assert_refused!(update(ann, rename("x"), stale).await, VersionMismatch);
    world.store.set_commit_conflicts(MAX_COMMIT_CONFLICTS + 1);
    assert_refused!(update(ann, rename("x"), Precondition::None).await, Busy);

    world.store.set_commit_conflicts(MAX_COMMIT_CONFLICTS + 1);
    let request = UserUpdateRequest {
        picture: picture(RED),
        ..UserUpdateRequest::default()
    };
    let accounts = &world.service.accounts;
    let failed = accounts
        .update(ann, "ann", request, Precondition::None)
        .await;
    assert_refused!(failed, Busy);

    assert_eq!(files(&world.files).await, 0);
    assert!(world.pictures(PictureOwner::Trip(id)).is_empty());
    assert!(world.pictures(PictureOwner::User(ann.user)).is_empty());
}

async fn account_updates_are_retried(world: World) {
    let ann = world.user("ann").await;
    world.user("bob").await;
    let accounts = &world.service.accounts;
    for (times, url) in [(0, RED), (1, BLUE)] {
        world.store.set_commit_conflicts(times);
        let request = UserUpdateRequest {
            patch: UserPatch {
                name: Some(Name::new(&format!("Ann {times}")).unwrap()),
                ..UserPatch::default()
            },
            picture: picture(url),
            ..UserUpdateRequest::default()
        };
        let update = accounts.update(ann, "ann", request, Precondition::None);
        let (before, after) = changed(update.await);
        assert_eq!(after.version, before.version + 1);
        assert_eq!(accounts.own(ann).await.unwrap(), after);
        let records = world.pictures(PictureOwner::User(ann.user));
        assert_eq!(
            records.iter().map(|picture| picture.id).collect::<Vec<_>>(),
            [after.picture.unwrap()]
        );
        assert_eq!(files(&world.files).await, 1);
    }
    world.store.set_commit_conflicts(1);
    let request = UserUpdateRequest {
        patch: UserPatch {
            username: Some(Username::new("BOB").unwrap()),
            ..UserPatch::default()
        },
        picture: picture(RED),
        ..UserUpdateRequest::default()
    };
    assert_refused!(
        accounts
            .update(ann, "ann", request, Precondition::None)
            .await,
        UsernameTaken
    );
    assert_eq!(files(&world.files).await, 1);
}

async fn token_rotation_is_retried(world: World) {
    world.user_with_password("ann", "correct horse").await;
    let sessions = &world.service.sessions;
    let mut tokens = sessions
        .sign_in(CLIENT, "ann", Password::attempt("correct horse"))
        .await
        .unwrap();
    for times in [1, 0, MAX_COMMIT_CONFLICTS] {
        world.store.set_commit_conflicts(times);
        tokens = sessions
            .refresh(CLIENT, &tokens.refresh_token)
            .await
            .unwrap();
    }
}

/// Begins an upload, and stores two pictures of it.
async fn begin_upload(world: &World) -> std::result::Result<(Upload, Vec<UploadedPicture>), Error> {
    let mut upload = world.service.pictures.begin_upload(CLIENT)?;
    let bytes = BASE64_STANDARD
        .decode(RED.rsplit(',').next().unwrap())
        .unwrap();
    let mut stored = Vec::new();
    for _ in 0..2 {
        let mut file = upload.file().await?;
        file.write(&bytes).await.unwrap();
        let file = file.finish().await.unwrap();
        stored.push(upload.store(Path::root(), file).await?);
    }
    assert_eq!(files(&world.files).await, 2);
    Ok((upload, stored))
}

/// Uploads one picture as the main picture and as a photo.
async fn upload(world: &World, caller: Caller, id: TripId) -> std::result::Result<(), Error> {
    let (upload, mut stored) = begin_upload(world).await?;
    let files = TripFiles {
        main: stored.pop(),
        photos: Some(stored),
    };
    world
        .service
        .pictures
        .replace_of_trip(upload, caller, id, files, Precondition::None)
        .await
        .map(drop)
}

async fn late_uploads_leave_no_picture(world: World) {
    let (ann, eve) = (world.user("ann").await, world.user("eve").await);
    let id = world.trip(ann, "Alps", true).await;
    assert_refused!(upload(&world, eve, id).await, NotFound);
    assert_eq!(files(&world.files).await, 0);
    world.store.set_commit_conflicts(MAX_COMMIT_CONFLICTS);
    upload(&world, ann, id).await.unwrap();
    assert_eq!(files(&world.files).await, 2);
    world
        .service
        .trips
        .delete(ann, id, Precondition::None)
        .await
        .unwrap();
    assert_eq!(files(&world.files).await, 0);
    assert_refused!(upload(&world, ann, id).await, NotFound);
    world.service.sessions.revoke_all(ann).await.unwrap();
    assert_refused!(upload(&world, ann, id).await, TokenRefused);
    assert_eq!(files(&world.files).await, 0);
}

async fn abandoned_uploads_leave_no_picture(world: World) {
    let (upload, _) = begin_upload(&world).await.unwrap();
    upload.undo().await;
    assert_eq!(files(&world.files).await, 0);
    let (upload, _) = begin_upload(&world).await.unwrap();
    drop(upload);
    // The removal goes on in the background.
    while files(&world.files).await > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (mut registry, mut text) = (Registry::default(), String::new());
    world.service.register(&mut registry);
    encode(&mut text, &registry).unwrap();
    assert!(text.contains("picture_uploads_in_flight 0\n"), "{text}");
}

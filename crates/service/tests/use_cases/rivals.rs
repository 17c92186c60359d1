//! Edits that somebody else is quicker than, as often as the test says: they are made all the same,
//! once, and leave no picture behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::StreamExt;
use wayfare_domain::trip::TripPatch;
use wayfare_domain::user::UserPatch;
use wayfare_domain::{Name, Trip, TripId, User, Username};
use wayfare_pictures::PictureStore;
use wayfare_service::{
    Caller, Error, Password, PictureInput, Precondition, TripFiles, TripUpdateRequest,
    UserUpdateRequest,
};
use wayfare_storage::{
    Change, Exchange, PasswordHash, PictureOwner, Renewal, Repositories, Result, Store, TripUpdate,
    UnitOfWork, UserUpdate,
};

use crate::world::{World, changed, rename, unchanged};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    a_trip_is_edited_however_often_others_are_quicker,
    pictures_of_an_edit_that_others_were_quicker_than_are_kept_once,
    an_account_is_edited_though_others_are_quicker,
    a_refresh_token_is_exchanged_though_others_are_quicker,
    an_upload_that_comes_too_late_leaves_nothing_behind,
);

/// A store where what is written as it was read was overtaken by somebody, so often.
pub(crate) struct Contested {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) times: AtomicU32,
}

impl Contested {
    fn is_overtaken(&self) -> bool {
        self.times
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |times| {
                times.checked_sub(1)
            })
            .is_ok()
    }
}

impl Store for Contested {
    fn read(&self) -> Result<Box<dyn Repositories + '_>> {
        self.store.read()
    }

    fn begin(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        self.store.begin()
    }

    fn update_contents(&self, changes: &[Change]) -> Result<Vec<bool>> {
        if self.is_overtaken() {
            Ok(vec![false; changes.len()])
        } else {
            self.store.update_contents(changes)
        }
    }

    fn insert_user(&self, user: &User, password: Option<&PasswordHash>) -> Result<i64> {
        self.store.insert_user(user, password)
    }

    fn insert_trip(&self, trip: &Trip, generation: i64) -> Result<bool> {
        self.store.insert_trip(trip, generation)
    }

    fn update_trip(&self, update: &TripUpdate) -> Result<bool> {
        if self.is_overtaken() {
            Ok(false)
        } else {
            self.store.update_trip(update)
        }
    }

    fn update_user(&self, update: &UserUpdate) -> Result<bool> {
        if self.is_overtaken() {
            Ok(false)
        } else {
            self.store.update_user(update)
        }
    }

    fn exchange(&self, exchange: &Exchange) -> Result<bool> {
        if self.is_overtaken() {
            Ok(false)
        } else {
            self.store.exchange(exchange)
        }
    }

    fn renew(&self, renewal: &Renewal) -> Result<bool> {
        self.store.renew(renewal)
    }

    fn migrate(&self) -> Result<Vec<String>> {
        self.store.migrate()
    }

    fn ping(&self) -> Result<()> {
        self.store.ping()
    }

    fn connections(&self) -> usize {
        self.store.connections()
    }
}

const RED: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mM4IScHRAwQCgAfJgQRSo6NIAAAAABJRU5ErkJggg==";
const BLUE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mMQ0TgBRAwQCgAZrgQRHSOuAgAAAABJRU5ErkJggg==";

fn picture(url: &str) -> Option<PictureInput> {
    Some(PictureInput::from_data_url(url).unwrap())
}

/// How many files the picture store holds.
async fn files(store: &PictureStore) -> usize {
    store.list().count().await
}

async fn a_trip_is_edited_however_often_others_are_quicker(world: World) {
    let (ann, _) = (world.user("ann").await, world.user("bob").await);
    let id = world.trip(ann, "Alps", true).await;
    for times in 0..4 {
        world.contested.times.store(times, Ordering::SeqCst);
        let (before, after) = changed(
            world
                .update(ann, id, rename(&format!("Alps {times}")))
                .await,
        );
        assert_eq!(after.trip.version, before.trip.version + 1);
        let members = Some(if times % 2 == 0 {
            vec!["bob".to_owned()]
        } else {
            Vec::new()
        });
        world.contested.times.store(times, Ordering::SeqCst);
        let (_, after) = changed(
            world
                .update(
                    ann,
                    id,
                    TripPatch {
                        members,
                        ..TripPatch::default()
                    },
                )
                .await,
        );
        assert_eq!(world.service.trips.read(ann, id).await.unwrap(), after);
        world.contested.times.store(times, Ordering::SeqCst);
        unchanged(
            world
                .update(ann, id, rename(&format!("Alps {times}")))
                .await,
        );
    }
}

async fn pictures_of_an_edit_that_others_were_quicker_than_are_kept_once(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    for (times, url) in [(1, RED), (2, BLUE), (3, RED)] {
        world.contested.times.store(times, Ordering::SeqCst);
        let edit = TripUpdateRequest {
            picture: picture(url),
            ..TripUpdateRequest::of(rename(&format!("Alps {times}")))
        };
        let (_, after) = changed(
            world
                .service
                .trips
                .update(ann, id, edit, Precondition::None)
                .await,
        );
        let known = world.pictures(PictureOwner::Trip(id));
        assert_eq!(
            known.iter().map(|picture| picture.id).collect::<Vec<_>>(),
            [after.trip.gallery.main.unwrap()]
        );
        assert_eq!(files(&world.files).await, 1, "the former one is gone");
    }
}

async fn an_account_is_edited_though_others_are_quicker(world: World) {
    let ann = world.user("ann").await;
    world.user("bob").await;
    for (times, url) in [(0, RED), (1, BLUE)] {
        world.contested.times.store(times, Ordering::SeqCst);
        let name = Some(Name::new(&format!("Ann {times}")).unwrap());
        let edit = UserUpdateRequest {
            change: UserPatch {
                name,
                ..UserPatch::default()
            },
            picture: picture(url),
        };
        let (before, after) = changed(
            world
                .service
                .accounts
                .update(ann, "ann", edit, Precondition::None)
                .await,
        );
        assert_eq!(after.version, before.version + 1);
        assert_eq!(world.service.accounts.own(ann).await.unwrap(), after);
        let known = world.pictures(PictureOwner::User(ann.user));
        assert_eq!(
            known.iter().map(|picture| picture.id).collect::<Vec<_>>(),
            [after.picture.unwrap()]
        );
        assert_eq!(files(&world.files).await, 1);
    }
    world.contested.times.store(1, Ordering::SeqCst);
    let taken = UserPatch {
        username: Some(Username::new("BOB").unwrap()),
        ..UserPatch::default()
    };
    let edit = UserUpdateRequest {
        change: taken,
        picture: picture(RED),
    };
    assert_refused!(
        world
            .service
            .accounts
            .update(ann, "ann", edit, Precondition::None)
            .await,
        UsernameTaken
    );
    assert_eq!(files(&world.files).await, 1);
}

async fn a_refresh_token_is_exchanged_though_others_are_quicker(world: World) {
    world.user_with_password("ann", "correct horse").await;
    let sessions = &world.service.sessions;
    let mut tokens = sessions
        .sign_in("ann", Password::attempt("correct horse"))
        .await
        .unwrap();
    for times in [1, 0, 1] {
        world.contested.times.store(times, Ordering::SeqCst);
        tokens = sessions.refresh(&tokens.refresh_token).await.unwrap();
    }
}

/// The files of an upload, one picture as main picture and photo.
async fn upload(world: &World, caller: Caller, id: TripId) -> std::result::Result<(), Error> {
    let pictures = &world.service.pictures;
    let upload = pictures.begin_upload()?;
    let bytes = BASE64_STANDARD
        .decode(RED.rsplit(',').next().unwrap())
        .unwrap();
    let mut received = Vec::new();
    for _ in 0..2 {
        let mut file = upload.file().await?;
        file.write(&bytes).await.unwrap();
        received.push(file.finish().await.unwrap());
    }
    let files = TripFiles {
        main: received.pop(),
        photos: Some(received),
    };
    pictures
        .replace_of_trip(upload, caller, id, files, Precondition::None)
        .await
        .map(drop)
}

async fn an_upload_that_comes_too_late_leaves_nothing_behind(world: World) {
    let (ann, eve) = (world.user("ann").await, world.user("eve").await);
    let id = world.trip(ann, "Alps", true).await;
    assert_refused!(upload(&world, eve, id).await, NotFound);
    assert_eq!(files(&world.files).await, 0);
    world.contested.times.store(3, Ordering::SeqCst);
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

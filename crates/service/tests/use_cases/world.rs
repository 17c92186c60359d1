//! A fixture: a service with an empty database, and helpers to fill it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use wayfare_domain::trip::{Edit, NewTrip, PeoplePatch};
use wayfare_domain::{Description, Instant, Language, Name, TripId, Username};
use wayfare_pictures::PictureStore;
use wayfare_service::{
    Caller, Client, Clock, Error, NewAccount, Parts, Password, Policy, Precondition, Secret,
    Secrets, Service, TripUpdateRequest, TripView, Updated,
};
use wayfare_storage::{OpenOptions, Picture, PictureOwner, Store};

use crate::contended::ContendedStore;
use crate::places::Atlas;

/// Any client.
pub(crate) const CLIENT: Client = Client::new(1);

/// Runs each of these tests on both backends.
#[macro_export]
macro_rules! on_both_backends {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test($crate::world::World::on_sqlite()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                if wayfare_test_postgres::is_available() {
                    super::$test($crate::world::World::on_postgres()).await;
                }
            })*
        }
    };
}

/// A clock that advances only when told.
pub(crate) struct TestClock(AtomicI64);

impl Clock for TestClock {
    fn now(&self) -> Instant {
        Instant::from_millis(self.0.load(Ordering::SeqCst)).unwrap()
    }
}

impl TestClock {
    pub(crate) fn advance(&self, by: Duration) {
        self.0
            .fetch_add(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }
}

pub(crate) const DAY: Duration = Duration::from_secs(24 * 60 * 60);
pub(crate) const MINUTE: Duration = Duration::from_secs(60);

/// A service, its store and its clock.
pub(crate) struct World {
    pub(crate) service: Service,
    /// The store of the service.
    pub(crate) store: Arc<ContendedStore>,
    /// The picture store.
    pub(crate) files: PictureStore,
    pub(crate) clock: Arc<TestClock>,
    /// The gazetteer of the service.
    pub(crate) atlas: Arc<Atlas>,
    /// The database, deleted when dropped.
    _database: Box<dyn std::any::Any + Send>,
}

fn start(
    store: &Arc<ContendedStore>,
    files: &PictureStore,
    clock: &Arc<TestClock>,
    atlas: &Arc<Atlas>,
    longest_wait: Duration,
) -> Service {
    let parts = Parts {
        store: store.clone(),
        pictures: files.clone(),
        gazetteer: Some(atlas.clone()),
        mailer: None,
        clock: clock.clone(),
        secrets: Secrets::new(Secret::new(vec![7; 32]).unwrap()),
        policy: Policy {
            longest_wait,
            ..Policy::default()
        },
    };
    Service::new(parts).unwrap()
}

impl World {
    pub(crate) fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("wayfare.db").display());
        Self::at(&url, folder)
    }

    pub(crate) fn on_postgres() -> Self {
        let database = wayfare_test_postgres::shared()
            .unwrap()
            .create_database("service")
            .unwrap();
        let url = database.url().to_owned();
        Self::at(&url, database)
    }

    fn at(url: &str, database: impl std::any::Any + Send) -> Self {
        let options = OpenOptions {
            connections: Some(4),
            ..OpenOptions::default()
        };
        let store = wayfare_storage::open(url, &options).unwrap();
        store.migrate().unwrap();
        let clock = Arc::new(TestClock(AtomicI64::new(1_800_000_000_000)));
        let atlas = Arc::new(Atlas::default());
        let store = Arc::new(ContendedStore::new(store));
        let files = PictureStore::in_memory();
        Self {
            service: start(&store, &files, &clock, &atlas, MINUTE),
            store,
            files,
            clock,
            atlas,
            _database: Box::new(database),
        }
    }

    /// Another server on the same stores.
    pub(crate) fn another_server(&self) -> Service {
        self.impatient_server(MINUTE)
    }

    /// Another server, whose callers wait this long.
    pub(crate) fn impatient_server(&self, longest_wait: Duration) -> Service {
        start(
            &self.store,
            &self.files,
            &self.clock,
            &self.atlas,
            longest_wait,
        )
    }

    /// Creates a user without a password.
    pub(crate) async fn user(&self, username: &str) -> Caller {
        self.account(username, None).await
    }

    /// Creates a user with a password.
    pub(crate) async fn user_with_password(&self, username: &str, password: &str) -> Caller {
        self.account(username, Some(Password::new(password).unwrap()))
            .await
    }

    async fn account(&self, username: &str, password: Option<Password>) -> Caller {
        let signed_up = self
            .service
            .accounts
            .create(
                CLIENT,
                NewAccount {
                    password,
                    ..new_account(username)
                },
            )
            .await
            .unwrap();
        self.service
            .sessions
            .verify(&signed_up.access_token.token)
            .unwrap()
    }

    /// Creates a trip.
    pub(crate) async fn trip(&self, owner: Caller, name: &str, private: bool) -> TripId {
        self.service
            .trips
            .create(owner, new_trip(name, private))
            .await
            .unwrap()
            .trip
            .id
    }

    /// Creates a private trip with members besides its owner.
    pub(crate) async fn trip_of(&self, owner: Caller, members: &[&str]) -> TripId {
        let id = self.trip(owner, "Alps", true).await;
        let members = Some(members.iter().map(ToString::to_string).collect());
        self.update(
            owner,
            id,
            Edit::People(PeoplePatch {
                members,
                ..PeoplePatch::default()
            }),
        )
        .await
        .unwrap();
        id
    }

    /// Updates a trip without a precondition.
    pub(crate) async fn update(
        &self,
        caller: Caller,
        id: TripId,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Result<Updated<TripView>, Error> {
        self.service
            .trips
            .update(caller, id, TripUpdateRequest::of(edits), Precondition::None)
            .await
    }

    /// The records of the pictures of a trip or user.
    pub(crate) fn pictures(&self, owner: PictureOwner) -> Vec<Picture> {
        self.store
            .read()
            .unwrap()
            .pictures()
            .find_by_owner(owner)
            .unwrap()
    }
}

pub(crate) fn new_account(username: &str) -> NewAccount {
    let username = Username::new(username).unwrap();
    NewAccount {
        name: Name::new(username.as_str()).unwrap(),
        username,
        email: None,
        language: Language::English,
        password: None,
    }
}

pub(crate) fn new_trip(name: &str, private: bool) -> NewTrip {
    NewTrip {
        name: Name::new(name).unwrap(),
        description: Description::EMPTY,
        estimate: Default::default(),
        dates: Default::default(),
        private,
        time_zone: None,
        base_currency: None,
    }
}

/// A patch of a trip's name.
pub(crate) fn rename(name: &str) -> Edit {
    Edit::Name(Name::new(name).unwrap())
}

/// Returns the states before and after an update that changed something.
#[track_caller]
pub(crate) fn changed<T: std::fmt::Debug>(result: Result<Updated<T>, Error>) -> (T, T) {
    match result {
        Ok(Updated::Changed { before, after }) => (before, after),
        other => panic!("expected a change, got {other:?}"),
    }
}

/// Returns the state after an update that changed nothing.
#[track_caller]
pub(crate) fn unchanged<T: std::fmt::Debug>(result: Result<Updated<T>, Error>) -> T {
    match result {
        Ok(Updated::Unchanged(value)) => value,
        other => panic!("expected no change, got {other:?}"),
    }
}

/// Returns the paths of the violations of invalid input.
#[track_caller]
pub(crate) fn invalid<T: std::fmt::Debug>(result: Result<T, Error>) -> Vec<String> {
    match result {
        Err(Error::Invalid(violations)) => violations
            .iter()
            .map(|violation| violation.path.to_string())
            .collect(),
        other => panic!("expected invalid input, got {other:?}"),
    }
}

/// Asserts that a use case failed with an error.
#[macro_export]
macro_rules! assert_refused {
    ($result:expr, $error:ident) => {{
        let result = $result;
        assert!(
            matches!(result, Err(wayfare_service::Error::$error { .. })),
            "expected {}, got {result:?}",
            stringify!($error)
        );
    }};
}

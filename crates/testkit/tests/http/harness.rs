//! The harness itself: isolated servers, removed on drop, inside and outside of a runtime.

use std::net::TcpStream;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use wayfare_testkit::{Backend, Builder, Error, TestServer, both, on_sqlite, run, sample};

both!(servers_are_isolated, dropped_server_removes_its_data,);

on_sqlite!(reports_wrong_settings_in_one_line);

async fn servers_are_isolated(builder: Builder) {
    let (one, two) = (builder.clone().start().unwrap(), builder.start().unwrap());
    assert_ne!(one.address(), two.address());
    let ada = sample::sign_up(&one.client(), "ada").await;
    two.client().users().profile("ada").await.expect_status(404);
    two.client()
        .with_token(&ada.token)
        .users()
        .own()
        .await
        .expect_status(401);
}

async fn dropped_server_removes_its_data(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    sample::trip(&ada, "x").await;
    let (address, file) = (
        server.address(),
        server.settings().database_url.sqlite_file(),
    );
    assert!(file.as_ref().is_none_or(|file| file.exists()));
    drop(server);
    assert!(file.is_none_or(|file| !file.parent().unwrap().exists()));
    let deadline = Instant::now() + Duration::from_secs(10);
    while TcpStream::connect(address).is_ok() {
        assert!(Instant::now() < deadline, "it still listens");
        thread::sleep(Duration::from_millis(20));
    }
    let error = ada.users().own().send().await.unwrap_err();
    assert!(
        matches!(&error, wayfare_client::Error::NoAnswer { request, .. } if request == "GET \
            /api/v1/user"),
        "{error}"
    );
}

async fn reports_wrong_settings_in_one_line(builder: Builder) {
    for (flag, value) in [
        ("default-currency", "nothing"),
        ("no-such-setting", "x"),
        ("default-variant", "c"),
    ] {
        let error = builder.clone().setting(flag, value).start().unwrap_err();
        let text = error.to_string();
        assert!(
            matches!(error, Error::Server(_)) && text.lines().count() == 1 && text.contains(flag),
            "{text}"
        );
    }
}

#[test]
fn a_server_needs_no_runtime() {
    let server = TestServer::start(Backend::Sqlite).unwrap();
    assert!(TcpStream::connect(server.address()).is_ok());
}

#[test]
fn several_threads_start_servers_concurrently_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| TestServer::start(Backend::Postgres).unwrap());
        }
    });
}

#[tokio::test]
async fn starts_and_drops_a_server_within_a_runtime_on_sqlite() {
    starts_and_drops_a_server(Backend::Sqlite).await;
}

#[tokio::test]
async fn starts_and_drops_a_server_within_a_runtime_on_postgres() {
    if wayfare_test_postgres::is_available() {
        starts_and_drops_a_server(Backend::Postgres).await;
    }
}

async fn starts_and_drops_a_server(backend: Backend) {
    let server = TestServer::start(backend).unwrap();
    sample::sign_up(&server.client(), "ada").await;
}

/// Run by the tests below in a process without PostgreSQL.
#[test]
fn starts_on_postgres() {
    run(Backend::Postgres, async |_: TestServer| {});
}

/// Runs the test above with settings of where PostgreSQL is.
fn starts_on_postgres_with(settings: &[(&str, &str)]) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "harness::starts_on_postgres", "--nocapture"])
        .env("RUST_BACKTRACE", "0")
        .env_remove("WAYFARE_TEST_POSTGRES")
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

#[test]
fn tests_fail_with_one_clear_line_where_no_programs_are_named() {
    let output = starts_on_postgres_with(&[("PG_BIN", "/nowhere")]);
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("PG_BIN is /nowhere, which holds no `initdb` and `postgres`"),
        "{told}"
    );
}

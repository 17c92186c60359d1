//! Runs the other examples as their readers do.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use wayfare_testkit::{Method, sample};

/// A program that is killed when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn output_of(program: &str) -> String {
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn budget_shows_who_owes_whom() {
    let output = output_of(env!("CARGO_BIN_EXE_budget"));
    let expected =
        "Lisbon costs 120 EUR\nada: cost 60, paid 120\nbob: cost 60, paid 0\nbob pays 60 to ada\n";
    assert_eq!(output, expected);
}

#[test]
fn use_cases_need_no_http() {
    assert_eq!(
        output_of(env!("CARGO_BIN_EXE_use-cases")),
        "Lisbon of ada\n"
    );
}

#[tokio::test]
async fn own_server_has_its_own_routes_and_the_interface() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_own-server"));
    program.arg("127.0.0.1:0").stdout(Stdio::piped());
    let mut program = Running(program.spawn().unwrap());
    let stdout = program.0.stdout.take().unwrap();
    let line = BufReader::new(stdout).lines().next().unwrap().unwrap();
    let base = line
        .strip_prefix("Serving ")
        .unwrap()
        .strip_suffix("/travel/v1")
        .unwrap();
    let client = wayfare_testkit::client(base).rooted_at("/travel/v1");

    let page = client.request(Method::GET, "/").await;
    assert_eq!(page.body, b"A page of my own");

    // Problem details, request ids, rate limits and cache headers come with the interface.
    let refused = client.users().own().await.expect_status(401);
    assert!(
        refused.headers.contains_key("ratelimit"),
        "{:?}",
        refused.headers
    );
    assert!(
        refused.headers.contains_key("cache-control"),
        "{:?}",
        refused.headers
    );
    refused.problem();
    let unknown = client.request(Method::GET, "/travel/v1/nowhere").await;
    unknown.expect_status(404).problem();

    // Links in answers lead to where the interface is mounted.
    let ada = sample::sign_up(&client, "ada").await;
    let picture = ada.users().own().await.json().image;
    assert!(
        picture.starts_with(&format!("{base}/travel/v1/")),
        "{picture}"
    );
    client.open(&picture).await.expect_status(200);
    let trip = sample::trip(&ada, "Lisbon").await;
    let feed = ada.extensions().open_trip_feed(&trip).await.json().url;
    assert!(feed.starts_with(&format!("{base}/travel/v1/")), "{feed}");
    client.open(&feed).await.expect_status(200);
    assert_eq!(
        ada.client
            .mounted_at("/b")
            .b()
            .trip(&trip)
            .await
            .json()
            .name,
        "Lisbon"
    );
}

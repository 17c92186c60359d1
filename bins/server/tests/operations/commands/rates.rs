//! `wayfare rates`: a history of the European Central Bank's size is imported beside a server that
//! serves writes, and a malformed file changes nothing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use wayfare_domain::Date;
use wayfare_test_postgres::shared;
use wayfare_testkit::sample;

use crate::process;

const SECRET: &str = "one secret for all servers, of 32 bytes and more";
/// The currencies of the bank's table.
const CODES: [&str; 41] = [
    "USD", "JPY", "BGN", "CYP", "CZK", "DKK", "EEK", "GBP", "HUF", "LTL", "LVL", "MTL", "PLN",
    "ROL", "RON", "SEK", "SIT", "SKK", "CHF", "ISK", "NOK", "HRK", "RUB", "TRL", "TRY", "AUD",
    "BRL", "CAD", "CNY", "HKD", "IDR", "ILS", "INR", "KRW", "MXN", "MYR", "NZD", "PHP", "SGD",
    "THB", "ZAR",
];
/// The working days of 26 years.
const DAYS: usize = 6_900;

/// A table of the bank's form and size. Each tenth cell is empty.
fn history() -> String {
    let mut text = format!("Date,{},\n", CODES.join(","));
    let last = Date::parse("2026-05-29").unwrap().midnight();
    for row in 0..DAYS {
        let day = last.plus_days(-i64::try_from(row).unwrap());
        text.push_str(&Date::from(day).to_string());
        for column in 0..CODES.len() {
            match (row + column) % 10 {
                3 if column > 2 => text.push_str(",N/A"),
                _ => text.push_str(&format!(",{}.{:04}", column + 1, row)),
            }
        }
        text.push_str(",\n");
    }
    text
}

fn wayfare(folder: &Path, database: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfare"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("WAYFARE_DATABASE_URL", database)
        .output()
        .unwrap()
}

async fn imports_beside_a_server(database: &str, folder: &Path) {
    let settings = [
        ("WAYFARE_DATABASE_URL", database),
        ("WAYFARE_AUTH_SECRET", SECRET),
    ];
    let node = process::spawn(folder, &settings).ready();
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    fs::write(folder.join("history.csv"), history()).unwrap();

    let is_done = Arc::new(AtomicBool::new(false));
    let writer = {
        let (ada, is_done) = (ada.clone(), Arc::clone(&is_done));
        tokio::spawn(async move {
            let (mut writes, mut longest) = (0, Duration::ZERO);
            while !is_done.load(Ordering::Relaxed) {
                let start = Instant::now();
                let renamed = json!({"name": format!("Lisbon {writes}")});
                ada.b().update(&trip, &renamed).await.expect_status(200);
                longest = longest.max(start.elapsed());
                writes += 1;
            }
            (writes, longest)
        })
    };
    let run = |arguments: &'static [&str]| {
        let (folder, database) = (folder.to_owned(), database.to_owned());
        tokio::task::spawn_blocking(move || wayfare(&folder, &database, arguments))
    };
    let imported = run(&["rates", "import", "history.csv"]).await.unwrap();
    is_done.store(true, Ordering::Relaxed);
    let (writes, longest) = writer.await.unwrap();
    let printed = String::from_utf8_lossy(&imported.stdout);
    assert!(imported.status.success(), "{imported:?}");
    assert!(printed.contains("of 6900 days from ECB"), "{printed}");
    assert!(writes > 1, "the server writes meanwhile");
    assert!(longest < Duration::from_secs(4), "no write waits for long");

    let deadline = Instant::now() + Duration::from_secs(5);
    let rates = async || {
        let rates = node.client.extensions().rates("date=2026-05-30").await;
        (rates.status, rates)
    };
    let found = loop {
        match rates().await {
            (200, found) => break found.value(),
            (status, _) => assert_eq!(status, 404),
        }
        assert!(Instant::now() < deadline, "the server knows no rates");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(found["date"], "2026-05-29");
    assert_eq!(found["rates"]["USD"], json!(1));

    let again = run(&["rates", "import", "history.csv"]).await.unwrap();
    let printed = String::from_utf8_lossy(&again.stdout);
    assert!(
        printed.ends_with(" 0 of them new or different\n"),
        "{printed}"
    );

    let broken = history().replacen("2026-05-28,1.", "2026-05-28,x1.", 1);
    fs::write(
        folder.join("broken.csv"),
        broken.replacen("29,1.", "29,7.", 1),
    )
    .unwrap();
    let refused = run(&["rates", "import", "broken.csv"]).await.unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(reason.contains("line 3, column 2 (USD)"), "{reason}");
    let listed = run(&["rates", "list", "--json"]).await.unwrap();
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), CODES.len());
    let usd =
        json!({"currency": "USD", "first": listed[0]["first"], "last": "2026-05-29", "days": DAYS});
    assert!(listed.as_array().unwrap().contains(&usd), "{listed}");
    let missing = run(&["rates", "import", "nowhere.csv"]).await.unwrap();
    assert_eq!(missing.status.code(), Some(1));
    let wrong = run(&["rates", "import"]).await.unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    node.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn imports_beside_a_server_on_sqlite() {
    let folder = TempDir::new().unwrap();
    let database = format!("sqlite://{}/wayfare.db", folder.path().display());
    imports_beside_a_server(&database, folder.path()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn imports_beside_a_server_on_postgres() {
    let folder = TempDir::new().unwrap();
    let database = shared().unwrap().create_database("rates").unwrap();
    imports_beside_a_server(database.url(), folder.path()).await;
}

//! Stored values that break a rule, such as those of a fault of an earlier version.

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use serde_json::{Value, json};
use wayfare_server::check_data;
use wayfare_testkit::{Builder, TestServer, both};

use crate::cast::{Cast, archive_of};

both!(a_broken_value_is_an_error_of_itself);

fn run_sql(server: &TestServer, statement: &str) {
    let url = server.settings().database_url.expose().to_owned();
    let done = match url.strip_prefix("sqlite://") {
        Some(path) => {
            let mut connection = SqliteConnection::establish(path).unwrap();
            sql_query(statement).execute(&mut connection)
        }
        None => {
            let mut connection = PgConnection::establish(&url).unwrap();
            sql_query(statement).execute(&mut connection)
        }
    };
    assert_eq!(done.unwrap(), 1);
}

fn check(server: &TestServer, json: bool) -> (u64, String) {
    let mut out = Vec::new();
    let found = check_data::check(server.settings(), &mut out, json).unwrap();
    (found, String::from_utf8(out).unwrap())
}

async fn a_broken_value_is_an_error_of_itself(builder: Builder) {
    let server = builder.setting("trip-cache", "0").start().unwrap();
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let ada = cast.ada.extensions();
    for amount in [3, 7] {
        let paid = json!({
            "from": "bob", "to": "ada", "amount": amount, "date": "2026-05-01", "note": "cash",
        });
        ada.record_settlement(&trip, &paid).await.expect_status(201);
    }
    assert_eq!(check(&server, true), (0, "[]\n".to_owned()));
    assert_eq!(check(&server, false), (0, String::new()));
    let payments = ada.settlements(&trip).await.value();
    let broken = payments[0]["id"].as_str().unwrap();
    let at = 1_777_593_600_000_i64;
    let statement = format!(
        "UPDATE trips SET plan = replace(plan, '\"3\",\"currency\":\"CAD\",\"date\":{at}', \
         '\"3\",\"currency\":\"CAD\",\"date\":9007199254740993')"
    );
    run_sql(&server, &statement);
    // All but the payment is as it was, for every member.
    let kept = ada.settlements(&trip).await.expect_status(200).value();
    assert_eq!(kept, json!([payments[1]]));
    for reader in [&cast.ada, &cast.bob] {
        reader.a().trip(&trip).await.expect_status(200);
        reader.b().trip(&trip).await.expect_status(200);
        reader
            .extensions()
            .settlement(&trip)
            .await
            .expect_status(200);
        archive_of(reader, &trip).await;
    }
    let (count, text) = check(&server, false);
    assert_eq!(count, 1);
    let line = format!("{trip}  plan/settlements  {broken}  must be in the years 1 to 9999");
    assert!(
        text.starts_with(&line) && text.lines().count() == 1,
        "{text}"
    );
    let (count, text) = check(&server, true);
    let all: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (count, &all[0]["trip"], &all[0]["id"]),
        (1, &json!(trip), &json!(broken))
    );
    assert!(!text.contains("cash"), "{text}");
}

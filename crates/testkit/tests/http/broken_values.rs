//! Stored values that break a rule, such as those of a fault of an earlier version.

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use serde_json::{Value, json};
use wayfare_server::check_data;
use wayfare_testkit::{Builder, TestServer, both};

use crate::cast::{Cast, archive_of};

both!(
    a_broken_value_is_an_error_of_itself,
    a_broken_row_hides_no_other,
    nobody_hands_over_to_who_is_being_deleted,
);

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

async fn a_broken_row_hides_no_other(builder: Builder) {
    let server = builder.setting("trip-cache", "0").start().unwrap();
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let (ada, bob) = (&cast.ada, &cast.bob);
    let mut links = Vec::new();
    for section in ["todo", "itinerary"] {
        let made = ada
            .extensions()
            .create_share_link(&trip, &json!({"sections": [section]}));
        links.push(made.await.json().id);
    }
    run_sql(
        &server,
        "UPDATE users SET email = 'no address' WHERE username_key = 'bob'",
    );
    let broken = "UPDATE grants SET scope = 'nothing' WHERE scope = 'todo'";
    run_sql(&server, broken);
    let late = match server
        .settings()
        .database_url
        .expose()
        .starts_with("sqlite")
    {
        true => "9007199254740993",
        false => "'20000-01-01'",
    };
    run_sql(&server, &format!("UPDATE trips SET updated_at = {late}"));
    let (count, text) = check(&server, false);
    assert_eq!(count, 1, "{text}");
    assert!(text.contains("updated_at"), "{text}");
    for reader in [ada, bob] {
        reader.a().trip(&trip).await.expect_status(200);
        reader
            .users()
            .trips(&reader.username, &[])
            .await
            .expect_status(200);
    }
    bob.users().profile("bob").await.expect_status(200);
    let listed = ada.extensions().share_links(&trip).await.json();
    assert_eq!(
        listed.iter().map(|link| &link.id).collect::<Vec<_>>(),
        [&links[1]]
    );
    let change = json!({"todo": ["Pack"]});
    ada.b().update(&trip, &change).await.expect_status(200);
}

async fn nobody_hands_over_to_who_is_being_deleted(builder: Builder) {
    let server = builder.start().unwrap();
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let later = match server
        .settings()
        .database_url
        .expose()
        .starts_with("sqlite")
    {
        true => "253402300799000",
        false => "'9999-12-31'",
    };
    // Its next step is far away.
    let deleted = format!(
        "INSERT INTO account_deletions (user_id, claimed_until) \
         SELECT id, {later} FROM users WHERE username_key = 'bob'"
    );
    run_sql(&server, &deleted);
    let owner = json!({"owner": "bob"});
    let refused = cast.ada.a().manage(&trip, &owner).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/owner"]);
}

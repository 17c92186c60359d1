//! The statements of every operation keep to forms that distributed engines accept
//! (docs/operations/databases.md, "Distributed engines"). They are read from PostgreSQL's log.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use time::macros::datetime;
use wayfare_test_postgres::statements::{Forms, LOGGED, LogPosition, Statement};
use wayfare_test_postgres::{Cluster, Database};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{FixedClock, Method, TestServer};

use super::world::Caller;
use super::{check, documented, world_on};
use crate::pictures::samples::jpeg;

/// The tables, with the columns by one of which a write or a lock names its rows.
const FORMS: Forms<'_> = Forms {
    keys: &[
        ("users", &["id"]),
        ("trips", &["id"]),
        ("trip_members", &["trip_id"]),
        ("refresh_tokens", &["id", "user_id", "family"]),
        ("pictures", &["id", "trip_id"]),
        ("proposals", &["id", "user_id"]),
        ("grants", &["id", "trip_id", "user_id"]),
        ("identities", &["user_id"]),
        ("idempotency_keys", &["hash", "user_id"]),
        ("outgoing_mail", &["id"]),
        ("counted_mail", &["user_id"]),
        ("mail_recipients", &["id"]),
        ("account_deletions", &["user_id"]),
        ("former_emails", &["user_id"]),
    ],
};
/// The statements that deviate, by their beginning, and why that is accepted. The documentation
/// names them too.
const EXCEPTIONS: [(&str, &str); 2] = [
    (
        "DELETE FROM refresh_tokens WHERE id = ANY (ARRAY(SELECT id FROM refresh_tokens WHERE \
            expires_at",
        "deletes at most 16 expired tokens of anybody, skips those that somebody has locked, and \
         no answer depends on it",
    ),
    (
        "DELETE FROM idempotency_keys WHERE hash = ANY (ARRAY(SELECT hash FROM idempotency_keys \
            WHERE used_at",
        "deletes at most 64 expired keys of anybody, skips those that somebody has locked, and no \
         answer depends on it",
    ),
];
/// The settings of connections, in the order in which a connection makes them.
const SETTINGS: [&str; 14] = [
    "TIME ZONE",
    "CLIENT_ENCODING",
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
    "enable_hashjoin",
    "enable_mergejoin",
    "enable_seqscan",
    "enable_bitmapscan",
    "plan_cache_mode",
    "max_parallel_workers_per_gather",
    "jit",
    "default_toast_compression",
    "lc_messages",
];
/// The documentation of the settings and of the exceptions.
const DOCUMENTATION: &str = include_str!("../../../../../docs/operations/databases.md");
/// The callers whose requests reach the database with a token that is good.
const KNOWN: [Caller; 4] = [
    Caller::Outsider,
    Caller::Viewer,
    Caller::Editor,
    Caller::Owner,
];
/// The kinds of writes that requests make, by table. Fewer would mean that the test leaves some
/// out.
const WRITES: [(&str, &[&str]); 9] = [
    ("users", &["INSERT", "UPDATE", "DELETE"]),
    ("trips", &["INSERT", "UPDATE", "DELETE"]),
    ("trip_members", &["INSERT", "UPDATE", "DELETE"]),
    ("refresh_tokens", &["INSERT", "UPDATE", "DELETE"]),
    ("pictures", &["INSERT", "DELETE"]),
    ("grants", &["INSERT", "UPDATE", "DELETE"]),
    ("idempotency_keys", &["INSERT", "DELETE"]),
    ("outgoing_mail", &["INSERT", "UPDATE", "DELETE"]),
    ("counted_mail", &["INSERT", "DELETE"]),
];

/// A server on a PostgreSQL whose log has all of its statements.
struct Logged {
    server: TestServer,
    clock: FixedClock,
    log: LogPosition,
    /// The sessions that migrated, before the server served.
    migrations: BTreeSet<u32>,
    // Dropped after the server that uses them.
    _database: Database,
    cluster: Cluster,
}

impl Logged {
    fn start() -> Self {
        let cluster = Cluster::start().unwrap();
        let database = cluster.server().create_database("forms").unwrap();
        let log = LogPosition::end_of(cluster.log()).unwrap();
        let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
        let server = TestServer::builder()
            .setting("database-url", &format!("{}?{LOGGED}", database.url()))
            .clock(clock.clone())
            // Nobody listens there: mails are queued, taken, and tried again.
            .setting("smtp-url", "smtp://127.0.0.1:1")
            .setting("mail-from", "no-reply@example.org")
            .start()
            .unwrap();
        let started = log.read().unwrap().statements.into_iter();
        let locks = started.filter(|statement| statement.text.contains("pg_advisory_lock"));
        let migrations = locks.map(|statement| statement.session).collect();
        Self {
            server,
            clock,
            log,
            migrations,
            _database: database,
            cluster,
        }
    }

    /// The end of the log.
    fn end(&self) -> LogPosition {
        LogPosition::end_of(self.cluster.log()).unwrap()
    }
}

/// The texts of the statements that were logged from a position on, but for those of connecting.
fn requested(from: &LogPosition) -> BTreeSet<String> {
    let statements = from.read().unwrap().statements.into_iter();
    let texts = statements.flat_map(|statement| {
        let texts = statement.text.split(';').map(|text| text.trim().to_owned());
        texts.collect::<Vec<_>>()
    });
    texts
        .filter(|text| !text.is_empty() && setting(text).is_none())
        .collect()
}

/// What a statement sets, from the name of the setting on.
fn assignment(text: &str) -> Option<&str> {
    let set = text.strip_prefix("SET ");
    set.or_else(|| text.strip_prefix("SELECT set_config('"))
}

/// The name of the setting that a statement sets.
fn setting(text: &str) -> Option<&'static str> {
    let name = assignment(text)?;
    let is_it = |known: &&str| name.starts_with(known);
    SETTINGS.into_iter().find(is_it)
}

/// The kind of a writing statement, and its table.
fn written(text: &str) -> Option<(&str, &str)> {
    let mut words = text.split([' ', '"']).filter(|word| !word.is_empty());
    let kind = words.next()?;
    let table = words.find(|word| !matches!(*word, "INTO" | "FROM"))?;
    Some((kind, table))
}

/// Adds the deviations of statements that no exception covers.
fn judge(
    what: &str,
    statements: &BTreeSet<String>,
    used: &mut BTreeSet<&'static str>,
    faults: &mut Vec<String>,
) {
    for text in statements {
        let Some(deviation) = FORMS.deviation(text) else {
            continue;
        };
        match EXCEPTIONS.iter().find(|(start, _)| text.starts_with(start)) {
            Some((start, _)) => _ = used.insert(start),
            None => faults.push(format!("{what}: {deviation}:\n    {text}")),
        }
    }
}

/// Requests whose statements the calls of the matrix do not reach: changes of members and pictures,
/// rotation and reuse of refresh tokens, and the deletion of an account that is on others' trips.
async fn further_requests(server: &TestServer) {
    let client = server.client();
    let ann = sample::sign_up(&client, "ann").await;
    let ben = sample::sign_up(&client, "ben").await;
    let email = json!({"email": "ann@example.org"});
    ann.users().update("ann", &email).await.expect_status(200);
    let trip = sample::trip(&ann, "Lisbon").await;
    for members in [vec!["ann", "ben"], vec!["ann"], vec!["ann", "ben"]] {
        let body = json!({"members": members});
        ann.b().update(&trip, &body).await.expect_status(200);
    }
    for tint in [1, 2] {
        let form = ann.a().set_pictures(&trip);
        let form = form.file("mainImage", "a.jpg", jpeg(8, 8, tint));
        form.file("photos", "b.jpg", jpeg(8, 8, tint + 10))
            .await
            .expect_status(200);
        let form = ben.users().set_picture("ben");
        form.file("image", "a.jpg", jpeg(8, 8, tint))
            .await
            .expect_status(200);
    }
    let body = json!({"desc": "Edited by a member"});
    ben.b().update(&trip, &body).await.expect_status(200);
    rotate(server, &ann).await;
    // One of sixteen requests with a key deletes old keys, by random.
    for _ in 0..200 {
        sample::trip(&ben, "Lagos").await;
    }
    sample::trip(&ben, "Porto").await;
    ben.users().delete("ben").await.expect_status(204);
}

/// Signs in, rotates the refresh token, reuses the spent one, and revokes all.
async fn rotate(server: &TestServer, user: &Traveller) {
    let client = server.client();
    let password = json!({"password": "quite a long password"});
    user.users()
        .set_password(&password)
        .await
        .expect_status(204);
    let grant = json!({
        "grant_type": "password",
        "username": user.username,
        "password": "quite a long password",
    });
    let refresh = |token: &str| json!({"grant_type": "refresh_token", "refresh_token": token});
    let first = client.users().sign_in(&grant).await.json();
    let second = client.users().sign_in(&refresh(&first.refresh_token));
    let second = second.await.json();
    let third = client.users().sign_in(&refresh(&second.refresh_token));
    third.await.expect_status(200);
    let reuse = client.users().sign_in(&refresh(&first.refresh_token));
    reuse.await.expect_status(401);
    let other = client.users().sign_in(&grant).await.json();
    let one = json!({"refresh_token": other.refresh_token});
    client.users().revoke(&one).await.expect_status(204);
    let last = client.users().sign_in(&grant).await.json();
    let signed_in = client.with_token(last.access_token);
    let all = json!({"all": true});
    signed_in.users().revoke(&all).await.expect_status(204);
}

#[tokio::test]
async fn statements_of_every_operation_have_portable_forms_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let logged = Logged::start();
    let server = &logged.server;
    let world = world_on(server, &logged.clock).await;
    let (mut used, mut faults) = (BTreeSet::new(), Vec::new());
    for (operation, cases) in documented(server).await {
        let position = logged.end();
        for case in cases {
            check(&world, &operation, &case, &KNOWN, &mut faults).await;
        }
        let statements = requested(&position);
        judge(&operation.id, &statements, &mut used, &mut faults);
        // Mails are looked for all the time.
        let is_own = |text: &&String| {
            !text.contains("outgoing_mail") || operation.id == "requestPasswordReset"
        };
        let is_silent = statements.iter().find(is_own).is_none();
        let is_silent = is_silent && operation.method != Method::GET;
        faults.extend(is_silent.then(|| format!("{}: no statement was logged", operation.id)));
    }
    let position = logged.end();
    further_requests(server).await;
    judge(
        "further requests",
        &requested(&position),
        &mut used,
        &mut faults,
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));

    let all = requested(&logged.log);
    for (table, kinds) in WRITES {
        for kind in kinds {
            let is_such = |text: &String| written(text) == Some((*kind, table));
            assert!(
                all.iter().any(is_such),
                "no request made a {kind} of {table}"
            );
        }
    }
    for (start, reason) in EXCEPTIONS {
        assert!(
            used.contains(start),
            "nothing deviates as {start}: {reason}"
        );
    }
    assert_sessions_are_set_up_first(&logged);
}

/// A session is set up as documented before its first request, and never later.
fn assert_sessions_are_set_up_first(logged: &Logged) {
    let mut sessions: BTreeMap<u32, Vec<Statement>> = BTreeMap::new();
    for statement in logged.log.read().unwrap().statements {
        let of_session = sessions.entry(statement.session).or_default();
        of_session.push(statement);
    }
    assert_eq!(logged.migrations.len(), 1, "one session migrates");
    sessions.retain(|session, _| !logged.migrations.contains(session));
    assert!(!sessions.is_empty());
    let mut seen = BTreeSet::new();
    for statements in sessions.values() {
        let is_set = |statement: &&Statement| assignment(&statement.text).is_some();
        for statement in statements.iter().skip_while(is_set) {
            assert!(!is_set(&statement), "set within a session: {statement:?}");
        }
        for statement in statements.iter().take_while(is_set) {
            for text in statement.text.split(';') {
                let known = setting(text.trim());
                assert!(known.is_some(), "not a documented setting: {text}");
                seen.extend(known);
            }
        }
    }
    for name in SETTINGS {
        assert!(seen.contains(name), "{name} is not set");
        let is_documented = DOCUMENTATION.contains(&format!("`{name}`"));
        assert!(
            is_documented,
            "{name} is not in docs/operations/databases.md"
        );
    }
}

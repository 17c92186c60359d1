//! What a user, a trip and an edit take in PostgreSQL: bytes of rows and indexes, levels of
//! indexes, and write-ahead log.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Text};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use serde_json::json;
use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;
use wayfare_testkit::sample;

use super::fixture::{Database, Fixture};
use super::seed::{Seed, Size, trip_id};
use super::template::TRIPS;
use super::{Args, Bench};

/// The databases to look at: trips of one kind each, beside 10,000 users and their refresh tokens.
const KINDS: [(&str, Size); 2] = [
    (
        "Trips of three members, with 20 items of itinerary, 10 to-dos and 10 locations",
        Size {
            spread: 50_000,
            others: 1,
        },
    ),
    (
        "Trips of one member, with two destinations and two to-dos",
        Size {
            spread: TRIPS,
            others: 200_000,
        },
    ),
];
const TABLES: &str = "
    SELECT relname::text AS name, reltuples::bigint AS count, pg_relation_size(oid) AS bytes,
        COALESCE(pg_total_relation_size(NULLIF(reltoastrelid, 0)), 0) AS more
    FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= 1000
    ORDER BY relname";
const INDEXES: &str = "
    SELECT indexes.relname::text AS name, tables.reltuples::bigint AS count,
        pg_relation_size(indexes.oid) AS bytes, (bt_metap(indexes.relname::text)).level + 1 AS more
    FROM pg_index JOIN pg_class AS indexes ON indexes.oid = indexrelid
        JOIN pg_class AS tables ON tables.oid = indrelid
    WHERE tables.relnamespace = 'public'::regnamespace AND tables.reltuples >= 1000
    ORDER BY tables.relname, indexes.relname";
/// Requests of a kind whose write-ahead log is measured.
const REPEATS: u64 = 20;
/// Bytes of write-ahead log so far, as the only column of interest.
const WAL: &str = "
    SELECT '' AS name, 0::bigint AS count, 0::bigint AS more,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS bytes";

#[derive(QueryableByName)]
struct Entry {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = BigInt)]
    bytes: i64,
    #[diesel(sql_type = BigInt)]
    more: i64,
}

/// Prints the tables as Markdown.
pub(crate) fn run(server: &Path) -> anyhow::Result<ExitCode> {
    let args = Args {
        server: std::fs::canonicalize(server).context(server.display().to_string())?,
        against: None,
        quick: false,
        full: false,
        database: Some(Database::Postgres),
        only: None,
        write: None,
    };
    let bench = Bench {
        args: &args,
        cluster: Some(Cluster::start_durable()?),
        runtime: Runtime::new()?,
    };
    for (kind, size) in KINDS {
        let fixture = bench.fixture(Database::Postgres)?;
        let seed = bench.seed(&fixture, bench.server(), size)?;
        println!("\n**{kind}**\n");
        rows(fixture.url())?;
        println!("\n| write-ahead log, bytes | first after a checkpoint | later |");
        println!("|---|--:|--:|");
        write_ahead_log(&bench, &fixture, &seed)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn rows(url: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::establish(url)?;
    connection.batch_execute("CREATE EXTENSION pageinspect")?;
    println!("| table or index | rows | bytes for each | of them out of line (TOAST) | levels |");
    println!("|---|--:|--:|--:|--:|");
    for table in sql_query(TABLES).load::<Entry>(&mut connection)? {
        let each = |bytes: i64| bytes / table.count;
        println!(
            "| `{}` | {} | {} | {} | |",
            table.name,
            table.count,
            each(table.bytes + table.more),
            each(table.more)
        );
    }
    for index in sql_query(INDEXES).load::<Entry>(&mut connection)? {
        let each = index.bytes / index.count;
        println!(
            "| `{}` | {} | {each} | | {} |",
            index.name, index.count, index.more
        );
    }
    Ok(())
}

/// Prints the bytes of write-ahead log of an edit, a new trip and the exchange of a refresh token:
/// each right after a checkpoint, where it logs whole pages, and without one.
fn write_ahead_log(bench: &Bench<'_>, fixture: &Fixture, seed: &Seed) -> anyhow::Result<()> {
    let mut connection = PgConnection::establish(fixture.url())?;
    let server = fixture.serve(bench.server())?;
    let client = wayfare_testkit::client(server.url());
    let password = "a password of some length";
    let body = json!({"name": "Dora", "username": "dora", "password": password});
    bench.runtime.block_on(sample::sign_up_with(&client, &body));
    let grant = json!({"grant_type": "password", "username": "dora", "password": password});
    let tokens = bench
        .runtime
        .block_on(client.users().sign_in(&grant).send())?;
    let mut token = tokens.json()?.refresh_token;
    let writer = client.with_token(&seed.writer.token);
    for name in [
        "edit of one field",
        "new trip",
        "exchange of a refresh token",
    ] {
        let mut request = |n: u64| -> anyhow::Result<u16> {
            let body = json!({"name": format!("Trip {n}")});
            Ok(match name {
                "edit of one field" => {
                    let edit = writer.b().update(&trip_id(n), &body);
                    bench.runtime.block_on(edit.send())?.status
                }
                "new trip" => {
                    let new = writer.b().create(&body);
                    bench.runtime.block_on(new.send())?.status
                }
                _ => {
                    let grant = json!({"grant_type": "refresh_token", "refresh_token": token});
                    let reply = bench
                        .runtime
                        .block_on(client.users().sign_in(&grant).send())?;
                    let status = reply.status;
                    if status == 200 {
                        token = reply.json()?.refresh_token;
                    }
                    status
                }
            })
        };
        let mut bytes = [0, 0];
        for (round, bytes) in (0..).zip(&mut bytes) {
            for n in 0..REPEATS {
                if round == 0 {
                    connection.batch_execute("CHECKPOINT")?;
                }
                let before = position(&mut connection)?;
                let status = request(round * REPEATS + n)?;
                ensure!(status == 200, "{name} was answered {status}");
                *bytes += position(&mut connection)? - before;
            }
            *bytes /= i64::try_from(REPEATS)?;
        }
        let [first, later] = bytes;
        println!("| {name} | {first} | {later} |");
    }
    Ok(())
}

/// The bytes of write-ahead log so far.
fn position(connection: &mut PgConnection) -> anyhow::Result<i64> {
    let entry: Entry = sql_query(WAL).get_result(connection)?;
    Ok(entry.bytes)
}

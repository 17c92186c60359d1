//! The data that is measured on: what people made through the interface, and many copies of that
//! made in the database itself.

use anyhow::Context;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wayfare_testkit::Client;
use wayfare_testkit::sample::{self, Traveller};

use super::pgbench::{FIRST_USER, first_of};
use super::template::{FIRST, SPREAD, token};
use super::wrk::{CONNECTIONS, tokens_of};
use super::{Database, ROUNDS};

/// How many other people there are, who have the other trips.
const PEOPLE: u64 = 10_000;
/// How many trips the one user has whose lists are read.
const TRIPS: usize = 20;
/// What the ids of people begin with that are made in the database; each ends with a number.
pub(crate) const PERSON: &str = "5eed0001-0000-7000-8000-";
/// As [`PERSON`], of the trips that writes are spread over.
pub(crate) const TRIP: &str = "5eed0002-0000-7000-8000-";
const TOKEN_ROW: &str = "5eed0003-0000-7000-8000-";
/// What all of them begin with.
const SEEDED: &str = "5eed";

/// Whom and what the requests are about.
pub(crate) struct Seed {
    /// Has 20 trips.
    pub(crate) ada: Traveller,
    /// Has the trips that writes are spread over.
    pub(crate) writer: Traveller,
    /// The trip of Ada's that has everything.
    pub(crate) trip: String,
    /// The id of a trip that has little, to be copied.
    plain: String,
}

/// Whether an id is of the seed.
pub(crate) fn is_seeded(id: &str) -> bool {
    id.starts_with(SEEDED)
}

/// The id of another person.
pub(crate) fn person(n: u64) -> String {
    format!("{PERSON}{}", FIRST + n)
}

/// The id of the row of a seeded refresh token.
pub(crate) fn token_row(n: u64) -> String {
    format!("{TOKEN_ROW}{}", FIRST + n)
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Makes people and their trips through the interface; `picture` is the main picture of the one
/// that has everything.
pub(crate) async fn through_the_interface(client: &Client, picture: Vec<u8>) -> Seed {
    let ada = sample::sign_up(client, "ada").await;
    let (bob, cleo) = (
        sample::sign_up(client, "bob").await,
        sample::sign_up(client, "cleo").await,
    );
    let writer = sample::sign_up(client, "writer").await;
    let trip = sample::trip(&ada, "Portugal").await;
    sample::add_members(&ada, &trip, &[&bob, &cleo]).await;
    let mut content = sample::full_update();
    let todo: Vec<String> = (1..=10)
        .map(|number| format!("Thing {number} that has to be done"))
        .collect();
    if let Some(fields) = content.as_object_mut() {
        fields.insert("todo".to_owned(), json!(todo));
    }
    ada.b().update(&trip, &content).await.expect_status(200);
    ada.a()
        .set_items(&trip, &items("The tower"))
        .await
        .expect_status(200);
    ada.b().set_map(&trip, &map()).await.expect_status(200);
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "picture.jpg", picture)
        .await
        .expect_status(200);
    for number in 1..TRIPS {
        sample::trip(&ada, &format!("Trip {number}")).await;
    }
    let plain = sample::trip(&writer, "Weekend").await;
    writer
        .b()
        .update(&plain, &sample::full_update())
        .await
        .expect_status(200);
    Seed {
        ada,
        writer,
        trip,
        plain,
    }
}

/// An itinerary of 20 items with the budgets of three members; `text` is part of it.
pub(crate) fn items(text: &str) -> Value {
    let item = |number: usize| {
        let budget = |member| sample::member_budget(member, &json!(20.5), &json!(10.25));
        let (day, hour) = (number / 4 + 1, 8 + number % 4 * 3);
        json!({
            "item_id": format!("item-{number}"),
            "item_type": if number % 4 == 3 { "transportations" } else { "destination" },
            "index": number,
            "day": day,
            "start_time": format!("2026-05-{day:02}T{hour:02}:00:00Z"),
            "end_time": format!("2026-05-{day:02}T{:02}:30:00Z", hour + 1),
            "duration": 5_400,
            "budget": {
                "currency": "CAD",
                "category": "Activities",
                "membersBudget": [budget("ada"), budget("bob"), budget("cleo")],
            },
            "destination": {
                "_id": format!("place-{number}"),
                "name": format!("Place {number}"),
                "location": "Lisbon, Portugal",
                "description": text,
            },
            "photos": [{"url": "https://example.com/place.jpg", "description": "From the river"}],
        })
    };
    json!({"trip_items": (0..20).map(item).collect::<Vec<_>>()})
}

/// Notes and ten locations.
fn map() -> Value {
    let location = |number: i64| {
        json!({
            "title": format!("Location {number}"),
            "address": format!("Rua Augusta {number}, Lisbon"),
            "date": {"start": 1_777_626_000 + number * 3_600, "end": 1_777_629_600 + number * 3_600},
            "transportation": {"type": "train", "distance": 12.5, "time": 45, "cost": 3.2},
        })
    };
    json!({"notes": "<p>Bring <b>water</b></p>", "locations": (1..=10).map(location).collect::<Vec<_>>()})
}

/// Makes the rest in the database: other people with `others` trips, the trips that writes are
/// spread over, and refresh tokens.
pub(crate) fn in_the_database(
    database: Database,
    url: &str,
    seed: &Seed,
    others: u64,
) -> anyhow::Result<()> {
    match database {
        Database::Postgres => {
            let mut connection = PgConnection::establish(url)?;
            let statements = statements(
                database,
                &mut |table| columns(&mut connection, POSTGRES_COLUMNS, table),
                seed,
                others,
            )?;
            connection.batch_execute(&statements)?;
            // Not within the batch, which would make it part of a transaction.
            connection.batch_execute("VACUUM ANALYZE")?;
            Ok(connection.batch_execute("CHECKPOINT")?)
        }
        Database::Sqlite => {
            let path = url.strip_prefix("sqlite://").context("no path")?;
            let mut connection = SqliteConnection::establish(path)?;
            let statements = statements(
                database,
                &mut |table| columns(&mut connection, SQLITE_COLUMNS, table),
                seed,
                others,
            )?;
            Ok(connection.batch_execute(&statements)?)
        }
    }
}

const POSTGRES_COLUMNS: &str =
    "SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = '{table}'";
const SQLITE_COLUMNS: &str = "SELECT name FROM pragma_table_info('{table}')";

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    name: String,
}

fn columns<C>(connection: &mut C, query: &str, table: &str) -> anyhow::Result<Vec<String>>
where
    C: Connection,
    diesel::query_builder::SqlQuery: diesel::query_dsl::LoadQuery<'static, C, Column>,
{
    let columns = diesel::sql_query(query.replace("{table}", table)).load::<Column>(connection)?;
    Ok(columns.into_iter().map(|column| column.name).collect())
}

/// Whatever tells the columns of a table.
type Columns<'c> = dyn FnMut(&str) -> anyhow::Result<Vec<String>> + 'c;

fn statements(
    database: Database,
    columns: &mut Columns<'_>,
    seed: &Seed,
    others: u64,
) -> anyhow::Result<String> {
    let id = |text: &str| database.id(text);
    let (ada, writer) = (id(&seed.ada.id), id(&seed.writer.id));
    let mut statements = vec!["BEGIN".to_owned()];
    let people: Vec<String> = (0..PEOPLE)
        .map(|n| format!("({n}, {}, 'other{n}')", id(&person(n))))
        .collect();
    statements.push(table("people", "n, id, username", &people));
    statements.push(copies(
        "users",
        "people",
        &columns("users")?,
        &ada,
        &[
            ("id", "wanted.id"),
            ("username", "wanted.username"),
            ("username_key", "wanted.username"),
        ],
    ));
    let spread: Vec<String> = (0..SPREAD)
        .map(|n| format!("({}, {writer})", id(&format!("{TRIP}{}", FIRST + n))))
        .collect();
    statements.push(table("spread", "id, owner_id", &spread));
    statements.push(format!(
        "CREATE TEMP TABLE others AS SELECT {} AS id, people.id AS owner_id FROM ({}) AS numbers JOIN people ON people.n = numbers.n % {PEOPLE}",
        database.random_id(),
        database.numbers(others),
    ));
    let trips = columns("trips")?;
    for (rows, of) in [("spread", id(&seed.trip)), ("others", id(&seed.plain))] {
        statements.push(copies(
            "trips",
            rows,
            &trips,
            &of,
            &[("id", "wanted.id"), ("owner_id", "wanted.owner_id")],
        ));
        statements.push(format!(
            "INSERT INTO trip_members (trip_id, user_id, position, trip_created_at) \
             SELECT wanted.id, wanted.owner_id, 0, original.created_at FROM {rows} AS wanted, trips AS original WHERE original.id = {of}"
        ));
        statements.push(format!(
            "INSERT INTO trip_members (trip_id, user_id, position, trip_created_at) \
             SELECT wanted.id, original.user_id, original.position, original.trip_created_at \
             FROM {rows} AS wanted, trip_members AS original WHERE original.trip_id = {of} AND original.position > 0"
        ));
    }
    statements.extend(refresh_tokens(database));
    statements.push("COMMIT".to_owned());
    Ok(statements.join(";\n"))
}

/// A table for as long as the connection lasts.
fn table(name: &str, columns: &str, rows: &[String]) -> String {
    let rows = rows.join(", ");
    format!(
        "CREATE TEMP TABLE {name} AS WITH given ({columns}) AS (VALUES {rows}) SELECT * FROM given"
    )
}

/// Copies the row of an id, once for each row of a table of what is to differ.
fn copies(
    table: &str,
    rows: &str,
    columns: &[String],
    of: &str,
    differing: &[(&str, &str)],
) -> String {
    let value = |column: &String| {
        let differs = differing.iter().find(|(name, _)| name == column);
        differs.map_or_else(
            || format!("original.{column}"),
            |(_, value)| (*value).to_owned(),
        )
    };
    let values: Vec<String> = columns.iter().map(value).collect();
    format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {rows} AS wanted, {table} AS original WHERE original.id = {of}",
        columns.join(", "),
        values.join(", ")
    )
}

/// The refresh tokens that requests spend, each of another user; and those that `pgbench` spends.
fn refresh_tokens(database: Database) -> Vec<String> {
    let id = |text: &str| database.id(text);
    let (issued, expires) = database.times();
    let row = |row: &str, user: u64, hash: &str| {
        let person = id(&person(user));
        format!(
            "({}, {person}, {person}, {}, {issued}, {expires})",
            id(row),
            database.bytes(hash)
        )
    };
    let of_requests = (0..tokens_of(ROUNDS).start)
        .map(|n| row(&token_row(n), n, &hex(&Sha256::digest(token(n)))));
    let of_pgbench = (0..ROUNDS)
        .flat_map(|round| (0..u64::from(CONNECTIONS)).map(move |client| (round, client)))
        .map(|(round, client)| {
            let digits = format!("{}{}", first_of(round), 800_000_000_000 + client);
            row(&format!("0b000000{digits}"), FIRST_USER + client, &digits)
        });
    let rows: Vec<String> = of_requests.chain(of_pgbench).collect();
    vec![format!(
        "INSERT INTO refresh_tokens (id, family, user_id, hash, issued_at, expires_at) VALUES {}",
        rows.join(", ")
    )]
}

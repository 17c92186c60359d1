//! The measured data: a template made over HTTP, and copies of its rows made with SQL.
//!
//! The copies take all columns that the database has, so that one program seeds the databases of
//! servers with different schemas.

use anyhow::Context;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use serde_json::{Value, json};
use wayfare_testkit::Client;
use wayfare_testkit::sample::{self, Traveller};

use crate::fixture::{BASE_URL, Database};

/// The number of users, beside those who send requests, who own the other trips.
const PEOPLE: u64 = 10_000;
/// The first number of each seeded kind of row: all numbers have twelve digits.
pub(crate) const FIRST: u64 = 100_000_000_000;
/// The number of trips of the user whose lists are read.
const TRIPS_OF_ADA: usize = 20;
/// The number of items of the large trip.
const LARGE_ITEMS: usize = 1_000;
/// The prefix of the ids of seeded users; a number follows.
const PERSON: &str = "5eed0001-0000-7000-8000-";
/// The prefix of the ids of the trips that requests are spread over; a number follows.
pub(crate) const TRIP: &str = "5eed0002-0000-7000-8000-";

/// The password of those who send requests.
pub(crate) const PASSWORD: &str = "a good long one";

/// The users and trips that requests are about.
pub(crate) struct Seed {
    /// Owns 20 trips.
    pub(crate) ada: Traveller,
    /// Owns the trips that requests are spread over.
    pub(crate) writer: Traveller,
    /// A member of both: the template of the other users.
    bob: Traveller,
    /// Ada's trip with content of every kind.
    trip: String,
    /// A trip with little content, and without pictures: the template of the other trips.
    plain: String,
    /// The names that requests have for what is seeded, in braces, and their values.
    pub(crate) names: Vec<(&'static str, String)>,
}

/// Makes the template over HTTP; `picture` is a main and a profile picture.
pub(crate) async fn over_http(client: &Client, picture: Vec<u8>) -> Seed {
    let sign_up = async |username: &str| {
        let body = json!({"name": username, "username": username, "password": PASSWORD});
        sample::sign_up_with(client, &body).await
    };
    let (ada, writer) = (sign_up("ada").await, sign_up("writer").await);
    let (bob, cleo) = (sign_up("bob").await, sign_up("cleo").await);
    let (a, b, extensions) = (ada.a(), ada.b(), ada.extensions());
    let users = ada.users();
    let profile_picture = users.set_picture("ada");
    profile_picture
        .file("image", "picture.jpg", picture.clone())
        .await
        .expect_status(200);
    let mut content = sample::full_update();
    let todo: Vec<String> = (1..=10)
        .map(|number| format!("Thing {number} that has to be done"))
        .collect();
    if let Some(fields) = content.as_object_mut() {
        fields.insert("todo".to_owned(), json!(todo));
    }
    let trip = sample::trip(&ada, "Portugal").await;
    sample::add_members(&ada, &trip, &[&bob, &cleo]).await;
    b.update(&trip, &content).await.expect_status(200);
    let items = items("The tower");
    a.set_items(&trip, &items).await.expect_status(200);
    b.set_map(&trip, &map()).await.expect_status(200);
    let pictures = a.set_pictures(&trip);
    pictures
        .file("mainImage", "picture.jpg", picture)
        .await
        .expect_status(200);
    let main_picture = a.trip(&trip).await.json().summary.main_image;
    let share = extensions
        .create_share_link(&trip, &json!({}))
        .await
        .json()
        .url;
    let share = share.rsplit('/').next().unwrap_or_default().to_owned();
    let shared = extensions.shared(&share).await.json();
    let shared_picture = shared.photos.into_iter().flatten().next();
    let feed = extensions.open_trip_feed(&trip).await.json().url;
    let payment = json!({"from": "bob", "to": "ada", "amount": 20});
    let settlement = extensions.record_settlement(&trip, &payment).await.json();
    for number in 1..TRIPS_OF_ADA {
        sample::trip(&ada, &format!("Trip {number}")).await;
    }
    let large = sample::trip(&writer, "Large").await;
    let many = many_items(LARGE_ITEMS, "The tower");
    let writer_a = writer.a();
    writer_a.set_items(&large, &many).await.expect_status(200);
    let links = writer.extensions();
    let link = links.create_share_link(&large, &json!({})).await.json().id;
    let plain = sample::trip(&writer, "Weekend").await;
    let writer_b = writer.b();
    writer_b
        .update(&plain, &sample::full_update())
        .await
        .expect_status(200);
    let names = vec![
        ("{trip}", trip.clone()),
        ("{large}", large),
        ("{picture}", main_picture),
        ("{share}", share),
        (
            "{shared-picture}",
            path_of(&shared_picture.unwrap_or_default()),
        ),
        (
            "{feed}",
            feed.rsplit('/').next().unwrap_or_default().to_owned(),
        ),
        ("{settlement}", settlement.id),
        ("{link}", link),
    ];
    Seed {
        ada,
        writer,
        bob,
        trip,
        plain,
        names,
    }
}

/// The path of a URL of the measured server.
fn path_of(url: &str) -> String {
    url.trim_start_matches(BASE_URL).to_owned()
}

/// An itinerary of 20 items with the budgets of three members; `text` is part of it.
pub(crate) fn items(text: &str) -> Value {
    many_items(20, text)
}

/// The same of `count` items.
fn many_items(count: usize, text: &str) -> Value {
    let item = |number: usize| {
        let budget = |member| sample::member_budget(member, &json!(20.5), &json!(10.25));
        let (day, hour) = (number / 4 % 28 + 1, 8 + number % 4 * 3);
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
    json!({"trip_items": (0..count).map(item).collect::<Vec<_>>()})
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

/// The numbers of copies of the template.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// Trips of the writer, which requests are spread over.
    pub(crate) spread: u64,
    /// Trips of other users.
    pub(crate) others: u64,
}

/// Copies the template with SQL: users with trips, and the trips that requests are spread over.
pub(crate) fn with_sql(
    database: Database,
    url: &str,
    seed: &Seed,
    size: Size,
) -> anyhow::Result<()> {
    match database {
        Database::Postgres => {
            let mut connection = PgConnection::establish(url)?;
            let columns = &mut |table: &str| columns(&mut connection, POSTGRES_COLUMNS, table);
            let statements = statements(database, columns, seed, size)?;
            connection.batch_execute(&statements)?;
            // Separate, as VACUUM fails within the implicit transaction of a batch.
            connection.batch_execute("VACUUM ANALYZE")?;
            Ok(connection.batch_execute("CHECKPOINT")?)
        }
        Database::Sqlite => {
            let path = url.strip_prefix("sqlite://").context("no path")?;
            let mut connection = SqliteConnection::establish(path)?;
            let columns = &mut |table: &str| columns(&mut connection, SQLITE_COLUMNS, table);
            let statements = statements(database, columns, seed, size)?;
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

/// Returns the names of a table's columns.
type Columns<'c> = dyn FnMut(&str) -> anyhow::Result<Vec<String>> + 'c;

fn statements(
    database: Database,
    columns: &mut Columns<'_>,
    seed: &Seed,
    size: Size,
) -> anyhow::Result<String> {
    let mut statements = vec!["BEGIN".to_owned()];
    statements.extend(users(database, columns, seed)?);
    statements.extend(trips(database, columns, seed, size)?);
    statements.push("COMMIT".to_owned());
    Ok(statements.join(";\n"))
}

fn users(
    database: Database,
    columns: &mut Columns<'_>,
    seed: &Seed,
) -> anyhow::Result<[String; 2]> {
    let people = (FIRST..FIRST + PEOPLE).map(|number| {
        format!(
            "({number}, {}, 'other{number}')",
            id_of(database, PERSON, number)
        )
    });
    let users = Copy {
        table: "users",
        rows: "people",
        condition: format!("original.id = {}", database.id(&seed.bob.id)),
        differing: &[
            ("id", "wanted.id"),
            ("username", "wanted.username"),
            ("username_key", "wanted.username"),
        ],
    };
    Ok([
        temporary_table("people", "n, id, username", people),
        users.statement(columns)?,
    ])
}

fn trips(
    database: Database,
    columns: &mut Columns<'_>,
    seed: &Seed,
    size: Size,
) -> anyhow::Result<Vec<String>> {
    let writer = database.id(&seed.writer.id);
    let (full, plain) = (database.id(&seed.trip), database.id(&seed.plain));
    let spread = (FIRST..FIRST + size.spread)
        .map(|number| format!("({}, {writer})", id_of(database, TRIP, number)));
    let mut statements = vec![
        temporary_table("spread", "id, owner_id", spread),
        format!(
            "CREATE TEMP TABLE others AS SELECT {} AS id, people.id AS owner_id FROM ({}) AS numbers JOIN people ON people.n = {FIRST} + numbers.n % {PEOPLE}",
            database.random_id(),
            database.numbers(size.others),
        ),
    ];
    // The full trip's picture belongs to that trip alone.
    let gallery = format!("(SELECT gallery FROM trips WHERE id = {plain})");
    for (rows, original) in [("spread", &full), ("others", &plain)] {
        let trips = Copy {
            table: "trips",
            rows,
            condition: format!("original.id = {original}"),
            differing: &[
                ("id", "wanted.id"),
                ("owner_id", "wanted.owner_id"),
                ("gallery", &gallery),
            ],
        };
        let members = Copy {
            table: "trip_members",
            rows,
            condition: format!("original.trip_id = {original}"),
            differing: &[
                ("trip_id", "wanted.id"),
                (
                    "user_id",
                    "CASE WHEN original.position = 0 THEN wanted.owner_id ELSE original.user_id END",
                ),
            ],
        };
        statements.push(trips.statement(columns)?);
        statements.push(members.statement(columns)?);
    }
    Ok(statements)
}

/// The literal of a seeded row's id.
fn id_of(database: Database, prefix: &str, number: u64) -> String {
    database.id(&format!("{prefix}{number}"))
}

/// A table that lasts as long as the connection.
fn temporary_table(name: &str, columns: &str, rows: impl Iterator<Item = String>) -> String {
    let rows = rows.collect::<Vec<_>>().join(", ");
    format!(
        "CREATE TEMP TABLE {name} AS WITH given ({columns}) AS (VALUES {rows}) SELECT * FROM given"
    )
}

/// Copies of a row: one for each row of a temporary table.
struct Copy<'a> {
    table: &'a str,
    /// The temporary table, named `wanted` in expressions.
    rows: &'a str,
    /// Selects the row to copy, named `original` in expressions.
    condition: String,
    /// The columns that differ from the original, and their values.
    differing: &'a [(&'a str, &'a str)],
}

impl Copy<'_> {
    fn statement(&self, columns: &mut Columns<'_>) -> anyhow::Result<String> {
        let Self {
            table,
            rows,
            condition,
            differing,
        } = self;
        let columns = columns(table)?;
        let values = columns.iter().map(|column| {
            let differing = differing.iter().find(|(name, _)| name == column);
            differing.map_or_else(
                || format!("original.{column}"),
                |(_, value)| (*value).to_owned(),
            )
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let columns = columns.join(", ");
        Ok(format!(
            "INSERT INTO {table} ({columns}) SELECT {values} FROM {rows} AS wanted, {table} AS original WHERE {condition}"
        ))
    }
}

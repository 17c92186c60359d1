//! The measured data: a template made over HTTP, and copies of its rows made with SQL, which takes
//! all columns that the database of any version has.

use anyhow::Context;
use diesel::connection::SimpleConnection;
use diesel::query_builder::SqlQuery;
use diesel::query_dsl::LoadQuery;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use serde_json::{Value, json};
use wayfare_testkit::Client;
use wayfare_testkit::sample::{self, Traveller};

use crate::fixture::{BASE_URL, Database, Fixture};

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
/// The same of the other trips.
const OTHER_TRIP: &str = "5eed0003-0000-7000-8000-";
/// The same of the trips that requests are spread over.
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
    let few = items(20, "The tower");
    a.set_items(&trip, &few).await.expect_status(200);
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
    let many = items(LARGE_ITEMS, "The tower");
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
        ("{items}", items(20, "{n}").to_string()),
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

/// An itinerary of `count` items with the budgets of three members; `text` is part of it.
fn items(count: usize, text: &str) -> Value {
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
            "date": {
                "start": 1_777_626_000 + number * 3_600, "end": 1_777_629_600 + number * 3_600
            },
            "transportation": {"type": "train", "distance": 12.5, "time": 45, "cost": 3.2},
        })
    };
    json!({
        "notes": "<p>Bring <b>water</b></p>",
        "locations": (1..=10).map(location).collect::<Vec<_>>()
    })
}

/// Copies the template with SQL: users with trips, and the trips that requests are spread over.
pub(crate) fn with_sql(
    fixture: &Fixture,
    seed: &Seed,
    spread: u64,
    others: u64,
) -> anyhow::Result<()> {
    match fixture.database {
        Database::Postgres => {
            let mut connection = PgConnection::establish(&fixture.url)?;
            copy_all(&mut connection, fixture.database, seed, spread, others)?;
            connection.batch_execute("VACUUM ANALYZE")?;
            Ok(connection.batch_execute("CHECKPOINT")?)
        }
        Database::Sqlite => {
            let path = fixture.url.strip_prefix("sqlite://");
            let mut connection = SqliteConnection::establish(path.context("no path")?)?;
            copy_all(&mut connection, fixture.database, seed, spread, others)
        }
    }
}

/// The name of a column or a table.
#[derive(QueryableByName)]
pub(crate) struct Name {
    #[diesel(sql_type = Text)]
    pub(crate) name: String,
}

fn copy_all<C>(
    connection: &mut C,
    database: Database,
    seed: &Seed,
    spread: u64,
    others: u64,
) -> anyhow::Result<()>
where
    C: Connection,
    SqlQuery: LoadQuery<'static, C, Name>,
{
    // Copies the rows of a table that meet a condition, once for each number `n`, with these
    // columns changed.
    let mut copy = |table: &str, condition: String, count, changes: &[(&str, &str)]| {
        let columns = diesel::sql_query(database.columns(table)).load::<Name>(connection)?;
        let columns: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let values = columns.iter().map(|column| {
            let change = changes.iter().find(|(changed, _)| changed == column);
            change.map_or(*column, |(_, value)| value)
        });
        anyhow::Ok(connection.batch_execute(&format!(
            "INSERT INTO {table} ({}) SELECT {} FROM {table}, ({}) AS numbers WHERE {condition}",
            columns.join(", "),
            values.collect::<Vec<_>>().join(", "),
            database.numbers(FIRST, count),
        ))?)
    };
    let bob = format!("id = {}", database.id(&seed.bob.id));
    let person = database.numbered_id(PERSON, "n");
    let name = "'other' || n";
    let columns = [
        ("id", person.as_str()),
        ("username", name),
        ("username_key", name),
    ];
    copy("users", bob, PEOPLE, &columns)?;
    let writer = database.id(&seed.writer.id);
    let owner = database.numbered_id(PERSON, &format!("({FIRST} + n % {PEOPLE})"));
    let plain = database.id(&seed.plain);
    // The full trip's picture belongs to that trip alone.
    let gallery = format!("(SELECT gallery FROM trips WHERE id = {plain})");
    let full = database.id(&seed.trip);
    for (original, count, prefix, owner) in [
        (full, spread, TRIP, writer),
        (plain, others, OTHER_TRIP, owner),
    ] {
        let id = database.numbered_id(prefix, "n");
        let columns = [
            ("id", id.as_str()),
            ("owner_id", &owner),
            ("gallery", &gallery),
        ];
        copy("trips", format!("id = {original}"), count, &columns)?;
        let former = format!("(SELECT owner_id FROM trips WHERE id = {original})");
        let member = format!("CASE WHEN user_id = {former} THEN {owner} ELSE user_id END");
        let columns = [("trip_id", id.as_str()), ("user_id", &member)];
        copy(
            "trip_members",
            format!("trip_id = {original}"),
            count,
            &columns,
        )?;
    }
    Ok(())
}

//! A client of openapi-generator's Rust: a person plans a trip, shares it, and downloads it.

use std::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use wayfare_generated::apis::configuration::Configuration;
use wayfare_generated::apis::{
    Error as CallError, extensions_api, in_and_out_api, settling_up_api, tokens_api,
    trips_variant_a_api, trips_variant_b_api, users_api,
};
use wayfare_generated::models::{
    BudgetBodyInput, BudgetInput, DestinationEntry, DestinationInput, EpochsInput, GrantType,
    ItemInput, MemberBudgetInput, Moment, NewAccountInput, NewTripInput, SettlementInput,
    ShareLinkInput, TokenInput, TripInputB,
};

const PASSWORD: &str = "correct horse battery";
/// The formats of exports, each with its media type and its first characters.
const FORMATS: [(&str, &str, &[u8]); 7] = [
    ("ics", "text/calendar", b"BEGIN:VCALENDAR"),
    ("gpx", "application/gpx+xml", b"<?xml"),
    ("kml", "application/vnd.google-earth.kml+xml", b"<?xml"),
    (
        "geojson",
        "application/geo+json",
        b"{\"type\":\"FeatureCollection\"",
    ),
    ("csv", "text/csv", b"day,item"),
    ("settlement.csv", "text/csv", b"party,kind"),
    ("zip", "application/zip", b"PK"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut client = Configuration {
        base_path: env::var("WAYFARE_BASE")?,
        ..Configuration::new()
    };
    let moment = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let username = format!("rust{moment}");
    let account = NewAccountInput {
        password: Some(PASSWORD.into()),
        ..NewAccountInput::new("Traveller".into(), username.clone())
    };
    let joined = users_api::sign_up(&client, account, None).await?;
    assert_eq!(joined.username, username);
    // The generated functions show no headers of answers.
    let grant = TokenInput {
        username: Some(username.clone()),
        password: Some(PASSWORD.into()),
        ..TokenInput::new(GrantType::Password)
    };
    let tokens = tokens_api::request_tokens(&client, grant, None).await?;
    client.bearer_access_token = Some(tokens.access_token);

    let trip = NewTripInput {
        date: Some(Box::new(EpochsInput {
            start: Some(Box::new(Moment::String("2026-06-01".into()))),
            ..EpochsInput::new()
        })),
        ..NewTripInput::new("A week in Lisbon".into())
    };
    let made = trips_variant_b_api::create_trip_b(&client, trip, None, None, None).await?;
    let uuid = made.uuid.to_string();
    let share = |member: &str, paid: f64| MemberBudgetInput {
        cost: Some(60.05),
        paid_value: Some(paid),
        ..MemberBudgetInput::new(member.into())
    };
    let costs = BudgetBodyInput {
        budget: Box::new(BudgetInput {
            currency: Some("CAD".into()),
            category: Some("Accommodation".into()),
            members_budget: Some(vec![share(&username, 120.1), share("friend", 0.0)]),
            ..BudgetInput::new()
        }),
    };
    let budget =
        trips_variant_a_api::update_trip_budget(&client, &uuid, costs, None, None, None).await?;
    assert_eq!(budget.total_cost, 120.1);
    let detail = trips_variant_a_api::get_trip_a(&client, &uuid, None, None, None).await?;
    assert_eq!(detail.budget.trip_total_group_cost, 120.1);

    let picture =
        trips_variant_b_api::get_default_trip_picture(&client, None, None, None, None).await?;
    let file = env::temp_dir().join(format!("{username}.jpg"));
    fs::write(&file, picture.bytes().await?)?;
    let uploaded = trips_variant_a_api::put_trip_pictures(
        &client,
        &uuid,
        None,
        None,
        None,
        Some(file.clone()),
        None,
    )
    .await;
    fs::remove_file(&file)?;
    let uploaded = uploaded?;
    assert!(uploaded.main_image.contains("signature="), "{uploaded:?}");
    let shown =
        trips_variant_b_api::get_trip_picture(&client, &uuid, None, None, None, None).await?;
    check_file(shown, "image/jpeg", b"\xff\xd8").await?;
    change(&client, &uuid).await?;

    let payment = SettlementInput::new("friend".into(), username, 60.05);
    let paid = settling_up_api::record_settlement(&client, &uuid, payment, None, None, None, None);
    assert_eq!(paid.await?.amount, 60.05);
    let link = ShareLinkInput::new();
    let link = extensions_api::create_share_link(&client, &uuid, link, None, None, None, None);
    let link = link.await?;
    let shared = extensions_api::get_shared_trip(&client, last(&link.url), None, None).await?;
    assert_eq!(shared.name, "A week in Lisbon");

    for (format, kind, start) in FORMATS {
        let file = in_and_out_api::export_trip(&client, &uuid, format, None, None).await?;
        check_file(file, kind, start).await?;
    }
    let feed = in_and_out_api::open_trip_feed(&client, &uuid, None, None).await?;
    let calendar = in_and_out_api::get_feed(&client, last(&feed.url), None).await?;
    check_file(calendar, "text/calendar", b"BEGIN:VCALENDAR").await?;
    println!("the client of openapi-generator for Rust works");
    Ok(())
}

/// Adds an item, and changes the trip with a stale tag and a current one. The generated functions
/// show no headers of answers, so `*` stands for the current tag.
async fn change(client: &Configuration, uuid: &str) -> Result<(), Box<dyn Error>> {
    let place = DestinationInput {
        name: Some("Belém".into()),
        ..DestinationInput::new()
    };
    let item = ItemInput {
        destination: Some(Box::new(place.clone())),
        ..ItemInput::new("destination".into())
    };
    let item = extensions_api::add_trip_item(client, uuid, item, None, None, None, None).await?;
    assert_eq!(item.destination.name, "Belém");
    let change = TripInputB {
        dest: Some(vec![
            DestinationEntry::String("Lisbon".into()),
            DestinationEntry::DestinationInput(Box::new(place)),
        ]),
        ..TripInputB::new()
    };
    let put = |tag| {
        trips_variant_b_api::update_trip_b(client, uuid, change.clone(), Some(tag), None, None)
    };
    let late = put("\"99-x\"").await;
    assert!(matches!(late, Err(CallError::ResponseError(late)) if late.status == 412));
    assert_eq!(put("*").await?.dest.len(), 2);
    Ok(())
}

/// Checks a file that came, and the answer that brought it.
async fn check_file(
    answer: reqwest::Response,
    kind: &str,
    start: &[u8],
) -> Result<(), Box<dyn Error>> {
    assert_eq!(answer.status(), 200);
    let media_type = answer.headers()["content-type"].to_str()?.to_owned();
    assert_eq!(media_type.split(';').next(), Some(kind));
    assert!(answer.bytes().await?.starts_with(start), "{kind}");
    Ok(())
}

/// The last segment of an address, without an extension.
fn last(url: &str) -> &str {
    let last = url.rsplit('/').next().unwrap_or_default();
    last.strip_suffix(".ics").unwrap_or(last)
}

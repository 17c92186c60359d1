//! A client of openapi-generator's Rust: a person makes a trip, shares its costs and uploads a
//! picture.

use std::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use wayfare_generated::apis::configuration::Configuration;
use wayfare_generated::apis::{tokens_api, trips_variant_a_api, trips_variant_b_api, users_api};
use wayfare_generated::models::{
    BudgetBodyInput, BudgetInput, GrantType, MemberBudgetInput, NewAccountInput, NewTripInput,
    TokenInput,
};

const PASSWORD: &str = "correct horse battery";

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

    let trip = NewTripInput::new("A week in Lisbon".into());
    let made = trips_variant_b_api::create_trip_b(&client, trip, None, None, None).await?;
    let uuid = made.uuid.to_string();
    let share = |member: &str, paid: f64| MemberBudgetInput {
        cost: Some(60.05),
        paid_value: Some(paid),
        ..MemberBudgetInput::new(member.into())
    };
    let costs = BudgetBodyInput {
        budget: Some(Box::new(BudgetInput {
            currency: Some("CAD".into()),
            category: Some("Accommodation".into()),
            members_budget: Some(vec![share(&username, 120.1), share("friend", 0.0)]),
            ..BudgetInput::new()
        })),
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
    println!("the client of openapi-generator for Rust works");
    Ok(())
}

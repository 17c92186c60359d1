//! Examples of the routes of accounts.

use serde_json::json;
use wayfare_testkit::{Client, Method, sample};

use super::{PASSWORD, Recorder, api, picture};

pub(super) async fn users(tour: &mut Recorder, nobody: &Client) -> sample::Traveller {
    let body = json!({
        "name": "Ada Lovelace", "username": "ada", "email": "ada@example.com", "password": PASSWORD
    });
    tour.call("signUp", api(nobody, Method::POST, "/user"), Some(body))
        .await;
    let body = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let tokens = tour
        .call(
            "requestTokens",
            api(nobody, Method::POST, "/auth/token"),
            Some(body),
        )
        .await;
    let token = tokens["access_token"].as_str().unwrap().to_owned();
    let client = nobody.with_token(&token);
    let body = json!({
        "description": "Counts on it",
        "links": [{"type": "site", "url": "https://example.com/ada"}],
        "interests": ["Engines", "Mountains"],
    });
    tour.call(
        "updateProfile",
        api(&client, Method::PUT, "/user/ada"),
        Some(body),
    )
    .await;
    let own = tour
        .call("getOwnProfile", api(&client, Method::GET, "/user"), None)
        .await;
    tour.call("getProfile", api(nobody, Method::GET, "/user/ada"), None)
        .await;
    let body = json!({"accountLimitedDeals": true});
    tour.call(
        "updateSettings",
        api(&client, Method::PUT, "/user/ada/settings"),
        Some(body),
    )
    .await;
    tour.call(
        "getSettings",
        api(&client, Method::GET, "/user/settings"),
        None,
    )
    .await;
    tour.call(
        "getExperience",
        api(&client, Method::GET, "/user/experience"),
        None,
    )
    .await;
    let body = json!({"shareEmail": true});
    tour.call(
        "updatePrivacy",
        api(&client, Method::PUT, "/user/ada/privacy"),
        Some(body),
    )
    .await;
    tour.call(
        "getPrivacy",
        api(&client, Method::GET, "/user/ada/privacy"),
        None,
    )
    .await;
    let call = api(&client, Method::PUT, "/user/ada/picture").file(
        "image",
        "ada.jpg",
        picture(nobody).await,
    );
    tour.sent("putProfilePicture", call, None).await;
    sample::Traveller {
        id: own["userId"].as_str().unwrap().to_owned(),
        username: "ada".to_owned(),
        token,
        client,
    }
}

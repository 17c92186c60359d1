//! The two notification settings.

use serde_json::json;
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

both!(settings_default_to_false_and_change_separately);

on_sqlite!(settings_and_experience_answer_identically);

async fn settings_default_to_false_and_change_separately(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let users = ada.users();
    let shape = |deals: bool, news: bool| {
        json!({
            "accountLimitedDeals": deals, "accountNewsletterNotifications": news
        })
    };
    assert_eq!(users.settings().await.value(), shape(false, false));
    let answer = users
        .set_settings("ada", &json!({"accountLimitedDeals": true}))
        .await;
    assert_eq!(answer.value(), shape(true, false));
    let answer = users
        .set_settings("Ada", &json!({"accountNewsletterNotifications": "true"}))
        .await;
    assert_eq!(
        answer.value(),
        shape(true, true),
        "text is taken, booleans are given"
    );
    let answer = users
        .set_settings("ada", &json!({"accountLimitedDeals": "false"}))
        .await;
    assert_eq!(answer.value(), shape(false, true));
    for same in [
        json!({}),
        json!({"accountLimitedDeals": false}),
        shape(false, true),
        json!({"other": 1}),
    ] {
        users.set_settings("ada", &same).await.expect_status(304);
    }
    for wrong in [
        json!(null),
        json!(1),
        json!(0),
        json!("yes"),
        json!("True"),
        json!(""),
        json!([]),
        json!({}),
    ] {
        let body = json!({"accountLimitedDeals": wrong, "accountNewsletterNotifications": false});
        let problem = users
            .set_settings("ada", &body)
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), ["/accountLimitedDeals"]);
    }
    assert_eq!(users.settings().await.value(), shape(false, true));
}

async fn settings_and_experience_answer_identically(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    ada.users()
        .set_settings("ada", &json!({"accountLimitedDeals": true}))
        .await
        .expect_status(200);
    assert_eq!(
        ada.users().settings().await.value(),
        ada.users().experience().await.value()
    );
    let nobody = server.client();
    nobody.users().settings().await.expect_status(401).problem();
    nobody
        .users()
        .experience()
        .await
        .expect_status(401)
        .problem();
}

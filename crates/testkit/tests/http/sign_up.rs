//! Sign-up: the new profile, valid and reserved usernames.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, TestServer, both, on_sqlite, sample};

use crate::pages::visitor::Visitor;

both!(
    creates_a_user_with_defaults_and_a_token,
    accounts_with_a_password_get_a_refresh_token,
    rejects_reserved_and_taken_usernames,
);

on_sqlite!(
    accepts_email_and_password_without_showing_them,
    lists_all_missing_fields,
    validates_usernames,
    trims_and_limits_names,
    refuses_everybody_while_closed,
);

async fn creates_a_user_with_defaults_and_a_token(server: TestServer) {
    let client = server.client();
    let reply = client
        .users()
        .create(&json!({"name": "Ada Lovelace", "username": "Ada.L"}))
        .await
        .expect_status(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let token = reply
        .header("authorization")
        .unwrap()
        .strip_prefix("Bearer ")
        .unwrap()
        .to_owned();
    let profile = reply.value();
    let id = profile["userId"].as_str().unwrap();
    assert!(!id.is_empty());
    let image = format!("{}/api/v1/user/default/picture", server.base_url());
    assert_eq!(
        profile,
        json!({
            "userId": id, "name": "Ada Lovelace", "username": "Ada.L", "image": image,
            "description": "", "links": [], "interests": [],
        })
    );
    assert_eq!(
        client.with_token(token).users().own().await.value(),
        profile
    );
}

async fn refuses_everybody_while_closed(server: Builder) {
    let server = server.setting("sign-up", "closed").start().unwrap();
    let users = server.client();
    let users = users.users();
    for body in [json!({"name": "Ada", "username": "ada"}), json!("nonsense")] {
        let refused = users.create(&body).await.expect_status(403);
        assert_eq!(
            refused.problem().r#type,
            "urn:wayfare:problem:sign-up-closed"
        );
    }
    users.profile("ada").await.expect_status(404);
    for path in ["/", "/sign-in", "/trip/nothing"] {
        let page = Visitor::new(&server).get(path).await;
        assert!(page.has("Sign in") && !page.has("/sign-up"), "{path}");
    }
    let page = Visitor::new(&server).get("/sign-up").await;
    assert_eq!(page.status(), 403);
}

async fn accepts_email_and_password_without_showing_them(server: TestServer) {
    let body = json!({
        "name": "Ada", "username": "ada", "email": "ada@example.com", "password": "correct horse"
    });
    let reply = server
        .client()
        .users()
        .create(&body)
        .await
        .expect_status(200);
    let text = String::from_utf8(reply.body.clone()).unwrap();
    assert!(
        !text.contains("example.com") && !text.contains("horse"),
        "{text}"
    );
    for (field, wrong) in [
        ("email", "no address"),
        ("email", ""),
        ("password", "short"),
        ("password", &"x".repeat(129)),
    ] {
        let mut body = json!({"name": "Bob", "username": "bob"});
        body[field] = wrong.into();
        let problem = server
            .client()
            .users()
            .create(&body)
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), [format!("/{field}")]);
    }
    sample::sign_up(&server.client(), "bob").await;
}

async fn accounts_with_a_password_get_a_refresh_token(server: TestServer) {
    let users = server.client();
    let users = users.users();
    let mut body = json!({"name": "Ada", "username": "ada"});
    let reply = users.create(&body).await.expect_status(200);
    assert_eq!(reply.header("refresh-token"), None);
    body["username"] = "bob".into();
    body["password"] = "correct horse".into();
    let reply = users.create(&body).await.expect_status(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let token = reply.header("refresh-token").unwrap().to_owned();
    assert!(!String::from_utf8(reply.body).unwrap().contains(&token));
    let grant = json!({"grant_type": "refresh_token", "refresh_token": token});
    let tokens = users.sign_in(&grant).await.expect_status(200).value();
    let bob = server
        .client()
        .with_token(tokens["access_token"].as_str().unwrap());
    assert_eq!(bob.users().own().await.value()["username"], "bob");
    // It is good for one use: once its successor is used, it is refused.
    let successor =
        json!({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]});
    users.sign_in(&successor).await.expect_status(200);
    users.sign_in(&grant).await.expect_status(401);
    body["username"] = "ada".into();
    let taken = users.create(&body).await.expect_status(403);
    assert_eq!(taken.header("refresh-token"), None);
}

async fn lists_all_missing_fields(server: TestServer) {
    let users = server.client();
    let users = users.users();
    assert_eq!(
        users
            .create(&json!({}))
            .await
            .expect_status(400)
            .problem()
            .pointers(),
        ["/name", "/username"]
    );
    let wrong = json!({"name": null, "username": 7, "email": [], "password": {}, "unknown": null});
    let problem = users.create(&wrong).await.expect_status(400).problem();
    assert_eq!(
        problem.pointers(),
        ["/name", "/username", "/email", "/password"]
    );
    for body in [json!([]), json!("ada"), json!(null), json!(1)] {
        assert_eq!(
            users
                .create(&body)
                .await
                .expect_status(400)
                .problem()
                .pointers(),
            [""]
        );
    }
}

async fn validates_usernames(server: TestServer) {
    let client = server.client();
    for good in [
        "a",
        "Z",
        "9",
        "_a",
        "a.b-c_d",
        "a--",
        "a..",
        &"x".repeat(39),
    ] {
        let traveller = sample::sign_up(&client, good).await;
        assert_eq!(traveller.username, good);
        assert_eq!(client.users().profile(good).await.json().username, good);
    }
    let long = "x".repeat(40);
    for bad in [
        "", " ", ".a", "-a", "a b", "a/b", "a\\b", "ä", "a\0", "a\n", "a@b", "a%41", "𝒶", &long,
    ] {
        let reply = client
            .users()
            .create(&json!({"name": "x", "username": bad}))
            .await;
        assert_eq!(
            reply.expect_status(400).problem().pointers(),
            ["/username"],
            "{bad:?}"
        );
    }
}

async fn rejects_reserved_and_taken_usernames(server: TestServer) {
    let client = server.client();
    let ada = sample::sign_up(&client, "Ada").await;
    let bob = sample::sign_up(&client, "bob").await;
    let reserved = [
        "default",
        "settings",
        "experience",
        "paginated",
        "Default",
        "PAGINATED",
    ];
    let shaped = [
        "01890000-0000-7000-8000-000000000000",
        "ABCDEFAB-ABCD-abcd-0000-ABCDEFABCDEF",
    ];
    for name in reserved
        .into_iter()
        .chain(shaped)
        .chain(["Ada", "ada", "ADA"])
    {
        let reply = client
            .users()
            .create(&json!({"name": "x", "username": name}))
            .await;
        assert_eq!(reply.expect_status(403).problem().status, 403, "{name}");
        bob.users()
            .update("bob", &json!({"username": name, "name": "Not kept"}))
            .await
            .expect_status(403);
    }
    assert_eq!(
        bob.users().own().await.json().name,
        "BOB",
        "a refused rename changes nothing else"
    );
    // One's own name may change its case.
    ada.users()
        .update("ada", &json!({"username": "aDA"}))
        .await
        .expect_status(200);
    assert_eq!(client.users().profile("ADA").await.json().username, "aDA");
}

async fn trims_and_limits_names(server: TestServer) {
    let client = server.client();
    let create = async |username: &str, name: Value| {
        client
            .users()
            .create(&json!({"name": name, "username": username}))
            .await
    };
    for (place, wrong) in ["", "   ", "\t\n", &"n".repeat(201), "a\0b"]
        .into_iter()
        .enumerate()
    {
        let reply = create(&format!("u{place}"), wrong.into()).await;
        assert_eq!(
            reply.expect_status(400).problem().pointers(),
            ["/name"],
            "{wrong:?}"
        );
    }
    let longest = "ñ".repeat(200);
    assert_eq!(
        create("long", format!("  {longest} ").into())
            .await
            .json()
            .name,
        longest
    );
}

//! Sessions: cookies, sign-in and the way back, forged forms, and what voids a session.

use serde_json::json;
use wayfare_testkit::{Builder, Method, both, on_sqlite};

use super::visitor::Visitor;
use crate::limits::start_behind_proxy;

both!(sign_out_and_new_passwords_void_sessions);

on_sqlite!(
    signing_up_signs_in,
    a_session_opens_no_route_of_the_api,
    sign_in_returns_to_paths_of_this_origin_alone,
    forged_forms_are_refused,
    cookies_follow_the_address_of_the_front_end,
    forms_have_a_bounded_number_of_fields,
    new_passwords_are_limited_by_account,
);

async fn signing_up_signs_in(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::new(&server);
    let page = ada.get("/sign-up").await;
    let sent = [
        ("name", "Ada"),
        ("username", "ada"),
        ("password", "correct horse battery"),
    ];
    let page = ada.fill_page("/sign-up", &page, &sent).await;
    assert_eq!(
        (page.status(), page.reply.header("location")),
        (303, Some("/trips"))
    );
    let cookies = page.reply.headers.get_all("set-cookie").iter();
    let cookies: Vec<&str> = cookies.map(|cookie| cookie.to_str().unwrap()).collect();
    let session = cookies
        .iter()
        .find(|cookie| cookie.starts_with("wayfare="))
        .unwrap();
    assert!(
        session.contains("; HttpOnly") && session.contains("; SameSite=Lax"),
        "{session}"
    );
    assert!(
        session.contains("; Path=/") && !session.contains("Secure"),
        "{session}"
    );
    assert!(ada.get("/trips").await.has("My trips"));
    let taken = Visitor::new(&server).fill("/sign-up", &sent).await;
    assert_eq!(taken.status(), 400);
    assert!(taken.has("Is taken."), "{}", taken.text);
    assert!(!taken.has("correct horse"), "a password is never sent back");
    assert!(!taken.has("Not saved yet"), "{}", taken.text);
    let unfit = [sent[0], ("username", "zoë müller"), sent[2]];
    let unfit = Visitor::new(&server).fill("/sign-up", &unfit).await;
    let reason =
        "letters (a to z), digits, &quot;_&quot;, &quot;.&quot; or &quot;-&quot; without spaces";
    assert!(unfit.has(reason), "{}", unfit.text);
}

async fn a_session_opens_no_route_of_the_api(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = Visitor::signed_up(&server, "ada").await;
    let token = ada.cookie("wayfare").unwrap().to_owned();
    let client = server.client();
    let by_cookie = client.request(Method::GET, "/api/v1/user");
    let by_cookie = by_cookie.header("cookie", format!("wayfare={token}")).await;
    assert_eq!(by_cookie.status, 401);
    let by_token = client
        .with_token(&*token)
        .request(Method::GET, "/api/v1/user")
        .await;
    assert_eq!(by_token.status, 401);
    let body = json!({"grant_type": "refresh_token", "refresh_token": token});
    let refreshed = client
        .request(Method::POST, "/api/v1/auth/token")
        .json(&body)
        .await;
    assert_eq!(refreshed.status, 401);
}

async fn sign_in_returns_to_paths_of_this_origin_alone(builder: Builder) {
    let server = builder.start().unwrap();
    Visitor::signed_up(&server, "ada").await;
    for (back, location) in [
        ("/account", "/account"),
        ("/trip/x?y=1", "/trip/x?y=1"),
        ("https://elsewhere.example/", "/trips"),
        ("//elsewhere.example/", "/trips"),
        ("/\\elsewhere.example/", "/trips"),
        ("/.//elsewhere.example/", "/trips"),
        ("/\telsewhere", "/trips"),
        ("javascript:alert(1)", "/trips"),
        ("", "/trips"),
    ] {
        let mut visitor = Visitor::new(&server);
        let sent = [
            ("username", "ADA"),
            ("password", "correct horse battery"),
            ("return", back),
        ];
        let page = visitor.fill("/sign-in", &sent).await;
        assert_eq!(page.status(), 303, "{back}");
        assert_eq!(page.reply.header("location"), Some(location), "{back}");
    }
    let sent = [
        ("username", "ada"),
        ("password", "wrong"),
        ("return", "/account"),
    ];
    let mut visitor = Visitor::new(&server);
    let page = visitor.fill("/sign-in", &sent).await;
    assert_eq!(page.status(), 401);
    assert!(page.has("do not match") && page.field("return") == "/account");
    assert_eq!(visitor.cookie("wayfare"), None);
}

async fn forged_forms_are_refused(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let own = server.base_url();
    let page = ada.get("/trips/new").await;
    let token = page.field("form_token");
    let with = |token| [("name", "Lisbon"), ("form_token", token)];
    let of_other = Visitor::signed_up(&server, "ben")
        .await
        .get("/trips/new")
        .await;
    let of_other = of_other.field("form_token");
    for (origin, token, status) in [
        (Some("null"), &*token, 403),
        (Some("https://elsewhere.example"), &token, 403),
        (Some(&*own), "", 403),
        (Some(&own), "forged", 403),
        (Some(&own), &of_other, 403),
        (Some(&own), &token, 303),
    ] {
        let page = ada.send("/trips", origin, &with(token)).await;
        assert_eq!(page.status(), status, "{origin:?} {token}");
    }
    let mut nobody = Visitor::new(&server);
    let sent = [("username", "ada"), ("password", "correct horse battery")];
    let page = nobody.send("/sign-in", Some(&own), &sent).await;
    assert_eq!(page.status(), 403, "a sign-in needs a token, too");
}

async fn cookies_follow_the_address_of_the_front_end(builder: Builder) {
    let builder = builder.setting("frontend-url", "https://trips.example.org");
    let server = builder.start().unwrap();
    let mut ada = Visitor::new(&server);
    let page = ada.get("/sign-up").await;
    let token = page.field("form_token");
    let sent = [
        ("name", "Ada"),
        ("username", "ada"),
        ("password", "correct horse battery"),
        ("form_token", &token),
    ];
    let refused = ada.send("/sign-up", Some(&server.base_url()), &sent).await;
    assert_eq!(refused.status(), 403);
    let page = ada
        .send("/sign-up", Some("https://trips.example.org"), &sent)
        .await;
    assert_eq!(page.status(), 303);
    let cookies = page.reply.headers.get_all("set-cookie").iter();
    let mut cookies = cookies.map(|cookie| cookie.to_str().unwrap());
    let session = cookies
        .find(|cookie| cookie.starts_with("__Host-wayfare="))
        .unwrap();
    assert!(
        session.contains("; Secure") && session.contains("; Path=/"),
        "{session}"
    );
    assert!(ada.cookie("wayfare").is_none());
}

async fn sign_out_and_new_passwords_void_sessions(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let first = ada.cookie("wayfare").unwrap().to_owned();
    let page = ada.get("/account").await;
    let token = page.field("form_token");
    let sent = [
        ("current", "correct horse battery"),
        ("password", "staple correct horse"),
    ];
    let changed = ada.post("/account/password", &token, &sent).await;
    assert_eq!(changed.status(), 303, "{}", changed.text);
    assert_eq!(
        ada.get("/account").await.status(),
        200,
        "the session goes on"
    );
    let mut thief = Visitor::new(&server);
    thief.set_cookie("wayfare", &first);
    assert_eq!(
        thief.get("/account").await.status(),
        303,
        "the former one has ended"
    );

    let second = ada.cookie("wayfare").unwrap().to_owned();
    let token = ada.get("/account").await.field("form_token");
    let page = ada.post("/sign-out", &token, &[]).await;
    // The browser drops the pages that it keeps for Back.
    assert_eq!(page.reply.header("clear-site-data"), Some("\"cache\""));
    assert_eq!(page.status(), 303);
    assert_eq!(ada.cookie("wayfare"), None);
    thief.set_cookie("wayfare", &second);
    let page = thief.get("/account").await;
    assert_eq!(
        page.reply.header("location"),
        Some("/sign-in?return=%2Faccount")
    );
}

async fn forms_have_a_bounded_number_of_fields(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let token = ada.get("/account").await.field("form_token");
    let refused = ada.post("/account", &token, &[("a", ""); 1_000]).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has("at most 1000 fields"), "{}", refused.text);
}

async fn new_passwords_are_limited_by_account(builder: Builder) {
    let server = start_behind_proxy(builder);
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let token = ada.get("/account").await.field("form_token");
    let cookie = format!("wayfare={}", ada.cookie("wayfare").unwrap());
    let client = server.client();
    for turn in 0..=10 {
        let body = format!("form_token={token}&current=wrong+guess&password=a+long+enough+one");
        let call = client.request(Method::POST, "/account/password");
        // Each from another address.
        let call = call.header("x-forwarded-for", format!("192.0.2.{turn}"));
        let reply = call
            .header("cookie", &*cookie)
            .body("application/x-www-form-urlencoded", body)
            .await;
        assert_eq!(reply.status, if turn < 10 { 400 } else { 429 }, "{turn}");
    }
}

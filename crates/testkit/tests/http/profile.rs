//! Profiles: visibility, updates, renaming.

use serde_json::json;
use wayfare_testkit::{Method, TestServer, both, on_sqlite, sample};

use crate::cast::Cast;

both!(
    updates_only_the_sent_fields,
    only_the_owner_can_read_or_change_an_account,
    renaming_a_user_preserves_token_and_trips,
    shares_the_email_only_on_trips_that_its_holder_has_edited,
);

on_sqlite!(
    public_profile_is_visible_to_everyone,
    private_account_shows_only_name_username_and_image,
    limits_links_and_lists,
    sets_the_image_by_url,
    shares_the_email_only_with_consent,
);

async fn public_profile_is_visible_to_everyone(server: TestServer) {
    let client = server.client();
    let ada = sample::sign_up(&client, "Ada").await;
    let change = json!({
        "description": "Counts", "links": [{"type": "site", "url": "https://example.com/ada"}],
        "interests": ["Looms"]
    });
    ada.users().update("Ada", &change).await.expect_status(200);
    let expected = json!({
        "name": "ADA",
        "username": "Ada",
        "image": format!("{}/api/v1/user/Ada/picture", server.base_url()),
        "description": "Counts",
        "links": [{"type": "site", "url": "https://example.com/ada"}],
        "interests": ["Looms"],
    });
    assert_eq!(client.users().profile("ada").await.value(), expected);
    // A token makes no difference, valid or not.
    assert_eq!(
        client
            .with_token("nonsense")
            .users()
            .profile("ADA")
            .await
            .value(),
        expected
    );
    client
        .users()
        .profile("nobody")
        .await
        .expect_status(404)
        .problem();
    client
        .users()
        .profile("default")
        .await
        .expect_status(404)
        .problem();
}

async fn private_account_shows_only_name_username_and_image(server: TestServer) {
    let client = server.client();
    let ada = sample::sign_up(&client, "ada").await;
    assert_eq!(
        ada.users().privacy("ada").await.value(),
        json!({"privateAccount": false, "shareEmail": false, "email": ""})
    );
    let answer = ada
        .users()
        .set_privacy("ada", &json!({"privateAccount": true}))
        .await;
    assert_eq!(
        answer.value(),
        json!({"privateAccount": true, "shareEmail": false})
    );
    ada.users()
        .set_privacy("ada", &json!({"privateAccount": "true"}))
        .await
        .expect_status(304);
    let image = format!("{}/api/v1/user/ada/picture", server.base_url());
    let expected = json!({"name": "ADA", "username": "ada", "image": image});
    assert_eq!(client.users().profile("ada").await.value(), expected);
    assert_eq!(
        ada.users().profile("ada").await.value(),
        expected,
        "the public view is the same for everybody"
    );
    assert_eq!(
        ada.users().own().await.value()["interests"],
        json!([]),
        "the own view is whole"
    );
    let tag = || async { client.users().profile("ada").await.etag() };
    let before = tag().await;
    let hidden = json!({"description": "hidden"});
    let changed = ada.users().update("ada", &hidden).await;
    changed.expect_status(200);
    assert_eq!(tag().await, before, "hidden changes are not told");
    let own = ada.users().profile("ada").await.etag();
    assert_ne!(own, before, "the holder's tag tells the version");
    let bob = sample::sign_up(&client, "bob").await;
    assert_eq!(bob.users().profile("ada").await.etag(), before);
    let named = json!({"name": "Ada"});
    for (tag, status) in [(before, 412), (own.clone(), 200), (own, 412)] {
        let edit = ada.users().update("ada", &named).if_match(&tag).await;
        edit.expect_status(status);
    }
}

async fn updates_only_the_sent_fields(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let users = ada.users();
    let all = json!({
        "name": "Ada", "description": "d",
        "links": [{"type": "twitter", "url": "https://x.example"}], "interests": ["a", "b"]
    });
    users.update("ada", &all).await.expect_status(200);
    let answer = users
        .update("ADA", &json!({"description": "e", "nonsense": [1]}))
        .await
        .value();
    assert_eq!(
        (
            &answer["name"],
            &answer["description"],
            &answer["interests"]
        ),
        (&json!("Ada"), &json!("e"), &json!(["a", "b"]))
    );
    assert_eq!(
        users.own().await.value(),
        answer,
        "a PUT answers the own view"
    );
    let unchanged = [
        json!({}),
        json!({"description": "e"}),
        json!({"unknown": null}),
        json!({"username": "ada"}),
        answer,
    ];
    for same in unchanged {
        let reply = users.update("ada", &same).await.expect_status(304);
        assert!(reply.body.is_empty());
    }
    for field in [
        "name",
        "username",
        "image",
        "description",
        "links",
        "interests",
    ] {
        let mut body = json!({"description": "not kept"});
        body[field] = json!(null);
        assert_eq!(
            users
                .update("ada", &body)
                .await
                .expect_status(400)
                .problem()
                .pointers(),
            [format!("/{field}")]
        );
    }
    assert_eq!(users.own().await.json().description, "e");
}

async fn limits_links_and_lists(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let link = |url: &str| json!({"type": "site", "url": url});
    for good in [
        "http://example.com",
        "https://example.com/a?b#c",
        "mailto:ada@example.com",
    ] {
        ada.users()
            .update("ada", &json!({"links": [link(good)]}))
            .await
            .expect_status(200);
    }
    for bad in [
        "",
        "example.com",
        "javascript:alert(1)",
        "ftp://example.com",
        "data:text/html,x",
        "//example.com",
        "https://",
    ] {
        let problem = ada
            .users()
            .update("ada", &json!({"links": [link(bad)]}))
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), ["/links/0/url"], "{bad:?}");
    }
    let links = vec![link("https://example.com"); 20];
    ada.users()
        .update("ada", &json!({"links": links, "interests": vec!["x"; 50]}))
        .await
        .expect_status(200);
    let too_many =
        json!({"links": vec![link("https://example.com"); 21], "interests": vec!["x"; 51]});
    let problem = ada
        .users()
        .update("ada", &too_many)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(problem.pointers(), ["/links", "/interests"]);
    let wrong = json!({
        "links": [{"type": "site"}, {"url": "https://example.com"}, 7],
        "description": "x".repeat(10_001)
    });
    let problem = ada
        .users()
        .update("ada", &wrong)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(
        problem.pointers(),
        ["/description", "/links/0/url", "/links/1/type", "/links/2"]
    );
}

async fn only_the_owner_can_read_or_change_an_account(server: TestServer) {
    let Cast {
        ada, bob, nobody, ..
    } = Cast::of(&server).await;
    let before = ada.users().own().await.value();
    for (client, wanted, challenge) in [
        (&bob.client, 401, "insufficient_scope"),
        (&nobody, 401, ""),
        (&nobody.with_token("bad"), 401, "invalid_token"),
    ] {
        let users = client.users();
        let replies = [
            users.update("ada", &json!({"name": "Eve"})).await.status,
            users
                .set_settings("ada", &json!({"accountLimitedDeals": true}))
                .await
                .status,
            users
                .set_privacy("ada", &json!({"privateAccount": true}))
                .await
                .status,
            users.privacy("ada").await.status,
            users.delete("ada").await.status,
        ];
        assert_eq!(replies, [wanted; 5], "{challenge}");
        let reply = users
            .update("ada", &json!({"name": null}))
            .await
            .expect_status(401);
        assert!(
            reply
                .header("www-authenticate")
                .unwrap()
                .contains(challenge)
        );
    }
    for reply in [
        bob.users()
            .update("zoe", &json!({"name": "x"}))
            .await
            .status,
        bob.users().set_settings("zoe", &json!({})).await.status,
        bob.users().set_privacy("zoe", &json!({})).await.status,
        bob.users().privacy("not a name").await.status,
        bob.users().delete("zoe").await.status,
    ] {
        assert_eq!(reply, 404);
    }
    assert_eq!(ada.users().own().await.value(), before);
}

async fn renaming_a_user_preserves_token_and_trips(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let Cast {
        ada, bob, nobody, ..
    } = cast;
    let answer = ada
        .users()
        .update("ada", &json!({"username": "countess"}))
        .await
        .json();
    assert_eq!(
        (answer.user_id.as_str(), answer.username.as_str()),
        (ada.id.as_str(), "countess")
    );
    nobody.users().profile("ada").await.expect_status(404);
    assert_eq!(nobody.users().profile("Countess").await.json().name, "ADA");
    assert_eq!(ada.users().own().await.json().username, "countess");
    ada.users()
        .update("ada", &json!({"name": "x"}))
        .await
        .expect_status(404);
    let seen = bob.b().trip(&trip).await.json();
    assert_eq!(
        (seen.owner.as_str(), seen.members),
        ("countess", vec!["countess".to_owned(), "bob".to_owned()])
    );
    assert_eq!(bob.b().trips_of("countess").await.json().len(), 1);
    // The old name is free again, and a new user of that name inherits nothing.
    let new = sample::sign_up(&nobody, "ada").await;
    assert_eq!(new.b().trips().await.json(), []);
}

async fn sets_the_image_by_url(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let base = server.base_url();
    let default = format!("{base}/api/v1/user/default/picture");
    let own = format!("{base}/api/v1/user/ada/picture");
    for same in [&default, &own] {
        ada.users()
            .update("ada", &json!({"image": same}))
            .await
            .expect_status(304);
    }
    let foreign = json!({"image": "https://example.com/ada.jpg"});
    assert_eq!(ada.users().update("ada", &foreign).await.json().image, own);
    ada.users().update("ada", &foreign).await.expect_status(304);
    ada.users()
        .update("ada", &json!({"image": own}))
        .await
        .expect_status(304);
    assert_eq!(
        ada.users()
            .update("ada", &json!({"image": default}))
            .await
            .json()
            .image,
        default
    );
    for bad in [
        "",
        "ada.jpg",
        "file:///etc/passwd",
        "ftp://example.com/x.jpg",
        "javascript:alert(1)",
        "http://",
    ] {
        let reply = ada
            .users()
            .update("ada", &json!({"image": bad}))
            .await
            .expect_status(400);
        assert_eq!(reply.problem().pointers(), ["/image"], "{bad:?}");
    }
}

async fn shares_the_email_only_with_consent(server: TestServer) {
    let client = server.client();
    let with_email = async |name: &str| {
        sample::sign_up_with(
            &client,
            &json!({"name": name, "username": name, "email": format!("{name}@example.com")}),
        )
        .await
    };
    let (ada, bob) = (with_email("ada").await, with_email("bob").await);
    let eve = sample::sign_up(&client, "eve").await;
    let trip = sample::public_trip(&ada, "Portugal").await;
    sample::add_members(&ada, &trip, &[&bob]).await;
    let emails = async |traveller: &sample::Traveller| {
        let summary = traveller.a().trip(&trip).await.json().summary;
        (
            summary.owner_user.email,
            summary.non_owner_users[0].email.clone(),
        )
    };
    let both = |ada: &str, bob: &str| (ada.to_owned(), bob.to_owned());
    assert_eq!(emails(&ada).await, both("ada@example.com", ""));
    assert_eq!(emails(&bob).await, both("", "bob@example.com"));
    ada.users()
        .set_privacy("ada", &json!({"shareEmail": true}))
        .await
        .expect_status(200);
    assert_eq!(
        emails(&bob).await,
        both("ada@example.com", "bob@example.com")
    );
    assert_eq!(
        emails(&eve).await,
        both("", ""),
        "an outsider sees none, shared or not"
    );
    ada.users()
        .update("ada", &json!({"email": ""}))
        .await
        .expect_status(200);
    assert_eq!(emails(&ada).await, both("", ""));
}

async fn shares_the_email_only_on_trips_that_its_holder_has_edited(server: TestServer) {
    let client = server.client();
    let eve = sample::sign_up(&client, "eve").await;
    let sharing = async |name: &str| {
        let email = format!("{name}@example.com");
        let body = json!({"name": name, "username": name, "email": email});
        let traveller = sample::sign_up_with(&client, &body).await;
        let shared = json!({"shareEmail": true});
        let set = traveller.users().set_privacy(name, &shared);
        set.await.expect_status(200);
        traveller
    };
    let (bob, cleo) = (sharing("bob").await, sharing("cleo").await);
    let trip = sample::trip(&eve, "Phishing").await;
    sample::add_members(&eve, &trip, &[&bob, &cleo]).await;
    let seen_by_eve = async || {
        let detail = eve.a().trip(&trip).await.json().summary;
        let mut list = eve.a().trips().await.json();
        let shown = [detail, list.remove(0)].map(|summary| {
            let people = summary.non_owner_users.into_iter();
            people.map(|person| person.email).collect::<Vec<_>>()
        });
        assert_eq!(shown[0], shown[1], "the detail and the list agree");
        shown[0].clone()
    };
    assert_eq!(seen_by_eve().await, ["", ""], "they were put on the trip");
    // Neither a read nor an edit that changes nothing counts.
    bob.b().trip(&trip).await.expect_status(200);
    let same = json!({"name": "Phishing"});
    bob.b().update(&trip, &same).await.expect_status(304);
    assert_eq!(seen_by_eve().await, ["", ""]);
    let edit = json!({"todo": ["pack"]});
    bob.b().update(&trip, &edit).await.expect_status(200);
    assert_eq!(seen_by_eve().await, ["bob@example.com", ""]);
    let picture = client.request(Method::GET, "/api/v1/trip/default/picture");
    let picture = picture.max_width("16").await.expect_status(200).body;
    let upload = cleo
        .a()
        .set_pictures(&trip)
        .file("mainImage", "m.jpg", picture);
    upload.await.expect_status(200);
    assert_eq!(seen_by_eve().await, ["bob@example.com", "cleo@example.com"]);
    // The former owner has edited the trip, by handing it over.
    let owner = json!({"owner": "bob"});
    eve.a().manage(&trip, &owner).await.expect_status(200);
    let dora = sharing("dora").await;
    sample::add_members(&bob, &trip, &[&eve, &cleo, &dora]).await;
    let handed = json!({"owner": "dora"});
    bob.a().manage(&trip, &handed).await.expect_status(200);
    let shown = eve.a().trip(&trip).await.json().summary;
    assert_eq!(shown.owner_user.email, "", "she was made the owner");
    let others: Vec<_> = shown
        .non_owner_users
        .iter()
        .map(|person| person.email.as_str())
        .collect();
    assert_eq!(others, ["", "bob@example.com", "cleo@example.com"]);
    // Neither does what others do, nor a share link of hers.
    let edit = json!({"todo": ["unpack"]});
    eve.b().update(&trip, &edit).await.expect_status(200);
    let link = dora.extensions().create_share_link(&trip, &json!({}));
    link.await.expect_status(201);
    let owner = async || {
        let detail = eve.a().trip(&trip).await.json();
        detail.summary.owner_user.email
    };
    assert_eq!(owner().await, "");
    let edit = json!({"name": "Dora's"});
    dora.a().update(&trip, &edit).await.expect_status(200);
    assert_eq!(owner().await, "dora@example.com");
}

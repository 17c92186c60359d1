//! Owner, members and privacy.

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use wayfare_testkit::{TestServer, both, sample, soak};

use crate::cast::Cast;

both!(
    accepts_users_by_name_or_id_and_answers_names,
    owner_is_always_a_member,
    former_owner_remains_a_member_without_owner_rights,
    lists_unknown_users_in_the_error,
    member_can_leave_but_not_remove_others,
    all_three_routes_change_members_identically,
    every_view_lists_the_same_members,
    replaces_members_after_one_deleted_their_account,
    replaces_members_while_the_trip_is_edited,
);

async fn accepts_users_by_name_or_id_and_answers_names(server: TestServer) {
    let Cast { ada, bob, eve, .. } = Cast::of(&server).await;
    let trip = sample::trip(&ada, "Portugal").await;
    let answer = ada
        .a()
        .manage(&trip, &json!({"members": ["ADA", bob.id, "Eve"]}))
        .await;
    assert_eq!(
        answer.value(),
        json!({"owner": "ada", "members": ["ada", "bob", "eve"], "private": true})
    );
    for same in [
        json!({"members": [ada.id, "bob", eve.id]}),
        json!({"owner": ada.id}),
        json!({"private": true}),
    ] {
        ada.a().manage(&trip, &same).await.expect_status(304);
    }
    // A repeated name is one member.
    let answer = ada
        .a()
        .manage(&trip, &json!({"members": ["ada", "bob", "BOB", bob.id]}))
        .await;
    assert_eq!(answer.value()["members"], json!(["ada", "bob"]));
}

async fn owner_is_always_a_member(server: TestServer) {
    let Cast { ada, bob, .. } = Cast::of(&server).await;
    let trip = sample::trip(&ada, "Portugal").await;
    ada.a()
        .manage(&trip, &json!({"members": []}))
        .await
        .expect_status(304);
    let answer = ada
        .a()
        .manage(&trip, &json!({"members": ["bob"]}))
        .await
        .json();
    let mut members = answer.members;
    members.sort_unstable();
    assert_eq!(members, ["ada", "bob"]);
    bob.b().trip(&trip).await.expect_status(200);
    let answer = ada.a().manage(&trip, &json!({"members": []})).await.json();
    assert_eq!(answer.members, ["ada"]);
    bob.b().trip(&trip).await.expect_status(404);
}

async fn former_owner_remains_a_member_without_owner_rights(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let Cast { ada, bob, eve, .. } = cast;
    let answer = ada
        .a()
        .manage(&trip, &json!({"owner": "eve", "members": ["bob"]}))
        .await
        .json();
    assert_eq!(answer.owner, "eve");
    let mut members = answer.members;
    members.sort_unstable();
    assert_eq!(members, ["ada", "bob", "eve"]);
    ada.b()
        .update(&trip, &json!({"name": "Still hers to edit"}))
        .await
        .expect_status(200);
    for traveller in [&ada, &bob] {
        traveller
            .a()
            .manage(&trip, &json!({"owner": "ada"}))
            .await
            .expect_status(401);
        traveller.a().delete(&trip).await.expect_status(401);
    }
    eve.a()
        .manage(&trip, &json!({"members": ["eve"]}))
        .await
        .expect_status(200);
    ada.b().trip(&trip).await.expect_status(404);
    eve.b().delete(&trip).await.expect_status(204);
}

async fn lists_unknown_users_in_the_error(server: TestServer) {
    let Cast { ada, .. } = Cast::of(&server).await;
    let trip = sample::trip(&ada, "Portugal").await;
    let unknown = "01890000-0000-7000-8000-000000000000";
    let body =
        json!({"owner": "zoe", "members": ["ada", "yan", "bob", unknown, ""], "private": false});
    let problem = ada
        .a()
        .manage(&trip, &body)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(
        problem.pointers(),
        ["/owner", "/members/1", "/members/3", "/members/4"]
    );
    assert!(problem.errors[1].detail.contains("yan"), "{problem:?}");
    let wrong = json!({"owner": 1, "members": [null, 7, {}], "private": "true"});
    let problem = ada
        .a()
        .manage(&trip, &wrong)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(
        problem.pointers(),
        [
            "/owner",
            "/members/0",
            "/members/1",
            "/members/2",
            "/private"
        ]
    );
    let mixed = json!({
        "owner": "zoe", "members": ["ada", "yan"], "private": 3, "name": "", "img": "nowhere"
    });
    let problem = ada
        .a()
        .manage(&trip, &mixed)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(problem.pointers(), ["/private", "/owner", "/members/1"]);
    let problem = ada
        .b()
        .update(&trip, &mixed)
        .await
        .expect_status(400)
        .problem();
    assert_eq!(
        problem.pointers(),
        ["/name", "/private", "/img", "/owner", "/members/1"]
    );
    let crowd = json!({"members": vec!["ada"; 101]});
    assert_eq!(
        ada.a()
            .manage(&trip, &crowd)
            .await
            .expect_status(400)
            .problem()
            .pointers(),
        ["/members"]
    );
    assert_eq!(
        ada.b().trip(&trip).await.value()["private"],
        json!(true),
        "all of it or nothing"
    );
}

async fn member_can_leave_but_not_remove_others(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let Cast { ada, bob, eve, .. } = cast;
    sample::add_members(&ada, &trip, &[&ada, &bob, &eve]).await;
    for body in [
        json!({"members": ["ada", "bob"]}),
        json!({"members": ["ada"]}),
        json!({"members": []}),
    ] {
        bob.a().manage(&trip, &body).await.expect_status(401);
    }
    // Authorization is checked before validation.
    bob.b()
        .update(
            &trip,
            &json!({"private": false, "name": "", "img": "nowhere"}),
        )
        .await
        .expect_status(401);
    bob.a()
        .manage(&trip, &json!({"owner": "bob", "private": "maybe"}))
        .await
        .expect_status(401);
    bob.a()
        .manage(&trip, &json!({"members": ["ada", "eve"], "private": false}))
        .await
        .expect_status(401);
    let answer = bob
        .a()
        .manage(&trip, &json!({"members": ["ada", "eve"]}))
        .await;
    assert_eq!(
        answer.value(),
        json!({"owner": "ada", "members": ["ada", "eve"], "private": true})
    );
    bob.b().trip(&trip).await.expect_status(404);
    bob.a()
        .manage(&trip, &json!({"members": ["ada", "eve", "bob"]}))
        .await
        .expect_status(404);
    // Putting back the current values is no change, and therefore allowed.
    eve.a()
        .manage(
            &trip,
            &json!({"owner": "ada", "members": ["ada", "eve"], "private": true}),
        )
        .await
        .expect_status(304);
    eve.b()
        .update(&trip, &json!({"members": ["ada"]}))
        .await
        .expect_status(200);
    assert_eq!(ada.b().trip(&trip).await.json().members, ["ada"]);
}

async fn all_three_routes_change_members_identically(server: TestServer) {
    let Cast { ada, .. } = Cast::of(&server).await;
    let change = json!({"owner": "bob", "members": ["eve"], "private": false});
    let mut seen: Vec<Value> = Vec::new();
    for route in 0..3 {
        let trip = sample::trip(&ada, "Portugal").await;
        let answer = match route {
            0 => ada.a().manage(&trip, &change).await.value(),
            1 => ada.a().update(&trip, &change).await.value(),
            _ => ada.b().update(&trip, &change).await.value(),
        };
        seen.push(json!([
            answer["owner"],
            answer["members"],
            answer["private"]
        ]));
    }
    assert_eq!(seen[0][0], json!("bob"));
    assert_eq!(seen[0][2], json!(false));
    assert_eq!((&seen[0], &seen[1]), (&seen[1], &seen[2]));
}

async fn every_view_lists_the_same_members(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let Cast { ada, bob, .. } = cast;
    let detail = bob.a().trip(&trip).await.value();
    assert_eq!(detail["owner"], ada.id.as_str());
    assert_eq!(detail["members"], json!([ada.id, bob.id]));
    assert_eq!(
        detail["ownerUser"],
        json!({"userId": ada.id, "userName": "ada", "email": ""})
    );
    assert_eq!(
        detail["nonOwnerUsers"],
        json!([{"userId": bob.id, "userName": "bob", "email": ""}])
    );
    let whole = bob.b().trip(&trip).await.value();
    assert_eq!(
        (&whole["owner"], &whole["members"]),
        (&json!("ada"), &json!(["ada", "bob"]))
    );
}

async fn replaces_members_after_one_deleted_their_account(server: TestServer) {
    let cast = Cast::of(&server).await;
    let Cast { ada, bob, eve, .. } = cast;
    let cid = sample::sign_up(&server.client(), "cid").await;
    let trip = sample::trip(&ada, "Portugal").await;
    sample::add_members(&ada, &trip, &[&bob, &cid]).await;
    bob.users().delete("bob").await.expect_status(204);
    let answer = ada
        .a()
        .manage(&trip, &json!({"members": ["cid", "eve"]}))
        .await
        .expect_status(200)
        .json();
    assert_eq!(answer.members, ["ada", "cid", "eve"]);
    for member in [&ada, &cid, &eve] {
        let detail = member.b().trip(&trip).await.expect_status(200).json();
        assert_eq!(detail.members, ["ada", "cid", "eve"]);
        assert_eq!(member.a().trips().await.json().len(), 1);
    }
}

async fn replaces_members_while_the_trip_is_edited(server: TestServer) {
    let Cast { ada, eve, .. } = Cast::of(&server).await;
    let cid = sample::sign_up(&server.client(), "cid").await;
    for round in 0..soak::rounds(5) {
        let guest = sample::sign_up(&server.client(), &format!("guest{round}")).await;
        let trip = sample::trip(&ada, "Portugal").await;
        sample::add_members(&ada, &trip, &[&guest, &cid]).await;
        guest
            .users()
            .delete(&guest.username)
            .await
            .expect_status(204);
        let edits = join_all((0..8).map(async |edit| {
            let body = json!({"desc": format!("Edit {edit}")});
            cid.b().update(&trip, &body).await.expect_status(200);
        }));
        let (routes, members) = (ada.a(), json!({"members": ["cid", "eve"]}));
        let (_, answer) = join(edits, routes.manage(&trip, &members).into_future()).await;
        assert_eq!(answer.json().members, ["ada", "cid", "eve"]);
        for member in [&ada, &cid, &eve] {
            let detail = member.b().trip(&trip).await.expect_status(200).json();
            assert_eq!(detail.members, ["ada", "cid", "eve"]);
        }
    }
}

//! The lists of a trip: who reads and writes them, and the to-do list that is the open entries of
//! the first.

use serde_json::{Value, json};
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

use crate::cast::Cast;
use crate::formats::exports::unzipped;

both!(lists_and_the_to_do_list_are_one);

on_sqlite!(
    lists_follow_the_authorization_matrix,
    refuses_lists_beyond_their_limits,
    the_assignee_goes_with_the_person,
    an_archive_brings_lists_back,
    an_archive_keeps_who_does_it_one_party,
);

/// A list of entries, each of a text and whether it is done.
fn list(name: &str, entries: &[(&str, bool)]) -> Value {
    let entries = entries.iter();
    let entries = entries.map(|(text, done)| json!({"text": text, "done": done}));
    json!({"name": name, "entries": entries.collect::<Vec<_>>()})
}

async fn lists_and_the_to_do_list_are_one(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (own, other) = (cast.ada.extensions(), cast.bob.extensions());
    assert_eq!(own.lists(&trip).await.value(), json!({"lists": []}));
    let todo = json!({"todo": ["a", "b", "a"]});
    cast.ada.b().update(&trip, &todo).await.expect_status(200);
    let read = own.lists(&trip).await.expect_status(200);
    let tag = read.etag();
    let mut lists = read.value();
    let entries = lists["lists"][0]["entries"].as_array().unwrap();
    assert_eq!(
        (lists["lists"].as_array().unwrap().len(), entries.len()),
        (1, 3)
    );
    assert!(entries.iter().all(|entry| entry["done"] == false));
    other.set_lists(&trip, &lists).await.expect_status(304);
    let none = other.set_lists(&trip, &json!({})).await;
    assert_eq!(none.expect_status(400).problem().pointers(), ["/lists"]);

    lists["lists"][0]["entries"][0]["done"] = json!(true);
    lists["lists"][0]["entries"][1]["by"] = json!("bob");
    let packing = list("Packing", &[("socks", false)]);
    lists["lists"].as_array_mut().unwrap().push(packing);
    let put = other.set_lists(&trip, &lists).if_match(&tag).await;
    let put = put.expect_status(200).value();
    assert_eq!(put["lists"][0], lists["lists"][0]);
    assert!(put["lists"][1]["id"].is_string());
    other
        .set_lists(&trip, &lists)
        .if_match(&tag)
        .await
        .expect_status(412);
    assert_eq!(
        cast.ada.b().trip(&trip).await.value()["todo"],
        json!(["b", "a"])
    );
    assert_eq!(
        cast.ada.a().trip(&trip).await.value()["todo"],
        json!(["b", "a"])
    );

    let put_back = json!({"todo": ["b", "a"]});
    cast.ada
        .a()
        .update(&trip, &put_back)
        .await
        .expect_status(304);
    // The list has one entry that is done, which stays.
    let refused = json!({"todo": vec!["x"; 500]});
    let refused = cast.ada.b().update(&trip, &refused).await;
    let refused = refused.expect_status(400).problem();
    assert_eq!(refused.pointers(), ["/todo"]);
    let todo = json!({"todo": ["a", "new", "b"]});
    cast.ada.a().update(&trip, &todo).await.expect_status(200);
    let after = own.lists(&trip).await.value();
    let texts: Vec<&Value> = after["lists"][0]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["text"])
        .collect();
    assert_eq!(texts, ["a", "a", "new", "b"]);
    let [done, second, _, first] = [0, 1, 2, 3].map(|at| &after["lists"][0]["entries"][at]);
    assert_eq!(done, &put["lists"][0]["entries"][0]);
    assert_eq!(second, &put["lists"][0]["entries"][2]);
    assert_eq!(first, &put["lists"][0]["entries"][1], "with who does it");
    assert_eq!(after["lists"][1], put["lists"][1]);
}

async fn lists_follow_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    for private in [true, false] {
        let trip = cast.trip(private).await;
        let body = json!({"lists": [list("A", &[("x", false)])]});
        let hidden = if private { 404 } else { 200 };
        let read = cast.eve.extensions().lists(&trip).await;
        assert_eq!(read.status, hidden);
        let written = cast.eve.extensions().set_lists(&trip, &body).await;
        assert_eq!(written.status, if private { 404 } else { 401 });
        cast.let_bob_read(&trip).await;
        cast.bob.extensions().lists(&trip).await.expect_status(200);
        cast.bob
            .extensions()
            .set_lists(&trip, &body)
            .await
            .expect_status(401);
    }
}

async fn refuses_lists_beyond_their_limits(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let set = async |body: Value| ada.extensions().set_lists(&trip, &body).await;
    let pointers = async |body: Value| {
        let problem = set(body).await.problem();
        let pointers = problem.pointers().into_iter();
        pointers.map(str::to_owned).collect::<Vec<_>>()
    };
    let twenty = vec![list("A", &[]); 20];
    set(json!({"lists": twenty})).await.expect_status(200);
    assert_eq!(
        pointers(json!({"lists": vec![list("A", &[]); 21]})).await,
        ["/lists"]
    );
    set(json!({"lists": [list("A", &vec![("x", true); 500])]}))
        .await
        .expect_status(200);
    let long = list("A", &vec![("x", true); 501]);
    assert_eq!(
        pointers(json!({"lists": [long]})).await,
        ["/lists/0/entries"]
    );
    let wrong = json!({"lists": [
        {"name": " ", "entries": [{"text": "x".repeat(2_001), "done": "yes", "by": "bob"}]},
        {"name": "B", "entries": [{"text": null, "done": true}]},
    ]});
    let mut refused = pointers(wrong).await;
    refused.sort_unstable();
    assert_eq!(
        refused,
        [
            "/lists/0/entries/0/done",
            "/lists/0/entries/0/text",
            "/lists/0/name",
            "/lists/1/entries/0/text"
        ]
    );
    let entry = json!({"id": "e", "text": "x", "done": false, "by": "somebody"});
    let twice = json!({"lists": [{"id": "l", "name": "A", "entries": [entry, entry]}]});
    let mut refused = pointers(twice).await;
    refused.sort_unstable();
    assert_eq!(
        refused,
        [
            "/lists/0/entries/0/by",
            "/lists/0/entries/1/by",
            "/lists/0/entries/1/id"
        ]
    );
}

async fn the_assignee_goes_with_the_person(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let own = cast.ada.extensions();
    let mia = own.add_party(&trip, &json!({"name": "Mia"})).await;
    let mia = mia.expect_status(201).json().member_id;
    let by = |who: &str| json!({"text": who, "done": false, "by": who});
    let body = json!({"lists": [{"name": "A", "entries": [by("bob"), by(&mia)]}]});
    own.set_lists(&trip, &body).await.expect_status(200);
    let refused = own.delete_party(&trip, &mia).await.problem();
    assert_eq!(
        (refused.status, refused.r#type.as_str()),
        (409, "urn:wayfare:problem:party-in-use")
    );
    let alone = json!({"members": []});
    cast.ada.a().manage(&trip, &alone).await.expect_status(200);
    let lists = own.lists(&trip).await.value();
    let entries = &lists["lists"][0]["entries"];
    assert_eq!(
        (entries[0].get("by"), &entries[1]["by"]),
        (None, &json!(mia))
    );
    own.set_lists(&trip, &lists).await.expect_status(304);
    // Who comes back does it again, also after another edit.
    let mut renamed = lists.clone();
    renamed["lists"][0]["name"] = json!("B");
    own.set_lists(&trip, &renamed).await.expect_status(200);
    let again = json!({"members": ["bob"]});
    cast.ada.a().manage(&trip, &again).await.expect_status(200);
    let lists = own.lists(&trip).await.value();
    assert_eq!(lists["lists"][0]["entries"][0]["by"], "bob");
}

async fn an_archive_brings_lists_back(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let own = cast.ada.extensions();
    let entry =
        |text: &str, by: &str| json!({"id": text, "text": text, "done": text == "b", "by": by});
    let entries = [entry("a", "ada"), entry("b", "bob")];
    let body = json!({"lists": [{"id": "l", "name": "A", "entries": entries}]});
    own.set_lists(&trip, &body).await.expect_status(200);
    let archive = async |trip: &str| own.export(trip, "zip").await.expect_status(200).body;
    let first = archive(&trip).await;
    let imported = own
        .import("", first.clone())
        .await
        .expect_status(201)
        .json();
    let copy = imported.uuid.unwrap();
    assert_eq!(own.lists(&copy).await.value(), body);
    let documents = [first, archive(&copy).await].map(|zip| {
        let files = unzipped(zip);
        let (_, trip) = files.iter().find(|(name, _)| name == "trip.json").unwrap();
        let mut trip: Value = serde_json::from_slice(trip).unwrap();
        for name in ["createdAt", "updatedAt"] {
            trip[name] = Value::Null;
        }
        trip
    });
    assert_eq!(documents[0], documents[1]);
}

async fn an_archive_keeps_who_does_it_one_party(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let own = cast.ada.extensions();
    let budget = json!({"budget": {"membersBudget": [{"memberId": cast.bob.id, "cost": 3}]}});
    cast.ada
        .a()
        .set_budget(&trip, &budget)
        .await
        .expect_status(200);
    let body =
        json!({"lists": [{"name": "A", "entries": [{"text": "a", "done": false, "by": "bob"}]}]});
    own.set_lists(&trip, &body).await.expect_status(200);
    let archive = own.export(&trip, "zip").await.expect_status(200).body;
    // Whoever has the name by then is somebody else.
    let renamed = json!({"username": "robert"});
    cast.bob
        .users()
        .update("bob", &renamed)
        .await
        .expect_status(200);
    let other = sample::sign_up(&server.client(), "bob").await;
    let imported = other
        .extensions()
        .import("", archive)
        .await
        .expect_status(201)
        .json();
    let copy = imported.uuid.unwrap();
    let by = &other.extensions().lists(&copy).await.value()["lists"][0]["entries"][0]["by"];
    let parties = other.extensions().parties(&copy).await.value();
    assert_eq!(parties.as_array().map(Vec::len), Some(1), "{parties}");
    assert_eq!(&parties[0]["memberId"], by);
    assert_ne!(by, "bob", "somebody else has that name");
}

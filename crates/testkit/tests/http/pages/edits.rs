//! Edits by forms: what they change, and edits that meet somebody else's.

use serde_json::Value;
use wayfare_testkit::{Builder, Client, Method, TestServer, both, on_sqlite};

use super::visitor::Visitor;

both!(
    a_stale_edit_shows_both_and_the_second_save_overwrites,
    an_item_that_was_removed_comes_back_to_its_day,
    a_payment_is_recorded_once,
);

on_sqlite!(
    an_item_is_added_changed_moved_and_removed,
    edits_of_different_fields_both_stay,
    edits_of_different_parts_both_stay,
    a_removal_names_the_thing,
    two_people_share_and_settle_costs,
    typed_shares_stay_with_their_members,
    sums_of_a_page_agree,
    invalid_entries_are_kept_and_named,
    a_trip_is_deleted_after_a_question,
    one_day_of_a_trip_is_emptied,
    an_hour_that_clocks_repeat_stays,
);

/// The trip of a page's path, as Variant A shows its items.
pub(super) async fn items(server: &TestServer, visitor: &str, trip: &str) -> Vec<Value> {
    let client = client_of(server, visitor).await;
    let path = trip.replace("/trip/", "/api/v1/trips/") + "/trip_items";
    let reply = client.request(Method::GET, &path).await.expect_status(200);
    serde_json::from_slice(&reply.body).unwrap()
}

pub(super) async fn put_items(server: &TestServer, visitor: &str, trip: &str, items: &[Value]) {
    let client = client_of(server, visitor).await;
    let path = trip.replace("/trip/", "/api/v1/trips/") + "/trip_items";
    let body = serde_json::json!({ "trip_items": items });
    client
        .request(Method::PUT, &path)
        .json(&body)
        .await
        .expect_status(200);
}

/// A client of the JSON interface, signed in.
pub(super) async fn client_of(server: &TestServer, visitor: &str) -> Client {
    let body = serde_json::json!({
        "grant_type": "password", "username": visitor, "password": "correct horse battery"
    });
    let client = server.client();
    let tokens = client
        .request(Method::POST, "/api/v1/auth/token")
        .json(&body)
        .await;
    let tokens: Value = serde_json::from_slice(&tokens.body).unwrap();
    client.with_token(tokens["access_token"].as_str().unwrap())
}

async fn an_item_is_added_changed_moved_and_removed(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada
        .trip(&[
            ("name", "Lisbon"),
            ("start", "2026-05-01"),
            ("end", "2026-05-03"),
        ])
        .await;
    let item = [
        ("name", "A meeting"),
        ("kind", "destination"),
        ("day", "1"),
        ("start", "2026-05-01T09:00"),
        ("location", "At home"),
        ("description", "With the others"),
        ("total", "12,50"),
    ];
    let added = ada.fill(&format!("{trip}/items/new"), &item).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T09:00:00Z");
    assert_eq!(found[0]["budget"]["totalCost"], 12.5);
    let id = found[0]["item_id"].as_str().unwrap().to_owned();

    let token = ada.views(&trip).await.field("form_token");
    let moved = ada
        .post(&format!("{trip}/items"), &token, &[("later", &id)])
        .await;
    assert_eq!(moved.status(), 303);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(
        (&found[0]["day"], &found[0]["start_time"]),
        (&2.into(), &"2026-05-02T09:00:00Z".into())
    );
    ada.post(
        &format!("{trip}/items"),
        &token,
        &[("move", &id), ("day", "1")],
    )
    .await;
    let found = items(&server, "ada", &trip).await;
    assert_eq!(
        (&found[0]["day"], &found[0]["start_time"]),
        (&1.into(), &"2026-05-01T09:00:00Z".into())
    );

    ada.post(&format!("{trip}/items"), &token, &[("copy", &id)])
        .await;
    assert_eq!(items(&server, "ada", &trip).await.len(), 2);
    let change = [
        ("name", "A meeting"),
        ("kind", "destination"),
        ("start", ""),
        ("location", "Elsewhere"),
        ("total", "12.5"),
    ];
    let saved = ada.fill(&format!("{trip}/item?id={id}"), &change).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(found[0]["destination"]["location"], "Elsewhere");
    assert!(found[0].get("start_time").is_none());

    let question = ada.get(&format!("{trip}/item/remove?id={id}")).await;
    assert!(question.has("Remove A meeting"));
    ada.fill_page(&format!("{trip}/item/remove"), &question, &[("id", &id)])
        .await;
    let left = items(&server, "ada", &trip).await;
    assert!(left.len() == 1 && left[0]["item_id"] != id.as_str());
}

/// Two people on one trip.
pub(super) async fn two_people(server: &TestServer) -> (Visitor, Visitor, String) {
    let mut ada = Visitor::signed_up(server, "ada").await;
    let ben = Visitor::signed_up(server, "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    let added = ada
        .post(
            &format!("{trip}/people"),
            &token,
            &[("username", "ben"), ("add", "1")],
        )
        .await;
    assert_eq!(added.status(), 303, "{}", added.text);
    (ada, ben, trip)
}

async fn a_stale_edit_shows_both_and_the_second_save_overwrites(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/settings");
    let (of_ada, of_ben) = (ada.get(&path).await, ben.get(&path).await);
    let saved = ada
        .fill_page(
            &path,
            &of_ada,
            &[("name", "Porto"), ("description", "By Ada")],
        )
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let typed = [("name", "Faro"), ("description", "By Ben, at length")];
    let stale = ben.fill_page(&path, &of_ben, &typed).await;
    assert_eq!(stale.status(), 409);
    for text in [
        "ada has changed the same here",
        "Porto",
        "By Ada",
        "By Ben, at length",
    ] {
        assert!(stale.has(text), "{text} in {}", stale.text);
    }
    assert_eq!(stale.field("name"), "Faro");
    assert!(ben.views(&trip).await.has("Porto"), "nothing is lost yet");
    let second = ben.fill_page(&path, &stale, &typed).await;
    assert_eq!(second.status(), 303);
    assert!(ada.views(&trip).await.has("By Ben, at length"));
}

async fn edits_of_different_fields_both_stay(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/settings");
    let (of_ada, of_ben) = (ada.get(&path).await, ben.get(&path).await);
    let described = [("name", "Lisbon"), ("description", "By Ada")];
    let saved = ada.fill_page(&path, &of_ada, &described).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let renamed = [("name", "Faro"), ("description", "")];
    let saved = ben.fill_page(&path, &of_ben, &renamed).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ada.views(&trip).await;
    assert!(page.has("Faro") && page.has("By Ada"), "{}", page.text);

    // One's own earlier save is none, in another window.
    let opened = ben.get(&path).await;
    for name in ["Lagos", "Sagres"] {
        let saved = ben.fill_page(&path, &opened, &[("name", name)]).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
    }
    assert!(ada.views(&trip).await.has("Sagres"));
}

async fn edits_of_different_parts_both_stay(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/settings");
    let opened = ben.get(&path).await;
    let token = ada.views(&trip).await.field("form_token");
    ada.post(
        &format!("{trip}/lists"),
        &token,
        &[("text", "Book the tram"), ("add", "1")],
    )
    .await;
    let saved = ben.fill_page(&path, &opened, &[("name", "Faro")]).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ada.get(&format!("{trip}/lists")).await;
    assert!(page.has("Faro") && page.has("Book the tram"));
}

async fn a_removal_names_the_thing(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/lists");
    let token = ada.views(&trip).await.field("form_token");
    for text in ["First", "Second", "Third"] {
        ada.post(&path, &token, &[("text", text), ("add", "1")])
            .await;
    }
    let seen = ben.get(&path).await;
    let of_ben = seen.field("form_token");
    let entries = seen.text.split("name=\"remove\" value=\"").skip(1);
    let names: Vec<&str> = entries
        .filter_map(|entry| entry.split('"').next())
        .collect();
    ada.post(&path, &token, &[("remove", names[0])]).await;
    ben.post(&path, &of_ben, &[("remove", names[1])]).await;
    ben.post(&path, &of_ben, &[("remove", names[0])]).await;
    let page = ada.get(&path).await;
    assert!(page.has("Third") && !page.has("First") && !page.has("Second"));
}

async fn two_people_share_and_settle_costs(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let form = ada.get(&format!("{trip}/items/new")).await;
    let item = [
        ("name", "Dinner"),
        ("kind", "destination"),
        ("day", "1"),
        ("total", "25.01"),
        ("category", "Food"),
    ];
    let added = ada
        .fill_page(&format!("{trip}/items/new"), &form, &item)
        .await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let page = ben.views(&trip).await;
    assert!(page.has("ben owes ada CAD 12.50"), "{}", page.text);
    assert!(page.has("Food") && page.has("CAD 25.01"));
    assert!(page.has("<dt>You owe</dt><dd>CAD 12.50</dd>"));
    let page_of_ada = ada.views(&trip).await;
    assert!(page_of_ada.has("<dt>You get back</dt><dd>CAD 12.50</dd>"));
    let owed = [
        ("from", "ben"),
        ("to", "ada"),
        ("amount", "12.50"),
        ("record", "1"),
    ];
    let token = page.field("form_token");
    let paid = ben.post(&format!("{trip}/settle"), &token, &owed).await;
    assert_eq!(paid.status(), 303, "{}", paid.text);
    let page = ada.views(&trip).await;
    assert!(page.has("All is settled.") && page.has("ben paid ada CAD 12.50"));
    assert!(!page.has("You get back"));
    ben.post(&format!("{trip}/settle"), &token, &owed).await;
    let page = ada.views(&trip).await;
    assert!(
        page.has("All is settled."),
        "what is not owed any more is not paid again"
    );
}

async fn typed_shares_stay_with_their_members(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/budget");
    let opened = ada.get(&path).await;
    let hidden = opened.hidden_fields();
    let of = |name: &str, group: &str| {
        let (field, _) = hidden.iter().find(|(_, value)| value == name).unwrap();
        field.replace("member.", group)
    };
    let (key, cost) = (of("ben", ""), of("ben", "share."));
    let of_ben = [("split", "amounts"), ("for", &*key), (&*cost, "5")];
    let saved = ben.fill(&path, &of_ben).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let cost = of("ada", "share.");
    let mut typed: Vec<(&str, &str)> = hidden.iter().map(|(n, v)| (&**n, &**v)).collect();
    typed.extend([("split", "amounts"), (&*cost, "7")]);
    let stale = ada.fill_page(&path, &opened, &typed).await;
    assert_eq!(stale.status(), 409, "{}", stale.text);
    assert_eq!(stale.field(&cost), "7");
    let first = stale.hidden_fields();
    let first = first.iter().find(|(name, _)| name.starts_with("member."));
    assert_eq!(
        first.unwrap().1,
        "ben",
        "a share of another person comes first now"
    );
}

async fn an_item_that_was_removed_comes_back_to_its_day(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let item = [("name", "Museum"), ("kind", "sight"), ("day", "3")];
    ada.fill(&format!("{trip}/items/new"), &item).await;
    let page = ada.get(&trip).await;
    let (_, rest) = page.text.rsplit_once(&format!("{trip}/item?id=")).unwrap();
    let id = rest.split('"').next().unwrap();
    let path = format!("{trip}/item?id={id}");
    let opened = ben.get(&path).await;
    let removal = format!("{trip}/item/remove?id={id}");
    assert_eq!(ada.fill(&removal, &[("id", id)]).await.status(), 303);
    let typed = [("name", "Museum of art"), ("was-on", "3")];
    assert_eq!(opened.field("was-on"), "3");
    let gone = ben.fill_page(&path, &opened, &typed).await;
    assert_eq!(gone.status(), 409, "{}", gone.text);
    assert_eq!(
        (&*gone.field("name"), &*gone.field("day")),
        ("Museum of art", "3")
    );
}

async fn a_payment_is_recorded_once(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let item = [
        ("name", "Dinner"),
        ("kind", "destination"),
        ("day", "1"),
        ("total", "25"),
    ];
    ada.fill(&format!("{trip}/items/new"), &item).await;
    let token = ben.views(&trip).await.field("form_token");
    let path = format!("{trip}/settle");
    for (amount, done, told) in [
        ("12.00", "not-owed", "Nothing was recorded"),
        ("12.50", "paid", "Recorded as paid"),
        ("12.50", "paid-already", "was recorded as paid already"),
        ("12.00", "not-owed", "Nothing was recorded"),
    ] {
        let owed = [("from", "ben"), ("to", "ada"), ("amount", amount)];
        let paid = ben.post(&path, &token, &owed).await;
        let location = paid.reply.header("location").unwrap().to_owned();
        assert_eq!(location, format!("{trip}/costs?done={done}#budget"));
        let page = ben.get(location.trim_end_matches("#budget")).await;
        assert!(page.has(told), "{told} in {}", page.text);
        let recorded = page.text.matches("<span>ben paid ada CAD 12.50").count();
        assert!(recorded <= 1, "{}", page.text);
    }
}

async fn sums_of_a_page_agree(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let thirds = |total: f64| {
        let share = |member: &str| serde_json::json!({"memberId": member, "cost": 33.333_333});
        serde_json::json!({"item_type": "destination", "budget": {
            "category": "Food", "totalCost": total,
            "membersBudget": [share("ada"), share("ben"), share("cy")],
        }})
    };
    put_items(&server, "ada", &trip, &[thirds(100.0)]).await;
    let page = ada.views(&trip).await;
    for (name, cost) in [("ada", "33.34"), ("ben", "33.33"), ("cy", "33.33")] {
        let row = format!("<th scope=\"row\">{name}</th><td class=\"amount\">{cost}</td>");
        assert!(page.has(&row), "{row} in {}", page.text);
    }
    // What nobody has taken on yet has a row, too.
    put_items(&server, "ada", &trip, &[thirds(100.0), thirds(107.0)]).await;
    let page = ada.views(&trip).await;
    let row = "<th scope=\"row\">Nobody yet</th><td class=\"amount\">7.00</td>";
    assert!(page.has(row) && page.has("CAD 207.00"), "{}", page.text);
}

async fn invalid_entries_are_kept_and_named(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let item = [
        ("name", "Typed at length"),
        ("kind", "destination"),
        ("day", "0"),
        ("start", "2026-05-02T09:00"),
        ("end", "soon"),
        ("total", "a lot"),
        ("currency", "XXY"),
    ];
    let page = ada.fill(&format!("{trip}/items/new"), &item).await;
    assert_eq!(page.status(), 400);
    assert!(page.field("name") == "Typed at length" && page.has("Must be a number."));
    for text in [
        "Must be 1 or more.",
        "Must be an ISO 4217",
        "Must be a date and a time",
    ] {
        assert!(page.has(text), "{text} in {}", page.text);
    }
    assert!(items(&server, "ada", &trip).await.is_empty());
}

async fn a_trip_is_deleted_after_a_question(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/delete");
    assert_eq!(ben.get(&path).await.status(), 401, "only the owner may");
    let deleted = ada.fill(&path, &[]).await;
    assert_eq!(
        deleted.reply.header("location"),
        Some("/trips?done=deleted")
    );
    assert_eq!(ada.views(&trip).await.status(), 404);
}

async fn one_day_of_a_trip_is_emptied(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let [name, start, end] = [
        ("name", "Lisbon"),
        ("start", "2026-09-28"),
        ("end", "2026-10-04"),
    ];
    let trip = ada.trip(&[name, start, end]).await;
    let settings = format!("{trip}/settings");
    for (kept, emptied) in [(end, "start"), (start, "end")] {
        let saved = ada.fill(&settings, &[name, start, end]).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
        let saved = ada.fill(&settings, &[name, kept, (emptied, "")]).await;
        assert_eq!(saved.status(), 303, "{emptied}: {}", saved.text);
        let form = ada.get(&settings).await;
        assert_eq!(form.field(kept.0), kept.1);
        assert!(!ada.get(&trip).await.has("1970"), "no {emptied}");
    }
}

async fn an_hour_that_clocks_repeat_stays(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada
        .trip(&[("name", "Lisbon"), ("start", "2026-10-20")])
        .await;
    // Clocks in Lisbon went from 02:00 to 01:00 at 01:00 UTC.
    let (start, end) = ("2026-10-25T01:30:00Z", "2026-10-25T01:45:00Z");
    let item = serde_json::json!({
        "item_type": "destination", "day": 6, "timezone": "Europe/Lisbon",
        "start_time": start, "end_time": end, "destination": {"name": "Fado"},
    });
    put_items(&server, "ada", &trip, &[item]).await;
    let found = items(&server, "ada", &trip).await;
    let path = format!("{trip}/item?id={}", found[0]["item_id"].as_str().unwrap());
    let form = ada.get(&path).await;
    let shown = ["start", "end"].map(|name| form.field(name));
    assert_eq!(shown, ["2026-10-25T01:30", "2026-10-25T01:45"]);
    let sent = [
        ("name", "Fado"),
        ("kind", "destination"),
        ("start", &*shown[0]),
        ("end", &*shown[1]),
        ("confirmation", "X7K2PQ"),
    ];
    let saved = ada.fill_page(&path, &form, &sent).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    assert_eq!(ada.get(&path).await.field("confirmation"), "X7K2PQ");
    let found = items(&server, "ada", &trip).await;
    assert_eq!(
        (&found[0]["start_time"], &found[0]["end_time"]),
        (&start.into(), &end.into())
    );
}

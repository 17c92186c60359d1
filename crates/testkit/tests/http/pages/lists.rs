//! The lists of a trip by forms: entries that stay when ticked, several lists, who does what, and
//! what somebody else has changed meanwhile.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Client, Method, TestServer, both, on_sqlite, sample};

use super::edits::two_people;
use super::visitor::{Page, Visitor};

both!(ticks_and_edits_of_two_people_all_stay);

on_sqlite!(
    entries_are_ticked_moved_and_assigned,
    lists_are_made_renamed_ordered_and_removed,
    several_lines_are_several_entries,
    limits_are_said_in_sentences,
    a_removed_entry_is_told_of,
    a_changed_entry_shows_both_values,
    readers_see_lists_without_controls,
    ids_of_others_stay_texts,
);

/// The first value of a field, or of a button, of this name after a text.
fn value_after(page: &Page, text: &str, name: &str) -> String {
    let (_, rest) = page.text.split_once(text).unwrap();
    let (_, rest) = rest
        .split_once(&format!("name=\"{name}\" value=\""))
        .unwrap();
    rest.split('"').next().unwrap().replace("&amp;", "&")
}

/// The id of an entry.
fn id_of(page: &Page, text: &str) -> String {
    let (before, _) = page
        .text
        .split_once(&format!("<span>{text}</span>"))
        .unwrap();
    let (_, id) = before.rsplit_once("value=\"").unwrap();
    id.split('"').next().unwrap().to_owned()
}

/// The texts of the open entries of the list in a section, in order.
fn open_of(page: &Page, section: &str) -> Vec<String> {
    let start = format!("<section class=\"part\" id=\"{section}\"");
    let (_, rest) = page.text.split_once(&start).unwrap();
    let (list, _) = rest.split_once("</section>").unwrap();
    let rows = list.split("<li").skip(1);
    let text = |row: &str| {
        row.split("</button><span>")
            .nth(1)?
            .split('<')
            .next()
            .map(str::to_owned)
    };
    rows.filter_map(text).collect()
}

async fn post(visitor: &mut Visitor, path: &str, fields: &[(&str, &str)]) -> String {
    let page = visitor.get(path).await;
    let sent = visitor.post(path, &page.field("form_token"), fields).await;
    assert_eq!(sent.status(), 303, "{}", sent.text);
    sent.reply.header("location").unwrap().to_owned()
}

/// A trip of Ada's with these to-dos. Returns its path, and that of its lists.
async fn trip_with(ada: &mut Visitor, texts: &[&str]) -> (String, String) {
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let lists = format!("{trip}/lists");
    for text in texts {
        post(ada, &lists, &[("text", text)]).await;
    }
    (trip, lists)
}

async fn entries_are_ticked_moved_and_assigned(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let (_, lists) = trip_with(&mut ada, &["Book", "Pack", "Tell"]).await;
    let page = ada.get(&lists).await;
    assert_eq!(open_of(&page, "todo"), ["Book", "Pack", "Tell"]);
    let [book, pack, tell] = ["Book", "Pack", "Tell"].map(|text| id_of(&page, text));
    post(&mut ada, &lists, &[("done", &pack)]).await;
    let page = ada.get(&lists).await;
    assert_eq!(open_of(&page, "todo"), ["Book", "Tell"]);
    assert!(page.has("1 done") && page.has("aria-label=\"Still to do: Pack\""));
    for (name, id, order) in [
        ("up", &tell, ["Tell", "Book"]),
        ("down", &tell, ["Book", "Tell"]),
        ("down", &tell, ["Book", "Tell"]),
        ("move", &book, ["Tell", "Book"]),
    ] {
        post(&mut ada, &lists, &[(name, id), ("index", "1")]).await;
        assert_eq!(open_of(&ada.get(&lists).await, "todo"), order, "{name}");
    }
    let both = [("done", &*book), ("done", &*tell)];
    let told = post(&mut ada, &lists, &both).await;
    assert!(told.contains("?done=ticked&undo="), "{told}");
    let page = ada.get(&lists).await;
    assert!(page.has("3 done") && page.has("Nothing to do."));
    post(&mut ada, &lists, &[("open", &pack)]).await;
    assert_eq!(open_of(&ada.get(&lists).await, "todo"), ["Pack"]);

    let edit = format!("{lists}/entry?id={pack}");
    let saved = ada
        .fill(&edit, &[("text", "Pack all"), ("by", "ada")])
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ada.get(&lists).await;
    assert!(
        page.has("<span>Pack all</span><span class=\"by\">"),
        "{}",
        page.text
    );
    assert!(
        ada.get(&edit)
            .await
            .has("<option value=\"ada\" selected>ada</option>")
    );
    let refused = ada
        .fill(&edit, &[("text", ""), ("by", "nobody-of-us")])
        .await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has("Must not be empty."), "{}", refused.text);
    let refused = ada
        .fill(&edit, &[("text", "Pack"), ("by", "nobody-of-us")])
        .await;
    assert_eq!(refused.status(), 400);
}

async fn lists_are_made_renamed_ordered_and_removed(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let (_, lists) = trip_with(&mut ada, &["Book"]).await;
    let new = format!("{lists}/new");
    for (name, status) in [("", 400), ("Packing", 303), ("Shopping", 303)] {
        let made = ada.fill(&new, &[("name", name)]).await;
        assert_eq!(made.status(), status, "{}", made.text);
    }
    let page = ada.get(&lists).await;
    assert!(page.has("Nothing on this list yet."), "{}", page.text);
    let packing = value_after(&page, "id=\"list-2\"", "to");
    post(&mut ada, &lists, &[("text", "Socks"), ("to", &packing)]).await;
    let page = ada.get(&lists).await;
    assert_eq!(open_of(&page, "list-2"), ["Socks"]);
    assert!(page.has(">New entry in Packing</label>"));

    let entry = format!("{lists}/entry?id={}", id_of(&page, "Book"));
    let moved = ada
        .fill(&entry, &[("text", "Book"), ("to", &packing)])
        .await;
    assert_eq!(moved.status(), 303, "{}", moved.text);
    assert_eq!(open_of(&ada.get(&lists).await, "list-2"), ["Socks", "Book"]);
    let edit = format!("{lists}/edit?id={packing}");
    let renamed = ada.fill(&edit, &[("name", "Bags")]).await;
    assert_eq!(renamed.status(), 303, "{}", renamed.text);
    post(&mut ada, &lists, &[("list_down", &packing)]).await;
    let page = ada.get(&lists).await;
    assert_eq!(open_of(&page, "list-3"), ["Socks", "Book"]);
    assert!(page.has(">Bags</h2>") && !page.has("Packing"));
    post(&mut ada, &lists, &[("list_up", &packing)]).await;

    let ask = format!("{lists}/remove?id={packing}");
    let question = ada.get(&ask).await;
    assert!(question.has("Remove Bags") && question.has("Its 2 entries go, too."));
    // With one more than it said, it asks again.
    post(&mut ada, &lists, &[("text", "Shoes"), ("to", &packing)]).await;
    let sent = [("id", &*packing), ("count", "2")];
    let asked = ada
        .post(
            &format!("{lists}/remove"),
            &question.field("form_token"),
            &sent,
        )
        .await;
    assert_eq!(
        asked.reply.header("location"),
        Some(&*ask),
        "{}",
        asked.text
    );
    let sent = [("id", &*packing), ("count", "3")];
    for _ in 0..2 {
        let gone = ada
            .post(
                &format!("{lists}/remove"),
                &question.field("form_token"),
                &sent,
            )
            .await;
        assert!(
            gone.reply
                .header("location")
                .unwrap()
                .ends_with("/lists?done=removed#lists")
        );
    }
    let page = ada.get(&lists).await;
    assert!(!page.has("Bags") && page.has(">Shopping</h2>"));
    // What is typed for a list that is gone is not lost.
    let sent = [("text", "Typed at length"), ("to", &*packing)];
    let refused = ada.post(&lists, &page.field("form_token"), &sent).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has("somebody has removed this list") && refused.has("Typed at length"));
}

async fn several_lines_are_several_entries(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let (_, lists) = trip_with(&mut ada, &["First"]).await;
    let text = "Socks\r\n\r\n  Shoes \nA <b>hat</b>\n";
    post(&mut ada, &lists, &[("text", text)]).await;
    let page = ada.get(&lists).await;
    assert!(page.has("<span>Socks</span>") && page.has("<span>Shoes</span>"));
    assert!(
        page.has("<span>A &lt;b&gt;hat&lt;/b&gt;</span>"),
        "{}",
        page.text
    );
    assert_eq!(
        page.text.matches("class=\"tick ").count(),
        4,
        "{}",
        page.text
    );
    post(&mut ada, &lists, &[("text", " \n ")]).await;
    assert_eq!(
        ada.get(&lists).await.text.matches("class=\"tick ").count(),
        4
    );
}

async fn limits_are_said_in_sentences(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let (_, lists) = trip_with(&mut ada, &[]).await;
    let page = ada.get(&lists).await;
    let token = page.field("form_token");
    let many = "Socks\n".repeat(501);
    let refused = ada.post(&lists, &token, &[("text", &many)]).await;
    assert_eq!(refused.status(), 400);
    assert!(
        refused.has("Must have at most 500 entries."),
        "{}",
        refused.text
    );
    let fits = many.trim_end().strip_suffix("\nSocks").unwrap();
    post(&mut ada, &lists, &[("text", fits)]).await;
    let refused = ada.post(&lists, &token, &[("text", "One more")]).await;
    assert!(refused.status() == 400 && refused.has("One more"));
    let long = "x".repeat(2_001);
    let refused = ada.post(&lists, &token, &[("text", &long)]).await;
    assert!(
        refused.has("Must have at most 2000 characters."),
        "{}",
        refused.text
    );
    for _ in 1..20 {
        let made = ada
            .fill(&format!("{lists}/new"), &[("name", "Another")])
            .await;
        assert_eq!(made.status(), 303, "{}", made.text);
    }
    let refused = ada
        .fill(&format!("{lists}/new"), &[("name", "One more")])
        .await;
    assert_eq!(refused.status(), 400);
    assert!(
        refused.has("a trip has at most 20 lists"),
        "{}",
        refused.text
    );
    let page = ada.get(&lists).await;
    assert!(!page.has("/lists/new") && page.has("id=\"list-20\""));
    // One that is full takes no entry of another.
    let entry = post(
        &mut ada,
        &lists,
        &[
            ("text", "Shoes"),
            ("to", &value_after(&page, "id=\"list-2\"", "to")),
        ],
    )
    .await;
    assert!(entry.contains("done=added"));
    let page = ada.get(&lists).await;
    let edit = format!("{lists}/entry?id={}", id_of(&page, "Shoes"));
    let first = value_after(&page, "id=\"todo\"", "to");
    let refused = ada.fill(&edit, &[("text", "Shoes"), ("to", &first)]).await;
    assert_eq!(refused.status(), 400, "{}", refused.text);
    assert!(refused.has("Must have at most 500 entries."));
    let sent = [("text", "Shoes"), ("to", "gone")];
    let refused = ada.fill(&edit, &sent).await;
    assert!(refused.status() == 400 && refused.has("somebody has removed this list"));
}

async fn ticks_and_edits_of_two_people_all_stay(server: TestServer) {
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let lists = format!("{trip}/lists");
    let texts: Vec<String> = (0..20).map(|number| format!("Thing {number:02}")).collect();
    post(&mut ada, &lists, &[("text", &texts.join("\n"))]).await;
    let page = ada.get(&lists).await;
    let of_ben = ben.get(&lists).await.field("form_token");
    let token = page.field("form_token");
    let ids: Vec<String> = texts.iter().map(|text| id_of(&page, text)).collect();
    for pair in ids.chunks(2) {
        let (one, other) = ([("done", &*pair[0])], [("done", &*pair[1])]);
        let ticks = futures_util::join!(
            ada.post(&lists, &token, &one),
            ben.post(&lists, &of_ben, &other),
        );
        assert_eq!((ticks.0.status(), ticks.1.status()), (303, 303));
    }
    let page = ada.get(&lists).await;
    assert!(page.has("20 done"), "{}", page.text);
    // A form that was opened before others ticked and added saves what it shows alone.
    let edit = format!("{lists}/entry?id={}", ids[0]);
    let opened = ada.get(&edit).await;
    ben.post(&lists, &of_ben, &[("open", &*ids[0]), ("open", &*ids[1])])
        .await;
    ben.post(&lists, &of_ben, &[("text", "By Ben")]).await;
    let saved = ada.fill_page(&edit, &opened, &[("text", "By Ada")]).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ben.get(&lists).await;
    assert_eq!(open_of(&page, "todo"), ["By Ada", "Thing 01", "By Ben"]);
}

async fn a_removed_entry_is_told_of(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let lists = format!("{trip}/lists");
    post(&mut ada, &lists, &[("text", "Book\nPack")]).await;
    let page = ada.get(&lists).await;
    let [book, pack] = ["Book", "Pack"].map(|text| id_of(&page, text));
    let edit = format!("{lists}/entry?id={book}");
    let opened = ada.get(&edit).await;
    let removed = post(&mut ben, &lists, &[("remove", &book)]).await;
    assert!(removed.contains("undo="), "{removed}");
    // The other one is ticked all the same.
    let told = post(&mut ada, &lists, &[("done", &book), ("done", &pack)]).await;
    assert!(told.contains("?done=entry-gone&undo="), "{told}");
    let page = ada.get(&told).await;
    assert!(page.has("Somebody has removed that meanwhile.") && page.has("1 done"));
    let gone = ada
        .fill_page(&edit, &opened, &[("text", "Typed at length")])
        .await;
    assert_eq!(gone.status(), 409);
    assert!(gone.has("value=\"Typed at length\""), "{}", gone.text);
    let again = ada
        .fill_page(&lists, &gone, &[("text", "Typed at length")])
        .await;
    assert_eq!(again.status(), 303, "{}", again.text);
    assert_eq!(open_of(&ben.get(&lists).await, "todo"), ["Typed at length"]);
}

async fn a_changed_entry_shows_both_values(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let lists = format!("{trip}/lists");
    post(&mut ada, &lists, &[("text", "Book")]).await;
    let edit = format!("{lists}/entry?id={}", id_of(&ada.get(&lists).await, "Book"));
    let opened = ben.get(&edit).await;
    ada.fill(&edit, &[("text", "Book the tram"), ("by", "ada")])
        .await;
    let typed = [("text", "Book the train"), ("by", "ben")];
    let stale = ben.fill_page(&edit, &opened, &typed).await;
    assert_eq!(stale.status(), 409);
    assert!(stale.has("Book the tram") && stale.has("value=\"Book the train\""));
    let saved = ben.fill_page(&edit, &stale, &typed).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    assert!(ada.get(&lists).await.has("<span>Book the train</span>"));
}

async fn readers_see_lists_without_controls(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::public_trip(&ada, "Open to all").await;
    let lists = json!({"lists": [
        {"name": "To-do", "entries": [{"text": "Book", "done": false, "by": "ada"}]},
        {"name": "Packing", "entries": [{"text": "Socks", "done": true}]},
    ]});
    ada.extensions()
        .set_lists(&trip, &lists)
        .await
        .expect_status(200);
    let path = format!("/trip/{trip}/lists");
    let page = Visitor::new(&server).get(&path).await;
    assert!(page.has("<span>Book</span>") && page.has("1 done") && page.has(">Packing</h2>"));
    assert!(
        !page.has("<form") && !page.has("<button") && !page.has("/lists/"),
        "{}",
        page.text
    );
    // The name of the list that to-dos come to is of the reader's language.
    let mut german = Visitor::new(&server);
    german.languages = "de";
    assert!(german.get(&path).await.has("1 erledigt"));
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let token = ben.get("/trips/new").await.field("form_token");
    for path in [
        "/entry?id=x",
        "/edit?id=x",
        "/remove?id=x",
        "/several?to=x",
        "/new",
    ] {
        assert_eq!(
            ben.get(&format!("/trip/{trip}/lists{path}")).await.status(),
            401,
            "{path}"
        );
    }
    let sent = [("id", "x"), ("count", "1")];
    let refused = ben.post(&format!("{path}/remove"), &token, &sent).await;
    assert_eq!(refused.status(), 401);

    // Nobody learns from a share link who does what, or what is done.
    let link = json!({"sections": ["todo"]});
    let made = ada
        .extensions()
        .create_share_link(&trip, &link)
        .await
        .expect_status(201);
    let url = made.value()["url"].as_str().unwrap().to_owned();
    let (_, token) = url.rsplit_once("/s/").unwrap();
    let shared = Visitor::new(&server).get(&format!("/s/{token}")).await;
    assert!(
        shared.has("Book") && !shared.has("Socks") && !shared.has("ada"),
        "{}",
        shared.text
    );
}

/// A client of the interface for a visitor's account.
pub(super) async fn signed_in(server: &TestServer, username: &str) -> Client {
    let body = json!({"grant_type": "password", "username": username, "password": "correct horse \
        battery"});
    let client = server.client();
    let tokens = client.request(Method::POST, "/api/v1/auth/token");
    let tokens: Value = serde_json::from_slice(&tokens.json(&body).await.body).unwrap();
    client.with_token(tokens["access_token"].as_str().unwrap())
}

async fn ids_of_others_stay_texts(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let (trip, lists) = trip_with(&mut ada, &["Book"]).await;
    let id = "\"><b> &id=1#x";
    let body = json!({"lists": [{"id": id, "name": "L", "entries": [
        {"id": id, "text": "Odd", "done": false}, {"text": "Even", "done": false},
    ]}]});
    let client = signed_in(&server, "ada").await;
    let uuid = trip.rsplit_once('/').unwrap().1;
    client
        .extensions()
        .set_lists(uuid, &body)
        .await
        .expect_status(200);
    let page = ada.get(&lists).await;
    assert!(!page.has("\"><b>"), "{}", page.text);
    let encoded: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
    let saved = ada
        .fill(&format!("{lists}/entry?id={encoded}"), &[("text", "Plain")])
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    post(&mut ada, &lists, &[("down", id)]).await;
    assert_eq!(open_of(&ada.get(&lists).await, "todo"), ["Even", "Plain"]);
    let several = ada.get(&format!("{lists}/several?to={encoded}")).await;
    assert_eq!(
        several
            .text
            .matches("type=\"checkbox\" name=\"done\"")
            .count(),
        2
    );
    let value: Value = client.extensions().lists(uuid).await.value();
    assert_eq!(value["lists"][0]["entries"][1]["id"], id);
}

//! Parts of a trip by forms: undo for what is removed without a question, photos, locations.

use serde_json::Value;
use wayfare_testkit::{Builder, Method, TestServer, on_sqlite};

use super::edits::two_people;
use super::visitor::Visitor;
use crate::pictures::samples::jpeg;

on_sqlite!(
    removals_without_a_question_are_undone,
    an_entry_comes_back_without_who_is_gone,
    a_location_keeps_its_coordinates,
    an_offer_to_undo_can_t_be_made_up,
    a_photo_is_removed_after_a_question,
    items_link_to_photos,
    locations_are_added_changed_and_removed,
    addresses_are_short_for_long_texts,
    all_that_is_wrong_with_a_new_trip_is_said_at_once,
);

/// The address to which a page's form with this field leads, and its hidden fields.
fn undo_form(text: &str) -> Option<Vec<(String, String)>> {
    let (_, form) = text.split_once("<form class=\"undo")?;
    let (form, _) = form.split_once("</form>")?;
    let fields = form.split("<input type=\"hidden\" name=\"").skip(1);
    let fields = fields.map(|field| {
        let (name, rest) = field.split_once("\" value=\"").unwrap();
        let value = rest.split('"').next().unwrap();
        let value = value
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        (name.to_owned(), value)
    });
    Some(fields.collect())
}

/// Presses a button of a form, follows the redirection, and undoes.
pub(super) async fn undo(ada: &mut Visitor, path: &str, pressed: (&str, &str), undone_at: &str) {
    let fields = remove(ada, path, pressed).await;
    send_undo(ada, undone_at, &fields).await;
}

/// Presses a button of a form, and follows the redirection. Returns the fields of the form that
/// undoes that.
pub(super) async fn remove(
    ada: &mut Visitor,
    path: &str,
    pressed: (&str, &str),
) -> Vec<(String, String)> {
    let trip = path
        .rsplit_once('/')
        .unwrap()
        .0
        .trim_end_matches("/locations");
    let token = ada.views(trip).await.field("form_token");
    let removed = ada.post(path, &token, &[pressed]).await;
    assert_eq!(removed.status(), 303, "{}", removed.text);
    let location = removed.reply.header("location").unwrap();
    let location = location.split('#').next().unwrap().to_owned();
    let page = ada.get(&location).await;
    undo_form(&page.text).unwrap_or_else(|| panic!("no undo: {}", page.text))
}

/// Sends the form that undoes.
pub(super) async fn send_undo(ada: &mut Visitor, path: &str, fields: &[(String, String)]) {
    assert_eq!(undo_status(ada, path, fields).await, 303);
}

/// The status of what [`send_undo`] sends.
pub(super) async fn undo_status(ada: &mut Visitor, path: &str, fields: &[(String, String)]) -> u16 {
    let fields = fields.iter().map(|(name, value)| (&**name, &**value));
    let fields: Vec<(&str, &str)> = fields.collect();
    let origin = ada.origin.clone();
    ada.send(path, Some(&origin), &fields).await.status()
}

/// What the visible text of a part holds, in order.
fn order(text: &str, words: &[&str]) -> bool {
    let places: Vec<_> = words.iter().map(|word| text.find(word)).collect();
    places.iter().all(Option::is_some) && places.is_sorted()
}

async fn removals_without_a_question_are_undone(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    let (lists, places) = (format!("{trip}/lists"), format!("{trip}/places"));
    let texts = ["Pack \"<b>\" & go", "Book the tram"];
    for text in texts {
        ada.post(&lists, &token, &[("text", text)]).await;
    }
    for button in ["done", "remove"] {
        let named = format!("name=\"{button}\" value=\"");
        let (_, first) = page_value(&ada.get(&lists).await.text, &named);
        undo(&mut ada, &lists, (button, &first), &lists).await;
    }
    let page = ada.get(&lists).await;
    assert!(!page.has("class=\"ticked\""), "{}", page.text);
    assert!(
        order(
            &page.text,
            &["Pack &quot;&lt;b&gt;&quot; &amp; go", "Book the tram"]
        ),
        "{}",
        page.text
    );
    for name in ["A hut", "A pond"] {
        ada.post(&places, &token, &[("name", name)]).await;
    }
    let map = format!("{trip}/map");
    let (_, id) = page_value(&ada.get(&map).await.text, "name=\"remove\" value=\"");
    undo(&mut ada, &places, ("remove", &id), &places).await;
    let page = ada.get(&map).await;
    assert!(
        order(&page.text, &["<h3>A hut", "<h3>A pond"]),
        "{}",
        page.text
    );
}

async fn an_entry_comes_back_without_who_is_gone(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let lists = format!("{trip}/lists");
    let token = ada.get(&lists).await.field("form_token");
    let entry = [("text", "Book the tram"), ("by", "ben")];
    ada.post(&lists, &token, &entry).await;
    let renamed = [("name", "Ben"), ("username", "benedict")];
    assert_eq!(ben.fill("/account", &renamed).await.status(), 303);
    let (_, id) = page_value(&ada.get(&lists).await.text, "name=\"remove\" value=\"");
    undo(&mut ada, &lists, ("remove", &id), &lists).await;
    let found = json(&server, &trip, "/lists").await;
    let entry = &found["lists"][0]["entries"][0];
    assert_eq!(
        (&entry["text"], &entry["by"]),
        (&"Book the tram".into(), &"benedict".into())
    );
    let fields = remove(&mut ada, &lists, ("remove", &id)).await;
    let token = ben.views(&trip).await.field("form_token");
    let leave = [("leave", "benedict")];
    ben.post(&format!("{trip}/people"), &token, &leave).await;
    send_undo(&mut ada, &lists, &fields).await;
    let found = json(&server, &trip, "/lists").await;
    let entry = &found["lists"][0]["entries"][0];
    assert_eq!(entry["text"], "Book the tram");
    assert!(entry.get("by").is_none(), "{entry}");
}

async fn a_location_keeps_its_coordinates(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let spot = |name: &str, longitude: f64| {
        serde_json::json!({
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [longitude, 38.5]},
            "properties": {"name": name, "location": "", "source": "location"},
        })
    };
    let file = serde_json::json!({
        "type": "FeatureCollection", "features": [spot("Camp", -9.5), spot("Camp", -8.25)],
    });
    let token = ada.get("/trips/import").await.field("form_token");
    let fields = [("form_token", &*token), ("import", "1")];
    let file = ("file", file.to_string());
    let imported = ada.upload("/trips/import", &fields, file).await;
    let location = imported.reply.header("location").unwrap();
    let (trip, _) = location.split_once("/map").unwrap();
    let trip = trip.to_owned();
    let points = async |ada: &mut Visitor| {
        let file = ada.get(&format!("{trip}/export/geojson")).await;
        let file: Value = serde_json::from_str(&file.text).unwrap();
        let features = file["features"].as_array().unwrap().iter();
        let point = |of: &Value| (of["properties"]["name"].clone(), of["geometry"].clone());
        features.map(point).collect::<Vec<_>>()
    };
    let before = points(&mut ada).await;
    assert_eq!(before.len(), 2);
    let [remove, new, edit] =
        ["remove", "new", "edit?"].map(|path| format!("{trip}/locations/{path}"));
    let page = ada.get(&format!("{trip}/map")).await;
    let (_, list) = page.text.split_once(&format!("action=\"{remove}")).unwrap();
    let (_, name) = page_value(list, "name=\"remove\" value=\"");
    undo(&mut ada, &remove, ("remove", &name), &new).await;
    assert_eq!(points(&mut ada).await, before);
    let (_, query) = page_value(&page.text, &format!("href=\"{edit}"));
    let title = [("title", "My spot"), ("address", "")];
    let saved = ada.fill(&format!("{edit}{query}"), &title).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let after = points(&mut ada).await;
    assert_eq!(after[0].0, "My spot");
    assert_eq!((&after[0].1, &after[1]), (&before[0].1, &before[1]));
}

/// The first value after a text.
fn page_value<'a>(text: &'a str, before: &str) -> (&'a str, String) {
    let (head, rest) = text.split_once(before).unwrap();
    (head, rest.split('"').next().unwrap().replace("&amp;", "&"))
}

async fn an_offer_to_undo_can_t_be_made_up(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let made_up = format!("{trip}/lists?undo=AAAAAAAAAAAA");
    // A code of 43 characters, and `undone=todo&text=Pay+me`.
    let code = "A".repeat(43);
    ada.set_cookie(
        "wayfare-flash",
        &format!("{code}.dW5kb25lPXRvZG8mdGV4dD1QYXkrbWU"),
    );
    assert_eq!(undo_form(&ada.get(&made_up).await.text), None);
    // One of somebody else is none, either.
    let other = ben.trip(&[("name", "Another")]).await;
    let own = ben.trip(&[("name", "Ben's")]).await;
    let token = ben.get(&own).await.field("form_token");
    let lists = format!("{own}/lists");
    ben.post(&lists, &token, &[("text", "Pay me")]).await;
    let (_, entry) = page_value(&ben.get(&lists).await.text, "name=\"done\" value=\"");
    let ticked = ben.post(&lists, &token, &[("done", &entry)]).await;
    let location = ticked
        .reply
        .header("location")
        .unwrap()
        .replace(&own, &trip);
    let location = location.split('#').next().unwrap();
    assert!(location.contains("undo="), "{location}");
    // Nor is one of another trip.
    let elsewhere = location.replace(&trip, &other);
    assert_eq!(undo_form(&ben.get(&elsewhere).await.text), None);
    let offer = ben.cookie("wayfare-flash").unwrap().to_owned();
    ada.set_cookie("wayfare-flash", &offer);
    assert_eq!(undo_form(&ada.get(location).await.text), None);
}

async fn a_photo_is_removed_after_a_question(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    let fields = [("form_token", &*token)];
    let photos = format!("{trip}/photos");
    let sent = ada
        .upload(&photos, &fields, ("photos", jpeg(40, 30, 1)))
        .await;
    assert_eq!(sent.status(), 303, "{}", sent.text);
    let page = ada.views(&trip).await;
    let (_, path) = page_value(&page.text, &format!("href=\"{trip}/photos/remove"));
    let path = format!("{trip}/photos/remove{path}");
    let question = ada.get(&path).await;
    assert!(question.has("Remove Photo 1") && ada.views(&trip).await.has("alt=\"Photo 1\""));
    let photo = question.field("photo");
    let path_of_form = format!("{trip}/photos/remove");
    let removed = ada
        .fill_page(&path_of_form, &question, &[("photo", &photo)])
        .await;
    assert_eq!(removed.status(), 303);
    assert!(ada.views(&trip).await.has("No photos yet."));
    assert_eq!(ada.get(&path).await.status(), 404);
}

/// What the interface answers at a path below a trip of Ada's.
async fn json(server: &TestServer, trip: &str, path: &str) -> Value {
    let body = serde_json::json!({
        "grant_type": "password", "username": "ada", "password": "correct horse battery"
    });
    let client = server.client();
    let tokens = client.request(Method::POST, "/api/v1/auth/token");
    let tokens: Value = serde_json::from_slice(&tokens.json(&body).await.body).unwrap();
    let client = client.with_token(tokens["access_token"].as_str().unwrap());
    let path = trip.replace("/trip/", "/api/v1/trip") + path;
    let path = path.replace(
        "/api/v1/trip",
        if path.ends_with("map") {
            "/api/v1/trip/"
        } else {
            "/api/v1/trips/"
        },
    );
    let reply = client.request(Method::GET, &path).await.expect_status(200);
    serde_json::from_slice(&reply.body).unwrap()
}

async fn items_link_to_photos(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let item = [("name", "A hut"), ("kind", "destination"), ("day", "1")];
    let new = format!("{trip}/items/new");
    let mut fields = item.to_vec();
    fields.push(("photos", "javascript:alert(1)"));
    let refused = ada.fill(&new, &fields).await;
    assert!(refused.status() == 400 && refused.has("Must be an http or https URL."));
    fields[3].1 = "https://a.example/x.jpg The hut\nhttps://a.example/y.jpg";
    assert_eq!(ada.fill(&new, &fields).await.status(), 303);
    let found = json(&server, &trip, "/trip_items").await;
    let photos = &found[0]["photos"];
    assert_eq!(photos[0]["description"], "The hut");
    assert_eq!(photos[1]["url"], "https://a.example/y.jpg");
    let path = format!("{trip}/item?id={}", found[0]["item_id"].as_str().unwrap());
    assert!(
        ada.get(&path)
            .await
            .has("https://a.example/x.jpg The hut\nhttps://a.example/y.jpg")
    );
    fields[3].1 = "";
    assert_eq!(ada.fill(&path, &fields).await.status(), 303);
    let found = json(&server, &trip, "/trip_items").await;
    assert_eq!(found[0]["photos"], serde_json::json!([]));
}

async fn locations_are_added_changed_and_removed(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let new = format!("{trip}/locations/new");
    let hut = [
        ("title", "A hut"),
        ("address", "Up the hill"),
        ("start", "2026-05-01T10:00"),
        ("end", "2026-05-01T12:30"),
        ("way", "Bus"),
        ("distance", "12,5"),
        ("time", "40"),
    ];
    let mut wrong = hut;
    wrong[3].1 = "2026-05-01T09:00";
    let refused = ada.fill(&new, &wrong).await;
    assert!(
        refused.status() == 400 && refused.field("title") == "A hut",
        "{}",
        refused.text
    );
    assert_eq!(ada.fill(&new, &hut).await.status(), 303);
    assert_eq!(ada.fill(&new, &[("title", "A pond")]).await.status(), 303);
    let map = json(&server, &trip, "/map").await;
    let first = &map["locations"][0];
    assert_eq!(
        (&first["title"], &first["transportation"]["distance"]),
        (&"A hut".into(), &12.5.into())
    );
    let before = first["date"].clone();
    let edit = format!("{trip}/locations/edit?");
    let page = ada.views(&trip).await;
    let (_, query) = page_value(&page.text, &format!("href=\"{edit}"));
    let edit = format!("{edit}{query}");
    let mut change = hut;
    change[1].1 = "Down the hill";
    let saved = ada.fill(&edit, &change).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let map = json(&server, &trip, "/map").await;
    assert_eq!(map["locations"][0]["address"], "Down the hill");
    assert_eq!(map["locations"][0]["date"], before);
    let remove = format!("{trip}/locations/remove");
    let page = ada.views(&trip).await;
    let (_, locations) = page.text.split_once(&format!("action=\"{remove}")).unwrap();
    let (_, name) = page_value(locations, "name=\"remove\" value=\"");
    undo(&mut ada, &remove, ("remove", &name), &new).await;
    let again = json(&server, &trip, "/map").await;
    assert_eq!(again["locations"][0]["title"], "A hut");
    assert_eq!(
        again["locations"][0]["transportation"],
        map["locations"][0]["transportation"]
    );
    let token = ada.views(&trip).await.field("form_token");
    let gone = [("remove", "name=0123456789abcdef&place=0")];
    ada.post(&remove, &token, &gone).await;
    assert_eq!(
        json(&server, &trip, "/map").await["locations"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

async fn addresses_are_short_for_long_texts(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    let text = "€".repeat(500);
    for (path, field) in [("lists", "text"), ("locations/new", "title")] {
        let sent = [(field, text.as_str())];
        let added = ada.post(&format!("{trip}/{path}"), &token, &sent).await;
        assert_eq!(added.status(), 303, "{}", added.text);
    }
    for view in ["lists", "map"] {
        let page = ada.get(&format!("{trip}/{view}")).await;
        assert!(page.has(&text));
        assert!(!page.has("%E2%82%AC"), "{}", page.text);
    }
}

async fn all_that_is_wrong_with_a_new_trip_is_said_at_once(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let typed = [
        ("name", "Skye"),
        ("start", "2026-05-09"),
        ("end", "2026-05-01"),
        ("currency", "euro"),
    ];
    let form = ada.get("/trips/new").await;
    let refused = ada.fill_page("/trips", &form, &typed).await;
    assert!(
        refused.has("ust not be after the last day"),
        "{}",
        refused.text
    );
    assert!(refused.has("ISO 4217"), "{}", refused.text);
}

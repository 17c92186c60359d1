//! Roles, share links, files and calendars by pages.

use serde_json::json;
use wayfare_testkit::{Builder, on_sqlite};

use super::lists::signed_in;
use super::visitor::{Page, Visitor};

on_sqlite!(
    a_viewer_reads_and_can_leave,
    addresses_of_people_are_encoded,
    a_share_link_shows_its_sections,
    sums_of_a_share_link_are_those_of_the_trip,
    a_share_link_says_who_owes_whom_by_display_name,
    a_password_guards_a_share_link,
    a_share_link_is_changed,
    files_and_calendars_are_offered,
);

/// Two people on one trip with a cost and a to-do.
async fn two_people(server: &wayfare_testkit::TestServer) -> (Visitor, Visitor, String) {
    let mut ada = Visitor::signed_up(server, "ada").await;
    let ben = Visitor::signed_up(server, "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    let people = format!("{trip}/people");
    ada.post(&people, &token, &[("username", "ben"), ("add", "1")])
        .await;
    let todo = [("text", "Pack the tent"), ("add", "1")];
    ada.post(&format!("{trip}/lists"), &token, &todo).await;
    let item = [
        ("name", "Dinner"),
        ("kind", "destination"),
        ("day", "1"),
        ("total", "25"),
    ];
    ada.fill(&format!("{trip}/items/new"), &item).await;
    (ada, ben, trip)
}

async fn a_viewer_reads_and_can_leave(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let people = format!("{trip}/people");
    let token = ada.views(&trip).await.field("form_token");
    let made = ada.post(&people, &token, &[("viewer", "ben")]).await;
    assert_eq!(made.status(), 303, "{}", made.text);
    let page = ben.views(&trip).await;
    assert!(page.has("Dinner") && page.has("may read") && !page.has("/items/new"));
    let token = page.field("form_token");
    let sent = [("text", "Intrude"), ("add", "1")];
    let refused = ben.post(&format!("{trip}/lists"), &token, &sent).await;
    assert_eq!(refused.status(), 401);
    let asked = ben.get(&format!("{people}/leave")).await;
    assert!(asked.has("Leave this trip?"), "{}", asked.text);
    let left = ben.fill_page(&people, &asked, &[("leave", "ben")]).await;
    assert_eq!(left.status(), 303, "{}", left.text);
    assert_eq!(ben.views(&trip).await.status(), 404);
}

async fn addresses_of_people_are_encoded(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let profile = [
        ("name", "Ada"),
        ("username", "ada"),
        ("email", "a?cc=x&b%@example.org"),
        ("current", "correct horse battery"),
        ("share_email", "on"),
    ];
    let saved = ada.fill("/account", &profile).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ben.views(&trip).await;
    let link = "href=\"mailto:a%3Fcc%3Dx%26b%25@example.org\">a?cc=x&amp;b%@example.org</a>";
    assert!(page.has(link), "{}", page.text);
}

/// Makes a share link of these fields; returns its path.
pub(super) async fn share(ada: &mut Visitor, trip: &str, fields: &[(&str, &str)]) -> String {
    let token = ada.views(trip).await.field("form_token");
    let made = ada.post(&format!("{trip}/links"), &token, fields).await;
    assert_eq!(made.status(), 303, "{}", made.text);
    path_of(&ada.views(trip).await)
}

fn path_of(page: &Page) -> String {
    let (_, rest) = page.text.split_once("/s/").unwrap();
    format!("/s/{}", rest.split('"').next().unwrap())
}

async fn a_share_link_shows_its_sections(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let path = share(
        &mut ada,
        &trip,
        &[("label", "For Mum"), ("section.itinerary", "on")],
    )
    .await;
    let mut nobody = Visitor::new(&server);
    let page = nobody.get(&path).await;
    assert_eq!(page.status(), 200);
    assert!(page.has("Lisbon") && page.has("Dinner"));
    for hidden in ["Pack the tent", "25.00", "ada", "ben", "For Mum"] {
        assert!(!page.has(hidden), "{hidden} in {}", page.text);
    }
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    assert_eq!(page.reply.header("x-robots-tag"), Some("noindex"));
    assert!(!page.has("<nav class=\"views"), "one section needs no bar");
    let page = ada.views(&trip).await;
    let (_, rest) = page.text.split_once("name=\"end_link\" value=\"").unwrap();
    let link = rest.split('"').next().unwrap();
    let token = page.field("form_token");
    ada.post(&format!("{trip}/links"), &token, &[("end_link", link)])
        .await;
    assert_eq!(nobody.get(&path).await.status(), 404);

    let sections = [("section.itinerary", "on"), ("section.todo", "on")];
    let path = share(&mut ada, &trip, &sections).await;
    let page = nobody.get(&path).await;
    for section in ["itinerary", "todo"] {
        assert!(page.has(&format!("<a href=\"#{section}\">")), "{section}");
        assert!(page.has(&format!("id=\"{section}\"")), "{section}");
    }
    assert!(!page.has("href=\"#budget\""));
}

async fn sums_of_a_share_link_are_those_of_the_trip(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let client = signed_in(&server, "ada").await;
    let id = trip.rsplit('/').next().unwrap();
    let items = ["Food", "Gifts"].map(|category| {
        json!({"item_type": "food", "destination": {"name": category}, "budget": {
            "category": category, "membersBudget": [{"memberId": "ada", "cost": 0.005}]}})
    });
    client
        .a()
        .set_items(id, &json!(items))
        .await
        .expect_status(200);
    let path = share(&mut ada, &trip, &[("section.budget", "on")]).await;
    for page in [format!("{trip}/costs"), path] {
        let page = ada.get(&page).await;
        assert!(page.has("0.01"), "{}", page.text);
    }
}

async fn a_share_link_says_who_owes_whom_by_display_name(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    for (visitor, name, username) in [(&mut ada, "Ada L.", "ada"), (&mut ben, "Benedict", "ben")] {
        let profile = [("name", name), ("username", username)];
        assert_eq!(visitor.fill("/account", &profile).await.status(), 303);
    }
    let grandma = [("name", "Grandma")];
    ada.fill(&format!("{trip}/people/new"), &grandma).await;
    let hut = [("name", "Hut"), ("total", "90")];
    let added = ada.fill(&format!("{trip}/expenses/new"), &hut).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let taxi = [("name", "Taxi"), ("total", "30"), ("payer", "nobody")];
    ada.fill(&format!("{trip}/expenses/new"), &taxi).await;
    let budget = share(&mut ada, &trip, &[("section.budget", "on")]).await;
    let mut nobody = Visitor::new(&server);
    let page = nobody.get(&budget).await;
    for text in [
        "Benedict owes Ada L. CAD 42.50",
        "Grandma owes Ada L. CAD 30.00",
        "<th scope=\"row\">Grandma</th>",
        "<span>Grandma</span><b class=\"amount\">CAD 10.00</b>",
    ] {
        assert!(page.has(text), "{text} in {}", page.text);
    }
    for hidden in ["ada", "ben", "All is settled", "Mark as paid"] {
        assert!(!page.has(hidden), "{hidden} in {}", page.text);
    }
    // The people are those of the budget, too, where that is shown.
    let members = [("section.members", "on")];
    let path = share(&mut ada, &trip, &members).await;
    let page = nobody.get(&path).await;
    assert!(
        page.has("Benedict") && !page.has("Grandma"),
        "{}",
        page.text
    );
    let both = [members[0], ("section.budget", "on")];
    let path = share(&mut ada, &trip, &both).await;
    let page = nobody.get(&path).await;
    assert!(
        page.has("<li>Benedict</li><li>Grandma</li>"),
        "{}",
        page.text
    );
}

async fn a_password_guards_a_share_link(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let fields = [("section.todo", "on"), ("link_password", "sesame")];
    let path = share(&mut ada, &trip, &fields).await;
    let mut nobody = Visitor::new(&server);
    let question = nobody.get(&path).await;
    assert_eq!(question.status(), 401);
    assert!(!question.has("Lisbon") && question.has("type=\"password\""));
    let wrong = nobody
        .fill_page(&path, &question, &[("password", "open")])
        .await;
    assert!(wrong.status() == 401 && wrong.has("not the password"));
    let open = nobody
        .fill_page(&path, &question, &[("password", "sesame")])
        .await;
    assert!(
        open.status() == 200 && open.has("Pack the tent"),
        "{}",
        open.text
    );
}

async fn a_share_link_is_changed(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let fields = [("section.itinerary", "on"), ("link_password", "sesame")];
    let shared = share(&mut ada, &trip, &fields).await;
    let page = ada.views(&trip).await;
    let (_, rest) = page.text.split_once(&format!("{trip}/links/edit")).unwrap();
    let edit = format!("{trip}/links/edit{}", rest.split('"').next().unwrap());
    assert_eq!(ben.get(&edit).await.status(), 401, "the owner alone");
    let opened = ada.get(&edit).await;
    let stale = ada.get(&edit).await;
    let sent = [
        ("label", "For Mum"),
        ("section.todo", "on"),
        ("expires_at", "2999-01-01"),
        ("no_password", "on"),
    ];
    let saved = ada.fill_page(&edit, &opened, &sent).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let mut nobody = Visitor::new(&server);
    let page = nobody.get(&shared).await;
    assert!(page.status() == 200 && page.has("Pack the tent") && !page.has("Dinner"));
    let page = ada.views(&trip).await;
    assert!(
        page.has("For Mum") && page.has("1 Jan 2999"),
        "{}",
        page.text
    );
    // Of a form that was opened before, only what was changed in it is saved.
    let expires_at = stale.field("expires_at");
    let sent = [
        ("label", "For Dad"),
        ("section.itinerary", "on"),
        ("expires_at", &expires_at),
    ];
    let saved = ada.fill_page(&edit, &stale, &sent).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ada.views(&trip).await;
    assert!(
        page.has("For Dad") && page.has("1 Jan 2999"),
        "{}",
        page.text
    );
    assert!(nobody.get(&shared).await.has("Pack the tent"));
    let opened = ada.get(&edit).await;
    let none = ada.fill_page(&edit, &opened, &[("label", "x")]).await;
    assert_eq!(none.status(), 400, "a link shows something");
    let past = [("section.todo", "on"), ("expires_at", "2001-01-01")];
    assert_eq!(ada.fill_page(&edit, &opened, &past).await.status(), 400);
    let endless = [
        ("section.todo", "on"),
        ("expires_at", ""),
        ("link_password", "open"),
    ];
    assert_eq!(ada.fill_page(&edit, &opened, &endless).await.status(), 303);
    assert!(ada.views(&trip).await.has("without an end"));
    assert_eq!(nobody.get(&shared).await.status(), 401);
}

async fn files_and_calendars_are_offered(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    for format in [
        "ics",
        "gpx",
        "kml",
        "geojson",
        "csv",
        "settlement.csv",
        "zip",
    ] {
        let file = ada.get(&format!("{trip}/export/{format}")).await;
        assert_eq!(file.status(), 200, "{format}");
        let disposition = file.reply.header("content-disposition").unwrap();
        assert!(
            disposition.contains(&format!("Lisbon.{format}")),
            "{disposition}"
        );
    }
    let page = Visitor::new(&server)
        .get(&format!("{trip}/export/ics"))
        .await;
    assert_eq!(page.status(), 303, "who is not signed in is asked to");
    let token = ada.views(&trip).await.field("form_token");
    let page = ada
        .post(&format!("{trip}/feed"), &token, &[("open", "1")])
        .await;
    let (_, url) = page.text.split_once("readonly value=\"").unwrap();
    let url = url.split('"').next().unwrap();
    server.client().open(url).await.expect_status(200);
}

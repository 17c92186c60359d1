//! Roles, share links, files and calendars by pages.

use wayfare_testkit::{Builder, both};

use super::visitor::{Page, Visitor};

both!(
    a_viewer_reads_and_can_leave,
    a_share_link_shows_its_sections,
    a_password_guards_a_share_link,
    files_and_calendars_are_offered,
);

/// Two people on one trip with a cost and a to-do.
async fn two_people(server: &wayfare_testkit::TestServer) -> (Visitor, Visitor, String) {
    let mut ada = Visitor::signed_up(server, "ada").await;
    let ben = Visitor::signed_up(server, "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.get(&trip).await.field("form_token");
    let people = format!("{trip}/people");
    ada.post(&people, &token, &[("username", "ben"), ("add", "1")])
        .await;
    let todo = [("text", "Pack the tent"), ("add", "1")];
    ada.post(&format!("{trip}/todo"), &token, &todo).await;
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
    let token = ada.get(&trip).await.field("form_token");
    let made = ada.post(&people, &token, &[("viewer", "ben")]).await;
    assert_eq!(made.status(), 303, "{}", made.text);
    let page = ben.get(&trip).await;
    assert!(page.has("Dinner") && page.has("may read") && !page.has("/items/new"));
    let token = page.field("form_token");
    let sent = [("text", "Intrude"), ("add", "1")];
    let refused = ben.post(&format!("{trip}/todo"), &token, &sent).await;
    assert_eq!(refused.status(), 401);
    let left = ben.post(&people, &token, &[("leave", "ben")]).await;
    assert_eq!(left.status(), 303, "{}", left.text);
    assert_eq!(ben.get(&trip).await.status(), 404);
}

/// Makes a share link of these fields; returns its path.
async fn share(ada: &mut Visitor, trip: &str, fields: &[(&str, &str)]) -> String {
    let token = ada.get(trip).await.field("form_token");
    let made = ada.post(&format!("{trip}/links"), &token, fields).await;
    assert_eq!(made.status(), 303, "{}", made.text);
    path_of(&ada.get(trip).await)
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
    let page = ada.get(&trip).await;
    let (_, rest) = page.text.split_once("name=\"end\" value=\"").unwrap();
    let link = rest.split('"').next().unwrap();
    let token = page.field("form_token");
    ada.post(&format!("{trip}/links"), &token, &[("end", link)])
        .await;
    assert_eq!(nobody.get(&path).await.status(), 404);
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

async fn files_and_calendars_are_offered(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    for format in ["ics", "gpx", "kml", "geojson", "csv", "zip"] {
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
    let token = ada.get(&trip).await.field("form_token");
    let page = ada
        .post(&format!("{trip}/feed"), &token, &[("open", "1")])
        .await;
    let (_, url) = page.text.split_once("readonly value=\"").unwrap();
    let url = url.split('"').next().unwrap();
    server.client().open(url).await.expect_status(200);
}

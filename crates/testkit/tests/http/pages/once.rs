//! Forms that make something make it once: two taps, and Back and sending again.

use std::future::IntoFuture;

use futures_util::future::join_all;
use serde_json::Value;
use wayfare_testkit::{Call, Method, TestServer, both, on_sqlite};

use super::visitor::{Page, Visitor};
use crate::pictures::samples::jpeg;

both!(
    a_form_that_is_sent_twice_makes_one,
    taps_at_the_same_time_make_one,
);

on_sqlite!(
    files_that_are_sent_twice_come_once,
    other_values_make_another,
    a_form_that_comes_back_keeps_its_key,
    a_calendar_link_is_made_and_shown_once,
);

/// The hidden fields of the form that is sent to an address.
fn fields_of(page: &Page, action: &str) -> Vec<(String, String)> {
    let starts = ["", "?"].map(|query| format!("action=\"{action}{query}\""));
    let found = starts.iter().find_map(|start| page.text.split_once(start));
    let (_, form) = found.unwrap_or_else(|| panic!("no {action} in {}", page.text));
    let (form, _) = form.split_once("</form>").unwrap();
    let hidden = form.split("<input type=\"hidden\" name=\"").skip(1);
    let decoded = |text: &str| text.replace("&quot;", "\"").replace("&amp;", "&");
    hidden
        .filter_map(|field| {
            let (name, rest) = field.split_once("\" value=\"")?;
            Some((name.to_owned(), decoded(rest.split('"').next()?)))
        })
        .collect()
}

fn location(page: &Page) -> String {
    assert_eq!(page.status(), 303, "{}", page.text);
    page.reply.header("location").unwrap().to_owned()
}

/// Sends the form of a page twice, as people do who tap twice or go back. Returns where it leads.
async fn twice(ada: &mut Visitor, page: &Page, action: &str, typed: &[(&str, &str)]) -> String {
    let hidden = fields_of(page, action);
    let hidden = hidden.iter().map(|(name, value)| (&**name, &**value));
    let fields: Vec<(&str, &str)> = hidden.chain(typed.iter().copied()).collect();
    assert!(
        fields.iter().any(|(name, _)| *name == "form_key"),
        "{action}"
    );
    let origin = ada.origin.clone();
    let first = ada.send(action, Some(&origin), &fields).await;
    let second = ada.send(action, Some(&origin), &fields).await;
    assert_eq!(location(&second), location(&first), "{action}");
    location(&first)
}

fn count(page: &Page, text: &str) -> usize {
    page.text.matches(text).count()
}

async fn a_form_that_is_sent_twice_makes_one(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let new = ada.get("/trips/new").await;
    let trip = twice(&mut ada, &new, "/trips", &[("name", "Portugal")]).await;
    let trip = trip.split('?').next().unwrap().to_owned();
    assert_eq!(count(&ada.get("/trips").await, "<h2>Portugal</h2>"), 1);

    let forms = [
        ("/items/new", "name", "Nowhere at all", "kind"),
        ("/locations/new", "title", "A quay", "way"),
        ("/links/new", "label", "For friends", "section.itinerary"),
    ];
    for (path, name, value, other) in forms {
        let page = ada.get(&format!("{trip}{path}")).await;
        let action = format!("{trip}{}", path.replace("links/new", "links"));
        let other = (other, if other == "kind" { "destination" } else { "on" });
        twice(
            &mut ada,
            &page,
            &action,
            &[(name, value), ("day", "1"), other],
        )
        .await;
    }
    for (path, name, value) in [
        ("/lists", "text", "Buy tickets"),
        ("/places", "name", "Somewhere else"),
        ("/shift", "days", "2"),
    ] {
        let page = match path {
            "/shift" => "/settings",
            "/places" => "/map",
            view => view,
        };
        let page = ada.get(&format!("{trip}{page}")).await;
        twice(&mut ada, &page, &format!("{trip}{path}"), &[(name, value)]).await;
    }
    let shown = ada.get(&trip).await;
    let (_, item) = shown.text.split_once("name=\"copy\" value=\"").unwrap();
    let item = item.split('"').next().unwrap().to_owned();
    let entries = [
        ("map", "<h4>A quay</h4>"),
        ("people", "<b>For friends</b>"),
        ("lists", "<span>Buy tickets</span>"),
        ("map", "<h3>Somewhere else</h3>"),
    ];
    for (view, entry) in entries {
        let page = ada.get(&format!("{trip}/{view}")).await;
        assert_eq!(count(&page, entry), 1, "{entry} in {}", page.text);
    }
    let items = |page: &Page| count(page, "name=\"copy\"");
    assert_eq!(items(&shown), 1);
    twice(
        &mut ada,
        &shown,
        &format!("{trip}/items"),
        &[("copy", &item)],
    )
    .await;
    assert_eq!(items(&ada.views(&trip).await), 2);
}

async fn a_calendar_link_is_made_and_shown_once(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    for (page, action, message) in [
        (
            format!("{trip}/people"),
            format!("{trip}/feed"),
            "?done=shown#files",
        ),
        (
            "/account".to_owned(),
            "/account/feed".to_owned(),
            "?done=shown#calendar",
        ),
    ] {
        let page = ada.get(&page).await;
        let hidden = fields_of(&page, &action);
        let hidden = hidden.iter().map(|(name, value)| (&**name, &**value));
        let fields: Vec<(&str, &str)> = hidden.chain([("open", "1")]).collect();
        let origin = ada.origin.clone();
        let first = ada.send(&action, Some(&origin), &fields).await;
        let (_, secret) = first
            .text
            .split_once("readonly value=\"")
            .unwrap_or_else(|| panic!("{action}: {}", first.text));
        let secret = secret.split('"').next().unwrap();
        let second = location(&ada.send(&action, Some(&origin), &fields).await);
        assert!(second.ends_with(message), "{second}");
        let second = ada.get(&second).await;
        assert!(
            second.text.contains("is shown only once"),
            "{}",
            second.text
        );
        server.client().open(secret).await.expect_status(200);
    }
}

async fn taps_at_the_same_time_make_one(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let page = ada.get("/trips/new").await;
    let mut body = url::form_urlencoded::Serializer::new(String::new());
    body.extend_pairs(fields_of(&page, "/trips"));
    let body = body.append_pair("name", "Portugal").finish();
    let cookie = format!("wayfare={}", ada.cookie("wayfare").unwrap());
    let taps = (0..8).map(|_| {
        let call: Call<Value> = server.client().request(Method::POST, "/trips");
        let call = call.header("origin", &ada.origin).header("cookie", &cookie);
        let call = call.body("application/x-www-form-urlencoded", body.clone());
        call.into_future()
    });
    let replies = join_all(taps).await;
    let first = replies[0].header("location").unwrap();
    for reply in &replies {
        assert_eq!(reply.status, 303, "{reply:?}");
        assert_eq!(reply.header("location"), Some(first));
    }
    assert_eq!(count(&ada.get("/trips").await, "<h2>Portugal</h2>"), 1);
}

async fn files_that_are_sent_twice_come_once(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let page = ada.views(&trip).await;
    let photos = format!("{trip}/photos");
    let fields = fields_of(&page, &photos);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
    let photo = |tint| ("photos", jpeg(8, 8, tint));
    for tint in [1, 1, 2] {
        let sent = ada.upload(&photos, &fields, photo(tint)).await;
        assert!(location(&sent).ends_with("?done=uploaded#photos"));
    }
    let shown = ada.views(&trip).await;
    assert_eq!(count(&shown, "/photos/remove?photo="), 2, "{}", shown.text);

    let file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n\
        DTSTAMP:20260501T000000Z\r\nDTSTART;VALUE=DATE:20260502\r\nSUMMARY:Walk\r\nEND:VEVENT\r\n\
        END:VCALENDAR\r\n";
    let page = ada.get("/trips/import").await;
    let mut fields = fields_of(&page, "/trips/import");
    fields.push(("import".to_owned(), "1".to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
    let mut locations = Vec::new();
    for _ in 0..2 {
        let sent = ada.upload("/trips/import", &fields, ("file", file)).await;
        locations.push(location(&sent).split('&').next().unwrap().to_owned());
    }
    assert_eq!(locations[0], locations[1]);
    assert_eq!(count(&ada.get("/trips").await, "<li class=\"card\">"), 2);
}

async fn other_values_make_another(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let lists = format!("{trip}/lists");
    let page = ada.get(&lists).await;
    // Back, another text, sent; and the page after that, with the same text.
    for text in ["Tickets", "Passports"] {
        twice(&mut ada, &page, &lists, &[("text", text)]).await;
    }
    let page = ada.get(&lists).await;
    twice(&mut ada, &page, &lists, &[("text", "Tickets")]).await;
    let page = ada.get(&lists).await;
    assert_eq!(count(&page, "<span>Tickets</span>"), 2, "{}", page.text);
    assert_eq!(count(&page, "<span>Passports</span>"), 1);
    // Each opening of the form of a new trip is another trip.
    for _ in 0..2 {
        let page = ada.get("/trips/new").await;
        twice(&mut ada, &page, "/trips", &[("name", "Twins")]).await;
    }
    assert_eq!(count(&ada.get("/trips").await, "<h2>Twins</h2>"), 2);
}

async fn a_form_that_comes_back_keeps_its_key(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let path = format!("{trip}/items/new");
    let page = ada.get(&path).await;
    let empty = ada
        .fill_page(&path, &page, &[("name", ""), ("day", "1")])
        .await;
    assert_eq!(empty.status(), 400);
    let key = |page: &Page| {
        let fields = fields_of(page, &path);
        fields.into_iter().find(|(name, _)| name == "form_key")
    };
    assert!(key(&page).is_some());
    assert_eq!(key(&empty), key(&page));
}

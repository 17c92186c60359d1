//! Where things are and which hour it is there: zones, suggestions, corrections, the map.

use serde_json::Value;
use wayfare_testkit::{Builder, Method, TestServer, on_sqlite};

use super::edits;
use super::sharing::share;
use super::visitor::{Page, Visitor};

on_sqlite!(
    hours_are_those_of_the_place,
    travel_has_a_zone_at_each_end,
    zones_are_set_by_name,
    a_new_zone_of_the_trip_keeps_hours,
    places_are_suggested_while_typing,
    a_place_is_corrected_by_coordinates,
    a_place_is_chosen_from_a_list,
    a_filled_location_follows_a_new_name,
    another_location_drops_picked_coordinates,
    places_are_named_in_the_language_of_the_page,
    a_typed_address_stays_through_a_rename,
    a_stay_stands_on_each_of_its_days,
    the_map_says_what_is_on_it,
);

/// A trip of four days, without a place of its own.
async fn trip(server: &TestServer) -> (Visitor, String) {
    let mut ada = Visitor::signed_up(server, "ada").await;
    let days = [("start", "2026-05-01"), ("end", "2026-05-04")];
    let trip = ada.trip(&[&[("name", "Away")][..], &days].concat()).await;
    (ada, trip)
}

async fn add(ada: &mut Visitor, trip: &str, name: &str, fields: &[(&str, &str)]) -> Page {
    let usual = [("name", name), ("kind", "destination"), ("day", "1")];
    let mut all = usual.to_vec();
    all.retain(|(name, _)| !fields.iter().any(|(other, _)| other == name));
    all.extend(fields);
    ada.fill(&format!("{trip}/items/new"), &all).await
}

/// The items as the JSON interface has them, with what is set of their zones.
async fn items(server: &TestServer, trip: &str) -> Vec<Value> {
    let body = serde_json::json!({
        "grant_type": "password", "username": "ada", "password": "correct horse battery",
    });
    let client = server.client();
    let tokens = client
        .request(Method::POST, "/api/v1/auth/token")
        .json(&body)
        .await;
    let tokens: Value = serde_json::from_slice(&tokens.body).unwrap();
    let client = client.with_token(tokens["access_token"].as_str().unwrap());
    let path = trip.replace("/trip/", "/api/v1/trips/") + "/trip_items";
    let reply = client.request(Method::GET, &path).await.expect_status(200);
    serde_json::from_slice(&reply.body).unwrap()
}

async fn id(server: &TestServer, trip: &str) -> String {
    let items = items(server, trip).await;
    items[0]["item_id"].as_str().unwrap().to_owned()
}

/// The value of the input of this id.
fn input(page: &Page, id: &str) -> String {
    let (_, rest) = page
        .text
        .split_once(&format!("<input id=\"{id}\""))
        .unwrap();
    let (_, value) = rest.split_once("value=\"").unwrap();
    value.split('"').next().unwrap().to_owned()
}

async fn hours_are_those_of_the_place(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let times = [("start", "2026-05-01T09:00"), ("end", "2026-05-01T11:00")];
    add(&mut ada, &trip, "Tokyo", &times).await;
    add(&mut ada, &trip, "A walk", &[("start", "2026-05-01T12:00")]).await;
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T00:00:00Z");
    assert_eq!(found[1]["start_time"], "2026-05-01T03:00:00Z");
    let page = ada.views(&trip).await;
    let hours = "09:00</time>–<time datetime=\"2026-05-01T02:00:00Z\">11:00</time>";
    assert!(page.has(hours), "{}", page.text);
    assert!(!page.has("class=\"zone\""), "{}", page.text);

    let shared = [("label", "For Mum"), ("section.itinerary", "on")];
    let link = share(&mut ada, &trip, &shared).await;
    let page = Visitor::new(&server).get(&link).await;
    assert!(page.has(hours) && page.has("12:00</time>"), "{}", page.text);

    let path = format!("{trip}/item?id={}", id(&server, &trip).await);
    let form = ada.get(&path).await;
    assert!(form.has("Time in Tokyo"));
    assert_eq!(input(&form, "f-start"), "2026-05-01T09:00");
    let renamed = [&[("name", "New York"), ("kind", "destination")][..], &times].concat();
    let saved = ada.fill_page(&path, &form, &renamed).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T13:00:00Z");
    assert_eq!(found[1]["start_time"], "2026-05-01T16:00:00Z");
    let page = ada.views(&trip).await;
    assert!(page.has("New York</h4>") && page.has("09:00</time>") && page.has("12:00</time>"));
}

async fn travel_has_a_zone_at_each_end(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let flight = [
        ("kind", "transportations"),
        ("start", "2026-05-01T18:05"),
        ("end", "2026-05-01T10:00"),
    ];
    let wrong = add(&mut ada, &trip, "Lisbon – New York", &flight).await;
    assert_eq!(wrong.status(), 400);
    assert!(wrong.has("Must not be before the start."), "{}", wrong.text);
    let (_, end) = wrong.text.split_once("id=\"f-end\"").unwrap();
    assert!(end.split('>').next().unwrap().contains("aria-invalid"));

    let flight = [flight[0], flight[1], ("end", "2026-05-02T08:40")];
    let added = add(&mut ada, &trip, "Lisbon – New York", &flight).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T17:05:00Z");
    assert_eq!(found[0]["end_time"], "2026-05-02T12:40:00Z");
    let page = ada.get(&trip).await;
    for text in [
        "18:05</time> → ",
        "08:40</time> <span class=\"next\" title=\"2 May 2026\" aria-hidden=\"true\">+1</span>",
        "<span class=\"zone\">local time there, −5\u{a0}h</span>",
    ] {
        assert!(page.has(text), "{text} in {}", page.text);
    }
    assert_eq!(page.text.matches("<path class=\"route\"").count(), 1);
    let form = format!("{trip}/item?id={}", id(&server, &trip).await);
    let form = ada.get(&form).await;
    assert!(form.has("Time in Lisbon") && form.has("Time in New York"));
    assert_eq!(input(&form, "f-endDestination"), "", "the name says it");
    assert_eq!(input(&form, "f-end"), "2026-05-02T08:40");

    // By the clocks, it lands before it departs.
    let flight = [
        flight[0],
        ("start", "2026-05-03T17:00"),
        ("end", "2026-05-03T10:30"),
    ];
    let added = add(&mut ada, &trip, "Tokyo – Los Angeles", &flight).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let found = items(&server, &trip).await;
    let times = ["start_time", "end_time"].map(|name| found[1][name].clone());
    assert_eq!(times, ["2026-05-03T08:00:00Z", "2026-05-03T17:30:00Z"]);
}

async fn zones_are_set_by_name(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let start = ("start", "2026-05-01T09:00");
    let wrong = [start, ("timezone", "Europe/Atlantis"), ("endTimezone", "?")];
    let page = add(&mut ada, &trip, "A call", &wrong).await;
    assert_eq!(page.status(), 400);
    assert_eq!(
        page.text.matches("Must be the name of a time zone").count(),
        2
    );
    assert!(page.has("<details class=\"more\" open>"), "{}", page.text);
    let right = [start, ("timezone", "asia/tokyo")];
    assert_eq!(add(&mut ada, &trip, "A call", &right).await.status(), 303);
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T00:00:00Z");
    let path = format!("{trip}/item?id={}", id(&server, &trip).await);
    let form = ada.get(&path).await;
    assert_eq!(input(&form, "f-timezone"), "Asia/Tokyo");
    assert!(form.has("<option value=\"America/Argentina/Ushuaia\" label=\"Ushuaia\">"));
    let none = [
        ("name", "A call"),
        ("kind", "destination"),
        start,
        ("timezone", ""),
    ];
    ada.fill_page(&path, &form, &none).await;
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T09:00:00Z");
}

async fn a_new_zone_of_the_trip_keeps_hours(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    add(&mut ada, &trip, "A walk", &[("start", "2026-05-01T09:00")]).await;
    let settings = format!("{trip}/settings");
    let wrong = [("name", "Away"), ("timezone", "Utopia")];
    let wrong = ada.fill(&settings, &wrong).await;
    assert!(wrong.status() == 400 && wrong.has("Must be the name of a time zone"));
    let saved = [("name", "Away"), ("timezone", "Asia/Tokyo")];
    assert_eq!(ada.fill(&settings, &saved).await.status(), 303);
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T00:00:00Z");
    assert!(ada.views(&trip).await.has("09:00</time>"));
}

async fn places_are_suggested_while_typing(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let path = format!("{trip}/places/suggest?q=");
    let found = ada.get(&format!("{path}Lisbon")).await;
    assert!(
        found.has("data-location=\"Lisbon, Portugal\" data-at=\"38."),
        "{}",
        found.text
    );
    assert!(found.text.matches("role=\"option\"").count() <= 8);
    assert_eq!(ada.get(&path).await.text, "");
    let mut ben = Visitor::signed_up(&server, "ben").await;
    assert_eq!(ben.get(&format!("{path}Lisbon")).await.status(), 404);
    let guest = Visitor::new(&server).get(&format!("{path}Lisbon")).await;
    assert_eq!(guest.status(), 303);
    let form = ada.get(&format!("{trip}/items/new")).await;
    assert_eq!(
        form.text
            .matches(&format!("data-suggest=\"{trip}/places/suggest\""))
            .count(),
        2
    );
}

async fn a_place_is_corrected_by_coordinates(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    for wrong in ["91, 0", "38.7", "north, west", "1, 2, 3"] {
        let page = add(&mut ada, &trip, "Our friends", &[("at", wrong)]).await;
        assert_eq!(page.status(), 400, "{wrong}");
        assert_eq!(input(&page, "f-at"), wrong);
    }
    let at = [("at", "35.68, 139.76"), ("start", "2026-05-01T09:00")];
    add(&mut ada, &trip, "Our friends", &at).await;
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T00:00:00Z");
    let pinned = "?mlat=35.68&amp;mlon=139.76&amp;zoom=16";
    assert!(ada.views(&trip).await.has(pinned));

    let path = format!("{trip}/item?id={}", id(&server, &trip).await);
    let renamed = [
        ("name", "Lisbon"),
        ("kind", "destination"),
        ("start", "2026-05-01T09:00"),
        ("at", "35.68, 139.76"),
    ];
    assert_eq!(ada.fill(&path, &renamed).await.status(), 303);
    assert!(
        ada.views(&trip).await.has(pinned),
        "it stays through renames"
    );
    let place = path.replace("/item?", "/item/place?");
    let form = ada.get(&place).await;
    assert!(form.has("Look up again") && form.has("data-pick"));
    assert_eq!(
        ada.fill_page(&place, &form, &[("at", "")]).await.status(),
        303
    );
    let searched = "openstreetmap.org/search?query=Lisbon\"";
    assert!(ada.views(&trip).await.has(searched), "looked up again");
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["start_time"], "2026-05-01T08:00:00Z");
}

async fn a_place_is_chosen_from_a_list(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let added = add(&mut ada, &trip, "Dinner", &[]).await;
    let then = added.reply.header("location").unwrap().to_owned();
    let page = ada.get(then.split('#').next().unwrap()).await;
    assert!(page.has("Not on the map"), "{}", page.text);
    let item = id(&server, &trip).await;
    let place = format!("{trip}/item/place?id={item}");
    assert_eq!(page.text.matches(&format!("href=\"{place}\"")).count(), 1);
    let search = format!("{trip}/item/place/search?id={item}");
    assert!(
        page.has(&format!("href=\"{search}\"")),
        "offered after the first save"
    );
    let found = ada.get(&format!("{search}&q=Lisbon")).await;
    let at = found.field("at");
    assert!(
        found.has("Lisbon, Portugal") && at.starts_with("38."),
        "{}",
        found.text
    );
    let chosen = [("at", &*at), ("location", "Lisbon, Portugal")];
    let token = found.field("form_token");
    assert_eq!(ada.post(&place, &token, &chosen).await.status(), 303);
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["destination"]["name"], "Dinner");
    assert_eq!(found[0]["destination"]["location"], "Lisbon, Portugal");
    let page = ada.views(&trip).await;
    // The town is no address: the map is searched for it.
    assert!(
        page.has("/search?query=Lisbon%2C+Portugal"),
        "{}",
        page.text
    );
    assert!(!page.has("Not on the map") && !page.has("only its town"));
    let address = ("location", "Rua de Belém 84, 1300-085 Lisboa");
    add(&mut ada, &trip, "Hotel", &[address]).await;
    assert!(ada.views(&trip).await.has("only its town is known"));
}

async fn another_location_drops_picked_coordinates(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let at = ("at", "38.7, -9.1");
    add(
        &mut ada,
        &trip,
        "Dinner",
        &[("location", "Lisbon, Portugal"), at],
    )
    .await;
    let path = format!("{trip}/item?id={}", id(&server, &trip).await);
    for (location, found) in [
        ("Lisbon, Rua Nova", "?mlat=38.7&"),
        ("Porto, Portugal", "/search?query=Porto%2C+Portugal"),
    ] {
        let form = ada.get(&path).await;
        let at = form.field("at");
        let fields = [
            ("name", "Dinner"),
            ("kind", "destination"),
            ("location", location),
            ("at", &at),
        ];
        let saved = ada.fill_page(&path, &form, &fields).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
        let page = ada.views(&trip).await;
        assert!(
            page.text.replace("&amp;", "&").contains(found),
            "{location}: {}",
            page.text
        );
    }
}

async fn places_are_named_in_the_language_of_the_page(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    add(&mut ada, &trip, "Lisbon", &[]).await;
    assert!(ada.views(&trip).await.has("Capital of Portugal"));
    let path = format!("{trip}/item?id={}", id(&server, &trip).await);
    ada.languages = "es";
    let page = ada.views(&trip).await;
    assert!(!page.has("Capital of Portugal") && page.has("Lisboa, Portugal"));
    let options = ada.get(&format!("{trip}/places/suggest?q=Viena")).await;
    assert!(
        options.has("data-location=\"Viena, Austria\""),
        "{}",
        options.text
    );
    // An edit keeps what is shown in another language, or not at all.
    let form = ada.get(&path).await;
    assert!(!form.has("Capital of Portugal"), "{}", form.text);
    assert_eq!(form.field("location"), "Lisboa, Portugal");
    let fields = [
        ("name", "Lisbon"),
        ("kind", "destination"),
        ("location", "Lisboa, Portugal"),
        ("description", ""),
        ("confirmation", "X1"),
        ("timezone", "viena"),
    ];
    ada.fill_page(&path, &form, &fields).await;
    let item = &items(&server, &trip).await[0];
    assert_eq!(
        item["destination"]["location"], "Lisbon, Portugal",
        "{item}"
    );
    assert_eq!(ada.get(&path).await.field("timezone"), "Europe/Vienna");
    let description = item["destination"]["description"].as_str().unwrap();
    assert!(description.starts_with("Capital of Portugal"), "{item}");
    assert!(ada.views(&trip).await.has("X1"));
}

async fn a_filled_location_follows_a_new_name(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    add(&mut ada, &trip, "Lisbon", &[]).await;
    let path = format!("{trip}/item?id={}", id(&server, &trip).await);
    let form = ada.get(&path).await;
    let location = input(&form, "f-location");
    assert_eq!(location, "Lisbon, Portugal");
    let renamed = [
        ("name", "Porto"),
        ("kind", "destination"),
        ("location", &*location),
    ];
    ada.fill_page(&path, &form, &renamed).await;
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["destination"]["location"], "Porto, Portugal");
    // A name that is no place's leaves the item where it is.
    let form = ada.get(&path).await;
    let lunch = [
        ("name", "Lunch at my aunt's"),
        ("kind", "destination"),
        ("location", "Porto, Portugal"),
    ];
    ada.fill_page(&path, &form, &lunch).await;
    let found = items(&server, &trip).await;
    assert_eq!(found[0]["destination"]["location"], "Porto, Portugal");
}

async fn a_stay_stands_on_each_of_its_days(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let stay = [
        ("start", "2026-05-01T15:00"),
        ("end", "2026-05-04T11:00"),
        ("total", "420"),
    ];
    add(&mut ada, &trip, "Lisbon", &stay).await;
    let page = ada.views(&trip).await;
    for text in ["Night 1 of 3", "Night 2 of 3", "Night 3 of 3", "Last day"] {
        assert_eq!(
            page.text.matches(text).count(),
            1,
            "{text} in {}",
            page.text
        );
    }
    assert_eq!(page.text.matches("<p class=\"cost\">").count(), 1);
    assert!(!page.has("Nothing planned<"));
}

async fn the_map_says_what_is_on_it(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    for (name, at) in [
        ("The hotel", "38.71, -9.14"),
        ("Its bar", "38.71, -9.14"),
        ("Faro", ""),
    ] {
        add(&mut ada, &trip, name, &[("at", at)]).await;
    }
    let page = ada.get(&format!("{trip}/map")).await;
    assert!(
        page.has("class=\"count\" x=\"34\" y=\"-22\">+1</text>"),
        "{}",
        page.text
    );
    assert_eq!(page.text.matches("visibility=\"hidden\"").count(), 1);
    for link in [
        "The hotel\">The hotel",
        "Its bar\">Its bar",
        "Faro, Portugal\">Faro",
    ] {
        assert!(
            page.has(&format!("data-address=\"{link}</a></li>")),
            "{link}"
        );
    }
    assert_eq!(page.text.matches("on a street map").count(), 1);
}

async fn a_typed_address_stays_through_a_rename(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let address = "Calle Sierpes 12, 41004 Sevilla, Spain";
    let fields = [
        ("kind", "food"),
        ("day", "1"),
        ("name", "Bar A"),
        ("location", address),
    ];
    let added = ada
        .fill(&format!("{trip}/items/new?kind=food"), &fields)
        .await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let before = edits::items(&server, "ada", &trip).await.remove(0);
    let path = format!("{trip}/item?id={}", before["item_id"].as_str().unwrap());
    let renamed = ada
        .fill(
            &path,
            &[("kind", "food"), ("name", "Bar B"), ("location", address)],
        )
        .await;
    assert_eq!(renamed.status(), 303, "{}", renamed.text);
    let after = edits::items(&server, "ada", &trip).await.remove(0);
    assert_eq!(after["destination"]["name"], "Bar B");
    assert_eq!(after["destination"]["location"], address);
}

//! Expenses, which are no part of the itinerary: where files leave them out; and that archives keep
//! a trip's own rates.

use serde_json::{Value, json};
use wayfare_testkit::{TestServer, on_sqlite, sample};

use crate::cast::archive_of;

use super::exports::{text, unfolded, unzipped, with_items};
use super::feeds::open;
use super::imports::import;

on_sqlite!(
    expenses_are_left_out_of_plans,
    a_calendar_of_expenses_alone_is_one_without_items,
    the_date_of_an_expense_dates_no_plan,
    archives_keep_own_and_former_rates,
);

fn item(kind: &str, name: &str) -> Value {
    let budget = json!({"membersBudget": [{"memberId": "ada", "cost": 9, "paidValue": 9}]});
    json!({"item_type": kind, "day": 1, "destination": {"name": name}, "budget": budget})
}

async fn expenses_are_left_out_of_plans(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let items = json!([item("destination", "Lisbon"), item("expense", "Madrid")]);
    let trip = with_items(&ada, "Iberia", items).await;
    let feed = open(&ada, &trip).await;
    let feed = ada.extensions().feed(&feed).await.expect_status(200).body;
    let mut files = vec![("feed", String::from_utf8(feed).unwrap())];
    for format in ["ics", "gpx", "kml", "geojson"] {
        files.push((format, text(&ada, &trip, format).await));
    }
    for (format, file) in files {
        assert!(
            file.contains("Lisbon") && !file.contains("Madrid"),
            "{format}: {file}"
        );
    }
    for format in ["csv", "settlement.csv"] {
        assert!(
            text(&ada, &trip, format).await.contains("Madrid"),
            "{format}"
        );
    }
    // Clients see it as any item.
    let items = ada.a().items(&trip).await.value();
    assert_eq!(items[1]["item_type"], "expense");
    let timeline = ada.b().timeline(&trip).await.value();
    assert_eq!(timeline[0]["events"][1]["details"]["name"], "Madrid");
    let total = &ada.a().trip(&trip).await.value()["budget"]["tripTotalGroupCost"];
    assert_eq!(total, &json!(18));
}

async fn a_calendar_of_expenses_alone_is_one_without_items(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = with_items(&ada, "Iberia", json!([item("expense", "Madrid")])).await;
    assert!(!text(&ada, &trip, "ics").await.contains("BEGIN:VEVENT"));
    let dates = json!({"date": {"start": "2026-05-01", "end": "2026-05-03"}});
    ada.a().update(&trip, &dates).await.expect_status(200);
    let calendar = text(&ada, &trip, "ics").await;
    let lines = unfolded(&calendar);
    for line in [
        format!("UID:{trip}@wayfare"),
        "DTSTART;VALUE=DATE:20260501".to_owned(),
        "DTEND;VALUE=DATE:20260504".to_owned(),
    ] {
        assert!(lines.contains(&line), "{line}: {calendar}");
    }
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 1);
}

async fn the_date_of_an_expense_dates_no_plan(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let mut fare = item("expense", "Fare");
    fare["start_time"] = json!("2026-03-03T00:00:00Z");
    let mut tour = item("destination", "Tour");
    (tour["day"], tour["start_time"]) = (json!(2), json!("2026-06-02T09:00:00Z"));
    let mut bill = item("expense", "Bill");
    (bill["day"], bill["start_time"]) = (json!(65), json!("2026-12-01T00:00:00Z"));
    let plan = json!([fare, item("destination", "Museum"), tour, bill]);
    let trip = with_items(&ada, "Anywhere", plan).await;
    let calendar = text(&ada, &trip, "ics").await;
    assert!(calendar.contains("DATE:20260601"), "{calendar}");
    let timeline = ada.b().timeline(&trip).await.value();
    let days = timeline.as_array().unwrap().iter();
    let days: Vec<String> = days.map(|day| day["date"].to_string()).collect();
    // 3 March, 1 and 2 June, 1 December.
    assert_eq!(
        days,
        ["1772496000", "1780272000", "1780358400", "1796083200"]
    );

    let copy = json!({"start": "2027-06-01", "with": ["costs"]});
    let copied = ada
        .extensions()
        .copy_trip(&trip, &copy)
        .await
        .expect_status(201);
    let copied = copied.value()["uuid"].as_str().unwrap().to_owned();
    let end = ada.a().trip(&copied).await.value()["date"]["end"].take();
    assert_eq!(end, "2027-06-02T00:00:00Z");
    let starts = ada.a().items(&copied).await.value()[2]["start_time"].take();
    assert_eq!(starts, "2027-06-02T09:00:00Z");

    let route =
        r#"<gpx version="1.1"><rte><rtept lat="1" lon="2"><name>A</name></rtept></rte></gpx>"#;
    let into = format!("trip={trip}");
    ada.extensions()
        .import(&into, route)
        .await
        .expect_status(200);
    let items = ada.a().items(&trip).await.value();
    let added = items
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["destination"]["name"] == "A");
    assert_eq!(added.unwrap()["day"], 3, "{items}");
}

async fn archives_keep_own_and_former_rates(server: TestServer) {
    let (ada, ben) = (
        sample::sign_up(&server.client(), "ada").await,
        sample::sign_up(&server.client(), "ben").await,
    );
    let mut expense = item("expense", "Krakow");
    expense["budget"]["currency"] = json!("PLN");
    let trip = with_items(&ada, "Poland", json!([expense])).await;
    let rates = json!({"rates": {"PLN": "0.3", "CHF": "1.6"}});
    let set = ada.extensions().set_own_rates(&trip, &rates).await;
    set.expect_status(200);
    let ben_too = json!({"budget": {"membersBudget": [{"memberId": "ben"}]}});
    ada.a().set_budget(&trip, &ben_too).await.expect_status(200);
    let paid = json!({"from": "ben", "to": "ada", "amount": 10, "currency": "PLN"});
    let recorded = ada.extensions().record_settlement(&trip, &paid).await;
    recorded.expect_status(201);
    // The payment's rate becomes a former one, and own rates end.
    for base in ["EUR", "CAD"] {
        let base = json!({"budget": {"baseCurrency": base}});
        ada.a().update(&trip, &base).await.expect_status(200);
    }
    let set = ada.extensions().set_own_rates(&trip, &rates).await;
    set.expect_status(200);
    let archive = archive_of(&ada, &trip).await;
    let (again, _) = import(&ben, archive.clone()).await;
    for who in [(&ada, &trip), (&ben, &again)] {
        let (by, trip) = who;
        assert_eq!(by.extensions().own_rates(trip).await.value(), rates);
        let settlement = by.extensions().settlement(trip).await.value();
        let paid = settlement["balances"].as_array().unwrap().iter();
        let paid: Vec<&Value> = paid.map(|balance| &balance["paid"]).collect();
        assert_eq!(paid, [&json!(3), &json!(2.7)], "{settlement}");
    }
    let of_again = ben.extensions().export(&again, "zip").await.body;
    let [first, second] = [archive, of_again].map(|archive| {
        let document = unzipped(archive).swap_remove(1).1;
        let document: Value = serde_json::from_slice(&document).unwrap();
        (
            document["rates"].clone(),
            document["settlements"][0]["rate"].clone(),
        )
    });
    assert_eq!(first, second);
    assert_eq!(first.0[1], json!({"currency": "PLN", "rate": "0.3"}));
}

//! Costs and expenses by forms without scripts.

use serde_json::Value;
use wayfare_testkit::{Builder, on_sqlite};

use super::edits::{items, put_items, two_people};
use super::visitor::{Page, Visitor};

on_sqlite!(
    a_cost_typed_alone_is_paid_by_its_author_and_shared_by_all,
    a_cost_may_be_typed_with_its_currency,
    an_expense_is_in_the_budget_alone,
    unequal_amounts_are_checked_and_kept,
    a_stored_budget_that_is_saved_unchanged_stays,
    a_planned_cost_is_paid_by_nobody_yet,
    somebody_who_left_meanwhile_still_shares,
    who_has_left_is_named_in_forms,
);

/// The key of a member's fields in an opened form.
fn key(page: &Page, member: &str) -> String {
    let (before, _) = page
        .text
        .split_once(&format!("\" value=\"{member}\""))
        .unwrap();
    let (_, key) = before.rsplit_once("name=\"member.").unwrap();
    key.to_owned()
}

/// Each member's share and payment.
fn sums(item: &Value) -> Vec<String> {
    let shares = item["budget"]["membersBudget"].as_array().unwrap().iter();
    let sum = |share: &Value| {
        format!(
            "{} {} {}",
            share["memberId"], share["cost"], share["paidValue"]
        )
    };
    shares.map(|share| sum(share).replace('"', "")).collect()
}

async fn a_cost_typed_alone_is_paid_by_its_author_and_shared_by_all(builder: Builder) {
    let server = builder.start().unwrap();
    let (_, mut ben, trip) = two_people(&server).await;
    let item = [
        ("name", "Dinner"),
        ("kind", "destination"),
        ("day", "1"),
        ("total", "25.01"),
    ];
    let added = ben.fill(&format!("{trip}/items/new"), &item).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 12.51 0", "ben 12.5 25.01"]);
    assert_eq!(found[0]["budget"]["totalCost"], 25.01);
}

async fn a_cost_may_be_typed_with_its_currency(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let path = format!("{trip}/expenses/new");
    for (total, currency, status) in [
        ("¥ 12,000", "", 303),
        ("15 €", "EUR", 303),
        ("15 €", "USD", 400),
        ("15 kr", "", 400),
        ("15", "£", 303),
    ] {
        let taxi = [("name", "Taxi"), ("total", total), ("currency", currency)];
        let added = ada.fill(&path, &taxi).await;
        assert_eq!(added.status(), status, "{total} {currency}: {}", added.text);
    }
    let found = items(&server, "ada", &trip).await;
    let costs = found.iter().map(|item| &item["budget"]);
    let costs: Vec<String> = costs
        .map(|budget| format!("{} {}", budget["currency"], budget["totalCost"]))
        .collect();
    assert_eq!(costs, ["\"JPY\" 12000", "\"EUR\" 15", "\"GBP\" 15"]);
}

async fn an_expense_is_in_the_budget_alone(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let settings = [
        ("name", "Lisbon"),
        ("start", "2026-05-01"),
        ("end", "2026-05-03"),
    ];
    ada.fill(&format!("{trip}/settings"), &settings).await;
    let form = ada.get(&format!("{trip}/expenses/new")).await;
    let (of_ada, of_ben) = (key(&form, "ada"), key(&form, "ben"));
    let taxi = [
        ("name", "Taxi <home>"),
        ("total", "9"),
        ("payer", &*of_ben),
        ("for", &*of_ada),
        ("split", "equal"),
        ("date", "2026-05-02"),
        ("category", "Transportation"),
    ];
    let added = ada
        .fill_page(&format!("{trip}/expenses/new"), &form, &taxi)
        .await;
    let location = added.reply.header("location").unwrap();
    assert_eq!(location, format!("{trip}/costs?done=added#budget"));
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 9 0", "ben 0 9"]);
    assert_eq!(
        (&found[0]["item_type"], &found[0]["day"]),
        (&"expense".into(), &2.into())
    );
    assert_eq!(found[0]["start_time"], "2026-05-02T00:00:00Z");
    let page = ben.views(&trip).await;
    let (itinerary, rest) = page.text.split_once("id=\"budget\"").unwrap();
    assert!(!itinerary.contains("Taxi &lt;home&gt;"), "{itinerary}");
    for text in [
        "Taxi &lt;home&gt;",
        "2 May 2026 · ben paid",
        "CAD 9.00",
        "ada owes ben CAD 9.00",
    ] {
        assert!(rest.contains(text), "{text} in {rest}");
    }
    let id = found[0]["item_id"].as_str().unwrap();
    let path = format!("{trip}/item?id={id}");
    let opened = ben.get(&path).await;
    assert_eq!(
        (opened.field("date"), opened.field("total")),
        ("2026-05-02".into(), "9.00".into())
    );
    assert!(
        opened.has(&format!("value=\"{of_ben}\" checked")),
        "{}",
        opened.text
    );
    let saved = ben
        .fill_page(
            &path,
            &opened,
            &[("name", "Cab"), ("kind", "expense"), ("date", "")],
        )
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 9 0", "ben 0 9"]);
    assert!(found[0].get("start_time").is_none() && found[0]["destination"]["name"] == "Cab");
    let question = ben.get(&format!("{trip}/item/remove?id={id}")).await;
    assert!(question.has("Remove Cab") && !question.has("itinerary."));
    let removed = ben
        .fill_page(
            &format!("{trip}/item/remove"),
            &question,
            &[("id", id), ("kind", "expense")],
        )
        .await;
    let location = removed.reply.header("location").unwrap();
    assert_eq!(location, format!("{trip}/costs?done=removed#budget"));
    assert!(items(&server, "ada", &trip).await.is_empty());
    let refused = ada
        .fill(
            &format!("{trip}/expenses/new"),
            &[("name", ""), ("total", "x"), ("date", "soon")],
        )
        .await;
    assert_eq!(refused.status(), 400);
    for text in [
        "Must not be empty.",
        "Must be a number.",
        "Must be a date, such as 2026-05-01.",
    ] {
        assert!(refused.has(text), "{text} in {}", refused.text);
    }
    assert_eq!(refused.field("date"), "soon");
}

async fn unequal_amounts_are_checked_and_kept(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let path = format!("{trip}/expenses/new");
    let form = ada.get(&path).await;
    let [of_ada, of_ben] = ["ada", "ben"].map(|name| key(&form, name));
    let (share_of_ada, share_of_ben) = (format!("share.{of_ada}"), format!("share.{of_ben}"));
    let (paid_by_ada, paid_by_ben) = (format!("paid.{of_ada}"), format!("paid.{of_ben}"));
    let common = [
        ("name", "Hut"),
        ("total", "30"),
        ("for", ""),
        ("for", &*of_ada),
        ("for", &*of_ben),
    ];
    // The first of two steps, for whoever sees no amounts yet.
    let mut typed = common.to_vec();
    typed.extend([("payer", "several"), ("split", "amounts")]);
    let asked = ada.fill_page(&path, &form, &typed).await;
    assert_eq!(asked.status(), 400);
    for text in [
        "Must add up to 30.00: 30.00 is left.",
        "Must have a number for somebody",
    ] {
        assert!(asked.has(text), "{text} in {}", asked.text);
    }
    assert!(asked.has("value=\"several\" checked") && asked.has("value=\"amounts\" checked"));
    typed.extend([
        (&*share_of_ada, "12,50"),
        (&*share_of_ben, "20"),
        (&*paid_by_ada, "10"),
        (&*paid_by_ben, "x"),
    ]);
    let asked = ada.fill_page(&path, &form, &typed).await;
    assert_eq!(asked.status(), 400);
    assert!(asked.has("ben paid: Must be a number."), "{}", asked.text);
    assert_eq!(
        (asked.field(&share_of_ada), asked.field(&paid_by_ben)),
        ("12,50".into(), "x".into())
    );
    typed.pop();
    typed.push((&*paid_by_ben, "20"));
    let asked = ada.fill_page(&path, &form, &typed).await;
    assert!(
        asked.has("Must add up to 30.00: 2.50 is too much."),
        "{}",
        asked.text
    );
    assert_eq!(asked.field(&share_of_ben), "20");
    typed.retain(|(name, _)| *name != share_of_ben);
    let saved = ada.fill_page(&path, &form, &typed).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 12.5 10", "ben 17.5 20"]);

    let mut parts = common.to_vec();
    parts.extend([
        ("payer", &*of_ben),
        ("split", "parts"),
        (&*share_of_ada, "2"),
    ]);
    let saved = ada.fill_page(&path, &form, &parts).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[1]), ["ada 20 0", "ben 10 30"]);

    let nobody = [
        ("name", "Hut"),
        ("total", "30"),
        ("for", ""),
        ("split", "equal"),
    ];
    let asked = ada.fill_page(&path, &form, &nobody).await;
    assert!(asked.has("Must be at least one person."), "{}", asked.text);
    let stranger = [
        ("name", "Hut"),
        ("total", "30"),
        ("payer", "0123456789abcdef"),
    ];
    let asked = ada.fill_page(&path, &form, &stranger).await;
    assert!(asked.has("Must be one of the people."), "{}", asked.text);
}

/// All fields of an opened form as a browser without scripts sends them.
fn sent_unchanged(page: &Page) -> Vec<(String, String)> {
    let (_, form) = page.text.split_once("class=\"sheet\"").unwrap();
    let (form, _) = form.split_once("</form>").unwrap();
    let attribute = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
        Some(
            rest.split('"')
                .next()?
                .replace("&quot;", "\"")
                .replace("&amp;", "&"),
        )
    };
    let inputs = form.split("<input").skip(1).filter_map(|tag| {
        let tag = tag.split('>').next()?;
        let is_choice = tag.contains("type=\"radio\"") || tag.contains("type=\"checkbox\"");
        let is_sent = !is_choice || tag.contains(" checked");
        let name = attribute(tag, "name").filter(|_| is_sent)?;
        Some((name, attribute(tag, "value").unwrap_or_default()))
    });
    inputs.filter(|(name, _)| name != "form_token").collect()
}

async fn a_stored_budget_that_is_saved_unchanged_stays(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let share = |member: &str, cost: f64, paid: f64| {
        serde_json::json!({"memberId": member, "cost": cost, "paidValue": paid, "estimatedCost": 3,
            "memberName": "Written", "paymentDate": "2026-05-02T10:00:00Z",
            "paymentBaseCurrencyValue": paid * 2.0})
    };
    let item = |kind: &str, budget: &Value| {
        serde_json::json!({"item_type": kind, "destination": {"name": "Some"}, "budget": budget,
            "start_time": "2026-05-02T19:30:00Z", "end_time": "2026-05-02T21:00:00Z"})
    };
    let budgets = [
        serde_json::json!({
            "totalCost": 10, "currency": "EUR",
            "membersBudget": [
                share("ada", 3.33, 10.0), share("ben", 3.33, 0.0), share("cy", 3.33, 0.0)
            ]
        }),
        serde_json::json!({
            "totalCost": 100, "category": "Food",
            "membersBudget": [share("ben", 30.0, 0.0), share("cy", 50.0, 60.0)]
        }),
        serde_json::json!({"totalCost": 100, "totalPaidCost": 5, "membersBudget": []}),
        serde_json::json!({"totalEstimatedCost": 8, "membersBudget": [share("ada", 0.0, 0.0)]}),
        serde_json::json!({
            "membersBudget": [
                share("ada", 1.0, 4.0), share("ada", 2.0, 0.0), share("ben", 1.0, 0.0)
            ]
        }),
    ];
    let kinds = ["expense", "destination"].into_iter();
    let all: Vec<Value> = kinds
        .flat_map(|kind| budgets.iter().map(move |budget| item(kind, budget)))
        .collect();
    put_items(&server, "ada", &trip, &all).await;
    let before = items(&server, "ada", &trip).await;
    for item in &before {
        let path = format!("{trip}/item?id={}", item["item_id"].as_str().unwrap());
        let opened = ada.get(&path).await;
        let mut sent = sent_unchanged(&opened);
        if item["item_type"] == "destination" {
            sent.push(("kind".to_owned(), "destination".to_owned()));
        }
        let sent: Vec<(&str, &str)> = sent.iter().map(|(n, v)| (&**n, &**v)).collect();
        let saved = ada.fill_page(&path, &opened, &sent).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
        assert_eq!(
            items(&server, "ada", &trip).await,
            before,
            "{path}: {sent:?}"
        );
    }
    // Another category leaves costs that don't add up as they are; another cost must be shared.
    let path = format!("{trip}/item?id={}", before[1]["item_id"].as_str().unwrap());
    let saved = ada
        .fill(&path, &[("name", "Some"), ("category", "Fuel")])
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(
        (sums(&found[1]), &found[1]["budget"]["totalCost"]),
        (sums(&before[1]), &100.into())
    );
    let refused = ada.fill(&path, &[("name", "Some"), ("total", "90")]).await;
    assert!(
        refused.status() == 400 && refused.has("Must add up to 90.00: 10.00 is left."),
        "{}",
        refused.text
    );
    let path = format!("{trip}/item?id={}", before[0]["item_id"].as_str().unwrap());
    let saved = ada
        .fill(
            &path,
            &[("name", "Some"), ("currency", "EUR"), ("total", "20")],
        )
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 6.67 20", "ben 6.67 0", "cy 6.66 0"]);
    assert_eq!(
        found[0]["budget"]["membersBudget"][0]["memberName"],
        "Written"
    );
}

async fn a_planned_cost_is_paid_by_nobody_yet(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let path = format!("{trip}/expenses/new");
    let planned = [("name", "Hut"), ("total", "40"), ("payer", "nobody")];
    assert_eq!(ada.fill(&path, &planned).await.status(), 303);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 20 0", "ben 20 0"]);
    let page = ada.views(&trip).await;
    assert!(page.has("Not paid yet") && page.has("CAD 20.00"));
    // It is nobody's debt.
    for text in [
        "<dt>Your balance</dt><dd>You are even</dd>",
        "<dt>Planned for you, not paid yet</dt><dd>CAD 20.00</dd>",
        "Planned, not paid yet",
    ] {
        assert!(page.has(text), "{text} in {}", page.text);
    }
    assert!(!page.has("that nobody shares yet") && !page.has("All is settled"));
    let id = found[0]["item_id"].as_str().unwrap();
    let path = format!("{trip}/item?id={id}");
    let opened = ada.get(&path).await;
    assert!(opened.has("value=\"nobody\" checked"), "{}", opened.text);
    // A deposit: what is not paid yet is said, too.
    let [of_ada, nobody] = [
        format!("paid.{}", key(&opened, "ada")),
        "paid.nobody".to_owned(),
    ];
    let deposit = [
        ("name", "Hut"),
        ("total", "40"),
        ("payer", "several"),
        (&*of_ada, "15"),
        (&*nobody, "25"),
    ];
    let saved = ada.fill_page(&path, &opened, &deposit).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 20 15", "ben 20 0"]);
    assert_eq!(ada.get(&path).await.field("paid.nobody"), "25.00");
    let costs = ada.get(&format!("{trip}/costs")).await;
    assert!(
        costs.has("ada paid CAD 15.00 of CAD 40.00"),
        "{}",
        costs.text
    );
}

/// Sends the form of a new expense with a name and a total, and as it is for the rest.
async fn send_hut(visitor: &mut Visitor, path: &str, form: &Page) {
    let mut sent = sent_unchanged(form);
    sent.retain(|(name, _)| !["name", "total"].contains(&name.as_str()));
    let mut sent: Vec<(&str, &str)> = sent.iter().map(|(n, v)| (&**n, &**v)).collect();
    sent.extend([("name", "Hut"), ("total", "30")]);
    let saved = visitor.fill_page(path, form, &sent).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
}

async fn somebody_who_left_meanwhile_still_shares(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/expenses/new");
    let form = ada.get(&path).await;
    let token = ben.views(&trip).await.field("form_token");
    ben.post(&format!("{trip}/people"), &token, &[("leave", "ben")])
        .await;
    send_hut(&mut ada, &path, &form).await;
    let found = items(&server, "ada", &trip).await;
    assert_eq!(sums(&found[0]), ["ada 15 30", "ben 15 0"]);
}

async fn who_has_left_is_named_in_forms(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let profile = [("name", "Benedict"), ("username", "ben")];
    assert_eq!(ben.fill("/account", &profile).await.status(), 303);
    let path = format!("{trip}/expenses/new");
    let form = ada.get(&path).await;
    send_hut(&mut ada, &path, &form).await;
    let token = ben.views(&trip).await.field("form_token");
    ben.post(&format!("{trip}/people"), &token, &[("leave", "ben")])
        .await;
    let form = ada.get(&path).await;
    assert!(form.has("title=\"Benedict\"") && !form.has("title=\"ben\""));
}

//! Amounts are decimal: exact in input, output and sums.

use serde_json::{Value, json};
use wayfare_testkit::{Method, Reply, TestServer, both, on_sqlite, sample};

both!(preserves_numbers_exactly);

on_sqlite!(
    adds_decimals_exactly,
    adds_a_thousand_cents_exactly,
    rejects_invalid_amounts,
    requires_lo_not_above_hi,
    new_trips_report_all_violations_together,
    accepts_answered_sums_beyond_the_bounds_of_an_amount,
    answers_sums_of_more_than_15_digits_exactly,
    refunds_follow_every_rule,
);

async fn adds_decimals_exactly(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let shares = json!([
        sample::member_budget("ada", &json!(0.1), &json!(0.1)),
        sample::member_budget("bob", &json!(0.2), &json!(0.2))
    ]);
    let answer = ada
        .a()
        .set_budget(&trip, &json!({"budget": {"membersBudget": shares}}))
        .await;
    let text = String::from_utf8(answer.body.clone()).unwrap();
    for total in [
        "\"totalCost\":0.3,",
        "\"totalEstimatedCost\":0.3,",
        "\"totalPaidCost\":0.3,",
    ] {
        assert!(text.contains(total), "{text}");
    }
    let detail = ada.a().trip(&trip).await;
    let text = String::from_utf8(detail.body.clone()).unwrap();
    for sum in [
        "\"tripTotalGroupCost\":0.3,",
        "\"tripTotalPayments\":0.3,",
        "\"value\":0.3}",
    ] {
        assert!(text.contains(sum), "{text}");
    }
}

async fn adds_a_thousand_cents_exactly(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let shares: Vec<Value> = (0..100)
        .map(|_| sample::member_budget("ada", &json!(0.01), &json!(0.01)))
        .collect();
    let item = json!({
        "item_type": "destination", "budget": {"category": "Food", "membersBudget": shares}
    });
    ada.a()
        .set_items(&trip, &json!({"trip_items": vec![item; 10]}))
        .await
        .expect_status(200);
    let budget = ada.a().trip(&trip).await.value()["budget"].clone();
    assert_eq!(
        (&budget["tripTotalGroupCost"], &budget["tripTotalPayments"]),
        (&json!(10), &json!(10))
    );
    assert_eq!(
        budget["tripBudgetCategoriesGroupCost"],
        json!([{"category": "Food", "value": 10}])
    );
    assert_eq!(
        budget["tripMemberSummary"],
        json!([{"member": "ada", "totalCost": 10, "totalPayment": 10}])
    );
}

async fn preserves_numbers_exactly(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    for (sent, given) in [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e400", "0"),
        ("0.1", "0.1"),
        ("1.10", "1.1"),
        ("100", "100"),
        ("1e2", "100"),
        ("1.5E+1", "15"),
        ("25e-1", "2.5"),
        ("123456789012.345", "123456789012.345"),
        ("0.00000000000001", "0.00000000000001"),
        ("999999999999.999", "999999999999.999"),
        ("1000000000000", "1000000000000"),
        ("1e12", "1000000000000"),
        ("1000000000000.000", "1000000000000"),
        ("9007199254740.93", "\u{0}"),
    ] {
        let body = format!("{{\"expenditures\": [{{\"expenditure\": \"x\", \"cost\": {sent}}}]}}");
        let reply = put(&ada, &trip, &body).await;
        if given == "\u{0}" {
            assert_eq!(reply.status, 400, "{sent}");
            continue;
        }
        assert!(matches!(reply.status, 200 | 304), "{sent}: {reply:?}");
        let whole = String::from_utf8(ada.b().trip(&trip).await.body).unwrap();
        assert!(
            whole.contains(&format!("\"cost\":{given}}}")),
            "{sent}: {whole}"
        );
    }
}

async fn put(ada: &sample::Traveller, trip: &str, body: &str) -> Reply<Value> {
    ada.client
        .request(Method::PUT, &format!("/api/v1/trip/{trip}"))
        .body("application/json", body)
        .await
}

async fn rejects_invalid_amounts(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    for wrong in [
        "-1000000000000.01",
        "1000000000000.01",
        "1e13",
        "1e400",
        "-1e400",
        "1234567890.123456",
        "0.1234567890123456",
        "99999999999999999999999999999999999999999999",
        "\"1\"",
        "true",
        "null",
        "[]",
        "{}",
        "1e-400",
        "1e99999999999999999999999999",
        "\"NaN\"",
    ] {
        let body = format!("{{\"expenditures\": [{{\"expenditure\": \"x\", \"cost\": {wrong}}}]}}");
        let problem = put(&ada, &trip, &body).await.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/expenditures/0/cost"], "{wrong}");
    }
    for not_json in [
        "NaN",
        "Infinity",
        "-Infinity",
        "0x10",
        "01",
        "1.",
        ".5",
        "+1",
        "1_000",
        "1,5",
        "--1",
        "1e",
    ] {
        let body =
            format!("{{\"expenditures\": [{{\"expenditure\": \"x\", \"cost\": {not_json}}}]}}");
        let problem = put(&ada, &trip, &body).await.expect_status(400).problem();
        assert_eq!(problem.pointers(), [""], "{not_json}");
    }
    assert_eq!(ada.b().trip(&trip).await.json().expenditures, []);
}

async fn requires_lo_not_above_hi(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let create = |lo: f64, hi: f64| json!({"name": "x", "budget": {"lo": lo, "hi": hi}});
    for call in [
        ada.b().create(&create(2.0, 1.0)).await.status,
        ada.a().create(&create(0.2, 0.1)).await.status,
    ] {
        assert_eq!(call, 400);
    }
    let reply = ada.b().create(&create(10.5, 10.5)).await.expect_status(200);
    assert_eq!(
        reply.value()["budget"],
        json!({"lo": 10.5, "hi": 10.5}),
        "a budget that is sent is kept"
    );
    let trip = ada.a().create(&create(1.0, 2.0)).await.json().id;
    assert_eq!(
        ada.b().trip(&trip).await.value()["budget"],
        json!({"lo": 1, "hi": 2})
    );
    for wrong in [
        json!({"lo": 3}),
        json!({"hi": 0.5}),
        json!({"lo": 2, "hi": 1}),
        json!({"lo": -1}),
        json!(5),
        json!([]),
    ] {
        ada.b()
            .update(&trip, &json!({"budget": wrong}))
            .await
            .expect_status(400)
            .problem();
        ada.a()
            .update(&trip, &json!({"budget": wrong}))
            .await
            .expect_status(400)
            .problem();
    }
}

async fn new_trips_report_all_violations_together(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (body, pointers) in [
        (
            json!({"name": "", "budget": {"lo": 3, "hi": 2}, "desc": 1}),
            vec!["/name", "/desc", "/budget/lo"],
        ),
        (
            json!({"budget": {"lo": 3, "hi": 2}}),
            vec!["/name", "/budget/lo"],
        ),
        (
            json!({"name": " ", "budget": {"lo": 3, "hi": "x"}}),
            vec!["/name", "/budget/hi"],
        ),
        (
            json!({"name": "", "date": {"start": 2, "end": 1}, "budget": {"lo": 1, "hi": 0}}),
            vec!["/name", "/date/start", "/budget/lo"],
        ),
        (
            json!({"name": "x", "budget": {"lo": 1, "hi": 0}, "private": "yes"}),
            vec!["/private", "/budget/lo"],
        ),
    ] {
        for reply in [
            ada.a().create(&body).await.expect_status(400).problem(),
            ada.b().create(&body).await.expect_status(400).problem(),
        ] {
            let (mut found, mut wanted) = (reply.pointers(), pointers.clone());
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{body}");
        }
    }
    assert_eq!(ada.b().trips().await.json(), []);
}

async fn accepts_answered_sums_beyond_the_bounds_of_an_amount(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (costs, sum) in [
        (["0.333333333333333", "100"], "100.333333333333333"),
        (["1000000000000", "1"], "1000000000001"),
        (
            ["1000000000000", "0.333333333333333"],
            "1000000000000.333333333333333",
        ),
    ] {
        let trip = sample::trip(&ada, "x").await;
        let shares = costs.map(|cost| {
            format!(r#"{{"memberId":"a","estimatedCost":{cost},"cost":{cost},"paidValue":{cost}}}"#)
        });
        let budget = format!(r#"{{"membersBudget":[{}]}}"#, shares.join(","));
        let items = format!(r#"[{{"item_type":"destination","budget":{budget}}}]"#);
        let send = async |route: &str, body: String| {
            let path = format!("/api/v1/trips/{trip}/{route}");
            let call = ada.client.request(Method::PUT, &path);
            call.body("application/json", body).await
        };
        send("trip_items", items).await.expect_status(200);
        let answer = String::from_utf8(ada.a().items(&trip).await.body).unwrap();
        for total in ["totalEstimatedCost", "totalCost", "totalPaidCost"] {
            let total = format!("\"{total}\":{sum},");
            assert!(answer.contains(&total), "{total} in {answer}");
        }
        send("trip_items", answer).await.expect_status(304);
        let reply = send("budget", format!(r#"{{"budget":{budget}}}"#)).await;
        let answer = String::from_utf8(reply.expect_status(200).body).unwrap();
        let reply = send("budget", format!(r#"{{"budget":{answer}}}"#)).await;
        reply.expect_status(304);
    }
}

async fn answers_sums_of_more_than_15_digits_exactly(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let cost = json!(999_999_999_999.99);
    let share = sample::member_budget("ada", &cost, &json!(0.01));
    let budget = json!({"membersBudget": vec![share; 11]});
    let set = ada.a().set_budget(&trip, &json!({"budget": budget})).await;
    set.expect_status(200);
    let sums = ["tripTotalGroupCost", "value", "totalCost"];
    let detail = String::from_utf8(ada.a().trip(&trip).await.body).unwrap();
    for sum in sums.map(|name| format!("\"{name}\":10999999999999.89")) {
        assert!(detail.contains(&sum), "{sum} in {detail}");
    }
    let settlement = ada.extensions().settlement(&trip).await.body;
    let settlement = String::from_utf8(settlement).unwrap();
    let balance = r#""unpaid":[{"member":"ada","amount":10999999999999.78}]"#;
    assert!(settlement.contains(balance), "{settlement}");
}

/// Every rule of amounts that are had back.
async fn refunds_follow_every_rule(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let (a, b) = (ada.a(), ada.b());
    let spent = json!({"expenditures": [{"expenditure": "Tickets", "cost": -5.5}]});
    let answer = a.update(&trip, &spent).await.expect_status(200).value();
    assert_eq!(answer["expenditures"], spent["expenditures"]);
    b.update(&trip, &spent).await.expect_status(304);
    // All of an entry together, and zeros count as neither.
    let item = json!({"item_type": "stay", "start_time": "2026-05-01T09:00:00Z",
        "budget": {"category": "Food", "currency": "CAD", "membersBudget": [
            {"memberId": "ada", "cost": -3, "paidValue": -3, "estimatedCost": 4},
            {"memberId": "bob", "cost": 0, "paidValue": 0}]}});
    let items = json!({"trip_items": [item]});
    a.set_items(&trip, &items).await.expect_status(200);
    let share = json!({"memberId": "ada", "cost": -2});
    let trip_wide = json!({"budget": {"currency": "CAD", "membersBudget": [share]}});
    a.set_budget(&trip, &trip_wide).await.expect_status(200);
    let detail = a.trip(&trip).await.value();
    assert_eq!(detail["budget"]["tripTotalGroupCost"], json!(-5));
    let categories = &detail["budget"]["tripBudgetCategoriesGroupCost"];
    let food = json!({"category": "Food", "value": -3});
    assert!(
        categories.as_array().unwrap().contains(&food),
        "{categories}"
    );
    let timeline = b.timeline(&trip).await.value();
    assert_eq!(timeline[0]["events"][0]["cost"], json!(-3));
    // What is stored counts for the signs.
    for merged in [json!({"totalCost": 1}), json!({"totalPaidCost": 1})] {
        let mixed = a.set_budget(&trip, &json!({ "budget": merged })).await;
        mixed.expect_status(400).problem();
    }
    let estimates = json!({"budget": {"totalEstimatedCost": -1, "membersBudget": [
        {"memberId": "ada", "estimatedCost": -1}]}});
    let problem = a
        .set_budget(&trip, &estimates)
        .await
        .expect_status(400)
        .problem();
    let mut pointers = problem.pointers();
    pointers.sort_unstable();
    let both = [
        "/budget/membersBudget/0/estimatedCost",
        "/budget/totalEstimatedCost",
    ];
    assert_eq!(pointers, both);
    for end in ["lo", "hi"] {
        let body = json!({"budget": {end: -1}});
        b.update(&trip, &body).await.expect_status(400);
    }
    let map = json!({"locations": [{"title": "x", "transportation": {"type": "bus", "cost": -1}}]});
    b.set_map(&trip, &map).await.expect_status(400);
    let payment = json!({"from": "ada", "to": "bob", "amount": -1});
    let payment = ada.extensions().record_settlement(&trip, &payment).await;
    assert_eq!(payment.expect_status(400).problem().pointers(), ["/amount"]);
}

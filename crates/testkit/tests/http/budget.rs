//! The trip-wide budget: totals, currency, and the three forms that an update accepts.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, TestServer, both, on_sqlite, sample};

use crate::cast::budget;

both!(preserves_shares_exactly);

on_sqlite!(
    answers_the_complete_budget,
    derives_totals_from_shares_unless_one_is_sent,
    currency_defaults_to_the_base_currency,
    default_currency_is_configurable,
    update_accepts_every_form_of_budget,
    rejects_invalid_budgets,
    accepts_an_item_without_the_total_that_equals_its_shares,
);

async fn answers_the_complete_budget(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let answer = ada
        .a()
        .set_budget(&trip, &json!({"budget": {"category": "Food"}}))
        .await
        .value();
    let whole = json!({
        "currency": "CAD", "category": "Food", "totalEstimatedCost": 0, "totalCost": 0,
        "totalPaidCost": 0, "membersBudget": [],
    });
    assert_eq!(answer, whole);
    let answer = ada
        .a()
        .set_budget(&trip, &json!({"budget": budget()}))
        .await
        .value();
    let mut wanted = budget();
    wanted["totalPaidCost"] = json!(480.25);
    assert_eq!(answer, wanted);
}

async fn derives_totals_from_shares_unless_one_is_sent(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let totals = async |budget: Value| {
        let answer = ada
            .a()
            .set_budget(&trip, &json!({"budget": budget}))
            .await
            .expect_status(200)
            .value();
        json!([
            answer["totalEstimatedCost"],
            answer["totalCost"],
            answer["totalPaidCost"]
        ])
    };
    let shares = |cost: f64| {
        json!([
            {"memberId": "a", "estimatedCost": 1, "cost": cost, "paidValue": 3},
            {"memberId": "b", "estimatedCost": 0.5, "cost": 0.1, "paidValue": 0.7},
        ])
    };
    assert_eq!(
        totals(json!({"membersBudget": shares(2.0)})).await,
        json!([1.5, 2.1, 3.7])
    );
    assert_eq!(
        totals(json!({"membersBudget": shares(4.0)})).await,
        json!([1.5, 4.1, 3.7]),
        "still sums"
    );
    assert_eq!(
        totals(json!({"totalCost": 10})).await,
        json!([1.5, 10, 3.7]),
        "a sent total may differ"
    );
    assert_eq!(
        totals(json!({"membersBudget": shares(6.0)})).await,
        json!([1.5, 10, 3.7]),
        "and stays"
    );
    assert_eq!(
        totals(json!({"membersBudget": []})).await,
        json!([0, 10, 0])
    );
    assert_eq!(
        totals(json!({"totalCost": 0, "totalPaidCost": 5})).await,
        json!([0, 0, 5])
    );
}

async fn accepts_an_item_without_the_total_that_equals_its_shares(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let shares = json!([
        {"memberId": "a", "estimatedCost": 1, "cost": 0.1, "paidValue": 3},
        {"memberId": "b", "estimatedCost": 2, "cost": 0.2, "paidValue": 4},
    ]);
    let items = |budget: Value| {
        json!({
            "trip_items": [{"item_id": "i", "item_type": "destination", "budget": budget}]
        })
    };
    let with_totals = items(json!({
        "membersBudget": shares, "totalEstimatedCost": 3, "totalCost": 0.3, "totalPaidCost": 7,
    }));
    let without = items(json!({"membersBudget": shares}));
    let a = ada.a();
    a.set_items(&trip, &with_totals).await.expect_status(200);
    for same in [&without, &with_totals, &without] {
        a.set_items(&trip, same).await.expect_status(304);
    }
    let other = items(json!({"membersBudget": shares, "totalCost": 1}));
    a.set_items(&trip, &other).await.expect_status(200);
    a.set_items(&trip, &without).await.expect_status(200);
}

async fn preserves_shares_exactly(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let sent = json!([
        {"memberId": "any text: ü", "paymentDate": 1_777_626_000}, {"memberId": "b", "cost": 5},
        {"memberId": "b"}
    ]);
    let answer = ada
        .a()
        .set_budget(&trip, &json!({"budget": {"membersBudget": sent}}))
        .await
        .value();
    let share = |id: &str, cost: i32| {
        json!({
            "memberId": id, "memberName": "", "estimatedCost": 0, "cost": cost, "paidValue": 0,
            "paymentBaseCurrencyValue": 0,
        })
    };
    let mut first = share("any text: ü", 0);
    first["paymentDate"] = json!("2026-05-01T09:00:00Z");
    assert_eq!(
        answer["membersBudget"],
        json!([first, share("b", 5), share("b", 0)])
    );
}

async fn currency_defaults_to_the_base_currency(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let base = async || ada.a().trip(&trip).await.value()["budget"]["baseCurrency"].clone();
    assert_eq!(base().await, json!("CAD"));
    ada.a()
        .set_budget(&trip, &json!({"budget": {"currency": "EUR"}}))
        .await
        .expect_status(200);
    assert_eq!(base().await, json!("EUR"));
    let answer = ada
        .a()
        .update(&trip, &json!({"budget": {"baseCurrency": "JPY"}}))
        .await
        .value();
    assert_eq!(answer["budget"]["baseCurrency"], json!("JPY"));
    let answer = ada
        .a()
        .set_budget(&trip, &json!({"budget": {"category": "x"}}))
        .await
        .value();
    assert_eq!(answer["currency"], json!("JPY"));
}

async fn default_currency_is_configurable(builder: Builder) {
    let server = builder.setting("default-currency", "CHF").start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    assert_eq!(
        ada.a().trip(&trip).await.value()["budget"]["baseCurrency"],
        json!("CHF")
    );
    assert_eq!(
        ada.a()
            .set_budget(&trip, &json!({"budget": {"category": "x"}}))
            .await
            .value()["currency"],
        json!("CHF")
    );
}

async fn update_accepts_every_form_of_budget(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let update = async |budget: Value| {
        ada.a()
            .update(&trip, &json!({"budget": budget}))
            .await
            .expect_status(200)
            .value()["budget"]
            .clone()
    };
    update(json!({"lo": 5, "hi": 10})).await;
    assert_eq!(
        ada.b().trip(&trip).await.value()["budget"],
        json!({"lo": 5, "hi": 10})
    );
    assert_eq!(
        update(json!({"baseCurrency": "EUR"})).await["baseCurrency"],
        json!("EUR")
    );
    let summary = update(budget()).await;
    assert_eq!(
        (&summary["baseCurrency"], &summary["tripTotalGroupCost"]),
        (&json!("CAD"), &json!(480.25))
    );
    // Each sent key is applied, in either form of the budget.
    let summary =
        update(json!({"lo": 6, "currency": "USD", "totalCost": 7, "category": "Food"})).await;
    assert_eq!(summary["baseCurrency"], json!("USD"));
    assert_eq!(
        summary["tripBudgetCategoriesGroupCost"],
        json!([{"category": "Food", "value": 7}])
    );
    assert_eq!(
        ada.b().trip(&trip).await.value()["budget"],
        json!({"lo": 6, "hi": 10})
    );
    ada.a()
        .update(
            &trip,
            &json!({"budget": {"tripTotalGroupCost": 99, "unknown": null}}),
        )
        .await
        .expect_status(304);
}

async fn rejects_invalid_budgets(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    for code in ["", "cad", "XYZ", "EURO", "€", "CA D", "124"] {
        let problem = ada
            .a()
            .set_budget(&trip, &json!({"budget": {"currency": code}}))
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), ["/budget/currency"], "{code}");
        ada.a()
            .update(&trip, &json!({"budget": {"baseCurrency": code}}))
            .await
            .expect_status(400);
    }
    for wrong in [
        json!({"budget": []}),
        json!({"budget": "CAD"}),
        json!([]),
        json!({"budget": {"membersBudget": {}}}),
    ] {
        ada.a()
            .set_budget(&trip, &wrong)
            .await
            .expect_status(400)
            .problem();
    }
    let wrong = json!({"budget": {
        "category": 1, "totalCost": [], "totalEstimatedCost": "1", "totalPaidCost": null,
        "membersBudget": [{"cost": "1"}, 5, {"memberId": "a", "memberName": 1, "paidValue": 1e13}],
    }});
    let problem = ada
        .a()
        .set_budget(&trip, &wrong)
        .await
        .expect_status(400)
        .problem();
    let mut pointers = problem.pointers();
    pointers.sort_unstable();
    assert_eq!(
        pointers,
        [
            "/budget/category",
            "/budget/membersBudget/0/cost",
            "/budget/membersBudget/0/memberId",
            "/budget/membersBudget/1",
            "/budget/membersBudget/2/memberName",
            "/budget/membersBudget/2/paidValue",
            "/budget/totalCost",
            "/budget/totalEstimatedCost",
            "/budget/totalPaidCost",
        ]
    );
}

//! The budget's summary: by category, by member, across currencies.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, on_sqlite};

on_sqlite!(
    empty_trip_has_an_empty_summary,
    sums_costs_and_payments_over_all_budgets,
    derives_the_exchange_rate_from_payments,
    lists_currencies_without_rate_separately,
    uses_reference_rates_as_fallback,
    ignores_payments_in_an_earlier_base_currency,
    rounds_sums_half_to_even_at_the_end,
    lists_expenditures_separately,
    rounds_converted_sums_once,
);

async fn summary(ada: &Traveller, trip: &str) -> Value {
    ada.a().trip(trip).await.value()["budget"].clone()
}

async fn put(ada: &Traveller, trip: &str, budgets: &[Value]) {
    let items: Vec<Value> = budgets
        .iter()
        .map(|budget| json!({"item_type": "destination", "budget": budget}))
        .collect();
    ada.a()
        .set_items(trip, &json!({"trip_items": items}))
        .await
        .expect_status(200);
}

async fn empty_trip_has_an_empty_summary(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let empty = json!({
        "baseCurrency": "CAD", "tripBudgetCategoriesGroupCost": [], "tripTotalGroupCost": 0,
        "tripTotalPayments": 0,
        "tripMemberPayments": [], "tripMemberSummary": [],
    });
    assert_eq!(summary(&ada, &trip).await, empty);
}

async fn sums_costs_and_payments_over_all_budgets(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let wide = json!({
        "category": "Accommodation", "totalCost": 100,
        "membersBudget": [{"memberId": "ada", "cost": 60, "paidValue": 100}]
    });
    ada.a()
        .set_budget(&trip, &json!({"budget": wide}))
        .await
        .expect_status(200);
    put(&ada, &trip, &[
        json!({
            "category": "Food",
            "membersBudget": [
                {"memberId": "bob", "cost": 0.1}, {"memberId": "ada", "cost": 0.2, "paidValue": 0.3}
            ]
        }),
        json!({"totalCost": 5, "membersBudget": [{"memberId": "eve"}]}),
        json!({"category": "Other", "totalCost": 2}),
        json!({"category": "Free", "membersBudget": [{"memberId": "zoe", "paidValue": 1}]}),
        json!({"category": "Food", "totalCost": 1}),
    ])
    .await;
    let wanted = json!({
        "baseCurrency": "CAD",
        "tripBudgetCategoriesGroupCost": [
            {"category": "Accommodation", "value": 100}, {"category": "Food", "value": 1.3},
            {"category": "Other", "value": 7},
        ],
        "tripTotalGroupCost": 108.3,
        "tripTotalPayments": 101.3,
        "tripMemberPayments": [{"member": "ada", "value": 100.3}, {"member": "zoe", "value": 1}],
        "tripMemberSummary": [
            {"member": "ada", "totalCost": 60.2, "totalPayment": 100.3},
            {"member": "bob", "totalCost": 0.1, "totalPayment": 0},
            {"member": "zoe", "totalCost": 0, "totalPayment": 1},
        ],
    });
    assert_eq!(summary(&ada, &trip).await, wanted);
    let answer = ada.a().update(&trip, &json!({"name": "y"})).await.value();
    assert_eq!(
        answer["budget"], wanted,
        "an update answers the summary too"
    );
}

async fn derives_the_exchange_rate_from_payments(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    put(
        &ada,
        &trip,
        &[json!({
            "currency": "EUR", "category": "Food", "totalCost": 100,
            "membersBudget": [
                {"memberId": "ada", "cost": 40, "paidValue": 30, "paymentBaseCurrencyValue": 45},
                {"memberId": "bob", "cost": 60, "paidValue": 10, "paymentBaseCurrencyValue": 15},
                {"memberId": "eve", "paidValue": 20},
            ],
        })],
    )
    .await;
    // 60 / 40 = 1.5
    let wanted = json!({
        "baseCurrency": "CAD",
        "tripBudgetCategoriesGroupCost": [{"category": "Food", "value": 150}],
        "tripTotalGroupCost": 150,
        "tripTotalPayments": 90,
        "tripMemberPayments": [
            {"member": "ada", "value": 45}, {"member": "bob", "value": 15},
            {"member": "eve", "value": 30}
        ],
        "tripMemberSummary": [
            {"member": "ada", "totalCost": 60, "totalPayment": 45},
            {"member": "bob", "totalCost": 90, "totalPayment": 15},
            {"member": "eve", "totalCost": 0, "totalPayment": 30},
        ],
    });
    assert_eq!(summary(&ada, &trip).await, wanted);
}

async fn lists_currencies_without_rate_separately(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    put(
        &ada,
        &trip,
        &[
            json!({"currency": "CAD", "category": "Food", "totalCost": 10}),
            json!({
                "currency": "EUR", "totalCost": 20,
                "membersBudget": [{"memberId": "ada", "paidValue": 5}]
            }),
            json!({"currency": "JPY", "totalCost": 3000}),
            json!({"currency": "EUR", "totalCost": 0.5}),
        ],
    )
    .await;
    let seen = summary(&ada, &trip).await;
    assert_eq!(
        (&seen["tripTotalGroupCost"], &seen["tripTotalPayments"]),
        (&json!(10), &json!(0))
    );
    assert_eq!(
        seen["unconverted"],
        json!([
            {"currency": "EUR", "value": 20.5, "paid": 5},
            {"currency": "JPY", "value": 3000, "paid": 0}
        ])
    );
    // A payment with a known value in the base currency counts.
    put(
        &ada,
        &trip,
        &[json!({
            "currency": "EUR",
            "membersBudget": [{"memberId": "ada", "paidValue": 5, "paymentBaseCurrencyValue": 7}],
        })],
    )
    .await;
    let seen = summary(&ada, &trip).await;
    assert_eq!(seen["tripTotalPayments"], json!(7));
    assert!(seen.get("unconverted").is_none(), "{seen}");
}

async fn uses_reference_rates_as_fallback(server: TestServer) {
    let rates = "date,base,currency,rate\n2020-01-02,EUR,CAD,1.5\n2020-01-02,EUR,USD,1.2\n";
    server.import_rates(rates).unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    put(&ada, &trip, &[
        json!({
            "currency": "EUR", "totalCost": 10,
            "membersBudget": [{"memberId": "ada", "paidValue": 2}]
        }),
        json!({"currency": "USD", "totalCost": 12}),
        json!({"currency": "GBP", "totalCost": 1}),
        json!({
            "currency": "EUR", "totalCost": 1,
            "membersBudget": [{"memberId": "ada", "paidValue": 1, "paymentBaseCurrencyValue": 2}]
        }),
    ])
    .await;
    let seen = summary(&ada, &trip).await;
    assert_eq!(
        seen["tripTotalGroupCost"],
        json!(32),
        "15 + 15 + 2, by its own rate"
    );
    assert_eq!(seen["tripTotalPayments"], json!(5));
    assert_eq!(
        seen["unconverted"],
        json!([{"currency": "GBP", "value": 1, "paid": 0}])
    );
}

async fn ignores_payments_in_an_earlier_base_currency(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let paid = json!({
        "currency": "EUR", "totalCost": 10,
        "membersBudget": [{"memberId": "ada", "paidValue": 10, "paymentBaseCurrencyValue": 15}]
    });
    put(&ada, &trip, &[paid]).await;
    assert_eq!(summary(&ada, &trip).await["tripTotalPayments"], json!(15));
    ada.a()
        .update(&trip, &json!({"budget": {"baseCurrency": "USD"}}))
        .await
        .expect_status(200);
    let seen = summary(&ada, &trip).await;
    assert_eq!(
        seen["tripTotalPayments"],
        json!(0),
        "15 were Canadian dollars"
    );
    assert_eq!(
        seen["unconverted"],
        json!([{"currency": "EUR", "value": 10, "paid": 10}])
    );
    // In euros there is nothing to convert.
    ada.a()
        .update(&trip, &json!({"budget": {"baseCurrency": "EUR"}}))
        .await
        .expect_status(200);
    let seen = summary(&ada, &trip).await;
    assert_eq!(
        (&seen["tripTotalGroupCost"], &seen["tripTotalPayments"]),
        (&json!(10), &json!(10))
    );
    ada.a()
        .update(&trip, &json!({"budget": {"baseCurrency": "CAD"}}))
        .await
        .expect_status(200);
    assert_eq!(
        summary(&ada, &trip).await["tripTotalPayments"],
        json!(15),
        "back again, it counts again"
    );
}

async fn rounds_sums_half_to_even_at_the_end(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (base, costs, total) in [
        ("CAD", vec![0.125], json!(0.12)),
        ("CAD", vec![0.135], json!(0.14)),
        ("CAD", vec![0.004, 0.004, 0.004], json!(0.01)),
        ("JPY", vec![0.5], json!(0)),
        ("JPY", vec![1.5], json!(2)),
        ("KWD", vec![0.0005, 0.0001], json!(0.001)),
    ] {
        let trip = sample::trip(&ada, "x").await;
        ada.a()
            .update(&trip, &json!({"budget": {"baseCurrency": base}}))
            .await;
        let budgets: Vec<Value> = costs
            .iter()
            .map(|cost| json!({"totalCost": cost}))
            .collect();
        put(&ada, &trip, &budgets).await;
        assert_eq!(
            summary(&ada, &trip).await["tripTotalGroupCost"],
            total,
            "{base} {costs:?}"
        );
    }
}

async fn rounds_converted_sums_once(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    // A third of a Canadian dollar for a euro: 0.405 EUR are 0.135 CAD, and 0.14 to even.
    for costs in [[0.1, 0.1, 0.205], [0.2, 0.2, 0.005], [0.4, 0.004, 0.001]] {
        let rate = json!({"memberId": "z", "paidValue": 3, "paymentBaseCurrencyValue": 1});
        let share = |amount: f64| json!({"memberId": "a", "cost": amount, "paidValue": amount});
        let budget = |shares: Vec<Value>| json!({"currency": "EUR", "membersBudget": shares});
        let one = vec![budget(
            costs.map(share).into_iter().chain([rate.clone()]).collect(),
        )];
        let three = costs.map(|cost| budget(vec![share(cost), rate.clone()]));
        for (budgets, others) in [(one, 1), (three.to_vec(), 3)] {
            let trip = sample::trip(&ada, "x").await;
            put(&ada, &trip, &budgets).await;
            let seen = summary(&ada, &trip).await;
            let context = format!("{costs:?} in {} budgets: {seen}", budgets.len());
            let by_category = &seen["tripBudgetCategoriesGroupCost"][0]["value"];
            assert_eq!(*by_category, json!(0.14), "{context}");
            assert_eq!(seen["tripTotalGroupCost"], json!(0.14), "{context}");
            let member = json!({"member": "a", "totalCost": 0.14, "totalPayment": 0.14});
            assert_eq!(seen["tripMemberSummary"][0], member, "{context}");
            let payments = &seen["tripTotalPayments"];
            assert_eq!(payments.to_string(), format!("{others}.14"), "{context}");
        }
    }
}

async fn lists_expenditures_separately(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let list = json!([{"expenditure": "Flights", "cost": 612.35}, {"expenditure": "", "cost": 0}]);
    let answer = ada
        .b()
        .update(&trip, &json!({"expenditures": list}))
        .await
        .value();
    assert_eq!(answer["expenditures"], list);
    let detail = ada.a().trip(&trip).await.value();
    assert_eq!(detail["expenditures"], list);
    assert_eq!(detail["budget"]["tripTotalGroupCost"], json!(0));
}

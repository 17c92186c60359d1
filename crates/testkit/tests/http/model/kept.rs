//! Cases that once failed. Each runs on both backends before the random ones.

use serde_json::{Value, json};

use super::operation::{Guard, Operation, Route};

fn put(by: usize, route: Route, body: Value) -> Operation {
    Operation::Put {
        by,
        trip: 0,
        route,
        body,
        guard: Guard::None,
    }
}

fn echo(route: Route) -> Operation {
    Operation::Echo {
        by: 0,
        trip: 0,
        route,
    }
}

fn item(budget: &Value) -> Value {
    json!({"trip_items": [{"item_id": "i1", "item_type": "destination", "budget": budget}]})
}

fn share(cost: &str) -> Value {
    json!({"memberId": "x", "cost": cost})
}

/// A share whose payment says that three units are worth one of the base currency.
fn rated(cost: &str) -> Value {
    json!({
        "memberId": "x",
        "cost": cost,
        "paidValue": "=3",
        "paymentBaseCurrencyValue": "=1",
    })
}

/// The cases by name.
pub(crate) fn cases() -> Vec<(&'static str, Vec<Operation>)> {
    let cases = people().into_iter().chain(sums());
    cases.chain(violations()).collect()
}

/// Cases about violations that hide or repeat others.
fn violations() -> Vec<(&'static str, Vec<Operation>)> {
    let items = |items: Value| vec![put(0, Route::Items, json!({ "trip_items": items }))];
    vec![
        (
            "an invalid total and a repeated id are both listed, each once",
            items(json!([
                {"item_id": "i0", "item_type": "destination", "budget": {"totalCost": "=-1"}},
                {"item_id": "i0", "item_type": "destination"},
            ])),
        ),
        (
            "a total beyond the bounds is not compared with an invalid list of shares",
            items(
                json!([{"item_id": "i0", "item_type": "destination", "budget": {
                    "totalCost": "=1000000000000.1",
                    "membersBudget": [
                        {"memberId": "x", "cost": "=0.1"},
                        {"memberId": "x", "cost": "=1000000000000", "paidValue": "=-1"},
                    ],
                }}]),
            ),
        ),
        (
            "a negative estimate is refused beside a refund",
            items(
                json!([{"item_id": "i0", "item_type": "destination", "budget": {
                    "totalEstimatedCost": "=-1",
                    "membersBudget": [{"memberId": "x", "cost": "=-1"}],
                }}]),
            ),
        ),
    ]
}

/// Cases about members and new trips.
fn people() -> Vec<(&'static str, Vec<Operation>)> {
    vec![
        (
            "members after the deletion of one of them keep their places",
            vec![
                Operation::DeleteAccount { seat: 1 },
                put(0, Route::Management, json!({"members": ["@2", "@3"]})),
            ],
        ),
        (
            "a new trip lists an empty name and the order of its estimate",
            vec![Operation::Create {
                by: 0,
                route: Route::B,
                body: json!({"name": "", "budget": {"lo": "=5"}}),
            }],
        ),
    ]
}

/// Cases about totals of an item and what they are converted to.
fn sums() -> Vec<(&'static str, Vec<Operation>)> {
    vec![
        (
            "a total that equals the sum may be left out",
            vec![
                put(
                    0,
                    Route::Items,
                    item(&json!({"membersBudget": [share("=5")], "totalCost": "=5"})),
                ),
                put(
                    0,
                    Route::Items,
                    item(&json!({"membersBudget": [share("=5")]})),
                ),
            ],
        ),
        (
            "a sum of more than 15 digits is taken back",
            vec![
                put(
                    0,
                    Route::Items,
                    item(&json!({
                        "membersBudget": [share("=0.333333333333333"), share("=100")],
                    })),
                ),
                echo(Route::Items),
            ],
        ),
        (
            "a sum above 10^12 is taken back",
            vec![
                put(
                    0,
                    Route::Items,
                    item(&json!({
                        "membersBudget": [share("=1000000000000"), share("=1")],
                    })),
                ),
                echo(Route::Items),
            ],
        ),
        (
            "a converted sum is rounded once",
            vec![put(
                0,
                Route::Items,
                item(&json!({
                    "currency": "EUR",
                    "membersBudget": [rated("=0.1"), share("=0.1"), share("=0.205")],
                })),
            )],
        ),
    ]
}

use serde_json::{Value, json};
use wayfare_domain::Plan;

use super::*;

const ID: &str = "00000000-0000-4000-8000-000000000001";

fn parse<T: DeserializeOwned>(document: &Value) -> (T, Vec<(String, String, String)>) {
    let mut told = Vec::new();
    let mut tell = |it: BrokenValue| told.push((it.place, it.id, it.reason));
    let parsed = parse_document("plan", &document.to_string(), &mut tell).unwrap();
    (parsed, told)
}

fn payment(id: &str, amount: &str, date: i64) -> Value {
    json!({
        "id": id, "from": "ada", "to": "bob", "amount": amount, "currency": "CAD", "date": date,
        "recorded_by": ID, "recorded_at": 0,
    })
}

#[test]
fn a_broken_payment_is_left_out_alone() {
    let other = "00000000-0000-4000-8000-000000000002";
    let third = "00000000-0000-4000-8000-000000000003";
    let plan = json!({
        "settlements": [
            payment(ID, "1", 253_402_300_800_000), payment(other, "2", 0), payment(third, "0", 0),
        ],
        "expenditures": [{"expenditure": "Visa", "cost": "3"}],
    });
    let (plan, told) = parse::<Plan>(&plan);
    let kept: Vec<String> = plan
        .settlements
        .iter()
        .map(|paid| paid.id.to_string())
        .collect();
    assert_eq!(kept, [other]);
    assert_eq!(plan.expenditures.len(), 1);
    let at = |id: &str, reason: &str| ("plan/settlements".into(), id.into(), reason.into());
    assert_eq!(told[0].1, ID);
    assert!(
        told[0].2.starts_with("must be in the years 1 to 9999"),
        "{told:?}"
    );
    assert_eq!(told[1..], [at(third, "must be above 0")]);
}

#[test]
fn a_broken_field_is_left_out_alone_if_its_object_needs_no_value_there() {
    let items = json!([
        {"id": "a", "kind": "hotel", "day": 1, "start": 253_402_300_800_000_i64},
        {"id": "b", "kind": "hotel", "day": 0},
        {"id": "c", "kind": "hotel", "day": 1, "budget": {"shares": [
            {"member": "", "cost": "4"}, {"member": "ada", "cost": "5"},
        ]}},
    ]);
    let (items, told) = parse::<Vec<wayfare_domain::trip::ItineraryItem>>(&items);
    assert_eq!(items.len(), 2, "{told:?}");
    assert_eq!(items[0].start, None);
    assert_eq!(items[1].budget.shares.len(), 1);
    let places: Vec<&str> = told.iter().map(|(place, ..)| place.as_str()).collect();
    assert_eq!(places, ["plan/start", "plan", "plan/budget/shares"]);
}

#[test]
fn no_reason_quotes_a_value() {
    let plan =
        json!({"time_zone": ["secret"], "expenditures": "secret", "dates": {"start": "secret"}});
    let (plan, told) = parse::<Plan>(&plan);
    assert_eq!(plan, Plan::default());
    assert!(
        told.len() == 3 && !format!("{told:?}").contains("secret"),
        "{told:?}"
    );
}

#[test]
fn a_text_that_is_no_json_is_an_error() {
    assert!(parse_document::<Plan>("plan", "{", &mut |_| {}).is_err());
}

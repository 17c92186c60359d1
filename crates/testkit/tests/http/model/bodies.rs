//! Strategies that generate the bodies of requests: partial, and wrong now and then.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::exact::Fraction;
use super::operation::Route;

impl Route {
    /// Bodies of its `PUT`.
    pub(crate) fn bodies(self) -> BoxedStrategy<Value> {
        match self {
            Self::A => trip_body(a_budget()),
            Self::B => trip_body(estimate()),
            Self::Items => items(),
            Self::AddItem => (item(), select(vec!["i0", "i1", "i2", "i3"]))
                .prop_map(|(item, id)| joined(item, json!({"item_id": id})))
                .boxed(),
            Self::Item(_) => object(0.4, item_fields()),
            Self::MoveItem(_) => {
                let index = object(0.7, vec![("index", text(&["=0", "=1", "=9"]))]);
                (whole(vec![("day", text(&["=1", "=2", "=3"]))]), index)
                    .prop_map(|(day, index)| joined(day, index))
                    .boxed()
            }
            Self::Shift => whole(vec![("days", text(&["=0", "=1", "=-3", "=365"]))]),
            Self::Roles => roles(),
            Self::Rates => rates(),
            Self::Budget => trip_wide()
                .prop_map(|budget| json!({"budget": budget}))
                .boxed(),
            Self::Management => not_empty(object(0.6, people())),
            Self::Map => not_empty(object(
                0.7,
                vec![
                    ("notes", text(&["", "Bring water", "<b>Tickets</b>"])),
                    ("locations", list(location(), 2, 0)),
                ],
            )),
        }
    }
}

type Fields = Vec<(&'static str, BoxedStrategy<Value>)>;

/// An object that has each field with this probability, which is below 1.
fn object(probability: f64, fields: Fields) -> BoxedStrategy<Value> {
    let fields = fields.into_iter().map(|(name, value)| {
        weighted(probability, value).prop_map(move |value| Some((name.to_owned(), value?)))
    });
    let fields: Vec<_> = fields.collect();
    fields
        .prop_map(|fields| Value::Object(fields.into_iter().flatten().collect()))
        .boxed()
}

/// Without the empty object, which says nothing of the part that its path names.
fn not_empty(object: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let has_fields = |object: &Value| object != &json!({});
    object.prop_filter("a part is sent", has_fields).boxed()
}

/// An object with all of these fields.
fn whole(fields: Fields) -> BoxedStrategy<Value> {
    let fields = fields
        .into_iter()
        .map(|(name, value)| value.prop_map(move |value| (name.to_owned(), value)));
    let fields: Vec<_> = fields.collect();
    fields
        .prop_map(|fields| Value::Object(fields.into_iter().collect()))
        .boxed()
}

/// A list of at most `most` values. Empty lists have the weight `empty + 1`, others 9.
fn list(value: BoxedStrategy<Value>, most: usize, empty: u32) -> BoxedStrategy<Value> {
    let some = vec(value, 1..=most).prop_map(Value::Array);
    prop_oneof![empty + 1 => Just(json!([])), 9 => some].boxed()
}

fn text(values: &[&'static str]) -> BoxedStrategy<Value> {
    select(values.to_vec()).prop_map(|text| json!(text)).boxed()
}

/// Amounts whose sums are above 10^12, or have more than 15 digits, or are halves of a cent.
fn amount() -> BoxedStrategy<Value> {
    let good = text(&[
        "=0",
        "=0.1",
        "=0.2",
        "=0.205",
        "=0.005",
        "=100",
        "=0.333333333333333",
        "=999999999999.99",
        "=1000000000000",
    ]);
    prop_oneof![30 => good, 1 => text(&["=-1"])].boxed()
}

/// Bodies of both `POST`s of a trip.
pub(crate) fn new_trip() -> impl Strategy<Value = Value> {
    object(0.5, trip_fields(estimate())).prop_map(|body| joined(json!({"name": "Trip"}), body))
}

fn trip_body(budget: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let mut fields = trip_fields(budget);
    fields.extend(people());
    fields.push(("dest", list(text(&["Xyzzy", "Qwfp", "Zxcv"]), 3, 1)));
    fields.push(("todo", list(text(&["Pack", "Book"]), 2, 1)));
    let spent = amount().prop_map(|cost| json!({"expenditure": "Tickets", "cost": cost}));
    fields.push(("expenditures", list(spent.boxed(), 2, 1)));
    object(0.25, fields)
}

fn trip_fields(budget: BoxedStrategy<Value>) -> Fields {
    let times = text(&["=1777593600", "=1777680000", "=1778803200000"]);
    vec![
        ("name", text(&["Lisbon", "Porto", "Lisbon", "Porto", ""])),
        ("desc", text(&["", "Two weeks"])),
        ("budget", budget),
        (
            "date",
            object(0.7, vec![("start", times.clone()), ("end", times)]),
        ),
        (
            "private",
            any::<bool>().prop_map(|private| json!(private)).boxed(),
        ),
    ]
}

fn people() -> Fields {
    let person = || {
        text(&[
            "@0",
            "@1",
            "@2",
            "@3",
            "#0",
            "#1",
            "#2",
            "#3",
            "@1",
            "nobody-here",
        ])
    };
    let members = list(person(), 4, 1);
    vec![
        ("members", members),
        (
            "private",
            any::<bool>().prop_map(|private| json!(private)).boxed(),
        ),
        (
            "owner",
            weighted(0.2, person())
                .prop_map(|who| who.unwrap_or(json!("@0")))
                .boxed(),
        ),
    ]
}

/// Roles of some seats, which may not be on the trip; now and then the role of the owner.
fn roles() -> BoxedStrategy<Value> {
    let role = || text(&["viewer", "viewer", "viewer", "editor", "editor", "owner"]);
    let seats = vec![
        ("@0", role()),
        ("@1", role()),
        ("@2", role()),
        ("@3", role()),
    ];
    object(0.3, seats)
        .prop_map(|roles| json!({"roles": roles}))
        .boxed()
}

/// Own rates of some currencies, as text or number; now and then a bad one, or that of the base.
fn rates() -> BoxedStrategy<Value> {
    let rate = || {
        let good = text(&["0.5", "=0.5", "0.50", "=0.62", "2"]);
        prop_oneof![12 => good, 1 => text(&["0", "=-1", "1e3"])].boxed()
    };
    let currencies = ["CAD", "EUR", "JPY", "KWD"].map(|code| (code, rate()));
    object(0.4, currencies.into())
        .prop_map(|rates| json!({"rates": rates}))
        .boxed()
}

fn estimate() -> BoxedStrategy<Value> {
    let end = text(&["=0", "=0.1", "=5", "=1000000000000"]);
    object(0.7, vec![("lo", end.clone()), ("hi", end)])
}

/// Any form that Variant A takes.
fn a_budget() -> BoxedStrategy<Value> {
    let base = whole(vec![("baseCurrency", currency())]);
    prop_oneof![estimate(), base, trip_wide()].boxed()
}

fn currency() -> BoxedStrategy<Value> {
    text(&["CAD", "EUR", "JPY", "KWD"])
}

/// Totals that no sum of shares equals: whether a total was sent is then always visible.
fn trip_wide() -> BoxedStrategy<Value> {
    let total = text(&["=7.77", "=999999999999.87"]);
    object(0.4, budget(total, currency()))
}

fn budget(total: BoxedStrategy<Value>, currency: BoxedStrategy<Value>) -> Fields {
    vec![
        ("currency", currency),
        ("category", text(&["", "Food", "Other", "Transportation"])),
        ("totalEstimatedCost", total.clone()),
        ("totalCost", total.clone()),
        ("totalPaidCost", total),
        ("membersBudget", list(share(), 3, 0)),
    ]
}

fn share() -> BoxedStrategy<Value> {
    let known = whole(vec![
        ("memberId", text(&["x", "y"])),
        ("paidValue", text(&["=3", "=6"])),
        ("paymentBaseCurrencyValue", text(&["=1", "=2"])),
    ]);
    let plain = whole(vec![
        ("memberId", text(&["x", "y"])),
        ("paidValue", amount()),
    ]);
    let costs = object(0.8, vec![("cost", amount()), ("estimatedCost", amount())]);
    (prop_oneof![known, plain], costs)
        .prop_map(|(share, costs)| joined(share, costs))
        .boxed()
}

/// Items with ids out of a few, which now and then come twice.
fn items() -> BoxedStrategy<Value> {
    let step = prop_oneof![9 => 1..4_usize, 1 => Just(0)];
    (list(item(), 3, 1), 0..4_usize, step)
        .prop_map(|(mut list, first, step)| {
            for (place, item) in list.as_array_mut().unwrap().iter_mut().enumerate() {
                item["item_id"] = json!(format!("i{}", (first + place * step) % 4));
            }
            json!({"trip_items": list})
        })
        .boxed()
}

/// The fields that the model changes in a single item.
fn item_fields() -> Fields {
    let place = text(&["Xyzzy", "Plugh"]).prop_map(|name| json!({"name": name}));
    vec![
        ("item_type", kind()),
        ("day", text(&["=1", "=2"])),
        ("index", text(&["=0", "=1", "=-1"])),
        (
            "start_time",
            text(&["2026-05-01T09:00:00Z", "2026-05-02T10:30:00Z"]),
        ),
        ("destination", place.boxed()),
    ]
}

fn kind() -> BoxedStrategy<Value> {
    text(&["destination", "transportations", "expense"])
}

fn item() -> BoxedStrategy<Value> {
    let required = whole(vec![("item_type", kind())]);
    let place = text(&["Xyzzy", "Plugh"]).prop_map(|name| json!({"name": name}));
    let currency = prop_oneof![currency(), Just(json!(""))].boxed();
    let optional = object(
        0.7,
        vec![
            ("day", text(&["=1", "=2"])),
            ("index", text(&["=0", "=1"])),
            (
                "start_time",
                text(&["2026-05-01T09:00:00Z", "2026-05-02T10:30:00Z"]),
            ),
            ("destination", place.boxed()),
            (
                "budget",
                (object(0.6, budget(amount(), currency)), any::<bool>())
                    .prop_map(of_sum)
                    .boxed(),
            ),
        ],
    );
    (required, optional)
        .prop_map(|(required, optional)| joined(required, optional))
        .boxed()
}

/// Some totals are what the shares sum up to.
fn of_sum((mut budget, is_sum): (Value, bool)) -> Value {
    if is_sum && let Some(shares) = budget["membersBudget"].as_array() {
        let sum = shares.iter().map(|share| Fraction::of(&share["cost"]));
        let sum = sum.sum::<Fraction>().show();
        // At most 15 digits: others are refused unless the service answered them.
        if sum.as_str().is_some_and(|sum| sum.len() <= 16) {
            budget["totalCost"] = sum;
        }
    }
    budget
        .as_object_mut()
        .unwrap()
        .retain(|_, value| !value.is_null());
    budget
}

fn location() -> BoxedStrategy<Value> {
    let required = whole(vec![("title", text(&["Hotel", "Viewpoint"]))]);
    let dates = json!({"start": "=1777626000", "end": "=1777712400"});
    let train = json!({"type": "train", "distance": "=12.5", "time": "=45", "cost": "=3.2"});
    let optional = object(
        0.5,
        vec![
            ("address", text(&["Rua Augusta 1"])),
            ("date", Just(dates).boxed()),
            ("transportation", Just(train).boxed()),
        ],
    );
    (required, optional)
        .prop_map(|(required, optional)| joined(required, optional))
        .boxed()
}

fn joined(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}

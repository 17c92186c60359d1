//! The budget's summary: categories, members, payments, and other currencies.

mod rounding;

use rust_decimal::Decimal;
use wayfare_domain::trip::Edit;
use wayfare_domain::trip::budget::{BudgetPatch, ShareDraft};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::summary::{BudgetSummary, Unconverted};
use wayfare_domain::{Currency, People, ReferenceRates};

use crate::fixture::{
    TripFixture, amount, base, budget, currency, dec, items, payment, rates, share, short, stay,
};

fn costing(category: &str, shares: Vec<ShareDraft>) -> BudgetPatch {
    BudgetPatch {
        category: Some(short(category)),
        shares: Some(shares),
        ..BudgetPatch::default()
    }
}

fn in_currency(code: &str, draft: BudgetPatch) -> BudgetPatch {
    BudgetPatch {
        currency: Some(currency(code)),
        ..draft
    }
}

fn itinerary(budgets: Vec<BudgetPatch>) -> Edit {
    items(
        budgets
            .into_iter()
            .map(|budget| ItemDraft { budget, ..stay() })
            .collect(),
    )
}

/// A fixture with items of those budgets.
fn of(budgets: Vec<BudgetPatch>) -> TripFixture {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(itinerary(budgets));
    fixture
}

fn summary(fixture: &TripFixture) -> BudgetSummary {
    fixture.trip.budget_summary(
        Currency::CAD,
        &ReferenceRates::default(),
        &People::default(),
    )
}

fn by_reference(fixture: &TripFixture) -> BudgetSummary {
    let rates = rates(&[("CAD", "1.5"), ("JPY", "160"), ("KWD", "0.3")]);
    fixture
        .trip
        .budget_summary(Currency::CAD, &rates, &People::default())
}

fn categories(summary: &BudgetSummary) -> Vec<(&str, String)> {
    summary
        .categories
        .iter()
        .map(|(category, cost)| (category.as_str(), cost.to_string()))
        .collect()
}

fn members(summary: &BudgetSummary) -> Vec<(&str, String, String)> {
    summary
        .members
        .iter()
        .map(|m| (m.member.as_str(), m.cost.to_string(), m.payment.to_string()))
        .collect()
}

fn expect<const N: usize>(rows: [(&'static str, &str); N]) -> Vec<(&'static str, String)> {
    rows.map(|(name, value)| (name, value.to_owned())).into()
}

#[test]
fn a_trip_without_costs_has_empty_sums() {
    let summary = summary(&TripFixture::new());
    assert_eq!(summary.base, Currency::CAD);
    assert!(
        summary.categories.is_empty()
            && summary.members.is_empty()
            && summary.unconverted.is_empty()
    );
    assert_eq!(
        (summary.total_cost, summary.total_payments),
        (Decimal::ZERO, Decimal::ZERO)
    );
}

#[test]
fn categories_come_as_they_first_appear_the_trips_own_budget_first() {
    let mut fixture = of(vec![
        costing("Food and Restaurants", vec![share("ada", "10", "0")]),
        costing("", vec![share("ada", "1", "0")]),
        costing("Activities", vec![]),
        costing("Gifts", vec![share("bob", "0", "1")]),
        costing(
            "Accommodation",
            vec![share("bob", "0.1", "0"), share("ada", "0.2", "0")],
        ),
        costing("Food and Restaurants", vec![share("ada", "2.5", "0")]),
        costing("Other", vec![share("ada", "2", "0")]),
        costing("Gifts", vec![share("ada", "3", "0")]),
    ]);
    fixture.assert_changes(budget(costing(
        "Transportation",
        vec![share("ada", "100", "0")],
    )));
    let summary = summary(&fixture);
    let rows = [
        ("Transportation", "100"),
        ("Food and Restaurants", "12.5"),
        ("Other", "3"),
        ("Gifts", "3"),
        ("Accommodation", "0.3"),
    ];
    assert_eq!(categories(&summary), expect(rows), "none without cost");
    assert_eq!(summary.total_cost, dec("118.8"));
}

#[test]
fn the_cost_of_a_budget_is_its_total_and_members_have_their_own() {
    let total = BudgetPatch {
        total: Some(dec("50")),
        ..costing("Food", vec![share("ada", "10", "5")])
    };
    let summary = summary(&of(vec![total]));
    assert_eq!(
        summary.total_cost,
        dec("50"),
        "a cost that nobody has taken on yet"
    );
    assert_eq!(members(&summary), [("ada", "10".into(), "5".into())]);
}

#[test]
fn members_are_those_with_a_cost_or_a_payment_in_order() {
    let mut fixture = of(vec![
        costing(
            "a",
            vec![
                share("bob", "0", "0"),
                share("cy", "3", "0"),
                share("ada", "0", "4"),
            ],
        ),
        costing(
            "b",
            vec![
                share("ada", "1", "0.5"),
                share("bob", "0", "2"),
                share("Cy", "1", "0"),
            ],
        ),
    ]);
    fixture.assert_changes(budget(costing(
        "c",
        vec![share("dee", "0.1", "0"), share("dee", "0.2", "0")],
    )));
    let summary = summary(&fixture);
    assert_eq!(
        members(&summary),
        [
            ("dee", "0.3".into(), "0".into()),
            ("bob", "0".into(), "2".into()),
            ("cy", "3".into(), "0".into()),
            ("ada", "1".into(), "4.5".into()),
            ("Cy", "1".into(), "0".to_owned()),
        ]
    );
    assert_eq!(summary.total_payments, dec("6.5"));
}

#[test]
fn a_payment_below_the_minor_unit_counts_as_paid() {
    let tiny = || {
        costing(
            "Food",
            vec![share("ada", "0.004", "0.004"), share("bob", "0.004", "0")],
        )
    };
    let summary = summary(&of(vec![tiny()]));
    assert_eq!(
        members(&summary),
        ["ada", "bob"].map(|name| (name, "0".into(), "0".to_owned()))
    );
    assert_eq!(
        summary
            .members
            .iter()
            .map(|member| member.has_paid)
            .collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn a_payments_worth_counts_in_place_of_the_paid_amount() {
    let summary = summary(&of(vec![costing(
        "a",
        vec![payment("ada", "10", "12"), share("bob", "0", "3")],
    )]));
    assert_eq!(summary.total_payments, dec("15"));
}

#[test]
fn another_currency_is_converted_at_the_rate_its_payments_imply() {
    // 30 EUR were worth 48 CAD: 1.6 for one, whatever the reference rate. Bob's payment has no
    // worth of its own, Cy's no amount.
    let shares = vec![
        payment("ada", "10", "17"),
        payment("ada", "20", "31"),
        share("bob", "8", "4"),
        payment("cy", "0", "7"),
    ];
    let fixture = of(vec![in_currency(
        "EUR",
        BudgetPatch {
            total: Some(dec("100")),
            ..costing("Food", shares)
        },
    )]);
    for summary in [summary(&fixture), by_reference(&fixture)] {
        assert_eq!(categories(&summary), expect([("Food", "160")]));
        assert_eq!(summary.total_payments, dec("61.4"));
        assert_eq!(
            members(&summary),
            [
                ("ada", "0".into(), "48".into()),
                ("bob", "12.8".into(), "6.4".into()),
                ("cy", "0".into(), "7".to_owned())
            ]
        );
        assert_eq!(summary.unconverted, []);
    }
}

#[test]
fn without_payments_the_reference_rates_convert() {
    let fixture = of(vec![
        in_currency("EUR", costing("Food", vec![share("ada", "10", "2")])),
        in_currency("JPY", costing("Food", vec![share("ada", "320", "0")])),
    ]);
    let summary = by_reference(&fixture);
    assert_eq!(categories(&summary), expect([("Food", "18")]));
    assert_eq!(summary.total_payments, dec("3"));
    assert_eq!(summary.unconverted, []);
}

#[test]
fn an_amount_without_a_rate_is_listed_and_in_no_sum() {
    let fixture = of(vec![
        in_currency(
            "USD",
            costing(
                "Food",
                vec![share("ada", "10", "2.5"), payment("bob", "0", "9")],
            ),
        ),
        in_currency("EUR", costing("Food", vec![share("ada", "1", "0")])),
        in_currency("USD", costing("Gifts", vec![share("ada", "0.5", "0")])),
        costing("Food", vec![share("ada", "4", "0")]),
    ]);
    let [usd, eur] =
        [("USD", "10.5", "2.5"), ("EUR", "1", "0")].map(|(code, value, paid)| Unconverted {
            currency: currency(code),
            value: dec(value),
            paid: dec(paid),
        });
    let without = summary(&fixture);
    assert_eq!(without.unconverted, [usd.clone(), eur]);
    assert_eq!(
        (categories(&without), without.total_payments),
        (expect([("Food", "4")]), dec("9"))
    );
    assert_eq!(
        members(&without),
        [
            ("ada", "4".into(), "0".into()),
            ("bob", "0".into(), "9".to_owned())
        ]
    );
    let with = by_reference(&fixture);
    assert_eq!(with.unconverted, [usd]);
    assert_eq!(categories(&with), expect([("Food", "5.5")]));
}

#[test]
fn shares_without_a_rate_are_listed_also_of_a_total_of_zero() {
    let mut draft = in_currency("USD", costing("Food", vec![share("ada", "50", "0")]));
    draft.total = Some(dec("0"));
    let fixture = of(vec![draft]);
    let listed = summary(&fixture).unconverted;
    let [usd] = listed.as_slice() else {
        panic!("{listed:?}")
    };
    assert_eq!((usd.currency, usd.value), (currency("USD"), dec("50")));
}

#[test]
fn zero_needs_no_rate() {
    let fixture = of(vec![in_currency(
        "USD",
        costing("Food", vec![share("ada", "0", "0")]),
    )]);
    assert_eq!(summary(&fixture).unconverted, []);
}

#[test]
fn a_worth_in_a_former_base_currency_does_not_count() {
    let mut fixture = of(vec![in_currency(
        "EUR",
        costing(
            "Food",
            vec![ShareDraft {
                cost: amount("20").into(),
                ..payment("ada", "10", "15")
            }],
        ),
    )]);
    assert_eq!(categories(&summary(&fixture)), expect([("Food", "30")]));
    fixture.assert_changes(base("JPY"));
    let unrated = summary(&fixture);
    assert_eq!(
        (unrated.base, unrated.total_payments),
        (currency("JPY"), Decimal::ZERO)
    );
    let left = Unconverted {
        currency: currency("EUR"),
        value: dec("20"),
        paid: dec("10"),
    };
    assert_eq!(
        unrated.unconverted,
        [left],
        "neither the worth nor the rate it implied stand"
    );
    let rated = by_reference(&fixture);
    assert_eq!(
        (rated.total_cost, rated.total_payments),
        (dec("3200"), dec("1600"))
    );
    fixture.assert_changes(base("EUR"));
    let own = summary(&fixture);
    assert_eq!(
        (own.total_cost, own.total_payments),
        (dec("20"), dec("10")),
        "in its own currency nothing is converted"
    );
    fixture.assert_changes(base("CAD"));
    assert_eq!(
        summary(&fixture).total_payments,
        dec("15"),
        "back in the first one, it counts again"
    );
}

#[test]
fn a_budget_without_currency_is_in_the_base_currency() {
    let mut fixture = of(vec![costing("Food", vec![share("ada", "5", "0")])]);
    fixture.assert_changes(base("JPY"));
    assert_eq!(
        (summary(&fixture).base, summary(&fixture).total_cost),
        (currency("JPY"), dec("5"))
    );
}

#[test]
fn expenditures_are_not_in_the_summary() {
    let mut fixture = TripFixture::new();
    let spent = wayfare_domain::trip::Expenditure {
        expenditure: short("tram"),
        cost: amount("3").into(),
    };
    fixture.assert_changes(Edit::Expenditures(vec![spent]));
    assert_eq!(summary(&fixture).total_cost, Decimal::ZERO);
}

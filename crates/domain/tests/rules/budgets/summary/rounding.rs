//! Rounding of sums, and their bounds.

use super::{by_reference, categories, costing, expect, in_currency, of, summary};
use crate::fixture::{amount, base, dec, payment, share};
use rust_decimal::Decimal;
use wayfare_domain::trip::budget::{BudgetPatch, ShareDraft};
use wayfare_domain::{Amount, Currency, People, ReferenceRates};

#[test]
fn each_sum_is_rounded_once_at_its_end_half_to_even() {
    let halves = |code: &str, cost: &str, n: usize| {
        let mut fixture = of(vec![costing("a", vec![share("ada", cost, cost); n])]);
        fixture.apply(base(code)).unwrap();
        summary(&fixture)
    };
    for (code, cost, n, sum) in [
        ("CAD", "0.005", 1, "0"),
        ("CAD", "0.005", 2, "0.01"),
        ("CAD", "0.005", 3, "0.02"),
        ("JPY", "0.5", 1, "0"),
        ("JPY", "0.5", 3, "2"),
        ("KWD", "0.0005", 3, "0.002"),
        ("KWD", "1.2345", 1, "1.234"),
    ] {
        let summary = halves(code, cost, n);
        let expected = dec(sum);
        assert_eq!(
            (summary.total_cost, summary.total_payments),
            (expected, expected),
            "{n} times {cost} {code}"
        );
        assert_eq!(
            (summary.members[0].cost, summary.members[0].payment),
            (expected, expected)
        );
    }
}

#[test]
fn a_conversion_to_an_exact_tie_is_a_tie() {
    // A third of 0.045 is 0.015: half to even makes it 0.02, where 0.333… times it would fall
    // below.
    let draft = costing(
        "Food",
        vec![ShareDraft {
            cost: amount("0.045").into(),
            ..payment("ada", "3", "1")
        }],
    );
    assert_eq!(
        summary(&of(vec![in_currency("EUR", draft)])).total_cost,
        dec("0.02")
    );
}

#[test]
fn a_sum_of_converted_amounts_is_rounded_once() {
    // Each cost is converted at 1/3; both sums are 0.405 / 3 = 0.135.
    for costs in [["0.1", "0.1", "0.205"], ["0.2", "0.2", "0.005"]] {
        let rate = payment("ada", "3", "1");
        let shares = costs.iter().map(|cost| share("bob", cost, cost));
        let one_budget = vec![in_currency(
            "EUR",
            costing("Food", shares.chain([rate.clone()]).collect()),
        )];
        let budgets = costs.iter().map(|cost| {
            let shares = vec![share("bob", cost, cost), rate.clone()];
            in_currency("EUR", costing("Food", shares))
        });
        for budgets in [one_budget, budgets.collect()] {
            let payments_at_rate = Decimal::from(budgets.len());
            let summary = summary(&of(budgets));
            assert_eq!(categories(&summary), expect([("Food", "0.14")]));
            assert_eq!(summary.total_payments, payments_at_rate + dec("0.14"));
            let bob = summary
                .members
                .iter()
                .find(|member| member.member == "bob")
                .unwrap();
            assert_eq!((bob.cost, bob.payment), (dec("0.14"), dec("0.14")));
        }
    }
}

#[test]
fn a_sum_over_several_rates_is_rounded_once() {
    // 0.01 / 3 + 0.01 / 6 = 0.005, a tie that goes to 0.
    let at = |code: &str, paid: &str, worth: &str, cost: &str| {
        let share = ShareDraft {
            cost: amount(cost).into(),
            ..payment("ada", paid, worth)
        };
        in_currency(code, costing("Food", vec![share]))
    };
    let halves = vec![at("EUR", "3", "1", "0.01"), at("USD", "6", "1", "0.01")];
    assert_eq!(categories(&summary(&of(halves))), expect([("Food", "0")]));
    // 0.03 / 3 + 0.005 * 3 / 7 + 0.005 * 4 / 7 = 0.015, a tie that goes to 0.02.
    let odd = vec![
        at("EUR", "3", "1", "0.03"),
        at("USD", "7", "3", "0.005"),
        at("JPY", "7", "4", "0.005"),
    ];
    let summary = summary(&of(odd));
    assert_eq!(categories(&summary), expect([("Food", "0.02")]));
}

#[test]
fn sums_over_a_thousand_rates_are_exact() {
    let budget = |place: usize| {
        let members = (0..20).map(|member| ShareDraft {
            cost: amount("0.01").into(),
            ..share(&format!("m{member}"), "0", "0")
        });
        // The rate differs from item to item.
        let paid = Decimal::new(700_000_000_000_001 + i64::try_from(place).unwrap(), 14);
        let rate = ShareDraft {
            paid: Amount::new(paid).unwrap().into(),
            ..payment("payer", "0", "1.23456789012345")
        };
        in_currency("EUR", costing("Food", members.chain([rate]).collect()))
    };
    let summary = summary(&of((0..1_000).map(budget).collect()));
    // 1000 * 0.01 * 1.23456789012345 / 7.0000000000050
    assert_eq!(summary.members[0].cost, dec("1.76"));
    assert_eq!(categories(&summary), expect([("Food", "35.27")]));
}

#[test]
fn the_total_is_the_sum_of_the_categories_as_shown() {
    let fixture = of(vec![
        costing("a", vec![share("ada", "0.015", "0")]),
        costing("b", vec![share("ada", "0.015", "0")]),
    ]);
    let summary = summary(&fixture);
    assert_eq!(categories(&summary), expect([("a", "0.02"), ("b", "0.02")]));
    assert_eq!(summary.total_cost, dec("0.04"));
}

#[test]
fn sums_of_the_greatest_amounts_do_not_panic() {
    let greatest = "1000000000000";
    let many = || {
        (0..100).map(|n| ShareDraft {
            cost: amount(greatest).into(),
            ..payment(&n.to_string(), greatest, greatest)
        })
    };
    let fixture = of(vec![
        in_currency("EUR", costing("a", many().collect())),
        in_currency("USD", costing("a", many().collect())),
    ]);
    let summary = summary(&fixture);
    assert_eq!(
        (summary.total_cost, summary.total_payments),
        (dec("200000000000000"), dec("200000000000000"))
    );
    let least = Amount::new(Decimal::new(1, 28)).unwrap();
    let extreme = vec![ShareDraft {
        cost: amount(greatest).into(),
        paid: least.into(),
        ..payment("ada", "0", greatest)
    }];
    let fixture = of(vec![in_currency("EUR", costing("a", extreme))]);
    assert_eq!(
        by_reference(&fixture).members.len(),
        1,
        "an extreme rate must not panic"
    );
}

#[test]
fn apportioned_sums_agree() {
    let third = |member| share(member, "33.333333", "33.333333");
    let thirds = |total: &str| BudgetPatch {
        total: Some(dec(total)),
        ..costing("a", vec![third("ada"), third("ben"), third("cy")])
    };
    let fixture = of(vec![
        thirds("99.999999"),
        costing("b", vec![share("ben", "7.005", "0")]),
        costing("c", vec![share("cy", "0.005", "0")]),
    ]);
    let rates = ReferenceRates::default();
    let summary = fixture
        .trip
        .apportioned_summary(Currency::CAD, &rates, &People::default());
    let costs: Vec<Decimal> = summary.members.iter().map(|member| member.cost).collect();
    assert_eq!(costs, [dec("33.33"), dec("40.34"), dec("33.34")]);
    let payments: Decimal = summary.members.iter().map(|member| member.payment).sum();
    assert_eq!((payments, summary.total_payments), (dec("100"), dec("100")));
    assert_eq!(summary.total_cost, dec("107.01"));
    assert_eq!(costs.iter().sum::<Decimal>(), summary.total_cost);
    let categories = summary.categories.iter().map(|(_, cost)| *cost);
    assert_eq!(categories.sum::<Decimal>(), summary.total_cost);
}

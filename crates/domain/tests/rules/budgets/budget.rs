//! Budgets: totals that are sums over the shares until sent, merging by key, and answers sent back.

use rust_decimal::Decimal;
use wayfare_domain::trip::budget::{BudgetPatch, ShareDraft};
use wayfare_domain::trip::edit::EstimatePatch;
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::{Budget, Edit};
use wayfare_domain::{Currency, SignedAmount};

use crate::fixture::{
    TripFixture, amount, at, base, budget, currency, dec, items, payment, share, short, signed,
    stay, stay_of,
};

fn shares(shares: Vec<ShareDraft>) -> BudgetPatch {
    BudgetPatch {
        shares: Some(shares),
        ..BudgetPatch::default()
    }
}

fn total(total: &str) -> BudgetPatch {
    BudgetPatch {
        total: Some(dec(total)),
        ..BudgetPatch::default()
    }
}

fn total_of(budget: BudgetPatch, total: &str) -> BudgetPatch {
    BudgetPatch {
        total: Some(dec(total)),
        ..budget
    }
}

/// A budget as it is answered.
fn answered(budget: &Budget, currency: Option<Currency>) -> BudgetPatch {
    let shares = budget.shares.iter().map(|share| ShareDraft {
        member: share.member.clone(),
        name: share.name.clone(),
        estimated: share.estimated,
        cost: share.cost,
        paid: share.paid,
        paid_at: share.paid_at,
        payment: share
            .payment
            .map_or(SignedAmount::ZERO, |payment| payment.value),
    });
    BudgetPatch {
        currency,
        category: Some(budget.category.clone()),
        estimated: Some(budget.total_estimated()),
        total: Some(budget.total_cost()),
        paid: Some(budget.total_paid()),
        shares: Some(shares.collect()),
    }
}

fn totals(budget: &Budget) -> [String; 3] {
    [
        budget.total_estimated(),
        budget.total_cost(),
        budget.total_paid(),
    ]
    .map(|total| total.to_string())
}

#[test]
fn totals_left_out_are_the_sums_over_the_shares() {
    let mut fixture = TripFixture::new();
    let estimated = ShareDraft {
        estimated: amount("7.5"),
        ..share("bob", "0.2", "4")
    };
    fixture.assert_changes(budget(shares(vec![share("ada", "0.1", "3"), estimated])));
    assert_eq!(totals(&fixture.trip.plan.budget), ["7.5", "0.3", "7"]);
    fixture.assert_changes(budget(shares(vec![share("ada", "1", "0")])));
    assert_eq!(totals(&fixture.trip.plan.budget), ["0", "1", "0"]);
}

#[test]
fn a_total_that_was_sent_stays_and_may_differ_from_the_sum() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(budget(shares(vec![share("ada", "10", "0")])));
    fixture.assert_changes(budget(total("25")));
    assert_eq!(fixture.trip.plan.budget.total_cost(), dec("25"));
    fixture.assert_changes(budget(shares(vec![share("ada", "12", "0")])));
    assert_eq!(fixture.trip.plan.budget.total_cost(), dec("25"));
    fixture.assert_changes(budget(BudgetPatch {
        total: Some(dec("13")),
        ..shares(vec![share("ada", "13", "0")])
    }));
    fixture.assert_changes(budget(shares(vec![share("ada", "14", "0")])));
    assert_eq!(fixture.trip.plan.budget.total_cost(), dec("13"));
}

#[test]
fn an_answered_total_sent_back_stays_a_sum() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(budget(shares(vec![share("ada", "10", "2")])));
    fixture.assert_unchanged(budget(total("10.00")));
    fixture.assert_unchanged(budget(answered(
        &fixture.trip.plan.budget,
        Some(Currency::CAD),
    )));
    fixture.assert_changes(budget(shares(vec![share("ada", "12", "2")])));
    assert_eq!(
        totals(&fixture.trip.plan.budget),
        ["0", "12", "2"],
        "still a sum"
    );
}

#[test]
fn keys_merge_one_by_one() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(budget(BudgetPatch {
        category: Some(short("Food")),
        ..shares(vec![share("ada", "1", "1")])
    }));
    fixture.assert_changes(base("EUR"));
    fixture.assert_changes(budget(BudgetPatch {
        estimated: Some(dec("9")),
        ..BudgetPatch::default()
    }));
    let budget = &fixture.trip.plan.budget;
    assert_eq!(
        (budget.category(), budget.currency, budget.shares.len()),
        ("Food", Some(currency("EUR")), 1)
    );
    assert_eq!(totals(budget), ["9", "1", "1"]);
}

#[test]
fn an_empty_category_counts_as_other() {
    let mut fixture = TripFixture::new();
    assert_eq!(fixture.trip.plan.budget.category(), "Other");
    fixture.assert_changes(budget(BudgetPatch {
        category: Some(short("Gifts and Souvenirs")),
        ..BudgetPatch::default()
    }));
    fixture.assert_changes(budget(BudgetPatch {
        category: Some(short("")),
        ..BudgetPatch::default()
    }));
    assert_eq!(fixture.trip.plan.budget.category(), "Other");
}

#[test]
fn the_base_currency_is_the_default_until_one_is_set() {
    let mut fixture = TripFixture::new();
    assert_eq!(fixture.trip.base_currency(currency("EUR")), currency("EUR"));
    fixture.assert_unchanged(base("CAD"));
    fixture.assert_changes(base("JPY"));
    assert_eq!(fixture.trip.base_currency(Currency::CAD), currency("JPY"));
    fixture.assert_changes(base("CAD"));
    assert_eq!(
        fixture.trip.base_currency(currency("EUR")),
        Currency::CAD,
        "now it was chosen"
    );
}

#[test]
fn estimates_merge_by_end_and_do_not_cross() {
    let estimate = |lo: Option<&str>, hi: Option<&str>| {
        Edit::Estimate(EstimatePatch {
            lo: lo.map(amount),
            hi: hi.map(amount),
        })
    };
    let mut fixture = TripFixture::new();
    fixture.assert_unchanged(estimate(Some("0"), Some("0")));
    fixture.assert_changes(estimate(Some("100"), Some("200")));
    fixture.assert_changes(estimate(None, Some("150.5")));
    assert_eq!(
        (fixture.trip.plan.estimate.lo, fixture.trip.plan.estimate.hi),
        (amount("100"), amount("150.5"))
    );
    assert_eq!(
        fixture.violations(estimate(Some("151"), None)),
        ["/estimate/lo"]
    );
    assert_eq!(
        fixture.violations(estimate(None, Some("99"))),
        ["/estimate/hi"]
    );
    assert_eq!(
        fixture.violations(estimate(Some("2"), Some("1"))),
        ["/estimate/lo"]
    );
    fixture.assert_changes(estimate(Some("150.5"), None));
}

#[test]
fn a_payment_keeps_the_base_currency_it_was_written_in() {
    let mut fixture = TripFixture::new();
    let item = |draft: BudgetPatch| {
        items(vec![ItemDraft {
            budget: draft,
            ..stay_of("a")
        }])
    };
    fixture.assert_changes(item(BudgetPatch {
        currency: Some(currency("EUR")),
        ..shares(vec![payment("ada", "10", "15"), payment("bob", "10", "16")])
    }));
    fixture.assert_changes(base("JPY"));
    let sent_back =
        |fixture: &TripFixture| answered(&fixture.trip.itinerary[0].budget, Some(currency("EUR")));
    fixture.assert_unchanged(item(sent_back(&fixture)));
    let mut without_ada = sent_back(&fixture);
    without_ada.shares.as_mut().unwrap().remove(0);
    without_ada.paid = None;
    fixture.assert_changes(item(without_ada));
    let kept = fixture.trip.itinerary[0].budget.shares[0].payment.unwrap();
    assert_eq!(
        (kept.value, kept.currency),
        (signed("16"), Currency::CAD),
        "in another place it is still that payment"
    );
    fixture.assert_changes(item(BudgetPatch {
        currency: Some(currency("EUR")),
        ..shares(vec![payment("bob", "10", "1700")])
    }));
    let written = fixture.trip.itinerary[0].budget.shares[0].payment.unwrap();
    assert_eq!(
        (written.value, written.currency),
        (signed("1700"), currency("JPY"))
    );
}

#[test]
fn a_payment_worth_zero_counts_as_left_out() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(budget(shares(vec![payment("ada", "10", "0")])));
    assert_eq!(fixture.trip.plan.budget.shares[0].payment, None);
}

#[test]
fn an_items_budget_sent_back_as_answered_changes_nothing() {
    let mut fixture = TripFixture::new();
    let item = |id: &str, draft: BudgetPatch| ItemDraft {
        budget: draft,
        ..stay_of(id)
    };
    let sums = shares(vec![share("ada", "10", "2"), share("bob", "3", "0")]);
    fixture.assert_changes(items(vec![
        item("none", BudgetPatch::default()),
        item("sums", sums.clone()),
        item(
            "own",
            BudgetPatch {
                total: Some(dec("99")),
                ..sums.clone()
            },
        ),
        item(
            "equal",
            BudgetPatch {
                total: Some(dec("13")),
                ..sums
            },
        ),
        item(
            "zero",
            BudgetPatch {
                total: Some(Decimal::ZERO),
                ..BudgetPatch::default()
            },
        ),
    ]));
    let again = |fixture: &TripFixture| {
        fixture
            .trip
            .itinerary
            .iter()
            .map(|i| item(&i.id, answered(&i.budget, i.budget.currency)))
            .collect()
    };
    fixture.assert_unchanged(items(again(&fixture)));
    let mut edited: Vec<ItemDraft> = again(&fixture);
    for draft in &mut edited {
        draft.budget.total = None;
    }
    fixture.assert_changes(items(edited));
    let costs: Vec<_> = fixture
        .trip
        .itinerary
        .iter()
        .map(|item| item.budget.total_cost())
        .collect();
    assert_eq!(
        costs,
        ["0", "13", "13", "13", "0"].map(dec),
        "left out of a whole item, totals are sums again"
    );
}

#[test]
fn an_item_total_that_equals_the_sum_may_be_left_out_without_a_change() {
    let mut fixture = TripFixture::new();
    let item = |draft: BudgetPatch| {
        items(vec![ItemDraft {
            budget: draft,
            ..stay_of("a")
        }])
    };
    let sums = shares(vec![share("ada", "10", "2"), share("bob", "3", "0")]);
    fixture.assert_changes(item(BudgetPatch {
        estimated: Some(Decimal::ZERO),
        total: Some(dec("13.0")),
        paid: Some(dec("2")),
        ..sums.clone()
    }));
    fixture.assert_unchanged(item(sums.clone()));
    fixture.assert_unchanged(item(total_of(sums.clone(), "13")));
    fixture.assert_changes(item(total_of(sums.clone(), "14")));
    fixture.assert_changes(item(sums));
}

#[test]
fn a_trip_total_that_equals_the_sum_may_be_left_out_without_a_change() {
    let mut fixture = TripFixture::new();
    let sums = shares(vec![share("ada", "10", "2")]);
    fixture.assert_changes(budget(total_of(sums.clone(), "10")));
    fixture.assert_unchanged(budget(sums));
    fixture.assert_unchanged(budget(BudgetPatch::default()));
}

#[test]
fn a_sum_beyond_the_bounds_of_an_amount_is_accepted_back() {
    for costs in [["1000000000000", "0.5"], ["0.333333333333333", "100"]] {
        let share = |place: usize| ShareDraft {
            estimated: amount(costs[place]),
            ..share("ada", costs[place], costs[place])
        };
        let sums = shares(vec![share(0), share(1)]);
        let mut fixture = TripFixture::new();
        fixture.assert_changes(budget(sums.clone()));
        fixture.assert_unchanged(budget(answered(
            &fixture.trip.plan.budget,
            Some(Currency::CAD),
        )));
        let item = |budget: BudgetPatch| {
            items(vec![ItemDraft {
                budget,
                ..stay_of("a")
            }])
        };
        fixture.assert_changes(item(sums));
        let sent_back = answered(&fixture.trip.itinerary[0].budget, None);
        fixture.assert_unchanged(item(sent_back.clone()));
        let anonymous = ItemDraft {
            budget: sent_back,
            ..stay()
        };
        fixture.assert_unchanged(items(vec![anonymous]));
        // With other shares the total is no longer a sum, so the bounds of an amount hold.
        let stale = BudgetPatch {
            shares: Some(vec![]),
            ..answered(&fixture.trip.itinerary[0].budget, None)
        };
        let totals =
            |path: &str| ["estimated", "total", "paid"].map(|total| format!("{path}/{total}"));
        assert_eq!(fixture.violations(budget(stale.clone())), totals("/budget"));
        assert_eq!(
            fixture.violations(item(stale)),
            totals("/itinerary/0/budget")
        );
    }
}

#[test]
fn totals_must_be_amounts() {
    let mut fixture = TripFixture::new();
    let totals = |paid: &str| BudgetPatch {
        paid: Some(dec(paid)),
        ..total_of(BudgetPatch::default(), "1000000000001")
    };
    let paths = ["/budget/total", "/budget/paid"];
    assert_eq!(fixture.violations(budget(totals("-1000000000001"))), paths);
    assert_eq!(
        fixture.violations(budget(totals("1.000000000000001"))),
        paths
    );
    let item = ItemDraft {
        budget: totals("-1000000000001"),
        start: Some(at("2026-05-01T10:00:00Z")),
        end: Some(at("2026-05-01T09:00:00Z")),
        ..stay()
    };
    assert_eq!(
        fixture.violations(items(vec![stay(), item])),
        [
            "/itinerary/1/end",
            "/itinerary/1/budget/total",
            "/itinerary/1/budget/paid"
        ]
    );
}

#[test]
fn costs_and_payments_of_one_budget_are_of_one_sign() {
    let mut fixture = TripFixture::new();
    let shares = |shares: Vec<ShareDraft>| BudgetPatch {
        shares: Some(shares),
        ..BudgetPatch::default()
    };
    let refund = shares(vec![share("ada", "-10", "-20"), share("ben", "-10", "0")]);
    fixture.assert_changes(budget(refund));
    assert_eq!(fixture.trip.plan.budget.total_cost(), dec("-20"));
    // Checked with what is stored.
    assert_eq!(
        fixture.violations(budget(total_of(BudgetPatch::default(), "5"))),
        [
            "/budget/membersBudget/0/cost",
            "/budget/membersBudget/0/paidValue",
            "/budget/membersBudget/1/cost"
        ]
    );
    let mixed = shares(vec![share("ada", "-10", "0"), share("ben", "10", "0")]);
    assert_eq!(
        fixture.violations(budget(mixed)),
        ["/budget/membersBudget/1/cost"]
    );
    fixture.assert_changes(budget(total_of(BudgetPatch::default(), "-25")));
}

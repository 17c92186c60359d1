//! Budgets: totals that follow from the shares until sent, what is merged by key, and what is sent
//! back as it stood.

use wayfare_domain::trip::budget::{BudgetDraft, ShareDraft};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::patch::EstimatePatch;
use wayfare_domain::trip::{Budget, TripPatch};
use wayfare_domain::{Amount, Currency};

use crate::fixture::{
    Desk, amount, base, budget, currency, dec, items, payment, share, short, stay_of,
};

fn shares(shares: Vec<ShareDraft>) -> BudgetDraft {
    BudgetDraft {
        shares: Some(shares),
        ..BudgetDraft::default()
    }
}

fn total(total: &str) -> BudgetDraft {
    BudgetDraft {
        total: Some(amount(total)),
        ..BudgetDraft::default()
    }
}

/// A budget as it is answered.
fn answered(budget: &Budget, currency: Option<Currency>) -> BudgetDraft {
    let shares = budget.shares.iter().map(|share| ShareDraft {
        member: share.member.clone(),
        name: share.name.clone(),
        estimated: share.estimated,
        cost: share.cost,
        paid: share.paid,
        paid_at: share.paid_at,
        payment: share.payment.map_or(Amount::ZERO, |payment| payment.value),
    });
    BudgetDraft {
        currency,
        category: Some(budget.category.clone()),
        estimated: Amount::new(budget.total_estimated()).ok(),
        total: Amount::new(budget.total_cost()).ok(),
        paid: Amount::new(budget.total_paid()).ok(),
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
    let mut desk = Desk::new();
    let estimated = ShareDraft {
        estimated: amount("7.5"),
        ..share("bob", "0.2", "4")
    };
    desk.changes(budget(shares(vec![share("ada", "0.1", "3"), estimated])));
    assert_eq!(totals(&desk.trip.plan.budget), ["7.5", "0.3", "7"]);
    desk.changes(budget(shares(vec![share("ada", "1", "0")])));
    assert_eq!(totals(&desk.trip.plan.budget), ["0", "1", "0"]);
}

#[test]
fn a_total_that_was_sent_stays_and_may_differ_from_the_sum() {
    let mut desk = Desk::new();
    desk.changes(budget(shares(vec![share("ada", "10", "0")])));
    desk.changes(budget(total("25")));
    assert_eq!(desk.trip.plan.budget.total_cost(), dec("25"));
    desk.changes(budget(shares(vec![share("ada", "12", "0")])));
    assert_eq!(desk.trip.plan.budget.total_cost(), dec("25"));
    desk.changes(budget(BudgetDraft {
        total: Some(amount("13")),
        ..shares(vec![share("ada", "13", "0")])
    }));
    desk.changes(budget(shares(vec![share("ada", "14", "0")])));
    assert_eq!(desk.trip.plan.budget.total_cost(), dec("13"));
}

#[test]
fn a_total_sent_back_as_it_stood_stays_a_sum() {
    let mut desk = Desk::new();
    desk.changes(budget(shares(vec![share("ada", "10", "2")])));
    desk.keeps(budget(total("10.00")));
    desk.keeps(budget(answered(
        &desk.trip.plan.budget,
        Some(Currency::CAD),
    )));
    desk.changes(budget(shares(vec![share("ada", "12", "2")])));
    assert_eq!(
        totals(&desk.trip.plan.budget),
        ["0", "12", "2"],
        "still a sum"
    );
}

#[test]
fn keys_merge_one_by_one() {
    let mut desk = Desk::new();
    desk.changes(budget(BudgetDraft {
        category: Some(short("Food")),
        ..shares(vec![share("ada", "1", "1")])
    }));
    desk.changes(base("EUR"));
    desk.changes(budget(BudgetDraft {
        estimated: Some(amount("9")),
        ..BudgetDraft::default()
    }));
    let budget = &desk.trip.plan.budget;
    assert_eq!(
        (budget.category(), budget.currency, budget.shares.len()),
        ("Food", Some(currency("EUR")), 1)
    );
    assert_eq!(totals(budget), ["9", "1", "1"]);
}

#[test]
fn an_empty_category_counts_as_other() {
    let mut desk = Desk::new();
    assert_eq!(desk.trip.plan.budget.category(), "Other");
    desk.changes(budget(BudgetDraft {
        category: Some(short("Gifts and Souvenirs")),
        ..BudgetDraft::default()
    }));
    desk.changes(budget(BudgetDraft {
        category: Some(short("")),
        ..BudgetDraft::default()
    }));
    assert_eq!(desk.trip.plan.budget.category(), "Other");
}

#[test]
fn the_base_currency_is_the_default_until_one_is_set() {
    let mut desk = Desk::new();
    assert_eq!(desk.trip.base_currency(currency("EUR")), currency("EUR"));
    desk.keeps(base("CAD"));
    desk.changes(base("JPY"));
    assert_eq!(desk.trip.base_currency(Currency::CAD), currency("JPY"));
    desk.changes(base("CAD"));
    assert_eq!(
        desk.trip.base_currency(currency("EUR")),
        Currency::CAD,
        "now it was chosen"
    );
}

#[test]
fn estimates_merge_by_end_and_do_not_cross() {
    let estimate = |lo: Option<&str>, hi: Option<&str>| TripPatch {
        estimate: EstimatePatch {
            lo: lo.map(amount),
            hi: hi.map(amount),
        },
        ..TripPatch::default()
    };
    let mut desk = Desk::new();
    desk.keeps(estimate(Some("0"), Some("0")));
    desk.changes(estimate(Some("100"), Some("200")));
    desk.changes(estimate(None, Some("150.5")));
    assert_eq!(
        (desk.trip.plan.estimate.lo, desk.trip.plan.estimate.hi),
        (amount("100"), amount("150.5"))
    );
    assert_eq!(desk.refused(estimate(Some("151"), None)), ["/budget/lo"]);
    assert_eq!(desk.refused(estimate(None, Some("99"))), ["/budget/hi"]);
    assert_eq!(desk.refused(estimate(Some("2"), Some("1"))), ["/budget/lo"]);
    desk.changes(estimate(Some("150.5"), None));
}

#[test]
fn a_payment_keeps_the_base_currency_it_was_written_in() {
    let mut desk = Desk::new();
    let item = |draft: BudgetDraft| {
        items(vec![ItemDraft {
            budget: draft,
            ..stay_of("a")
        }])
    };
    desk.changes(item(BudgetDraft {
        currency: Some(currency("EUR")),
        ..shares(vec![payment("ada", "10", "15"), payment("bob", "10", "16")])
    }));
    desk.changes(base("JPY"));
    let sent_back = |desk: &Desk| answered(&desk.trip.itinerary[0].budget, Some(currency("EUR")));
    desk.keeps(item(sent_back(&desk)));
    let mut without_ada = sent_back(&desk);
    without_ada.shares.as_mut().unwrap().remove(0);
    without_ada.paid = None;
    desk.changes(item(without_ada));
    let kept = desk.trip.itinerary[0].budget.shares[0].payment.unwrap();
    assert_eq!(
        (kept.value, kept.currency),
        (amount("16"), Currency::CAD),
        "in another place it is still that payment"
    );
    desk.changes(item(BudgetDraft {
        currency: Some(currency("EUR")),
        ..shares(vec![payment("bob", "10", "1700")])
    }));
    let written = desk.trip.itinerary[0].budget.shares[0].payment.unwrap();
    assert_eq!(
        (written.value, written.currency),
        (amount("1700"), currency("JPY"))
    );
}

#[test]
fn a_payments_worth_of_zero_is_none() {
    let mut desk = Desk::new();
    desk.changes(budget(shares(vec![payment("ada", "10", "0")])));
    assert_eq!(desk.trip.plan.budget.shares[0].payment, None);
}

#[test]
fn an_items_budget_sent_back_as_answered_changes_nothing() {
    let mut desk = Desk::new();
    let item = |id: &str, draft: BudgetDraft| ItemDraft {
        budget: draft,
        ..stay_of(id)
    };
    let sums = shares(vec![share("ada", "10", "2"), share("bob", "3", "0")]);
    desk.changes(items(vec![
        item("none", BudgetDraft::default()),
        item("sums", sums.clone()),
        item(
            "own",
            BudgetDraft {
                total: Some(amount("99")),
                ..sums.clone()
            },
        ),
        item(
            "equal",
            BudgetDraft {
                total: Some(amount("13")),
                ..sums
            },
        ),
        item(
            "zero",
            BudgetDraft {
                total: Some(Amount::ZERO),
                ..BudgetDraft::default()
            },
        ),
    ]));
    let again = |desk: &Desk| {
        desk.trip
            .itinerary
            .iter()
            .map(|i| item(&i.id, answered(&i.budget, i.budget.currency)))
            .collect()
    };
    desk.keeps(items(again(&desk)));
    let mut edited: Vec<ItemDraft> = again(&desk);
    for draft in &mut edited {
        draft.budget.total = None;
    }
    desk.changes(items(edited));
    let costs: Vec<_> = desk
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

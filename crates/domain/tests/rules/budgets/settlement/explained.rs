//! A settlement explained: lines that add up to its sums, and why payments are proposed.

use proptest::prelude::*;
use rust_decimal::Decimal;
use wayfare_domain::trip::Edit;
use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::conversion::RateSource;
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::settlement::explained::{Entry, Explained, Line, Side};
use wayfare_domain::{Currency, People};

use super::recorded::{draft, record};
use super::{settle, trip};
use crate::fixture::{
    TripFixture, amount, at, base, budget, currency, import, items, payment, share, stay_of,
};

/// A line as text: side, entry, amount, rate with its source, and worth.
fn text(line: &Line<'_>) -> String {
    let side = match line.side {
        Side::Paid => "paid",
        Side::Unpaid => "unpaid",
        Side::Owed => "owed",
    };
    let entry = match line.entry {
        Entry::Trip => "trip",
        Entry::Item(item) => &item.id,
        Entry::Recorded(_) => "recorded",
        Entry::Rounding => "rounding",
    };
    let (amount, code) = (line.amount, line.currency.code());
    let Some(worth) = line.worth else {
        return format!("{side} {entry} {code} {amount}");
    };
    let source = match worth.source {
        RateSource::Base => "base".to_owned(),
        RateSource::Payments => "payments".to_owned(),
        RateSource::Trip => "own".to_owned(),
        RateSource::Reference(day) => day.to_string(),
    };
    let rate = worth
        .rate
        .map(|rate| format!(" at {rate}"))
        .unwrap_or_default();
    format!(
        "{side} {entry} {code} {amount}{rate} ({source}) = {}",
        worth.value
    )
}

fn lines(explained: &Explained<'_>, member: &str) -> Vec<String> {
    let party = explained
        .parties
        .iter()
        .find(|party| party.member == member);
    party.unwrap().lines.iter().map(text).collect()
}

/// An item in another currency.
fn foreign(
    id: &str,
    code: &str,
    shares: Vec<wayfare_domain::trip::budget::ShareDraft>,
) -> ItemDraft {
    ItemDraft {
        budget: BudgetPatch {
            currency: Some(currency(code)),
            shares: Some(shares),
            ..BudgetPatch::default()
        },
        start: Some(at("2026-05-01T10:00:00Z")),
        ..stay_of(id)
    }
}

#[test]
fn each_line_names_its_rate_and_where_that_comes_from() {
    let mut fixture = TripFixture::new();
    import(
        &mut fixture.rates,
        "2026-04-30",
        &[("USD", "1.25"), ("JPY", "160")],
    );
    fixture.apply(base("EUR")).unwrap();
    fixture.assert_changes(budget(BudgetPatch {
        shares: Some(vec![share("ada", "10", "0")]),
        ..BudgetPatch::default()
    }));
    fixture.assert_changes(items(vec![
        foreign(
            "table",
            "USD",
            vec![share("ada", "1.25", "0"), share("bob", "0", "1.25")],
        ),
        foreign("own", "PLN", vec![share("ada", "100", "0")]),
        foreign(
            "implied",
            "JPY",
            vec![payment("bob", "300", "2"), share("ada", "150", "0")],
        ),
        foreign(
            "none",
            "KRW",
            vec![share("cy", "7", "0"), share("ada", "0", "7")],
        ),
    ]));
    fixture.assert_changes(Edit::Rates(vec![("PLN".to_owned(), "0.23".to_owned())]));
    let mut zlotys = draft("ada", "bob", "20");
    zlotys.currency = Some(currency("PLN"));
    fixture.assert_changes(record(zlotys));
    fixture.assert_changes(record(draft("ada", "bob", "3")));
    let (rates, people) = (&fixture.rates, People::default());
    let settlement = fixture.trip.settlement(Currency::CAD, rates, &people);
    let explained = fixture.trip.explain(&settlement, rates, &people);
    assert_eq!(
        lines(&explained, "ada"),
        [
            "unpaid trip EUR 10 (base) = 10",
            "owed table USD 1.25 at 0.8 (2026-04-30) = 1",
            "unpaid own PLN 100 at 0.23 (own) = 23",
            "owed implied JPY 150 at 0.00666666666666667 (payments) = 1",
            "paid none KRW 7",
            "paid recorded PLN 20 at 0.23 (own) = 4.6",
            "paid recorded EUR 3 (base) = 3",
        ]
    );
    assert_eq!(
        lines(&explained, "bob"),
        [
            "paid table USD 1.25 at 0.8 (2026-04-30) = 1",
            "paid implied JPY 300 at 0.00666666666666667 (payments) = 2",
            "owed recorded PLN 20 at 0.23 (own) = 4.6",
            "owed recorded EUR 3 (base) = 3",
        ]
    );
    assert_eq!(
        lines(&explained, "cy"),
        ["owed none KRW 7"],
        "left out of all sums"
    );
    assert_sums(&explained);
}

#[test]
fn a_rounded_sum_has_a_line_of_its_own() {
    let third = "33.3333333333333";
    let shares = [
        ("ada", third, "100"),
        ("bob", third, "0"),
        ("cy", third, "0"),
    ];
    let fixture = trip("CAD", &[&shares]);
    let settlement = settle(&fixture);
    let explained = fixture
        .trip
        .explain(&settlement, &fixture.rates, &People::default());
    let rounded = "owed rounding CAD 0.01 (base) = 0.01";
    assert_eq!(lines(&explained, "ada").last().unwrap(), rounded);
    assert_eq!(lines(&explained, "bob").len(), 1);
    assert_sums(&explained);
}

#[test]
fn each_payment_says_what_stays_open() {
    let fixture = trip(
        "CAD",
        &[&[("x", "10", "80"), ("y", "15", "0"), ("z", "35", "0")]],
    );
    let settlement = settle(&fixture);
    let explained = fixture
        .trip
        .explain(&settlement, &fixture.rates, &People::default());
    let payments = explained.payments.iter().map(|it| {
        let open = [it.amount, it.owed_besides, it.due_besides].map(|amount| amount.to_string());
        (it.from, it.to, open.join(" "))
    });
    let expected = [
        (Some("y"), Some("x"), "15 0 55".to_owned()),
        (Some("z"), Some("x"), "35 0 20".to_owned()),
        (None, Some("x"), "20 0 0".to_owned()),
    ];
    assert_eq!(payments.collect::<Vec<_>>(), expected);
}

fn assert_sums(explained: &Explained<'_>) {
    for party in &explained.parties {
        let sums = [
            (Side::Paid, party.paid),
            (Side::Owed, party.owed),
            (Side::Unpaid, party.unpaid),
        ];
        for (side, sum) in sums {
            let lines = party.lines.iter().filter(|line| line.side == side);
            let worths = lines.filter_map(|line| Some(line.worth?.value));
            assert_eq!(worths.sum::<Decimal>(), sum, "{}", party.member);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn lines_add_up_and_each_payment_makes_somebody_even(
        entries in prop::collection::vec(
            (0_usize..5, 0_i64..9_999, 0_i64..9_999, any::<bool>()), 0..20),
        paid in prop::collection::vec((0_usize..5, 0_usize..5, 1_i64..999), 0..4),
        code in prop::sample::select(vec!["JPY", "CAD", "KWD"]),
    ) {
        let names = ["ada", "bob", "cy", "dee", "eve"];
        let text = |value: i64| Decimal::new(value, 3).to_string();
        let drafts = entries.iter().enumerate().map(|(place, (who, cost, paid, is_foreign))| {
            let shares = vec![share(names[*who], &text(*cost), &text(*paid))];
            let code = if *is_foreign { "PLN" } else { code };
            foreign(&format!("i{place}"), code, shares)
        });
        let mut fixture = TripFixture::new();
        fixture.apply(base(code)).unwrap();
        fixture.apply(items(drafts.collect())).unwrap();
        fixture.assert_changes(Edit::Rates(vec![("PLN".to_owned(), "0.2317".to_owned())]));
        for (from, to, value) in paid {
            let mut draft = draft(names[from], names[to], "1");
            draft.amount = amount(&value.to_string());
            // Unknown members and payments to oneself are refused.
            let _ = fixture.apply(record(draft));
        }
        let (rates, people) = (&fixture.rates, People::default());
        let settlement = fixture.trip.settlement(Currency::CAD, rates, &people);
        let explained = fixture.trip.explain(&settlement, rates, &people);
        assert_sums(&explained);
        for balance in &settlement.balances {
            let party = explained.parties.iter().find(|party| party.member == balance.member);
            let sums = party.map(|party| (party.paid, party.owed, party.unpaid));
            let unpaid = settlement.unpaid.iter().find(|unpaid| unpaid.member == balance.member);
            let unpaid = unpaid.map(|unpaid| unpaid.amount).unwrap_or_default();
            prop_assert_eq!(sums.unwrap_or_default(), (balance.paid, balance.owed, unpaid));
        }
        let count = settlement.transfers.len() + settlement.outside.len();
        prop_assert_eq!(explained.payments.len(), count);
        for payment in &explained.payments {
            let open = payment.owed_besides.min(payment.due_besides);
            prop_assert!(open.is_zero());
        }
    }
}

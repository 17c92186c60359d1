//! A trip's own rates, and rates that were frozen into a former base currency.

use wayfare_domain::trip::budget::{BudgetPatch, MemberId};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::settlement::{SettlementDraft, SettlementPatch};
use wayfare_domain::trip::{Edit, OwnRate, Quotation};
use wayfare_domain::{Currency, Date, People, ReferenceRate, ShortText};

use crate::fixture::{
    TripFixture, amount, at, base, currency, import, items, payment, share, stay_of,
};

const DAY: &str = "2026-05-01";

fn own(rates: &[(&str, &str)]) -> Edit {
    let rates = rates.iter();
    Edit::Rates(
        rates
            .map(|(code, rate)| ((*code).to_owned(), (*rate).to_owned()))
            .collect(),
    )
}

/// A trip in euros on a day with reference rates, with an item of 100 dollars and a payment of 50.
fn dollars() -> TripFixture {
    let mut fixture = TripFixture::new();
    import(
        &mut fixture.rates,
        DAY,
        &[("USD", "1.25"), ("CAD", "1.6"), ("JPY", "160")],
    );
    fixture.now = at("2026-05-01T12:00:00Z").millis();
    fixture.apply(base("EUR")).unwrap();
    fixture.assert_changes(items(vec![ItemDraft {
        budget: BudgetPatch {
            currency: Some(currency("USD")),
            shares: Some(vec![share("ada", "100", "0"), share("bob", "0", "0")]),
            ..BudgetPatch::default()
        },
        ..stay_of("dinner")
    }]));
    fixture.assert_changes(pay("50"));
    fixture
}

fn pay(value: &str) -> Edit {
    Edit::Settlement(SettlementPatch::Record(SettlementDraft {
        from: MemberId::new("ada").unwrap(),
        to: MemberId::new("bob").unwrap(),
        amount: amount(value),
        currency: Some(currency("USD")),
        date: None,
        note: ShortText::EMPTY,
    }))
}

/// The cost of the item, and what Ada has paid to Bob.
fn sums(fixture: &TripFixture) -> (String, String) {
    let (rates, people) = (&fixture.rates, People::default());
    let summary = fixture.trip.budget_summary(Currency::CAD, rates, &people);
    let settlement = fixture.trip.settlement(Currency::CAD, rates, &people);
    let paid = settlement
        .balances
        .iter()
        .find(|balance| balance.member == "ada");
    (
        summary.total_cost.to_string(),
        paid.unwrap().paid.to_string(),
    )
}

fn expect(fixture: &TripFixture, cost: &str, paid: &str, why: &str) {
    assert_eq!(sums(fixture), (cost.to_owned(), paid.to_owned()), "{why}");
}

#[test]
fn rates_that_were_frozen_come_back_with_their_base_currency() {
    let mut fixture = dollars();
    expect(&fixture, "80", "40", "frozen at 1.25");
    import(
        &mut fixture.rates,
        DAY,
        &[("USD", "0.5"), ("CAD", "3"), ("JPY", "99")],
    );
    expect(&fixture, "80", "40", "an import changes nothing");
    fixture.assert_changes(base("CAD"));
    expect(&fixture, "600", "300", "a new base takes the present rates");
    fixture.assert_changes(base("JPY"));
    fixture.assert_changes(base("EUR"));
    expect(&fixture, "80", "40", "back by way of two others");
    fixture.assert_changes(base("USD"));
    expect(&fixture, "100", "50", "the currency itself");
    fixture.assert_changes(base("EUR"));
    expect(&fixture, "80", "40", "and back");
    import(&mut fixture.rates, DAY, &[("USD", "7"), ("CAD", "9")]);
    fixture.assert_changes(base("CAD"));
    expect(&fixture, "600", "300", "each base has its own");
}

#[test]
fn own_rates_count_as_they_stand_and_end_with_the_base_currency() {
    let mut fixture = dollars();
    fixture.assert_changes(own(&[("USD", "0.9")]));
    expect(
        &fixture,
        "90",
        "40",
        "recorded payments keep what was frozen",
    );
    fixture.assert_changes(own(&[("USD", "0.7")]));
    expect(&fixture, "70", "40", "never frozen");
    fixture.assert_changes(pay("10"));
    fixture.assert_changes(own(&[("USD", "0.6")]));
    expect(&fixture, "60", "47", "a payment froze 0.7");
    fixture.assert_changes(base("CAD"));
    assert!(fixture.trip.own_rates(currency("CAD")).is_empty());
    fixture.assert_changes(base("EUR"));
    assert!(fixture.trip.own_rates(currency("EUR")).is_empty());
    expect(
        &fixture,
        "80",
        "47",
        "own rates stay ended; what was frozen comes back",
    );
    fixture.assert_changes(own(&[("USD", "0.6")]));
    fixture.assert_changes(items(vec![ItemDraft {
        budget: BudgetPatch {
            currency: Some(currency("USD")),
            shares: Some(vec![payment("ada", "100", "75")]),
            ..BudgetPatch::default()
        },
        ..stay_of("dinner")
    }]));
    let ada = &sums(&fixture).1;
    assert_eq!(ada, "122", "own payments come first: 75 + 47");
}

#[test]
fn every_bad_rate_is_named_at_once() {
    let mut fixture = dollars();
    let sent = [
        ("AUD", "0"),
        ("BRL", "-1"),
        ("CAD", "1e3"),
        ("CHF", "1234567890123456"),
        ("EUR", "1"),
        ("JPY", ""),
        ("NOK", " 1"),
        ("XXL", "2"),
        ("usd", "2"),
    ];
    let expected = sent.map(|(code, _)| format!("/rates/{code}"));
    assert_eq!(fixture.violations(own(&sent)), expected);
    for good in ["0.000000000000001", "123456789012345", "000.5", "1.50"] {
        fixture.assert_changes(own(&[("USD", good)]));
    }
    fixture.assert_unchanged(own(&[("USD", "1.5")]));
    fixture.assert_changes(own(&[]));
}

/// Which way round a rate was typed, and what is typed.
fn quoted(worth: &str, of: &str) -> (String, Quotation) {
    let [worth, of] = [worth, of].map(|number| number.parse().unwrap());
    let rate = OwnRate::between(worth, of).unwrap();
    let quotation = rate.usual_quotation();
    (rate.quote(quotation).to_string(), quotation)
}

#[test]
fn a_rate_is_shown_as_it_was_typed() {
    for (worth, of, expected) in [
        ("1", "195", ("195", Quotation::Indirect)),
        ("1", "155.37", ("155.37", Quotation::Indirect)),
        ("0.00513", "1", ("0.00513", Quotation::Direct)),
        ("0.5", "1", ("0.5", Quotation::Direct)),
        ("195", "1", ("195", Quotation::Direct)),
        // Neither has few digits.
        ("1.123456789", "1", ("1.123456789", Quotation::Direct)),
    ] {
        let (number, quotation) = expected;
        assert_eq!(quoted(worth, of), (number.to_owned(), quotation));
    }
    let zero = ["0".parse().unwrap(), "1".parse().unwrap()];
    assert!(OwnRate::between(zero[0], zero[1]).is_err());
    assert!(OwnRate::between(zero[1], zero[0]).is_err());
}

#[test]
fn a_rate_is_far_from_one_that_is_more_than_ten_times_as_high_or_low() {
    // A pound is 195 yen.
    let reference = ReferenceRate {
        date: Date::parse(DAY).unwrap(),
        worth: "0.8".parse().unwrap(),
        of: "156".parse().unwrap(),
        source: "ecb".to_owned(),
    };
    for (worth, of, is_far) in [
        ("1", "195", false),
        ("1", "19.5", false),
        ("1", "1950", false),
        ("1", "19.4", true),
        ("1", "1951", true),
        ("195", "1", true),
        ("1000000000000000000000000000", "1", true),
    ] {
        let [worth, of] = [worth, of].map(|number| number.parse().unwrap());
        let rate = OwnRate::between(worth, of).unwrap();
        assert_eq!(rate.is_far_from(&reference), is_far, "{rate}");
    }
}

//! Reference rates: the table with its history, and the rate that is frozen with an entry.

use wayfare_domain::rates::{DayRates, RateCurrency};
use wayfare_domain::trip::Edit;
use wayfare_domain::trip::budget::{BudgetPatch, ShareDraft};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::{CountingDay, Currency, Date, People, ReferenceRates};

use crate::fixture::{
    TripFixture, at, base, currency, date, dates, dec, import, items, rates, share, stay_of,
    written,
};

/// The table of one import: day, code and units for one euro.
fn table(prices: &[(&str, &str, &str)]) -> ReferenceRates {
    let prices = prices
        .iter()
        .map(|(day, code, units)| (date(day), RateCurrency::new(code).unwrap(), dec(units)));
    let mut rates = ReferenceRates::default();
    rates.add(1, "test", prices);
    rates
}

/// A counting day that is no later than the day of writing.
fn counting(day: &str) -> CountingDay {
    let day = date(day);
    CountingDay { day, written: day }
}

fn convert(rates: &ReferenceRates, value: &str, from: &str, to: &str, day: &str) -> Option<String> {
    let rate = rates.current(currency(from), currency(to), counting(day))?;
    Some(rate.rate()?.convert(dec(value))?.to_string())
}

#[test]
fn cross_rates_go_by_way_of_the_euro() {
    let rates = rates(&[("CAD", "1.5"), ("JPY", "160")]);
    let convert = |value, from, to| convert(&rates, value, from, to, "1970-01-01");
    assert_eq!(convert("2", "EUR", "CAD"), Some("3".into()));
    assert_eq!(convert("3", "CAD", "EUR"), Some("2".into()));
    assert_eq!(convert("3", "CAD", "JPY"), Some("320".into()));
    assert_eq!(
        convert("1", "USD", "CAD"),
        None,
        "no rate is no rate, not one"
    );
    assert_eq!(convert("0.045", "CAD", "EUR"), Some("0.03".into()));
}

#[test]
fn the_last_day_on_which_both_have_a_rate_counts() {
    let mut rates = ReferenceRates::default();
    import(&mut rates, "2026-05-01", &[("CAD", "2"), ("USD", "1")]);
    import(&mut rates, "2026-05-02", &[("CAD", "3")]);
    import(&mut rates, "2026-05-03", &[("USD", "4")]);
    let on = |from, to, day| {
        let rate = rates.current(currency(from), currency(to), counting(day))?;
        Some((
            rate.date.to_string(),
            rate.rate()?.convert(dec("1"))?.to_string(),
        ))
    };
    let found = |day: &str, worth: &str| Some((day.to_owned(), worth.to_owned()));
    assert_eq!(on("USD", "CAD", "2026-05-09"), found("2026-05-01", "2"));
    assert_eq!(on("EUR", "CAD", "2026-05-09"), found("2026-05-02", "3"));
    assert_eq!(on("USD", "EUR", "2026-05-09"), found("2026-05-03", "0.25"));
    assert_eq!(on("EUR", "USD", "2026-05-02"), found("2026-05-01", "1"));
    assert_eq!(on("EUR", "USD", "2026-04-30"), None);
}

#[test]
fn the_rates_of_a_day_are_those_of_the_last_day_with_rates() {
    let mut rates = ReferenceRates::default();
    import(
        &mut rates,
        "2026-05-01",
        &[("CAD", "1.5"), ("JPY", "160"), ("CYP", "0.58")],
    );
    import(&mut rates, "2026-05-04", &[("JPY", "150")]);
    let of = |base, day| {
        let found = rates.of_day(RateCurrency::new(base).unwrap(), date(day))?;
        let rates = found.rates.iter();
        let rates = rates.map(|(code, rate)| format!("{} {rate}", code.code()));
        Some((found.date.to_string(), rates.collect::<Vec<_>>().join(", ")))
    };
    let found = |day: &str, rates: &str| Some((day.to_owned(), rates.to_owned()));
    assert_eq!(
        of("EUR", "2026-05-03"),
        found("2026-05-01", "CAD 1.5, CYP 0.58, JPY 160")
    );
    assert_eq!(
        of("JPY", "2026-05-03"),
        found("2026-05-01", "CAD 0.009375, CYP 0.003625, EUR 0.00625")
    );
    assert_eq!(
        of("CAD", "2026-05-01"),
        found(
            "2026-05-01",
            "CYP 0.386666666666667, EUR 0.666666666666667, JPY 106.666666666667"
        )
    );
    assert_eq!(of("EUR", "2026-06-01"), found("2026-05-04", "JPY 150"));
    assert_eq!(of("CAD", "2026-06-01"), None, "CAD has no rate on that day");
    assert_eq!(of("EUR", "2026-04-30"), None);
}

#[test]
fn only_what_differs_is_a_change() {
    let mut rates = ReferenceRates::default();
    import(&mut rates, "2026-05-01", &[("CAD", "1.50"), ("JPY", "160")]);
    let day = |day: &str, prices: &[(&str, &str)]| -> DayRates {
        let prices = prices.iter();
        let prices = prices.map(|(code, units)| (RateCurrency::new(code).unwrap(), dec(units)));
        DayRates::from([(date(day), prices.collect())])
    };
    assert!(
        rates
            .changes(&day("2026-05-01", &[("CAD", "1.5"), ("JPY", "160")]))
            .is_empty()
    );
    assert_eq!(
        rates.changes(&day(
            "2026-05-01",
            &[("CAD", "1.6"), ("JPY", "160"), ("USD", "1")]
        )),
        day("2026-05-01", &[("CAD", "1.6"), ("USD", "1")])
    );
    assert_eq!(
        rates.changes(&day("2026-05-02", &[("CAD", "1.5")])),
        day("2026-05-02", &[("CAD", "1.5")])
    );
}

#[test]
fn days_are_written_as_they_are_read() {
    for text in [
        "0001-01-01",
        "1969-12-31",
        "1970-01-01",
        "2026-02-28",
        "9999-12-31",
    ] {
        assert_eq!(date(text).to_string(), text);
        assert_eq!(
            serde_json::to_string(&date(text)).unwrap(),
            format!("\"{text}\"")
        );
    }
    for text in [
        "2026-02-30",
        "2026-2-3",
        "+2026-02-03",
        "2026-02-03T00:00:00Z",
        "",
        "-001-01-01",
    ] {
        assert!(Date::parse(text).is_err(), "{text}");
    }
}

fn cost(fixture: &TripFixture) -> String {
    let trip = &fixture.trip;
    let summary = trip.budget_summary(Currency::CAD, &fixture.rates, &People::default());
    summary.total_cost.to_string()
}

/// An item of 10 euros.
fn dinner(shares: Vec<ShareDraft>) -> ItemDraft {
    ItemDraft {
        budget: BudgetPatch {
            currency: Some(currency("EUR")),
            shares: Some(shares),
            ..BudgetPatch::default()
        },
        ..stay_of("dinner")
    }
}

fn today(fixture: &mut TripFixture, time: &str) {
    fixture.now = at(time).millis();
}

fn with_rates() -> TripFixture {
    let mut fixture = TripFixture::new();
    for (day, units) in [
        ("2026-05-01", "1"),
        ("2026-05-02", "2"),
        ("2026-05-03", "3"),
    ] {
        import(&mut fixture.rates, day, &[("CAD", units), ("JPY", "100")]);
    }
    today(&mut fixture, "2026-05-03T12:00:00Z");
    fixture
}

#[test]
fn the_day_is_that_of_payment_then_item_then_trip_then_writing() {
    let mut fixture = with_rates();
    fixture.assert_changes(items(vec![dinner(vec![share("ada", "10", "0")])]));
    assert_eq!(cost(&fixture), "30", "the day of writing");
    fixture.assert_changes(dates(
        Some(written("2026-05-02T20:00:00Z")),
        Some(written("2026-05-09")),
    ));
    assert_eq!(cost(&fixture), "20", "the trip's start");
    let timed = |shares| ItemDraft {
        start: Some(at("2026-05-01T09:00:00Z")),
        ..dinner(shares)
    };
    fixture.assert_changes(items(vec![timed(vec![share("ada", "10", "0")])]));
    assert_eq!(cost(&fixture), "10", "the item's start");
    let paid = |member: &str, day: Option<&str>| ShareDraft {
        paid_at: day.map(at),
        ..share(member, "5", "1")
    };
    fixture.assert_changes(items(vec![timed(vec![
        paid("ada", Some("2026-05-03")),
        paid("bob", Some("2026-05-02")),
        paid("cy", None),
    ])]));
    assert_eq!(cost(&fixture), "30", "the first payment: 15 euros at 2");
}

#[test]
fn a_rate_stays_frozen_until_currency_or_day_change() {
    let mut fixture = with_rates();
    fixture.assert_changes(items(vec![dinner(vec![share("ada", "10", "0")])]));
    today(&mut fixture, "2026-05-09T12:00:00Z");
    import(&mut fixture.rates, "2026-05-03", &[("CAD", "7")]);
    import(
        &mut fixture.rates,
        "2026-05-08",
        &[("CAD", "8"), ("USD", "2"), ("JPY", "100")],
    );
    assert_eq!(cost(&fixture), "30", "an import does not change it");
    fixture.assert_unchanged(items(vec![dinner(vec![share("ada", "10", "0")])]));
    fixture.assert_changes(items(vec![dinner(vec![share("ada", "20", "0")])]));
    assert_eq!(cost(&fixture), "60", "nor does an edit of amounts");
    let mut dollars = dinner(vec![share("ada", "20", "0")]);
    dollars.budget.currency = Some(currency("USD"));
    fixture.assert_changes(items(vec![dollars]));
    assert_eq!(
        cost(&fixture),
        "80",
        "another currency takes a new one, of today"
    );
}

#[test]
fn another_base_currency_converts_anew_at_the_same_day() {
    let mut fixture = with_rates();
    fixture.assert_changes(items(vec![dinner(vec![share("ada", "10", "0")])]));
    today(&mut fixture, "2026-05-09T12:00:00Z");
    import(&mut fixture.rates, "2026-05-03", &[("JPY", "120")]);
    import(
        &mut fixture.rates,
        "2026-05-08",
        &[("JPY", "500"), ("CAD", "500")],
    );
    fixture.assert_changes(base("JPY"));
    assert_eq!(cost(&fixture), "1200");
    import(&mut fixture.rates, "2026-05-03", &[("JPY", "130")]);
    assert_eq!(cost(&fixture), "1200");
    // An entry in the former base currency keeps its day of writing, too.
    let mut fixture = with_rates();
    let mut dinner = dinner(vec![share("ada", "30", "0")]);
    dinner.budget.currency = Some(Currency::CAD);
    fixture.assert_changes(items(vec![dinner]));
    today(&mut fixture, "2026-05-09T12:00:00Z");
    import(&mut fixture.rates, "2026-05-08", &[("CAD", "500")]);
    fixture.assert_changes(base("EUR"));
    assert_eq!(cost(&fixture), "10");
}

#[test]
fn an_entry_without_a_rate_takes_the_first_that_is_imported() {
    let mut fixture = TripFixture::new();
    today(&mut fixture, "2026-05-03T12:00:00Z");
    fixture.assert_changes(items(vec![dinner(vec![share("ada", "10", "0")])]));
    assert_eq!(cost(&fixture), "0");
    import(&mut fixture.rates, "2026-05-04", &[("CAD", "9")]);
    assert_eq!(cost(&fixture), "0", "a later day has no say");
    import(&mut fixture.rates, "2026-05-01", &[("CAD", "2")]);
    assert_eq!(cost(&fixture), "20");
    import(&mut fixture.rates, "2026-05-01", &[("CAD", "3")]);
    import(&mut fixture.rates, "2026-05-02", &[("CAD", "4")]);
    assert_eq!(cost(&fixture), "20", "later imports do not change it");
    fixture.assert_changes(vec![
        Edit::Todo(Vec::new()),
        Edit::Name(wayfare_domain::Name::new("Spain").unwrap()),
    ]);
    assert_eq!(cost(&fixture), "20", "nor does the edit that freezes it");
}

#[test]
fn a_rate_is_at_most_14_days_older_than_the_table() {
    let rate = |newest, day, written| {
        let rates = table(&[
            ("2022-03-01", "RUB", "117.201"),
            ("2022-03-01", "CAD", "1.41"),
            ("2022-03-15", "CAD", "1.42"),
            (newest, "CAD", "1.43"),
        ]);
        let on = CountingDay {
            day: date(day),
            written: date(written),
        };
        let [rub, cad] = ["RUB", "CAD"].map(currency);
        let current = rates.current(rub, cad, on);
        assert_eq!(rates.first(rub, cad, on), current);
        current.map(|rate| rate.date.to_string())
    };
    let found = Some("2022-03-01".to_owned());
    // The table ends 14 days after that rate, however late the counting day.
    assert_eq!(rate("2022-03-15", "2026-11-01", "2026-11-28"), found);
    assert_eq!(rate("2022-03-16", "2022-03-15", "2026-11-28"), found);
    assert_eq!(rate("2022-03-16", "2022-03-16", "2026-11-28"), None);
    assert_eq!(rate("2022-03-16", "2026-11-01", "2026-11-28"), None);
    // Still to come: as old as it was on the day of writing.
    assert_eq!(rate("2022-03-16", "2026-11-01", "2022-03-15"), found);
    assert_eq!(rate("2022-03-16", "2026-11-01", "2022-03-16"), None);
}

#[test]
fn a_rate_that_was_once_taken_stays_the_first() {
    let mut rates = ReferenceRates::default();
    import(&mut rates, "2026-05-01", &[("USD", "1.1"), ("CAD", "1.5")]);
    import(&mut rates, "2026-06-01", &[("CAD", "1.6")]);
    let on = counting("2026-06-02");
    let [usd, cad] = ["USD", "CAD"].map(currency);
    assert!(rates.current(usd, cad, on).is_none());
    let first = rates.first(usd, cad, on).unwrap();
    assert_eq!(
        first.date,
        date("2026-05-01"),
        "it was new when it was first imported"
    );
}

#[test]
fn a_conversion_rate_into_the_euro_is_for_ever() {
    let rates = table(&[
        ("2022-12-30", "HRK", "7.5365"),
        ("2022-12-30", "CAD", "1.444"),
        ("2026-05-04", "CAD", "1.6"),
    ]);
    let rate = |from, to, day| {
        let [from, to] = [from, to].map(currency);
        let rate = rates.current(from, to, counting(day));
        assert_eq!(rates.first(from, to, counting(day)), rate);
        rate.map(|rate| {
            (
                rate.worth.to_string(),
                rate.of.to_string(),
                rate.date.to_string(),
            )
        })
    };
    let texts =
        |worth: &str, of: &str, day: &str| Some((worth.to_owned(), of.to_owned(), day.to_owned()));
    assert_eq!(
        rate("HRK", "EUR", "2022-12-31"),
        texts("1", "7.5365", "2022-12-30")
    );
    assert_eq!(
        rate("HRK", "EUR", "2026-05-05"),
        texts("1", "7.5345", "2023-01-01")
    );
    assert_eq!(
        rate("EUR", "HRK", "2026-05-05"),
        texts("7.5345", "1", "2023-01-01")
    );
    assert_eq!(
        rate("HRK", "CAD", "2026-05-05"),
        texts("1.6", "7.5345", "2026-05-04")
    );
    assert_eq!(
        rate("BGN", "HRK", "2026-05-05"),
        texts("7.5345", "1.95583", "2026-01-01")
    );
    assert_eq!(rate("HRK", "USD", "2026-05-05"), None);
    assert_eq!(
        rate("BGN", "EUR", "2025-12-31"),
        None,
        "nothing was imported"
    );
}

//! Money: bounds and digits of amounts, exact sums, reading numbers without loss, minor units and
//! rates.

use proptest::prelude::*;
use rust_decimal::Decimal;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Amount, Currency};

use crate::fixture::{amount, currency, dec, signed};

#[test]
fn an_amount_is_between_0_and_ten_to_the_twelfth() {
    for good in [
        "0",
        "-0",
        "-0.00",
        "0.01",
        "1000000000000",
        "1000000000000.000",
        "999999999999.999",
    ] {
        assert!(Amount::new(dec(good)).is_ok(), "{good}");
    }
    for bad in [
        "-0.01",
        "-1",
        "1000000000000.01",
        "1000000000001",
        "79228162514264337593543950335",
    ] {
        assert!(Amount::new(dec(bad)).is_err(), "{bad}");
    }
    assert_eq!(amount("-0.0").value().to_string(), "0");
}

#[test]
fn an_amount_has_at_most_15_significant_digits() {
    for good in [
        "123456789012.345",
        "0.123456789012345",
        "0.000000000000000000000000001",
        "0.0000123456789012345",
    ] {
        assert!(Amount::new(dec(good)).is_ok(), "{good}");
    }
    assert!(
        Amount::new(dec("12.3400000000000000000")).is_ok(),
        "zeros at the end don't count"
    );
    for bad in [
        "123456789012.3456",
        "1.234567890123456",
        "0.1234567890123456",
    ] {
        assert!(Amount::new(dec(bad)).is_err(), "{bad}");
    }
}

#[test]
fn a_tenth_and_two_tenths_are_three_tenths() {
    let sum: Decimal = [amount("0.1"), amount("0.2")].into_iter().sum();
    assert_eq!(sum.to_string(), "0.3");
    let sum: Decimal = std::iter::repeat_n(amount("1000000000000"), 2_000).sum();
    assert_eq!(
        sum,
        dec("2000000000000000"),
        "a sum may be more than an amount"
    );
}

#[test]
fn numbers_of_json_are_read_without_loss() {
    for (text, value) in [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0e5", "0"),
        ("0e99999999999999999999", "0"),
        ("12", "12"),
        ("-12.50", "-12.5"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("1.5e-3", "0.0015"),
        ("-2.5E0", "-2.5"),
        ("100e-2", "1"),
        ("1e0000000000000000000000003", "1000"),
        ("1.00000000000000000000000000000000000000000000", "1"),
        ("1000000000000000000000000000000000000000e-39", "1"),
        ("0.0000000000000000000000000000000000001e37", "1"),
        ("1777626000.123456789", "1777626000.123456789"),
    ] {
        assert_eq!(parse_decimal(text), Ok(dec(value)), "{text}");
    }
    for text in [
        "",
        "-",
        ".5",
        "1.2.3",
        "1e",
        "1e+",
        "abc",
        "0x10",
        "1_000",
        "NaN",
        "Infinity",
        "+1",
        "1e1e1",
        "٣",
        "1e400",
        "1e-400",
        "-1e9999999999999999999999",
        "1.000000000000000000000000000000000000000000001",
        "123456789012345678901234567890",
    ] {
        assert!(parse_decimal(text).is_err(), "{text}");
    }
}

#[test]
fn a_refused_number_says_why() {
    let reason = |text| parse_decimal(text).unwrap_err().to_string();
    assert_eq!(reason("1e400"), "is too large a number");
    assert_eq!(
        reason("1.00000000000000000000000000000000000001"),
        "must have at most 15 significant digits"
    );
}

#[test]
fn currencies_are_those_of_iso_4217() {
    for good in ["CAD", "EUR", "JPY", "KWD"] {
        assert_eq!(currency(good).code(), good);
    }
    for bad in ["", "cad", "Cad", "CA", "CADD", "ZZZ", "$", " CAD"] {
        assert!(Currency::new(bad).is_err(), "{bad}");
    }
}

#[test]
fn sums_are_rounded_to_the_minor_unit_half_to_even() {
    for (code, value, rounded) in [
        ("CAD", "0.125", "0.12"),
        ("CAD", "0.135", "0.14"),
        ("CAD", "0.1250001", "0.13"),
        ("CAD", "10", "10"),
        ("JPY", "0.5", "0"),
        ("JPY", "1.5", "2"),
        ("JPY", "2.5", "2"),
        ("JPY", "1234.49", "1234"),
        ("KWD", "0.0005", "0"),
        ("KWD", "0.0015", "0.002"),
        ("KWD", "1.2345", "1.234"),
        ("KWD", "1.2355", "1.236"),
    ] {
        assert_eq!(
            currency(code).round(dec(value)).to_string(),
            rounded,
            "{value} {code}"
        );
    }
}

proptest! {
    #[test]
    fn sums_of_cents_are_exact(cents in prop::collection::vec(0_i64..100_000_000_000_000, 0..50)) {
        let sum: Decimal = cents.iter().map(
            |cents| Amount::new(Decimal::new(*cents, 2)).unwrap()
        ).sum();
        prop_assert_eq!(
            sum,
            Decimal::from_i128_with_scale(cents.iter().map(|cents| i128::from(*cents)).sum(), 2)
        );
    }

    #[test]
    fn what_is_written_is_read_back(mantissa: i64, scale in 0_u32..=28) {
        let value = Decimal::new(mantissa, scale);
        prop_assert_eq!(parse_decimal(&value.to_string()), Ok(value));
        prop_assert_eq!(parse_decimal(&format!("{mantissa}e-{scale}")), Ok(value));
    }

    #[test]
    fn parsing_arbitrary_text_does_not_panic(text in "[-+0-9.eE]{0,60}") {
        let _ = parse_decimal(&text).map(Amount::new);
    }

    #[test]
    fn an_amount_survives_serialization(
        mantissa in 0_i64..1_000_000_000_000_000, scale in 3_u32..=28
    ) {
        let amount = Amount::new(Decimal::new(mantissa, scale)).unwrap();
        let stored = serde_json::to_string(&amount).unwrap();
        prop_assert_eq!(serde_json::from_str::<Amount>(&stored).unwrap(), amount);
    }
}

#[test]
fn an_amount_is_split_to_the_minor_unit() {
    for (code, total, parts, expected) in [
        ("EUR", "10", 3, vec!["3.34", "3.33", "3.33"]),
        ("EUR", "0.02", 3, vec!["0.01", "0.01", "0"]),
        ("EUR", "10.005", 2, vec!["5.005", "5"]),
        ("JPY", "100", 3, vec!["34", "33", "33"]),
        ("KWD", "1", 3, vec!["0.334", "0.333", "0.333"]),
        ("EUR", "7", 1, vec!["7"]),
        ("EUR", "0", 2, vec!["0", "0"]),
        ("EUR", "7", 0, vec![]),
    ] {
        let shares = currency(code).split(signed(total), &vec![Amount::ONE; parts], &[]);
        let shares: Vec<String> = shares
            .iter()
            .map(|share| share.value().to_string())
            .collect();
        assert_eq!(shares, expected, "{total} {code} in {parts}");
    }
}

#[test]
fn an_amount_is_split_by_parts() {
    for (code, total, parts, expected) in [
        ("EUR", "30", vec!["2", "1"], vec!["20", "10"]),
        ("EUR", "10", vec!["2", "0", "1"], vec!["6.67", "0", "3.33"]),
        ("EUR", "0.01", vec!["1", "3"], vec!["0", "0.01"]),
        (
            "EUR",
            "1.005",
            vec!["0", "1.5", "0.5"],
            vec!["0", "0.755", "0.25"],
        ),
        ("JPY", "100", vec!["1", "2"], vec!["33", "67"]),
        (
            "EUR",
            "999999999999.99",
            vec!["999999999999.99", "0.01"],
            vec!["999999999999.98", "0.01"],
        ),
        ("EUR", "5", vec!["0", "0"], vec!["0", "0"]),
    ] {
        let weights: Vec<Amount> = parts.iter().map(|part| amount(part)).collect();
        let shares = currency(code).split(signed(total), &weights, &[]);
        let shares = shares.iter().map(|share| share.value().to_string());
        assert_eq!(
            shares.collect::<Vec<_>>(),
            expected,
            "{total} {code} by {parts:?}"
        );
    }
}

proptest! {
    #[test]
    fn parts_of_any_weight_sum_up(
        cents in 0_i64..1_000_000_000,
        weights in prop::collection::vec(0_i64..100, 1..40),
    ) {
        let total = Amount::new(Decimal::new(cents, 2)).unwrap();
        let parts = weights.iter().map(|weight| Amount::new(Decimal::from(*weight)).unwrap());
        let parts: Vec<Amount> = parts.collect();
        let shares = currency("EUR").split(total.into(), &parts, &[]);
        let sum = shares.iter().map(|share| share.value()).sum::<Decimal>();
        let all: i64 = weights.iter().sum();
        prop_assert_eq!(sum, if all == 0 { Decimal::ZERO } else { total.value() });
        for (weight, share) in weights.iter().zip(&shares) {
            let exact = total.value() * Decimal::from(*weight) / Decimal::from(all.max(1));
            prop_assert!((share.value() - exact).abs() < dec("0.01"));
        }
    }

    #[test]
    fn the_parts_of_an_amount_sum_up_to_it(cents in 0_i64..1_000_000_000, parts in 1_usize..60) {
        let total = Amount::new(Decimal::new(cents, 2)).unwrap();
        let shares = currency("EUR").split(total.into(), &vec![Amount::ONE; parts], &[]);
        prop_assert_eq!(shares.len(), parts);
        let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
        prop_assert!(most.value() - least.value() <= dec("0.01"));
        prop_assert_eq!(shares.iter().map(|share| share.value()).sum::<Decimal>(), total.value());
    }
}

use super::*;

fn sum(amounts: &[&str]) -> ConvertedSum {
    let mut sum = ConvertedSum::default();
    for amount in amounts {
        let amount: Decimal = amount.parse().unwrap();
        sum.add(amount.into(), Rate::PAR);
    }
    sum
}

fn rounded(parts: &[&str], places: u32) -> Vec<i128> {
    let parts: Vec<ConvertedSum> = parts.iter().map(|part| sum(&[part])).collect();
    apportion(&parts, places)
}

#[test]
fn missing_units_go_to_the_largest_remainders() {
    assert_eq!(
        rounded(&["33.333", "33.333", "33.334"], 2),
        [3333, 3333, 3334]
    );
    assert_eq!(rounded(&["3.335", "3.335", "3.33"], 2), [334, 333, 333]);
    assert_eq!(rounded(&["0.4", "0.3", "0.3"], 0), [1, 0, 0]);
    assert_eq!(rounded(&["0.5", "0.5", "0.5"], 0), [1, 1, 0]);
    assert_eq!(rounded(&["0.0005", "1"], 3), [0, 1000]);
    assert!(rounded(&[], 2).is_empty());
}

#[test]
fn thirds_that_make_a_whole_are_whole() {
    let rate = |worth: u32, of: u32| {
        Rate::new(Decimal::from(worth).into(), Decimal::from(of).into()).unwrap()
    };
    let mut thirds = ConvertedSum::default();
    thirds.add(Decimal::ONE.into(), rate(1, 3));
    thirds.add(Decimal::ONE.into(), rate(2, 3));
    let mut sixth = ConvertedSum::default();
    sixth.add(Decimal::ONE.into(), rate(1, 6));
    assert_eq!(apportion([&sixth, &thirds, &sixth], 2), [17, 100, 16]);
}

#[test]
fn units_and_decimals_convert_both_ways() {
    for (text, places, units) in [("12.34", 2, 1234), ("-5", 3, -5000), ("7", 0, 7)] {
        let value: Decimal = text.parse().unwrap();
        assert_eq!(to_units(value, places), units);
        assert_eq!(from_units(units, places), value);
    }
    assert_eq!(from_units(i128::MAX, 2), Decimal::MAX);
    assert_eq!(from_units(i128::MIN, 2), Decimal::MIN);
}

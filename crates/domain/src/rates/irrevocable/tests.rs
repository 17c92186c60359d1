use super::*;

#[test]
fn each_line_of_the_table_is_read() {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(RATES.len(), lines.count());
    assert_eq!(RATES.len(), 21);
}

#[test]
fn a_rate_is_fixed_from_its_first_day_on() {
    let fixed = |code, day| fixed(RateCurrency::new(code).unwrap(), Date::parse(day).unwrap());
    let kuna = fixed("HRK", "2023-01-01").unwrap();
    assert_eq!(kuna.1.to_string(), "7.5345");
    assert_eq!(fixed("HRK", "2050-01-01"), Some(kuna));
    assert_eq!(fixed("HRK", "2022-12-31"), None);
    assert_eq!(fixed("BGN", "2026-01-01").unwrap().1.to_string(), "1.95583");
    assert_eq!(fixed("USD", "2026-01-01"), None);
    assert_eq!(fixed("EUR", "0001-01-01").unwrap().1, Decimal::ONE);
}

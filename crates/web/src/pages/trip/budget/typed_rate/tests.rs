use proptest::prelude::*;
use wayfare_domain::Language;

use super::*;

/// Reads a rate of yen into pounds.
fn read(text: &str, quotation: Quotation) -> Result<String, String> {
    let [currency, base] = ["JPY", "GBP"].map(|code| Currency::new(code).unwrap());
    let rate = parse(text, quotation, currency, base);
    rate.map(|rate| rate.to_string())
        .map_err(|reason| reason.to_string())
}

#[test]
fn a_rate_is_taken_either_way_round() {
    use Quotation::{Direct, Indirect};
    for (text, quotation, expected) in [
        ("0.00513", Direct, "0.00513"),
        ("0,00513", Direct, "0.00513"),
        ("195", Direct, "195"),
        ("195", Indirect, "0.00512820512820513"),
        ("1/195", Direct, "0.00512820512820513"),
        ("2⁄390", Direct, "0.00512820512820513"),
        ("1/195", Indirect, "195"),
        ("1 GBP = 195 JPY", Direct, "0.00512820512820513"),
        ("195 JPY = 1 GBP", Indirect, "0.00512820512820513"),
        ("1 JPY = 0.00513 GBP", Indirect, "0.00513"),
        ("0.513 GBP = 100 jpy", Direct, "0.00513"),
        ("1 JPY = 1/195 GBP", Direct, "0.00512820512820513"),
        ("£1=¥195", Direct, "0.00512820512820513"),
        ("１ GBP ＝ １９５円", Direct, "0.00512820512820513"),
        ("195 JPY", Direct, "0.00512820512820513"),
        ("0.00513 GBP", Indirect, "0.00513"),
        ("1,950", Indirect, "0.000512820512820513"),
    ] {
        assert_eq!(read(text, quotation), Ok(expected.to_owned()), "{text}");
    }
}

#[test]
fn what_is_no_rate_says_what_it_must_be() {
    for (text, expected) in [
        ("0", "must be above 0"),
        ("1/0", "must be above 0"),
        ("0/5", "must be above 0"),
        ("-1", "must be a number above 0, such as \"0.62\""),
        ("1e3", "must be a number above 0, such as \"0.62\""),
        ("1/", "must be a number"),
        ("/", "must be a number"),
        ("1 = 195", "must name the two currencies"),
        ("1 GBP = 195", "must name the two currencies"),
        ("1 GBP = 195 GBP", "must name the two currencies"),
        ("1 USD = 150 JPY", "must name the two currencies"),
        ("150 USD", "must name the two currencies"),
        ("=", "must be a number"),
        (
            "1234567890123456",
            "must have at most 15 significant digits",
        ),
    ] {
        let refused = read(text, Quotation::Direct).unwrap_err();
        assert!(refused.starts_with(expected), "{text}: {refused}");
    }
}

proptest! {
    #[test]
    fn what_is_shown_is_read_as_the_same_rate(number in 1_u64..100_000_000, places in 0_u32..12) {
        let typed = Decimal::from_i128_with_scale(number.into(), places);
        for typed in [
            OwnRate::between(typed, Decimal::ONE).unwrap(),
            OwnRate::between(Decimal::ONE, typed).unwrap(),
        ] {
            for language in Language::ALL {
                Locale::new(language, None).enter(|| {
                    let way = typed.usual_quotation();
                    let shown = format::ungrouped(typed.quote(way));
                    prop_assert_eq!(read(&shown, way), Ok(typed.to_string()), "{}", shown);
                    Ok(())
                })?;
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9.,/= A-Z£¥⁄＝-]{0,40}") {
        let _ = read(&text, Quotation::Direct);
    }
}

use super::*;

#[test]
fn a_language_has_the_currency_of_its_region() {
    for (region, language, expected) in [
        (Some("US"), Language::English, Some("USD")),
        (Some("GB"), Language::English, Some("GBP")),
        (Some("CH"), Language::German, Some("CHF")),
        (Some("BG"), Language::German, Some("EUR")),
        (Some("CA"), Language::French, Some("CAD")),
        (Some("TH"), Language::Japanese, Some("THB")),
        (Some("PT"), Language::Portuguese, Some("EUR")),
        (Some("419"), Language::Spanish, None),
        (Some("XX"), Language::Spanish, None),
        (None, Language::English, None),
        (None, Language::German, Some("EUR")),
        (None, Language::Portuguese, Some("BRL")),
        (None, Language::Japanese, Some("JPY")),
    ] {
        let found = of_region(region, language).map(Currency::code);
        assert_eq!(found, expected, "{region:?} {language}");
    }
}

#[test]
fn every_row_names_a_currency_and_regions() {
    for row in include_str!("../../../../data/currencies.tsv")
        .lines()
        .skip(1)
    {
        let (code, regions) = row.split_once('\t').unwrap();
        let currency = Currency::new(code).unwrap();
        for region in regions.split(' ') {
            assert_eq!(CURRENCIES.get(region), Some(&currency), "{region}");
        }
    }
}

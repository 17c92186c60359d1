use jiff::civil::{date, time};

use super::*;

/// What a region makes of two days, and of the time at noon and in the afternoon.
fn shown(tag: &str) -> [String; 6] {
    let of = Conventions::find(&[tag]);
    let [start, end] = [date(2026, 9, 1), date(2026, 9, 8)];
    [
        of.long_date(start),
        of.short_date(start),
        of.range(start, end),
        of.range(start, date(2026, 10, 3)),
        of.time(time(15, 30, 0, 0)),
        of.time(time(0, 5, 0, 0)),
    ]
}

#[test]
fn dates_and_clocks_are_those_of_the_region() {
    for (tag, expected) in [
        (
            "en-US",
            "Tuesday, September 1, 2026|Sep 1, 2026|Sep 1 – 8, 2026|Sep 1 – Oct 3, 2026|3:30 \
                PM|12:05 AM",
        ),
        (
            "en-GB",
            "Tuesday, 1 September 2026|1 Sept 2026|1 – 8 Sept 2026|1 Sept – 3 Oct 2026|15:30|00:05",
        ),
        (
            "en-CA",
            "Tuesday, September 1, 2026|Sep 1, 2026|Sep 1–8, 2026|Sep 1–Oct 3, 2026|3:30 \
                p.m.|12:05 a.m.",
        ),
        (
            "en-AU",
            "Tuesday, 1 September 2026|1 Sept 2026|1–8 Sept 2026|1 Sept – 3 Oct 2026|3:30 pm|12:05 \
                am",
        ),
        (
            "en-IN",
            "Tuesday, 1 September 2026|1 Sept 2026|1–8 Sept 2026|1 Sept – 3 Oct 2026|3:30 pm|12:05 \
                am",
        ),
        (
            "es-MX",
            "martes, 1 de septiembre de 2026|1 sep 2026|1–8 de sep de 2026|1 de sep – 3 de oct \
                2026|3:30 p.m.|12:05 a.m.",
        ),
        (
            "es-CO",
            "martes, 1 de septiembre de 2026|1 de sept de 2026|1 a 8 de sept de 2026|1 de sept al \
                3 de oct de 2026|3:30 p. m.|12:05 a. m.",
        ),
        (
            "es",
            "martes, 1 de septiembre de 2026|1 sept 2026|1–8 sept 2026|1 sept – 3 oct \
                2026|15:30|0:05",
        ),
        (
            "fr-CA",
            "mardi 1 septembre 2026|1 sept. 2026|1–8 sept. 2026|1 sept. – 3 oct. 2026|15 h 30|00 h \
                05",
        ),
        (
            "de-CH",
            "Dienstag, 1. September 2026|1. Sept. 2026|1.–8. Sept. 2026|1. Sept. – 3. Okt. \
                2026|15:30|00:05",
        ),
        (
            "pt-PT",
            "terça-feira, 1 de setembro de 2026|1/09/2026|1–8 de set. de 2026|1 de set. – 3 de \
                out. de 2026|15:30|00:05",
        ),
        (
            "ja",
            "2026年9月1日火曜日|2026年9月1日|2026年9月1日～8日|2026年9月1日～10月3日|15:30|0:05",
        ),
    ] {
        assert_eq!(shown(tag).join("|"), expected, "{tag}");
    }
    let austria = Conventions::find(&["de-AT"]);
    let turn = austria.range(date(2026, 12, 31), date(2027, 1, 1));
    assert_eq!(turn, "31. Dez. 2026 – 1. Jän. 2027");
}

#[test]
fn every_region_has_all_conventions() {
    assert_eq!(CONVENTIONS.len(), 222);
    for (tag, of) in &*CONVENTIONS {
        let lengths = [&of.months, &of.short_months, &of.weekdays].map(Vec::len);
        assert_eq!(lengths, [12, 12, 7], "{tag}");
        assert!(of.numbers.decimal != of.numbers.group, "{tag}");
        assert!(shown(tag).iter().all(|text| text.len() > 3), "{tag}");
    }
    for row in include_str!("../../../../data/locales.tsv").lines().skip(1) {
        let values: Vec<&str> = row.split('\t').collect();
        let [kind, values @ .., _] = &*values else {
            panic!("{row}")
        };
        assert!(Conventions::default().read(kind, values).is_some(), "{row}");
    }
}

#[test]
fn a_time_is_read_as_every_region_writes_it() {
    for (tag, of) in &*CONVENTIONS {
        for (hour, minute) in [
            (0, 0),
            (0, 5),
            (9, 30),
            (11, 59),
            (12, 0),
            (12, 30),
            (23, 59),
        ] {
            let time = time(hour, minute, 0, 0);
            let text = of.time(time);
            let day = date(2026, 9, 1);
            let read = crate::form::typed_time::TypedTime::parse(&text, Some(day));
            let read = read.ok().flatten().map(|typed| typed.at);
            assert_eq!(read, Some(day.to_datetime(time)), "{tag} {text}");
        }
    }
}

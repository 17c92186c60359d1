use jiff::civil::date;

use wayfare_domain::Language;

use super::{TypedTime, length_input, parse_length, split_title};
use crate::i18n::locale::Locale;

#[test]
fn times_are_read_as_people_type_them() {
    let day = Some(date(2026, 5, 2));
    for (text, expected) in [
        ("15:30", "2026-05-02T15:30"),
        ("15:30:00.000", "2026-05-02T15:30"),
        ("1530", "2026-05-02T15:30"),
        ("930", "2026-05-02T09:30"),
        ("9", "2026-05-02T09:00"),
        ("15.30 Uhr", "2026-05-02T15:30"),
        ("15h30", "2026-05-02T15:30"),
        ("15 h", "2026-05-02T15:00"),
        ("3:30 pm", "2026-05-02T15:30"),
        ("12 a.m.", "2026-05-02T00:00"),
        ("12PM", "2026-05-02T12:00"),
        ("15時30分", "2026-05-02T15:30"),
        ("１５：３０", "2026-05-02T15:30"),
        ("2026-05-03T01:30", "2026-05-03T01:30"),
        ("2026-05-03 01:30", "2026-05-03T01:30"),
        ("2026-05-03 1:30", "2026-05-03T01:30"),
    ] {
        let typed = TypedTime::parse(text, day).unwrap().unwrap();
        assert_eq!(typed.at, expected.parse().unwrap(), "{text}");
        assert_eq!(typed.is_of_day, !text.starts_with("20"), "{text}");
    }
    for text in [
        "25:00", "15:60", "noon", "13 pm", "0 am", "-3", "15:", "99999", "é",
    ] {
        assert!(TypedTime::parse(text, day).is_err(), "{text}");
    }
    assert_eq!(TypedTime::parse("", day).unwrap(), None);
    let refused = TypedTime::parse("15:30", None).unwrap_err();
    assert!(refused.to_string().contains("a date and a time"));
}

#[test]
fn lengths_are_read_as_people_type_them() {
    for (text, minutes) in [
        ("1:30", 90),
        ("1h30", 90),
        ("1 h 30 min", 90),
        ("1 Std. 30", 90),
        ("1時間30分", 90),
        ("１．５時間", 90),
        ("90", 90),
        ("90 min", 90),
        ("5 minutes", 5),
        ("10", 10),
        ("2", 120),
        ("2h", 120),
        ("2 horas", 120),
        ("3 ore", 180),
        ("1.5", 90),
        ("1,25 h", 75),
        ("0:45", 45),
    ] {
        assert_eq!(parse_length(text), Ok(minutes), "{text}");
    }
    for text in [
        "0",
        "0:00",
        "-3",
        "1:75",
        "long",
        "5 km",
        "1000 h",
        "1.2.3",
        "99999999999",
        "",
    ] {
        assert!(parse_length(text).is_err(), "{text}");
    }
    assert_eq!(length_input(90), "1:30");
    assert_eq!(parse_length(&length_input(1_445)), Ok(1_445));
}

#[test]
fn a_title_may_begin_with_times() {
    for (title, expected) in [
        ("15:30 Museum", ("15:30", "", "Museum")),
        ("15:30-17:00 Art museum", ("15:30", "17:00", "Art museum")),
        ("9:00–11:15  Museum", ("9:00", "11:15", "Museum")),
        ("3pm Museum", ("3pm", "", "Museum")),
        ("15時30分 Museum", ("15時30分", "", "Museum")),
        ("19h30 Dîner", ("19h30", "", "Dîner")),
        ("9:30 Uhr Boot", ("9:30", "", "Boot")),
        ("20 Uhr Konzert", ("20", "", "Konzert")),
        ("18.15-20 Uhr Oper", ("18.15", "20", "Oper")),
    ] {
        assert_eq!(split_title(title), Some(expected), "{title}");
    }
    for title in [
        "Museum",
        "15:30",
        "3 museums",
        "2h walk",
        "2h30 walk",
        "1984 Museum",
        "25:00 Bar",
        "15:30-late Bar",
        "-15:30 Bar",
        "2時間 Walk",
        "Am Markt",
        "24.12. Church",
    ] {
        assert_eq!(split_title(title), None, "{title}");
    }
    assert_eq!(split_title("21.30 Cena"), None);
    let italian = Locale::new(Language::Italian, None);
    let split = italian.enter(|| split_title("21.30 Cena"));
    assert_eq!(split, Some(("21.30", "", "Cena")));
}

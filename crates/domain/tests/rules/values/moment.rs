//! Points in time: units of epoch numbers, texts, bounds, and numbers that read back as what they
//! were.

use proptest::prelude::*;
use rust_decimal::Decimal;
use time::OffsetDateTime;
use wayfare_domain::{EpochUnit, Instant, Moment};

use crate::fixture::{at, dec};

const FIRST: i64 = -62_135_596_800_000;
const LAST: i64 = 253_402_300_799_999;

#[track_caller]
fn reads(number: &str, unit: EpochUnit, millis: i64) {
    let moment = Moment::from_epoch(dec(number)).unwrap();
    assert_eq!(
        (moment.unit, moment.at.millis()),
        (unit, millis),
        "{number}"
    );
}

#[test]
fn magnitude_distinguishes_seconds_and_milliseconds() {
    reads("1777626000", EpochUnit::Seconds, 1_777_626_000_000);
    reads("1777626000000", EpochUnit::Millis, 1_777_626_000_000);
    reads("99999999999", EpochUnit::Seconds, 99_999_999_999_000);
    reads("100000000000", EpochUnit::Millis, 100_000_000_000);
    reads("-100000000000", EpochUnit::Millis, -100_000_000_000);
    reads("-62135596800", EpochUnit::Seconds, FIRST);
    reads("0", EpochUnit::Seconds, 0);
}

#[test]
fn instants_have_millisecond_precision() {
    reads("1777626000.1239", EpochUnit::Seconds, 1_777_626_000_123);
    reads("-0.0001", EpochUnit::Seconds, -1);
    reads("1777626000000.9", EpochUnit::Millis, 1_777_626_000_000);
    assert_eq!(
        at("2026-05-01T09:00:00.123999Z").millis(),
        1_777_626_000_123
    );
}

#[test]
fn a_fraction_of_a_second_is_written_back() {
    assert_eq!(
        Moment::from_epoch(dec("1777626000.25")).unwrap().epoch(),
        dec("1777626000.25")
    );
    assert_eq!(
        Moment::from_epoch(dec("1777626000"))
            .unwrap()
            .epoch()
            .to_string(),
        "1777626000"
    );
}

#[test]
fn numbers_outside_of_the_years_1_to_9999_are_refused() {
    for number in [
        "-62135596801",
        "253402300800000",
        "-62135596800001000",
        "79228162514264337593543950335",
    ] {
        assert!(Moment::from_epoch(dec(number)).is_err(), "{number}");
    }
    assert!(Moment::from_epoch(Decimal::MIN).is_err());
    reads("253402300799999", EpochUnit::Millis, LAST);
}

#[test]
fn texts_are_read_in_either_standard() {
    let nine = 1_777_626_000_000;
    for text in [
        "2026-05-01T09:00:00Z",
        "2026-05-01T09:00:00.000Z",
        "2026-05-01T11:00:00+02:00",
        "2026-05-01T09:00:00",
        "2026-05-01T09:00",
        "2026-05-01T09:00Z",
        "20260501T090000Z",
    ] {
        assert_eq!(
            Instant::parse(text).map(Instant::millis),
            Ok(nine),
            "{text}"
        );
    }
    assert_eq!(
        at("2026-05-01"),
        at("2026-05-01T00:00:00Z"),
        "a date alone is its midnight"
    );
    assert_eq!(at("2026-05-01T00:30:00+01:00"), at("2026-04-30T23:30:00Z"));
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "",
        " ",
        "tomorrow",
        "1777626000",
        "2026-13-01",
        "2026-02-30",
        "2026-05-01T25:00:00Z",
        "2026-05-01T10:00:60Z",
        "2026-05-01T10:00:60",
        "20260501T100060Z",
        "2026-05-01T09:00:00+24:00",
        "2026-05-01T09:00:00-25:59",
        "2026-05-01T09:00:00Z ",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-00:01",
        "0001-01-01T00:00:00+00:01",
        "10000-01-01",
        "2026",
    ] {
        assert!(Instant::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_text_is_answered_in_seconds_unless_they_would_be_read_as_milliseconds() {
    let near = Moment::from_text("2026-05-01").unwrap();
    assert_eq!(
        (near.unit, near.epoch()),
        (EpochUnit::Seconds, dec("1777593600"))
    );
    let far = Moment::from_text("9999-12-31T23:59:59.999Z").unwrap();
    assert_eq!(
        (far.unit, far.epoch()),
        (EpochUnit::Millis, Decimal::from(LAST))
    );
}

#[test]
fn instants_are_written_in_utc_with_a_fraction_only_if_needed() {
    assert_eq!(
        at("2026-05-01T11:00:00+02:00").to_string(),
        "2026-05-01T09:00:00Z"
    );
    assert_eq!(
        at("2026-05-01T09:00:00.120Z").to_string(),
        "2026-05-01T09:00:00.12Z"
    );
    assert_eq!(Instant::EPOCH.to_string(), "1970-01-01T00:00:00Z");
    assert_eq!(
        Instant::from_millis(FIRST).unwrap().to_string(),
        "0001-01-01T00:00:00Z"
    );
}

#[test]
fn arithmetic_saturates_at_the_bounds() {
    let [first, last] = [FIRST, LAST].map(|millis| Instant::from_millis(millis).unwrap());
    assert_eq!(last.plus_days(i64::MAX), last);
    assert_eq!(first.plus_millis(i64::MIN), first);
    assert_eq!(first.midnight(), first);
    assert_eq!(
        Instant::EPOCH.plus_days(-1).to_string(),
        "1969-12-31T00:00:00Z"
    );
    assert!(Instant::from_millis(LAST + 1).is_err());
    assert!(Instant::from_millis(FIRST - 1).is_err());
}

proptest! {
    #[test]
    fn an_epoch_number_answered_is_read_back_as_the_same_moment(
        millis in FIRST..=LAST, in_millis: bool
    ) {
        let number = if in_millis { Decimal::from(millis) } else { Decimal::new(millis, 3) };
        if let Ok(moment) = Moment::from_epoch(number) {
            prop_assert_eq!(Moment::from_epoch(moment.epoch()), Ok(moment));
        }
    }

    #[test]
    fn a_text_is_read_back_from_its_number_and_from_its_text(millis in FIRST..=LAST) {
        let instant = Instant::from_millis(millis).unwrap();
        prop_assert_eq!(Instant::parse(&instant.to_string()), Ok(instant));
        prop_assert_eq!(Instant::try_from(OffsetDateTime::from(instant)), Ok(instant));
        let moment = Moment::from_text(&instant.to_string()).unwrap();
        let again = Moment::from_epoch(moment.epoch()).unwrap();
        prop_assert_eq!((again.at, again.unit), (moment.at, moment.unit));
    }

    #[test]
    fn midnight_is_the_start_of_the_day(millis in FIRST..=LAST) {
        let instant = Instant::from_millis(millis).unwrap();
        let midnight = instant.midnight();
        prop_assert_eq!(
            OffsetDateTime::from(midnight).date(), OffsetDateTime::from(instant).date()
        );
        prop_assert_eq!(OffsetDateTime::from(midnight).time(), time::Time::MIDNIGHT);
    }

    #[test]
    fn no_text_and_no_number_makes_the_reader_fall(
        text in "\\PC{0,40}", mantissa: i64, scale in 0_u32..28
    ) {
        let _ = Instant::parse(&text);
        let _ = Moment::from_epoch(Decimal::new(mantissa, scale));
    }
}

//! Times, numbers and names as users write them.

use wayfare_domain::is_uuid_shaped;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Amount, Currency, Instant, Moment, TripId, Username};

/// Times and epoch numbers round-trip through their text.
pub(crate) fn time(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(instant) = Instant::parse(text) {
        assert_eq!(Instant::parse(&instant.to_string()), Ok(instant), "{text}");
        assert_eq!(
            Instant::from_millis(instant.millis()),
            Ok(instant),
            "{text}"
        );
        assert!(instant.midnight() <= instant, "{text}");
    }
    let read = [
        Moment::from_text(text),
        parse_decimal(text).and_then(Moment::from_epoch),
    ];
    for moment in read.into_iter().flatten() {
        let again = Moment::from_epoch(moment.epoch()).unwrap();
        assert_eq!(again.epoch(), moment.epoch(), "{text}");
    }
}

/// A number is parsed without loss, and an amount is within its bounds.
pub(crate) fn number(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(currency) = Currency::new(text) {
        assert_eq!(currency.code(), text);
    }
    let Ok(number) = parse_decimal(text) else {
        return;
    };
    assert_eq!(parse_decimal(&number.to_string()), Ok(number), "{text}");
    let Ok(amount) = Amount::new(number) else {
        return;
    };
    assert_eq!(amount.value(), number, "{text}");
    assert!(!number.is_sign_negative() || number.is_zero(), "{text}");
    assert!(
        number <= rust_decimal::Decimal::from(1_000_000_000_000_u64),
        "{text}"
    );
    let rounded = Currency::CAD.round(number);
    assert_eq!(Currency::CAD.round(rounded), rounded, "{text}");
}

/// A username has only the permitted characters, and no available username has the form of an id.
pub(crate) fn name(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(name) = Username::new(text) {
        let is_plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
        assert!(
            (1..=39).contains(&text.len())
                && text.bytes().all(is_plain)
                && !text.starts_with(['.', '-']),
            "{text}"
        );
        assert_eq!(name.as_str(), text);
        assert_eq!(Username::key_of(&name.key()), name.key(), "{text}");
        assert!(!is_uuid_shaped(text) || name.is_reserved(), "{text}");
    }
    if let Some(trip) = TripId::parse(text) {
        assert!(is_uuid_shaped(text), "{text}");
        assert_eq!(trip.to_string(), text.to_ascii_lowercase());
    }
}

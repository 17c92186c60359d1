use uuid::Uuid;

use super::*;

fn id() -> GrantId {
    GrantId(Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef))
}

#[test]
fn a_key_has_its_id_and_a_secret_with_a_checksum() {
    let text = new(id());
    let (start, secret) = text.rsplit_once('_').unwrap();
    assert_eq!(start, "wayfare_01234567-89ab-cdef-0123-456789abcdef");
    assert_eq!(secret.len(), 49);
    assert_eq!(parse(&text), Some(id()));
    assert_ne!(new(id()), text);
}

#[test]
fn the_checksum_is_crc_32_in_base62_of_fixed_length() {
    // The check value of CRC-32 is 0xcbf43926 = 3421780262.
    assert_eq!(checksum("123456789"), "3jZRME");
    assert_eq!(checksum(""), "000000");
    let number = checksum("wayfare").bytes().fold(0_u64, |number, digit| {
        let place = DIGITS.iter().position(|other| *other == digit).unwrap();
        number * 62 + u64::try_from(place).unwrap()
    });
    assert_eq!(number, u64::from(crc32fast::hash(b"wayfare")));
}

#[test]
fn a_text_that_is_no_key_is_found_out() {
    let text = new(id());
    for place in 0..text.len() {
        let mut other = text.clone().into_bytes();
        other[place] = if other[place] == b'x' { b'y' } else { b'x' };
        let other = String::from_utf8(other).unwrap();
        assert!(parse(&other).is_none(), "{other}");
    }
    let longer = format!("{text}{}", checksum(&text));
    let upper = text.to_uppercase();
    let texts = [
        "",
        "wayfare_",
        "wayfare__",
        "é",
        &longer,
        &upper,
        &text[1..],
        &text[..text.len() - 1],
    ];
    for other in texts {
        assert!(parse(other).is_none(), "{other}");
    }
}

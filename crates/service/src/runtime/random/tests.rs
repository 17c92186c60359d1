use super::*;

#[test]
fn ordered_ids_ascend_within_a_millisecond_and_carry_the_time() {
    let ids = Ids::new();
    let now = Instant::from_millis(1_700_000_000_123).unwrap();
    let made: Vec<Uuid> = (0..1_000).map(|_| ids.ordered(now)).collect();
    assert!(made.is_sorted() && made.first() != made.last());
    let (seconds, nanos) = made[0].get_timestamp().unwrap().to_unix();
    assert_eq!((seconds, nanos / 1_000_000), (1_700_000_000, 123));
}

#[test]
fn tokens_have_256_bits_and_differ() {
    assert_eq!(URL_SAFE_NO_PAD.decode(token()).unwrap().len(), 32);
    assert_ne!(token(), token());
    let family = id();
    assert_ne!(token_of(family), token_of(family));
    assert_eq!(family_of(&token_of(family)), Some(family));
    assert_eq!(family_of(&token()), None);
}

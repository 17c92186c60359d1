use proptest::collection::vec;
use proptest::prelude::{any, prop_assert_eq, proptest};

use super::*;

fn secrets() -> Secrets {
    Secrets::new(Secret::new([7; 32]).unwrap())
}

proptest! {
    /// Whatever an attacker puts into a cookie or a field: a code is good for one use alone.
    #[test]
    fn a_code_is_of_one_purpose_and_one_list_of_parts(
        one in vec("[a-z0-9 ]{0,4}", 0..4),
        other in vec("[a-z0-9 ]{0,4}", 0..4),
        arbitrary in vec(any::<u8>(), 0..40),
    ) {
        let secrets = secrets();
        let one: Vec<&[u8]> = one.iter().map(String::as_bytes).chain([&*arbitrary]).collect();
        let other: Vec<&[u8]> = other.iter().map(String::as_bytes).chain([&*arbitrary]).collect();
        for made in Purpose::ALL {
            let code = secrets.current.code(made, &one);
            for taken in Purpose::ALL {
                prop_assert_eq!(secrets.accept(taken, &one, &code), made == taken);
                if one != other && !taken.has_fixed_lengths() {
                    assert!(!secrets.accept(taken, &other, &code));
                }
            }
        }
    }
}

#[test]
fn moving_a_boundary_makes_another_code() {
    let parts: [&[&[u8]]; 4] = [&[b"ab", b"c"], &[b"a", b"bc"], &[b"abc"], &[b"abc", b""]];
    let purposes = Purpose::ALL.into_iter();
    for purpose in purposes.filter(|purpose| !purpose.has_fixed_lengths()) {
        let mut codes = parts
            .map(|parts| secrets().current.code(purpose, parts))
            .to_vec();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), parts.len(), "{purpose:?}");
    }
}

#[test]
fn labels_differ_from_each_other_and_from_those_of_earlier_versions() {
    let mut labels = Purpose::ALL.map(Purpose::label).to_vec();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), Purpose::ALL.len());
    let former = [
        "page form ",
        "OpenID Connect ",
        "cursors of trip lists ",
        "password reset ",
        "confirmation ",
        "picture URLs",
    ];
    for label in labels {
        assert!(
            !former.iter().any(|former| label.starts_with(former)),
            "{label}"
        );
    }
}

#[test]
fn links_that_were_given_away_stay_good() {
    // Computed by another implementation: HMAC over the id and the generation.
    let code = secrets()
        .current
        .code(Purpose::ShareLink, &[&[1; 16], &2_i64.to_be_bytes()]);
    assert_eq!(code, "9hW_z9Hha4z9n6aAGUHkPH7T7dCqyOFHNV4ZGywHatg");
}

#[test]
fn codes_of_the_previous_secret_are_taken_and_none_is_made_with_it() {
    let parts: &[&[u8]] = &[b"a"];
    let former = secrets().current.code(Purpose::Form, parts);
    let rotated = Secrets {
        current: Secret::new([8; 32]).unwrap(),
        previous: Some(secrets().current),
    };
    assert!(rotated.accept(Purpose::Form, parts, &former));
    assert_ne!(rotated.current.code(Purpose::Form, parts), former);
    assert!(!Secrets::new(rotated.current).accept(Purpose::Form, parts, &former));
}

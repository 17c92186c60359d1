//! Signed URLs: stable for an hour, valid for at most two, and only for the signed path and query.

use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};
use sha2::{Digest as _, Sha256};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use wayfare_pictures::{Bounds, SignatureError, sign, verify};

const PATH: &str = "/api/v1/pictures/0190d2a4-6b0e-7cc1-9f00-2b5d53c1b6a1";
const NOW: OffsetDateTime = datetime!(2025-06-01 12:34:56 UTC);
const BOUNDS: Bounds = Bounds {
    max_width: Some(640),
    max_height: None,
};

/// Stands in for the codes of the service.
struct Key(&'static [u8]);

fn key() -> Key {
    Key(b"0123456789abcdef0123456789abcdef")
}

impl Key {
    fn code(&self, path: &str, signed: &str) -> String {
        let digest = Sha256::new_with_prefix(self.0).chain_update(format!("{path}\n{signed}"));
        let digest = digest.finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn sign(&self, path: &str, bounds: Bounds, now: OffsetDateTime) -> String {
        sign(bounds, now, |signed| self.code(path, signed))
    }

    fn verify(
        &self,
        path: &str,
        query: &str,
        now: OffsetDateTime,
    ) -> Result<Bounds, SignatureError> {
        verify(query, now, |signed, code| self.code(path, signed) == code)
    }
}

#[test]
fn verifies_signed_urls() {
    for bounds in [
        Bounds::default(),
        BOUNDS,
        Bounds {
            max_width: None,
            max_height: Some(1),
        },
        Bounds {
            max_width: Some(u32::MAX),
            max_height: Some(7),
        },
    ] {
        let query = key().sign(PATH, bounds, NOW);
        assert_eq!(key().verify(PATH, &query, NOW), Ok(bounds), "{query}");
    }
}

#[test]
fn the_query_needs_no_escaping() {
    let query = key().sign(PATH, BOUNDS, NOW);
    assert!(
        query.starts_with("max_width=640&expires=1748786400&signature="),
        "{query}"
    );
    assert!(
        query
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"=&_-".contains(&byte))
    );
}

#[test]
fn urls_are_stable_within_an_hour_and_differ_in_the_next() {
    let signed = |at| key().sign(PATH, BOUNDS, at);
    let hour = datetime!(2025-06-01 12:00 UTC);
    assert_eq!(signed(hour), signed(NOW));
    assert_eq!(
        signed(hour),
        signed(hour + Duration::minutes(59) + Duration::seconds(59))
    );
    assert_ne!(signed(hour), signed(hour + Duration::HOUR));
    assert_ne!(signed(hour), signed(hour - Duration::SECOND));
}

#[test]
fn urls_are_valid_for_one_to_two_hours() {
    let hour = datetime!(2025-06-01 12:00 UTC);
    let opens = |signed: OffsetDateTime, opened| {
        key().verify(PATH, &key().sign(PATH, BOUNDS, signed), opened)
    };
    assert_eq!(
        opens(hour, hour + Duration::hours(2) - Duration::SECOND),
        Ok(BOUNDS)
    );
    assert_eq!(
        opens(hour, hour + Duration::hours(2)),
        Err(SignatureError::Expired)
    );
    let last = hour + Duration::HOUR - Duration::SECOND;
    assert_eq!(opens(last, last + Duration::HOUR), Ok(BOUNDS));
    assert_eq!(
        opens(last, last + Duration::HOUR + Duration::SECOND),
        Err(SignatureError::Expired)
    );
}

#[test]
fn rejects_altered_urls() {
    let query = key().sign(PATH, BOUNDS, NOW);
    let other = key().sign(PATH, Bounds::default(), NOW);
    let signature = other.rsplit_once('=').unwrap().1;
    for altered in [
        query.replace("640", "6400"),
        query.replace("max_width", "max_height"),
        query.replace("expires=1748786400", "expires=1948786400"),
        query.replace("max_width=640&", ""),
        query.replace("max_width=640", "max_width=0640"),
        query.replace("max_width=640", "max_width=+640"),
        query.replace("max_width=640&", "max_height=5&max_width=640&"),
        format!("max_width=1&{query}"),
        format!("{query}&max_width=1"),
        format!("{query}&utm_source=x"),
        format!("{query}="),
        format!("{query}&"),
        query.to_uppercase(),
        query.rsplit_once("&signature").unwrap().0.to_owned(),
        format!("{}={signature}", query.rsplit_once('=').unwrap().0),
        "signature=".to_owned(),
        "expires=1748786400&signature=".to_owned(),
        "max_width=640".to_owned(),
        "expires=soon&signature=x".to_owned(),
        format!("expires=99999999999999999999&signature={signature}"),
    ] {
        let refused = key().verify(PATH, &altered, NOW);
        assert_eq!(refused, Err(SignatureError::Altered), "{altered}");
    }
    for path in [
        "",
        "/",
        "/api/v1/pictures/0190d2a4-6b0e-7cc1-9f00-2b5d53c1b6a2",
    ] {
        assert_eq!(
            key().verify(path, &query, NOW),
            Err(SignatureError::Altered),
            "{path}"
        );
    }
}

#[test]
fn distinguishes_unsigned_from_altered_urls() {
    assert_eq!(key().verify(PATH, "", NOW), Err(SignatureError::Unsigned));
    for query in ["page=2", "&&", "signature", "token=abc"] {
        assert_eq!(
            key().verify(PATH, query, NOW),
            Err(SignatureError::Altered),
            "{query}"
        );
    }
}

#[test]
fn secrets_have_distinct_signatures() {
    let query = key().sign(PATH, BOUNDS, NOW);
    for secret in [&b"0123456789abcdef0123456789abcdeg"[..], b"", b"x"] {
        let other = Key(secret);
        assert_eq!(
            other.verify(PATH, &query, NOW),
            Err(SignatureError::Altered)
        );
        assert_ne!(other.sign(PATH, BOUNDS, NOW), query);
    }
}

proptest! {
    #[test]
    fn every_signed_url_verifies_until_it_expires(
        path in "/[a-z0-9/%.-]{0,40}",
        max_width in prop::option::of(any::<u32>()),
        max_height in prop::option::of(any::<u32>()),
        seconds in 0..4_000_000_000i64,
    ) {
        let now = OffsetDateTime::from_unix_timestamp(seconds).unwrap();
        let bounds = Bounds { max_width, max_height };
        let query = key().sign(&path, bounds, now);
        prop_assert_eq!(key().verify(&path, &query, now), Ok(bounds));
        prop_assert_eq!(
            key().verify(&path, &query, now + Duration::hours(2)), Err(SignatureError::Expired)
        );
    }

    #[test]
    fn rejects_arbitrary_queries(query in ".{0,80}") {
        prop_assert!(key().verify(PATH, &query, NOW).is_err());
    }
}

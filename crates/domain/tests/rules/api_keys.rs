//! API keys: what they permit of what their account may do, and when they end.

use uuid::Uuid;
use wayfare_domain::access::AccessDecision::{Allowed, Forbidden, Hidden};
use wayfare_domain::{
    Action, ApiKey, GrantId, GrantPatch, GrantScope, Instant, KeyGrant, KeyScope, KeyTrips, TripId,
    UserId,
};

use crate::access::ACTIONS;

fn trip(number: u128) -> TripId {
    TripId(Uuid::from_u128(number))
}

fn grant(scope: KeyScope, trips: &[u128]) -> KeyGrant {
    KeyGrant {
        scope,
        trips: KeyTrips::new(trips.iter().copied().map(trip)).ok(),
    }
}

#[test]
fn a_key_that_reads_permits_reading_alone() {
    for action in ACTIONS {
        let reads = action.is_read();
        let decision = |scope, of_account| grant(scope, &[]).limit(trip(1), action, of_account);
        assert_eq!(decision(KeyScope::Write, Allowed), Allowed, "{action:?}");
        let expected = if reads { Allowed } else { Forbidden };
        assert_eq!(decision(KeyScope::Read, Allowed), expected, "{action:?}");
        for scope in KeyScope::ALL {
            for refused in [Hidden, Forbidden] {
                assert_eq!(decision(scope, refused), refused, "{scope:?} {action:?}");
            }
        }
    }
}

#[test]
fn trips_that_a_key_does_not_name_do_not_exist_for_it() {
    for scope in KeyScope::ALL {
        let grant = grant(scope, &[1, 2]);
        for action in ACTIONS {
            for of_account in [Allowed, Forbidden, Hidden] {
                assert_eq!(grant.limit(trip(3), action, of_account), Hidden);
            }
        }
        assert_eq!(grant.limit(trip(2), Action::Read, Allowed), Allowed);
        assert!(grant.covers(trip(1)) && !grant.covers(trip(3)));
    }
    assert!(grant(KeyScope::Read, &[]).covers(trip(3)));
}

#[test]
fn only_a_key_that_writes_all_trips_makes_new_ones() {
    assert!(grant(KeyScope::Write, &[]).may_create());
    assert!(!grant(KeyScope::Read, &[]).may_create());
    assert!(!grant(KeyScope::Write, &[1]).may_create());
}

#[test]
fn a_key_names_1_to_20_trips_each_once() {
    assert!(KeyTrips::new([]).is_err());
    let twice = KeyTrips::new([2, 1, 2].map(trip)).unwrap();
    assert_eq!(twice.iter().collect::<Vec<_>>(), [trip(2), trip(1)]);
    let most = || (1..=20).map(trip);
    let all = KeyTrips::new(most().chain([trip(7)])).unwrap();
    assert!(all.iter().eq(most()) && all.contains(trip(20)));
    assert!(KeyTrips::new((1..=21).map(trip)).is_err());
}

#[test]
fn scopes_have_names() {
    for scope in KeyScope::ALL {
        assert_eq!(KeyScope::parse(scope.as_str()), Ok(scope));
    }
    assert!(KeyScope::parse("Write").is_err());
}

#[test]
fn a_key_ends_at_its_expiry_which_is_not_in_the_past() {
    let at = |millis| Instant::from_millis(millis).unwrap();
    let (id, user) = (GrantId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
    let made = ApiKey::new(id, user, None, grant(KeyScope::Read, &[]), at(5));
    let until = |expires_at| {
        let patch = GrantPatch {
            label: None,
            scope: None,
            expires_at: Some(expires_at),
            uses: None,
        };
        made.apply(patch, false, at(5))
    };
    assert_eq!(until(None), Ok(None));
    assert!(until(Some(at(5))).is_err());
    let expires_at = until(Some(at(6))).unwrap().unwrap().expires_at;
    let key = |expires_at| ApiKey {
        expires_at,
        ..made.clone()
    };
    assert!(key(expires_at).is_open(at(5)));
    assert!(!key(expires_at).is_open(at(6)));
    assert!(key(None).is_open(at(1_000_000_000_000)));
}

#[test]
fn what_a_key_permits_has_words() {
    for permitted in [grant(KeyScope::Read, &[]), grant(KeyScope::Write, &[2, 1])] {
        assert_eq!(KeyGrant::parse_words(&permitted.to_words()), Ok(permitted));
    }
    // A limit that can't be read never widens a key.
    for wrong in ["", "read ", "read []", "read x", " read"] {
        assert!(KeyGrant::parse_words(wrong).is_err(), "{wrong:?}");
    }
}

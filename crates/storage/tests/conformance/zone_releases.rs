//! Releases of the time zone database.

use uuid::Uuid;
use wayfare_domain::TripId;
use wayfare_storage::ZoneRelease;

use crate::fixtures::millis;
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    the_newest_release_is_the_last_by_name,
    one_server_at_a_time_claims_a_release,
);

fn release(name: &str, moved_through: Option<TripId>) -> ZoneRelease {
    ZoneRelease {
        name: name.to_owned(),
        moved_through,
    }
}

fn newest(store: &TestStore) -> Option<ZoneRelease> {
    store.commit(|unit| unit.zone_releases().newest())
}

fn insert(store: &TestStore, release: &ZoneRelease) {
    store.commit(|unit| unit.zone_releases().insert(release));
}

fn the_newest_release_is_the_last_by_name(store: &TestStore) {
    assert_eq!(newest(store), None);
    insert(store, &release("2025b", None));
    insert(store, &release("2026f", Some(TripId::NOWHERE)));
    insert(store, &release("2026a", None));
    // It is there already.
    insert(store, &release("2026f", None));
    assert_eq!(newest(store), Some(release("2026f", Some(TripId::NOWHERE))));
}

fn one_server_at_a_time_claims_a_release(store: &TestStore) {
    let claim = |now, until| {
        let (now, until) = (millis(now), millis(until));
        store.commit(|unit| unit.zone_releases().claim("2026f", now, until))
    };
    let advance = |through, until| {
        let release = release("2026f", through);
        store.commit(|unit| unit.zone_releases().advance(&release, millis(until)));
    };
    assert_eq!(claim(1_000, 2_000), None);
    insert(store, &release("2026f", Some(TripId::NOWHERE)));
    assert_eq!(claim(1_000, 2_000), Some(TripId::NOWHERE));
    assert_eq!(claim(1_999, 3_000), None);
    let trip = TripId(Uuid::from_u128(7));
    advance(Some(trip), 2_500);
    assert_eq!(claim(2_499, 3_000), None);
    assert_eq!(claim(2_500, 3_000), Some(trip));
    advance(None, 3_000);
    assert_eq!(claim(9_000, 9_999), None);
    assert_eq!(newest(store), Some(release("2026f", None)));
}

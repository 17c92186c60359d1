//! The authorization matrix, and the visibility of trips in lists.

use wayfare_domain::access::AccessDecision::{self, Allowed, Forbidden, Hidden};
use wayfare_domain::{Action, Role};

use crate::fixture::{ADA, BOB, CY, TripFixture};

#[test]
fn authorization_matrix() {
    let table: [(Role, bool, [AccessDecision; 3]); 6] = [
        (Role::Outsider, true, [Hidden, Hidden, Hidden]),
        (Role::Outsider, false, [Allowed, Forbidden, Forbidden]),
        (Role::Member, true, [Allowed, Allowed, Forbidden]),
        (Role::Member, false, [Allowed, Allowed, Forbidden]),
        (Role::Owner, true, [Allowed, Allowed, Allowed]),
        (Role::Owner, false, [Allowed, Allowed, Allowed]),
    ];
    for (role, private, decisions) in table {
        for (action, decision) in [Action::Read, Action::Edit, Action::Manage]
            .into_iter()
            .zip(decisions)
        {
            assert_eq!(
                role.may(action, private),
                decision,
                "{role:?} {action:?}, private: {private}"
            );
        }
    }
}

#[test]
fn roles_follow_from_owner_and_members() {
    let fixture = TripFixture::with_members(&["bob"]);
    assert_eq!(fixture.trip.role_of(ADA), Role::Owner);
    assert_eq!(fixture.trip.role_of(BOB), Role::Member);
    assert_eq!(fixture.trip.role_of(CY), Role::Outsider);
    assert_eq!(
        Role::new(ADA, ADA, false),
        Role::Owner,
        "an owner need not be a member"
    );
}

#[test]
fn a_private_trip_is_visible_to_its_members_only() {
    let mut trip = TripFixture::with_members(&["bob"]).trip;
    let seen = |trip: &wayfare_domain::Trip| {
        [None, Some(CY), Some(BOB), Some(ADA)].map(|who| trip.is_visible_to(who))
    };
    assert_eq!(seen(&trip), [false, false, true, true]);
    trip.private = false;
    assert_eq!(seen(&trip), [true; 4]);
}

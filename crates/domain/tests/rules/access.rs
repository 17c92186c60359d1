//! The authorization matrix, and the visibility of trips in lists.

use wayfare_domain::access::AccessDecision::{self, Allowed, Forbidden, Hidden};
use wayfare_domain::access::is_visible;
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, MemberRole, Role};

use crate::fixture::{ADA, BOB, CY, TripFixture};

#[test]
fn authorization_matrix() {
    let table: [(Role, bool, [AccessDecision; 4]); 10] = [
        (Role::Nobody, true, [Hidden; 4]),
        (
            Role::Nobody,
            false,
            [Allowed, Forbidden, Forbidden, Forbidden],
        ),
        (Role::Outsider, true, [Hidden; 4]),
        (
            Role::Outsider,
            false,
            [Allowed, Forbidden, Forbidden, Forbidden],
        ),
        (Role::Viewer, true, [Allowed, Allowed, Forbidden, Forbidden]),
        (
            Role::Viewer,
            false,
            [Allowed, Allowed, Forbidden, Forbidden],
        ),
        (Role::Editor, true, [Allowed, Allowed, Allowed, Forbidden]),
        (Role::Editor, false, [Allowed, Allowed, Allowed, Forbidden]),
        (Role::Owner, true, [Allowed; 4]),
        (Role::Owner, false, [Allowed; 4]),
    ];
    let actions = [Action::Read, Action::Submit, Action::Edit, Action::Manage];
    for (role, private, decisions) in table {
        for (action, decision) in actions.into_iter().zip(decisions) {
            assert_eq!(
                role.may(action, private),
                decision,
                "{role:?} {action:?}, private: {private}"
            );
        }
    }
}

#[test]
fn roles_follow_from_owner_members_and_viewers() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    assert_eq!(fixture.trip.role_of(ADA), Role::Owner);
    assert_eq!(fixture.trip.role_of(BOB), Role::Editor);
    assert_eq!(fixture.trip.role_of(CY), Role::Outsider);
    fixture.assert_changes(TripPatch {
        roles: Some(vec![("bob".to_owned(), MemberRole::Viewer)]),
        ..TripPatch::default()
    });
    assert_eq!(fixture.trip.role_of(BOB), Role::Viewer);
}

#[test]
fn a_private_trip_is_visible_to_its_members_only() {
    let mut trip = TripFixture::with_members(&["bob"]).trip;
    let seen = |trip: &wayfare_domain::Trip| {
        [None, Some(CY), Some(BOB), Some(ADA)].map(|who| trip.is_visible_to(who))
    };
    assert_eq!(seen(&trip), [false, false, true, true]);
    trip.viewers = vec![BOB];
    assert_eq!(seen(&trip), [false, false, true, true]);
    trip.private = false;
    assert_eq!(seen(&trip), [true; 4]);
    assert!(
        is_visible(true, ADA, false, Some(ADA)),
        "an owner need not be a member"
    );
}

//! The authorization matrix, and the visibility of trips in lists.

use wayfare_domain::access::AccessDecision::{self, Allowed, Forbidden, Hidden};
use wayfare_domain::access::is_visible;
use wayfare_domain::trip::{Edit, PeoplePatch};
use wayfare_domain::{Action, MemberRole, Role};

use crate::fixture::{ADA, BOB, CY, TripFixture};

/// All actions.
pub(crate) const ACTIONS: [Action; 7] = [
    Action::Read,
    Action::ReadFiles,
    Action::ReadLinks,
    Action::Subscribe,
    Action::Submit,
    Action::Edit,
    Action::Manage,
];

#[test]
fn authorization_matrix() {
    // Read, ReadFiles, ReadLinks, Subscribe, Submit, Edit, Manage.
    let outsider = [
        Allowed, Hidden, Forbidden, Forbidden, Forbidden, Forbidden, Forbidden,
    ];
    let viewer = [
        Allowed, Allowed, Forbidden, Allowed, Allowed, Forbidden, Forbidden,
    ];
    let editor = [
        Allowed, Allowed, Forbidden, Allowed, Allowed, Allowed, Forbidden,
    ];
    let table: [(Role, bool, [AccessDecision; 7]); 10] = [
        (Role::Nobody, true, [Hidden; 7]),
        (Role::Nobody, false, outsider),
        (Role::Outsider, true, [Hidden; 7]),
        (Role::Outsider, false, outsider),
        (Role::Viewer, true, viewer),
        (Role::Viewer, false, viewer),
        (Role::Editor, true, editor),
        (Role::Editor, false, editor),
        (Role::Owner, true, [Allowed; 7]),
        (Role::Owner, false, [Allowed; 7]),
    ];
    for (role, private, decisions) in table {
        for (action, decision) in ACTIONS.into_iter().zip(decisions) {
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
    fixture.assert_changes(Edit::People(PeoplePatch {
        roles: Some(vec![("bob".to_owned(), MemberRole::Viewer)]),
        ..PeoplePatch::default()
    }));
    assert_eq!(fixture.trip.role_of(BOB), Role::Viewer);
}

#[test]
fn a_private_trip_is_visible_to_its_members_only() {
    let mut trip = TripFixture::with_members(&["bob"]).trip;
    let seen = |trip: &wayfare_domain::Trip| {
        [None, Some(CY), Some(BOB), Some(ADA)].map(|who| {
            let is_member = who.is_some_and(|user| trip.members.contains(&user));
            is_visible(trip.private, trip.owner, is_member, who)
        })
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

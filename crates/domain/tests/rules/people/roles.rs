//! Roles: who may change them, what becomes of them, and what a viewer may send.

use wayfare_domain::MemberRole::{self, Editor, Owner, Viewer};
use wayfare_domain::trip::DayShift;
use wayfare_domain::trip::{Edit, ItineraryPatch, PatchError, PeoplePatch};

use crate::fixture::{ADA, BOB, CY, TripFixture, dec, names, short};

fn roles(roles: &[(&str, MemberRole)]) -> Edit {
    let roles = roles.iter().map(|(name, role)| ((*name).to_owned(), *role));
    Edit::People(PeoplePatch {
        roles: Some(roles.collect()),
        ..PeoplePatch::default()
    })
}

fn members(list: &[&str]) -> Edit {
    Edit::People(PeoplePatch {
        members: names(list),
        ..PeoplePatch::default()
    })
}

fn owner(name: &str) -> Edit {
    Edit::People(PeoplePatch {
        owner: Some(name.to_owned()),
        ..PeoplePatch::default()
    })
}

/// A trip of Ada's with Bob as an editor and Cy as a viewer.
fn trip() -> TripFixture {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    fixture.assert_changes(roles(&[("cy", Viewer)]));
    fixture
}

#[test]
fn new_members_are_editors_and_only_what_is_sent_changes() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    assert!(fixture.trip.viewers.is_empty());
    fixture.assert_changes(roles(&[("BOB", Viewer)]));
    fixture.assert_changes(roles(&[(&CY.to_string(), Viewer)]));
    assert_eq!(fixture.trip.viewers, [BOB, CY]);
    fixture.assert_unchanged(roles(&[("cy", Viewer), ("ada", Owner)]));
    fixture.assert_unchanged(roles(&[]));
    fixture.assert_changes(roles(&[("bob", Editor)]));
    assert_eq!(fixture.trip.viewers, [CY]);
}

#[test]
fn refuses_other_roles_of_the_owner_a_second_owner_and_those_who_are_no_members() {
    let mut fixture = trip();
    let sent = [
        ("ada", Editor),
        ("bob", Owner),
        ("dee", Viewer),
        ("no/body", Viewer),
        ("cy", Editor),
    ];
    assert_eq!(
        fixture.violations(roles(&sent)),
        ["/roles/ada", "/roles/bob", "/roles/dee", "/roles/no~1body"]
    );
    let twice = [("bob", Viewer), ("Bob", Editor), ("BOB", Viewer)];
    assert_eq!(
        fixture.violations(roles(&twice)),
        ["/roles/Bob", "/roles/BOB"]
    );
    assert_eq!(fixture.trip.viewers, [CY]);
}

#[test]
fn only_the_owner_changes_roles() {
    let mut fixture = trip();
    for by in [BOB, CY] {
        for sent in [
            ("cy", Editor),
            ("bob", Viewer),
            ("dee", Viewer),
            ("ada", Viewer),
        ] {
            let answer = fixture.apply_by(by, roles(&[sent]));
            assert_eq!(answer, Err(PatchError::NotPermitted), "{by} {sent:?}");
        }
        assert_eq!(fixture.apply_by(by, roles(&[("cy", Viewer)])), Ok(false));
    }
}

#[test]
fn who_stays_keeps_the_role_and_who_comes_back_is_an_editor() {
    let mut fixture = trip();
    fixture.assert_changes(members(&["bob", "cy", "dee"]));
    assert_eq!(fixture.trip.viewers, [CY]);
    fixture.assert_changes(members(&["bob"]));
    assert!(fixture.trip.viewers.is_empty());
    fixture.assert_changes(members(&["bob", "cy"]));
    assert!(fixture.trip.viewers.is_empty());
}

#[test]
fn a_viewer_becomes_the_owner_and_a_former_owner_an_editor() {
    let mut fixture = trip();
    fixture.assert_changes(owner("cy"));
    assert_eq!(fixture.trip.member_role(CY), Some(Owner));
    assert_eq!(fixture.trip.member_role(ADA), Some(Editor));
    assert_eq!(fixture.apply_by(CY, owner("bob")), Ok(true));
    assert_eq!(fixture.trip.member_role(CY), Some(Editor));
}

#[test]
fn a_viewer_changes_nothing() {
    let mut fixture = trip();
    let patches = [
        Edit::Todo(vec![short("Tickets")]),
        owner("cy"),
        members(&["bob", "cy", "dee"]),
        members(&["cy"]),
        Edit::People(PeoplePatch {
            private: Some(!fixture.trip.private),
            ..PeoplePatch::default()
        }),
        // Its violation is not told.
        members(&["bob", "cy", "nobody"]),
    ];
    for patch in patches {
        let answer = fixture.apply_by(CY, patch.clone());
        assert_eq!(answer, Err(PatchError::NotPermitted), "{patch:?}");
    }
    let same = vec![
        Edit::People(PeoplePatch {
            members: names(&["ada", "bob", "cy"]),
            private: Some(fixture.trip.private),
            ..PeoplePatch::default()
        }),
        Edit::Todo(Vec::new()),
        Edit::Name(fixture.trip.name.clone()),
    ];
    assert_eq!(fixture.apply_by(CY, same), Ok(false));
}

#[test]
fn a_command_of_a_viewer_is_refused_even_if_it_changes_nothing() {
    let mut fixture = trip();
    let nowhere = Edit::Shift(DayShift::new(dec("0")).unwrap());
    assert_eq!(fixture.apply_by(BOB, nowhere.clone()), Ok(false));
    assert_eq!(fixture.apply_by(CY, nowhere), Err(PatchError::NotPermitted));
    // Whether there is an item comes first.
    let missing = Edit::Items(ItineraryPatch::Remove(short("none")));
    assert_eq!(fixture.apply_by(CY, missing), Err(PatchError::NoItem));
}

#[test]
fn a_viewer_leaves_by_a_patch_of_members_alone() {
    let mut fixture = trip();
    let with_more = Edit::People(PeoplePatch {
        private: Some(fixture.trip.private),
        members: names(&["ada", "bob"]),
        ..PeoplePatch::default()
    });
    assert_eq!(
        fixture.apply_by(CY, with_more),
        Err(PatchError::NotPermitted)
    );
    assert_eq!(
        fixture.apply_by(CY, members(&["ada"])),
        Err(PatchError::NotPermitted)
    );
    assert_eq!(fixture.apply_by(CY, members(&["bob"])), Ok(true));
    assert_eq!(fixture.trip.members, [ADA, BOB]);
    assert!(fixture.trip.viewers.is_empty());
}

//! Owner, members and privacy: who may change them and what becomes of the list.

use wayfare_domain::Trip;
use wayfare_domain::trip::{Edit, PatchError, PeoplePatch};

use crate::fixture::{ADA, BOB, CY, DEE, TripFixture, names, short};

fn listed(list: &[&str]) -> PeoplePatch {
    PeoplePatch {
        members: names(list),
        ..PeoplePatch::default()
    }
}

fn members(list: &[&str]) -> Edit {
    Edit::People(listed(list))
}

fn owner(name: &str) -> Edit {
    Edit::People(PeoplePatch {
        owner: Some(name.to_owned()),
        ..PeoplePatch::default()
    })
}

fn private(private: bool) -> Edit {
    Edit::People(PeoplePatch {
        private: Some(private),
        ..PeoplePatch::default()
    })
}

#[test]
fn the_owner_adds_and_removes_members_and_stays_one() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(members(&["bob", "CY"]));
    assert_eq!(fixture.trip.members, [ADA, BOB, CY]);
    fixture.assert_changes(members(&["cy"]));
    assert_eq!(fixture.trip.members, [ADA, CY]);
    fixture.assert_changes(members(&[]));
    assert_eq!(fixture.trip.members, [ADA]);
}

#[test]
fn members_are_named_by_username_or_id_and_deduplicated() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(members(&["bob", &BOB.to_string(), "Bob", "ada"]));
    assert_eq!(fixture.trip.members, [ADA, BOB]);
}

#[test]
fn members_come_in_the_order_in_which_they_joined() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    fixture.assert_unchanged(members(&["cy", "ada", "bob"]));
    fixture.assert_unchanged(members(&["cy", "bob"]));
    fixture.assert_changes(members(&["dee", "cy", "bob"]));
    assert_eq!(fixture.trip.members, [ADA, BOB, CY, DEE]);
}

#[test]
fn each_unknown_user_has_a_violation_at_its_place() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let change = Edit::People(PeoplePatch {
        owner: Some("nobody".into()),
        ..listed(&["bob", "ghost", "cy", ""])
    });
    let Err(PatchError::Invalid(violations)) = fixture.apply(change) else {
        panic!("must be refused")
    };
    let all: Vec<String> = violations
        .iter()
        .map(|v| format!("{} {}", v.path, v.reason))
        .collect();
    assert_eq!(
        all,
        [
            "/owner there is no user \"nobody\"",
            "/members/1 there is no user \"ghost\"",
            "/members/3 there is no user \"\""
        ]
    );
    assert_eq!(fixture.trip.members, [ADA, BOB]);
}

#[test]
fn a_former_owner_stays_a_member() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_changes(Edit::People(PeoplePatch {
        owner: Some("cy".into()),
        ..listed(&["dee"])
    }));
    assert_eq!(
        (fixture.trip.owner, fixture.trip.members.as_slice()),
        (CY, &[ADA, DEE, CY][..])
    );
    assert_eq!(
        fixture.apply(owner("ada")),
        Err(PatchError::NotPermitted),
        "it is no longer hers"
    );
    assert_eq!(fixture.apply_by(CY, members(&["dee"])), Ok(true));
    assert_eq!(
        fixture.trip.members,
        [DEE, CY],
        "later the new owner may take the former one off"
    );
}

#[test]
fn a_change_of_owner_alone_leaves_the_members() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_unchanged(owner("ADA"));
    fixture.assert_changes(owner("bob"));
    assert_eq!(
        (fixture.trip.owner, fixture.trip.members.as_slice()),
        (BOB, &[ADA, BOB][..])
    );
}

#[test]
fn a_member_may_not_change_owner_members_or_privacy() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    let before: Trip = fixture.trip.clone();
    let edit = |people: Edit| vec![people, Edit::Todo(vec![short("pack")])];
    for change in [
        owner("bob"),
        owner("nobody"),
        private(false),
        members(&["ada", "bob", "cy", "dee"]),
        members(&["bob"]),
        members(&["ada", "ghost"]),
        members(&["cy", "dee"]),
        members(&[]),
    ] {
        assert_eq!(
            fixture.apply_by(BOB, edit(change)),
            Err(PatchError::NotPermitted)
        );
        assert_eq!(fixture.trip, before, "nothing is changed");
    }
}

#[test]
fn a_member_may_send_owner_members_and_privacy_unchanged() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    let same = Edit::People(PeoplePatch {
        owner: Some("ada".into()),
        private: Some(true),
        ..listed(&["cy", "bob", "bob"])
    });
    assert_eq!(fixture.apply_by(BOB, same.clone()), Ok(false));
    assert_eq!(
        fixture.apply_by(BOB, vec![same, Edit::Todo(vec![short("pack")])]),
        Ok(true)
    );
}

#[test]
fn a_member_may_take_themself_off() {
    for list in [&["ada", "cy"][..], &["cy"]] {
        let mut fixture = TripFixture::with_members(&["bob", "cy"]);
        assert_eq!(fixture.apply_by(BOB, members(list)), Ok(true));
        assert_eq!(fixture.trip.members, [ADA, CY]);
    }
}

#[test]
fn a_member_who_leaves_may_not_change_privacy_or_owner() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    for change in [
        Edit::People(PeoplePatch {
            private: Some(false),
            ..listed(&["ada", "cy"])
        }),
        Edit::People(PeoplePatch {
            owner: Some("cy".into()),
            ..listed(&["ada", "cy"])
        }),
    ] {
        assert_eq!(fixture.apply_by(BOB, change), Err(PatchError::NotPermitted));
    }
    assert_eq!(fixture.trip.members, [ADA, BOB, CY]);
}

#[test]
fn a_trip_has_at_most_a_hundred_members_the_owner_included() {
    let guests: Vec<String> = (0..100).map(|n| format!("guest-{n}")).collect();
    let list = |n: usize| {
        Edit::People(PeoplePatch {
            members: Some(guests[..n].to_vec()),
            ..PeoplePatch::default()
        })
    };
    let mut fixture = TripFixture::new();
    assert_eq!(fixture.violations(list(100)), ["/members"]);
    fixture.assert_changes(list(99));
    assert_eq!(fixture.trip.members.len(), 100);
    assert_eq!(
        fixture.violations(owner("bob")),
        ["/members"],
        "she would stay, and be one too many"
    );
    fixture.assert_changes(owner("guest-5"));
}

#[test]
fn only_the_owner_changes_privacy() {
    let mut fixture = TripFixture::new();
    assert!(fixture.trip.private);
    fixture.assert_changes(private(false));
    assert!(!fixture.trip.private);
    fixture.assert_unchanged(private(false));
}

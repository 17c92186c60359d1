//! Owner, members and privacy: who may change them and what becomes of the list.

use wayfare_domain::trip::{PatchError, TripPatch};
use wayfare_domain::{Outcome, Trip};

use crate::fixture::{ADA, BOB, CY, DEE, Desk, names, short};

fn members(list: &[&str]) -> TripPatch {
    TripPatch {
        members: names(list),
        ..TripPatch::default()
    }
}

fn owner(name: &str) -> TripPatch {
    TripPatch {
        owner: Some(name.to_owned()),
        ..TripPatch::default()
    }
}

fn private(private: bool) -> TripPatch {
    TripPatch {
        private: Some(private),
        ..TripPatch::default()
    }
}

#[test]
fn the_owner_adds_and_removes_members_and_always_is_one() {
    let mut desk = Desk::new();
    desk.changes(members(&["bob", "CY"]));
    assert_eq!(desk.trip.members, [ADA, BOB, CY]);
    desk.changes(members(&["cy"]));
    assert_eq!(desk.trip.members, [ADA, CY]);
    desk.changes(members(&[]));
    assert_eq!(desk.trip.members, [ADA]);
}

#[test]
fn members_are_named_by_username_or_id_and_each_is_one_once() {
    let mut desk = Desk::new();
    desk.changes(members(&["bob", &BOB.to_string(), "Bob", "ada"]));
    assert_eq!(desk.trip.members, [ADA, BOB]);
}

#[test]
fn members_come_in_the_order_in_which_they_joined() {
    let mut desk = Desk::with_members(&["bob", "cy"]);
    desk.keeps(members(&["cy", "ada", "bob"]));
    desk.keeps(members(&["cy", "bob"]));
    desk.changes(members(&["dee", "cy", "bob"]));
    assert_eq!(desk.trip.members, [ADA, BOB, CY, DEE]);
}

#[test]
fn unknown_users_are_named_each_where_it_stands() {
    let mut desk = Desk::with_members(&["bob"]);
    let change = TripPatch {
        owner: Some("nobody".into()),
        ..members(&["bob", "ghost", "cy", ""])
    };
    let Err(PatchError::Invalid(violations)) = desk.apply(change) else {
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
    assert_eq!(desk.trip.members, [ADA, BOB]);
}

#[test]
fn a_former_owner_stays_a_member() {
    let mut desk = Desk::with_members(&["bob"]);
    desk.changes(TripPatch {
        owner: Some("cy".into()),
        ..members(&["dee"])
    });
    assert_eq!(
        (desk.trip.owner, desk.trip.members.as_slice()),
        (CY, &[ADA, DEE, CY][..])
    );
    assert_eq!(
        desk.apply(owner("ada")),
        Err(PatchError::NotOwner),
        "it is no longer hers"
    );
    assert_eq!(desk.by(CY, members(&["dee"])), Ok(Outcome::Changed));
    assert_eq!(
        desk.trip.members,
        [DEE, CY],
        "later the new owner may take the former one off"
    );
}

#[test]
fn a_change_of_owner_alone_leaves_the_members() {
    let mut desk = Desk::with_members(&["bob"]);
    desk.keeps(owner("ADA"));
    desk.changes(owner("bob"));
    assert_eq!(
        (desk.trip.owner, desk.trip.members.as_slice()),
        (BOB, &[ADA, BOB][..])
    );
}

#[test]
fn a_member_changes_none_of_the_three() {
    let mut desk = Desk::with_members(&["bob", "cy"]);
    let before: Trip = desk.trip.clone();
    let edit = |change: TripPatch| TripPatch {
        todo: Some(vec![short("pack")]),
        ..change
    };
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
        assert_eq!(desk.by(BOB, edit(change)), Err(PatchError::NotOwner));
        assert_eq!(desk.trip, before, "nothing is changed");
    }
}

#[test]
fn a_member_may_send_them_as_they_stand_beside_an_edit() {
    let mut desk = Desk::with_members(&["bob", "cy"]);
    let same = TripPatch {
        owner: Some("ada".into()),
        private: Some(true),
        ..members(&["cy", "bob", "bob"])
    };
    assert_eq!(desk.by(BOB, same.clone()), Ok(Outcome::Unchanged));
    assert_eq!(
        desk.by(
            BOB,
            TripPatch {
                todo: Some(vec![short("pack")]),
                ..same
            }
        ),
        Ok(Outcome::Changed)
    );
}

#[test]
fn a_member_may_take_themself_off() {
    for list in [&["ada", "cy"][..], &["cy"]] {
        let mut desk = Desk::with_members(&["bob", "cy"]);
        assert_eq!(desk.by(BOB, members(list)), Ok(Outcome::Changed));
        assert_eq!(desk.trip.members, [ADA, CY]);
    }
}

#[test]
fn a_member_who_leaves_changes_no_privacy_and_no_owner_on_the_way() {
    let mut desk = Desk::with_members(&["bob", "cy"]);
    for change in [
        TripPatch {
            private: Some(false),
            ..members(&["ada", "cy"])
        },
        TripPatch {
            owner: Some("cy".into()),
            ..members(&["ada", "cy"])
        },
    ] {
        assert_eq!(desk.by(BOB, change), Err(PatchError::NotOwner));
    }
    assert_eq!(desk.trip.members, [ADA, BOB, CY]);
}

#[test]
fn a_trip_has_at_most_a_hundred_members_the_owner_included() {
    let guests: Vec<String> = (0..100).map(|n| format!("guest-{n}")).collect();
    let list = |n: usize| TripPatch {
        members: Some(guests[..n].to_vec()),
        ..TripPatch::default()
    };
    let mut desk = Desk::new();
    assert_eq!(desk.refused(list(100)), ["/members"]);
    desk.changes(list(99));
    assert_eq!(desk.trip.members.len(), 100);
    assert_eq!(
        desk.refused(owner("bob")),
        ["/members"],
        "she would stay, and be one too many"
    );
    desk.changes(owner("guest-5"));
}

#[test]
fn privacy_is_the_owners() {
    let mut desk = Desk::new();
    assert!(desk.trip.private);
    desk.changes(private(false));
    assert!(!desk.trip.private);
    desk.keeps(private(false));
}

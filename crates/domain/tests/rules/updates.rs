//! Updates as a whole: partial, all or nothing, every violation at once, and nothing changed as an
//! outcome.

use uuid::Uuid;
use wayfare_domain::trip::patch::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::{Expenditure, PatchError, TripPatch};
use wayfare_domain::{Description, Instant, Name, Notes, Outcome, PictureId, Trip, TripId};

use crate::fixture::{ADA, BOB, Desk, amount, dest, epoch, named, names, new_trip, short, stay_of};

#[test]
fn a_new_trip_is_its_owners_and_otherwise_empty() {
    let mut new = new_trip();
    new.estimate = EstimatePatch {
        lo: None,
        hi: Some(amount("5")),
    };
    new.dates = DatesPatch {
        start: Some(epoch(1)),
        end: None,
    };
    let trip = Trip::create(TripId(Uuid::nil()), ADA, new, Instant::EPOCH).unwrap();
    assert_eq!(
        (
            trip.owner,
            trip.members.as_slice(),
            trip.version,
            trip.private
        ),
        (ADA, &[ADA][..], 1, true)
    );
    assert_eq!(
        (trip.plan.estimate.lo, trip.plan.estimate.hi),
        (amount("0"), amount("5")),
        "a budget that is sent is kept"
    );
    assert_eq!(
        (trip.plan.dates.start, trip.plan.dates.end),
        (Some(epoch(1)), None)
    );
    assert!(
        trip.plan.destinations.is_empty()
            && trip.plan.expenditures.is_empty()
            && trip.plan.todo.is_empty()
    );
    assert!(
        trip.itinerary.is_empty() && trip.map.locations.is_empty() && trip.gallery.main.is_none()
    );
}

/// What an edit must make of a trip.
type Effect = Box<dyn Fn(&mut Trip)>;

#[test]
fn only_what_is_sent_changes() {
    let mut desk = Desk::new();
    let picture = PictureId(Uuid::from_u128(7));
    let edits: Vec<(TripPatch, Effect)> = vec![
        (
            TripPatch {
                name: Some(Name::new("n").unwrap()),
                ..TripPatch::default()
            },
            Box::new(|t| t.name = Name::new("n").unwrap()),
        ),
        (
            TripPatch {
                description: Some(Description::new("d").unwrap()),
                ..TripPatch::default()
            },
            Box::new(|t| t.description = Description::new("d").unwrap()),
        ),
        (
            TripPatch {
                todo: Some(vec![short("a"), short("a")]),
                ..TripPatch::default()
            },
            Box::new(|t| t.plan.todo = vec![short("a"); 2]),
        ),
        (
            TripPatch {
                notes: Some(Notes::new("<b>").unwrap()),
                ..TripPatch::default()
            },
            Box::new(|t| t.map.notes = Notes::new("<b>").unwrap()),
        ),
        (
            TripPatch {
                main_picture: Some(Some(picture)),
                ..TripPatch::default()
            },
            Box::new(move |t| t.gallery.main = Some(picture)),
        ),
        (
            TripPatch {
                photos: Some(vec![picture]),
                ..TripPatch::default()
            },
            Box::new(move |t| t.gallery.photos = vec![picture]),
        ),
        (
            TripPatch {
                main_picture: Some(None),
                ..TripPatch::default()
            },
            Box::new(|t| t.gallery.main = None),
        ),
        (
            TripPatch {
                expenditures: Some(vec![Expenditure {
                    expenditure: short("tram"),
                    cost: amount("3"),
                }]),
                ..TripPatch::default()
            },
            Box::new(|t| {
                t.plan.expenditures = vec![Expenditure {
                    expenditure: short("tram"),
                    cost: amount("3"),
                }]
            }),
        ),
        (
            TripPatch {
                private: Some(false),
                ..TripPatch::default()
            },
            Box::new(|t| t.private = false),
        ),
    ];
    for (change, effect) in edits {
        let mut expected = desk.trip.clone();
        effect(&mut expected);
        desk.changes(change.clone());
        assert_eq!(desk.trip.version, expected.version + 1);
        assert!(desk.trip.updated_at > expected.updated_at);
        expected.version = desk.trip.version;
        expected.updated_at = desk.trip.updated_at;
        assert_eq!(desk.trip, expected);
        desk.keeps(change);
    }
}

#[test]
fn an_update_that_sends_nothing_changes_nothing() {
    Desk::new().keeps(TripPatch::default());
}

#[test]
fn every_violation_is_found_at_once_and_nothing_is_changed() {
    let mut desk = Desk::new();
    let change = TripPatch {
        name: Some(Name::new("never").unwrap()),
        owner: Some("nobody".into()),
        members: names(&["bob", "ghost"]),
        estimate: EstimatePatch {
            lo: Some(amount("2")),
            hi: Some(amount("1")),
        },
        dates: DatesPatch {
            start: Some(epoch(2)),
            end: Some(epoch(1)),
        },
        itinerary: Some(vec![stay_of("x"), stay_of("x")]),
        ..dest(named(&["Lisbon"]))
    };
    let refused = desk.refused(change);
    assert_eq!(
        refused,
        [
            "/owner",
            "/members/1",
            "/budget/lo",
            "/date/start",
            "/trip_items/1/item_id"
        ]
    );
}

#[test]
fn permission_comes_before_violations() {
    let mut desk = Desk::with_members(&["bob"]);
    let change = TripPatch {
        private: Some(false),
        dates: DatesPatch {
            start: Some(epoch(2)),
            end: Some(epoch(1)),
        },
        ..TripPatch::default()
    };
    assert_eq!(desk.by(BOB, change), Err(PatchError::NotOwner));
}

#[test]
fn changing_something_back_is_a_change() {
    let mut desk = Desk::new();
    desk.changes(dest(named(&["Lisbon"])));
    let version = desk.trip.version;
    desk.changes(dest(vec![]));
    assert_eq!(desk.trip.version, version + 1);
    assert_eq!(desk.apply(dest(vec![])), Ok(Outcome::Unchanged));
}

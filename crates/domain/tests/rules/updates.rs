//! Updates as a whole: partial, all or nothing, every violation at once, and nothing changed as an
//! outcome.

use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch, PlanMove};
use wayfare_domain::trip::{Edit, Expenditure, ItineraryPatch, LastEdit, PatchError, PeoplePatch};
use wayfare_domain::{Description, Instant, Name, Notes, PictureId, Trip, TripId};

use crate::fixture::{
    ADA, BOB, TripFixture, amount, dest, epoch, named, names, new_trip, short, stay_of,
};

#[test]
fn a_new_trip_has_its_owner_and_is_otherwise_empty() {
    let mut new = new_trip();
    new.estimate = EstimatePatch {
        lo: None,
        hi: Some(amount("5")),
    };
    new.dates = DatesPatch {
        start: Some(Some(epoch(1))),
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
            && trip.plan.lists.is_empty()
    );
    assert!(
        trip.itinerary.is_empty() && trip.map.locations.is_empty() && trip.gallery.main.is_none()
    );
}

fn tram() -> Expenditure {
    Expenditure {
        expenditure: short("tram"),
        cost: amount("3").into(),
    }
}

/// The expected change of a trip.
type Effect = Box<dyn Fn(&mut Trip)>;

/// Patches of one field each, with their effects.
fn single_field_patches() -> Vec<(Edit, Effect)> {
    let picture = PictureId(Uuid::from_u128(7));
    vec![
        (
            Edit::Name(Name::new("n").unwrap()),
            Box::new(|t| t.name = Name::new("n").unwrap()),
        ),
        (
            Edit::Description(Description::new("d").unwrap()),
            Box::new(|t| t.description = Description::new("d").unwrap()),
        ),
        (
            Edit::Notes(Notes::new("<b>").unwrap()),
            Box::new(|t| Arc::make_mut(&mut t.map).notes = Notes::new("<b>").unwrap()),
        ),
        (
            Edit::MainPicture(Some(picture)),
            Box::new(move |t| t.gallery.main = Some(picture)),
        ),
        (
            Edit::Photos(vec![picture]),
            Box::new(move |t| t.gallery.photos = vec![picture]),
        ),
        (Edit::MainPicture(None), Box::new(|t| t.gallery.main = None)),
        (
            Edit::Expenditures(vec![tram()]),
            Box::new(|t| {
                t.plan.expenditures = vec![tram()];
            }),
        ),
        (
            Edit::People(PeoplePatch {
                private: Some(false),
                ..PeoplePatch::default()
            }),
            Box::new(|t| t.private = false),
        ),
    ]
}

#[test]
fn a_patch_changes_only_the_fields_it_has() {
    let mut fixture = TripFixture::new();
    for (change, effect) in single_field_patches() {
        let mut expected = fixture.trip.clone();
        effect(&mut expected);
        fixture.assert_changes(change.clone());
        assert_eq!(fixture.trip.version, expected.version + 1);
        assert!(fixture.trip.updated_at > expected.updated_at);
        expected.version = fixture.trip.version;
        expected.updated_at = fixture.trip.updated_at;
        expected.plan.last_edits = vec![LastEdit {
            by: ADA,
            version: expected.version,
        }];
        assert_eq!(fixture.trip, expected);
        fixture.assert_unchanged(change);
    }
}

#[test]
fn an_empty_trip_patch_changes_nothing() {
    TripFixture::new().assert_unchanged([]);
}

#[test]
fn all_violations_of_a_patch_are_listed_and_nothing_changes() {
    let mut fixture = TripFixture::new();
    let change = vec![
        Edit::People(PeoplePatch {
            owner: Some("nobody".into()),
            members: names(&["bob", "ghost"]),
            ..PeoplePatch::default()
        }),
        Edit::Estimate(EstimatePatch {
            lo: Some(amount("2")),
            hi: Some(amount("1")),
        }),
        Edit::Dates(
            DatesPatch {
                start: Some(Some(epoch(2))),
                end: Some(Some(epoch(1))),
            },
            PlanMove::default(),
        ),
        Edit::Items(ItineraryPatch::Replace(vec![stay_of("x"), stay_of("x")])),
        dest(named(&["Lisbon"])),
        Edit::Name(Name::new("never").unwrap()),
    ];
    let refused = fixture.violations(change);
    assert_eq!(
        refused,
        [
            "/owner",
            "/members/1",
            "/estimate/lo",
            "/dates/start",
            "/itinerary/1/id"
        ]
    );
}

#[test]
fn permission_comes_before_violations() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let change = vec![
        Edit::People(PeoplePatch {
            private: Some(false),
            ..PeoplePatch::default()
        }),
        Edit::Dates(
            DatesPatch {
                start: Some(Some(epoch(2))),
                end: Some(Some(epoch(1))),
            },
            PlanMove::default(),
        ),
    ];
    assert_eq!(fixture.apply_by(BOB, change), Err(PatchError::NotPermitted));
}

#[test]
fn reverting_a_change_is_a_change() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dest(named(&["Lisbon"])));
    let version = fixture.trip.version;
    fixture.assert_changes(dest(vec![]));
    assert_eq!(fixture.trip.version, version + 1);
    assert_eq!(fixture.apply(dest(vec![])), Ok(false));
}

#[test]
fn the_last_edits_of_each_person_are_known() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let opened = fixture.trip.version;
    let mut rename = |by, name: &str| {
        let edit = Edit::Name(Name::new(name).unwrap());
        assert_eq!(fixture.apply_by(by, [edit]), Ok(true));
        fixture.trip.clone()
    };
    let since = |trip: &Trip, version| trip.editors_since(version).collect::<Vec<_>>();
    assert_eq!(since(&rename(ADA, "One"), opened), [ADA]);
    assert_eq!(since(&rename(BOB, "Two"), opened), [ADA, BOB]);
    let mut trip = rename(ADA, "Three");
    assert_eq!(since(&trip, opened), [BOB, ADA]);
    assert_eq!(since(&trip, opened + 2), [ADA]);
    assert_eq!(since(&trip, trip.version), []);
    assert_eq!(trip.editor(), Some(ADA));
    // What only finds places is no edit; another one by the service itself is nobody's.
    trip.version += 1;
    assert_eq!(trip.editor(), None);
    trip.plan.relocations = 1;
    assert_eq!(trip.editor(), Some(ADA));
}

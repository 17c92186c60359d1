//! Dates of a trip and of map locations: merging, none at all, one side only, and the unit they are
//! answered in.

use wayfare_domain::trip::edit::EstimatePatch;
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::{Edit, MapLocation, Transportation};
use wayfare_domain::{EpochUnit, Moment, Path, Period, Trip, TripId};

use crate::fixture::{
    ADA, TripFixture, dates, epoch, items, new_trip, pointers, short, stay, written,
};

const MAY: i64 = 1_777_593_600;
const JUNE: i64 = 1_780_272_000;

fn with(start: Option<Moment>, end: Option<Moment>) -> TripFixture {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dates(start, end));
    fixture
}

fn instants(fixture: &TripFixture) -> [Option<i64>; 2] {
    [fixture.trip.plan.dates.start, fixture.trip.plan.dates.end]
        .map(|side| side.map(|moment| moment.at.millis() / 1_000))
}

#[test]
fn sides_merge_by_key() {
    let mut fixture = with(Some(epoch(MAY)), Some(epoch(JUNE)));
    fixture.assert_changes(dates(Some(epoch(MAY + 60)), None));
    assert_eq!(instants(&fixture), [Some(MAY + 60), Some(JUNE)]);
    fixture.assert_changes(dates(None, Some(epoch(JUNE + 60))));
    assert_eq!(instants(&fixture), [Some(MAY + 60), Some(JUNE + 60)]);
    fixture.assert_unchanged(dates(None, None));
}

#[test]
fn start_after_end_is_refused_at_the_side_that_was_sent() {
    let mut fixture = with(Some(epoch(MAY)), Some(epoch(JUNE)));
    assert_eq!(
        fixture.violations(dates(Some(epoch(JUNE + 1)), None)),
        ["/dates/start"]
    );
    assert_eq!(
        fixture.violations(dates(None, Some(epoch(MAY - 1)))),
        ["/dates/end"]
    );
    assert_eq!(
        fixture.violations(dates(Some(epoch(2)), Some(epoch(1)))),
        ["/dates/start"]
    );
    fixture.assert_changes(dates(Some(epoch(JUNE)), None));
    assert_eq!(
        instants(&fixture),
        [Some(JUNE), Some(JUNE)],
        "a trip may end as it starts"
    );
}

#[test]
fn creation_checks_estimate_and_dates() {
    let mut new = new_trip();
    new.dates.start = Some(Some(epoch(JUNE)));
    new.dates.end = Some(Some(epoch(MAY)));
    new.estimate.lo = Some(crate::fixture::amount("2"));
    new.estimate.hi = Some(crate::fixture::amount("0"));
    let refused = Trip::create(
        TripId(uuid::Uuid::nil()),
        ADA,
        new,
        wayfare_domain::Instant::EPOCH,
    )
    .unwrap_err();
    assert_eq!(pointers(&refused), ["/estimate/lo", "/dates/start"]);
}

#[test]
fn the_epoch_on_both_sides_means_none() {
    let mut fixture = TripFixture::new();
    fixture.assert_unchanged(dates(Some(epoch(0)), Some(epoch(0))));
    fixture.assert_unchanged(dates(
        Some(written("1970-01-01T00:00:00Z")),
        Some(written("1970-01-01")),
    ));
    fixture.assert_changes(dates(Some(epoch(MAY)), Some(epoch(JUNE))));
    fixture.assert_changes(dates(Some(epoch(0)), Some(epoch(0))));
    assert_eq!(instants(&fixture), [None, None]);
}

#[test]
fn a_missing_side_follows_the_other_until_a_different_one_is_sent() {
    let shown = |fixture: &TripFixture| {
        let dates = fixture.trip.plan.dates.completed();
        [dates.start, dates.end].map(|side| side.map(|moment| moment.at.millis() / 1_000))
    };
    let mut fixture = with(Some(epoch(MAY)), None);
    fixture.assert_unchanged(dates(Some(epoch(MAY)), Some(epoch(MAY))));
    fixture.assert_unchanged(dates(None, Some(written("2026-05-01"))));
    fixture.assert_changes(dates(Some(epoch(JUNE)), None));
    assert_eq!(shown(&fixture), [Some(JUNE), Some(JUNE)]);
    fixture.assert_changes(dates(Some(epoch(MAY)), Some(epoch(JUNE))));
    fixture.assert_changes(dates(Some(epoch(MAY - 60)), None));
    assert_eq!(shown(&fixture), [Some(MAY - 60), Some(JUNE)], "it was sent");
    let mut fixture = with(None, Some(epoch(JUNE)));
    fixture.assert_unchanged(dates(Some(epoch(JUNE)), Some(epoch(JUNE))));
    fixture.assert_changes(dates(None, Some(epoch(MAY))));
    assert_eq!(shown(&fixture), [Some(MAY), Some(MAY)]);
    fixture.assert_changes(dates(Some(epoch(MAY - 60)), None));
    fixture.assert_changes(dates(None, Some(epoch(JUNE))));
    assert_eq!(shown(&fixture), [Some(MAY - 60), Some(JUNE)]);
}

#[test]
fn a_missing_side_that_earlier_releases_answered_as_0_stays_missing() {
    let mut fixture = with(Some(epoch(MAY)), None);
    fixture.assert_unchanged(dates(Some(epoch(MAY)), Some(epoch(0))));
    fixture.assert_unchanged(dates(
        Some(written("2026-05-01")),
        Some(written("1970-01-01T00:00:00Z")),
    ));
    fixture.assert_changes(dates(Some(epoch(JUNE)), Some(epoch(0))));
    assert_eq!(instants(&fixture), [Some(JUNE), None]);
    let mut fixture = with(None, Some(epoch(JUNE)));
    fixture.assert_unchanged(dates(Some(epoch(0)), Some(epoch(JUNE))));
    assert_eq!(instants(&fixture), [None, Some(JUNE)]);
    let mut fixture = with(None, Some(epoch(-JUNE)));
    fixture.assert_unchanged(dates(Some(epoch(0)), Some(epoch(-JUNE))));
    assert_eq!(instants(&fixture), [None, Some(-JUNE)]);
}

#[test]
fn a_date_before_the_epoch_is_a_date() {
    let fixture = with(Some(epoch(-MAY)), Some(epoch(0)));
    assert_eq!(instants(&fixture), [Some(-MAY), Some(0)]);
}

#[test]
fn numbers_are_answered_in_the_unit_they_were_written_in() {
    let mut fixture = with(Some(epoch(MAY * 1_000)), Some(epoch(JUNE)));
    let answered = |fixture: &TripFixture| {
        [fixture.trip.plan.dates.start, fixture.trip.plan.dates.end]
            .map(|side| side.unwrap().epoch().to_string())
    };
    assert_eq!(
        answered(&fixture),
        [(MAY * 1_000).to_string(), JUNE.to_string()]
    );
    fixture.assert_unchanged(dates(
        Some(written("2026-05-01")),
        Some(written("2026-06-01T00:00:00Z")),
    ));
    fixture.assert_changes(dates(Some(epoch(MAY)), None));
    assert_eq!(
        answered(&fixture),
        [MAY.to_string(), JUNE.to_string()],
        "the same instant in another unit is a change"
    );
    fixture.assert_changes(dates(Some(written("2026-05-02")), None));
    assert_eq!(
        fixture.trip.plan.dates.start.map(|start| start.unit),
        Some(EpochUnit::Seconds)
    );
}

#[test]
fn far_years_sent_back_in_either_form_change_nothing() {
    for far in [
        written("5500-01-01"),
        written("9999-12-31T23:59:59.999Z"),
        written("0001-01-01"),
    ] {
        let mut fixture = with(Some(far), Some(written("9999-12-31T23:59:59.999Z")));
        let [start, end] =
            [fixture.trip.plan.dates.start, fixture.trip.plan.dates.end].map(Option::unwrap);
        let number = |moment: Moment| Moment::from_epoch(moment.epoch()).ok();
        fixture.assert_unchanged(dates(number(start), number(end)));
        fixture.assert_unchanged(dates(
            Some(written(&start.at.to_string())),
            Some(written(&end.at.to_string())),
        ));
    }
}

#[test]
fn a_period_without_dates_is_none_and_a_missing_side_equals_the_other() {
    let path = Path::root().field("date");
    let period = |start, end| Period::new(start, end, &path);
    assert_eq!(period(None, None), Ok(None));
    assert_eq!(period(Some(epoch(0)), Some(epoch(0))), Ok(None));
    let one_sided = period(Some(epoch(MAY)), None).unwrap().unwrap();
    assert_eq!((one_sided.start, one_sided.end), (epoch(MAY), epoch(MAY)));
    let other = period(None, Some(epoch(JUNE))).unwrap().unwrap();
    assert_eq!((other.start, other.end), (epoch(JUNE), epoch(JUNE)));
    let refused = period(Some(epoch(JUNE)), Some(epoch(MAY))).unwrap_err();
    assert_eq!(pointers(&refused), ["/date/start"]);
}

#[test]
fn a_locations_date_written_as_text_keeps_the_unit() {
    let locations = |start, end| {
        let period = Period::new(Some(start), Some(end), &Path::root()).unwrap();
        let location = MapLocation {
            title: short("Belém"),
            address: short(""),
            period,
            transportation: Transportation::NONE,
            coordinates: None,
            precision: None,
            is_pinned: false,
        };
        Edit::Locations(vec![location])
    };
    let mut fixture = TripFixture::new();
    fixture.assert_changes(locations(epoch(MAY * 1_000), epoch(JUNE * 1_000)));
    fixture.assert_unchanged(locations(written("2026-05-01"), written("2026-06-01")));
    fixture.assert_unchanged(locations(epoch(MAY * 1_000), epoch(JUNE * 1_000)));
    fixture.assert_changes(locations(epoch(MAY), epoch(JUNE)));
}

#[test]
fn days_far_from_a_trip_are_known() {
    let day = |number| Day::new(number).unwrap();
    let mut fixture = TripFixture::new();
    assert!(!fixture.trip.is_far_day(day(31)) && fixture.trip.is_far_day(day(32)));
    assert!(!fixture.trip.is_far_time(epoch(0).at), "without dates");
    // 1 May to 1 June.
    fixture.assert_changes(dates(Some(epoch(MAY + 60)), Some(epoch(JUNE))));
    assert!(!fixture.trip.is_far_day(day(62)) && fixture.trip.is_far_day(day(63)));
    let is_far =
        |fixture: &TripFixture, days: i64| fixture.trip.is_far_time(epoch(MAY + days * 86_400).at);
    for (days, expected) in [(-31, true), (-30, false), (61, false), (62, true)] {
        assert_eq!(is_far(&fixture, days), expected, "{days}");
    }
    fixture.assert_changes(items(vec![ItemDraft {
        day: day(40),
        ..stay()
    }]));
    assert!(!fixture.trip.is_far_day(day(70)) && !is_far(&fixture, 69));
}

#[test]
fn a_higher_end_that_was_never_sent_is_raised() {
    let mut fixture = TripFixture::new();
    let estimate = |lo: Option<&str>, hi: Option<&str>| {
        Edit::Estimate(EstimatePatch {
            lo: lo.map(crate::fixture::amount),
            hi: hi.map(crate::fixture::amount),
        })
    };
    let ends = |fixture: &TripFixture| {
        let estimate = fixture.trip.plan.estimate;
        [estimate.lo, estimate.hi].map(|end| end.value().to_string())
    };
    fixture.assert_changes(estimate(Some("500"), None));
    assert_eq!(ends(&fixture), ["500", "500"]);
    fixture.assert_changes(estimate(Some("300"), None));
    assert_eq!(ends(&fixture), ["300", "500"]);
    fixture.assert_unchanged(estimate(Some("300"), Some("500")));
    fixture.assert_changes(estimate(Some("700"), None));
    assert_eq!(ends(&fixture), ["700", "700"]);
    fixture.assert_changes(estimate(None, Some("800")));
    let refused = fixture.violations(estimate(Some("900"), None));
    assert_eq!(refused, ["/estimate/lo"]);
    let refused = fixture.violations(estimate(Some("9"), Some("0")));
    assert_eq!(refused, ["/estimate/lo"]);
}

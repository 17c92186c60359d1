//! Share links: their sections and expiry, and what they show of people.

use wayfare_domain::trip::{Edit, MapLocation, Section, Sections, ShareLink, Transportation};
use wayfare_domain::{
    Currency, Dates, GrantId, GrantPatch, Instant, Name, People, Person, Quantity, ReferenceRates,
    UserId, Username,
};

use crate::fixture::{ADA, BOB, TripFixture, amount, budget, epoch, items, share, short, stay};
use uuid::Uuid;
use wayfare_domain::trip::budget::BudgetPatch;

type LinkPatch = GrantPatch<Sections>;

fn at(millis: i64) -> Instant {
    Instant::from_millis(millis).unwrap()
}

fn link(patch: LinkPatch, now: Instant) -> Option<ShareLink> {
    link_of(Dates::default(), patch, now)
}

fn link_of(dates: Dates, patch: LinkPatch, now: Instant) -> Option<ShareLink> {
    let trip = TripFixture::new().trip.id;
    let id = GrantId(Uuid::from_u128(1));
    ShareLink::of_trip(id, trip, ADA, dates, patch, now).ok()
}

fn until(at: Option<Instant>) -> LinkPatch {
    LinkPatch {
        expires_at: Some(at),
        ..LinkPatch::default()
    }
}

#[test]
fn sections_are_at_least_one_and_each_once_in_the_order_sent() {
    let sections = [Section::Todo, Section::Map, Section::Todo];
    let sections = Sections::new(sections).unwrap();
    assert_eq!(
        sections.iter().collect::<Vec<_>>(),
        [Section::Todo, Section::Map]
    );
    assert!(Sections::new([]).is_err());
    for section in Section::ALL {
        assert_eq!(Section::parse(section.as_str()), Ok(section));
    }
    assert!(Section::parse("Map").is_err());
}

#[test]
fn a_link_lasts_90_days_unless_its_request_says_so() {
    let now = at(1_000);
    let made = link(LinkPatch::default(), now).unwrap();
    assert_eq!(made.expires_at, Some(now.plus_days(90)));
    assert!(made.is_open(now.plus_days(90).plus_millis(-1)));
    assert!(!made.is_open(now.plus_days(90)));
    let end_of_trip = epoch(86_400);
    let dates = Dates {
        start: None,
        end: Some(end_of_trip),
    };
    for (now, from) in [(now, end_of_trip.at), (at(90_000_000), at(90_000_000))] {
        let made = link_of(dates, LinkPatch::default(), now).unwrap();
        assert_eq!(made.expires_at, Some(from.plus_days(90)));
    }
    let endless = link(until(None), now).unwrap();
    assert!(endless.is_open(now.plus_days(100_000)));
    assert_eq!(link(until(Some(now)), now), None, "in the past");
    assert_eq!(link(until(Some(at(1_001))), now).unwrap().version, 1);
}

#[test]
fn an_expiry_that_stays_may_be_past() {
    let made = link(until(Some(at(5))), at(0)).unwrap();
    assert_eq!(made.apply(until(Some(at(5))), false, at(9)), Ok(None));
    assert!(made.apply(until(Some(at(6))), false, at(9)).is_err());
    let prolonged = made
        .apply(until(Some(at(10))), false, at(9))
        .unwrap()
        .unwrap();
    assert_eq!(prolonged.version, 2);
    let with_password = made.apply(LinkPatch::default(), true, at(9));
    assert_eq!(with_password.unwrap().unwrap().version, 2);
}

fn person(id: UserId, username: &str) -> Person {
    Person {
        id,
        username: Username::new(username).unwrap(),
        name: Name::new(username).unwrap(),
        email: None,
        share_email: false,
        has_edited: false,
        imposed_by: None,
    }
}

#[test]
fn people_are_shown_by_display_name_and_sections_that_are_off_are_empty() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let mut nobody = share("mia", "3", "0");
    nobody.name = short("Aunt Mia");
    let mut item = stay();
    item.budget.shares = Some(vec![share("BOB", "2", "0"), nobody, share("x", "1", "0")]);
    fixture.assert_changes(items(vec![item]));
    fixture.assert_changes(budget(BudgetPatch {
        shares: Some(vec![share(&ADA.to_string(), "4", "0")]),
        ..BudgetPatch::default()
    }));
    let trip = &fixture.trip;
    let people = People::new(vec![person(ADA, "ada"), person(BOB, "bob")]);
    assert_eq!(trip.shown_people(&people), [ADA, BOB]);
    let name_of = |user: UserId| Some(if user == ADA { "Ada L." } else { "Bob H." }.to_owned());
    let summary = || trip.budget_summary(Currency::CAD, &ReferenceRates::default(), &people);
    let shown = |sections: &[Section]| {
        let sections = Sections::new(sections.iter().copied()).unwrap();
        trip.shared(&sections, &people, summary, || None, &name_of)
    };
    let all = shown(&Section::ALL);
    assert_eq!(all.others, ["Aunt Mia", ""], "nor is a username told");
    let shares = &all.itinerary.unwrap()[0].budget.shares;
    let names: Vec<_> = shares
        .iter()
        .map(|share| (share.member.as_str(), &*share.name))
        .collect();
    assert_eq!(
        names,
        [("Bob H.", "Bob H."), ("Aunt Mia", "Aunt Mia"), ("", "")]
    );
    assert!(shares.iter().all(|share| share.user.is_none()));
    let sums = all.budget.unwrap().members;
    let names: Vec<_> = sums.iter().map(|sum| sum.member.as_str()).collect();
    assert_eq!(names, ["Ada L.", "Bob H.", "Aunt Mia", ""]);
    assert_eq!(all.members.unwrap(), ["Ada L.", "Bob H."]);
    let items = shown(&[Section::Itinerary]);
    assert!(items.itinerary.unwrap()[0].budget.shares.is_empty());
    assert!(items.budget.is_none() && items.members.is_none() && items.gallery.is_none());
}

#[test]
fn costs_of_transportation_are_shown_with_the_budget_only() {
    let mut fixture = TripFixture::new();
    let location = MapLocation {
        title: short("Belém"),
        address: short(""),
        period: None,
        transportation: Transportation {
            kind: short("tram"),
            distance: amount("5"),
            time: amount("20"),
            cost: amount("3.2"),
        },
        coordinates: None,
        precision: None,
        is_pinned: false,
    };
    fixture.assert_changes(Edit::Locations(vec![location.clone()]));
    let (trip, people) = (&fixture.trip, People::new(vec![person(ADA, "ada")]));
    let summary = || trip.budget_summary(Currency::CAD, &ReferenceRates::default(), &people);
    let shown = |sections: &[Section]| {
        let sections = Sections::new(sections.iter().copied()).unwrap();
        let shown = trip.shared(&sections, &people, summary, || None, &|_| None);
        shown.locations.unwrap()
    };
    let mut without = location.clone();
    without.transportation.cost = Quantity::ZERO;
    assert_eq!(shown(&[Section::Map, Section::Budget]), [location]);
    assert_eq!(shown(&[Section::Map]), [without]);
}

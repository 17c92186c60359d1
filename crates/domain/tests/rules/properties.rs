//! What holds for every edit: the same again changes nothing, nor does what was answered, and a
//! refusal leaves all as it is.

use std::collections::HashSet;

use proptest::prelude::*;
use wayfare_domain::trip::budget::{BudgetPatch, ShareDraft};
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::{
    Budget, Destination, Edit, EndsDraft, ItineraryItem, ItineraryPatch, MapLocation, PeoplePatch,
    PlanMove,
};
use wayfare_domain::{
    Amount, Currency, Instant, MemberRole, Moment, Path, People, Period, ReferenceRates,
    SignedAmount, Trip, UserId,
};

use crate::fixture::{ADA, BOB, CY, DEE, TripFixture, dest, epoch, everywhere, names};
use crate::strategies::{edit, mixed_entries, people};

/// The form in which a client has read a trip.
#[derive(Clone, Copy)]
enum Form {
    /// Ids of destinations and times as text.
    IdsAndText,
    /// Names of destinations and times as numbers.
    NamesAndNumbers,
}

impl Form {
    fn moment(self, moment: Moment) -> Moment {
        match self {
            Self::IdsAndText => Moment::from_text(&moment.at.to_string()).unwrap(),
            Self::NamesAndNumbers => Moment::from_epoch(moment.epoch()).unwrap(),
        }
    }

    fn dates(self, trip: &Trip) -> DatesPatch {
        // A side that is missing is answered as the epoch.
        let side = |side: Option<Moment>| Some(Some(self.moment(side.unwrap_or(epoch(0)))));
        DatesPatch {
            start: side(trip.plan.dates.start),
            end: side(trip.plan.dates.end),
        }
    }

    fn entry(self, destination: &Destination) -> DestinationEntry {
        DestinationEntry::Named(match self {
            Self::IdsAndText => destination.id.clone(),
            Self::NamesAndNumbers => destination.name.clone(),
        })
    }

    fn location(self, location: &MapLocation) -> MapLocation {
        let [start, end] = match location.period {
            Some(period) => [period.start, period.end].map(|moment| Some(self.moment(moment))),
            None => [Some(epoch(0)); 2],
        };
        MapLocation {
            period: Period::new(start, end, &Path::root()).unwrap(),
            ..location.clone()
        }
    }
}

fn budget(budget: &Budget, currency: Option<Currency>) -> BudgetPatch {
    let shares = budget.shares.iter().map(|share| ShareDraft {
        member: share.member.clone(),
        name: share.name.clone(),
        estimated: share.estimated,
        cost: share.cost,
        paid: share.paid,
        paid_at: share.paid_at,
        payment: share
            .payment
            .map_or(SignedAmount::ZERO, |payment| payment.value),
    });
    BudgetPatch {
        currency,
        category: Some(budget.category.clone()),
        estimated: Some(budget.total_estimated()),
        total: Some(budget.total_cost()),
        paid: Some(budget.total_paid()),
        shares: Some(shares.collect()),
    }
}

fn item((place, item): (usize, &ItineraryItem)) -> ItemDraft {
    let Destination {
        id,
        name,
        location,
        description,
        coordinates: _,
        precision: _,
        time_zone: _,
        is_pinned: _,
        is_filled: _,
        has_found_location: _,
    } = item.destination.clone();
    ItemDraft {
        id: Some(item.id.clone()),
        kind: item.kind.clone(),
        index: Some(Amount::new(place.into()).unwrap()),
        day: item.day,
        start: item.start,
        end: item.end,
        duration: Some(item.duration),
        budget: budget(&item.budget, item.budget.currency),
        destination: DestinationDraft {
            id: Some(id),
            name: Some(name),
            location: Some(location),
            description: Some(description),
            pin: None,
            position: None,
        },
        photos: item.photos.clone(),
        ends: EndsDraft::default(),
        typed: Default::default(),
        confirmation: None,
        class: None,
    }
}

fn roles(trip: &Trip) -> Vec<(String, MemberRole)> {
    let role = |id: &UserId| Some((id.to_string(), trip.member_role(*id)?));
    trip.members.iter().filter_map(role).collect()
}

fn own_rates(trip: &Trip) -> Vec<(String, String)> {
    let rates = trip.own_rates(trip.base_currency(Currency::CAD)).iter();
    let written = rates.map(|(currency, rate)| (currency.to_string(), rate.to_string()));
    written.collect()
}

/// All that a trip answers, sent back.
fn answered(trip: &Trip, form: Form) -> Vec<Edit> {
    let plan = &trip.plan;
    let items = trip.itinerary.iter().enumerate().map(item).collect();
    let entries = plan.destinations.iter();
    let locations = trip.map.locations.iter();
    let mut edits = vec![
        Edit::People(PeoplePatch {
            owner: Some(trip.owner.to_string()),
            members: Some(trip.members.iter().map(ToString::to_string).collect()),
            private: Some(trip.private),
            roles: Some(roles(trip)),
        }),
        Edit::Estimate(EstimatePatch {
            lo: Some(plan.estimate.lo),
            hi: Some(plan.estimate.hi),
        }),
        Edit::Dates(form.dates(trip), PlanMove::KeepsNumbers),
        Edit::budget(budget(
            &plan.budget,
            Some(trip.base_currency(Currency::CAD)),
        )),
        Edit::Rates(own_rates(trip)),
        Edit::Items(ItineraryPatch::Replace(items)),
        Edit::Destinations(entries.map(|entry| form.entry(entry)).collect()),
        Edit::Notes(trip.map.notes.clone()),
        Edit::Locations(locations.map(|location| form.location(location)).collect()),
        Edit::Tracks(trip.map.tracks.clone()),
        Edit::Lists(trip.lists().drafts()),
        Edit::Todo(plan.lists.todo().cloned().collect()),
        Edit::Name(trip.name.clone()),
        Edit::Description(trip.description.clone()),
        Edit::Expenditures(plan.expenditures.clone()),
        Edit::MainPicture(trip.gallery.main),
        Edit::Photos(trip.gallery.photos.clone()),
    ];
    let zone = trip.time_zone().cloned();
    edits.extend(zone.map(|zone| Edit::TimeZone(Some(zone))));
    edits
}

fn stored<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn applying_a_patch_twice_changes_nothing(first in edit(), second in edit()) {
        let mut fixture = TripFixture::with_gazetteer();
        let _ = fixture.apply(first);
        if fixture.apply(second.clone()).is_ok() {
            let once = fixture.trip.clone();
            prop_assert_eq!(fixture.apply(second), Ok(false));
            prop_assert_eq!(fixture.trip, once);
        }
    }

    #[test]
    fn an_answer_sent_back_changes_nothing(edits in prop::collection::vec(edit(), 1..4)) {
        let mut fixture = TripFixture::with_members(&["bob"]);
        fixture.places = everywhere;
        for edit in edits {
            let _ = fixture.apply(edit);
        }
        let before = fixture.trip.clone();
        for form in [Form::IdsAndText, Form::NamesAndNumbers] {
            for user in [ADA, BOB] {
                prop_assert_eq!(fixture.apply_by(user, answered(&before, form)), Ok(false));
                prop_assert_eq!(&fixture.trip, &before);
            }
        }
    }

    #[test]
    fn entries_of_all_kinds_make_destinations_with_unique_ids(
        first in edit(), entries in mixed_entries()
    ) {
        let mut fixture = TripFixture::with_gazetteer();
        let _ = fixture.apply(first);
        let _ = fixture.apply(dest(entries));
        let destinations = &fixture.trip.plan.destinations;
        for one in destinations {
            prop_assert!(!one.id.is_empty());
            prop_assert!(destinations.iter().all(|other| other.id != one.id || other == one));
        }
    }

    #[test]
    fn a_refused_patch_changes_nothing_and_a_change_raises_the_version(
        first in edit(), second in edit()
    ) {
        let mut fixture = TripFixture::new();
        let _ = fixture.apply(first);
        let before = fixture.trip.clone();
        match fixture.apply(second) {
            Err(_) | Ok(false) => prop_assert_eq!(fixture.trip, before),
            Ok(true) => {
                prop_assert_eq!(fixture.trip.version, before.version + 1);
                prop_assert!(fixture.trip.updated_at > before.updated_at);
            }
        }
    }

    #[test]
    fn ids_are_present_and_unique(edits in prop::collection::vec(edit(), 1..4)) {
        let mut fixture = TripFixture::with_gazetteer();
        for edit in edits {
            let _ = fixture.apply(edit);
        }
        let ids: HashSet<_> = fixture.trip.itinerary.iter().map(|item| &item.id).collect();
        prop_assert_eq!(ids.len(), fixture.trip.itinerary.len());
        prop_assert!(fixture.trip.itinerary.iter().all(|item| !item.id.is_empty()));
        prop_assert!(
            fixture.trip.plan.destinations.iter().all(|destination| !destination.id.is_empty())
        );
        for one in &fixture.trip.plan.destinations {
            prop_assert!(
                fixture.trip.plan.destinations.iter().all(
                    |other| other.id != one.id || other == one
                )
            );
        }
    }

    #[test]
    fn every_trip_has_a_summary_and_a_timeline(edits in prop::collection::vec(edit(), 1..4)) {
        let mut fixture = TripFixture::new();
        for edit in edits {
            let _ = fixture.apply(edit);
        }
        let rates = ReferenceRates::default();
        let summary = fixture.trip.budget_summary(Currency::CAD, &rates, &People::default());
        prop_assert_eq!(summary.total_cost, summary.categories.iter().map(|(_, cost)| *cost).sum());
        let days = fixture.trip.timeline(Currency::CAD, &rates);
        let dated = fixture.trip.map.locations.iter().filter(|location| location.period.is_some());
        let from_map: usize = dated.map(
            |location| if location.transportation.kind.is_empty() { 1 } else { 2 }
        ).sum();
        let events = days.iter().flat_map(|day| &day.events);
        let times: Vec<Instant> = events.map(|event| event.time).collect();
        prop_assert_eq!(times.len(), fixture.trip.itinerary.len() + from_map);
        prop_assert!(times.is_sorted());
    }

    #[test]
    fn the_owner_is_a_member_and_members_are_unique(
        lists in prop::collection::vec((0..4_usize, people(), prop::option::of(people())), 1..6)
    ) {
        let mut fixture = TripFixture::new();
        for (who, members, owner) in lists {
            let by = [ADA, BOB, CY, DEE][who];
            let owner = owner.and_then(|names| names.into_iter().next());
            let before = fixture.trip.clone();
            if fixture.trip.members.contains(&by) {
                let answer = fixture.apply_by(
                    by,
                    Edit::People(
                        PeoplePatch { owner, members: Some(members), ..PeoplePatch::default() }
                    )
                );
                let others_changed = |trip: &Trip| trip.members.iter().filter(|id| **id != by).ne(
                    before.members.iter().filter(|id| **id != by)
                );
                prop_assert!(
                    by == before.owner || answer.is_err() || (
                        before.owner == fixture.trip.owner && !others_changed(&fixture.trip)
                    )
                );
            }
            prop_assert!(fixture.trip.members.contains(&fixture.trip.owner));
            prop_assert!(
                fixture.trip.owner == before.owner || fixture.trip.members.contains(&before.owner)
            );
            prop_assert_eq!(
                fixture.trip.members.iter().collect::<HashSet<_>>().len(),
                fixture.trip.members.len()
            );
        }
    }

    #[test]
    fn documents_survive_serialization(edits in prop::collection::vec(edit(), 1..3)) {
        let mut fixture = TripFixture::with_gazetteer();
        for edit in edits {
            let _ = fixture.apply(edit);
        }
        let trip = fixture.trip;
        prop_assert_eq!(&stored(&*trip.itinerary), &*trip.itinerary);
        prop_assert_eq!(&stored(&*trip.map), &*trip.map);
        prop_assert_eq!(&stored(&trip.plan), &trip.plan);
    }
}

#[test]
fn members_sent_by_name_in_any_order_are_the_members() {
    let mut fixture = TripFixture::with_members(&["bob", "cy"]);
    fixture.assert_unchanged(Edit::People(PeoplePatch {
        members: names(&["CY", "ada", &BOB.to_string()]),
        ..PeoplePatch::default()
    }));
}

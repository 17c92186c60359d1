//! Arbitrary patches from few names, ids and values, so that they often collide.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use rust_decimal::Decimal;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId, ShareDraft};
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch, PlanMove};
use wayfare_domain::trip::itinerary::{Day, ItemDraft, ItemKind};
use wayfare_domain::trip::{Edit, EndsDraft, ItineraryPatch, MapLocation, Transportation};
use wayfare_domain::{Amount, Currency, Instant, Moment, Path, Period, ShortText, SignedAmount};

use crate::fixture::{currency, short, written};

fn word() -> impl Strategy<Value = ShortText> {
    prop::sample::select(vec!["", "A", "B", "C", "id-1", "id-2"]).prop_map(short)
}

fn amount() -> impl Strategy<Value = Amount> {
    (0_i64..6, 0_u32..3)
        .prop_map(|(mantissa, scale)| Amount::new(Decimal::new(mantissa, scale)).unwrap())
}

/// A total as a client sends it: an amount, or more digits or a greater number than an amount has.
fn total() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        40 => amount().prop_map(Amount::value),
        1 => Just(Decimal::new(1_000_000_000_001, 0)),
        1 => Just(Decimal::new(100_333_333_333_333_333, 15)),
    ]
}

fn money() -> impl Strategy<Value = Currency> {
    prop::sample::select(vec!["CAD", "EUR", "JPY"]).prop_map(currency)
}

fn instant() -> impl Strategy<Value = Instant> {
    prop_oneof![
        Just(0_i64),
        0_i64..4,
        Just(-86_400_000),
        Just(1_777_593_600_000),
        Just(200_000_000_000_000)
    ]
    .prop_map(|millis| Instant::from_millis(millis).unwrap())
}

fn moment() -> impl Strategy<Value = Moment> {
    let numbers = prop_oneof![
        Just(0_i64),
        Just(1_777_593_600),
        Just(1_777_593_600_000),
        Just(-5),
        Just(99_999_999_999),
        Just(200_000_000_000_000)
    ];
    prop_oneof![
        numbers.prop_map(|number| Moment::from_epoch(Decimal::from(number)).unwrap()),
        instant().prop_map(|instant| written(&instant.to_string())),
    ]
}

fn destination() -> impl Strategy<Value = DestinationDraft> {
    (of(word()), of(word()), of(word()), of(word())).prop_map(
        |(id, name, location, description)| DestinationDraft {
            id,
            name,
            location,
            description,
            pin: None,
            position: None,
        },
    )
}

/// A list of references and new places, or one of objects that say by their ids which they are. A
/// list that renames a destination and also calls it by its old name means something else the
/// second time.
fn entries() -> impl Strategy<Value = Vec<DestinationEntry>> {
    let named = word().prop_map(DestinationEntry::Named);
    let unidentified = destination()
        .prop_map(|draft| DestinationEntry::Given(DestinationDraft { id: None, ..draft }));
    let identified = (word(), destination()).prop_filter_map("an id", |(id, draft)| {
        (!id.is_empty()).then_some(DestinationEntry::Given(DestinationDraft {
            id: Some(id),
            ..draft
        }))
    });
    prop_oneof![
        vec(prop_oneof![named, unidentified], 0..5),
        vec(identified, 0..5)
    ]
}

/// A list of references and objects of all kinds, with and without ids.
pub(crate) fn mixed_entries() -> impl Strategy<Value = Vec<DestinationEntry>> {
    let named = word().prop_map(DestinationEntry::Named);
    let given = destination().prop_map(DestinationEntry::Given);
    vec(prop_oneof![named, given], 0..6)
}

fn share() -> impl Strategy<Value = ShareDraft> {
    (
        prop::sample::select(vec!["ada", "bob"]),
        amount(),
        amount(),
        amount(),
        amount(),
        of(instant()),
    )
        .prop_map(
            |(member, estimated, cost, paid, payment, paid_at)| ShareDraft {
                member: MemberId::new(member).unwrap(),
                name: ShortText::EMPTY,
                estimated,
                cost: cost.into(),
                paid: paid.into(),
                paid_at,
                payment: payment.into(),
            },
        )
}

fn budget() -> impl Strategy<Value = BudgetPatch> {
    (
        of(money()),
        of(word()),
        of(total()),
        of(total()),
        of(total()),
        of(vec(share(), 0..3)),
    )
        .prop_map(
            |(currency, category, estimated, total, paid, shares)| BudgetPatch {
                currency,
                category,
                estimated,
                total,
                paid,
                shares,
            },
        )
        .prop_flat_map(|cost| prop_oneof![3 => Just(cost.clone()), 1 => Just(refund(cost))])
}

/// The same with costs and payments of the other sign.
fn refund(cost: BudgetPatch) -> BudgetPatch {
    let turned = |amount: SignedAmount| SignedAmount::new(-amount.value()).unwrap();
    let shares = cost.shares.map(|shares| {
        let shares = shares.into_iter().map(|share| ShareDraft {
            cost: turned(share.cost),
            paid: turned(share.paid),
            payment: turned(share.payment),
            ..share
        });
        shares.collect()
    });
    BudgetPatch {
        total: cost.total.map(|total| -total),
        paid: cost.paid.map(|paid| -paid),
        shares,
        ..cost
    }
}

fn item() -> impl Strategy<Value = ItemDraft> {
    let kind = prop::sample::select(vec!["destination", "transportations"])
        .prop_map(|kind| ItemKind::new(kind).unwrap());
    let times = (of(instant()), of(instant()), of(amount()));
    (
        of(word()),
        kind,
        of(amount()),
        1_u32..4,
        times,
        budget(),
        destination(),
    )
        .prop_map(
            |(id, kind, index, day, (start, end, duration), budget, destination)| ItemDraft {
                id,
                kind,
                index,
                day: Day::new(day).unwrap(),
                start,
                end,
                duration,
                budget,
                destination,
                photos: Vec::new(),
                ends: EndsDraft::default(),
                typed: Default::default(),
                confirmation: None,
                class: None,
            },
        )
}

fn location() -> impl Strategy<Value = MapLocation> {
    (word(), word(), of(moment()), of(moment()), word(), amount()).prop_map(
        |(title, address, start, end, kind, number)| {
            let transportation = Transportation {
                kind,
                distance: number,
                time: number,
                cost: number,
            };
            MapLocation {
                title,
                address,
                period: Period::new(start, end, &Path::root()).unwrap_or_default(),
                transportation,
                coordinates: None,
                precision: None,
                is_pinned: false,
            }
        },
    )
}

/// An edit of all that a trip holds but its owner, members and privacy.
pub(crate) fn edit() -> impl Strategy<Value = Vec<Edit>> {
    let scalars = (
        of(amount()),
        of(amount()),
        of(moment()),
        of(moment()),
        budget(),
    );
    let lists = (
        of(entries()),
        of(vec(item(), 0..4)),
        of(vec(location(), 0..4)),
        of(vec(word(), 0..3)),
    );
    (scalars, lists).prop_map(
        |((lo, hi, start, end, budget), (destinations, itinerary, locations, todo))| {
            let dates = DatesPatch {
                start: start.map(Some),
                end: end.map(Some),
            };
            let items = itinerary.map(ItineraryPatch::Replace);
            let edits = [
                Some(Edit::Estimate(EstimatePatch { lo, hi })),
                Some(Edit::Dates(dates, PlanMove::KeepsNumbers)),
                Some(Edit::budget(budget)),
                items.map(Edit::Items),
                destinations.map(Edit::Destinations),
                locations.map(Edit::Locations),
                todo.map(Edit::Todo),
            ];
            edits.into_iter().flatten().collect()
        },
    )
}

/// Some of the people there are, and some there are not.
pub(crate) fn people() -> impl Strategy<Value = Vec<String>> {
    let names = prop::sample::select(vec!["ada", "BOB", "cy", "dee", "nobody"]);
    vec(
        prop_oneof![9 => names.prop_map(str::to_owned), 1 => Just(crate::fixture::CY.to_string())],
        0..5,
    )
}

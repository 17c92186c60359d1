//! A trip, users who edit it, and short constructors for values.

use rust_decimal::Decimal;
use uuid::Uuid;
use wayfare_domain::rates::RateCurrency;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId, ShareDraft};
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::edit::{DatesPatch, EditContext, EstimatePatch, PlanMove};
use wayfare_domain::trip::itinerary::{Day, ItemDraft, ItemKind};
use wayfare_domain::trip::place::{Coordinates, PlaceMatch, PlaceQuery, Precision, ZoneName};
use wayfare_domain::trip::{Edit, EndsDraft, ItineraryPatch, NewTrip, PatchError, PeoplePatch};
use wayfare_domain::{
    Amount, Currency, Date, Description, Instant, Moment, Name, ReferenceRates, ShortText,
    SignedAmount, Trip, TripId, UserId, Violations,
};

/// The owner of every trip here.
pub(crate) const ADA: UserId = UserId(Uuid::from_u128(0xA));
pub(crate) const BOB: UserId = UserId(Uuid::from_u128(0xB));
pub(crate) const CY: UserId = UserId(Uuid::from_u128(0xC));
pub(crate) const DEE: UserId = UserId(Uuid::from_u128(0xD));

/// Finds a user by username or id, as the service does.
pub(crate) fn find_user(reference: &str) -> Option<UserId> {
    [("ada", ADA), ("bob", BOB), ("cy", CY), ("dee", DEE)]
        .into_iter()
        .find(|(name, id)| reference.eq_ignore_ascii_case(name) || reference == id.to_string())
        .map(|(_, id)| id)
        .or_else(|| {
            reference
                .strip_prefix("guest-")?
                .parse()
                .ok()
                .map(|n: u128| UserId(Uuid::from_u128(1_000 + n)))
        })
}

/// A trip of [`ADA`]'s and a clock that advances a millisecond with each patch.
pub(crate) struct TripFixture {
    pub(crate) trip: Trip,
    /// The gazetteer.
    pub(crate) places: fn(&PlaceQuery) -> Option<PlaceMatch>,
    pub(crate) rates: ReferenceRates,
    pub(crate) has_same_mentions: bool,
    minted: u128,
    /// Milliseconds from the epoch.
    pub(crate) now: i64,
}

/// A gazetteer without places.
fn nowhere(_: &PlaceQuery) -> Option<PlaceMatch> {
    None
}

/// A gazetteer that knows every place outside of Narnia.
pub(crate) fn everywhere(query: &PlaceQuery) -> Option<PlaceMatch> {
    (&*query.location != "Narnia").then(|| PlaceMatch {
        location: short(&format!("{}, Earth", query.name)),
        description: short("A place"),
        coordinates: Coordinates::new(dec("38.72"), dec("-9.14")).unwrap(),
        precision: Precision::Town,
        time_zone: Some(ZoneName::new("Europe/Lisbon").unwrap()),
        is_pinned: false,
    })
}

/// The hours of a zone ahead of UTC, all year.
fn offset(zone: Option<&ZoneName>) -> i64 {
    match zone.map(ZoneName::as_str) {
        Some("Europe/Lisbon") => 1,
        Some("Europe/Copenhagen") => 2,
        Some("Asia/Tokyo") => 9,
        Some("America/New_York") => -4,
        _ => 0,
    }
}

pub(crate) fn same_hour(
    at: Instant,
    days: i64,
    from: Option<&ZoneName>,
    to: Option<&ZoneName>,
) -> Option<Instant> {
    Some(at.plus_millis((days * 24 + offset(from) - offset(to)) * 3_600_000))
}

impl TripFixture {
    pub(crate) fn new() -> Self {
        Self {
            trip: Trip::create(TripId(Uuid::from_u128(1)), ADA, new_trip(), Instant::EPOCH)
                .unwrap(),
            places: nowhere,
            rates: ReferenceRates::default(),
            has_same_mentions: false,
            minted: 1 << 64,
            now: 0,
        }
    }

    /// A trip of [`ADA`]'s with a gazetteer that knows every place.
    pub(crate) fn with_gazetteer() -> Self {
        Self {
            places: everywhere,
            ..Self::new()
        }
    }

    /// A trip of [`ADA`]'s with further `members`.
    pub(crate) fn with_members(members: &[&str]) -> Self {
        let mut fixture = Self::new();
        fixture.assert_changes(Edit::People(PeoplePatch {
            members: names(members),
            ..PeoplePatch::default()
        }));
        fixture
    }

    /// Applies a patch of a user. Returns whether it changed anything.
    pub(crate) fn apply_by(
        &mut self,
        by: UserId,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Result<bool, PatchError> {
        let next = self.in_context(by, |trip, context| {
            trip.apply(edits.into_iter().collect(), context)
        })?;
        let is_changed = next.is_some();
        self.trip = next.unwrap_or_else(|| self.trip.clone());
        Ok(is_changed)
    }

    /// Runs what a user does to the trip.
    pub(crate) fn in_context<T>(
        &mut self,
        by: UserId,
        run: impl FnOnce(&Trip, &mut EditContext<'_>) -> T,
    ) -> T {
        self.now += 1;
        let minted = &mut self.minted;
        let mut mint = || {
            *minted += 1;
            Uuid::from_u128(*minted)
        };
        let mut context = EditContext {
            by,
            now: Instant::from_millis(self.now).unwrap(),
            find_user: &find_user,
            mint: &mut mint,
            default_currency: Currency::CAD,
            has_same_mentions: self.has_same_mentions,
            places: &|query| Some((self.places)(query)),
            wall_clock: &same_hour,
            rates: &self.rates,
        };
        run(&self.trip, &mut context)
    }

    /// Applies a patch of [`ADA`]'s.
    pub(crate) fn apply(
        &mut self,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Result<bool, PatchError> {
        self.apply_by(ADA, edits)
    }

    /// Applies a patch that must change something.
    #[track_caller]
    pub(crate) fn assert_changes(&mut self, edits: impl IntoIterator<Item = Edit>) {
        assert_eq!(self.apply(edits), Ok(true));
    }

    /// Applies a patch that must change nothing.
    #[track_caller]
    pub(crate) fn assert_unchanged(&mut self, edits: impl IntoIterator<Item = Edit>) {
        let before = self.trip.clone();
        assert_eq!(self.apply(edits), Ok(false));
        assert_eq!(self.trip, before);
    }

    /// Applies a patch that must be refused. Returns the paths of its violations.
    #[track_caller]
    pub(crate) fn violations(&mut self, edits: impl IntoIterator<Item = Edit>) -> Vec<String> {
        let before = self.trip.clone();
        match self.apply(edits) {
            Err(PatchError::Invalid(violations)) => {
                assert_eq!(self.trip, before, "a refused patch changed the trip");
                pointers(&violations)
            }
            other => panic!("expected violations, not {other:?}"),
        }
    }
}

pub(crate) fn new_trip() -> NewTrip {
    NewTrip {
        name: Name::new("Portugal").unwrap(),
        description: Description::default(),
        estimate: EstimatePatch::default(),
        dates: DatesPatch::default(),
        private: true,
        base_currency: None,
        time_zone: None,
    }
}

pub(crate) fn pointers(violations: &Violations) -> Vec<String> {
    violations
        .iter()
        .map(|violation| violation.path.to_string())
        .collect()
}

pub(crate) fn names(names: &[&str]) -> Option<Vec<String>> {
    Some(names.iter().map(ToString::to_string).collect())
}

pub(crate) fn dec(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub(crate) fn amount(text: &str) -> Amount {
    Amount::new(dec(text)).unwrap()
}

pub(crate) fn signed(text: &str) -> SignedAmount {
    SignedAmount::new(dec(text)).unwrap()
}

pub(crate) fn short(text: &str) -> ShortText {
    ShortText::new(text).unwrap()
}

pub(crate) fn currency(code: &str) -> Currency {
    Currency::new(code).unwrap()
}

pub(crate) fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// The rates of a day before the epoch: units of each currency for one euro.
pub(crate) fn rates(prices: &[(&str, &str)]) -> ReferenceRates {
    let mut rates = ReferenceRates::default();
    import(&mut rates, "1969-12-31", prices);
    rates
}

/// Adds an import of one day.
pub(crate) fn import(rates: &mut ReferenceRates, day: &str, prices: &[(&str, &str)]) {
    let prices = prices
        .iter()
        .map(|(code, units)| (date(day), RateCurrency::new(code).unwrap(), dec(units)));
    rates.add(rates.last_import() + 1, "test", prices);
}

/// An instant from its text.
pub(crate) fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

/// A moment from its epoch number.
pub(crate) fn epoch(number: i64) -> Moment {
    Moment::from_epoch(Decimal::from(number)).unwrap()
}

/// A moment from its text.
pub(crate) fn written(text: &str) -> Moment {
    Moment::from_text(text).unwrap()
}

pub(crate) fn dates(start: Option<Moment>, end: Option<Moment>) -> Edit {
    Edit::Dates(
        DatesPatch {
            start: start.map(Some),
            end: end.map(Some),
        },
        PlanMove::default(),
    )
}

pub(crate) fn base(code: &str) -> Edit {
    budget(BudgetPatch {
        currency: Some(currency(code)),
        ..BudgetPatch::default()
    })
}

pub(crate) fn budget(budget: BudgetPatch) -> Edit {
    Edit::Budget {
        budget,
        keeps_currencies: false,
    }
}

pub(crate) fn items(drafts: Vec<ItemDraft>) -> Edit {
    Edit::Items(ItineraryPatch::Replace(drafts))
}

pub(crate) fn dest(entries: Vec<DestinationEntry>) -> Edit {
    Edit::Destinations(entries)
}

/// Entries of `dest` by name or id.
pub(crate) fn named(texts: &[&str]) -> Vec<DestinationEntry> {
    texts
        .iter()
        .map(|text| DestinationEntry::Named(short(text)))
        .collect()
}

/// A destination's name and location, as sent.
pub(crate) fn place(name: &str, location: &str) -> DestinationDraft {
    DestinationDraft {
        name: Some(short(name)),
        location: Some(short(location)),
        ..DestinationDraft::default()
    }
}

/// A stay on the first day, with nothing else.
pub(crate) fn stay() -> ItemDraft {
    ItemDraft {
        id: None,
        kind: ItemKind::new("destination").unwrap(),
        index: None,
        day: Day::FIRST,
        start: None,
        end: None,
        duration: None,
        budget: BudgetPatch::default(),
        destination: DestinationDraft::default(),
        photos: Vec::new(),
        ends: EndsDraft::default(),
        typed: Default::default(),
        confirmation: None,
        class: None,
    }
}

/// A stay of that id.
pub(crate) fn stay_of(id: &str) -> ItemDraft {
    ItemDraft {
        id: Some(short(id)),
        ..stay()
    }
}

/// Travel to somewhere.
pub(crate) fn travel(to: &str) -> ItemDraft {
    let kind = ItemKind::new("transportations").unwrap();
    ItemDraft {
        kind,
        destination: DestinationDraft {
            name: Some(short(to)),
            ..DestinationDraft::default()
        },
        ..stay()
    }
}

/// A member's share with only a cost and a paid amount.
pub(crate) fn share(member: &str, cost: &str, paid: &str) -> ShareDraft {
    ShareDraft {
        member: MemberId::new(member).unwrap(),
        name: ShortText::EMPTY,
        estimated: Amount::ZERO,
        cost: signed(cost),
        paid: signed(paid),
        paid_at: None,
        payment: SignedAmount::ZERO,
    }
}

/// A member's payment and its worth in the base currency.
pub(crate) fn payment(member: &str, paid: &str, worth: &str) -> ShareDraft {
    ShareDraft {
        payment: signed(worth),
        ..share(member, "0", paid)
    }
}

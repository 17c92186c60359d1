//! Users, trips and writes for the tests.

use std::sync::Arc;

use rust_decimal::Decimal;
use uuid::Uuid;
use wayfare_domain::trip::budget::{MemberId, MemberShare, Payment};
use wayfare_domain::trip::conversion::{EntryRate, FormerRate};
use wayfare_domain::trip::itinerary::{Day, ItemKind, ItemPhoto, ItineraryItem, PhotoUrl};
use wayfare_domain::trip::own_rates::{OwnRate, OwnRates};
use wayfare_domain::trip::place::{Coordinates, PLACE_RULES, Precision, ZoneName};
use wayfare_domain::trip::{
    Assignee, Booking, Budget, Destination, Estimate, Expenditure, FileType, ItemClass, ItemEnds,
    LastEdit, LocalTime, MapLocation, NamedMember, Party, Plan, RecordedSettlement, TodoList,
    TodoLists, Track, TrackPoint, Transportation, Trip, TripFile, TripId, TripMap, TripOverview,
    TypedHours, Withdrawal,
};
use wayfare_domain::user::{Link, LinkUrl, Privacy, Settings};
use wayfare_domain::{
    Amount, Currency, Date, Dates, Description, Gallery, Instant, Language, Moment, Name, Notes,
    Path, People, Period, PictureId, ReferenceRate, ShortText, Text, User, UserId, Username,
};
use wayfare_storage::{DocumentSizes, PictureChanges, Result, TripWrite, UserWrite};

use crate::store::TestStore;

/// A text of characters that need escapes or have a meaning in SQL, JSON or `LIKE` patterns.
pub(crate) const AWKWARD: &str = "it's \"quoted\" \\ back\\u0041slash, % _ ? $1 :x \
    \u{1F6F6} e\u{301} \u{200F}אב\u{7f}\u{1}\n\ttab\r\n";

pub(crate) fn millis(millis: i64) -> Instant {
    Instant::from_millis(millis).unwrap()
}

/// The start of the year 2026 plus `offset` milliseconds.
pub(crate) fn at(offset: i64) -> Instant {
    millis(1_767_225_600_000 + offset)
}

pub(crate) fn amount(text: &str) -> Amount {
    Amount::new(text.parse::<Decimal>().unwrap()).unwrap()
}

pub(crate) fn short(text: &str) -> ShortText {
    ShortText::new(text).unwrap()
}

pub(crate) fn user(username: &str) -> User {
    let id = UserId(Uuid::now_v7());
    User::new(
        id,
        Username::new(username).unwrap(),
        Name::new(username).unwrap(),
        None,
        at(0),
    )
}

/// A user with a value in every field.
pub(crate) fn rich_user(username: &str) -> User {
    User {
        name: Name::new("Zoë O'Neil \u{1F9ED}").unwrap(),
        email: Some(short("zoe@example.org")),
        is_email_confirmed: true,
        language: Some(Language::Italian),
        description: Description::new(AWKWARD).unwrap(),
        links: vec![
            Link {
                kind: short("site"),
                url: LinkUrl::new("https://example.org/?q='a'").unwrap(),
            },
            Link {
                kind: short(""),
                url: LinkUrl::new("mailto:zoe@example.org").unwrap(),
            },
        ],
        interests: vec![short("hiking"), short(AWKWARD), short("")],
        picture: Some(PictureId(Uuid::now_v7())),
        settings: Settings {
            limited_deals: true,
            newsletter: false,
        },
        privacy: Privacy {
            private_account: false,
            share_email: true,
        },
        version: 7,
        created_at: millis(-1),
        updated_at: millis(1_767_225_600_999),
        ..user(username)
    }
}

/// Inserts a user.
pub(crate) fn insert_user(store: &TestStore, username: &str) -> UserId {
    let user = user(username);
    store.commit(|unit| unit.users().insert(&user, None));
    user.id
}

pub(crate) fn trip(owner: UserId, others: &[UserId]) -> Trip {
    let overview = TripOverview {
        id: TripId(Uuid::now_v7()),
        version: 1,
        created_at: at(0),
        updated_at: at(0),
        owner,
        members: [owner].iter().chain(others).copied().collect(),
        viewers: Vec::new(),
        private: false,
        name: Name::new("Lisbon").unwrap(),
        description: Description::EMPTY,
        plan: Plan::default(),
        gallery: Gallery::default(),
    };
    Trip {
        overview: Arc::new(overview),
        itinerary: Arc::default(),
        map: Arc::default(),
    }
}

/// A trip with other values.
pub(crate) fn with(mut trip: Trip, change: impl FnOnce(&mut Trip)) -> Trip {
    change(&mut trip);
    trip
}

/// Inserts a trip.
pub(crate) fn insert_trip(store: &TestStore, owner: UserId, others: &[UserId]) -> Trip {
    let trip = trip(owner, others);
    store.commit(|unit| unit.trips().insert(&trip));
    trip
}

/// The next version of a trip after an edit.
pub(crate) fn edited(before: &Trip, edit: impl FnOnce(&mut Trip)) -> Trip {
    with(before.clone(), |after| {
        after.version += 1;
        after.updated_at = before.updated_at.plus_millis(1);
        edit(after);
    })
}

/// A write by the owner with a token of the first generation.
pub(crate) fn trip_write(before: &Trip, after: &Trip) -> TripWrite {
    trip_write_by(before.owner, 1, before, after)
}

/// A write by the user `by` with a token of `generation`.
pub(crate) fn trip_write_by(by: UserId, generation: i64, before: &Trip, after: &Trip) -> TripWrite {
    let [before, after] = [before, after].map(|trip| Arc::new(trip.clone()));
    TripWrite::new(
        before,
        DocumentSizes::default(),
        after,
        by,
        generation,
        PictureChanges::default(),
    )
    .unwrap()
}

/// Saves a trip in a unit of work of its own, by a single statement if that is enough.
pub(crate) fn save_trip(store: &TestStore, write: &TripWrite) -> bool {
    let unit = match write.is_single() {
        true => store.begin_single(),
        false => store.begin(),
    };
    let mut unit = unit.unwrap();
    let is_saved = unit.trips().save(write).unwrap();
    unit.commit().unwrap();
    is_saved
}

/// Saves a new state of a stored user, and returns whether the row was written.
pub(crate) fn save_user(store: &TestStore, after: &User) -> bool {
    let before = store.read(|data| data.users().find(after.id)).unwrap();
    let write = UserWrite {
        before,
        after: after.clone(),
        pictures: PictureChanges::default(),
    };
    store.commit(|unit| unit.users().save(&write))
}

/// Voids all tokens of a user, who is of `generation`.
pub(crate) fn revoke_all_tokens(store: &TestStore, user: UserId, generation: i64) {
    assert!(store.commit(|unit| unit.users().revoke_all_tokens(user, generation, None)));
}

/// Locks a user with their trips and deletes the user. Returns the deleted pictures.
pub(crate) fn delete_user(store: &TestStore, user: UserId) -> Result<Vec<PictureId>> {
    store.try_commit(|unit| {
        unit.users().lock_with_trips(user)?;
        unit.users().delete(user, at(1))
    })
}

/// The ids of a trip's members in the order of its people.
pub(crate) fn ids(people: &People) -> Vec<UserId> {
    people.iter().map(|person| person.id).collect()
}

fn destination(id: &str, name: &str) -> Destination {
    let coordinates = Coordinates::new("38.716667".parse().unwrap(), "-9.133333".parse().unwrap());
    Destination {
        id: short(id),
        name: short(name),
        location: short("Portugal"),
        description: short(AWKWARD),
        coordinates: Some(coordinates.unwrap()),
        precision: Some(Precision::Street),
        time_zone: Some(ZoneName::new("Europe/Lisbon").unwrap()),
        is_pinned: true,
        is_filled: true,
        has_found_location: true,
    }
}

fn budget() -> Budget {
    let share = |member: &str| MemberShare {
        member: MemberId::new(member).unwrap(),
        user: Some(UserId(Uuid::from_u128(7))),
        name: short("Zoë"),
        estimated: amount("0.1"),
        cost: amount("123456789012.345").into(),
        paid: amount("0.000000000000001").into(),
        paid_at: Some(millis(-62_135_596_800_000)),
        payment: Some(Payment {
            value: amount("1000000000000").into(),
            currency: Currency::new("JPY").unwrap(),
        }),
    };
    Budget {
        currency: Some(Currency::new("EUR").unwrap()),
        category: short("Food and Restaurants"),
        estimated: Some(amount("0.30")),
        total: None,
        paid: Some(Amount::ZERO.into()),
        shares: vec![
            share("a"),
            MemberShare {
                paid_at: None,
                payment: None,
                ..share(AWKWARD)
            },
        ],
        rate: Some(entry_rate()),
    }
}

fn entry_rate() -> EntryRate {
    EntryRate {
        currency: Currency::new("USD").unwrap(),
        base: Currency::new("EUR").unwrap(),
        day: Date::parse("2026-05-01").unwrap(),
        is_day_of_writing: true,
        rate: Some(ReferenceRate {
            date: Date::parse("0001-01-01").unwrap(),
            worth: Decimal::ONE,
            of: Decimal::MAX,
            source: AWKWARD.to_owned(),
        }),
        former: vec![FormerRate {
            base: Currency::CAD,
            rate: ReferenceRate {
                date: Date::parse("2026-05-01").unwrap(),
                worth: Decimal::MAX,
                of: Decimal::ONE,
                source: AWKWARD.to_owned(),
            },
        }],
    }
}

fn booking() -> Booking {
    Booking {
        key: short(AWKWARD),
        transport: short("IC 5"),
        sequence: 7,
        name: short("Porto"),
        location: short(AWKWARD),
        description: short("x"),
        coordinates: destination("", "Porto").coordinates,
        start: Some(millis(253_402_300_799_999)),
        end: None,
        typed: TypedHours {
            start: LocalTime::parse("2026-03-29T02:30").ok(),
            end: None,
        },
        date: Date::parse("2026-03-29").ok(),
        end_name: short("Faro"),
        confirmation: Text::new(AWKWARD).unwrap(),
        total: budget().total,
        currency: Some(Currency::CAD),
    }
}

fn item(id: &str) -> ItineraryItem {
    ItineraryItem {
        id: short(id),
        kind: ItemKind::new("transportations").unwrap(),
        day: Day::new(36_525).unwrap(),
        start: Some(millis(253_402_300_799_999)),
        end: None,
        duration: amount("3600.5"),
        budget: budget(),
        destination: destination("d9", "Porto"),
        photos: vec![ItemPhoto {
            url: PhotoUrl::new("https://example.org/a.jpg?b=1").unwrap(),
            description: short("x"),
        }],
        ends: ItemEnds {
            time_zone: Some(ZoneName::new("Asia/Tokyo").unwrap()),
            end_time_zone: Some(ZoneName::new("Etc/GMT+12").unwrap()),
            destination: Some(destination("d10", "Faro")),
            found: Some(destination("", "Vigo")),
        },
        typed: TypedHours {
            start: LocalTime::parse("2026-03-29T02:30").ok(),
            end: None,
        },
        confirmation: Text::new(AWKWARD).unwrap(),
        class: Some(ItemClass::Flight),
        booking: Some(Box::new(booking())),
    }
}

/// A list with an entry of each kind, and one without entries.
fn lists(owner: UserId) -> TodoLists {
    let mut lists = TodoLists::of_todo(vec![short("pack"), short(""), short(AWKWARD)]).to_vec();
    for entry in &mut lists[0].entries {
        entry.done = entry.text.is_empty();
        entry.by = Some(Assignee {
            member: MemberId::new(AWKWARD).unwrap(),
            user: Some(owner).filter(|_| entry.done),
        });
    }
    lists.push(TodoList {
        id: short(AWKWARD),
        name: Name::new("Before leaving").unwrap(),
        entries: Vec::new(),
    });
    lists.into()
}

fn track() -> Track {
    let point = |north, east| {
        TrackPoint::new(Coordinates::new(Decimal::new(north, 6), Decimal::new(east, 6)).unwrap())
    };
    let points = vec![point(90_000_000, -180_000_000), point(-1, 1)];
    Track::new(short(AWKWARD), points).unwrap()
}

/// Adds an entry to the to-do list.
pub(crate) fn push_todo(trip: &mut Trip, text: ShortText) {
    let mut todo: Vec<ShortText> = trip.plan.lists.todo().cloned().collect();
    todo.push(text);
    trip.plan.lists = TodoLists::of_todo(todo);
}

/// A party of each kind.
fn parties(owner: UserId) -> Vec<Party> {
    let party = |member, name, user| Party {
        member: MemberId::new(member).unwrap(),
        name: short(name),
        user,
    };
    vec![party("p", AWKWARD, None), party(AWKWARD, "", Some(owner))]
}

/// A location with a value in every field, and one without any.
fn locations(start: Moment, end: Moment) -> [MapLocation; 2] {
    let period = Period::new(Some(start), Some(end), &Path::root()).unwrap();
    let way = Transportation {
        kind: short("ferry"),
        distance: amount("12.5"),
        time: amount("90"),
        cost: amount("0.07"),
    };
    let location = MapLocation {
        title: short("Quay"),
        address: short(AWKWARD),
        period,
        transportation: way,
        coordinates: destination("", "").coordinates,
        precision: Some(Precision::Region),
        is_pinned: true,
    };
    let bare = MapLocation {
        title: ShortText::EMPTY,
        address: ShortText::EMPTY,
        period: None,
        transportation: Transportation::NONE,
        coordinates: None,
        precision: None,
        is_pinned: false,
    };
    [location, bare]
}

/// A trip with a value in every field, including extreme values.
pub(crate) fn rich_trip(owner: UserId, others: &[UserId]) -> Trip {
    let seconds = Moment::from_epoch(Decimal::new(17_672_256_005, 1)).unwrap();
    let late = Moment::from_epoch(Decimal::from(253_402_300_799_999_i64)).unwrap();
    let [location, bare] = locations(seconds, late);
    let photo = PictureId(Uuid::now_v7());
    let overview = TripOverview {
        version: 41,
        created_at: millis(1_767_225_600_123),
        updated_at: millis(1_767_225_600_124),
        private: false,
        name: Name::new("Lisboa \u{1F1F5}\u{1F1F9} 'n' back").unwrap(),
        description: Description::new(AWKWARD).unwrap(),
        plan: Plan {
            destinations: vec![
                destination("d1", "Lisbon"),
                destination("d2", ""),
                destination("d1", "Lisbon"),
            ],
            estimate: Estimate {
                lo: amount("0.10"),
                hi: amount("999999999999.999"),
                is_hi_sent: Some(true),
            },
            budget: budget(),
            expenditures: vec![Expenditure {
                expenditure: short("tram"),
                cost: amount("3.10").into(),
            }],
            dates: Dates {
                start: Some(seconds),
                end: None,
            },
            lists: lists(owner),
            parties: parties(owner),
            settlements: vec![RecordedSettlement {
                id: Uuid::now_v7(),
                from: MemberId::new("a").unwrap(),
                to: MemberId::new(AWKWARD).unwrap(),
                from_user: Some(owner),
                to_user: None,
                amount: amount("0.01"),
                currency: Currency::new("USD").unwrap(),
                date: millis(1_767_225_600_123),
                note: short(AWKWARD),
                recorded_by: owner,
                recorded_at: millis(-62_135_596_800_000),
                rate: Some(entry_rate()),
            }],
            files: vec![TripFile {
                id: PictureId(Uuid::now_v7()),
                name: short(AWKWARD),
                kind: FileType::Pass,
                size: 48_210,
                item: Some(short("i1")),
                created_at: millis(1_767_225_600_123),
                by: owner,
            }],
            rates: Some(OwnRates {
                base: Currency::CAD,
                rates: vec![(
                    Currency::new("EUR").unwrap(),
                    OwnRate::parse("1.50").unwrap(),
                )],
            }),
            time_zone: Some(ZoneName::new("Europe/Lisbon").unwrap()),
            place_rules: PLACE_RULES,
            relocations: 3,
            last_edits: vec![LastEdit {
                by: UserId(Uuid::now_v7()),
                version: 1,
            }],
            withdrawals: vec![Withdrawal {
                user: UserId(Uuid::now_v7()),
                at: millis(1),
            }],
            named: vec![NamedMember {
                name: MemberId::new("bob").unwrap(),
                user: UserId(Uuid::now_v7()),
            }],
        },
        gallery: Gallery {
            main: Some(PictureId(Uuid::now_v7())),
            photos: vec![photo],
            captions: [(photo, short("At dusk"))].into(),
        },
        ..(*trip(owner, others).overview).clone()
    };
    Trip {
        overview: Arc::new(overview),
        itinerary: Arc::new(vec![item("i1"), item(AWKWARD)]),
        map: Arc::new(TripMap {
            notes: Notes::new("<b>bold</b> & \u{2028}").unwrap(),
            locations: vec![location, bare],
            tracks: vec![track()],
        }),
    }
}

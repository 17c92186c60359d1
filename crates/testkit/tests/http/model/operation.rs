//! What people do in a case, and the strategy that generates it.
//!
//! Bodies are in the form of [`super::exact`]. A person is a seat: `@2` stands for the username of
//! the account in seat 2, `#2` for its id.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use wayfare_testkit::Method;

use super::bodies;

pub(crate) const SEATS: [&str; 4] = ["ada", "bob", "cid", "dee"];
/// Somebody without a token.
pub(crate) const NOBODY: usize = SEATS.len();
/// The greatest number of trips in a case.
pub(crate) const TRIPS: usize = 3;

/// A route that changes a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    A,
    B,
    Items,
    Budget,
    Management,
    Map,
    AddItem,
    /// The item of this id.
    Item(&'static str),
    MoveItem(&'static str),
    Shift,
    Roles,
    Rates,
}

/// `If-Match`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    None,
    /// A tag of the trip as it is.
    Current,
    /// A tag of another version.
    Stale,
}

/// One request, or two for an echo. Trips are counted from the oldest.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    SignUp {
        seat: usize,
    },
    Rename {
        seat: usize,
        to: &'static str,
    },
    ShareEmail {
        seat: usize,
        share: bool,
    },
    DeleteAccount {
        seat: usize,
    },
    Create {
        by: usize,
        route: Route,
        body: Value,
    },
    Put {
        by: usize,
        trip: usize,
        route: Route,
        body: Value,
        guard: Guard,
    },
    /// Sends what a `GET` answers to the `PUT` of the same path, byte for byte.
    Echo {
        by: usize,
        trip: usize,
        route: Route,
    },
    Delete {
        by: usize,
        trip: usize,
        route: Route,
        guard: Guard,
    },
}

impl Route {
    pub(crate) fn path(self, trip: &str) -> String {
        match self {
            Self::A => format!("/trips/{trip}"),
            Self::B => format!("/trip/{trip}"),
            Self::Items | Self::AddItem => format!("/trips/{trip}/trip_items"),
            Self::Budget => format!("/trips/{trip}/budget"),
            Self::Management => format!("/trips/{trip}/management"),
            Self::Map => format!("/trip/{trip}/map"),
            Self::Item(id) => format!("/trips/{trip}/trip_items/{id}"),
            Self::MoveItem(id) => format!("/trips/{trip}/trip_items/{id}/move"),
            Self::Shift => format!("/trips/{trip}/shift"),
            Self::Roles => format!("/trips/{trip}/roles"),
            Self::Rates => format!("/trips/{trip}/rates"),
        }
    }

    /// Whether neither variant has it.
    pub(crate) fn is_extension(self) -> bool {
        matches!(
            self,
            Self::AddItem
                | Self::Item(_)
                | Self::MoveItem(_)
                | Self::Shift
                | Self::Roles
                | Self::Rates
        )
    }

    pub(crate) fn method(self) -> Method {
        match self {
            Self::AddItem | Self::MoveItem(_) | Self::Shift => Method::POST,
            _ => Method::PUT,
        }
    }

    /// The id of the item that the path names.
    pub(crate) fn item(self) -> Option<&'static str> {
        match self {
            Self::Item(id) | Self::MoveItem(id) => Some(id),
            _ => None,
        }
    }
}

/// The operations of a case.
pub(crate) fn operations() -> impl Strategy<Value = Vec<Operation>> {
    vec(operation(), 1..25)
}

fn operation() -> impl Strategy<Value = Operation> {
    let put = (by(), trip(), route(), guard()).prop_flat_map(|(by, trip, route, guard)| {
        route.bodies().prop_map(move |body| Operation::Put {
            by,
            trip,
            route,
            body,
            guard,
        })
    });
    let create = (by(), variant(), bodies::new_trip())
        .prop_map(|(by, route, body)| Operation::Create { by, route, body });
    let echo = (
        by(),
        trip(),
        select(vec![
            Route::A,
            Route::B,
            Route::Items,
            Route::Budget,
            Route::Map,
            Route::Roles,
            Route::Rates,
        ]),
    )
        .prop_map(|(by, trip, route)| Operation::Echo { by, trip, route });
    let delete =
        (by(), trip(), variant(), guard()).prop_map(|(by, trip, route, guard)| Operation::Delete {
            by,
            trip,
            route,
            guard,
        });
    let seat = prop_oneof![1 => Just(0), 5 => Just(1), 3 => Just(2), 2 => Just(3)];
    let to = select(vec!["ada", "bob", "ADA", "eve"]);
    prop_oneof![
        20 => put,
        3 => create,
        4 => echo,
        1 => delete,
        2 => seat.clone().prop_map(|seat| Operation::SignUp { seat }),
        1 => (seat.clone(), to).prop_map(|(seat, to)| Operation::Rename { seat, to }),
        1 => (seat.clone(), any::<bool>())
            .prop_map(|(seat, share)| Operation::ShareEmail { seat, share }),
        2 => seat.prop_map(|seat| Operation::DeleteAccount { seat }),
    ]
}

/// The owner of most trips most of the time.
fn by() -> impl Strategy<Value = usize> {
    prop_oneof![6 => Just(0), 3 => Just(1), 1 => Just(2), 1 => Just(3), 1 => Just(NOBODY)]
}

/// Mostly the trip that each case begins with.
fn trip() -> impl Strategy<Value = usize> {
    prop_oneof![8 => Just(0), 2 => Just(1), 1 => Just(2)]
}

fn variant() -> impl Strategy<Value = Route> {
    select(vec![Route::A, Route::B])
}

fn route() -> impl Strategy<Value = Route> {
    use Route::{
        A, AddItem, B, Budget, Item, Items, Management, Map, MoveItem, Rates, Roles, Shift,
    };
    let id = || select(vec!["i0", "i1", "i2", "i3"]);
    let whole = vec![
        A, A, B, B, Items, Items, Items, Budget, Management, Management, Map, AddItem, AddItem,
        Shift, Roles, Roles, Rates, Rates,
    ];
    prop_oneof![
        16 => select(whole),
        2 => id().prop_map(Item),
        2 => id().prop_map(MoveItem),
    ]
}

fn guard() -> impl Strategy<Value = Guard> {
    prop_oneof![6 => Just(Guard::None), 1 => Just(Guard::Current), 1 => Just(Guard::Stale)]
}

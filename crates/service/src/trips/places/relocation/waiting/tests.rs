//! The order in which trips are taken.

use uuid::Uuid;
use wayfare_bounds::Client;
use wayfare_domain::{TripId, UserId};

use super::{MAX_WAITING, Pending, Relocations};

#[test]
fn owners_take_turns_and_trips_wait_in_a_bounded_number() {
    let waiting = Relocations::default();
    let push = |owner: u128, trip: u128| {
        waiting.push(Pending {
            trip: TripId(Uuid::from_u128(trip)),
            owner: UserId(Uuid::from_u128(owner)),
            client: Client::new(0),
            keeps_hours: false,
            attempts: 0,
        })
    };
    assert!(push(1, 0), "the first one begins");
    for trip in 1..2_000 {
        assert!(!push(1, trip));
    }
    push(2, 5_000);
    push(2, 5_000);
    push(2, 5_001);
    push(3, 6_000);
    let taken = || waiting.pop().map(|next| next.owner.0.as_u128());
    let first: Vec<_> = (0..6).map(|_| taken()).collect();
    assert_eq!(first, [1, 2, 3, 1, 2, 1].map(Some));
    let left = std::iter::from_fn(taken).count();
    assert_eq!(left, MAX_WAITING - 6);
    assert!(push(1, 0), "the next one begins again");
}

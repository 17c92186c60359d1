//! The routes of Variant B.

use crate::routes::routes;
use crate::shapes::input::{MapInput, NewTripInput, TripInputB};
use crate::shapes::variant_b::{Map, TimelineDay, Trip, TripEntry};
use crate::{Client, Results};

/// The routes of Variant B; from [`Client::b`]. Where both variants have a route, the request
/// chooses by header.
#[derive(Debug)]
pub struct VariantB<'c, M = Results>(pub(crate) &'c Client<M>);

routes! { VariantB:
    trips(): GET "/trips" -> Vec<TripEntry>, variant("b");
    trips_of(username): GET "/trips/{username}" -> Vec<TripEntry>;
    create(): POST "/trip" (NewTripInput) -> Trip, once();
    trip(uuid): GET "/trip/{uuid}" -> Trip;
    update(uuid): PUT "/trip/{uuid}" (TripInputB) -> Trip;
    delete(uuid): DELETE "/trip/{uuid}" -> ();
    map(uuid): GET "/trip/{uuid}/map" -> Map;
    set_map(uuid): PUT "/trip/{uuid}/map" (MapInput) -> Map;
    picture(uuid): GET "/trip/{uuid}/picture" -> ();
    timeline(uuid): GET "/trip/{uuid}/timeline" -> Vec<TimelineDay>;
}

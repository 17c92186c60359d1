//! The routes of Variant A.

use crate::routes::routes;
use crate::shapes::input::{
    BudgetBodyInput, ItemListInput, ManagementInput, NewTripInput, TripInputA,
};
use crate::shapes::trip::{Budget, Item};
use crate::shapes::variant_a::{
    Feature, Management, Pictures, TripDetail, TripPage, TripSummary, UpdatedTrip, UploadedPictures,
};
use crate::{Client, Results};

/// The routes of Variant A; from [`Client::a`]. Where both variants have a route, the request
/// chooses by header.
#[derive(Debug)]
pub struct VariantA<'c, M = Results>(pub(crate) &'c Client<M>);

routes! { VariantA:
    trips(): GET "/trips" -> Vec<TripSummary>, variant("a");
    /// The query is one such as `page=1&per_page=5`, or empty.
    paginated(query): GET "/trips/paginated?{query}" -> TripPage;
    create(): POST "/trips" (NewTripInput) -> Feature, once();
    trip(uuid): GET "/trips/{uuid}" -> TripDetail;
    update(uuid): PUT "/trips/{uuid}" (TripInputA) -> UpdatedTrip;
    delete(uuid): DELETE "/trips/{uuid}" -> ();
    items(uuid): GET "/trips/{uuid}/trip_items" -> Vec<Item>;
    set_items(uuid): PUT "/trips/{uuid}/trip_items" (ItemListInput) -> Item;
    set_budget(uuid): PUT "/trips/{uuid}/budget" (BudgetBodyInput) -> Budget;
    manage(uuid): PUT "/trips/{uuid}/management" (ManagementInput) -> Management;
    pictures(uuid): GET "/trips/{uuid}/picture" -> Pictures;
    /// With a [`Call::file`](crate::Call::file) for each picture, in the parts `mainImage` and
    /// `photos`.
    set_pictures(uuid): PUT "/trips/{uuid}/picture" -> UploadedPictures;
}

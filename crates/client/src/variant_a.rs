//! The routes of Variant A.

use crate::shapes::input::{
    Body, BudgetBodyInput, ItemListInput, ManagementInput, NewTripInput, TripInputA,
};
use crate::shapes::trip::{Budget, Item};
use crate::shapes::variant_a::{
    Feature, Management, Pictures, TripDetail, TripPage, TripSummary, UpdatedTrip, UploadedPictures,
};
use crate::{Call, Client, Mode, Results};

/// The routes of Variant A; from [`Client::a`]. Where both variants have a route, the request
/// chooses by header.
#[derive(Debug)]
pub struct VariantA<'c, M = Results>(pub(crate) &'c Client<M>);

impl<M: Mode> VariantA<'_, M> {
    /// `GET /trips`
    pub fn trips(&self) -> Call<Vec<TripSummary>, M> {
        self.0.get("/trips").variant("a")
    }

    /// `GET /trips/paginated`, with a query such as `page=1&per_page=5`, or an empty one
    pub fn paginated(&self, query: &str) -> Call<TripPage, M> {
        self.0.get(format!("/trips/paginated?{query}"))
    }

    /// `POST /trips`
    pub fn create(&self, body: &impl Body<NewTripInput>) -> Call<Feature, M> {
        self.0.post_once("/trips").json(body)
    }

    /// `GET /trips/{uuid}`
    pub fn trip(&self, uuid: &str) -> Call<TripDetail, M> {
        self.0.get(format!("/trips/{uuid}"))
    }

    /// `PUT /trips/{uuid}`
    pub fn update(&self, uuid: &str, body: &impl Body<TripInputA>) -> Call<UpdatedTrip, M> {
        self.0.put(format!("/trips/{uuid}")).json(body)
    }

    /// `DELETE /trips/{uuid}`
    pub fn delete(&self, uuid: &str) -> Call<(), M> {
        self.0.delete(format!("/trips/{uuid}"))
    }

    /// `GET /trips/{uuid}/trip_items`
    pub fn items(&self, uuid: &str) -> Call<Vec<Item>, M> {
        self.0.get(format!("/trips/{uuid}/trip_items"))
    }

    /// `PUT /trips/{uuid}/trip_items`
    pub fn set_items(&self, uuid: &str, body: &impl Body<ItemListInput>) -> Call<Item, M> {
        self.0.put(format!("/trips/{uuid}/trip_items")).json(body)
    }

    /// `PUT /trips/{uuid}/budget`
    pub fn set_budget(&self, uuid: &str, body: &impl Body<BudgetBodyInput>) -> Call<Budget, M> {
        self.0.put(format!("/trips/{uuid}/budget")).json(body)
    }

    /// `PUT /trips/{uuid}/management`
    pub fn manage(&self, uuid: &str, body: &impl Body<ManagementInput>) -> Call<Management, M> {
        self.0.put(format!("/trips/{uuid}/management")).json(body)
    }

    /// `GET /trips/{uuid}/picture`
    pub fn pictures(&self, uuid: &str) -> Call<Pictures, M> {
        self.0.get(format!("/trips/{uuid}/picture"))
    }

    /// `PUT /trips/{uuid}/picture`, with a [`Call::file`] for each picture, in the parts
    /// `mainImage` and `photos`
    pub fn set_pictures(&self, uuid: &str) -> Call<UploadedPictures, M> {
        self.0.put(format!("/trips/{uuid}/picture"))
    }
}

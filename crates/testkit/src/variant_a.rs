//! The routes of Variant A.

use reqwest::Method;
use serde::Serialize;
use wayfare_api_a::create::FeatureShape;
use wayfare_api_a::management::ManagementShape;
use wayfare_api_a::paginated::PageShape;
use wayfare_api_a::picture::{PicturesShape, UploadedShape};
use wayfare_api_a::trip::DetailShape;
use wayfare_api_a::trips::Summary;
use wayfare_api_core::budget::BudgetShape;
use wayfare_api_core::items::ItemShape;
use wayfare_api_core::updated_trip::UpdatedTrip;

use crate::{Call, Client};

/// The routes of Variant A; from [`Client::a`]. Where both variants have a route, the request
/// chooses by header.
#[derive(Debug, Clone, Copy)]
pub struct VariantA<'c>(pub(crate) &'c Client);

impl VariantA<'_> {
    /// `GET /trips`
    pub fn trips(&self) -> Call<Vec<Summary>> {
        self.0.route(Method::GET, "/trips").variant("a")
    }

    /// `GET /trips/paginated`, with a query such as `page=1&per_page=5`, or an empty one
    pub fn paginated(&self, query: &str) -> Call<PageShape> {
        self.0
            .route(Method::GET, &format!("/trips/paginated?{query}"))
    }

    /// `POST /trips`
    pub fn create(&self, body: &impl Serialize) -> Call<FeatureShape> {
        self.0.route(Method::POST, "/trips").json(body)
    }

    /// `GET /trips/{uuid}`
    pub fn trip(&self, uuid: &str) -> Call<DetailShape> {
        self.0.route(Method::GET, &format!("/trips/{uuid}"))
    }

    /// `PUT /trips/{uuid}`
    pub fn update(&self, uuid: &str, body: &impl Serialize) -> Call<UpdatedTrip> {
        self.0
            .route(Method::PUT, &format!("/trips/{uuid}"))
            .json(body)
    }

    /// `DELETE /trips/{uuid}`
    pub fn delete(&self, uuid: &str) -> Call<()> {
        self.0.route(Method::DELETE, &format!("/trips/{uuid}"))
    }

    /// `GET /trips/{uuid}/trip_items`
    pub fn items(&self, uuid: &str) -> Call<Vec<ItemShape>> {
        self.0
            .route(Method::GET, &format!("/trips/{uuid}/trip_items"))
    }

    /// `PUT /trips/{uuid}/trip_items`
    pub fn set_items(&self, uuid: &str, body: &impl Serialize) -> Call<ItemShape> {
        self.0
            .route(Method::PUT, &format!("/trips/{uuid}/trip_items"))
            .json(body)
    }

    /// `PUT /trips/{uuid}/budget`
    pub fn set_budget(&self, uuid: &str, body: &impl Serialize) -> Call<BudgetShape> {
        self.0
            .route(Method::PUT, &format!("/trips/{uuid}/budget"))
            .json(body)
    }

    /// `PUT /trips/{uuid}/management`
    pub fn manage(&self, uuid: &str, body: &impl Serialize) -> Call<ManagementShape> {
        self.0
            .route(Method::PUT, &format!("/trips/{uuid}/management"))
            .json(body)
    }

    /// `GET /trips/{uuid}/picture`
    pub fn pictures(&self, uuid: &str) -> Call<PicturesShape> {
        self.0.route(Method::GET, &format!("/trips/{uuid}/picture"))
    }

    /// `PUT /trips/{uuid}/picture`, with a [`Call::file`] for each picture, in the parts
    /// `mainImage` and `photos`
    pub fn set_pictures(&self, uuid: &str) -> Call<UploadedShape> {
        self.0.route(Method::PUT, &format!("/trips/{uuid}/picture"))
    }
}

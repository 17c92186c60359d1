//! The routes that neither variant has.

use reqwest::Method;
use serde::Serialize;
use wayfare_api_core::items::ItemShape;
use wayfare_api_core::unknown_members::percent_encode;
use wayfare_api_core::updated_trip::UpdatedTrip;
use wayfare_api_extensions::budget::TripBudgetShape;

use crate::{Call, Client};

/// The routes that neither variant has; from [`Client::extensions`].
#[derive(Debug, Clone, Copy)]
pub struct Extensions<'c>(pub(crate) &'c Client);

impl Extensions<'_> {
    /// `GET /trips/{uuid}/budget`
    pub fn trip_budget(&self, uuid: &str) -> Call<TripBudgetShape> {
        self.0.route(Method::GET, &format!("/trips/{uuid}/budget"))
    }

    /// `POST /trips/{uuid}/trip_items`
    pub fn add_item(&self, uuid: &str, body: &impl Serialize) -> Call<ItemShape> {
        self.0
            .route(Method::POST, &format!("/trips/{uuid}/trip_items"))
            .json(body)
    }

    /// `GET /trips/{uuid}/trip_items/{item_id}`
    pub fn item(&self, uuid: &str, item: &str) -> Call<ItemShape> {
        self.0.route(Method::GET, &path_of(uuid, item))
    }

    /// `PUT /trips/{uuid}/trip_items/{item_id}`
    pub fn update_item(&self, uuid: &str, item: &str, body: &impl Serialize) -> Call<ItemShape> {
        self.0.route(Method::PUT, &path_of(uuid, item)).json(body)
    }

    /// `DELETE /trips/{uuid}/trip_items/{item_id}`
    pub fn delete_item(&self, uuid: &str, item: &str) -> Call<()> {
        self.0.route(Method::DELETE, &path_of(uuid, item))
    }

    /// `POST /trips/{uuid}/trip_items/{item_id}/move`
    pub fn move_item(&self, uuid: &str, item: &str, body: &impl Serialize) -> Call<ItemShape> {
        self.0
            .route(Method::POST, &format!("{}/move", path_of(uuid, item)))
            .json(body)
    }

    /// `POST /trips/{uuid}/shift`
    pub fn shift(&self, uuid: &str, days: i64) -> Call<UpdatedTrip> {
        self.0
            .route(Method::POST, &format!("/trips/{uuid}/shift"))
            .json(&serde_json::json!({ "days": days }))
    }
}

fn path_of(uuid: &str, item: &str) -> String {
    format!("/trips/{uuid}/trip_items/{}", percent_encode(item))
}

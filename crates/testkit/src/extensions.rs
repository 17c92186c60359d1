//! The routes that neither variant has.

use reqwest::Method;
use serde::Serialize;
use wayfare_api_core::items::ItemShape;
use wayfare_api_core::unknown_members::percent_encode;
use wayfare_api_core::updated_trip::UpdatedTrip;
use wayfare_api_extensions::budget::TripBudgetShape;
use wayfare_api_extensions::rates::RatesShape;
use wayfare_api_extensions::settlement::SettlementShape;
use wayfare_api_extensions::settlements::RecordedShape;

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

    /// `GET /trips/{uuid}/settlement`
    pub fn settlement(&self, uuid: &str) -> Call<SettlementShape> {
        let path = format!("/trips/{uuid}/settlement");
        self.0.route(Method::GET, &path)
    }

    /// `GET /trips/{uuid}/settlements`
    pub fn settlements(&self, uuid: &str) -> Call<Vec<RecordedShape>> {
        let path = format!("/trips/{uuid}/settlements");
        self.0.route(Method::GET, &path)
    }

    /// `POST /trips/{uuid}/settlements`
    pub fn record_settlement(&self, uuid: &str, body: &impl Serialize) -> Call<RecordedShape> {
        let path = format!("/trips/{uuid}/settlements");
        self.0.route(Method::POST, &path).json(body)
    }

    /// `GET /trips/{uuid}/settlements/{settlement}`
    pub fn recorded_settlement(&self, uuid: &str, settlement: &str) -> Call<RecordedShape> {
        let path = format!("/trips/{uuid}/settlements/{settlement}");
        self.0.route(Method::GET, &path)
    }

    /// `DELETE /trips/{uuid}/settlements/{settlement}`
    pub fn delete_settlement(&self, uuid: &str, settlement: &str) -> Call<()> {
        let path = format!("/trips/{uuid}/settlements/{settlement}");
        self.0.route(Method::DELETE, &path)
    }

    /// `GET /rates`, with a query such as `base=CAD&date=2026-05-01`, or an empty one
    pub fn rates(&self, query: &str) -> Call<RatesShape> {
        self.0.route(Method::GET, &format!("/rates?{query}"))
    }
}

fn path_of(uuid: &str, item: &str) -> String {
    format!("/trips/{uuid}/trip_items/{}", percent_encode(item))
}

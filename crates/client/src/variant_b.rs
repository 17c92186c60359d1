//! The routes of Variant B.

use crate::shapes::input::{Body, MapInput, NewTripInput, TripInputB};
use crate::shapes::variant_b::{Map, TimelineDay, Trip, TripEntry};
use crate::{Call, Client, Mode, Results};

/// The routes of Variant B; from [`Client::b`]. Where both variants have a route, the request
/// chooses by header.
#[derive(Debug)]
pub struct VariantB<'c, M = Results>(pub(crate) &'c Client<M>);

impl<M: Mode> VariantB<'_, M> {
    /// `GET /trips`
    pub fn trips(&self) -> Call<Vec<TripEntry>, M> {
        self.0.get("/trips").variant("b")
    }

    /// `GET /trips/{username}`
    pub fn trips_of(&self, username: &str) -> Call<Vec<TripEntry>, M> {
        self.0.get(format!("/trips/{username}"))
    }

    /// `POST /trip`
    pub fn create(&self, body: &impl Body<NewTripInput>) -> Call<Trip, M> {
        self.0.post_once("/trip").json(body)
    }

    /// `GET /trip/{uuid}`
    pub fn trip(&self, uuid: &str) -> Call<Trip, M> {
        self.0.get(format!("/trip/{uuid}"))
    }

    /// `PUT /trip/{uuid}`
    pub fn update(&self, uuid: &str, body: &impl Body<TripInputB>) -> Call<Trip, M> {
        self.0.put(format!("/trip/{uuid}")).json(body)
    }

    /// `DELETE /trip/{uuid}`
    pub fn delete(&self, uuid: &str) -> Call<(), M> {
        self.0.delete(format!("/trip/{uuid}"))
    }

    /// `GET /trip/{uuid}/map`
    pub fn map(&self, uuid: &str) -> Call<Map, M> {
        self.0.get(format!("/trip/{uuid}/map"))
    }

    /// `PUT /trip/{uuid}/map`
    pub fn set_map(&self, uuid: &str, body: &impl Body<MapInput>) -> Call<Map, M> {
        self.0.put(format!("/trip/{uuid}/map")).json(body)
    }

    /// `GET /trip/{uuid}/picture`
    pub fn picture(&self, uuid: &str) -> Call<(), M> {
        self.0.get(format!("/trip/{uuid}/picture"))
    }

    /// `GET /trip/{uuid}/timeline`
    pub fn timeline(&self, uuid: &str) -> Call<Vec<TimelineDay>, M> {
        self.0.get(format!("/trip/{uuid}/timeline"))
    }
}

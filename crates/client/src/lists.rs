//! Lists of one's own trips, and single pictures.

use percent_encoding::{NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use reqwest::Method;

use crate::shapes::input::{Body, PictureChangeInput, TripsInput};
use crate::shapes::lists::{OwnTrips, TripPicture};
use crate::users::Users;
use crate::{Call, Extensions, Mode};

fn encode(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}

impl<M: Mode> Users<'_, M> {
    /// `GET /user/{username}/trips`, with parameters such as `("q", "lisbon")`. For the page after
    /// an answer, send the same ones and its `next` as `cursor`.
    pub fn trips(&self, username: &str, parameters: &[(&str, &str)]) -> Call<OwnTrips, M> {
        let pairs = parameters.iter();
        let pairs = pairs.map(|(name, value)| format!("{}={}", encode(name), encode(value)));
        let query: Vec<String> = pairs.collect();
        self.0
            .get(format!("/user/{username}/trips?{}", query.join("&")))
    }

    /// `POST /user/{username}/trips/keep`
    pub fn keep_trips(&self, username: &str, body: &impl Body<TripsInput>) -> Call<(), M> {
        let path = format!("/user/{username}/trips/keep");
        self.0.post(path).json(body)
    }

    /// `POST /user/{username}/trips/leave`
    pub fn leave_trips(&self, username: &str, body: &impl Body<TripsInput>) -> Call<(), M> {
        let path = format!("/user/{username}/trips/leave");
        self.0.post(path).json(body)
    }
}

impl<M: Mode> Extensions<'_, M> {
    /// `GET /trips/{uuid}/pictures`
    pub fn pictures(&self, uuid: &str) -> Call<Vec<TripPicture>, M> {
        self.0.get(format!("/trips/{uuid}/pictures"))
    }

    /// `POST /trips/{uuid}/pictures`, with a [`Call::file`] in the part `file`
    pub fn add_picture(&self, uuid: &str) -> Call<TripPicture, M> {
        self.0.post_once(format!("/trips/{uuid}/pictures"))
    }

    /// `GET /trips/{uuid}/pictures/{picture}`
    pub fn picture(&self, uuid: &str, picture: &str) -> Call<TripPicture, M> {
        self.0.get(format!("/trips/{uuid}/pictures/{picture}"))
    }

    /// `PATCH /trips/{uuid}/pictures/{picture}`
    pub fn update_picture(
        &self,
        uuid: &str,
        picture: &str,
        body: &impl Body<PictureChangeInput>,
    ) -> Call<TripPicture, M> {
        self.0
            .route(Method::PATCH, format!("/trips/{uuid}/pictures/{picture}"))
            .json(body)
    }

    /// `DELETE /trips/{uuid}/pictures/{picture}`
    pub fn delete_picture(&self, uuid: &str, picture: &str) -> Call<(), M> {
        self.0.delete(format!("/trips/{uuid}/pictures/{picture}"))
    }
}

//! The routes that neither variant has.

use reqwest::Method;
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
}

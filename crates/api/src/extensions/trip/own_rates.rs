//! `/trips/{uuid}/rates`: the trip's own exchange rates.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::{NotModified, SETTLING};
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::TripOverview;
use wayfare_domain::trip::Edit;
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::extensions::OwnRates;
use wayfare_shapes::input::OwnRatesInput;

fn show_rates(app: &App, trip: &TripOverview) -> OwnRates {
    let base = app.service.trips.base_currency(trip);
    let rates = trip.own_rates(base).iter();
    let rates = rates.map(|(currency, rate)| (currency.code().to_owned(), rate.to_string()));
    OwnRates {
        rates: rates.collect(),
    }
}

/// The trip's own rates: units of the base currency for one unit of each currency.
#[utoipa::path(
    get, path = "/trips/{uuid}/rates", tag = SETTLING, operation_id = "getTripRates",
    params(TripPath),
    responses((status = 200, description = "The rates", body = OwnRates)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let rates = |app: &App, view: &TripView<TripOverview>| show_rates(app, &view.trip);
    request.show(Show::Plain, rates).await
}

/// Replaces all of the trip's own rates.
#[utoipa::path(
    put, path = "/trips/{uuid}/rates", tag = SETTLING, operation_id = "updateTripRates",
    params(TripPath),
    request_body = OwnRatesInput,
    responses((status = 200, description = "All rates", body = OwnRates), NotModified),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let fields = body.object()?;
        let rates = fields.read_required("rates", |rates| {
            let rates = rates.object()?;
            let rates = rates.entries().into_iter();
            let rates = rates.map(|(code, rate)| Some((code.to_owned(), rate.string_or_json()?)));
            rates.collect()
        });
        Some(TripUpdateRequest::of(Edit::Rates(rates?)))
    };
    let answer = |app: &App, Edited { after, .. }: &Edited| {
        Ok(UpdateAnswer::new(show_rates(app, &after.trip)))
    };
    request.edit(EditBody::small(payload), read, answer).await
}

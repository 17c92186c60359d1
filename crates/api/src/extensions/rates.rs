//! `/rates`: the imported reference rates.

use actix_web::HttpRequest;
use actix_web::web::Data;
use wayfare_api_core::input::query;
use wayfare_api_core::openapi::{BadRequest, NotFound, SETTLING};
use wayfare_api_core::{Answer, App, Problem, answer::conditional};
use wayfare_domain::rates::{RateCurrency, RatesOfDay};
use wayfare_domain::{Date, Violations};
use wayfare_shapes::extensions::Rates;

fn show_rates(base: RateCurrency, found: RatesOfDay) -> Rates {
    let RatesOfDay { date, rates } = found;
    let rates = rates.into_iter();
    Rates {
        base: base.code().to_owned(),
        date: date.to_string(),
        rates: rates
            .map(|(currency, rate)| (currency.code().to_owned(), rate.into()))
            .collect(),
    }
}

/// The reference rates of a day, or of the last day before that has rates.
#[utoipa::path(
    get, path = "/rates", tag = SETTLING, operation_id = "getRates",
    params(
        (
            "base" = Option<String>, Query, description = "ISO 4217 code; EUR where it is left out",
            min_length = 3, max_length = 3
        ),
        (
            "date" = Option<String>, Query, description = "The day; today where it is left out",
            format = Date
        ),
    ),
    responses(
        (status = 200, description = "The rates", body = Rates),
        BadRequest,
        NotFound,
    ),
    security(()),
)]
pub(crate) async fn get(app: Data<App>, request: HttpRequest) -> Answer {
    let mut violations = Violations::new();
    let base = query::read(&request, "base", RateCurrency::new, &mut violations);
    let date = query::read(&request, "date", Date::parse, &mut violations);
    let (base, date) = violations
        .or((base.unwrap_or(RateCurrency::EUR), date))
        .map_err(Problem::invalid)?;
    let found = app.service.rates.of_day(base, date).await?;
    conditional::json(&request, None, &show_rates(base, found))
}

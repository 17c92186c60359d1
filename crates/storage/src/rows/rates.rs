//! Rows of reference rates.

use std::collections::BTreeMap;

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use rust_decimal::Decimal;
use wayfare_domain::Date;
use wayfare_domain::rates::RateCurrency;

use super::stored;
use crate::columns::{JsonColumn, JsonText};
use crate::schema::reference_rates;

/// The rates of a day that an import changed, to be inserted.
#[derive(Insertable)]
#[diesel(table_name = reference_rates, treat_none_as_default_value = false)]
pub(crate) struct NewDayRates {
    import: i64,
    day: String,
    rates: JsonText,
}

impl NewDayRates {
    pub(crate) fn new(
        import: i64,
        day: Date,
        rates: &BTreeMap<RateCurrency, Decimal>,
    ) -> QueryResult<Self> {
        let rates: BTreeMap<&str, String> = rates
            .iter()
            .map(|(currency, units)| (currency.code(), units.to_string()))
            .collect();
        Ok(Self {
            import,
            day: day.to_string(),
            rates: JsonText::new(&rates)?,
        })
    }
}

/// The rates of a day that an import changed.
#[derive(Queryable, Selectable)]
#[diesel(table_name = reference_rates)]
pub(crate) struct DayRatesRow {
    pub(crate) import: i64,
    day: String,
    rates: JsonColumn<BTreeMap<String, Decimal>>,
}

impl DayRatesRow {
    /// The day and its rates.
    pub(crate) fn into_rates(self) -> QueryResult<(Date, BTreeMap<RateCurrency, Decimal>)> {
        let rates = self.rates.value.into_iter().map(|(code, units)| {
            let currency = stored("rates", RateCurrency::new(&code))?;
            QueryResult::Ok((currency, units))
        });
        Ok((
            stored("day", Date::parse(&self.day))?,
            rates.collect::<QueryResult<_>>()?,
        ))
    }
}

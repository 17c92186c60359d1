//! Rows of reference rates.

use std::collections::BTreeMap;

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use rust_decimal::Decimal;
use wayfare_domain::Date;
use wayfare_domain::rates::RateCurrency;

use super::stored;
use crate::RateImport;
use crate::columns::{JsonColumn, JsonText, Timestamp};
use crate::schema::{rate_imports, reference_rates};

/// An import.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = rate_imports, treat_none_as_default_value = false)]
pub(crate) struct RateImportRow {
    pub(crate) number: i64,
    source: String,
    imported_at: Timestamp,
}

impl From<&RateImport> for RateImportRow {
    fn from(import: &RateImport) -> Self {
        let RateImport {
            number,
            source,
            imported_at,
        } = import;
        Self {
            number: *number,
            source: source.clone(),
            imported_at: Timestamp(*imported_at),
        }
    }
}

impl RateImportRow {
    /// The import.
    pub(crate) fn into_import(self) -> RateImport {
        let Self {
            number,
            source,
            imported_at,
        } = self;
        RateImport {
            number,
            source,
            imported_at: imported_at.0,
        }
    }
}

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
        let Self {
            import: _,
            day,
            rates,
        } = self;
        let rates = rates.value.into_iter().map(|(code, units)| {
            let currency = stored("rates", RateCurrency::new(&code))?;
            QueryResult::Ok((currency, units))
        });
        Ok((
            stored("day", Date::parse(&day))?,
            rates.collect::<QueryResult<_>>()?,
        ))
    }
}

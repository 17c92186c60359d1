//! Reference rates.

use std::collections::BTreeMap;

use diesel::dsl::max;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper};
use wayfare_domain::rates::DayRates;

use super::Handle;
use crate::columns::Timestamp;
use crate::rows::{DayRatesRow, NewDayRates};
use crate::schema::{rate_imports, reference_rates};
use crate::{RateImport, RateRepository, Result};

/// Days per statement.
const DAYS: usize = 500;

impl RateRepository for Handle {
    fn last_import(&mut self) -> Result<i64> {
        self.run(|connection| {
            let last = rate_imports::table.select(max(rate_imports::number));
            Ok(last.get_result::<Option<i64>>(connection)?.unwrap_or(0))
        })
    }

    fn imports_after(&mut self, number: i64) -> Result<Vec<(RateImport, DayRates)>> {
        self.run(|connection| {
            let imports = rate_imports::table
                .filter(rate_imports::number.gt(number))
                .order(rate_imports::number)
                .select((
                    rate_imports::number,
                    rate_imports::source,
                    rate_imports::imported_at,
                ));
            let imports = imports.load::<(i64, String, Timestamp)>(connection)?;
            let Some(last) = imports.last().map(|(number, ..)| *number) else {
                return Ok(Vec::new());
            };
            // An import that is committed meanwhile is read the next time.
            let days = reference_rates::table
                .filter(reference_rates::import.gt(number))
                .filter(reference_rates::import.le(last))
                .select(DayRatesRow::as_select());
            let mut of_imports: BTreeMap<i64, DayRates> = BTreeMap::new();
            for row in days.load(connection)? {
                let import = row.import;
                let (day, rates) = row.into_rates()?;
                of_imports.entry(import).or_default().insert(day, rates);
            }
            let imports = imports.into_iter().map(|(number, source, imported_at)| {
                let import = RateImport {
                    number,
                    source,
                    imported_at: imported_at.0,
                };
                (import, of_imports.remove(&number).unwrap_or_default())
            });
            Ok(imports.collect())
        })
    }

    fn insert(&mut self, import: &RateImport, rates: &DayRates) -> Result<bool> {
        self.run(|connection| {
            let inserted = diesel::insert_into(rate_imports::table)
                .values((
                    rate_imports::number.eq(import.number),
                    rate_imports::source.eq(&import.source),
                    rate_imports::imported_at.eq(Timestamp(import.imported_at)),
                ))
                .on_conflict(rate_imports::number)
                .do_nothing()
                .execute(connection)?;
            if inserted == 0 {
                return Ok(false);
            }
            let rows = rates
                .iter()
                .map(|(day, rates)| NewDayRates::new(import.number, *day, rates));
            let rows: Vec<NewDayRates> = rows.collect::<diesel::QueryResult<_>>()?;
            for rows in rows.chunks(DAYS) {
                diesel::insert_into(reference_rates::table)
                    .values(rows)
                    .execute(connection)?;
            }
            Ok(true)
        })
    }
}

//! Cospend: the CSV of a project, with sections for members, bills, categories and currencies. All
//! amounts are in its main currency; one that was converted is named behind the bill's name.

use std::collections::HashMap;
use std::io::Read;

use rust_decimal::Decimal;
use url::form_urlencoded;
use wayfare_domain::Currency;

use super::bills::{self, Bill, Bills, names};
use super::currency;
use super::ledger::{Entry, Ledger};
use super::table::{Row, Table, amount};
use crate::import::ImportError;
use crate::import::draft::too_many_items;

const MAX_BILLS: usize = 3_000;
/// The most categories and currencies.
const MAX_NAMES: usize = 1_000;
/// The id of the category of payments.
const REIMBURSEMENT: &str = "-11";
/// The name of bills that older versions add so that each member has one.
const OF_MEMBERS: &str = "deleteMeIfYouWant";

/// What the rows after a header are.
#[derive(Clone, Copy)]
enum Section {
    Bills,
    Members,
    Categories,
    Currencies,
    Other,
}

impl Section {
    fn of(header: &Row) -> Option<Self> {
        if bills::is_header(header) {
            Some(Self::Bills)
        } else if header.has(&["name", "weight", "active"]) {
            Some(Self::Members)
        } else if header.has(&["categoryname", "categoryid"]) {
            Some(Self::Categories)
        } else if header.has(&["currencyname", "exchange_rate"]) {
            Some(Self::Currencies)
        } else if header.has(&["paymentmodename", "paymentmodeid"]) {
            Some(Self::Other)
        } else {
            None
        }
    }
}

/// Whether a row is the header of a project's first section.
pub(super) fn is_header(row: &Row) -> bool {
    let is_of_bills = bills::is_header(row) && row.column("timestamp").is_some();
    is_of_bills || row.has(&["name", "weight", "active", "color"])
}

#[derive(Default)]
struct Project {
    bills: Bills,
    number: usize,
    categories: HashMap<String, String>,
    main: Option<Currency>,
    /// The worth of other currencies in the main one.
    rates: Vec<(Currency, Decimal)>,
}

pub(super) fn read_csv<R: Read>(
    table: &mut Table<R>,
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    let mut project = Project::default();
    let (mut section, mut columns) = (Section::Other, HashMap::new());
    while let Some(row) = table.next_row()? {
        if let Some(next) = Section::of(&row) {
            (section, columns) = (next, row.columns());
            continue;
        }
        let of = |name: &str| row.at(&columns, name);
        match section {
            Section::Bills => project.add(&of, ledger)?,
            Section::Members => {
                project.bills.weigh(of("name"), of("weight"));
                ledger.person(of("name"), of("name"))?;
            }
            Section::Categories if project.categories.len() < MAX_NAMES => {
                let (id, name) = (of("categoryid").to_owned(), of("categoryname").to_owned());
                project.categories.insert(id, name);
            }
            Section::Currencies if project.rates.len() < MAX_NAMES => {
                let rate = amount(of("exchange_rate"), true);
                match currency(of("currencyname")).zip(rate) {
                    Some((main, rate)) if rate == Decimal::ONE => project.main = Some(main),
                    Some((other, rate)) if rate > Decimal::ZERO => {
                        project.rates.push((other, rate));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    project.finish(ledger)
}

impl Project {
    /// Adds a row of a bill, whose columns have names.
    fn add<'r>(
        &mut self,
        of: &dyn Fn(&str) -> &'r str,
        ledger: &mut Ledger<'_>,
    ) -> Result<(), ImportError> {
        self.number += 1;
        if self.number > MAX_BILLS {
            return Err(too_many_items());
        }
        let (what, payer) = (of("what"), of("payer_name"));
        self.bills.weigh(payer, of("payer_weight"));
        if what == OF_MEMBERS {
            ledger.person(payer, payer)?;
            return Ok(());
        }
        if of("deleted") == "1" {
            ledger.warn("a deleted expense is left out", "");
            return Ok(());
        }
        let Some(amount) = amount(of("amount"), true) else {
            ledger.warn("a row that can't be read is left out", what);
            return Ok(());
        };
        let category = of("categoryid");
        let date = match of("date") {
            "" => of_timestamp(of("timestamp")),
            date => ledger.date(date),
        };
        self.bills.push(Bill {
            entry: Entry {
                what: what.to_owned(),
                note: decoded(of("comment")),
                category: category.to_owned(),
                date,
                is_payment: category == REIMBURSEMENT,
                ..Entry::default()
            },
            amount,
            payer: payer.to_owned(),
            owers: names(of("owers")),
        });
        Ok(())
    }

    fn finish(self, ledger: &mut Ledger<'_>) -> Result<(), ImportError> {
        let Self {
            bills,
            categories,
            main,
            rates,
            ..
        } = self;
        ledger.base = main;
        if main.is_none() {
            let warning = "the currency is not in the file, and taken for the usual one";
            ledger.warn(warning, "");
        }
        let own = rates
            .iter()
            .filter(|(currency, _)| main.is_some_and(|main| main != *currency));
        let own = own.map(|(currency, rate)| {
            let rate = rate.round_sf(15).unwrap_or(*rate).normalize();
            (currency.code().to_owned(), rate.to_string())
        });
        ledger.rates = own.collect();
        ledger.rates.sort();
        ledger.rates.dedup_by(|one, other| one.0 == other.0);
        let of_id = |id: &str| categories.get(id).cloned().unwrap_or_default();
        let in_main = |entry: &mut Entry| {
            entry.currency = main;
            let found = original(&entry.what, &rates).filter(|_| main.is_some());
            if let Some((name, currency, amount)) = found {
                (entry.what, entry.original) = (name, Some((currency, amount)));
            }
        };
        bills.change_entries(in_main).finish(ledger, &of_id)
    }
}

/// The name of a bill that was converted, with the currency and the amount behind it:
/// `Dinner (12.00 USD)`.
fn original(what: &str, rates: &[(Currency, Decimal)]) -> Option<(String, Currency, Decimal)> {
    let (name, rest) = what.strip_suffix(')')?.rsplit_once(" (")?;
    let (number, code) = rest.split_once(' ')?;
    let currency = currency(code).filter(|it| rates.iter().any(|(known, _)| known == it))?;
    let amount = amount(number, false).filter(|amount| !amount.is_zero())?;
    Some((name.to_owned(), currency, amount))
}

/// A comment, which is encoded as in an address.
fn decoded(comment: &str) -> String {
    let pairs = format!("c={}", comment.replace('&', "%26"));
    let mut pairs = form_urlencoded::parse(pairs.as_bytes());
    pairs
        .next()
        .map_or_else(String::new, |(_, text)| text.replace('\0', ""))
}

fn of_timestamp(seconds: &str) -> Option<wayfare_domain::Instant> {
    let seconds: i64 = seconds.parse().ok()?;
    let instant = wayfare_domain::Instant::from_millis(seconds.checked_mul(1_000)?);
    instant.ok().map(wayfare_domain::Instant::midnight)
}

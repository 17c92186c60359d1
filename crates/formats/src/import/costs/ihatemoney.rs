//! ihatemoney: the bills of a project as JSON or CSV. The weights of people who have paid nothing,
//! and rates of currencies, are in neither.

use std::io::Read;

use serde::Deserialize;

use super::bills::{Bill, Bills, names};
use super::ledger::{Entry, Ledger};
use super::table::{Table, amount};
use super::{NO_CURRENCY, json};
use crate::geojson::read::words::Words;
use crate::import::ImportError;
use crate::import::draft::too_many_items;
use crate::import::list::List;

const SERVICE: &str = "ihatemoney";
const MAX_BILLS: usize = 3_000;
const MAX_PEOPLE: usize = 1_000;
/// The type of a bill that is a payment.
const REIMBURSEMENT: &str = "reimbursement";

#[derive(Deserialize)]
struct BillFile {
    what: Words,
    #[serde(default)]
    bill_type: Words,
    amount: Words,
    #[serde(default)]
    currency: Words,
    #[serde(default)]
    date: Words,
    payer_name: Words,
    #[serde(default)]
    payer_weight: Words,
    owers: List<Words, MAX_PEOPLE>,
}

pub(super) fn read_json(document: impl Read, ledger: &mut Ledger<'_>) -> Result<(), ImportError> {
    let files: List<BillFile, MAX_BILLS> = json(document, SERVICE)?;
    let mut bills = Bills::default();
    for file in files.0 {
        let owers = file.owers.0.iter().map(|name| name.0.clone()).collect();
        add(file, owers, &mut bills, ledger)?;
    }
    bills.finish(ledger, &str::to_owned)
}

pub(super) fn read_csv<R: Read>(
    table: &mut Table<R>,
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    let Some(header) = table.next_row()? else {
        return Ok(());
    };
    let columns = header.columns();
    let mut bills = Bills::default();
    let mut number = 0;
    while let Some(row) = table.next_row()? {
        number += 1;
        if number > MAX_BILLS {
            return Err(too_many_items());
        }
        let of = |name: &str| Words(row.at(&columns, name).to_owned());
        let owers = names(&of("owers").0);
        let file = BillFile {
            what: of("what"),
            bill_type: of("bill_type"),
            amount: of("amount"),
            currency: of("currency"),
            date: of("date"),
            payer_name: of("payer_name"),
            payer_weight: of("payer_weight"),
            owers: List::default(),
        };
        add(file, owers, &mut bills, ledger)?;
    }
    bills.finish(ledger, &str::to_owned)
}

fn add(
    file: BillFile,
    owers: Vec<String>,
    bills: &mut Bills,
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    let Some(amount) = amount(&file.amount.0, true) else {
        return Err(super::unreadable(
            SERVICE,
            &format!("{}: {}", file.what.0, file.amount.0),
        ));
    };
    let payer = file.payer_name.0;
    bills.weigh(&payer, &file.payer_weight.0);
    let currency = match file.currency.0.as_str() {
        "" | NO_CURRENCY => None,
        code => match ledger.currency(code) {
            Some(currency) => Some(currency),
            None => return Ok(()),
        },
    };
    bills.push(Bill {
        entry: Entry {
            what: file.what.0,
            date: ledger.date(&file.date.0),
            currency,
            is_payment: file.bill_type.0.eq_ignore_ascii_case(REIMBURSEMENT),
            ..Entry::default()
        },
        amount,
        payer,
        owers,
    });
    Ok(())
}

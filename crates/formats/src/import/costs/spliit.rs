//! Spliit: JSON, with amounts in minor units, and CSV, with the share of each person.

use std::io::Read;

use rust_decimal::Decimal;
use serde::Deserialize;
use wayfare_domain::Currency;

use super::ledger::{Entry, Ledger, Part, sign};
use super::table::{Row, Table, amount};
use super::{currency, json};
use crate::geojson::read::words::Words;
use crate::import::ImportError;
use crate::import::list::List;

const SERVICE: &str = "Spliit";
const MAX_EXPENSES: usize = 3_000;
const MAX_PEOPLE: usize = 1_000;
/// Currencies without a minor unit in Spliit; others have two places.
const WHOLE: [&str; 7] = ["COP", "HUF", "IDR", "ISK", "JPY", "KRW", "VND"];
/// The column before those of people.
const LAST_COLUMN: &str = "split mode";

/// Whether a row is the header of the CSV.
pub(super) fn is_header(row: &Row) -> bool {
    row.has(&["description", "cost", "is reimbursement", LAST_COLUMN])
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    #[serde(default)]
    name: Words,
    #[serde(default)]
    information: Words,
    #[serde(default)]
    currency: Words,
    #[serde(default)]
    currency_code: Words,
    participants: List<Participant, MAX_PEOPLE>,
    expenses: List<Expense, MAX_EXPENSES>,
}

#[derive(Deserialize)]
struct Participant {
    id: Words,
    name: Words,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expense {
    #[serde(default)]
    id: Words,
    #[serde(default)]
    expense_date: Words,
    #[serde(default)]
    title: Words,
    #[serde(default)]
    category: Option<Category>,
    amount: Words,
    #[serde(default)]
    original_amount: Words,
    #[serde(default)]
    original_currency: Words,
    paid_by_id: Words,
    paid_for: List<PaidFor, MAX_PEOPLE>,
    #[serde(default)]
    is_reimbursement: bool,
    #[serde(default)]
    split_mode: Words,
    #[serde(default)]
    notes: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Category {
    name: Words,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PaidFor {
    participant_id: Words,
    #[serde(default)]
    shares: Words,
}

pub(super) fn read_json(document: impl Read, ledger: &mut Ledger<'_>) -> Result<(), ImportError> {
    let document: Document = json(document, SERVICE)?;
    ledger.draft.name = document.name.0;
    ledger.draft.description = document.information.0;
    ledger.base = group_currency(&document.currency_code.0, &document.currency.0, ledger);
    for Participant { id, name } in document.participants.iter() {
        ledger.person(&id.0, &name.0)?;
    }
    for expense in document.expenses.0 {
        add_expense(expense, ledger)?;
    }
    Ok(())
}

/// The currency of a group: by its code, else by its sign if that says enough.
fn group_currency(code: &str, sign: &str, ledger: &mut Ledger<'_>) -> Option<Currency> {
    let found = currency(code).or_else(|| currency(sign));
    if found.is_none() {
        let warning = "the currency is not in the file, and taken for the usual one";
        ledger.warn(warning, sign);
    }
    found
}

fn add_expense(expense: Expense, ledger: &mut Ledger<'_>) -> Result<(), ImportError> {
    let units = |text: &Words| {
        let units = amount(&text.0, false).filter(|units| units.fract().is_zero())?;
        i128::try_from(units).ok()
    };
    let what = expense.title.0;
    let Some(total) = units(&expense.amount) else {
        return Err(super::unreadable(
            SERVICE,
            &format!("{what}: {}", expense.amount.0),
        ));
    };
    let is_even = expense.split_mode.0 == "EVENLY";
    let mut paid_for = expense.paid_for.0;
    paid_for.sort_by(|one, other| one.participant_id.0.cmp(&other.participant_id.0));
    let weights = paid_for.iter().map(|it| match is_even {
        true => 1,
        false => units(&it.shares).unwrap_or(0).max(0),
    });
    let weights: Vec<i128> = weights.collect();
    let places = places(ledger.base);
    let shares = apportion(total, &weights, &expense.id.0);
    let mut parts = Vec::new();
    let payer = person(&expense.paid_by_id.0, ledger)?;
    parts.push(Part::paid(payer, in_units(total, places)));
    for (PaidFor { participant_id, .. }, share) in paid_for.iter().zip(shares) {
        let person = person(&participant_id.0, ledger)?;
        parts.push(Part::owed(person, in_units(share, places)));
    }
    let original = currency(&expense.original_currency.0);
    let original = original.and_then(|currency| {
        let units = units(&expense.original_amount).filter(|units| *units != 0)?;
        Some((currency, in_units(units, self::places(Some(currency)))))
    });
    let date = ledger.date(&expense.expense_date.0);
    ledger.add(Entry {
        what,
        note: expense.notes.0,
        category: expense.category.map(|it| it.name.0).unwrap_or_default(),
        date,
        currency: ledger.base,
        original,
        is_payment: expense.is_reimbursement,
        parts,
    })
}

/// A participant. One who is not in the list has left the group.
fn person(id: &str, ledger: &mut Ledger<'_>) -> Result<usize, ImportError> {
    let known = ledger.known_person(id);
    if known.is_none() {
        ledger.warn(
            "somebody who has left the group has no name in the file",
            "",
        );
    }
    known.map_or_else(|| ledger.person(id, ""), Ok)
}

fn places(currency: Option<Currency>) -> u32 {
    let is_whole = currency.is_some_and(|currency| WHOLE.contains(&currency.code()));
    if is_whole { 0 } else { 2 }
}

fn in_units(units: i128, places: u32) -> Decimal {
    Decimal::try_from_i128_with_scale(units, places)
        .unwrap_or_default()
        .normalize()
}

/// The shares of an amount in minor units, as Spliit's balances have them: rounded down, and the
/// units that are left by the largest remainder, of equal ones in turn from a place that a hash of
/// the expense's id tells.
fn apportion(amount: i128, weights: &[i128], id: &str) -> Vec<i128> {
    let all: i128 = weights.iter().sum();
    if all == 0 {
        return vec![0; weights.len()];
    }
    let offset = usize::try_from(fnv_1a(id)).unwrap_or_default() % weights.len();
    let turn = |place: usize| (place + weights.len() - offset) % weights.len();
    let exact = |weight: &i128| amount.saturating_mul(*weight);
    let mut shares: Vec<i128> = weights.iter().map(|it| exact(it).div_euclid(all)).collect();
    let left = amount - shares.iter().sum::<i128>();
    let mut order: Vec<(usize, &i128)> = weights.iter().enumerate().collect();
    order.sort_by_key(|(place, it)| (-exact(it).rem_euclid(all), turn(*place)));
    for (place, _) in order
        .into_iter()
        .take(usize::try_from(left).unwrap_or_default())
    {
        if let Some(share) = shares.get_mut(place) {
            *share += 1;
        }
    }
    shares
}

/// FNV-1a of 32 bits over the UTF-16 units of a text.
fn fnv_1a(text: &str) -> u32 {
    text.encode_utf16().fold(0x811c_9dc5, |hash, unit| {
        (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193)
    })
}

pub(super) fn read_csv<R: Read>(
    table: &mut Table<R>,
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    let Some(header) = table.next_row()? else {
        return Ok(());
    };
    let columns = header.columns();
    let first = columns
        .get(LAST_COLUMN)
        .map_or(usize::MAX, |place| place + 1);
    let cost_at = columns.get("cost").copied().unwrap_or(usize::MAX);
    let original_at = columns.get("original cost").copied().unwrap_or(usize::MAX);
    let mut people = Vec::new();
    for (place, name) in header.cells.iter().enumerate().skip(first) {
        people.push((place, ledger.person(&place.to_string(), name)?));
    }
    while let Some(row) = table.next_row()? {
        let of = |name: &str| row.at(&columns, name);
        let what = of("description").to_owned();
        let Some(cost) = row.amount(cost_at) else {
            ledger.warn("a row that can't be read is left out", &what);
            continue;
        };
        if ledger.base.is_none() {
            ledger.base = group_currency(of("currency"), "", ledger);
        }
        let original = currency(of("original currency"));
        let entry = Entry {
            category: of("category").to_owned(),
            date: ledger.date(of("date")),
            currency: ledger.base,
            original: original.zip(row.amount(original_at)),
            is_payment: of("is reimbursement").eq_ignore_ascii_case("yes"),
            parts: parts(&row, cost, &people, &what, ledger),
            what,
            ..Entry::default()
        };
        ledger.add(entry)?;
    }
    Ok(())
}

/// The parts of a row: the payer's share has the sign of the cost, the others' shares the other
/// one. A payer without a share is the only one who has none, else nobody knows.
fn parts(
    row: &Row,
    cost: Decimal,
    people: &[(usize, usize)],
    what: &str,
    ledger: &mut Ledger<'_>,
) -> Vec<Part> {
    let sign = sign(cost);
    let shares = people.iter();
    let shares = shares.map(|(place, person)| {
        let share = row.amount(*place).unwrap_or_default() * sign;
        (*person, share)
    });
    let shares: Vec<(usize, Decimal)> = shares.collect();
    let mut payers = shares.iter().filter(|(_, share)| *share > Decimal::ZERO);
    let mut absent = shares.iter().filter(|(_, share)| share.is_zero());
    let payer = payers
        .next()
        .or_else(|| absent.next().filter(|_| absent.next().is_none()));
    let owed = shares
        .iter()
        .map(|(person, share)| Part::owed(*person, share.abs() * sign));
    let mut parts: Vec<Part> = owed.collect();
    match payer {
        Some((payer, _)) => parts.push(Part::paid(*payer, cost)),
        None => {
            let warning = "who has paid is not in the CSV of Spliit, but in its JSON";
            ledger.warn(warning, what);
        }
    }
    parts
}

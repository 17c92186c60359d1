//! Splitwise: the CSV of a group, in the language of the account, whose rows hold what is left for
//! each person; and JSON, in the shape of its interface, with what each has paid and bears.

use std::collections::HashSet;
use std::io::Read;

use rust_decimal::Decimal;
use serde::Deserialize;

use super::ledger::{Entry, Ledger, Part, sign};
use super::table::{Row, Table, amount};
use super::{currency, json};
use crate::geojson::read::words::Words;
use crate::import::ImportError;
use crate::import::list::List;

const SERVICE: &str = "Splitwise";
/// Columns before those of people: date, description, category, cost, currency.
const FIRST_PERSON: usize = 5;
/// The most expenses of a file, deleted ones too.
const MAX_EXPENSES: usize = 20_000;
/// The most people of an expense or a group.
const MAX_PEOPLE: usize = 1_000;
/// The first and the fifth column in the languages of Splitwise.
const HEADERS: [[&str; 2]; 10] = [
    ["date", "currency"],
    ["datum", "währung"],
    ["date", "devise"],
    ["fecha", "moneda"],
    ["data", "valuta"],
    ["data", "moeda"],
    ["datum", "valuta"],
    ["dato", "valuta"],
    ["data", "waluta"],
    ["日付", "通貨"],
];
/// The category of payments in these languages.
const PAYMENTS: [&str; 11] = [
    "payment",
    "zahlung",
    "paiement",
    "pago",
    "pagamento",
    "betaling",
    "betalning",
    "płatność",
    "支払い",
    "支払",
    "お支払い",
];

/// Whether a row is the header: by its words, or because the `next` row is one of amounts that are
/// left for people.
pub(super) fn is_header(row: &Row, next: Option<&Row>) -> bool {
    let is_known = HEADERS.iter().any(|[date, currency]| {
        row.text(0).to_lowercase() == *date && row.text(4).to_lowercase() == *currency
    });
    let has_people = row
        .cells
        .iter()
        .skip(FIRST_PERSON)
        .any(|name| !name.is_empty());
    let is_row = |next: &Row| {
        let nets = (FIRST_PERSON..row.cells.len()).map(|place| next.amount(place));
        super::table::date(next.text(0)).is_some()
            && next.amount(3).is_some()
            && currency(next.text(4)).is_some()
            && nets
                .sum::<Option<Decimal>>()
                .is_some_and(|sum| sum.is_zero())
    };
    has_people && (is_known || row.amount(3).is_none() && next.is_some_and(is_row))
}

pub(super) fn read_csv<R: Read>(
    table: &mut Table<R>,
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    let header = table.next_row()?;
    let mut people = Vec::new();
    for (place, name) in header.iter().flat_map(|row| row.cells.iter().enumerate()) {
        if place >= FIRST_PERSON && !name.is_empty() {
            people.push((place, ledger.person(&place.to_string(), name)?));
        }
    }
    while let Some(row) = table.next_row()? {
        if row.cells.iter().all(String::is_empty) {
            continue;
        }
        let length = row.cells.len();
        let nets = people.iter().take_while(|(place, _)| *place < length);
        let nets = nets.map(|(place, person)| (*person, row.amount(*place).unwrap_or_default()));
        let nets: Vec<(usize, Decimal)> = nets.filter(|(_, net)| !net.is_zero()).collect();
        let cost = row.amount(3);
        if row.text(3).is_empty() || cost.is_some_and(|cost| cost.is_zero()) {
            // The balances, a row for each currency.
            let currency = currency(row.text(4));
            nets.into_iter()
                .for_each(|(person, net)| ledger.state(currency, person, net));
            continue;
        }
        let Some(cost) = cost else {
            ledger.warn("a row that can't be read is left out", row.text(1));
            continue;
        };
        let Some(currency) = ledger.currency(row.text(4)) else {
            continue;
        };
        let category = row.text(2);
        let entry = Entry {
            what: row.text(1).to_owned(),
            category: category.to_owned(),
            date: ledger.date(row.text(0)),
            currency: Some(currency),
            is_payment: PAYMENTS.contains(&category.to_lowercase().as_str()),
            ..Entry::default()
        };
        add_nets(entry, cost, &nets, ledger)?;
    }
    Ok(())
}

/// Adds an expense of which only the cost and what is left for each person are known.
fn add_nets(
    mut entry: Entry,
    cost: Decimal,
    nets: &[(usize, Decimal)],
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    // In a refund those below zero have received it.
    let sign = sign(cost);
    let payers = nets.iter().filter(|(_, net)| net * sign > Decimal::ZERO);
    let payers: Vec<(usize, Decimal)> = payers.copied().collect();
    let others = nets.iter().filter(|(_, net)| net * sign < Decimal::ZERO);
    entry.parts = others
        .map(|(person, net)| Part::owed(*person, -net))
        .collect();
    let is_of_payment = entry.is_payment;
    match payers.as_slice() {
        [] => {
            let warning = "an expense that leaves nobody with a debt is left out";
            ledger.warn(warning, &entry.what);
            return Ok(());
        }
        [(payer, net)] => {
            // Their own share is what the others don't bear.
            let own = (cost - net) * sign;
            let own = own.max(Decimal::ZERO) * sign;
            let own = if is_of_payment { Decimal::ZERO } else { own };
            entry.parts.push(Part {
                person: *payer,
                paid: net + own,
                owed: own,
            });
        }
        payers => {
            let paid = payers.iter().map(|(person, net)| Part::paid(*person, *net));
            entry.parts.extend(paid);
            let warning = "several people have paid, and each counts with what is left for them";
            ledger.warn(warning, &entry.what);
        }
    }
    // In the order of the columns.
    entry.parts.sort_by_key(|part| part.person);
    ledger.add(entry)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Document {
    expenses: Option<List<Expense, MAX_EXPENSES>>,
    groups: Option<List<Group, MAX_PEOPLE>>,
    group: Option<Group>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Expense {
    description: Words,
    details: Words,
    cost: Words,
    currency_code: Words,
    date: Words,
    payment: Option<bool>,
    category: Option<Category>,
    deleted_at: Words,
    group_id: Words,
    users: Option<List<Share, MAX_PEOPLE>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Category {
    name: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Share {
    user: Option<User>,
    user_id: Words,
    paid_share: Words,
    owed_share: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct User {
    id: Words,
    first_name: Words,
    last_name: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Group {
    id: Words,
    name: Words,
    members: Option<List<User, MAX_PEOPLE>>,
}

impl User {
    fn name(&self) -> String {
        let Self {
            first_name,
            last_name,
            ..
        } = self;
        format!("{} {}", first_name.0, last_name.0)
            .trim()
            .to_owned()
    }
}

/// Reads a document with expenses, or the list of them alone.
pub(super) fn read_json(
    document: impl Read,
    is_list: bool,
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    let document = match is_list {
        true => Document {
            expenses: Some(json(document, SERVICE)?),
            ..Document::default()
        },
        false => json(document, SERVICE)?,
    };
    let Document {
        expenses,
        groups,
        group,
    } = document;
    let expenses = expenses.map(|list| list.0).unwrap_or_default();
    let mut of_groups = HashSet::new();
    for expense in expenses {
        if !expense.deleted_at.0.is_empty() {
            ledger.warn("a deleted expense is left out", "");
            continue;
        }
        of_groups.insert(expense.group_id.0.clone());
        add_expense(expense, ledger)?;
    }
    if of_groups.len() > 1 {
        ledger.warn("the expenses of several groups are one trip", "");
    }
    let groups = groups.map(|list| list.0).unwrap_or_default().into_iter();
    let mut group = group.into_iter().chain(groups);
    let group = group.find(|group| of_groups.len() == 1 && of_groups.contains(&group.id.0));
    if let Some(Group { name, members, .. }) = group {
        ledger.draft.name = name.0;
        for member in members.iter().flat_map(|members| members.iter()) {
            ledger.person(&member.id.0, &member.name())?;
        }
    }
    Ok(())
}

fn add_expense(expense: Expense, ledger: &mut Ledger<'_>) -> Result<(), ImportError> {
    let Some(currency) = ledger.currency(&expense.currency_code.0) else {
        return Ok(());
    };
    let mut parts = Vec::new();
    for share in expense.users.iter().flat_map(|users| users.iter()) {
        let key = share.user.as_ref().map_or(&share.user_id, |user| &user.id);
        let name = share.user.as_ref().map(User::name).unwrap_or_default();
        let of = |text: &Words| match text.0.as_str() {
            "" => Some(Decimal::ZERO),
            text => amount(text, false),
        };
        let (Some(paid), Some(owed)) = (of(&share.paid_share), of(&share.owed_share)) else {
            let cause = format!("{}: {}", expense.description.0, expense.cost.0);
            return Err(super::unreadable(SERVICE, &cause));
        };
        let person = ledger.person(&key.0, &name)?;
        parts.push(Part { person, paid, owed });
    }
    let date = ledger.date(&expense.date.0);
    ledger.add(Entry {
        what: expense.description.0,
        note: expense.details.0,
        category: expense
            .category
            .map(|category| category.name.0)
            .unwrap_or_default(),
        date,
        currency: Some(currency),
        original: None,
        is_payment: expense.payment.unwrap_or_default(),
        parts,
    })
}

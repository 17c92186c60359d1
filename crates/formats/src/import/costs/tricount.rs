//! Tricount: the CSV of a group, in the language of the app. What each person has paid and bears
//! has a column each, in the group's currency.

use std::collections::HashMap;
use std::io::Read;

use rust_decimal::Decimal;
use wayfare_domain::Currency;

use super::currency;
use super::ledger::{Entry, Ledger, Part};
use super::table::{Row, Table};
use crate::import::ImportError;

/// Where the column of who has paid is, at the latest.
const LAST_PAYER: usize = 12;
/// That column, and how those of shares begin, where no column of payments tells.
const WORDS: [[&str; 2]; 2] = [["Paid by", "Impacted to"], ["Payé par", "Impacté à"]];
/// What the names of the column of dates have.
const DATES: [&str; 5] = ["date", "datum", "fecha", "data", "日"];
/// What the types of payments between people have, in any language.
const PAYMENTS: [&str; 8] = [
    "transf",
    "remb",
    "rimbors",
    "reemb",
    "überweis",
    "over",
    "返",
    "送金",
];
/// How the last row begins, which has the name of the group: `tricount Lisbon - Exported on …`.
const FOOTER: &str = "tricount ";

/// The columns of an export.
pub(super) struct Columns {
    title: usize,
    amount: usize,
    currency: usize,
    /// The amount in the group's currency.
    in_base: Option<usize>,
    base: Option<Currency>,
    kind: Option<usize>,
    category: Option<usize>,
    payer: usize,
    date: Option<usize>,
    people: Vec<Person>,
}

struct Person {
    name: String,
    paid: Option<usize>,
    share: usize,
}

impl Columns {
    /// The columns, if a row is the header of an export. The language does not matter: behind a
    /// column for who has paid come ones of its name and a person's, and others for the same
    /// people.
    pub(super) fn find(header: &Row) -> Option<Self> {
        let cells = &header.cells;
        let places = cells.iter().enumerate();
        let places: HashMap<&str, usize> = places.map(|(at, cell)| (cell.as_str(), at)).collect();
        let people_of = |word: &str| -> Vec<(&str, usize)> {
            let named = cells.iter().enumerate().filter_map(|(place, cell)| {
                let name = cell.strip_prefix(word)?.strip_prefix(' ')?.trim();
                (!name.is_empty()).then_some((name, place))
            });
            named.collect()
        };
        let first = cells.iter().enumerate().take(LAST_PAYER);
        let found = first
            .filter(|(_, cell)| !cell.is_empty())
            .find_map(|(payer, word)| {
                let paid = people_of(word);
                let (name, _) = paid.first()?;
                let others = cells
                    .iter()
                    .filter_map(|cell| cell.strip_suffix(name)?.strip_suffix(' '));
                let mut others = others.filter(|other| other != word && !other.is_empty());
                let people = others.find_map(|other| {
                    let of_person = |(name, paid): &(&str, usize)| {
                        let share = *places.get(format!("{other} {name}").as_str())?;
                        let (name, paid) = ((*name).to_owned(), Some(*paid));
                        Some(Person { name, paid, share })
                    };
                    paid.iter().map(of_person).collect::<Option<Vec<Person>>>()
                })?;
                Some((payer, people))
            });
        let known = || {
            WORDS.iter().find_map(|[payer, share]| {
                let people = people_of(share).into_iter().map(|(name, share)| Person {
                    name: name.to_owned(),
                    paid: None,
                    share,
                });
                let people: Vec<Person> = people.collect();
                let payer = *places.get(payer)?;
                (!people.is_empty()).then_some((payer, people))
            })
        };
        let (payer, people) = found.or_else(known)?;
        Some(Self::around(header, payer, people))
    }

    /// The other columns: amount, currency, rate, the amount in the group's currency, whose name
    /// ends with that, the type and the category follow the title.
    fn around(header: &Row, payer: usize, people: Vec<Person>) -> Self {
        let of_base = header
            .cells
            .iter()
            .enumerate()
            .take(payer)
            .find_map(|(place, cell)| {
                let (_, code) = cell.strip_suffix(')')?.rsplit_once('(')?;
                Some((place, currency(code)?))
            });
        let title = of_base.map_or(0, |(place, _)| place.saturating_sub(4));
        let after = |places: usize| {
            let place = of_base.map(|(base, _)| base + places);
            place.filter(|place| *place < payer)
        };
        let is_date = |cell: &String| {
            let cell = cell.to_lowercase();
            DATES.iter().any(|word| cell.contains(word))
        };
        let of_people = |place: usize| {
            let mut people = people.iter();
            place == payer || people.any(|it| it.share == place || it.paid == Some(place))
        };
        let ends = header.cells.iter().enumerate().take(payer);
        let behind = header
            .cells
            .iter()
            .enumerate()
            .rev()
            .take_while(|(at, _)| !of_people(*at));
        let mut dates = behind.chain(ends).filter(|(_, cell)| is_date(cell));
        Self {
            title,
            amount: title + 1,
            currency: title + 2,
            in_base: of_base.map(|(place, _)| place),
            base: of_base.map(|(_, base)| base),
            kind: after(1),
            category: after(2),
            payer,
            date: dates.next().map(|(place, _)| place),
            people,
        }
    }
}

pub(super) fn read_csv<R: Read>(
    table: &mut Table<R>,
    ledger: &mut Ledger<'_>,
) -> Result<(), ImportError> {
    let Some(columns) = table.next_row()?.as_ref().and_then(Columns::find) else {
        return Ok(());
    };
    ledger.base = columns.base;
    for Person { name, .. } in &columns.people {
        ledger.person(name, name)?;
    }
    while let Some(row) = table.next_row()? {
        if let Some(name) = group_name(&row) {
            ledger.draft.name = name.to_owned();
        } else if row.cells.iter().any(|cell| !cell.is_empty()) {
            add(&row, &columns, ledger)?;
        }
    }
    Ok(())
}

/// The name of the group, which the last row has.
fn group_name(row: &Row) -> Option<&str> {
    let is_alone = row.cells.iter().skip(1).all(String::is_empty);
    let text = row.text(0);
    let start = text
        .get(..FOOTER.len())
        .filter(|start| start.eq_ignore_ascii_case(FOOTER));
    start.filter(|_| is_alone)?;
    let name = text.get(FOOTER.len()..)?;
    Some(name.rsplit_once(" - ").map_or(name, |(name, _)| name))
}

fn add(row: &Row, columns: &Columns, ledger: &mut Ledger<'_>) -> Result<(), ImportError> {
    let what = row.text(columns.title);
    let Some(amount) = row.amount(columns.amount) else {
        ledger.warn("a row that can't be read is left out", what);
        return Ok(());
    };
    let of_row = currency(row.text(columns.currency));
    let in_base = columns
        .in_base
        .and_then(|place| row.amount(place))
        .unwrap_or(amount);
    let mut parts = Vec::new();
    for Person { name, paid, share } in &columns.people {
        parts.push(Part {
            person: ledger.person(name, name)?,
            paid: paid.and_then(|place| row.amount(place)).unwrap_or_default(),
            owed: row.amount(*share).unwrap_or_default(),
        });
    }
    let payer = row.text(columns.payer);
    if parts.iter().all(|part| part.paid.is_zero()) && !payer.is_empty() {
        parts.push(Part::paid(ledger.person(payer, payer)?, in_base));
    }
    let [paid, shares]: [Decimal; 2] = [
        parts.iter().map(|part| part.paid).sum(),
        parts.iter().map(|part| part.owed).sum(),
    ];
    // A share has the other sign than what was paid.
    if (paid + shares).abs() <= (paid - shares).abs() {
        parts.iter_mut().for_each(|part| part.owed = -part.owed);
    }
    let kind = columns
        .kind
        .map_or("", |place| row.text(place))
        .to_lowercase();
    let category = columns.category.map_or("", |place| row.text(place));
    let date = columns.date.and_then(|place| ledger.date(row.text(place)));
    let other = of_row.filter(|it| columns.base.is_some_and(|base| base != *it));
    ledger.add(Entry {
        what: what.to_owned(),
        category: category.to_owned(),
        date,
        currency: columns.base.or(of_row),
        original: other.map(|currency| (currency, amount)),
        is_payment: PAYMENTS.iter().any(|word| kind.contains(word)),
        parts,
        ..Entry::default()
    })
}

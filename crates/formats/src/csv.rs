//! CSV (RFC 4180): the costs of a trip, one row for each member's share.

pub(crate) mod settlement;

use wayfare_domain::trip::{Budget, ItineraryItem, MemberNames};
use wayfare_domain::{Currency, Trip};

/// The first row.
const HEADER: [&str; 8] = [
    "day",
    "item",
    "category",
    "currency",
    "member",
    "estimated",
    "cost",
    "paid",
];

/// Writes the shares of a trip's budgets, whose base currency is `base`; `names` are the trip's.
pub(crate) fn write(
    trip: &Trip,
    names: &MemberNames<'_>,
    base: Currency,
) -> Result<Vec<u8>, csv::Error> {
    let mut writer = writer();
    writer.write_record(HEADER)?;
    for item in trip.itinerary.iter() {
        let day = item.day.number().to_string();
        shares(
            &mut writer,
            [&day, item_name(item)],
            &item.budget,
            names,
            base,
        )?;
    }
    shares(&mut writer, ["", ""], &trip.plan.budget, names, base)?;
    writer
        .into_inner()
        .map_err(|error| error.into_error().into())
}

fn writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new())
}

/// The name of an item's row: its title, else its id.
fn item_name(item: &ItineraryItem) -> &str {
    match item.destination.title() {
        "" => item.id.as_str(),
        title => title,
    }
}

fn shares(
    writer: &mut csv::Writer<Vec<u8>>,
    [day, item]: [&str; 2],
    budget: &Budget,
    names: &MemberNames<'_>,
    base: Currency,
) -> Result<(), csv::Error> {
    let currency = budget.currency.unwrap_or(base);
    for share in &budget.shares {
        let amounts = [share.estimated.into(), share.cost, share.paid];
        let [estimated, cost, paid] = amounts.map(|amount| amount.value().to_string());
        writer.write_record([
            day,
            &harmless(item),
            &harmless(budget.category()),
            currency.code(),
            &harmless(names.of(share.mention())),
            &estimated,
            &cost,
            &paid,
        ])?;
    }
    Ok(())
}

/// The characters with which a cell begins that a spreadsheet takes for a formula, or drops before
/// it looks for one.
const FORMULA_STARTS: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// A text that no spreadsheet takes for a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(FORMULA_STARTS) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests;

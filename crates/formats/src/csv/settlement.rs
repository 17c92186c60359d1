//! CSV: a settlement explained, one row for each amount that somebody paid or owes, then one for
//! each proposed payment.

use wayfare_domain::trip::MemberNames;
use wayfare_domain::trip::conversion::RateSource;
use wayfare_domain::trip::settlement::explained::{
    Entry, Explained, Line, ProposedPayment, Side, Worth,
};
use wayfare_domain::{Date, Decimal};

use super::{harmless, item_name, writer};

/// The first row.
const HEADER: [&str; 12] = [
    "party",
    "kind",
    "day",
    "item",
    "currency",
    "amount",
    "rate",
    "rate_date",
    "source",
    "base",
    "with",
    "reason",
];

/// Writes an explained settlement; `names` are those of its trip.
pub(crate) fn write(
    explained: &Explained<'_>,
    names: &MemberNames<'_>,
) -> Result<Vec<u8>, csv::Error> {
    let mut writer = writer();
    writer.write_record(HEADER)?;
    for party in &explained.parties {
        let name = harmless(names.get(&party.member));
        for line in &party.lines {
            let row = row_of_line(line, names);
            writer.write_record(std::iter::once(&name).chain(&row))?;
        }
    }
    for payment in &explained.payments {
        let row = row_of_payment(payment, explained.base.code(), names);
        writer.write_record(&row)?;
    }
    writer
        .into_inner()
        .map_err(|error| error.into_error().into())
}

/// All but the party of a line's row.
fn row_of_line(line: &Line<'_>, names: &MemberNames<'_>) -> [String; 11] {
    let kind = match line.side {
        Side::Paid => "paid",
        Side::Owed => "owed",
        Side::Unpaid => "unpaid",
    };
    let (day, item, with) = match line.entry {
        Entry::Trip | Entry::Rounding => Default::default(),
        Entry::Item(item) => (
            item.day.number().to_string(),
            item_name(item).to_owned(),
            String::new(),
        ),
        Entry::Recorded(paid) => {
            let other = match line.side {
                Side::Paid => &paid.to,
                Side::Owed | Side::Unpaid => &paid.from,
            };
            let note = paid.note.to_string();
            let other = names.get(other.as_str()).to_owned();
            (Date::from(paid.date).to_string(), note, other)
        }
    };
    let (source, date) = match line.worth.map(|worth| worth.source) {
        _ if line.entry == Entry::Rounding => ("rounding", String::new()),
        None => ("none", String::new()),
        Some(RateSource::Base) => ("", String::new()),
        Some(RateSource::Payments) => ("payments", String::new()),
        Some(RateSource::Trip) => ("trip", String::new()),
        Some(RateSource::Reference(date)) => ("reference", date.to_string()),
    };
    let rate = line.worth.and_then(|worth: Worth| worth.rate);
    let text = |value: Option<Decimal>| value.map(|it| it.to_string()).unwrap_or_default();
    [
        kind.to_owned(),
        day,
        harmless(&item),
        line.currency.code().to_owned(),
        line.amount.to_string(),
        text(rate),
        date,
        source.to_owned(),
        text(line.worth.map(|worth| worth.value)),
        harmless(&with),
        String::new(),
    ]
}

/// The row of a proposed payment: of who pays, or of who receives from somebody outside.
fn row_of_payment(
    payment: &ProposedPayment<'_>,
    base: &str,
    names: &MemberNames<'_>,
) -> [String; 12] {
    let name = |member: Option<&str>| member.map(|it| harmless(names.get(it))).unwrap_or_default();
    let (party, kind, with) = match payment.from {
        Some(_) => (payment.from, "pays", payment.to),
        None => (payment.to, "gets", None),
    };
    let reason = match (
        payment.owed_besides.is_zero(),
        payment.due_besides.is_zero(),
    ) {
        (true, true) => "both-even",
        (true, false) => "payer-even",
        (false, true) => "receiver-even",
        (false, false) => "",
    };
    let amount = payment.amount.to_string();
    let [kind, base, reason] = [kind, base, reason].map(str::to_owned);
    let empty = String::new;
    [
        name(party),
        kind,
        empty(),
        empty(),
        base,
        amount.clone(),
        empty(),
        empty(),
        empty(),
        amount,
        name(with),
        reason,
    ]
}

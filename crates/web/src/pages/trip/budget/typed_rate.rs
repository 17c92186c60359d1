//! An exchange rate as people type it: either way round, as a number, a fraction or an equation.

use rust_decimal::Decimal;
use wayfare_domain::trip::{OwnRate, Quotation};
use wayfare_domain::{Currency, Reason};

use crate::form::{Field, Fields, FormReader, Kind};
use crate::i18n::format::{self, reason_of, split_currency};
use crate::i18n::locale::{Locale, Misread};
use crate::i18n::texts as t;
use crate::pages::trip::frame::trip_page::TripPage;

/// What the name of the field begins with that says which way round the field after it is.
pub(super) const QUOTATION: &str = "quotation";
/// Its value for [`Quotation::Indirect`].
pub(super) const INDIRECT: &str = "indirect";
/// The box that confirms a rate far from the reference rate.
const SURE: &str = "sure";
/// The fields of rates that nobody types.
pub(super) const CHOICES: &str = "quotation. sure";

/// Two ways round to choose from.
pub(super) fn ways(one: &str, other: &str) -> [String; 2] {
    [(one, other), (other, one)].map(|(one, other)| format!("1 {one} = … {other}"))
}

/// The way round in which people say the rate of a currency that is not known: one without minor
/// units, such as the yen, is worth little.
pub(super) fn likely_quotation(currency: Currency, base: Currency) -> Quotation {
    match currency.minor_places() < base.minor_places() {
        true => Quotation::Indirect,
        false => Quotation::Direct,
    }
}

/// The fields of a currency, whose rate has its code as the name.
pub(super) fn fields(page: TripPage<'_>, currency: Currency, own: Option<OwnRate>) -> [Field; 2] {
    let (code, base) = (currency.code(), page.base());
    let trips = &page.visitor.app.service.trips;
    let usual = trips.reference_rate(currency, base);
    let usual = usual.and_then(|usual| {
        let rate = OwnRate::between(usual.worth, usual.of).ok()?;
        Some((rate, usual.date))
    });
    let quotation = match (own, &usual) {
        (Some(own), _) => own.usual_quotation(),
        (None, Some((usual, _))) => above_one(*usual),
        (None, None) => likely_quotation(currency, base),
    };
    let label = t::worth_of_one(code, base.code());
    let [mut way, mut rate] = pair(code, label, ways(code, base.code()));
    way.label = t::label_of(code, t::WHICH_WAY_ROUND.get());
    value_of(quotation).clone_into(&mut way.value);
    if let Some(own) = own {
        rate.value = format::ungrouped(own.quote(quotation));
    }
    if let Some((usual, day)) = usual {
        let day = format::short_date(format::utc_date(day.midnight()));
        let shown = equation(currency, base, usual, above_one(usual));
        rate.hint = Some(t::usual_rate(&shown, &day));
    }
    [way, rate]
}

/// The fields of a rate `rate` of a currency that another field names.
pub(super) fn fields_of_any(base: Currency) -> [Field; 2] {
    let base = base.code();
    pair("rate", t::rate_into(base), ways("?", base))
}

/// A rate, and before it which way round it is.
fn pair(name: &str, label: String, [direct, indirect]: [String; 2]) -> [Field; 2] {
    let ways = [("", direct), (INDIRECT, indirect)];
    let ways = ways.map(|(value, label)| (value.to_owned(), label));
    let way = Field::new(&format!("{QUOTATION}.{name}"), t::WHICH_WAY_ROUND, "");
    let rate = Field::new(name, label, "").kind(Kind::Amount);
    [
        way.kind(Kind::Choice(ways.to_vec())).narrow(),
        rate.narrow().hint(t::RATE_HINT),
    ]
}

/// The box that confirms the rates of a form.
pub(super) fn confirmation() -> Field {
    Field::check(SURE, t::SURE_RATE, false).kind(Kind::Confirm)
}

fn value_of(quotation: Quotation) -> &'static str {
    match quotation {
        Quotation::Direct => "",
        Quotation::Indirect => INDIRECT,
    }
}

/// The way round in which a rate is 1 or more.
fn above_one(rate: OwnRate) -> Quotation {
    match rate.quote(Quotation::Direct) < Decimal::ONE {
        true => Quotation::Indirect,
        false => Quotation::Direct,
    }
}

/// A rate such as `1 GBP = 195 JPY`.
fn equation(currency: Currency, base: Currency, rate: OwnRate, quotation: Quotation) -> String {
    let number = format::rate(rate.quote(quotation));
    let (one, other) = match quotation {
        Quotation::Direct => (currency, base),
        Quotation::Indirect => (base, currency),
    };
    format!("1 {one} = {number} {other}")
}

/// Reads the rate of a currency from the field of this name; `None` if it is empty or wrong. One
/// that is far from the reference rate is asked about, unless it is the present one or confirmed.
pub(super) fn read(
    page: TripPage<'_>,
    reader: &mut FormReader<'_>,
    sent: &Fields,
    name: &str,
    currency: Currency,
) -> Option<OwnRate> {
    let base = page.base();
    let quotation = match sent.text(&format!("{QUOTATION}.{name}")) {
        INDIRECT => Quotation::Indirect,
        _ => Quotation::Direct,
    };
    let typed = reader.optional(name, |text| parse(text, quotation, currency, base));
    let rate = typed.flatten()?;
    let is_present = page.trip().own_rates(base).contains(&(currency, rate));
    let reference = page
        .visitor
        .app
        .service
        .trips
        .reference_rate(currency, base);
    let far = reference.filter(|reference| rate.is_far_from(reference));
    if let Some(far) = far.filter(|_| !is_present && !sent.has(SURE)) {
        let way = rate.usual_quotation();
        let shown = |rate| equation(currency, base, rate, way);
        let usual = OwnRate::between(far.worth, far.of);
        let usual = usual.map(shown).unwrap_or_default();
        reader.refuse(name, t::far_rate(&shown(rate), &usual));
        reader.refuse(SURE, t::REFUSED_UNSURE.phrase());
    }
    Some(rate)
}

/// Parses a number of a quotation, a fraction such as `1/195`, either of them with the currency
/// that it counts, or an equation such as `1 GBP = 195 JPY`.
fn parse(
    text: &str,
    quotation: Quotation,
    currency: Currency,
    base: Currency,
) -> Result<OwnRate, Reason> {
    let sides = match text.split_once(['=', '＝']) {
        Some((left, right)) => (side(left)?, Some(side(right)?)),
        None => (side(text)?, None),
    };
    let direct = quotation == Quotation::Direct;
    match sides {
        ((of, Some(one)), Some((worth, Some(other))))
        | ((worth, Some(other)), Some((of, Some(one))))
            if (one, other) == (currency, base) =>
        {
            OwnRate::between(worth, of)
        }
        ((worth, unit), None) if unit.map_or(direct, |unit| unit == base) => {
            OwnRate::between(worth, Decimal::ONE)
        }
        ((of, unit), None) if unit.is_none_or(|unit| unit == currency) => {
            OwnRate::between(Decimal::ONE, of)
        }
        _ => Err(Reason::new(t::REFUSED_PAIR.phrase())),
    }
}

/// A number or a fraction above 0, and the currency that stands beside it.
fn side(text: &str) -> Result<(Decimal, Option<Currency>), Reason> {
    let (amount, currency) = match split_currency(text) {
        Some((amount, currency)) => (amount, Some(currency)),
        None => (text, None),
    };
    let value = match amount.split_once(['/', '⁄', '／']) {
        Some((over, under)) => OwnRate::between(number(over)?, number(under)?)?,
        None => OwnRate::between(number(amount)?, Decimal::ONE)?,
    };
    Ok((value.quote(Quotation::Direct), currency))
}

/// A number above 0 as the reader's region writes it.
fn number(text: &str) -> Result<Decimal, Reason> {
    let numbers = &Locale::current().conventions.numbers;
    let plain = match numbers.parse(text, None) {
        Ok(number) => number.to_string(),
        // Says what it must be.
        Err(Misread::NoNumber(_)) => text.trim().to_owned(),
        Err(misread) => return Err(reason_of(misread)),
    };
    Ok(OwnRate::parse(&plain)?.quote(Quotation::Direct))
}

#[cfg(test)]
mod tests;

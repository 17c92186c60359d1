//! The trip's own exchange rates.

use std::collections::BTreeMap;

use maud::{Markup, html};
use wayfare_domain::trip::{Edit, OwnRate, Quotation};
use wayfare_domain::{Currency, Violations};

use super::typed_rate::{self, INDIRECT, QUOTATION};
use crate::form::{self, Field, Fields, Form, FormReader};
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::editing::trip_form::{TripForm, UNRATED};
use crate::pages::trip::frame::trip_page::TripPage;

/// All own rates of the trip.
pub(crate) struct OwnRates;

impl TripForm for OwnRates {
    const TITLE: Text = t::RATES;
    const ANCHOR: &str = "budget";
    const CHOICES: &str = typed_rate::CHOICES;
    const NEEDS_RATES: bool = true;

    fn new(_: &Fields) -> Self {
        Self
    }

    /// The fields of all currencies that have an own rate or an amount, then of another one.
    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let base = page.base();
        let own = page.trip().own_rates(base).iter();
        let own = own.map(|(currency, rate)| (*currency, Some(*rate)));
        let others = page.trip().other_currencies(base);
        let all = others.map(|currency| (currency, None)).chain(own);
        let by_code: BTreeMap<&str, _> = all.map(|all| (all.0.code(), all)).collect();
        let all = by_code.into_values();
        let fields = all.flat_map(|(currency, rate)| typed_rate::fields(page, currency, rate));
        let mut fields: Vec<Field> = fields.collect();
        let other = Field::new("currency", t::OTHER_CURRENCY, "");
        fields.push(other.suggestions(t::CURRENCIES.to_vec()));
        fields.extend(typed_rate::fields_of_any(base));
        fields.push(typed_rate::confirmation());
        Some(Form::new(page.address("/rates"), t::SAVE, fields).versioned())
    }

    /// Rates of currencies that were not sent stay; the empty ones end.
    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let base = page.base();
        let mut reader = FormReader::new(sent);
        let own = page.trip().own_rates(base).iter();
        let kept = own.filter(|(currency, _)| !sent.has(currency.code()));
        let mut rates: Vec<(Currency, OwnRate)> = kept.copied().collect();
        let codes = sent.iter().filter_map(|(name, _)| Currency::new(name).ok());
        for currency in codes {
            let rate = typed_rate::read(page, &mut reader, sent, currency.code(), currency);
            rates.extend(rate.map(|rate| (currency, rate)));
        }
        let is_empty = sent.text("rate").is_empty();
        match reader.currency("currency") {
            Some(other) if other == base => reader.refuse("currency", t::REFUSED_BASE.phrase()),
            Some(other) if rates.iter().any(|(known, _)| *known == other) => {
                reader.refuse("currency", t::REFUSED_HAS_RATE.phrase());
            }
            Some(_) if is_empty => reader.refuse("rate", t::REFUSED_RATE.phrase()),
            Some(other) => {
                let rate = typed_rate::read(page, &mut reader, sent, "rate", other);
                rates.extend(rate.map(|rate| (other, rate)));
            }
            None if !is_empty && sent.text("currency").is_empty() => {
                reader.refuse("currency", t::REFUSED_OTHER_CURRENCY.phrase());
            }
            None => {}
        }
        reader.finish(Some(vec![Edit::Rates(by_codes(rates))]))
    }
}

fn by_codes(rates: impl IntoIterator<Item = (Currency, OwnRate)>) -> Vec<(String, String)> {
    let rates = rates.into_iter();
    let rates = rates.map(|(currency, rate)| (currency.code().to_owned(), rate.to_string()));
    rates.collect()
}

/// All own rates of the trip with another one of a currency.
pub(super) fn with_rate(
    page: TripPage<'_>,
    currency: Currency,
    rate: OwnRate,
) -> Vec<(String, String)> {
    let own = page.trip().own_rates(page.base()).iter();
    let others = own.filter(|(other, _)| *other != currency).copied();
    by_codes(others.chain([(currency, rate)]))
}

/// Asks for the rate of a currency where it is missing.
pub(super) fn ask(page: TripPage<'_>, currency: Currency) -> Markup {
    let (code, base) = (currency.code(), page.base());
    let id = format!("rate-{code}");
    let is_asked = page.visitor.query.get(UNRATED) == Some(code);
    let is_indirect = typed_rate::likely_quotation(currency, base) == Quotation::Indirect;
    let [direct, indirect] = typed_rate::ways(code, base.code());
    html! {
        form.rate.no-print method="post" action=(page.address("/rates"))
            data-ask[is_asked] {
            (form::token(page.visitor))
            select name={ (QUOTATION) "." (code) }
                aria-label=(t::label_of(code, t::WHICH_WAY_ROUND.get())) {
                option value="" { (direct) }
                option value=(INDIRECT) selected[is_indirect] { (indirect) }
            }
            input id=(id) name=(code) inputmode="decimal" autocomplete="off" required
                aria-label=(t::worth_of_one(code, base.code()));
            button.button.quiet { (t::USE_RATE) }
        }
    }
}

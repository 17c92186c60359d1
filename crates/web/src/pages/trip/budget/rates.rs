//! The trip's own exchange rates.

use maud::{Markup, html};
use wayfare_domain::trip::{Edit, OwnRate};
use wayfare_domain::{Currency, Reason, Violations};

use crate::form::{self, Field, Fields, Form, FormReader, Kind};
use crate::i18n::format;
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::editing::trip_form::{TripForm, UNRATED};
use crate::pages::trip::frame::trip_page::TripPage;

/// All own rates of the trip.
pub(crate) struct OwnRates;

/// The field of a currency's rate, whose name is the code.
fn field(currency: Currency, base: Currency, rate: String) -> Field {
    let label = t::worth_of_one(currency.code(), base.code());
    let field = Field::new(currency.code(), &label, rate);
    field.kind(Kind::Amount).narrow()
}

/// Reads a rate, whose mark may be a comma; `None` if it is empty.
pub(super) fn parse(text: &str) -> Result<Option<OwnRate>, Reason> {
    if text.is_empty() {
        return Ok(None);
    }
    let mark = if text.contains('.') { "" } else { "." };
    OwnRate::parse(&text.replace(',', mark)).map(Some)
}

impl TripForm for OwnRates {
    const TITLE: Text = t::RATES;
    const ANCHOR: &str = "budget";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let base = page.base();
        let own = page.trip().own_rates(base);
        let rates = own
            .iter()
            .map(|(currency, rate)| (*currency, format::ungrouped(rate)));
        let trips = &page.visitor.app.service.trips;
        let settlement = trips.settlement(page.view);
        let missing = settlement.unconverted.iter().map(|left| left.currency);
        let missing = missing.filter(|code| own.iter().all(|(known, _)| known != code));
        let rates = rates.chain(missing.map(|currency| (currency, String::new())));
        let fields = rates.map(|(currency, rate)| field(currency, base, rate));
        let mut fields: Vec<Field> = fields.collect();
        if let Some(first) = fields.first_mut().filter(|_| trips.has_reference_rates()) {
            first.hint = Some(t::RATES_HINT.to_string());
        }
        let other = Field::new("currency", t::OTHER_CURRENCY, "");
        let rate = Field::new("rate", t::worth_in(base.code()), "");
        fields.extend([
            other.suggestions(t::CURRENCIES.to_vec()).narrow(),
            rate.kind(Kind::Amount).narrow(),
        ]);
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
            let rate = reader.read(currency.code(), parse).flatten();
            rates.extend(rate.map(|rate| (currency, rate)));
        }
        let other = reader.currency("currency");
        match (other, reader.read("rate", parse).flatten()) {
            (Some(other), _) if other == base => {
                reader.refuse("currency", t::REFUSED_BASE.phrase());
            }
            (Some(other), _) if rates.iter().any(|(known, _)| *known == other) => {
                reader.refuse("currency", t::REFUSED_HAS_RATE.phrase());
            }
            (Some(other), Some(rate)) => rates.push((other, rate)),
            (Some(_), None) if sent.text("rate").is_empty() => {
                reader.refuse("rate", t::REFUSED_RATE.phrase());
            }
            (None, Some(_)) if sent.text("currency").is_empty() => {
                reader.refuse("currency", t::REFUSED_OTHER_CURRENCY.phrase());
            }
            _ => {}
        }
        let rates = rates.into_iter();
        let rates = rates.map(|(currency, rate)| (currency.code().to_owned(), rate.to_string()));
        reader.finish(Some(vec![Edit::Rates(rates.collect())]))
    }
}

/// All own rates of the trip with another one of a currency.
pub(super) fn with_rate(
    page: TripPage<'_>,
    currency: Currency,
    rate: OwnRate,
) -> Vec<(String, String)> {
    let own = page.trip().own_rates(page.base()).iter();
    let others = own.filter(|(other, _)| *other != currency).copied();
    let rates = others.chain([(currency, rate)]);
    let rates = rates.map(|(currency, rate)| (currency.code().to_owned(), rate.to_string()));
    rates.collect()
}

/// Asks for the rate of a currency where it is missing.
pub(super) fn ask(page: TripPage<'_>, currency: Currency) -> Markup {
    let (code, base) = (currency.code(), page.base().code());
    let id = format!("rate-{code}");
    let is_asked = page.visitor.query.get(UNRATED) == Some(code);
    html! {
        form.rate.no-print method="post" action=(page.address("/rates"))
            data-ask[is_asked] {
            (form::token(page.visitor))
            label for=(id) { "1 " (code) " =" }
            input id=(id) name=(code) inputmode="decimal" autocomplete="off" required
                aria-label=(t::worth_of_one(code, base));
            span { (base) }
            button.button.quiet { (t::USE_RATE) }
        }
    }
}

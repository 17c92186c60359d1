//! Reference rates: the imported table of exchange rates by day, with its history.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

use crate::exact::Rate;
use crate::{Currency, Date, Reason};

/// The currency of which every rate is a price: one euro.
pub const COMMON: &str = "EUR";
/// Significant digits of a rate in an answer.
const SHOWN_DIGITS: u32 = 15;
/// Codes that the table of the European Central Bank has and that ISO 4217 no longer lists.
const FORMER: [&str; 12] = [
    "BGN", "CYP", "EEK", "HRK", "LTL", "LVL", "MTL", "ROL", "SIT", "SKK", "TRL", "RUB",
];

/// The code of a currency that a rate may have: one of ISO 4217, or a former one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RateCurrency(&'static str);

impl RateCurrency {
    /// The euro.
    pub const EUR: Self = Self(COMMON);

    /// The currency of a code in capital letters.
    ///
    /// # Errors
    /// Not such a code.
    pub fn new(code: &str) -> Result<Self, Reason> {
        let former = FORMER.into_iter().find(|former| *former == code);
        match former {
            Some(code) => Ok(Self(code)),
            None => Currency::new(code).map(Self::from),
        }
    }

    /// The code.
    pub fn code(self) -> &'static str {
        self.0
    }
}

impl From<Currency> for RateCurrency {
    fn from(currency: Currency) -> Self {
        Self(currency.code())
    }
}

/// Rates of days: units of a currency for one euro.
pub type DayRates = BTreeMap<Date, BTreeMap<RateCurrency, Decimal>>;

/// The rate between two currencies on a day: `worth` units of the one are as much as `of` units of
/// the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceRate {
    /// The day of the rate: the counting day, or the last one before that has a rate.
    pub date: Date,
    /// Units of the base currency for one euro.
    #[serde(with = "rust_decimal::serde::str")]
    pub worth: Decimal,
    /// Units of the other currency for one euro.
    #[serde(with = "rust_decimal::serde::str")]
    pub of: Decimal,
    /// The source of the import.
    pub source: String,
}

impl ReferenceRate {
    /// The rate as it converts amounts; `None` if it is not above zero.
    pub fn rate(&self) -> Option<Rate> {
        Rate::new(self.worth.into(), self.of.into())
    }

    /// The rate to as many digits as answers show; `None` if it is too large or too small.
    pub fn shown(&self) -> Option<Decimal> {
        shown(self.worth, self.of)
    }
}

/// A price of one euro on a day, as an import gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Quote {
    day: Date,
    import: i64,
    units: Decimal,
}

/// The imported rates. Each import has a number, counted up from 1; what it changes is added, so
/// that former rates stay known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferenceRates {
    /// The sources of the imports, by their numbers.
    imports: BTreeMap<i64, String>,
    /// The prices of each currency, ordered by day and import.
    series: BTreeMap<RateCurrency, Vec<Quote>>,
}

/// The rates of one day for one unit of a base currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatesOfDay {
    /// The day.
    pub date: Date,
    /// The rates by currency.
    pub rates: Vec<(RateCurrency, Decimal)>,
}

/// The prices of two currencies on one day, from the first import to the last.
struct Pair<'a> {
    day: Date,
    worth: &'a [Quote],
    of: &'a [Quote],
}

impl ReferenceRates {
    /// The number of the last import; 0 if there was none.
    pub fn last_import(&self) -> i64 {
        self.imports
            .last_key_value()
            .map_or(0, |(number, _)| *number)
    }

    /// Adds what an import changed. Prices that are not above zero are left out.
    pub fn add(
        &mut self,
        import: i64,
        source: &str,
        prices: impl IntoIterator<Item = (Date, RateCurrency, Decimal)>,
    ) {
        self.imports.insert(import, source.to_owned());
        let mut changed = BTreeSet::new();
        for (day, currency, units) in prices {
            if currency == RateCurrency::EUR || units <= Decimal::ZERO {
                continue;
            }
            let quote = Quote { day, import, units };
            self.series.entry(currency).or_default().push(quote);
            changed.insert(currency);
        }
        for currency in changed {
            if let Some(quotes) = self.series.get_mut(&currency) {
                // Stable: of two prices of an import, the later one counts.
                quotes.sort_by_key(|quote| (quote.day, quote.import));
            }
        }
    }

    /// What of `rates` differs from the present table.
    pub fn changes(&self, rates: &DayRates) -> DayRates {
        let differs = |day: Date, currency: RateCurrency, units: Decimal| {
            on_day(self.quotes(currency), day)
                .last()
                .is_none_or(|quote| quote.units != units)
        };
        let days = rates.iter().filter_map(|(day, prices)| {
            let changed = prices
                .iter()
                .filter(|(currency, units)| differs(*day, **currency, **units));
            let changed: BTreeMap<_, _> = changed.map(|(c, units)| (*c, *units)).collect();
            (!changed.is_empty()).then_some((*day, changed))
        });
        days.collect()
    }

    /// The present rate from `from` to `to` on `day`, or on the last day before that has both.
    pub fn current(&self, from: Currency, to: Currency, day: Date) -> Option<ReferenceRate> {
        let pair = self.pairs(from, to, day).next()?;
        self.rate(&pair, i64::MAX)
    }

    /// The rate from `from` to `to` on `day`, or on the last day before that has both, as the first
    /// import gave it that had one.
    pub fn first(&self, from: Currency, to: Currency, day: Date) -> Option<ReferenceRate> {
        let earliest = self.first_import(from).max(self.first_import(to));
        let mut first: Option<(i64, Pair<'_>)> = None;
        for pair in self.pairs(from, to, day) {
            let import = |quotes: &[Quote]| quotes.first().map_or(0, |quote| quote.import);
            let import = import(pair.worth).max(import(pair.of));
            if first.as_ref().is_none_or(|(first, _)| import < *first) {
                first = Some((import, pair));
            }
            if import <= earliest {
                break;
            }
        }
        let (import, pair) = first?;
        self.rate(&pair, import)
    }

    /// The rates for one unit of `base` on `day`, or on the last day before that has rates. `None`
    /// if there is no such day, or if `base` has no rate on it.
    pub fn of_day(&self, base: RateCurrency, day: Date) -> Option<RatesOfDay> {
        let last = self.series.values().filter_map(|quotes| {
            let end = quotes.partition_point(|quote| quote.day <= day);
            quotes.get(..end)?.last().map(|quote| quote.day)
        });
        let date = last.max()?;
        let price = |quotes: &[Quote]| on_day(quotes, date).last().map(|quote| quote.units);
        let of_base = if base == RateCurrency::EUR {
            Decimal::ONE
        } else {
            price(self.series.get(&base)?)?
        };
        let prices = self.series.iter();
        let prices = prices.filter_map(|(currency, quotes)| Some((*currency, price(quotes)?)));
        let all = prices.chain([(RateCurrency::EUR, Decimal::ONE)]);
        let mut rates: Vec<(RateCurrency, Decimal)> = all
            .filter(|(currency, _)| *currency != base)
            .filter_map(|(currency, units)| Some((currency, shown(units, of_base)?)))
            .collect();
        rates.sort_unstable_by_key(|(currency, _)| *currency);
        Some(RatesOfDay { date, rates })
    }

    /// The first and the last day with a rate, and the number of those days, of each currency.
    pub fn coverage(&self) -> impl Iterator<Item = (RateCurrency, Date, Date, usize)> {
        self.series.iter().filter_map(|(currency, quotes)| {
            let days: BTreeSet<Date> = quotes.iter().map(|quote| quote.day).collect();
            Some((*currency, *days.first()?, *days.last()?, days.len()))
        })
    }

    /// The last day with a rate.
    pub fn last_day(&self) -> Option<Date> {
        let last = self.series.values().filter_map(|quotes| quotes.last());
        last.map(|quote| quote.day).max()
    }

    /// The price that `import` and those before it gave.
    fn rate(&self, pair: &Pair<'_>, import: i64) -> Option<ReferenceRate> {
        // The euro has no quotes.
        let known = |quotes: &[Quote]| match quotes {
            [] => Some((0, Decimal::ONE)),
            quotes => {
                let known = quotes.iter().rfind(|quote| quote.import <= import)?;
                Some((known.import, known.units))
            }
        };
        let ((import, worth), (other, of)) = (known(pair.worth)?, known(pair.of)?);
        Some(ReferenceRate {
            date: pair.day,
            worth,
            of,
            source: self
                .imports
                .get(&import.max(other))
                .cloned()
                .unwrap_or_default(),
        })
    }

    /// The number of the import that first had a price of `currency`; 0 for the euro.
    fn first_import(&self, currency: Currency) -> i64 {
        let quotes = self.quotes(currency.into()).iter();
        let imports = quotes.map(|quote| quote.import);
        imports.min().unwrap_or(0)
    }

    /// The days up to `day` on which both currencies have a price, the last one first. The euro has
    /// one on every day on which the other has.
    fn pairs(&self, from: Currency, to: Currency, day: Date) -> impl Iterator<Item = Pair<'_>> {
        let currencies = [from, to].map(RateCurrency::from);
        let [of, worth] = currencies.map(|currency| self.quotes(currency));
        let is_common = currencies.map(|currency| currency == RateCurrency::EUR);
        let until = |quotes: &'_ [Quote]| quotes.partition_point(|quote| quote.day <= day);
        let series = [(of, is_common[0]), (worth, is_common[1])];
        let series = series.into_iter().filter(|(_, is_common)| !is_common);
        let series = series.map(|(quotes, _)| quotes.get(..until(quotes)).unwrap_or_default());
        // The one that ends first has no day that the other has passed already.
        let series = series.min_by_key(|quotes| quotes.last().map(|quote| quote.day));
        let days = series.unwrap_or_default().chunk_by(|a, b| a.day == b.day);
        days.rev().filter_map(move |quotes| {
            let day = quotes.first()?.day;
            let [of, worth] = [on_day(of, day), on_day(worth, day)];
            let is_quoted = (is_common[0] || !of.is_empty()) && (is_common[1] || !worth.is_empty());
            is_quoted.then_some(Pair { day, worth, of })
        })
    }

    /// The prices of a currency; none of the euro.
    fn quotes(&self, currency: RateCurrency) -> &[Quote] {
        self.series.get(&currency).map_or(&[], Vec::as_slice)
    }
}

/// A quotient to [`SHOWN_DIGITS`]; `None` if it is not above zero or too large.
fn shown(worth: Decimal, of: Decimal) -> Option<Decimal> {
    let strategy = RoundingStrategy::MidpointNearestEven;
    let rate = worth
        .checked_div(of)?
        .round_sf_with_strategy(SHOWN_DIGITS, strategy)?;
    (rate > Decimal::ZERO).then(|| rate.normalize())
}

/// The quotes of a day.
fn on_day(quotes: &[Quote], day: Date) -> &[Quote] {
    let start = quotes.partition_point(|quote| quote.day < day);
    let end = quotes.partition_point(|quote| quote.day <= day);
    quotes.get(start..end).unwrap_or_default()
}

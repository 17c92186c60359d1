//! Reference rates: the imported table of exchange rates by day, with its history.

mod irrevocable;

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

use crate::money::exact::Rate;
use crate::{Currency, Date, Reason};

/// The currency of which every rate is a price: one euro.
pub const COMMON: &str = "EUR";
/// How many days a rate may be older than the newest day of the table.
const MAX_AGE: i32 = 14;
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
    /// The days that have any price, with the first import that had one.
    days: BTreeMap<Date, i64>,
}

/// The days that a rate is asked for.
#[derive(Debug, Clone, Copy)]
pub struct CountingDay {
    /// The day whose rate counts.
    pub day: Date,
    /// The day of writing, which tells how old a rate is if the counting day is still to come.
    pub written: Date,
}

/// The rates of one day for one unit of a base currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatesOfDay {
    /// The day.
    pub date: Date,
    /// The rates by currency.
    pub rates: Vec<(RateCurrency, Decimal)>,
}

/// The prices of a currency: one for ever, or those of an import after the other.
#[derive(Clone, Copy)]
enum Prices<'a> {
    Fixed(Decimal),
    Quoted(&'a [Quote]),
}

impl<'a> Prices<'a> {
    /// The quotes, if the price is none for ever.
    fn quotes(self) -> Option<&'a [Quote]> {
        match self {
            Self::Fixed(_) => None,
            Self::Quoted(quotes) => Some(quotes),
        }
    }

    /// The price on a day.
    fn on_day(self, day: Date) -> Option<Self> {
        match self {
            Self::Fixed(_) => Some(self),
            Self::Quoted(quotes) => {
                let quotes = on_day(quotes, day);
                (!quotes.is_empty()).then_some(Self::Quoted(quotes))
            }
        }
    }

    /// The number of the first import that had one; 0 without an import.
    fn first_import(self) -> i64 {
        let imports = self
            .quotes()
            .into_iter()
            .flatten()
            .map(|quote| quote.import);
        imports.min().unwrap_or(0)
    }

    /// The price that `import` and those before it gave, with the number of the import.
    fn known(self, import: i64) -> Option<(i64, Decimal)> {
        match self {
            Self::Fixed(units) => Some((0, units)),
            Self::Quoted(quotes) => {
                let known = quotes.iter().rfind(|quote| quote.import <= import)?;
                Some((known.import, known.units))
            }
        }
    }
}

/// The prices of two currencies on one day, from the first import to the last.
struct Pair<'a> {
    day: Date,
    worth: Prices<'a>,
    of: Prices<'a>,
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
            let first = self.days.entry(day).or_insert(import);
            *first = import.min(*first);
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

    /// The present rate from `from` to `to` on a day, or on the last day before that has both,
    /// unless that is too old.
    pub fn current(&self, from: Currency, to: Currency, on: CountingDay) -> Option<ReferenceRate> {
        let pair = self.pairs(from, to, on.day).next()?;
        let newest = self.newest_days(on).next();
        let newest = newest.map(|(day, _)| *day);
        self.rate(&pair, i64::MAX).filter(|_| pair.counts(newest))
    }

    /// The rate from `from` to `to` on a day, or on the last day before that has both, as the first
    /// import gave it that had one which was not too old then.
    pub fn first(&self, from: Currency, to: Currency, on: CountingDay) -> Option<ReferenceRate> {
        let earliest = [from, to].map(|currency| self.prices(currency, on.day).first_import());
        let earliest = earliest.into_iter().max().unwrap_or_default();
        let mut newest = self.newest_days(on).peekable();
        let (mut first, mut least) = (None, i64::MAX);
        for pair in self.pairs(from, to, on.day) {
            let import = pair.worth.first_import().max(pair.of.first_import());
            // A later import had a later day.
            if import < least {
                least = import;
                while newest.next_if(|(_, had)| **had > import).is_some() {}
                if pair.counts(newest.peek().map(|(day, _)| **day)) {
                    first = Some((import, pair));
                }
            }
            if import <= earliest {
                break;
            }
        }
        let (import, pair) = first?;
        self.rate(&pair, import)
    }

    /// The days of the table up to the counting day, or that of writing, the newest first, each
    /// with the first import that had it.
    fn newest_days(&self, on: CountingDay) -> impl Iterator<Item = (&Date, &i64)> {
        self.days.range(..=on.day.min(on.written)).rev()
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

    /// The rate that `import` and those before it gave.
    fn rate(&self, pair: &Pair<'_>, import: i64) -> Option<ReferenceRate> {
        let ((import, worth), (other, of)) = (pair.worth.known(import)?, pair.of.known(import)?);
        let source = match import.max(other) {
            0 => irrevocable::SOURCE.to_owned(),
            import => self.imports.get(&import).cloned().unwrap_or_default(),
        };
        Some(ReferenceRate {
            date: pair.day,
            worth,
            of,
            source,
        })
    }

    /// The days up to `day` on which both currencies have a price, the last one first. A price for
    /// ever is one of each day; two of them are a pair of the day on which the later one began.
    fn pairs(&self, from: Currency, to: Currency, day: Date) -> impl Iterator<Item = Pair<'_>> {
        let [of, worth] = [from, to].map(|currency| self.prices(currency, day));
        let fixed = [from, to].map(|currency| irrevocable::fixed(currency.into(), day));
        let for_ever = match fixed {
            [Some((one, _)), Some((other, _))] => Some(Pair {
                day: one.max(other),
                worth,
                of,
            }),
            _ => None,
        };
        let until = |quotes: &'_ [Quote]| quotes.partition_point(|quote| quote.day <= day);
        let series = [of, worth].into_iter().filter_map(Prices::quotes);
        let series = series.map(|quotes| quotes.get(..until(quotes)).unwrap_or_default());
        // The one that ends first has no day that the other has passed already.
        let series = series.min_by_key(|quotes| quotes.last().map(|quote| quote.day));
        let days = series.unwrap_or_default().chunk_by(|a, b| a.day == b.day);
        let quoted = days.rev().filter_map(move |quotes| {
            let day = quotes.first()?.day;
            let (worth, of) = (worth.on_day(day)?, of.on_day(day)?);
            Some(Pair { day, worth, of })
        });
        for_ever.into_iter().chain(quoted)
    }

    /// The prices of a currency, for a rate on `day`.
    fn prices(&self, currency: Currency, day: Date) -> Prices<'_> {
        let currency = currency.into();
        match irrevocable::fixed(currency, day) {
            Some((_, units)) => Prices::Fixed(units),
            None => Prices::Quoted(self.quotes(currency)),
        }
    }

    /// The prices of a currency; none of the euro.
    fn quotes(&self, currency: RateCurrency) -> &[Quote] {
        self.series.get(&currency).map_or(&[], Vec::as_slice)
    }
}

impl Pair<'_> {
    /// Whether it is not too old, if `newest` is the newest day of the table. What is for ever
    /// never is.
    fn counts(&self, newest: Option<Date>) -> bool {
        let is_quoted = [self.worth, self.of]
            .iter()
            .any(|prices| prices.quotes().is_some());
        !is_quoted || newest.is_none_or(|newest| self.day >= newest.minus_days(MAX_AGE))
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

//! Exact arithmetic for converted amounts: rational numbers that are rounded once, at the end.
//!
//! A quotient of two decimals may have no finite decimal form, so a sum of rounded quotients can
//! miss a tie that the exact sum hits. The types here hold every intermediate result as integers.

use std::collections::HashMap;
use std::ops::Neg;

use num_bigint::{BigInt, Sign};
use rust_decimal::{Decimal, RoundingStrategy};

/// Significant digits of a rate in an answer.
const SHOWN_DIGITS: u32 = 15;
/// Decimal places of a [`Decimal`] with the most places.
const MAX_PLACES: u32 = 28;
/// Fractions of an [`ExactSum`] count in units of one divided by this number.
const ONE: u128 = 10_u128.pow(MAX_PLACES);
/// Binary places of the terms of an estimated sum.
const GUARD_BITS: u32 = 128;
/// Sums of fewer terms are cheap to compute exactly.
const MIN_ESTIMATED_TERMS: usize = 8;

/// An exact sum of decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct ExactSum {
    /// The greatest whole number that is not above the sum.
    whole: i128,
    /// What is above it, in units of 10^-28.
    fraction: u128,
}

impl ExactSum {
    pub(crate) fn is_zero(self) -> bool {
        self.whole == 0 && self.fraction == 0
    }

    pub(crate) fn is_negative(self) -> bool {
        self.whole < 0
    }

    /// Adds another sum.
    pub(crate) fn add(&mut self, other: Self) {
        let fraction = self.fraction + other.fraction;
        let carried = i128::from(fraction >= ONE);
        self.whole = self.whole.saturating_add(other.whole);
        self.whole = self.whole.saturating_add(carried);
        self.fraction = fraction % ONE;
    }

    /// Rounds to `places` decimal places, half to even; the greatest or least decimal if the sum
    /// exceeds that.
    pub(crate) fn round(self, places: u32) -> Decimal {
        let exceeded = bound(self.is_negative());
        Rate::PAR.convert_to(self, places).unwrap_or(exceeded)
    }

    /// The sum in units of 10^-28.
    pub(crate) fn units(self) -> BigInt {
        BigInt::from(self.whole) * ONE + self.fraction
    }
}

impl Neg for ExactSum {
    type Output = Self;

    fn neg(self) -> Self {
        let borrowed = i128::from(self.fraction > 0);
        Self {
            whole: self.whole.saturating_neg().saturating_sub(borrowed),
            fraction: (ONE - self.fraction) % ONE,
        }
    }
}

/// The decimal exactly.
impl From<Decimal> for ExactSum {
    fn from(value: Decimal) -> Self {
        let unit = 10_u128.pow(value.scale().min(MAX_PLACES));
        let unsigned = value.mantissa().unsigned_abs();
        let sum = Self {
            whole: i128::try_from(unsigned / unit).unwrap_or(i128::MAX),
            fraction: unsigned % unit * (ONE / unit),
        };
        if value.is_sign_negative() { -sum } else { sum }
    }
}

impl<T: Into<Self>> FromIterator<T> for ExactSum {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        values.into_iter().fold(Self::default(), |mut sum, value| {
            sum.add(value.into());
            sum
        })
    }
}

/// An exchange rate as two amounts of equal worth, since their quotient may have no finite decimal
/// form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rate {
    worth: ExactSum,
    of: ExactSum,
}

impl Rate {
    /// The rate of a currency to itself.
    pub(crate) const PAR: Self = {
        let one = ExactSum {
            whole: 1,
            fraction: 0,
        };
        Self {
            worth: one,
            of: one,
        }
    };

    /// The rate at which `of` is worth `worth`; `None` if `of` is zero, or of the other sign.
    pub(crate) fn new(worth: ExactSum, of: ExactSum) -> Option<Self> {
        if of.is_negative() {
            return Self::new(-worth, -of);
        }
        if worth == of {
            return (!of.is_zero()).then_some(Self::PAR);
        }
        (!of.is_zero() && !worth.is_negative()).then_some(Self { worth, of })
    }

    /// What `amount` is worth, to as many decimal places as a decimal holds; `None` if that exceeds
    /// the greatest decimal.
    pub fn convert(self, amount: Decimal) -> Option<Decimal> {
        self.apply(amount.into()).round(MAX_PLACES)
    }

    /// The worth of one unit to as many significant digits as answers show; `None` if that is zero
    /// or exceeds the greatest decimal.
    pub(crate) fn shown(self) -> Option<Decimal> {
        let strategy = RoundingStrategy::MidpointNearestEven;
        let worth = self.convert(Decimal::ONE)?;
        let worth = worth.round_sf_with_strategy(SHOWN_DIGITS, strategy)?;
        (worth > Decimal::ZERO).then(|| worth.normalize())
    }

    /// Whether the worth of `amount` is at most the greatest decimal.
    pub(crate) fn can_convert(self, amount: ExactSum) -> bool {
        self == Self::PAR || self.apply(amount).round(0).is_some()
    }

    /// What `amount` is worth, rounded to `places` decimal places, half to even.
    pub(crate) fn convert_to(self, amount: ExactSum, places: u32) -> Option<Decimal> {
        self.apply(amount).round(places)
    }

    /// What a unit of 10^-28 is worth, as numerator and denominator.
    pub(crate) fn worth_of_unit(self) -> (BigInt, BigInt) {
        (self.worth.units(), self.of.units() * ONE)
    }

    /// What it is the rate of, in units of 10^-28.
    pub(crate) fn of_units(self) -> BigInt {
        self.of.units()
    }

    fn apply(self, amount: ExactSum) -> Fraction {
        let (numerator, denominator) = self.worth_of_unit();
        Fraction {
            numerator: amount.units() * numerator,
            denominator,
        }
    }
}

/// An exact sum of amounts that are converted at several rates.
#[derive(Debug, Default)]
pub(crate) struct ConvertedSum(HashMap<Rate, ExactSum>);

impl ConvertedSum {
    /// Adds `amount` at `rate`.
    pub(crate) fn add(&mut self, amount: ExactSum, rate: Rate) {
        if !amount.is_zero() {
            self.0.entry(rate).or_default().add(amount);
        }
    }

    /// Adds another sum.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (rate, amount) in other.terms() {
            self.add(amount, rate);
        }
    }

    /// Whether nothing but zeros were added.
    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The amounts by rate, in any order.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (Rate, ExactSum)> {
        self.0.iter().map(|(rate, amount)| (*rate, *amount))
    }

    /// The sum, rounded once to `places` decimal places, half to even; the greatest or least
    /// decimal if the sum exceeds that.
    pub(crate) fn round(&self, places: u32) -> Decimal {
        let terms = self.0.iter().map(|(rate, amount)| rate.apply(*amount));
        let terms: Vec<Fraction> = terms.collect();
        Fraction::round_estimate(&terms, places).unwrap_or_else(|| {
            let sum = Fraction::sum(terms);
            let exceeded = bound(sum.numerator.sign() == Sign::Minus);
            sum.round(places).unwrap_or(exceeded)
        })
    }
}

/// A rational number, not reduced to lowest terms.
pub(crate) struct Fraction {
    pub(crate) numerator: BigInt,
    /// Above zero.
    pub(crate) denominator: BigInt,
}

impl Fraction {
    /// Rounds the sum of many terms without their common denominator, which may be huge. `None` if
    /// the estimate is too close to a tie, or if there are few terms.
    ///
    /// Each term is truncated, so the sum of the truncated terms misses at most one unit per term.
    /// If both bounds round to the same number, so does the sum.
    fn round_estimate(terms: &[Self], places: u32) -> Option<Decimal> {
        if terms.len() < MIN_ESTIMATED_TERMS {
            return None;
        }
        let unit = BigInt::from(10_u128.pow(places)) << GUARD_BITS;
        let truncated = terms
            .iter()
            .map(|term| &term.numerator * &unit / &term.denominator);
        let sum: BigInt = truncated.sum();
        let [low, high] = [&sum - terms.len(), &sum + terms.len()].map(|numerator| {
            let denominator = BigInt::from(1_u32) << GUARD_BITS;
            let bound = Self {
                numerator,
                denominator,
            };
            bound.scaled(0)
        });
        (low == high).then(|| decimal(low, places)).flatten()
    }

    /// Sums in a balanced tree, so that few of the products are large.
    fn sum(mut terms: Vec<Self>) -> Self {
        while terms.len() > 1 {
            let mut pairs = terms.into_iter();
            let mut sums = Vec::with_capacity(pairs.len().div_ceil(2));
            while let Some(left) = pairs.next() {
                sums.push(match pairs.next() {
                    Some(right) => left.plus(right),
                    None => left,
                });
            }
            terms = sums;
        }
        terms.pop().unwrap_or(Self {
            numerator: BigInt::ZERO,
            denominator: BigInt::from(1_u32),
        })
    }

    fn plus(self, other: Self) -> Self {
        if self.denominator == other.denominator {
            return Self {
                numerator: self.numerator + other.numerator,
                denominator: self.denominator,
            };
        }
        Self {
            numerator: self.numerator * &other.denominator + other.numerator * &self.denominator,
            denominator: self.denominator * other.denominator,
        }
    }

    /// Rounds half to even to at most `places` decimal places, and to fewer where a decimal cannot
    /// hold so many; `None` if the number exceeds the greatest decimal.
    pub(crate) fn round(&self, places: u32) -> Option<Decimal> {
        (0..=places.min(MAX_PLACES))
            .rev()
            .find_map(|places| decimal(self.scaled(places), places))
    }

    /// This number times 10^`places`, rounded half to even.
    fn scaled(&self, places: u32) -> BigInt {
        let scaled = &self.numerator * BigInt::from(10_u128.pow(places));
        // Towards zero, as its sign is that of the rest.
        let nearer = &scaled / &self.denominator;
        let twice_rest = (scaled - &nearer * &self.denominator) * 2_u32;
        let rounds_away = match twice_rest.magnitude().cmp(self.denominator.magnitude()) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => nearer.bit(0),
            std::cmp::Ordering::Greater => true,
        };
        match twice_rest.sign() {
            Sign::Minus => nearer - u32::from(rounds_away),
            Sign::NoSign | Sign::Plus => nearer + u32::from(rounds_away),
        }
    }
}

/// The least decimal, or the greatest.
fn bound(is_negative: bool) -> Decimal {
    if is_negative {
        Decimal::MIN
    } else {
        Decimal::MAX
    }
}

/// The decimal `mantissa` / 10^`places`; `None` if the mantissa has more than 96 bits.
fn decimal(mantissa: BigInt, places: u32) -> Option<Decimal> {
    let mantissa = i128::try_from(mantissa).ok()?;
    let decimal = Decimal::try_from_i128_with_scale(mantissa, places).ok()?;
    Some(decimal.normalize())
}

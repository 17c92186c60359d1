//! Largest remainder: rounds parts of a total to whole minor units, so that their sum is the
//! rounded total.

use std::cmp::Reverse;
use std::collections::HashMap;

use num_bigint::BigUint;
use rust_decimal::Decimal;

use crate::exact::{ConvertedSum, ExactSum, Rate};

/// Binary places of a converted part. Enough for the truncated factors of a sum to stay exact to
/// [`RESOLUTION`].
const BINARY_PLACES: u32 = 320;
/// Remainders that differ by less than one divided by this number are equal.
const RESOLUTION: u128 = 10_u128.pow(30);

/// Rounds each of `parts` down to a minor unit of `places` decimal places, and gives the units that
/// are missing to the sum of the parts, rounded half to even, to the largest remainders. Of equal
/// remainders the first one gets a unit first.
pub(crate) fn apportion<'a>(
    parts: impl IntoIterator<Item = &'a ConvertedSum>,
    places: u32,
) -> Vec<i128> {
    let mut total = ConvertedSum::default();
    let mut factors = Factors::new(places);
    let (mut units, mut remainders) = (Vec::new(), Vec::new());
    for (place, part) in parts.into_iter().enumerate() {
        let mut sum = BigUint::ZERO;
        for (rate, amount) in part.terms() {
            total.add(amount, rate);
            sum += factors.convert(amount, rate);
        }
        let half = BigUint::from(1_u32) << (BINARY_PLACES - 1);
        let scaled: BigUint = (sum * RESOLUTION + half) >> BINARY_PLACES;
        let whole = &scaled / RESOLUTION;
        let remainder = u128::try_from(scaled - &whole * RESOLUTION).unwrap_or_default();
        units.push(
            i128::try_from(whole)
                .unwrap_or(i128::MAX)
                .min(greatest(places)),
        );
        remainders.push((Reverse(remainder), place));
    }
    let rounded_down = units.iter().copied().fold(0_i128, i128::saturating_add);
    let missing = to_units(total.round(places), places).saturating_sub(rounded_down);
    let missing = usize::try_from(missing).unwrap_or_default();
    remainders.sort_unstable();
    for (_, place) in remainders.into_iter().take(missing) {
        if let Some(units) = units.get_mut(place) {
            *units = units.saturating_add(1);
        }
    }
    units
}

/// A decimal in minor units of `places` decimal places; further places are cut off.
pub(crate) fn to_units(value: Decimal, places: u32) -> i128 {
    let (mantissa, scale) = (value.mantissa(), value.scale());
    if scale <= places {
        mantissa.saturating_mul(10_i128.pow(places - scale))
    } else {
        mantissa / 10_i128.pow(scale - places)
    }
}

/// A number of minor units as a decimal; the greatest decimal if it exceeds that.
pub(crate) fn from_units(units: i128, places: u32) -> Decimal {
    let exact = Decimal::try_from_i128_with_scale(units, places);
    let whole = || Decimal::try_from_i128_with_scale(units / 10_i128.pow(places), 0);
    let greatest = if units < 0 {
        Decimal::MIN
    } else {
        Decimal::MAX
    };
    exact.or_else(|_| whole()).unwrap_or(greatest).normalize()
}

/// The greatest number of minor units that [`from_units`] gives without loss.
fn greatest(places: u32) -> i128 {
    to_units(Decimal::MAX, places)
}

/// The worth of one unit of 10^-28 at each rate, in minor units with [`BINARY_PLACES`].
struct Factors {
    places: u32,
    known: HashMap<Rate, BigUint>,
}

impl Factors {
    fn new(places: u32) -> Self {
        Self {
            places,
            known: HashMap::new(),
        }
    }

    fn convert(&mut self, amount: ExactSum, rate: Rate) -> BigUint {
        let places = self.places;
        let factor = self.known.entry(rate).or_insert_with(|| {
            let (numerator, denominator) = rate.worth_of_unit();
            ((numerator * 10_u128.pow(places)) << BINARY_PLACES) / denominator
        });
        amount.units() * &*factor
    }
}

#[cfg(test)]
mod tests;
